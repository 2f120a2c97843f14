// Many games of one board that are stepped together: the core of the Python class sapper.VectorEnv.
//
// Slot i plays the games 0, 1, 2, ... one after another. Game k of slot i is the game of number i * 2^32 + k of this
// board and seed in any experiment: it depends on neither the number of slots nor the threads. The first dig
// is the player's, and the first-click rule holds for it. What the player sees is kept in arrays with a row for each
// slot, in which a step changes only what it showed.
//
// P(mine), where it is wanted, is the exact chance that digging the cell now hits a mine: before the first dig that of
// the first-click rule (sim::first_dig_risk), then the posterior, 0 where shown, and of a game that is over 1 where
// a mine lies.
//
// Cost: under half a microsecond a step of random play on 10 x 10 cells with 10 mines, some 3 microseconds with P(mine).
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "experiments/kinds/minesweeper/game/game_in_play.hpp"
#include "solvers/minesweeper/choice/board_family.hpp"

namespace sapper::experiments::minesweeper {

// When a game that is over makes way for the next one of its slot.
enum class Autoreset : std::uint8_t {
  next_step,  // the next step starts it, whatever the action
  same_step,  // the step that ends the game does; what the game showed last is in SlotArrays::final_cells
  disabled,   // reset() does; until then steps change nothing
};

struct SlotSettings {
  std::uint32_t slots = 1;
  std::size_t threads = 1;
  Autoreset autoreset = Autoreset::next_step;
  bool computes_risks = false;
  bool can_take_back = false;  // costs a copy of the arrays with each step, and the memory for it
};

// What the players see, and what the last step did. Rows of cells: [slot * cell_count + cell]; all others: [slot].
struct SlotArrays {
  std::vector<std::int8_t> cells;    // kHiddenCell, a number or dug_mine()
  std::vector<std::uint8_t> hidden;  // rows of cells: 1 where a dig would do something
  std::vector<double> risks;         // rows of cells: P(mine); empty unless wanted
  std::vector<std::uint8_t> safe;    // rows of cells: 1 where certainly safe; empty unless wanted
  // Rows of cells: what the games showed that the last step ended; for Autoreset::same_step, else empty.
  std::vector<std::int8_t> final_cells;

  std::vector<std::int64_t> games;    // the number k of the slot's game
  std::vector<std::int64_t> invalid;  // digs of shown cells since reset()
  // These describe the last step: whether it ended the game (with Autoreset::disabled: whether the game is over), and
  // how; how many cells it showed; whether it dug a shown cell; P(mine) of its cell and the lowest of any cell that was
  // hidden (NaN if nothing was dug; empty unless risks are wanted); the number of the game that it was a step of.
  std::vector<std::uint8_t> over, won, lost;
  std::vector<std::int32_t> opened;
  std::vector<std::uint8_t> dug_shown;
  std::vector<double> dug_risks, lowest_risks;
  std::vector<std::int64_t> stepped_games;

  std::vector<sim::Stream> sampling;  // of sample()
};

// Boards: OnGrids or OnGraphs.
template <class Boards>
class GameSlotsOf {
 public:
  static constexpr std::uint32_t kMaxSlots = 1U << 20;
  static constexpr std::int8_t kHiddenCell = -1;
  static constexpr std::int8_t kDugMine = 9;
  // On graphs the largest number of a cell must be less than that of any std::int8_t.
  static constexpr std::uint32_t kMaxDegree = 126;

  // The games of a dealer, whose mines stay where they are and whose layouts may need guesses. 1 <= slots <= kMaxSlots,
  // 1 <= threads. No game has started yet.
  GameSlotsOf(DealerOf<Boards> dealer, SlotSettings settings);
  ~GameSlotsOf();
  GameSlotsOf(const GameSlotsOf&) = delete;
  GameSlotsOf& operator=(const GameSlotsOf&) = delete;

  // Starts the next game of each slot, or of those where `chosen` is not 0 ([slots] or empty). The first call, and one
  // with a seed, begin with game 0; a seed needs all slots. The counts of invalid digs of these slots start over.
  void reset(std::optional<std::uint64_t> seed, std::span<const std::uint8_t> chosen = {});
  // The next reset() of a slot with a seed, [slots], begins with game 0 of the first slot under that seed, until a reset()
  // with a seed for all.
  void reseed(std::span<const std::optional<std::uint64_t>> seeds);
  // Game k of a slot is this one for k = 0, and then those with the following numbers.
  const sim::GameId& first_game(std::uint32_t slot) const { return first_games_[slot]; }
  bool is_started() const { return is_started_; }

  // One dig in each slot, [slots], each a cell of the board. After reset().
  void step(std::span<const std::int32_t> cells);

  // Takes the last step back: everything is as before it. Needs SlotSettings::can_take_back; without effect after a
  // reset() or a second time. The games that the step changed are played again from their digs.
  void take_back();

  // A uniformly random hidden cell of each slot, [slots], from a stream of the slot's game; 0 where the game is over.
  void sample(std::span<std::int32_t> cells);

  std::uint32_t slot_count() const { return settings_.slots; }
  std::uint32_t cell_count() const { return cell_count_; }
  const SlotSettings& settings() const { return settings_; }
  const typename Boards::GameRules& rules() const { return dealer_.rules(); }
  // What a mine that was dug is in SlotArrays::cells: kDugMine, or more than any number where cells see more than 8 others.
  std::int8_t dug_mine() const { return dug_mine_; }

  // The arrays keep their place while the object exists.
  const SlotArrays& arrays() const { return now_; }

 private:
  using Scratch = std::optional<typename Boards::Posterior>;  // one for each block of slots
  class Threads;

  // Calls body(slot, scratch) for every slot.
  template <class Body>
  void for_each_slot(const Body& body);
  sim::GameId id_of(std::uint32_t slot, std::int64_t game) const;
  void seed_all(std::uint64_t seed);
  void start(std::uint32_t slot, std::int64_t game);
  void step_slot(std::uint32_t slot, sim::Cell cell, Scratch& scratch);
  double lowest_risk(std::uint32_t slot) const;
  void end(std::uint32_t slot, sim::Cell cell, Scratch& scratch);
  void find_risks(std::uint32_t slot, Scratch& scratch);
  std::size_t row(std::uint32_t slot) const { return static_cast<std::size_t>(slot) * cell_count_; }

  SlotSettings settings_;
  DealerOf<Boards> dealer_;
  std::vector<sim::GameId> first_games_;  // [slot]
  std::uint32_t cell_count_;
  std::int8_t dug_mine_ = kDugMine;
  bool is_started_ = false;
  std::deque<GameInPlayOf<Boards>> boards_;  // [slot]
  std::vector<double> first_risks_;          // [cell] before the first dig
  SlotArrays now_;
  // These are filled only where steps can be taken back.
  SlotArrays before_;                                     // the last step
  std::vector<std::vector<sim::Cell>> digs_, last_digs_;  // [slot], of its game and of the one before
  std::vector<std::size_t> dig_counts_;                   // [slot], before the last step
  bool has_step_ = false;                                 // that can be taken back
  std::unique_ptr<Threads> threads_;
};
using GameSlots = GameSlotsOf<solvers::OnGrids>;

extern template class GameSlotsOf<solvers::OnGrids>;
extern template class GameSlotsOf<solvers::OnGraphs>;

}  // namespace sapper::experiments::minesweeper
