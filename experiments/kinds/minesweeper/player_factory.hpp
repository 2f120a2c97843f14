// Creates a config's players, and keeps what a player needs across cases.
#pragma once

#include <atomic>
#include <memory>

#include "experiments/kinds/minesweeper/config.hpp"
#include "experiments/kinds/minesweeper/external_player.hpp"

namespace sapper::experiments::minesweeper {

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

 private:
  const Config* config_;
  solvers::StrategyChoice choice_;
  std::unique_ptr<ExternalProgram> program_;  // null: the strategy is built in
};

// `"my solver": python3 my_solver.py`, for each external strategy of the config.
std::vector<std::string> commands_of(const Config& config);

}  // namespace sapper::experiments::minesweeper
