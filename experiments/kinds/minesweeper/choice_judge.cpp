#include "experiments/kinds/minesweeper/choice_judge.hpp"

#include <stdexcept>

namespace sapper::experiments::minesweeper {

void ChoiceJudge::judge(const sim::View& view, std::span<const sim::Cell> cells, std::uint32_t layouts,
                        sim::Stream& random) {
  if (!posterior_.compute(view)) throw std::logic_error("the view has no consistent layout");
  log_layouts_ = posterior_.log_layouts();
  std::vector<double> p_free;
  for (const sim::Cell cell : cells) p_free.push_back(1 - posterior_.p_mine(cell));
  sampler_.start(posterior_);
  player_.start(posterior_);
  values_.assign(cells.size(), 0);
  std::vector<double> won(cells.size(), 0);
  std::vector<double> free(cells.size(), 0);
  for (std::uint32_t i = 0; i < layouts; ++i) {
    sampler_.draw(random, mines_);
    mines_.insert(mines_.end(), player_.known_mines().begin(), player_.known_mines().end());
    layout_.set_mines(mines_);
    player_.take_layout(layout_);
    for (std::size_t at = 0; at < cells.size(); ++at) {
      const bool is_free = !layout_.is_mine(cells[at]);
      // The guess's own risk enters exactly.
      double result = (p_free[at] - (is_free ? 1 : 0)) * (free[at] > 0 ? won[at] / free[at] : 0.5);
      if (is_free) {
        const double value = player_.play(cells[at]);
        result += value;
        won[at] += value;
        free[at] += 1;
      }
      values_[at] += result / layouts;
    }
  }
  player_.release();
}

}  // namespace sapper::experiments::minesweeper
