// The strategy `policy`: a function of the process that plays, which chooses a dig in many games at once, as trained
// networks do. The referee judges its digs like those of an external program.
//
// The games of a chunk are played ahead, in step: the function sees one position of each of many games, and when a game
// ends, the next one takes its place. Then each game is played as every strategy plays it, with the digs chosen before.
// So the function must depend on each position by itself for the results not to depend on which ones it sees together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/kinds/minesweeper/config/config.hpp"
#include "experiments/kinds/minesweeper/game/outside_player.hpp"
#include "experiments/run/game_range.hpp"
#include "sim/minesweeper/grid.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::minesweeper {

// Positions of as many games of one case, to be answered by a dig each.
struct PolicyBatch {
  std::string_view label;                // of the strategy
  std::span<const std::uint32_t> sides;  // of the board, whose cells they number: sides_of()
  std::size_t size = 0;                  // positions
  std::span<const std::int8_t> cells;    // [position][cell]: a number where shown, -1 hidden
  std::span<const std::uint8_t> hidden;  // [position][cell]: 1 where it can be dug, else 0
  std::span<std::int64_t> digs;          // [position], to be filled in: a hidden cell; others are failures
};

class Policy {
 public:
  virtual ~Policy() = default;

  // Fills in the digs and returns the nanoseconds of processor time that it took. Called by several threads. sim::Interrupted
  // if they will never be chosen.
  virtual std::uint64_t choose(PolicyBatch& batch) = 0;
  // The most positions of a batch.
  virtual std::size_t batch_size() const = 0;
};

// The message that a strategy `policy` has no function to play for it.
std::string refusal_of_policy(const solvers::StrategyChoice& choice);

// The player of one thread, for all cases.
class PolicyPlayer {
 public:
  // InputError if the config has no policy. The config must outlive the object.
  PolicyPlayer(const Config& config, solvers::StrategyChoice choice);

  // The player of a case; valid until the next call. Its games throw std::runtime_error after a wrong dig, unless
  // the game then counts as lost. Boards: OnGrids or OnGraphs, as the case's board is.
  template <class Boards>
  std::unique_ptr<OutsidePlayerOf<typename Boards::Strategy>> start_case(std::size_t case_number);
  // Chooses the digs of these games of the case, in place of any before.
  void play_ahead(GameRange games) { games_of_case_->play_ahead(games); }
  // The processor time of the policy so far.
  std::uint64_t policy_ns() const { return policy_ns_; }

 private:
  // What was chosen in a game.
  struct Choices {
    std::vector<sim::Cell> digs;
    std::string failure;  // what was wrong at the turn after these digs; empty: nothing
  };
  // The games of a case that were played ahead.
  class GamesOfCase {
   public:
    GamesOfCase() = default;
    GamesOfCase(const GamesOfCase&) = delete;
    GamesOfCase& operator=(const GamesOfCase&) = delete;
    virtual ~GamesOfCase() = default;
    virtual void play_ahead(GameRange games) = 0;
    virtual const Choices& choices_of(std::uint64_t game) = 0;
  };
  template <class Boards>
  class GamesOn;
  template <class Boards>
  class Replaying;

  const Config& config_;
  solvers::StrategyChoice choice_;
  std::uint64_t policy_ns_ = 0;
  std::unique_ptr<GamesOfCase> games_of_case_;
};

}  // namespace sapper::experiments::minesweeper
