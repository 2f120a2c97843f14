#include "solvers/minesweeper/deduction/graph_rules.hpp"

namespace sapper::solvers {

GraphRules::GraphRules(const sim::GraphPosition& position, std::span<const sim::Cell> ignored)
    : position_(&position) {
  const sim::Graph& graph = *position.graph;
  const std::uint32_t cells = graph.cell_count();
  states_.assign(cells, State::unknown);
  needed_.assign(cells, 0);
  unknown_around_.assign(cells, 0);
  unknown_count_ = cells;
  for (sim::Cell cell = 0; cell < cells; ++cell) {
    if (position.is_hidden(cell)) continue;
    states_[cell] = State::shown;
    --unknown_count_;
  }
  for (const sim::Cell cell : ignored) states_[cell] = State::safe;
  for (sim::Cell cell = 0; cell < cells; ++cell) {
    if (states_[cell] != State::shown) continue;
    needed_[cell] = position.shown[cell];
    for (const sim::Cell seen : graph.sees(cell))
      unknown_around_[cell] = static_cast<std::int16_t>(unknown_around_[cell] + (is_unknown(seen) ? 1 : 0));
    queue_.push_back(cell);
  }
  for (const sim::Cell cell : position.known_mines) learn(cell, State::mine);
  for (const sim::Cell cell : position.known_safe) learn(cell, State::safe);
}

void GraphRules::learn(sim::Cell cell, State state) {
  if (!is_unknown(cell)) return;
  states_[cell] = state;
  --unknown_count_;
  mine_count_ += state == State::mine ? 1 : 0;
  for (const sim::Cell number : graph().seen_by(cell)) {
    if (!is_shown(number)) continue;
    unknown_around_[number] = static_cast<std::int16_t>(unknown_around_[number] - 1);
    needed_[number] = static_cast<std::int16_t>(needed_[number] - (state == State::mine ? 1 : 0));
    queue_.push_back(number);
  }
}

bool GraphRules::propagate() {
  while (!queue_.empty()) {
    const sim::Cell number = queue_.back();
    queue_.pop_back();
    const int needed = needed_[number];
    const int unknown = unknown_around_[number];
    if (needed < 0 || needed > unknown) return false;
    if (unknown == 0 || (needed != 0 && needed != unknown)) continue;
    const State state = needed == 0 ? State::safe : State::mine;
    for (const sim::Cell cell : graph().sees(number)) learn(cell, state);
  }
  return true;
}

}  // namespace sapper::solvers
