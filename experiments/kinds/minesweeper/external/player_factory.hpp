// Makes the players of a config, whoever plays: strategies, programs and policies (players.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "experiments/kinds/minesweeper/config/config.hpp"
#include "experiments/kinds/minesweeper/game/outside_player.hpp"
#include "experiments/run/game_range.hpp"
#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/graph_game_rules.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::minesweeper {

class ExternalPlayer;
class PolicyPlayer;

// Creates one player of one thread, and keeps what the player needs across cases: the process of an external one.
class PlayerFactory {
 public:
  // The config must outlive the object. InputError for a program if the config may not run commands, and for a policy if it
  // has none.
  PlayerFactory(const Config& config, const solvers::StrategyChoice& choice);

  // The player for a case with these rules; valid until the next call. The games of one from outside throw what start_case()
  // of ExternalPlayer or PolicyPlayer says.
  AnyPlayerPointer make(std::size_t case_number, const sim::GameRules& rules);
  AnyGraphPlayerPointer make(std::size_t case_number, const sim::GraphGameRules& rules);

  // The games of the case that the player will be asked for next: a policy plays them now, many at once.
  void expect(GameRange games);

  bool is_external() const { return external_ != nullptr || policy_ != nullptr; }
  // The external player's processor time so far; 0 for a strategy that is built in.
  std::uint64_t external_ns() const;

 private:
  solvers::StrategyChoice choice_;
  std::shared_ptr<ExternalPlayer> external_;  // null: the strategy is no program
  std::shared_ptr<PolicyPlayer> policy_;      // null: the strategy is no policy
};

}  // namespace sapper::experiments::minesweeper
