#include "experiments/kinds/minesweeper/external_player.hpp"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "experiments/kinds/minesweeper/player_protocol.hpp"
#include "experiments/support/append_format.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/standard_error.hpp"

namespace sapper::experiments::minesweeper {

namespace {

constexpr std::size_t kLongestAnswer = 200;  // in messages
constexpr int kMostNotes = 5;                // about failures, per process of a run

const std::atomic<bool> kNever = false;

class ExternalStrategy final : public solvers::Strategy {
 public:
  explicit ExternalStrategy(ExternalProgram& program) : program_(program) {}

  void announce(std::uint64_t game) override {
    game_ = game;
    is_new_game_ = true;
    program_.start_game();
  }

  void begin(const sim::View& view, sim::Stream& random) override {
    view_ = &view;
    knows_view_ = false;
    if (!std::exchange(is_new_game_, false)) return;
    turn_ = 0;
    has_resigned_ = false;
    // 53 bits: a number that every JSON reader represents exactly.
    seed_ = random.next64() >> 11;
  }

  void plan(std::span<const sim::CellBlock> shown, solvers::Digs& digs) override {
    telemetry().phases.enter(solvers::Phase::choice);
    ++turn_;
    std::optional<std::span<const sim::CellBlock>> cells;
    if (knows_view_) cells = shown;
    knows_view_ = true;
    try {
      ask(cells, digs);
    } catch (const PlayerFailed& failure) {
      digs.clear();
      lose_or_stop(failure);
    }
  }

  bool has_resigned() const override { return has_resigned_; }

  void finish(bool is_won) override {
    if (turn_ == 0 || has_resigned_) return;
    append_end_line(program_.unsent(), is_won, turn_);
    program_.end_game();
  }

 private:
  // Whatever a process that has played earlier games does before its first answer of a game may be due to them: a line
  // too many after the last turn, an end between the games. Which games those are depends on the threads, and whether
  // the line is already there on timing, so only the answer of a new process counts.
  void ask(std::optional<std::span<const sim::CellBlock>> cells, solvers::Digs& digs) {
    const bool may_be_due_to_earlier_games = turn_ == 1 && program_.has_played();
    try {
      ask_once(cells, digs);
    } catch (const PlayerFailed& failure) {
      if (!may_be_due_to_earlier_games) throw;
      note(failure, "a new process plays the game");
      program_.stop();
      digs.clear();
      ask_once(cells, digs);
    }
  }
  void ask_once(std::optional<std::span<const sim::CellBlock>> cells, solvers::Digs& digs) {
    // A game that ends before its first turn is not reported: its lines would wait here for the next question.
    if (turn_ == 1) append_game_line(program_.unsent(), game_, seed_);
    append_turn_line(program_.unsent(), turn_, *view_, cells);
    const std::string_view line = program_.ask();
    try {
      read_digs(line, *view_, {game_, turn_}, digs.moves);
    } catch (const WrongAnswer& wrong) {
      throw PlayerFailed(fmt::format("its answer {}: {}", wrong.what(), printable(line, kLongestAnswer)));
    }
  }
  void lose_or_stop(const PlayerFailed& failure) {
    program_.stop();
    if (program_.on_failure() == ExternalProgram::OnFailure::stop)
      throw PlayerFailed(fmt::format("turn {}: {}", turn_, failure.what()));
    has_resigned_ = true;
    note(failure, "the game counts as lost");
  }
  void note(const PlayerFailed& failure, std::string_view consequence) {
    if (notes_++ < kMostNotes)
      sim::write_to_standard_error(
          fmt::format("sapper: {}: game {}, turn {}: {}; {}{}\n", printable(program_.label()), game_, turn_,
                      failure.what(), consequence,
                      notes_ == kMostNotes ? " (further failures are counted but not shown)" : ""));
  }

