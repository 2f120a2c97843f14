// The interface between strategies that play on graphs and the driver: Strategy's counterpart for boards of any shape.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/graph.hpp"
#include "sim/random/stream.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"

namespace sapper::solvers {

// The digs of one turn, in their order: first cells that are certainly safe, ascending, then single ones.
struct GraphDigs {
  std::vector<sim::Cell> safe;
  MoveKind safe_kind = MoveKind::rules;  // of all cells in `safe`
  std::vector<Move> moves;

  bool empty() const { return safe.empty() && moves.empty(); }
  // Calls visit with each dig as a single move.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const sim::Cell cell : safe) visit(Move{cell, safe_kind, 0});
    for (const Move& move : moves) visit(move);
  }
  // The first dig; there must be one.
  Move front() const { return safe.empty() ? moves.front() : Move{safe.front(), safe_kind, 0}; }
  void clear() {
    safe.clear();
    moves.clear();
  }
};

class GraphStrategy {
 public:
  virtual ~GraphStrategy() = default;

  // Starts on the view, which must outlive the game and has the number of mines; cells may already be shown. Called again
  // whenever the mines have moved. `random`: the stream of only this strategy's choices, for the rest of the game.
  virtual void begin(const sim::GraphPosition& view, sim::Stream& random) = 0;

  // The player's turn in an undecided game: adds at least one dig of a hidden cell to `digs`, which is empty. `shown`: the
  // cells shown since begin() or the last plan(), each once.
  virtual void plan(std::span<const sim::Cell> shown, GraphDigs& digs) = 0;

  // As Strategy's.
  virtual std::span<const sim::Cell> fallible_flags() const { return {}; }

  // Explains the last plan(). May compute what play did not need.
  virtual Explanation explain() { return {}; }

  // As Strategy's.
  virtual void start_game(std::uint64_t /*game*/) {}
  virtual void finish(bool /*is_won*/) {}

  Telemetry& telemetry() { return telemetry_; }

 private:
  Telemetry telemetry_;
};

}  // namespace sapper::solvers
