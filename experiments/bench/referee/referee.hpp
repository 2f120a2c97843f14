// Judges guesses of one position by playing each on against the same drawn layouts, luck taken off
// (solvers/minesweeper/strategies/playout_player.hpp). The policy that plays on is the rule of `progress` with
// exact ends, whoever made the guess.
#pragma once

#include <span>
#include <vector>

#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/posterior/layout_sampler.hpp"
#include "solvers/minesweeper/strategies/playout_player.hpp"

namespace sapper::experiments::bench {

class Referee {
 public:
  explicit Referee(const sim::Grid& grid) : posterior_(grid), player_(grid), layout_(grid) {}

  // cells: unknown ones; fills values(). The view is possible and undecided.
  void judge(const sim::View& view, std::span<const sim::Cell> cells, std::uint32_t layouts,
             sim::Stream& random);

  // [cell]: the chance to win the game.
  std::span<const double> values() const { return values_; }
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

}  // namespace sapper::experiments::bench
