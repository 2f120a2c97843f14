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
#include "solvers/minesweeper/choice/board_family.hpp"
#include "solvers/minesweeper/choice/dig_playouts.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"

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

// Boards: OnGrids or OnGraphs.
template <class Boards>
class PlayoutsOf {
 public:
  using Board = typename Boards::Board;
  using Posterior = typename Boards::Posterior;
  using Candidate = Explanation::Candidate;

  explicit PlayoutsOf(const Board& board) : digs_(board) {}
  PlayoutsOf(const Board& board, PlayoutRule rule, std::uint32_t endgame_layouts)
      : digs_(board, rule, endgame_layouts) {}

  // candidates: best first, at least two. The posterior is combined, with nothing pending; its risks are recomputed.
  // Returns the candidates that were played, best first, then ordered by their estimates when they were dropped or the
  // search ended; the values are win probabilities, with standard errors. Valid until the next call.
  std::span<const Candidate> choose(Posterior& posterior, std::span<const Candidate> candidates,
                                    const PlayoutLimits& limits, sim::Stream& random);

 private:
  // One of the digs of digs_, with the same number.
  struct Contender {
    Candidate candidate;
    bool is_dropped = false;
    double estimate = 0;  // of the difference to the leader
    double weight = 1;    // of its own results in the estimate, as opposed to the prior
  };

  void list_judged(std::size_t best);
  double standard_error(std::size_t contender, std::size_t best) const;
  std::size_t leader(const PlayoutPrior& prior) const;
  void drop_hopeless(std::size_t leader, const PlayoutLimits& limits);
  std::size_t left() const;

  DigPlayoutsOf<Boards> digs_;
  std::vector<Contender> contenders_;
  std::vector<Candidate> judged_;
};
using Playouts = PlayoutsOf<OnGrids>;

extern template class PlayoutsOf<OnGrids>;
extern template class PlayoutsOf<OnGraphs>;

}  // namespace sapper::solvers
