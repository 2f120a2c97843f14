// The strategy `external`: a user's program that plays over `sapper-player/1` (data/players/PROTOCOL.md). The referee
// judges its digs.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/kinds/minesweeper/config.hpp"
#include "experiments/support/child_process.hpp"
#include "sim/minesweeper/game_rules.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::minesweeper {

// A player gave a wrong or late answer, or ended.
class PlayerFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The games were abandoned while waiting for the program.
class PlayAbandoned : public std::exception {};

// The program, with the text still to be sent to it. One process, started at the first question, restarted after a
// failure, and kept across games and cases.
class ExternalProgram {
 public:
  enum class OnFailure : std::uint8_t { stop, lose };

  // choice: an `external` with its command, which runs in `folder`.
  ExternalProgram(const solvers::StrategyChoice& choice, std::filesystem::path folder);
  ~ExternalProgram();
  ExternalProgram(const ExternalProgram&) = delete;
  ExternalProgram& operator=(const ExternalProgram&) = delete;

  // Waiting ends with PlayAbandoned once this becomes true; it must outlive the calls of ask().
  void give_up_when(const std::atomic<bool>& stop) { stop_ = &stop; }

  const std::string& label() const { return label_; }
  OnFailure on_failure() const { return on_failure_; }

  // Sets the line that starts a case, for this process and its successors, and the longest answer in the case.
  void set_case(std::string line, std::size_t longest_answer);
  // Resets the limit on its standard error, which applies per game.
  void start_game();
  // Text that needs no answer is sent with the next question, so that a turn is one write.
  std::string& unsent() { return unsent_; }
  // Marks the unsent text so far as belonging to a finished game.
  void end_game();
  // Whether its present process has finished a game.
  bool has_played() const { return has_played_; }
  // Sends all unsent text and returns the reply line. Throws PlayerFailed; RunError if the program cannot be started or
  // does not acknowledge its first case; PlayAbandoned. A line that follows the reply fails the next question, not this
  // one: whether it is already there depends on timing.
  std::string_view ask();
  // Kills the process and discards the unsent text.
  void stop();
  // The processor time that its processes have used so far, in nanoseconds.
  std::uint64_t processor_ns() const { return ended_ns_ + (process_ ? process_->processor_ns() : 0); }

 private:
  void start();
  void take_ready(std::string_view line);
  std::string_view receive(std::string_view text, std::size_t longest);

  std::string label_;
  std::vector<std::string> command_;
  std::string command_line_;
  std::filesystem::path folder_;
  double timeout_s_;
  OnFailure on_failure_;
  const std::atomic<bool>* stop_;
  std::string case_line_;
  std::size_t longest_answer_ = 0;
  bool is_case_sent_ = false;
  bool has_played_ = false;
  std::string unsent_;
  std::size_t ended_size_ = 0;  // the prefix of the unsent text that tells how the last game ended
  std::unique_ptr<ChildProcess> process_;
  std::uint64_t ended_ns_ = 0;  // the processor time of earlier processes
};

// A strategy that plays one case with the program, which must outlive it.
std::unique_ptr<solvers::Strategy> make_external_strategy(ExternalProgram& program, std::size_t case_number,
                                                          const sim::GameRules& rules, sim::Cell first_cell);

// The command line of an `external`, quoted for a shell.
std::string command_line_of(const solvers::StrategyChoice& choice);

// A command line as shown to the user who has to trust it: complete, with everything escaped that could hide a part of
// it: all but printable ASCII, and each space that follows another, since a thousand of them would move the rest out of
// sight.
std::string command_as_shown(std::string_view command_line);

// Creates a config's players, and keeps what a player needs across cases.

// Creates one player of one thread.
class PlayerFactory {
 public:
  // The config must outlive the object. InputError for an external player if the config may not run commands.
  PlayerFactory(const Config& config, const solvers::StrategyChoice& choice);

  // The player for a case with these rules; valid until the next call.
  std::unique_ptr<solvers::Strategy> make(std::size_t case_number, const sim::GameRules& rules);

  // A game that waits for a program ends with PlayAbandoned once this becomes true.
  void give_up_when(const std::atomic<bool>& stop) {
    if (program_) program_->give_up_when(stop);
  }

  bool is_a_program() const { return program_ != nullptr; }
  // The program's processor time so far; 0 for a strategy that is built in.
  std::uint64_t program_ns() const { return program_ ? program_->processor_ns() : 0; }

 private:
  const Config* config_;
  solvers::StrategyChoice choice_;
  std::unique_ptr<ExternalProgram> program_;  // null: the strategy is built in
};

// `"my solver": python3 my_solver.py`, for each external strategy of the config.
std::vector<std::string> commands_of(const Config& config);

}  // namespace sapper::experiments::minesweeper
