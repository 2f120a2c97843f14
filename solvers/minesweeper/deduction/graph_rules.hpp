// GraphRules deduce certain cells of a position on a graph: by rules that each look at one shown number (if it needs no
// more mines, its unknown cells are safe; if it needs as many as it has unknown cells, all are mines), and by the overlap
// rule, which compares two of them (overlap_rule.hpp).
//
// LocalRules do the same on the planes of a grid, and find the same by each step. What is known is kept from move to move:
// see Reasoner. Cost: the edges at cells that become known, and for the overlap rule those at cells seen from numbers that
// have changed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/graph.hpp"

namespace sapper::solvers {

class GraphRules {
 public:
  using Board = sim::Graph;

  // Nothing is known: reset() comes first. The graph must outlive the object.
  explicit GraphRules(const sim::Graph& graph);
  // What the position shows, before any deduction from numbers. ignored: shown cells whose numbers do not count: they are
  // only safe.
  explicit GraphRules(const sim::GraphPosition& position, std::span<const sim::Cell> ignored = {});

  // Starts over with what the position shows; it must outlive the object's use.
  void reset(const sim::GraphPosition& position, std::span<const sim::Cell> ignored = {});
  // Lets a copy switch to another position, which shows the same.
  void follow(const sim::GraphPosition& position) { position_ = &position; }
  // Adds cells that the position newly shows: all of them. Does not apply the rules.
  void show(std::span<const sim::Cell> cells);
  // Adds a fact found by other means about an unknown cell. Does not apply the rules.
  void learn(sim::Cell cell, bool is_mine) { set(cell, is_mine ? State::mine : State::safe); }

  // Applies the rules of single numbers to a fixed point; false if a number cannot be met. Afterwards numbers with unknown
  // cells need at least one mine, and fewer than there are such cells.
  [[nodiscard]] bool propagate();
  // Compares the numbers that have changed since the last call with those that they overlap, at a fixed point of the other
  // rules, and adds what follows; returns whether there was anything.
  [[nodiscard]] bool apply_overlap_rule();

  const sim::Graph& graph() const { return *graph_; }
  const sim::GraphPosition& view() const { return *position_; }
  bool is_shown(sim::Cell cell) const { return cells_[cell].state == State::shown; }
  bool is_unknown(sim::Cell cell) const { return cells_[cell].state == State::unknown; }
  bool is_mine(sim::Cell cell) const { return cells_[cell].state == State::mine; }
  bool is_safe(sim::Cell cell) const { return cells_[cell].state == State::safe; }  // and still hidden
  // The cells that a cell's number counts, and those whose numbers count the cell.
  std::span<const sim::Cell> seen_from(sim::Cell cell) const { return graph_->sees(cell); }
  std::span<const sim::Cell> seeing(sim::Cell cell) const { return graph_->seen_by(cell); }
  // Of the cells that it sees; the cell may be any.
  int unknown_neighbors(sim::Cell cell) const { return cells_[cell].unknown; }
  // Of a hidden cell: the known mines that it sees.
  int known_mines_around(sim::Cell cell) const { return -cells_[cell].needed; }
  // Of a shown cell: the mines among its unknown cells.
  int mines_needed(sim::Cell cell) const { return cells_[cell].needed; }
  // A shown cell that sees unknown ones.
  bool is_open_constraint(sim::Cell cell) const { return is_shown(cell) && unknown_neighbors(cell) != 0; }
  // Fills in all of them, ascending.
  void list_open_constraints(std::vector<sim::Cell>& constraints) const;

  // Shown cells whose unknown cells have changed since forget_changed(), and new ones that have some, each once, ascending,
  // so that components do not depend on the order in which cells were shown. Valid until the next change.
  std::span<const sim::Cell> changed();
  void forget_changed();

  // Moves the cells found safe since the last call and still hidden to `cells`, ascending.
  void take_safe(std::vector<sim::Cell>& cells);

  // Of the whole board. The mines left, by the mine count, are negative if more are known than it allows.
  std::uint32_t hidden_count() const { return hidden_count_; }
  std::uint32_t unknown_count() const { return unknown_count_; }
  std::uint32_t mine_count() const { return mine_count_; }
  std::int64_t mines_left() const {  // only if the position has a mine count
    return static_cast<std::int64_t>(*position_->prior.count) - mine_count_;
  }
  bool shows_a_zero() const;
  // Calls visit with each cell that is_safe(), ascending.
  template <class Visit>
  void visit_safe(Visit visit) const {
    if (hidden_count_ == unknown_count_ + mine_count_)
      return;  // mostly there are none, as strategies dig them
    for (sim::Cell cell = 0; cell < cells_.size(); ++cell)
      if (is_safe(cell)) visit(cell);
  }

 private:
  enum class State : std::uint8_t { unknown, safe, mine, shown };
  // The lists that contain a shown cell. Hidden ones pass for listed, so that they are not put there.
  static constexpr std::uint8_t kQueued = 1, kChanged = 2, kUncompared = 4;
  static constexpr std::uint8_t kAllLists = kQueued | kChanged | kUncompared;
  struct alignas(8) CellKnowledge {
    State state;
    std::uint8_t lists;
    std::int16_t needed;   // its number, once it is shown, minus the known mines that it sees
    std::int16_t unknown;  // cells that it sees
  };
  struct Finding {
    sim::Cell cell;
    State state;
  };

  void set(sim::Cell cell, State state);
  void make_known(sim::Cell cell, State state);
  void put_on_lists(sim::Cell number);
  void compare(sim::Cell constraint);
  void find_apart(sim::Cell number, sim::Cell other, State state);

  const sim::Graph* graph_;
  const sim::GraphPosition* position_ = nullptr;
  std::vector<CellKnowledge> unknown_;  // [cell] before anything is known
  std::vector<CellKnowledge> cells_;    // [cell]
  std::vector<sim::Cell> queue_;        // shown cells around which something has changed
  std::vector<sim::Cell> changed_, uncompared_;
  std::vector<sim::Cell> safe_;
  std::uint32_t hidden_count_ = 0;
  std::uint32_t unknown_count_ = 0;
  std::uint32_t mine_count_ = 0;
  // Scratch of the overlap rule.
  std::vector<std::uint16_t>
      shared_;  // [cell] unknown cells that a number shares with another; all 0 between calls
  std::vector<sim::Cell> overlapping_, taken_;
  std::vector<Finding> findings_;
};

[[nodiscard]] inline bool apply_overlap_rule(GraphRules& knowledge) { return knowledge.apply_overlap_rule(); }

}  // namespace sapper::solvers
