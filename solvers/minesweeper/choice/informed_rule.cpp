#include "solvers/minesweeper/choice/informed_rule.hpp"

#include <algorithm>
#include <limits>

namespace sapper::solvers {

namespace {

constexpr double kPerNeighborAway = 0.1;  // among equal ranks

template <class AnyPosterior>
bool is_outside_candidate(const AnyPosterior& posterior, double max_risk) {
  return posterior.outside_count() > 0 && posterior.outside_risk().p_mine <= max_risk;
}

// The cell of smallest rank, of these that of the smallest tie-break; then the first on the board. The tie-break is
// computed for cells of equal rank only.
template <class TieBreak>
class Best {
 public:
  explicit Best(TieBreak tie_break) : tie_break_(tie_break) {}

  void offer(sim::Cell cell, double rank) {
    if (!may_take(rank)) return;
    if (rank > rank_ - kRankTie) {
      if (!has_tie_value_) tie_value_ = tie_break_(cell_);
      const double tie_value = tie_break_(cell);
      has_tie_value_ = true;
      if (tie_value > tie_value_ + kRankTie) return;
      if (tie_value > tie_value_ - kRankTie && cell > cell_) return;
      tie_value_ = tie_value;
    } else {
      has_tie_value_ = false;
    }
    rank_ = std::min(rank, rank_);
    cell_ = cell;
  }
  // Whether a cell of this rank might be chosen.
  bool may_take(double rank) const { return rank <= rank_ + kRankTie; }
  sim::Cell cell() const { return cell_; }

 private:
  TieBreak tie_break_;
  double rank_ = std::numeric_limits<double>::infinity();
  bool has_tie_value_ = false;
  double tie_value_ = 0;  // of cell_, once it was needed
  sim::Cell cell_ = sim::kNoCell;
};

template <class Surroundings>
double rank_away(const InformedWeights& weights, const Surroundings& around, double p_mine) {
  if (around.has_known_mine || around.away + around.frontier == 0)
    return p_mine;  // it tells little, or nothing
  return p_mine - weights.bonus * around.p_clear(p_mine) - weights.per_frontier * around.frontier;
}

}  // namespace

template <class Boards>
InformedRuleOf<Boards>::Surroundings::Surroundings(const Posterior& posterior, sim::Cell cell) {
  const typename Boards::Knowledge& knowledge = posterior.knowledge();
  for (const sim::Cell neighbor : knowledge.seen_from(cell)) {
    if (!knowledge.is_unknown(neighbor)) {
      has_known_mine |= knowledge.is_mine(neighbor);
    } else if (posterior.place_of(neighbor) == Posterior::kNowhere) {
      ++away;
    } else {
      ++frontier;
      p_clear_frontier *= 1 - posterior.p_mine(neighbor);
    }
  }
}

template <class Boards>
double InformedRuleOf<Boards>::Surroundings::p_clear(double p_mine) const {
  double p = p_clear_frontier;
  for (int i = 0; i < away; ++i) p *= 1 - p_mine;
  return p;
}

template <class Boards>
double InformedRuleOf<Boards>::rank_on_frontier(const InformedWeights& weights,
                                                const typename Boards::Knowledge& knowledge, sim::Cell cell,
                                                double p_mine) {
  const int unknown = knowledge.unknown_neighbors(cell);
  return unknown == 0 ? p_mine : p_mine + weights.per_unknown * unknown - weights.bonus;
}

template <class Boards>
double InformedRuleOf<Boards>::tie_break(const Surroundings& around, double p_mine) {
  return kPerNeighborAway * around.away + around.p_clear(p_mine);
}

template <class Boards>
sim::Cell InformedRuleOf<Boards>::choose(const Posterior& posterior) {
  Best best([&](sim::Cell cell) {
    return tie_break(Surroundings(posterior, cell), posterior.outside_risk().p_mine);
  });
  const typename Boards::Knowledge& knowledge = posterior.knowledge();
  const double max_risk = posterior.lowest_risk() + weights_.margin;
  posterior.visit_frontier(max_risk, [&](sim::Cell cell, double p_mine) {
    if (best.may_take(p_mine - weights_.bonus))
      best.offer(cell, rank_on_frontier(weights_, knowledge, cell, p_mine));
  });
  if (!is_outside_candidate(posterior, max_risk)) return best.cell();

  const double p_mine = posterior.outside_risk().p_mine;
  away_.find(knowledge);
  // Among the cells surrounded by cells away from the frontier, those with the fewest neighbours, but some, have the smallest
  // rank.
  away_.visit_clear([&](sim::Cell cell, int neighbors) {
    best.offer(cell, rank_away(weights_, Surroundings(posterior, cell), p_mine));
    return neighbors == 0;
  });
  away_.visit_near([&](sim::Cell cell, bool is_by_mine) {
    best.offer(cell, is_by_mine ? p_mine : rank_away(weights_, Surroundings(posterior, cell), p_mine));
  });
  if (best.may_take(p_mine)) away_.visit_far_by_mine([&](sim::Cell cell) { best.offer(cell, p_mine); });
  return best.cell();
}

template <class Boards>
void InformedRuleOf<Boards>::list(const Posterior& posterior, std::size_t most,
                                  std::vector<Explanation::Candidate>& candidates) {
  candidates.clear();
  const auto add = [&](sim::Cell cell, double rank, double p_mine) {
    candidates.push_back({cell, p_mine, 1 - rank});
  };
  const double max_risk = posterior.lowest_risk() + weights_.margin;
  posterior.visit_frontier(max_risk, [&](sim::Cell cell, double p_mine) {
    add(cell, rank_on_frontier(weights_, posterior.knowledge(), cell, p_mine), p_mine);
  });
  const double outside = posterior.outside_risk().p_mine;
  if (is_outside_candidate(posterior, max_risk))
    posterior.visit_outside([&](sim::Cell cell) {
      add(cell, rank_away(weights_, Surroundings(posterior, cell), outside), outside);
      return true;
    });
  const sim::Cell chosen = choose(posterior);
  std::sort(candidates.begin(), candidates.end(), [&](const auto& a, const auto& b) {
    if ((a.cell == chosen) != (b.cell == chosen)) return a.cell == chosen;
    return a.value != b.value ? a.value > b.value : a.cell < b.cell;
  });
  if (candidates.size() > most) candidates.resize(most);
}

template class InformedRuleOf<OnGrids>;
template class InformedRuleOf<OnGraphs>;

}  // namespace sapper::solvers
