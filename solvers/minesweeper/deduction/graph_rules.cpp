#include "solvers/minesweeper/deduction/graph_rules.hpp"

#include <algorithm>
#include <utility>

namespace sapper::solvers {

using sim::Cell;

GraphRules::GraphRules(const sim::Graph& graph) : graph_(&graph), shared_(graph.cell_count(), 0) {
  for (Cell cell = 0; cell < graph.cell_count(); ++cell)
    unknown_.push_back({State::unknown, kAllLists, 0, static_cast<std::int16_t>(graph.sees(cell).size())});
}

GraphRules::GraphRules(const sim::GraphPosition& position, std::span<const Cell> ignored)
    : GraphRules(*position.graph) {
  reset(position, ignored);
}

void GraphRules::reset(const sim::GraphPosition& position, std::span<const Cell> ignored) {
  position_ = &position;
  const std::uint32_t cells = graph_->cell_count();
  cells_ = unknown_;
  queue_.clear();
  changed_.clear();
  uncompared_.clear();
  safe_.clear();
  hidden_count_ = unknown_count_ = cells;
  mine_count_ = 0;
  for (const Cell cell : ignored) set(cell, State::safe);
  taken_.clear();
  for (Cell cell = 0; cell < cells; ++cell)
    if (!position.is_hidden(cell) && is_unknown(cell)) taken_.push_back(cell);
  show(taken_);
  for (const Cell cell : position.known_mines) set(cell, State::mine);
  for (const Cell cell : position.known_safe) set(cell, State::safe);
}

// New numbers are listed last: most of an opening have nothing unknown around them then, and are never looked at again.
void GraphRules::show(std::span<const Cell> cells) {
  hidden_count_ -= static_cast<std::uint32_t>(cells.size());
  for (const Cell cell : cells) {
    if (is_unknown(cell)) make_known(cell, State::shown);
    cells_[cell].state = State::shown;
  }
  for (const Cell cell : cells) {
    CellKnowledge& number = cells_[cell];
    number.needed = static_cast<std::int16_t>(number.needed + position_->shown[cell]);
    number.lists = 0;
    if (number.unknown != 0 || number.needed != 0) put_on_lists(cell);
  }
}

void GraphRules::set(Cell cell, State state) {
  if (!is_unknown(cell)) return;
  if (state == State::safe) safe_.push_back(cell);
  make_known(cell, state);
}

// All cells that see it count it, shown or not, as which are shown is unpredictable.
void GraphRules::make_known(Cell cell, State state) {
  const int mine = state == State::mine ? 1 : 0;
  cells_[cell].state = state;
  --unknown_count_;
  mine_count_ += static_cast<std::uint32_t>(mine);
  for (const Cell number : graph_->seen_by(cell)) {
    CellKnowledge& seeing = cells_[number];
    --seeing.unknown;
    seeing.needed = static_cast<std::int16_t>(seeing.needed - mine);
    if (seeing.lists != kAllLists) put_on_lists(number);
  }
}

// Adds a shown cell to the lists that do not contain it yet.
void GraphRules::put_on_lists(Cell number) {
  std::uint8_t& lists = cells_[number].lists;
  if ((lists & kQueued) == 0) queue_.push_back(number);
  if ((lists & kChanged) == 0) changed_.push_back(number);
  if ((lists & kUncompared) == 0) uncompared_.push_back(number);
  lists = kAllLists;
}

bool GraphRules::propagate() {
  while (!queue_.empty()) {
    const Cell cell = queue_.back();
    queue_.pop_back();
    CellKnowledge& number = cells_[cell];
    number.lists &= static_cast<std::uint8_t>(~kQueued);
    const int needed = number.needed;
    const int unknown = number.unknown;
    if (needed < 0 || needed > unknown) return false;
    if (unknown == 0 || (needed != 0 && needed != unknown)) continue;
    const State state = needed == 0 ? State::safe : State::mine;
    for (const Cell seen : graph_->sees(cell)) set(seen, state);
  }
  return true;
}

bool GraphRules::apply_overlap_rule() {
  taken_.clear();
  std::swap(taken_, uncompared_);
  findings_.clear();
  for (const Cell constraint : taken_) {
    cells_[constraint].lists &= static_cast<std::uint8_t>(~kUncompared);
    if (unknown_neighbors(constraint) != 0) compare(constraint);
  }
  for (const Finding& finding : findings_) set(finding.cell, finding.state);
  return !findings_.empty();
}

// With each number that it shares unknown cells with, except those that are still to be compared with it.
void GraphRules::compare(Cell constraint) {
  overlapping_.clear();
  for (const Cell cell : graph_->sees(constraint)) {
    if (!is_unknown(cell)) continue;
    for (const Cell other : graph_->seen_by(cell)) {
      if ((cells_[other].lists & kUncompared) != 0) continue;  // hidden ones too
      if (shared_[other]++ == 0) overlapping_.push_back(other);
    }
  }
  const CellKnowledge& here = cells_[constraint];
  for (const Cell other : overlapping_) {
    const int shared = std::exchange(shared_[other], std::uint16_t{0});
    const CellKnowledge& there = cells_[other];
    const int alone = here.unknown - shared;
    const int other_alone = there.unknown - shared;
    if (alone + other_alone == 0) continue;
    const int more = here.needed - there.needed;
    if (more == alone) {
      find_apart(constraint, other, State::mine);
      find_apart(other, constraint, State::safe);
    } else if (-more == other_alone) {
      find_apart(constraint, other, State::safe);
      find_apart(other, constraint, State::mine);
    }
  }
}

// The unknown cells that the number has alone are of that kind.
void GraphRules::find_apart(Cell number, Cell other, State state) {
  const std::span<const Cell> others = graph_->sees(other);
  for (const Cell cell : graph_->sees(number))
    if (is_unknown(cell) && std::ranges::find(others, cell) == others.end())
      findings_.push_back({cell, state});
}

std::span<const Cell> GraphRules::changed() {
  std::ranges::sort(changed_);
  return changed_;
}

void GraphRules::forget_changed() {
  for (const Cell cell : changed_) cells_[cell].lists &= static_cast<std::uint8_t>(~kChanged);
  changed_.clear();
}

bool GraphRules::shows_a_zero() const { return std::ranges::count(position_->shown, 0) != 0; }

void GraphRules::list_open_constraints(std::vector<Cell>& constraints) const {
  constraints.clear();
  for (Cell cell = 0; cell < cells_.size(); ++cell)
    if (is_open_constraint(cell)) constraints.push_back(cell);
}

void GraphRules::take_safe(std::vector<Cell>& cells) {
  cells.clear();
  cells.swap(safe_);
  std::erase_if(cells, [this](Cell cell) { return !is_safe(cell); });
  std::ranges::sort(cells);
}

}  // namespace sapper::solvers
