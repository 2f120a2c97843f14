// `pseq`: what is certain; then of the cells of lowest P(mine) those with the largest P(they are free and some
// certainly safe cell follows), of these those with the largest expected number of such cells, of these those with the
// largest entropy of the number that they may show; the rest at random. See what_if.hpp for the quantities and the
// source. With `endgame_layouts`, positions with at most this many layouts left are solved exactly first (PSEQ-D256).
//
// Where it follows the paper and not its authors' program MineSweeperProb (data/reference/README.md): that counts the
// dug cell itself as a safe cell that follows, where the cell's group consists of it alone or all the group's other
// cells are beside it. Ties: risks to LowestRisk::kTie, the other quantities to a relative 1e-8, as there. On positions
// that WhatIf refuses, ties of the risk are broken at random.
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "solvers/minesweeper/posterior/lowest_risk.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"
#include "solvers/minesweeper/posterior/what_if.hpp"
#include "solvers/minesweeper/strategies/deducing_strategy.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;

constexpr std::array kPseqParameters{
    Parameter::whole("endgame_layouts", 0, 512, 0,
                     "positions with at most this many layouts left are solved exactly"),
};

template <class Boards>
class PseqStrategy final : public JudgingStrategyOf<Boards> {
 public:
  using Posterior = typename Boards::Posterior;

  // The search for an exact end is unlimited: the setting promises one.
  PseqStrategy(const typename Boards::GameRules& rules, const Settings& settings)
      : JudgingStrategyOf<Boards>(rules, settings, std::numeric_limits<std::uint64_t>::max()),
        what_if_(rules.board()) {}

 private:
  struct Candidate {
    Cell cell;
    GuessYield yield;
  };

  Cell choose() override {
    judged_.clear();
    this->explanation_.why = "lowest risk";
    lowest_.find(this->posterior());
    if (lowest_.cell_count() == 1 || !what_if_.start(this->posterior())) return lowest_.pick(this->random());
    this->explanation_.why = "of the lowest risk, likeliest that a safe cell follows";
    judge();
    keep_largest(&GuessYield::p_safe_follows);
    keep_largest(&GuessYield::safe_cells);
    keep_largest(&GuessYield::entropy);
    chosen_ = best_[best_.size() == 1 ? 0 : this->random().below(static_cast<std::uint32_t>(best_.size()))];
    return judged_[chosen_].cell;
  }

  // Fills judged_ with the cells of lowest risk, ascending, and best_ with all of them. Cells none of whose neighbours
  // are on the frontier differ only by how many unknown neighbours they have: one of each number is judged.
  void judge() {
    for (const Cell cell : lowest_.frontier_cells()) judged_.push_back({cell, yield_of(what_if_, cell)});
    if (lowest_.includes_outside()) {
      judged_with_.fill(kNone);
      const typename Boards::Knowledge& knowledge = this->posterior().knowledge();
      this->posterior().visit_outside([&](Cell cell) {
        std::size_t unknown = 0;
        bool is_beside_frontier = false;
        for (const Cell neighbor : knowledge.seen_from(cell)) {
          if (!knowledge.is_unknown(neighbor)) continue;
          ++unknown;
          is_beside_frontier |= !this->posterior().is_outside(neighbor);
        }
        if (!is_beside_frontier && judged_with_[unknown] != kNone) {
          judged_.push_back({cell, judged_[judged_with_[unknown]].yield});
          return true;
        }
        if (!is_beside_frontier) judged_with_[unknown] = judged_.size();
        judged_.push_back({cell, yield_of(what_if_, cell)});
        return true;
      });
    }
    std::sort(judged_.begin(), judged_.end(),
              [](const Candidate& a, const Candidate& b) { return a.cell < b.cell; });
    best_.clear();
    for (std::uint32_t i = 0; i < judged_.size(); ++i) best_.push_back(i);
  }

  void keep_largest(double GuessYield::*quantity) {
    constexpr double kTie = 1e-8;
    double largest = 0;
    for (const std::uint32_t i : best_) largest = std::max(largest, judged_[i].yield.*quantity);
    std::erase_if(best_, [&](std::uint32_t i) { return judged_[i].yield.*quantity < largest * (1 - kTie); });
  }

  // The cell chosen first, then in the order of the criteria.
  void list_candidates(std::vector<Explanation::Candidate>& candidates) override {
    if (judged_.empty()) return;
    const Cell chosen = judged_[chosen_].cell;
    std::vector<Candidate> sorted = judged_;
    std::stable_sort(sorted.begin(), sorted.end(), [&](const Candidate& a, const Candidate& b) {
      if ((a.cell == chosen) != (b.cell == chosen)) return a.cell == chosen;
      return a.yield.p_safe_follows > b.yield.p_safe_follows;
    });
    for (const Candidate& candidate : sorted) {
      if (candidates.size() == this->kMostCandidates) break;
      candidates.push_back(
          {candidate.cell, this->posterior().p_mine(candidate.cell), candidate.yield.p_safe_follows});
    }
  }

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  LowestRiskOf<Posterior> lowest_;
  WhatIfOf<Posterior> what_if_;
  std::vector<Candidate> judged_;    // of the last choose(); empty if the risk alone decided
  std::vector<std::uint32_t> best_;  // indices of judged_
  std::size_t chosen_ = 0;           // index of judged_
  std::array<std::size_t, Posterior::kMaxNumber + 1> judged_with_;  // scratch of judge()
};

}  // namespace

StrategyEntry pseq_strategy() {
  return {
      .name = "pseq",
      .description = "as min_risk, ties by the safe cells that may follow, then by entropy (Tu et al. 2017)",
      .make = make_strategy<PseqStrategy<OnGrids>>,
      .parameters = kPseqParameters,
      .published_setting = "endgame_layouts",
      .make_on_graph = make_graph_strategy<PseqStrategy<OnGraphs>>};
}

}  // namespace sapper::solvers
