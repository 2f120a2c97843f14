#include "sim/minesweeper/graph_statistics.hpp"

namespace sapper::sim {

namespace {

constexpr std::uint8_t kOther = 0, kZero = 1, kFinished = 2, kReached = 3, kShownNumber = 4;

}  // namespace

// The openings are the source components of the zeros: in the reverse of the order in which a depth-first search leaves
// them, the first zero that none before it reaches is in one.
BoardStatistics GraphCounter::count(const Graph& graph, std::span<const Cell> mines,
                                    std::span<const std::uint8_t> numbers) {
  const std::uint32_t cells = graph.cell_count();
  state_.resize(cells);
  for (Cell cell = 0; cell < cells; ++cell) state_[cell] = numbers[cell] == 0 ? kZero : kOther;
  for (const Cell mine : mines) state_[mine] = kOther;
  finished_.clear();
  for (Cell cell = 0; cell < cells; ++cell)
    if (state_[cell] == kZero) search(graph, cell);

  BoardStatistics statistics;
  for (std::size_t i = finished_.size(); i-- > 0;) {
    if (state_[finished_[i]] != kFinished) continue;
    ++statistics.openings;
    reached_.assign(1, finished_[i]);
    state_[finished_[i]] = kReached;
    while (!reached_.empty()) {
      const Cell zero = reached_.back();
      reached_.pop_back();
      ++statistics.opening_cells;
      for (const Cell opened : graph.opens(zero)) {
        if (state_[opened] == kFinished) {
          state_[opened] = kReached;
          reached_.push_back(opened);
        } else if (state_[opened] == kOther) {
          state_[opened] = kShownNumber;
          ++statistics.opening_cells;
        }
      }
    }
  }
  statistics.three_bv =
      statistics.openings + cells - static_cast<std::uint32_t>(mines.size()) - statistics.opening_cells;
  return statistics;
}

void GraphCounter::search(const Graph& graph, Cell from) {
  state_[from] = kFinished;
  path_.assign(1, {from, 0});
  while (!path_.empty()) {
    Visit& visit = path_.back();
    const std::span<const Cell> opens = graph.opens(visit.zero);
    while (visit.next < opens.size() && state_[opens[visit.next]] != kZero) ++visit.next;
    if (visit.next == opens.size()) {
      finished_.push_back(visit.zero);
      path_.pop_back();
      continue;
    }
    const Cell zero = opens[visit.next];
    state_[zero] = kFinished;
    path_.push_back({zero, 0});
  }
}

}  // namespace sapper::sim
