#include "experiments/minesweeper/external_player.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "experiments/minesweeper/player_protocol.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

constexpr std::size_t kLongestAnswer = 200;  // in messages
constexpr int kMostNotes = 5;                // about games that a failure lost, for each process of a run

const std::atomic<bool> kNever = false;

class ExternalStrategy final : public solvers::Strategy {
 public:
  explicit ExternalStrategy(ExternalProgram& program) : program_(program) {}

  void announce(std::uint64_t game) override {
    game_ = game;
    is_new_game_ = true;
  }

  void begin(const sim::View& view, sim::Stream& random) override {
    view_ = &view;
    knows_view_ = false;
    if (!std::exchange(is_new_game_, false)) return;
    turn_ = 0;
    has_resigned_ = false;
    // 53 bits: a number that every JSON reader takes in exactly.
    append_game_line(program_.unsent(), game_, random.next64() >> 11);
  }

  void plan(std::span<const sim::Cell> shown, std::vector<solvers::Move>& digs) override {
    telemetry().phases.enter(solvers::Phase::choice);
    ++turn_;
    std::optional<std::span<const sim::Cell>> cells;
    if (knows_view_) cells = shown;
    append_turn_line(program_.unsent(), turn_, *view_, cells);
    knows_view_ = true;
    try {
      take_answer(program_.ask(), digs);
    } catch (const PlayerFailed& failure) {
      digs.clear();
      lose_or_stop(failure);
    }
  }

  bool has_resigned() const override { return has_resigned_; }

  void finish(bool is_won) override {
    if (!has_resigned_) append_end_line(program_.unsent(), is_won, turn_);
  }

 private:
  void take_answer(std::string_view line, std::vector<solvers::Move>& digs) const {
    try {
      read_digs(line, *view_, digs);
    } catch (const WrongAnswer& wrong) {
      throw PlayerFailed(fmt::format("its answer {}: {}", wrong.what(), printable(line, kLongestAnswer)));
    }
  }
  void lose_or_stop(const PlayerFailed& failure) {
    program_.stop();
    if (program_.on_failure() == ExternalProgram::OnFailure::stop)
      throw PlayerFailed(fmt::format("turn {}: {}", turn_, failure.what()));
    has_resigned_ = true;
    if (notes_++ < kMostNotes)
      fmt::print(stderr, "sapper: {}: game {}, turn {}: {}; the game counts as lost{}\n",
                 printable(program_.label()), game_, turn_, failure.what(),
                 notes_ == kMostNotes ? " (further failures are counted, not shown)" : "");
  }

  ExternalProgram& program_;
  const sim::View* view_ = nullptr;
  std::uint64_t game_ = 0;
  bool is_new_game_ = true;
  bool knows_view_ = false;  // but for what has been shown since the last turn
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
      stop_(&kNever) {}

ExternalProgram::~ExternalProgram() {
  if (process_ && !unsent_.empty()) process_->tell(unsent_);  // how its last game ended
}

void ExternalProgram::set_case(std::string line) {
  case_line_ = std::move(line);
  if (!process_) {
    unsent_.clear();  // of games that ended without a turn
    return;
  }
  unsent_ += case_line_;
  awaits_ready_ = true;
}

std::string_view ExternalProgram::ask() {
  if (!process_) {
    process_ = std::make_unique<ChildProcess>(command_, folder_, label_);
    unsent_.insert(0, case_line_);
    awaits_ready_ = true;
  }
  if (!process_->unread().empty())
    throw PlayerFailed(fmt::format("it wrote more than one line in answer to a turn; the next begins with {}",
                                   printable(process_->unread(), kLongestAnswer)));
  if (!std::exchange(awaits_ready_, false)) {
    const std::string_view answer = receive(unsent_);
    unsent_.clear();
    return answer;
  }
  greet();
  unsent_.clear();
  return receive({});
}

// A program that does not begin to speak the protocol will not do so in the next game either.
void ExternalProgram::greet() {
  const auto refuse = [&](std::string_view wrong) {
    stop();
    return RunError(
        fmt::format("`{}` does not answer to the case: {}", printable(command_line_, 1000), wrong));
  };
  try {
    const std::string_view line = receive(unsent_);
    try {
      check_ready(line);
    } catch (const WrongAnswer& wrong) {
      throw refuse(fmt::format("its first line {}: {}", wrong.what(), printable(line, kLongestAnswer)));
    }
  } catch (const PlayerFailed& failure) {
    throw refuse(failure.what());
  }
}

std::string_view ExternalProgram::receive(std::string_view text) {
  switch (process_->ask(text, timeout_s_, *stop_)) {
    case ChildProcess::Answer::line:
      break;
    case ChildProcess::Answer::end_of_output:
      throw PlayerFailed("no answer: " + process_->describe_end());
    case ChildProcess::Answer::timeout:
      throw PlayerFailed(fmt::format("no answer within {} s (timeout_s)", timeout_s_));
    case ChildProcess::Answer::too_long:
      throw PlayerFailed(fmt::format("an answer of more than {} MiB", ChildProcess::kLongestLine >> 20));
    case ChildProcess::Answer::stopped:
      stop();
      throw PlayAbandoned();
  }
  return process_->last_line();
}

void ExternalProgram::stop() {
  if (process_) process_->kill();
  process_.reset();
  unsent_.clear();
}

std::unique_ptr<solvers::Strategy> make_external_strategy(ExternalProgram& program, std::size_t case_number,
                                                          const sim::GameRules& rules, sim::Cell first_cell) {
  std::string line;
  append_case_line(line, case_number, rules, first_cell);
  program.set_case(std::move(line));
  return std::make_unique<ExternalStrategy>(program);
}

std::string command_line_of(const solvers::StrategyChoice& choice) {
  std::string line;
  for (const std::string& word : choice.settings.texts("command")) {
    if (!line.empty()) line += ' ';
    line += shell_quoted(word);
  }
  return line;
}

}  // namespace sapper::experiments::minesweeper
