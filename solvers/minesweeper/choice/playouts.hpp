// Chooses among candidates by play-outs on the same sampled layouts (dig_playouts.hpp).
//
// For each difference to the leader, the two-step values give the prior and the paired layouts the likelihood, both
// normal. A candidate is dropped when the expected loss of dropping it is below a threshold; the search ends with one
// candidate or at the limit of layouts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/random/stream.hpp"
#include "solvers/minesweeper/choice/dig_playouts.hpp"
#include "solvers/minesweeper/choice/look_ahead.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

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
  explicit Playouts(const sim::Grid& grid) : digs_(grid) {}
  Playouts(const sim::Grid& grid, PlayoutRule rule, std::uint32_t endgame_layouts)
      : digs_(grid, rule, endgame_layouts) {}

  // candidates: best first, at least two. The posterior is combined, with nothing pending; its risks are recomputed.
  // Returns the candidates that were played, best first, then ordered by their estimates when they were dropped or the
  // search ended; the values are win probabilities, with standard errors. Valid until the next call.
  std::span<const LookAhead::Candidate> choose(Posterior& posterior,
                                               std::span<const LookAhead::Candidate> candidates,
                                               const PlayoutLimits& limits, sim::Stream& random);

 private:
  // One of the digs of digs_, with the same number.
  struct Contender {
    LookAhead::Candidate candidate;
    bool is_dropped = false;
    double estimate = 0;  // of the difference to the leader
    double weight = 1;    // of its own results in the estimate, as opposed to the prior
  };

  void list_judged(std::size_t best);
  double standard_error(std::size_t contender, std::size_t best) const;
  std::size_t leader(const PlayoutPrior& prior) const;
  void drop_hopeless(std::size_t leader, const PlayoutLimits& limits);
  std::size_t left() const;

  DigPlayouts digs_;
  std::vector<Contender> contenders_;
  std::vector<LookAhead::Candidate> judged_;
};

}  // namespace sapper::solvers
