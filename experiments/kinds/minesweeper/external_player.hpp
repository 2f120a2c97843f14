// The strategy `external`: a program of the user's that plays through `sapper-player/1`
// (data/players/PROTOCOL.md). What a game is worth to a player from outside, the referee judges.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/support/child_process.hpp"
#include "sim/minesweeper/game_rules.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::minesweeper {

// A player answered wrongly or late, or ended.
class PlayerFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The games are given up: the program was being waited for.
class PlayAbandoned : public std::exception {};

// The program, with what it has still to be told. One process, started when it is first asked, again after a
// failure, and kept from game to game and from case to case.
class ExternalProgram {
 public:
  enum class OnFailure : std::uint8_t { stop, lose };

  // The choice is an `external` with its command, which runs in the folder.
  ExternalProgram(const solvers::StrategyChoice& choice, std::filesystem::path folder);
  ~ExternalProgram();
  ExternalProgram(const ExternalProgram&) = delete;
  ExternalProgram& operator=(const ExternalProgram&) = delete;

  // Waiting ends with PlayAbandoned once this becomes true; it outlives the calls of ask().
  void give_up_when(const std::atomic<bool>& stop) { stop_ = &stop; }

  const std::string& label() const { return label_; }
  OnFailure on_failure() const { return on_failure_; }

  // The line that begins a case, for the process and for those started after it, and the longest answer in it.
  void set_case(std::string line, std::size_t longest_answer);
  // What it writes on standard error is limited for each game.
  void start_game();
  // What asks for no answer goes with the next question, so that a turn is one write.
  std::string& unsent() { return unsent_; }
  // What is unsent so far belongs to a game that is over.
  void end_game();
  // Sends all that is unsent and returns the line it replies with. PlayerFailed; RunError if the program cannot
  // be started or does not acknowledge its first case; PlayAbandoned.
  std::string_view ask();
  // Ends the process at once and forgets what is unsent.
  void stop();

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
  bool is_case_told_ = false;
  std::string unsent_;
  std::size_t told_size_ = 0;  // of what is unsent: how the last game ended
  std::unique_ptr<ChildProcess> process_;
};

// Plays one case by the program, which outlives the strategy.
std::unique_ptr<solvers::Strategy> make_external_strategy(ExternalProgram& program, std::size_t case_number,
                                                          const sim::GameRules& rules, sim::Cell first_cell);

// The command line of an `external`, as a shell takes it.
std::string command_line_of(const solvers::StrategyChoice& choice);

// A command line as it is shown to the user who is to trust it: whole, and with everything escaped that could hide a
// part of it. That is all but printable ASCII, and each space that follows another: a thousand of them would move the
// rest out of sight.
std::string command_as_shown(std::string_view command_line);

}  // namespace sapper::experiments::minesweeper
