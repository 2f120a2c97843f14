#include "solvers/minesweeper/choice/look_ahead.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "sim/support/interruptible.hpp"

namespace sapper::solvers {

using sim::Cell;

template <class Boards>
bool is_before_first_opening(const typename Boards::Knowledge& knowledge) {
  const std::uint32_t cells = Boards::board_of(knowledge).cell_count();
  return cells - knowledge.hidden_count() <= cells / 16 && !knowledge.shows_a_zero();
}
template bool is_before_first_opening<OnGrids>(const LocalRules&);
template bool is_before_first_opening<OnGraphs>(const GraphRules&);

template <class Boards>
auto LookAheadOf<Boards>::judge(const Posterior& posterior, const CandidateLimits& reach)
    -> std::span<const Candidate> {
  candidates_.clear();
  if (!what_if_.start(posterior)) {
    const Cell cell = rule_.choose(posterior);
    const double p_mine = posterior.p_mine(cell);
    candidates_.push_back({cell, p_mine, 1 - p_mine});
    return candidates_;
  }
  stuck_again_ = is_before_first_opening<Boards>(posterior.knowledge()) ? kStuckAgain : 1;
  list_candidates(posterior, reach);
  double best = 0;
  for (const RankedCell& ranked : ranked_) {
    sim::end_if_interrupted();
    const double p_mine = posterior.p_mine(ranked.cell);
    const double enough = best - reach.width;
    if (1 - p_mine < enough) continue;
    const double value = value_of(ranked.cell, enough);
    if (value < enough) continue;
    candidates_.push_back({ranked.cell, p_mine, value});
    best = std::max(best, value);
  }
  std::erase_if(candidates_,
                [&](const Candidate& candidate) { return candidate.value < best - reach.width - kRankTie; });
  // Insertion sort: values that differ only by rounding keep the rule's order.
  for (std::size_t i = 1; i < candidates_.size(); ++i)
    for (std::size_t j = i; j > 0 && candidates_[j].value > candidates_[j - 1].value + kRankTie; --j)
      std::swap(candidates_[j], candidates_[j - 1]);
  return candidates_;
}

template <class Boards>
void LookAheadOf<Boards>::list_candidates(const Posterior& posterior, const CandidateLimits& reach) {
  const typename Boards::Knowledge& knowledge = posterior.knowledge();
  const double most = posterior.lowest_risk() + reach.margin;
  ranked_.clear();
  posterior.visit_frontier(most, [&](Cell cell, double p_mine) {
    ranked_.push_back({InformedRule::rank_on_frontier({}, knowledge, cell, p_mine), cell});
  });
  // Ranks that differ only by rounding must not decide: they depend on the order of the components.
  const auto is_before = [](const RankedCell& a, const RankedCell& b) {
    const double bucket_a = std::floor(a.rank / kRankTie + 0.5);
    const double bucket_b = std::floor(b.rank / kRankTie + 0.5);
    return bucket_a != bucket_b ? bucket_a < bucket_b : a.cell < b.cell;
  };
  std::sort(ranked_.begin(), ranked_.end(), is_before);
  if (ranked_.size() > reach.max_frontier) ranked_.resize(reach.max_frontier);
  if (posterior.outside_count() > 0 && posterior.outside_risk().p_mine <= most)
    list_away(posterior, reach.max_away);
}

// Lists those most likely to open, then those with the most neighbours on the frontier. Many have the same number of
// these: the informed rule's tie-break decides. Cells without neighbours on the frontier differ by the number of their
// neighbours alone: one of each number.
template <class Boards>
void LookAheadOf<Boards>::list_away(const Posterior& posterior, std::size_t most) {
  away_.find(posterior.knowledge());
  near_.clear();
  away_.visit_near([&](Cell cell, bool) {
    near_.push_back({cell, typename InformedRule::Surroundings(posterior, cell)});
  });

  const std::size_t first = ranked_.size();
  const auto offer = [&](std::size_t begin, double rank, Cell cell) {
    for (std::size_t i = first; i < begin; ++i)
      if (ranked_[i].cell == cell) return;
    std::size_t at = ranked_.size();
    while (at > begin && (rank < ranked_[at - 1].rank - kRankTie ||
                          (rank < ranked_[at - 1].rank + kRankTie && cell < ranked_[at - 1].cell)))
      --at;
    if (at - begin >= most) return;
    ranked_.insert(ranked_.begin() + static_cast<std::ptrdiff_t>(at), {rank, cell});
    if (ranked_.size() - begin > most) ranked_.pop_back();
  };
  const double p_mine = posterior.outside_risk().p_mine;
  away_.visit_clear([&](Cell cell, int neighbors) {
    if (neighbors > 0) offer(first, -std::pow(1 - p_mine, neighbors), cell);  // else it tells nothing
    return true;
  });
  for (const NearbyCandidate& near : near_)
    if (!near.around.has_known_mine && near.around.away + near.around.frontier > 0)
      offer(first, -near.around.p_clear(p_mine), near.cell);
  const std::size_t second = ranked_.size();
  constexpr double kPerTieBreak = 0.01;  // tie-breaks are between 0 and 2
  for (const NearbyCandidate& near : near_)
    offer(second, kPerTieBreak * InformedRule::tie_break(near.around, p_mine) - near.around.frontier,
          near.cell);
  if (ranked_.size() > first) return;
  // All are next to known mines, and none is near the frontier.
  posterior.visit_outside([&](Cell cell) {
    ranked_.push_back({0, cell});
    return false;
  });
}

// Q, or an upper bound on it that is below `enough`.
template <class Boards>
double LookAheadOf<Boards>::value_of(Cell cell, double enough) {
  what_if_.dig(cell);
  std::array<int, WhatIf::kNumbers> all_numbers;
  const std::span numbers = std::span(all_numbers).first(static_cast<std::size_t>(what_if_.number_count()));
  std::iota(numbers.begin(), numbers.end(), 0);
  std::sort(numbers.begin(), numbers.end(), [&](int a, int b) {
    return what_if_.probability(a) != what_if_.probability(b)
               ? what_if_.probability(a) > what_if_.probability(b)
               : a < b;
  });
  double bound = 0;
  for (const int number : numbers) bound += what_if_.probability(number);
  for (const int number : numbers) {
    const double probability = what_if_.probability(number);
    // Outcomes this improbable do not change the choice.
    constexpr double kNegligible = 1e-6;
    if (probability < kNegligible) break;
    what_if_.show(number);
    if (!what_if_.has_informative_safe_cell() && what_if_.lowest_risk() > 0)
      bound -= probability * (1 - stuck_again_ * (1 - what_if_.lowest_risk()));
    if (bound < enough) break;
  }
  return bound;
}

template class LookAheadOf<OnGrids>;
template class LookAheadOf<OnGraphs>;

}  // namespace sapper::solvers
