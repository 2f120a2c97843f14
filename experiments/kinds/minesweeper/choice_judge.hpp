// Judges guesses in one position by playing each on against the same sampled layouts, with the luck of later guesses
// taken off (solvers/minesweeper/choice/playout_player.hpp). The policy that plays on is the rule of `progress`
// with exact ends, whoever made the guess. A guess's own risk enters exactly.
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
  explicit ChoiceJudge(const sim::Grid& grid) : posterior_(grid), player_(grid), layout_(grid) {}

  // cells: hidden ones; fills values(). solvers::ComponentTooWide if the frontier is too wide to be counted;
  // std::logic_error if no layout fits the view.
  void judge(const sim::View& view, std::span<const sim::Cell> cells, std::uint32_t layouts,
             sim::Stream& random);

  // [cell]: the estimated chance to win the game after a dig there.
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
