// The strategy `external`: a user's program that plays over `sapper-player/1` (data/players/PROTOCOL.md). The referee
// judges its digs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "experiments/kinds/minesweeper/config/config.hpp"
#include "experiments/kinds/minesweeper/game/outside_player.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::minesweeper {

class ExternalProgram;

// The player of one thread, for all cases: it keeps the program's process from case to case.
class ExternalPlayer {
 public:
  // InputError if the config may not run commands. The config must outlive the object.
  ExternalPlayer(const Config& config, const solvers::StrategyChoice& choice);

  // The player of a case; valid until the next call. Its games throw RunError if the program cannot be
  // started or does not acknowledge its first case, PlayerChanged if its files have changed since the config's
  // program_versions first saw them, and std::runtime_error if it gave a wrong or late answer, or ended, unless the game
  // then counts as lost.
  // Boards: OnGrids or OnGraphs, as the case's board is.
  template <class Boards>
  std::unique_ptr<OutsidePlayerOf<typename Boards::Strategy>> start_case(std::size_t case_number);
  // The processor time of the program's processes so far.
  std::uint64_t processor_ns() const;

 private:
  const Config* config_;
  solvers::StrategyChoice choice_;
  std::shared_ptr<ExternalProgram> program_;
};

// `"my solver": python3 my_solver.py`, for each external strategy of the config. The command lines are complete, with
// everything escaped that could hide a part of them from the user who has to trust them: all but printable ASCII, and each
// space that follows another, since a thousand of them would move the rest out of sight.
std::vector<std::string> commands_of(const Config& config);

}  // namespace sapper::experiments::minesweeper
