// Chooses among candidates by playing each out on the same sampled layouts.
//
// Layouts are sampled from the posterior. On each, every candidate that is free there is dug and the game is continued
// by the cheap rule of `progress` until it is won, lost, or solved exactly (few layouts left). Control variates remove
// luck from the results:
// - A candidate's own risk enters exactly: with w the running mean of the results where it is free, a layout counts
//   [free] won - ([free] - (1 - p)) w.
// - At each guess inside a play-out, (survived - (1 - p)) W is subtracted, where W is the mean of the results after
//   surviving a guess, by bins of the logarithm of the number of layouts.
// Both corrections have mean zero: w and W depend only on earlier layouts, and given those and what a play-out has shown,
// the mine under its next guess is as likely as the posterior says. (W may not hold results of other play-outs on the
// same layout: they tell whether the guess survives.)
//
// For each difference to the leader, the two-step values give the prior and the paired layouts the likelihood, both
// normal. A candidate is dropped when the expected loss of dropping it is below a threshold; the search ends with one
// candidate or at the limit of layouts. Cost: about ten microseconds per play-out on an Expert board.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/random/stream.hpp"
#include "solvers/minesweeper/choice/look_ahead.hpp"
#include "solvers/minesweeper/choice/playout_player.hpp"
#include "solvers/minesweeper/posterior/layout_sampler.hpp"

namespace sapper::solvers {

// The prior of the difference in win probability, given the two-step difference. The defaults were fitted on play-outs
// of Expert positions.
struct PlayoutPrior {
  double share = 0.37;  // its mean, as a share of the two-step difference
  double deviation = 0.017;
};

struct PlayoutLimits {
  std::uint32_t max_layouts = 100;
  std::size_t max_candidates = 12;
  double min_loss = 0.0007;      // expected loss below which a candidate is dropped
  std::uint32_t per_round = 10;  // layouts between decisions
  PlayoutPrior prior{};
};

class Playouts {
 public:
  explicit Playouts(const sim::Grid& grid) : player_(grid), layout_(grid) {}

  // candidates: best first, at least two. The posterior is combined, with nothing pending; its risks are recomputed.
  // Returns the candidates that were played, best first, then ordered by their estimates when they were dropped or the
  // search ended; the values are win probabilities, with standard errors. Valid until the next call.
  std::span<const LookAhead::Candidate> choose(Posterior& posterior,
                                               std::span<const LookAhead::Candidate> candidates,
                                               const PlayoutLimits& limits, sim::Stream& random);

 private:
  struct Contender {
    LookAhead::Candidate candidate;
    std::vector<double> results;  // by layout
    double won = 0;               // where it is free
    double free = 0;
    bool is_dropped = false;
    double estimate = 0;  // of the difference to the leader
    double weight = 1;    // of its own results in the estimate, as opposed to the prior
  };

  void list_judged(std::size_t best);
  static double standard_error(const Contender& contender, const Contender& best);
  void play_layout(Contender& contender);
  std::size_t leader(const PlayoutPrior& prior) const;
  void drop_hopeless(std::size_t leader, const PlayoutLimits& limits);
  std::size_t left() const;

  PlayoutPlayer player_;
  LayoutSampler sampler_;
  sim::Layout layout_;
  std::vector<sim::Cell> mines_;
  std::vector<Contender> contenders_;
  std::size_t contender_count_ = 0;
  std::vector<LookAhead::Candidate> judged_;
};

}  // namespace sapper::solvers
