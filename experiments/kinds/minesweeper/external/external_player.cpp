#include "experiments/kinds/minesweeper/external/external_player.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "experiments/kinds/minesweeper/config/players.hpp"
#include "experiments/kinds/minesweeper/external/player_protocol.hpp"
#include "experiments/kinds/minesweeper/external/program_versions.hpp"
#include "experiments/support/append_format.hpp"
#include "experiments/support/child_process.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/interruptible.hpp"
#include "sim/support/standard_error.hpp"
#include "solvers/minesweeper/choice/board_family.hpp"

namespace sapper::experiments::minesweeper {

namespace {

constexpr std::size_t kLongestAnswer = 200;  // in messages
constexpr int kMostNotes = 5;                // about failures, per process of a run

// A player gave a wrong or late answer, or ended.
class PlayerFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The command line of an `external`, quoted for a shell and escaped (commands_of).
std::string command_line_of(const solvers::StrategyChoice& choice) {
  std::string text;
  char before = ' ';
  for (const std::string& word : choice.settings.texts("command"))
    for (const char letter : (text.empty() ? "" : " ") + single_quoted(word)) {
      if ((letter > ' ' && letter <= '~') || (letter == ' ' && before != ' '))
        text += letter;
      else
        append_format(text, "\\x{:02X}", static_cast<unsigned char>(letter));
      before = letter;
    }
  return text;
}

}  // namespace

// The program, with the text still to be sent to it. One process, started at the first question, restarted after a
// failure, and kept across games and cases.
class ExternalProgram {
 public:
  // choice: an `external` with its command, which runs in the config's folder.
  ExternalProgram(const solvers::StrategyChoice& choice, const Config& config)
      : label_(choice.label),
        command_(choice.settings.texts("command")),
        command_line_(command_line_of(choice)),
        choice_(choice),
        folder_(config.folder),
        versions_(config.programs),
        timeout_s_(choice.settings.number("timeout_s")),
        loses_on_failure_(choice.settings.choice("on_failure") == "lose") {
    start_keeper();
  }
  ~ExternalProgram() {
    if (process_ && ended_size_ > 0)
      process_->send(unsent_.substr(0, ended_size_));  // how its last game ended
  }
  ExternalProgram(const ExternalProgram&) = delete;
  ExternalProgram& operator=(const ExternalProgram&) = delete;

  const std::string& label() const { return label_; }
  bool loses_on_failure() const { return loses_on_failure_; }

  // Sets the line that starts a case, for this process and its successors, and the longest answer in the case.
  void set_case(std::string line, std::size_t longest_answer) {
    case_line_ = std::move(line);
    longest_answer_ = longest_answer;
    is_case_sent_ = false;
  }
  // Resets the limit on its standard error, which applies per game.
  void start_game() {
    if (process_) process_->renew_errors();
  }
  // Text that needs no answer is sent with the next question, so that a turn is one write.
  std::string& unsent() { return unsent_; }
  // Marks the unsent text so far as belonging to a finished game.
  void end_game() {
    ended_size_ = unsent_.size();
    has_played_ = true;
  }
  // Whether its present process has finished a game.
  bool has_played() const { return has_played_; }
  // Sends all unsent text and returns the reply line. Throws PlayerFailed; RunError if the program cannot be started or
  // does not acknowledge its first case; sim::Interrupted. A line that follows the reply fails the next question, not this
  // one: whether it is already there depends on timing.
  std::string_view ask();
  // Kills the process and discards the unsent text.
  void stop();
  // The processor time that its processes have used so far, in nanoseconds.
  std::uint64_t processor_ns() const { return ended_ns_ + (process_ ? process_->processor_ns() : 0); }

 private:
  void start();
  void require_unchanged() const;
  void take_ready(std::string_view line);
  std::string_view receive(std::string_view text, std::size_t longest,
                           ChildProcess::Early early = ChildProcess::Early::fails);

  std::string label_;
  std::vector<std::string> command_;
  std::string command_line_;
  solvers::StrategyChoice choice_;
  std::filesystem::path folder_;
  std::shared_ptr<ProgramVersions> versions_;
  double timeout_s_;
  bool loses_on_failure_;  // only the game; else the run stops
  std::string case_line_;
  std::size_t longest_answer_ = 0;
  bool is_case_sent_ = false;
  bool has_played_ = false;
  std::string unsent_;
  std::size_t ended_size_ = 0;  // the prefix of the unsent text that tells how the last game ended
  std::unique_ptr<ChildProcess> process_;
  std::uint64_t ended_ns_ = 0;  // the processor time of earlier processes
};

namespace {

// Boards: OnGrids or OnGraphs.
template <class Boards>
class ExternalStrategy final : public OutsidePlayerOf<typename Boards::Strategy> {
 public:
  using View = typename Boards::View;
  using Digs = typename Boards::Digs;
  using Shown = std::span<const typename Boards::Shown>;

  // The board is that of the games; it must outlive the object.
  ExternalStrategy(ExternalProgram& program, const Board& board) : program_(program), board_(board) {}

  void start_game(std::uint64_t game) override {
    game_ = game;
    is_new_game_ = true;
    program_.start_game();
  }

  void begin(const View& view, sim::Stream& random) override {
    view_ = &view;
    knows_view_ = false;
    if (!std::exchange(is_new_game_, false)) return;
    turn_ = 0;
    this->has_resigned_ = false;
    // 53 bits: a number that every JSON reader represents exactly.
    seed_ = random.next64() >> 11;
  }

