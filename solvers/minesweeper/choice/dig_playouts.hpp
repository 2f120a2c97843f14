// Estimates the chance to win after each of several digs in one position, by playing all of them out on the same
// sampled layouts.
//
// Layouts are sampled from the posterior. On each, every dig that survives there is made and the game continued by a
// PlayoutPlayer, which takes the luck of later guesses off the result. The risk of the dig itself enters exactly, by a
// control variate: with P the probability that no cell of the dig is a mine, and w the mean result of the dig on earlier
// layouts where it survives, a layout counts
//     [survives] result - ([survives] - P) w.
// The correction has mean zero, as w depends only on earlier layouts. As all digs are played on the same layouts, their
// differences vary less than their values.
//
// An estimate is that of a player who continues as the play-outs do, and its standard error that of the sampled layouts:
// W under best play is higher, by an amount that more layouts do not change (data/studies/judging.md gives it).
//
// Cost: that of a play-out (playout_player.hpp) per layout and dig that survives there.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/random/stream.hpp"
#include "solvers/minesweeper/choice/board_family.hpp"
#include "solvers/minesweeper/choice/playout_player.hpp"
#include "solvers/minesweeper/posterior/layouts.hpp"

namespace sapper::solvers {

// The mean of results on sampled layouts, and its standard error: 0 for fewer than two results.
struct PlayoutMean {
  double value = 0;
  double error = 0;
};

// result(i): that of layout i, from 0; at least one.
template <class Result>
PlayoutMean mean_over_layouts(std::size_t layouts, Result result) {
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < layouts; ++i) {
    const double value = result(i);
    sum += value;
    squares += value * value;
  }
  const auto count = static_cast<double>(layouts);
  const double mean = sum / count;
  return {mean, std::sqrt(std::max(squares / count - mean * mean, 0.0) / std::max(count - 1, 1.0))};
}

// Boards: OnGrids or OnGraphs.
template <class Boards>
class DigPlayoutsOf {
 public:
  using Board = typename Boards::Board;
  using Posterior = typename Boards::Posterior;

  // The board must outlive the object.
  explicit DigPlayoutsOf(const Board& board, PlayoutRule rule = PlayoutRule::progress)
      : DigPlayoutsOf(board, rule, usual_endgame_layouts(rule)) {}
  DigPlayoutsOf(const Board& board, PlayoutRule rule, std::uint32_t endgame_layouts)
      : player_(board, rule, endgame_layouts), layout_(board) {}

  // Starts with a position, and without digs. The posterior is combined, with nothing pending; its risks are invalid from
  // the first play() to release().
  void start(Posterior& posterior);
  // Adds a dig: hidden cells that are dug at once. p_free: the probability that none of them is a mine. expected: the
  // result where it survives, until layouts tell it. Digs are numbered from 0, in the order in which they are added.
  void add(std::span<const sim::Cell> cells, double p_free, double expected = 0.5);
  // Plays all digs out on this many more layouts.
  void play(std::uint32_t layouts, sim::Stream& random);
  // Leaves a dig out of what is played from now on.
  void drop(std::size_t dig) { digs_[dig].is_dropped = true; }
  void release() { player_.release(); }

  std::size_t dig_count() const { return dig_count_; }
  // [layout]: of the layouts that the dig was played on, from the first; its results minus its luck.
  std::span<const double> results(std::size_t dig) const { return digs_[dig].results; }
  // The estimated chance to win; it may lie outside [0, 1] by its error.
  PlayoutMean mean(std::size_t dig) const;
  // The mean of a dig's result minus that of another, over the layouts that both were played on.
  PlayoutMean difference(std::size_t dig, std::size_t other) const;

 private:
  struct Dig {
    std::vector<sim::Cell> cells;
    double p_free = 1;
    double expected = 0.5;
    bool is_dropped = false;
    std::vector<double> results;
    // Sum and number of the results where it survives.
    double won = 0;
    double survived = 0;
  };

  void play_out(Dig& dig);

  PlayoutPlayerOf<Boards> player_;
  LayoutSampler sampler_;
  typename Boards::Layout layout_;
  std::vector<sim::Cell> mines_;
  std::vector<Dig> digs_;  // the first dig_count_; the others keep their memory for later positions
  std::size_t dig_count_ = 0;
};
using DigPlayouts = DigPlayoutsOf<OnGrids>;

extern template class DigPlayoutsOf<OnGrids>;
extern template class DigPlayoutsOf<OnGraphs>;

}  // namespace sapper::solvers
