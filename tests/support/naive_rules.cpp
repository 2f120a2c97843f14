#include "tests/support/naive_rules.hpp"

#include <algorithm>
#include <limits>

namespace sapper::tests {

using sim::Cell;
using sim::View;

NaiveRules::NaiveRules(const View& view) : view_(view), beliefs_(view.grid().cell_count(), Belief::unknown) {
  for (const Cell cell : view.free_by_rule()) set(cell, Belief::safe);
  std::vector<Cell> shown;
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
    if (view.is_shown(cell)) shown.push_back(cell);
  show(shown);
}

void NaiveRules::show(std::span<const Cell> cells) {
  for (const Cell cell : cells) {
    is_contradictory_ = is_contradictory_ || is_mine(cell);
    set(cell, Belief::shown);
    work_.push_back(cell);
  }
}

void NaiveRules::set(Cell cell, Belief belief) {
  beliefs_[cell] = belief;
  for (const Cell neighbor : view_.grid().neighbors(cell))
    if (beliefs_[neighbor] == Belief::shown) work_.push_back(neighbor);
}

bool NaiveRules::propagate() {
  while (!work_.empty() && !is_contradictory_) {
    const Cell cell = work_.back();
    work_.pop_back();
    const std::vector<Cell> unknown = unknown_around(cell);
    const int needed = mines_needed(cell);
    const auto most = static_cast<int>(unknown.size());
    is_contradictory_ = needed < 0 || needed > most;
    if (needed != 0 && needed != most) continue;
    for (const Cell found : unknown) learn(found, needed != 0);
  }
  return !is_contradictory_;
}

bool NaiveRules::apply_overlap_rule() {
  bool has_learned = false;
  for (Cell cell = 0; cell < view_.grid().cell_count(); ++cell) {
    if (!is_open_constraint(cell)) continue;
    std::vector<Cell> overlapping;
    for (const Cell unknown : unknown_around(cell))
      for (const Cell other : view_.grid().neighbors(unknown))
        if (beliefs_[other] == Belief::shown && other != cell &&
            std::ranges::find(overlapping, other) == overlapping.end())
          overlapping.push_back(other);
    for (const Cell other : overlapping) has_learned |= compare(cell, other);
  }
  return has_learned;
}

// The other way round is a comparison of its own.
bool NaiveRules::compare(Cell constraint, Cell other) {
  std::vector<Cell> only_here = unknown_around(constraint);
  std::vector<Cell> only_there = unknown_around(other);
  const std::vector<Cell> here = only_here;
  std::erase_if(only_here, [&](Cell cell) { return std::ranges::count(only_there, cell) > 0; });
  std::erase_if(only_there, [&](Cell cell) { return std::ranges::count(here, cell) > 0; });
  const int more = mines_needed(constraint) - mines_needed(other);
  if (only_here.size() + only_there.size() == 0 || more != static_cast<int>(only_here.size())) return false;
  for (const Cell cell : only_here) learn(cell, true);
  for (const Cell cell : only_there) learn(cell, false);
  return true;
}

bool NaiveRules::is_open_constraint(Cell cell) const {
  return beliefs_[cell] == Belief::shown && unknown_neighbors(cell) != 0;
}

int NaiveRules::mines_needed(Cell cell) const {
  int needed = view_.number(cell);
  for (const Cell neighbor : view_.grid().neighbors(cell)) needed -= is_mine(neighbor);
  return needed;
}

std::vector<Cell> NaiveRules::cells_of(Belief belief) const {
  std::vector<Cell> cells;
  for (Cell cell = 0; cell < beliefs_.size(); ++cell)
    if (beliefs_[cell] == belief) cells.push_back(cell);
  return cells;
}

std::vector<Cell> NaiveRules::unknown_around(Cell cell) const {
  std::vector<Cell> cells;
  for (const Cell neighbor : view_.grid().neighbors(cell))
    if (is_unknown(neighbor)) cells.push_back(neighbor);
  return cells;
}

KnownCells known_by_rules(const View& view) {
  NaiveRules rules(view);
  (void)rules.propagate();
  return {rules.safe(), rules.mines()};
}

KnownCells known_by_layouts(const View& view, const LayoutCounts& counts) {
  KnownCells known;
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
    if (view.is_shown(cell)) continue;
    if (counts.is_certain_safe(cell)) known.safe.push_back(cell);
    if (counts.is_certain_mine(cell)) known.mine.push_back(cell);
  }
  return known;
}

std::vector<Cell> hidden_cells_without(const View& view, const std::vector<Cell>& mines) {
  std::vector<Cell> cells;
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
    if (view.is_hidden(cell) && !std::ranges::binary_search(mines, cell)) cells.push_back(cell);
  return cells;
}

std::vector<Cell> cells_of_least_risk(const View& view, const LayoutCounts& counts) {
  std::vector<Cell> cells;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
    if (view.is_shown(cell) || counts.with_mine[cell] > least) continue;
    if (counts.with_mine[cell] < least) cells.clear();
    least = counts.with_mine[cell];
    cells.push_back(cell);
  }
  return cells;
}

}  // namespace sapper::tests
