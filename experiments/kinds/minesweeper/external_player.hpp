// The strategy `external`: a user's program that plays over `sapper-player/1` (data/players/PROTOCOL.md). The referee
// judges its digs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "experiments/kinds/minesweeper/config.hpp"
#include "experiments/kinds/minesweeper/outside_player.hpp"
#include "experiments/run/game_range.hpp"
#include "sim/minesweeper/game_rules.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::minesweeper {

class ExternalProgram;
class PolicyPlayer;

// Creates one player of one thread, and keeps what the player needs across cases: the process of an external one.
class PlayerFactory {
 public:
  // The config must outlive the object. InputError for an external player if the config may not run commands.
  PlayerFactory(const Config& config, const solvers::StrategyChoice& choice);

  // The player for a case with these rules; valid until the next call. The games of an external one throw RunError if the
  // program cannot be started or does not acknowledge its first case, PlayerChanged if its files have changed since the
  // config's program_versions first saw them, and std::runtime_error if it gave a wrong or late answer, or ended, unless
  // the game then counts as lost.
  AnyPlayerPointer make(std::size_t case_number, const sim::GameRules& rules);

  // The games of the case that the player will be asked for next: a policy plays them now, many at once.
  void expect(GameRange games);

  bool is_external() const { return program_ != nullptr || policy_ != nullptr; }
  // The external player's processor time so far; 0 for a strategy that is built in.
  std::uint64_t external_ns() const;

 private:
  const Config* config_;
  solvers::StrategyChoice choice_;
  std::shared_ptr<ExternalProgram> program_;  // null: the strategy is no program
  std::shared_ptr<PolicyPlayer> policy_;      // null: the strategy is no policy
};

// `"my solver": python3 my_solver.py`, for each external strategy of the config. The command lines are complete, with
// everything escaped that could hide a part of them from the user who has to trust them: all but printable ASCII, and each
// space that follows another, since a thousand of them would move the rest out of sight.
std::vector<std::string> commands_of(const Config& config);

}  // namespace sapper::experiments::minesweeper
