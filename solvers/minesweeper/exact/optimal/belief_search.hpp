// Best play from a position, exactly: how many of its layouts the best strategy wins.
//
// A position is a set of equally likely layouts that no free dig can split: every cell without a mine in any of them
// shows the same number in all of them. Free digs cost nothing, so a dig leads directly to the next positions of this
// kind:
//
//   W(set) = max over cells c of the sum over the positions that follow a dig at c of W(position),
//
// and W of a single layout is 1. All in integers.
//
// Pruning is exact:
// - Cells that show one number wherever they are free ("dead") give no information: they can wait until nothing else is
//   left, and then exactly one layout is won.
// - If c has a mine in every layout in which d has one, and both give information, then d is free after c and has to be
//   dug anyway: c need not be considered (of equivalent cells one is).
// - A position is worth at most its number of layouts minus the smallest number of layouts with a mine in a cell. The
//   sums of these bounds order the digs; a dig, or a position that follows, is abandoned once the bounds show that it
//   cannot exceed what the caller already has (`floor`).
// - Values and bounds are kept in a table shared by all threads (value_table.hpp) under keys that are equal
//   for equal positions up to symmetry (value_table.hpp).
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
#include "solvers/minesweeper/exact/optimal/value_table.hpp"

namespace sapper::solvers::optimal {

// Thrown when the search was asked to stop.
class SearchStopped : public std::runtime_error {
 public:
  SearchStopped() : std::runtime_error("the search was stopped") {}
};

// A position: the layouts in `layouts`, or if that is null the subset of `planes`.
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

// The state shared by the searches of all threads.
class SearchContext {
 public:
  // parallel_from: positions of at least this many layouts are searched by several threads.
  SearchContext(const NeighborMasks& neighbors, const PositionKeys& keys, ValueTable& table,
                std::uint32_t parallel_from);
  ~SearchContext();

  // Calls function(search) with a search that belongs to the calling thread.
  template <class Function>
  auto run(Function&& function);

  // The positions searched so far, and a request to stop: callable from another thread.
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

  // The layouts won when only these layouts are left and the cells in `safe`, free in all of them, are dug, with all
  // free digs that follow: the exact value if it exceeds `floor`; otherwise an upper bound that is at most `floor`.
  // `layouts` is reordered; `cells`: where mines are possible.
  std::uint32_t value_after(std::span<CellMask> layouts, CellMask cells, CellMask safe, std::int64_t floor);
  // The digs worth considering in a position without free digs, best bound first, then by cell. Empty if no dig gives
  // information: then the value is 1, whatever is dug.
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
  void end_if_stopped() const;

  SearchContext& context_;
  Scratch kept_;
  Scratch closing_;
  std::uint64_t searched_ = 0;  // positions searched by this object
  std::uint64_t reported_ = 0;  // of them reported to the context
};

template <class Function>
auto SearchContext::run(Function&& function) {
  std::unique_ptr<BeliefSearch> search = take_search();
  const auto result = function(*search);
  return_search(std::move(search));
  return result;
}

}  // namespace sapper::solvers::optimal
