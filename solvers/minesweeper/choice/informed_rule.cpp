#include "solvers/minesweeper/choice/informed_rule.hpp"

#include <algorithm>
#include <limits>

namespace sapper::solvers {
namespace {

constexpr double kTie = 1e-9;

bool is_outside_candidate(const Posterior& posterior, double max_risk) {
  return posterior.outside_count() > 0 && posterior.outside_risk().p_mine <= max_risk;
}

// The cell of smallest rank, of these that of the smallest tie-break; then the first on the board. The tie-break is
// computed for cells of equal rank only.
template <class TieBreak>
class Best {
 public:
  explicit Best(TieBreak tie_break) : tie_break_(tie_break) {}

  void offer(sim::Cell cell, double rank) {
    if (rank > rank_ + kTie) return;
    if (rank > rank_ - kTie) {
      if (!has_tie_value_) tie_value_ = tie_break_(cell_);
      const double tie_value = tie_break_(cell);
      has_tie_value_ = true;
      if (tie_value > tie_value_ + kTie) return;
      if (tie_value > tie_value_ - kTie && cell > cell_) return;
      tie_value_ = tie_value;
    } else {
      has_tie_value_ = false;
    }
    rank_ = std::min(rank, rank_);
    cell_ = cell;
  }
  sim::Cell cell() const { return cell_; }

 private:
  TieBreak tie_break_;
  double rank_ = std::numeric_limits<double>::infinity();
  bool has_tie_value_ = false;
  double tie_value_ = 0;  // of cell_, once it was needed
  sim::Cell cell_ = sim::kNoCell;
};

}  // namespace

InformedRule::Surroundings::Surroundings(const Posterior& posterior, sim::Cell cell) {
  const LocalRules& knowledge = posterior.knowledge();
  for (const sim::Cell neighbor : knowledge.grid().neighbors(cell)) {
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

double InformedRule::Surroundings::p_clear(double p_mine) const {
  double p = p_clear_frontier;
  for (int i = 0; i < away; ++i) p *= 1 - p_mine;
  return p;
}

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
void InformedRule::for_each_on_frontier(const Posterior& posterior, double max_risk, Offer offer) const {
  for (const CountedComponent* component : posterior.components())
    for (std::uint32_t group = 0; group < component->group_count(); ++group) {
      const double p_mine = component->risks()[group].p_mine;
      if (p_mine > max_risk) continue;
      for (const sim::Cell cell : component->cells_of_group(group))
        offer(cell, rank_on_frontier(posterior.knowledge(), cell, p_mine), p_mine);
    }
}

double InformedRule::rank_away(const Surroundings& around, double p_mine) const {
  if (around.has_known_mine) return p_mine;
  return p_mine - bonus * around.p_clear(p_mine) - per_frontier_neighbor * around.frontier;
}

double InformedRule::tie_break(const Surroundings& around, double p_mine) const {
  return per_neighbor_away * around.away + around.p_clear(p_mine);
}

sim::Cell InformedRule::choose(const Posterior& posterior) const {
  Best best([&](sim::Cell cell) {
    return tie_break(Surroundings(posterior, cell), posterior.outside_risk().p_mine);
  });
  const double max_risk = lowest_risk(posterior) + margin;
  for_each_on_frontier(posterior, max_risk,
                       [&](sim::Cell cell, double rank, double) { best.offer(cell, rank); });
  if (!is_outside_candidate(posterior, max_risk)) return best.cell();

  const double p_mine = posterior.outside_risk().p_mine;
  const sim::Grid& grid = posterior.knowledge().grid();
  for (const CountedComponent* component : posterior.components())
    for (const sim::Cell cell : component->cells())
      for (const sim::Cell neighbor : grid.neighbors(cell))
        if (posterior.is_outside(neighbor))
          best.offer(neighbor, rank_away(Surroundings(posterior, neighbor), p_mine));
  // The rank of a cell all of whose neighbours are away from the frontier depends on their number alone: after the first
  // with so many, cells with as many or more are not offered. Those with a neighbour on the frontier were above.
  int fewest = sim::kMaxNeighbors + 1;
  posterior.visit_outside([&](sim::Cell cell) {
    const int neighbors = grid.neighbors(cell).size();
    if (neighbors >= fewest) return true;
    const Surroundings around(posterior, cell);
    best.offer(cell, rank_away(around, p_mine));
    if (around.away == neighbors) fewest = neighbors;
    return true;
  });
  return best.cell();
}

void InformedRule::list(const Posterior& posterior, std::size_t most,
                        std::vector<Explanation::Candidate>& candidates) const {
  candidates.clear();
  const auto add = [&](sim::Cell cell, double rank, double p_mine) {
    candidates.push_back({cell, p_mine, 1 - rank});
  };
  const double max_risk = lowest_risk(posterior) + margin;
  for_each_on_frontier(posterior, max_risk, add);
  const double outside = posterior.outside_risk().p_mine;
  if (is_outside_candidate(posterior, max_risk))
    posterior.visit_outside([&](sim::Cell cell) {
      add(cell, rank_away(Surroundings(posterior, cell), outside), outside);
      return true;
    });
  const sim::Cell chosen = choose(posterior);
  std::sort(candidates.begin(), candidates.end(), [&](const auto& a, const auto& b) {
    if ((a.cell == chosen) != (b.cell == chosen)) return a.cell == chosen;
    return a.value != b.value ? a.value > b.value : a.cell < b.cell;
  });
  if (candidates.size() > most) candidates.resize(most);
}

}  // namespace sapper::solvers