  ExternalProgram& program_;
  const sim::View* view_ = nullptr;
  std::uint64_t game_ = 0;
  std::uint64_t seed_ = 0;
  bool is_new_game_ = true;
  bool knows_view_ = false;  // except what has been shown since the last turn
  bool has_resigned_ = false;
  std::uint32_t turn_ = 0;
  int notes_ = 0;
};

}  // namespace

ExternalProgram::ExternalProgram(const solvers::StrategyChoice& choice, std::filesystem::path folder)
    : label_(choice.label),
      command_(choice.settings.texts("command")),
      command_line_(command_line_of(choice)),
      folder_(std::move(folder)),
      timeout_s_(choice.settings.number("timeout_s")),
      on_failure_(choice.settings.choice("on_failure") == "lose" ? OnFailure::lose : OnFailure::stop),
      stop_(&kNever) {
  start_keeper();
}

ExternalProgram::~ExternalProgram() {
  if (process_ && ended_size_ > 0) process_->send(unsent_.substr(0, ended_size_));  // how its last game ended
}

void ExternalProgram::set_case(std::string line, std::size_t longest_answer) {
  case_line_ = std::move(line);
  longest_answer_ = longest_answer;
  is_case_sent_ = false;
}

void ExternalProgram::start_game() {
  if (process_) process_->renew_errors();
}

void ExternalProgram::end_game() {
  ended_size_ = unsent_.size();
  has_played_ = true;
}

std::string_view ExternalProgram::ask() {
  if (!process_) {
    start();
  } else if (!is_case_sent_) {
    const std::string text = unsent_.substr(0, ended_size_) + case_line_;
    unsent_.erase(0, std::exchange(ended_size_, 0));
    take_ready(receive(text, kLongestReady));
  }
  const std::string_view answer = receive(unsent_, longest_answer_);
  unsent_.clear();
  ended_size_ = 0;
  return answer;
}

// A program that does not start with the protocol will not do so in the next game either. Whether it sends `ready`
// before or after it has read the case depends on its startup time, so both are treated alike.
void ExternalProgram::start() {
  process_ = std::make_unique<ChildProcess>(command_, folder_, label_);
  try {
    process_->send(case_line_);
    take_ready(receive({}, kLongestReady));
  } catch (const PlayerFailed& failure) {
    stop();
    throw RunError(fmt::format("`{}` did not acknowledge its first case: {}", command_as_shown(command_line_),
                               failure.what()));
  }
}

void ExternalProgram::take_ready(std::string_view line) {
  try {
    check_ready(line);
  } catch (const WrongAnswer& wrong) {
    throw PlayerFailed(
        fmt::format("its answer to the case {}: {}", wrong.what(), printable(line, kLongestAnswer)));
  }
  is_case_sent_ = true;
}

std::string_view ExternalProgram::receive(std::string_view text, std::size_t longest) {
  switch (process_->ask(text, timeout_s_, *stop_, longest)) {
    case ChildProcess::Answer::line:
      break;
    case ChildProcess::Answer::unasked:
      throw PlayerFailed(
          fmt::format("it wrote before it was asked: {}", printable(process_->unread(), kLongestAnswer)));
    case ChildProcess::Answer::end_of_output:
      throw PlayerFailed("no answer: " + process_->describe_end());
    case ChildProcess::Answer::timeout:
      throw PlayerFailed(fmt::format("no answer within {} s (timeout_s)", timeout_s_));
    case ChildProcess::Answer::too_long:
      throw PlayerFailed(
          fmt::format("a line longer than {}, the most that is needed here", counted(longest, "byte")));
    case ChildProcess::Answer::stopped:
      stop();
      throw PlayAbandoned();
  }
  return process_->last_line();
}

void ExternalProgram::stop() {
  ended_ns_ = processor_ns();
  if (process_) process_->kill();
  process_.reset();
  unsent_.clear();
  ended_size_ = 0;
  has_played_ = false;
}

std::unique_ptr<solvers::Strategy> make_external_strategy(ExternalProgram& program, std::size_t case_number,
                                                          const sim::GameRules& rules, sim::Cell first_cell) {
  std::string line;
  append_case_line(line, case_number, rules, first_cell);
  program.set_case(std::move(line), longest_answer(rules.grid->cell_count()));
  return std::make_unique<ExternalStrategy>(program);
}

std::string command_line_of(const solvers::StrategyChoice& choice) {
  std::string line;
  for (const std::string& word : choice.settings.texts("command")) {
    if (!line.empty()) line += ' ';
    line += single_quoted(word);
  }
  return line;
}

std::string command_as_shown(std::string_view command_line) {
  std::string text;
  char before = ' ';
  for (const char letter : command_line) {
    const bool is_seen = (letter > ' ' && letter <= '~') || (letter == ' ' && before != ' ');
    if (is_seen)
      text += letter;
    else
      append_format(text, "\\x{:02X}", static_cast<unsigned char>(letter));
    before = letter;
  }
  return text;
}

namespace {

std::string command_text(const solvers::StrategyChoice& choice) {
  return fmt::format("\"{}\": {}", printable(choice.label), command_as_shown(command_line_of(choice)));
}

}  // namespace

PlayerFactory::PlayerFactory(const Config& config, const solvers::StrategyChoice& choice)
    : config_(&config), choice_(choice) {
  if (!choice.entry->is_external) return;
  if (!config.allows_commands) throw InputError(refusal_of_commands({command_text(choice)}));
  program_ = std::make_unique<ExternalProgram>(choice_, config.folder);
}

std::unique_ptr<solvers::Strategy> PlayerFactory::make(std::size_t case_number, const sim::GameRules& rules) {
  if (!program_) return choice_.make(rules);
  return make_external_strategy(*program_, case_number, rules, config_->cases[case_number].first_cell);
}

std::vector<std::string> commands_of(const Config& config) {
  std::vector<std::string> commands;
  for (const solvers::StrategyChoice& choice : config.strategies)
    if (choice.entry->is_external) commands.push_back(command_text(choice));
  return commands;
}

}  // namespace sapper::experiments::minesweeper
