// Best play from a position, exactly: how many of its layouts the best strategy wins.
//
// A position is a set of layouts, equally likely, that no free dig can split: every cell without a mine in
// all of them shows the same number in all of them. Digging such cells costs nothing, so that a dig leads
// straight to the next positions of this kind:
//
//   W(set) = max over cells c of the sum over the positions that follow a dig at c of W(position),
//
// and W of a single layout is 1. All in integers.
//
// What is left out is left out exactly:
// - Cells that show one number wherever they are free ("dead") tell nothing: to dig them can wait until
//   nothing else is left, and then exactly one layout is won.
// - If c has a mine in every layout in which d has one, and both tell something, then d costs nothing after
//   c and has to be dug anyway: c need not be considered (one of equals is).
// - No position is worth more than its number of layouts less the fewest that have a mine in some cell. The
//   sum of these bounds orders the digs; a dig, or a position that follows, is given up once the bounds say
//   that it cannot exceed what the caller has already (`floor`).
// - Values and bounds are kept in a table shared by all threads (value_table.hpp) under keys that are equal
//   for equal positions up to symmetry (position_keys.hpp).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "solvers/minesweeper/exact/optimal/layout_planes.hpp"
#include "solvers/minesweeper/exact/optimal/position_keys.hpp"
#include "solvers/minesweeper/exact/optimal/scratch.hpp"
#include "solvers/minesweeper/exact/optimal/value_table.hpp"

namespace sapper::solvers::optimal {

// The search was asked to stop.
class SearchStopped : public std::runtime_error {
 public:
  SearchStopped() : std::runtime_error("the search was stopped") {}
};

// A position: the layouts of `layouts`, or where that is null the subset of `planes`.
struct Position {
  const CellMask* layouts = nullptr;  // [count]
  const LayoutPlanes* planes = nullptr;
  const std::uint64_t* subset = nullptr;  // [planes->words]
  CellMask undetermined = 0;              // cells with a mine in some of its layouts, but not all
  std::uint32_t count = 0;                // layouts
  std::uint32_t upper = 0;                // a bound on its value
};

// A dig worth considering, and a bound on the layouts that it can win.
struct RankedDig {
  sim::Cell cell = sim::kNoCell;
  std::uint32_t upper = 0;
};

class BeliefSearch;

// What the searches of all threads share.
class SearchContext {
 public:
  // parallel_from: positions of that many layouts and more are searched by several threads.
  SearchContext(const NeighborMasks& neighbors, const PositionKeys& keys, ValueTable& table,
                std::uint32_t parallel_from);
  ~SearchContext();

  // function(search) with a search of its own for the calling thread.
  template <class Function>
  auto run(Function&& function);

  // Positions looked at so far, and the request to stop: for another thread.
  std::uint64_t positions() const { return positions_.load(std::memory_order_relaxed); }
  void stop() { is_stopped_.store(true, std::memory_order_relaxed); }

 private:
  friend class BeliefSearch;
  std::unique_ptr<BeliefSearch> take_search();
  void return_search(std::unique_ptr<BeliefSearch> search);

  const NeighborMasks& neighbors_;
  const PositionKeys& keys_;
  ValueTable& table_;
  std::uint32_t parallel_from_;
  std::atomic<std::uint64_t> positions_{0};
  std::atomic<bool> is_stopped_{false};
  std::mutex mutex_;
  std::vector<std::unique_ptr<BeliefSearch>> idle_;
};

class BeliefSearch {
 public:
  explicit BeliefSearch(SearchContext& context) : context_(context) {}

  // What can be won once only these layouts are left and the cells in `safe`, free in all of them, are dug,
  // with all free digs that follow: the value if it exceeds `floor`; otherwise a bound on it, at most `floor`.
  // `layouts` are reordered; `cells`: where mines are possible.
  std::uint32_t value_after(std::span<CellMask> layouts, CellMask cells, CellMask safe, std::int64_t floor);
  // The digs worth considering in a position without free digs, best bound first, then by cell. Empty if no
  // dig tells anything: then the value is 1, whatever is dug.
  std::vector<RankedDig> ranked_digs(std::span<const CellMask> layouts, CellMask undetermined);

 private:
  struct Child;
  struct Outcome;
  struct Dig;

  template <std::uint32_t kWords>
  std::uint32_t search(const Position& position, std::int64_t floor, const PositionKey* known_key);
  template <std::uint32_t kWords>
  std::uint32_t list_digs(const Position& position, std::int64_t floor, Dig* digs,
                          std::uint32_t& passed_over);
  template <std::uint32_t kWords>
  bool dig(const Position& position, sim::Cell cell, Outcome& outcome);
  template <std::uint32_t kWords>
  bool close(const Position& position, CellMask safe, Outcome& outcome);
  bool close_list(std::span<CellMask> layouts, CellMask undetermined, CellMask safe, Outcome& outcome);
  bool add_child(const Position& position, std::uint32_t fewest_mines, Outcome& outcome);
  PositionKey key_of(const Position& position);
  Position with_planes(const Position& position);
  std::int64_t evaluate(std::uint32_t count, const Outcome& outcome, std::int64_t floor);
  void search_children(Child** open, std::size_t count, std::int64_t& sum, std::int64_t floor);
  std::uint32_t search_child(const Child& child, std::int64_t floor);
  void count_position();

  SearchContext& context_;
  Scratch kept_;
  Scratch closing_;
  std::uint64_t searched_ = 0;  // positions, by this search
  std::uint64_t reported_ = 0;  // of them
};

template <class Function>
auto SearchContext::run(Function&& function) {
  std::unique_ptr<BeliefSearch> search = take_search();
  const auto result = function(*search);
  return_search(std::move(search));
  return result;
}

}  // namespace sapper::solvers::optimal
