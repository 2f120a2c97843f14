// Judges guesses in one position by playing each out on the same sampled layouts, with control variates for the luck of
// later guesses (solvers/minesweeper/choice/playout_player.hpp). Play-outs continue by the given rule, with exact
// end-games, whoever made the guess. The risk of the guess itself is exact, not sampled.
#pragma once

#include <span>
#include <vector>

#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/choice/playout_player.hpp"
#include "solvers/minesweeper/posterior/layout_sampler.hpp"

namespace sapper::experiments::minesweeper {

class ChoiceJudge {
 public:
  // The grid must outlive the object.
  explicit ChoiceJudge(const sim::Grid& grid, solvers::PlayoutRule rule = solvers::PlayoutRule::progress)
      : posterior_(grid), player_(grid, rule), layout_(grid) {}

  // cells: hidden ones; fills values(). solvers::ComponentTooWide if the frontier is too wide to count;
  // std::logic_error if no layout is consistent with the view.
  void judge(const sim::View& view, std::span<const sim::Cell> cells, std::uint32_t layouts,
             sim::Stream& random);

  // [cell]: the estimated win probability after a dig there.
  std::span<const double> values() const { return values_; }
  // The natural logarithm of the number of layouts of the position.
  double log_layouts() const { return log_layouts_; }

 private:
  solvers::Posterior posterior_;
  solvers::LayoutSampler sampler_;
  solvers::PlayoutPlayer player_;
  sim::Layout layout_;
  std::vector<sim::Cell> mines_;
  std::vector<double> values_;
  double log_layouts_ = 0;
};

}  // namespace sapper::experiments::minesweeper