  void plan(Shown shown, Digs& digs) override {
    this->telemetry().phases.enter(solvers::Phase::choice);
    ++turn_;
    claims().clear();
    std::optional<Shown> cells;
    if (knows_view_) cells = shown;
    knows_view_ = true;
    try {
      ask(cells, digs);
    } catch (const PlayerFailed& failure) {
      digs.clear();
      claims().clear();
      lose_or_stop(failure);
    }
  }

  void finish(bool is_won) override {
    if (turn_ == 0 || this->has_resigned_) return;
    append_end_line(program_.unsent(), is_won, turn_);
    program_.end_game();
  }

 private:
  // Whatever a process that has played earlier games does before its first answer of a game may be due to them: a line
  // too many after the last turn, an end between the games. Which games those are depends on the threads, and whether
  // the line is already there on timing, so only the answer of a new process counts.
  void ask(std::optional<Shown> cells, Digs& digs) {
    const bool may_be_due_to_earlier_games = turn_ == 1 && program_.has_played();
    try {
      ask_once(cells, digs);
    } catch (const PlayerFailed& failure) {
      if (!may_be_due_to_earlier_games) throw;
      note(failure, "a new process plays the game");
      program_.stop();
      digs.clear();
      claims().clear();
      ask_once(cells, digs);
    }
  }
  void ask_once(std::optional<Shown> cells, Digs& digs) {
    // A game that ends before its first turn is not reported: its lines would wait here for the next question.
    if (turn_ == 1) append_game_line(program_.unsent(), game_, seed_);
    append_turn_line(program_.unsent(), turn_, board_, *view_, cells);
    const std::string_view line = program_.ask();
    try {
      read_digs(line, board_, *view_, {game_, turn_}, digs.moves, claims());
    } catch (const WrongAnswer& wrong) {
      throw PlayerFailed(fmt::format("its answer {}: {}", wrong.what(), printable(line, kLongestAnswer)));
    }
  }
  void lose_or_stop(const PlayerFailed& failure) {
    program_.stop();
    if (!program_.loses_on_failure()) throw PlayerFailed(fmt::format("turn {}: {}", turn_, failure.what()));
    this->has_resigned_ = true;
    note(failure, "the game counts as lost");
  }
  void note(const PlayerFailed& failure, std::string_view consequence) {
    if (notes_++ < kMostNotes)
      sim::write_to_standard_error(
          fmt::format("sapper: {}: game {}, turn {}: {}; {}{}\n", printable(program_.label()), game_, turn_,
                      failure.what(), consequence,
                      notes_ == kMostNotes ? " (further failures are counted but not shown)" : ""));
  }

  std::vector<solvers::Claim>& claims() { return this->claims_; }

  ExternalProgram& program_;
  const Board& board_;
  const View* view_ = nullptr;
  std::uint64_t game_ = 0;
  std::uint64_t seed_ = 0;
  bool is_new_game_ = true;
  bool knows_view_ = false;  // except what has been shown since the last turn
  std::uint32_t turn_ = 0;
  int notes_ = 0;
};

std::string command_text(const solvers::StrategyChoice& choice) {
  return fmt::format("\"{}\": {}", printable(choice.label), command_line_of(choice));
}

}  // namespace

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
  require_unchanged();
  process_ = std::make_unique<ChildProcess>(command_, folder_, label_);
  try {
    take_ready(receive(case_line_, kLongestReady, ChildProcess::Early::counts));
  } catch (const PlayerFailed& failure) {
    stop();
    throw RunError(fmt::format("`{}` did not acknowledge its first case: {}", command_line_, failure.what()));
  }
  require_unchanged();  // now it has been read
}

void ExternalProgram::require_unchanged() const {
  if (versions_) versions_->require_unchanged(command_files(choice_, folder_));
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

std::string_view ExternalProgram::receive(std::string_view text, std::size_t longest,
                                          ChildProcess::Early early) {
  static const std::atomic<bool> never = false;
  const std::atomic<bool>* const interrupt = sim::Interruptible::flag();
  switch (process_->ask(text, timeout_s_, interrupt != nullptr ? *interrupt : never, longest, early)) {
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
          fmt::format("a line longer than {}, the most that is needed here", count_text(longest, "byte")));
    case ChildProcess::Answer::stopped:
      stop();
      throw sim::Interrupted();
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

ExternalPlayer::ExternalPlayer(const Config& config, const solvers::StrategyChoice& choice)
    : config_(&config), choice_(choice) {
  if (!config.allows_commands) throw InputError(refusal_of_commands({command_text(choice)}));
  program_ = std::make_shared<ExternalProgram>(choice_, config);
}

template <class Boards>
std::unique_ptr<OutsidePlayerOf<typename Boards::Strategy>> ExternalPlayer::start_case(
    std::size_t case_number) {
  const Board& board = config_->board_of(case_number);
  std::string line;
  append_case_line(line, case_number, board, config_->cases[case_number],
                   choice_.settings.numbers("settings"));
  program_->set_case(std::move(line), longest_answer(board.cell_count()));
  return std::make_unique<ExternalStrategy<Boards>>(*program_, board);
}

template std::unique_ptr<OutsidePlayer> ExternalPlayer::start_case<solvers::OnGrids>(std::size_t);
template std::unique_ptr<OutsideGraphPlayer> ExternalPlayer::start_case<solvers::OnGraphs>(std::size_t);

std::uint64_t ExternalPlayer::processor_ns() const { return program_->processor_ns(); }

std::vector<std::string> commands_of(const Config& config) {
  std::vector<std::string> commands;
  for (const solvers::StrategyChoice& choice : config.strategies)
    if (is_program(*choice.entry)) commands.push_back(command_text(choice));
  return commands;
}

}  // namespace sapper::experiments::minesweeper
