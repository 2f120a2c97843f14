#include "solvers/minesweeper/choice/dig_playouts.hpp"

#include "sim/support/interruptible.hpp"

namespace sapper::solvers {

template <class Boards>
void DigPlayoutsOf<Boards>::start(Posterior& posterior) {
  dig_count_ = 0;
  sampler_.start(posterior);
  player_.start(posterior);
}

template <class Boards>
void DigPlayoutsOf<Boards>::add(std::span<const sim::Cell> cells, double p_free, double expected) {
  if (dig_count_ == digs_.size()) digs_.emplace_back();
  Dig& dig = digs_[dig_count_++];
  dig.cells.assign(cells.begin(), cells.end());
  dig.p_free = p_free;
  dig.expected = expected;
  dig.is_dropped = false;
  dig.results.clear();
  dig.won = dig.survived = 0;
}

template <class Boards>
void DigPlayoutsOf<Boards>::play(std::uint32_t layouts, sim::Stream& random) {
  for (std::uint32_t i = 0; i < layouts; ++i) {
    sim::end_if_interrupted();
    sampler_.draw(random, mines_);
    mines_.insert(mines_.end(), player_.known_mines().begin(), player_.known_mines().end());
    layout_.set_mines(mines_);
    player_.take_layout(layout_);
    for (std::size_t dig = 0; dig < dig_count_; ++dig)
      if (!digs_[dig].is_dropped) play_out(digs_[dig]);
  }
}

template <class Boards>
void DigPlayoutsOf<Boards>::play_out(Dig& dig) {
  const bool survives =
      std::none_of(dig.cells.begin(), dig.cells.end(), [&](sim::Cell cell) { return layout_.is_mine(cell); });
  const double mean = dig.survived > 0 ? dig.won / dig.survived : dig.expected;
  double result = (dig.p_free - (survives ? 1 : 0)) * mean;
  if (survives) {
    const double won = player_.play(dig.cells);
    result += won;
    dig.won += won;
    dig.survived += 1;
  }
  dig.results.push_back(result);
}

template <class Boards>
PlayoutMean DigPlayoutsOf<Boards>::mean(std::size_t dig) const {
  const std::vector<double>& results = digs_[dig].results;
  return mean_over_layouts(results.size(), [&](std::size_t i) { return results[i]; });
}

template <class Boards>
PlayoutMean DigPlayoutsOf<Boards>::difference(std::size_t dig, std::size_t other) const {
  const std::vector<double>& results = digs_[dig].results;
  const std::vector<double>& others = digs_[other].results;
  return mean_over_layouts(std::min(results.size(), others.size()),
                           [&](std::size_t i) { return results[i] - others[i]; });
}

template class DigPlayoutsOf<OnGrids>;
template class DigPlayoutsOf<OnGraphs>;

}  // namespace sapper::solvers
