#include "solvers/minesweeper/choice/informed_rule.hpp"

#include <algorithm>
#include <limits>

namespace sapper::solvers {
namespace {

constexpr double kTie = 1e-9;

// The cell of smallest rank; ties go to the first on the board.
class Best {
 public:
  void offer(sim::Cell cell, double rank) {
    if (rank > rank_ + kTie) return;
    if (rank > rank_ - kTie && cell > cell_) return;
    rank_ = std::min(rank, rank_);
    cell_ = cell;
  }
  sim::Cell cell() const { return cell_; }

 private:
  double rank_ = std::numeric_limits<double>::infinity();
  sim::Cell cell_ = sim::kNoCell;
};

}  // namespace

double InformedRule::lowest_risk(const Posterior& posterior) {
  double lowest = posterior.outside_count() > 0 ? posterior.outside_risk().p_mine : 1;
  for (const CountedComponent* component : posterior.components())
    for (const Risk& risk : component->risks()) lowest = std::min(lowest, risk.p_mine);
  return lowest;
}

double InformedRule::rank_on_frontier(const LocalRules& knowledge, sim::Cell cell, double p_mine) const {
  const int unknown = knowledge.unknown_neighbors(cell);
  return unknown == 0 ? p_mine : p_mine + per_unknown * unknown - bonus;
}

template <class Offer>
void InformedRule::for_each_candidate(const Posterior& posterior, Offer offer) const {
  const LocalRules& knowledge = posterior.knowledge();
  const double most = lowest_risk(posterior) + margin;
  for (const CountedComponent* component : posterior.components())
    for (std::uint32_t group = 0; group < component->group_count(); ++group) {
      const double p_mine = component->risks()[group].p_mine;
      if (p_mine > most) continue;
      for (const sim::Cell cell : component->cells_of_group(group))
        offer(cell, rank_on_frontier(knowledge, cell, p_mine), p_mine);
    }
  const double outside = posterior.outside_risk().p_mine;
  if (posterior.outside_count() == 0 || outside > most) return;

  // Away from the frontier the rank depends on the unknown neighbours alone.
  double rank_by_unknown[sim::kMaxNeighbors + 1];
  double p_opens = 1;
  for (double& rank : rank_by_unknown) {
    rank = outside - bonus * p_opens;
    p_opens *= 1 - outside;
  }
  const sim::Cell cells = knowledge.grid().cell_count();
  for (sim::Cell cell = 0; cell < cells; ++cell)
    if (posterior.is_outside(cell))
      offer(cell,
            knowledge.known_mines_around(cell) > 0 ? outside
                                                   : rank_by_unknown[knowledge.unknown_neighbors(cell)],
            outside);
}

sim::Cell InformedRule::choose(const Posterior& posterior) const {
  Best best;
  for_each_candidate(posterior, [&](sim::Cell cell, double rank, double) { best.offer(cell, rank); });
  return best.cell();
}

void InformedRule::list(const Posterior& posterior, std::size_t most,
                        std::vector<Explanation::Candidate>& candidates) const {
  candidates.clear();
  for_each_candidate(posterior, [&](sim::Cell cell, double rank, double p_mine) {
    candidates.push_back({cell, p_mine, 1 - rank});
  });
  const sim::Cell chosen = choose(posterior);
  std::sort(candidates.begin(), candidates.end(), [&](const auto& a, const auto& b) {
    if ((a.cell == chosen) != (b.cell == chosen)) return a.cell == chosen;
    return a.value != b.value ? a.value > b.value : a.cell < b.cell;
  });
  if (candidates.size() > most) candidates.resize(most);
}

}  // namespace sapper::solvers
