#include "solvers/minesweeper/strategies/pseq_strategy.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "solvers/minesweeper/choice/guess_candidates.hpp"
#include "solvers/minesweeper/choice/reasoner.hpp"
#include "solvers/minesweeper/exact/endgame/endgame.hpp"
#include "solvers/minesweeper/posterior/lowest_risk.hpp"
#include "solvers/minesweeper/strategies/guess_yield.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;

class PseqStrategy final : public Strategy {
 public:
  PseqStrategy(const sim::GameRules& rules, const Settings& settings)
      : reasoner_(*rules.grid, telemetry()),
        // Where the mines move, what a dig tells is gone before the next one.
        endgame_layouts_(rules.motion == sim::MineMotion::moving
                             ? 0
                             : static_cast<std::uint32_t>(settings.whole("endgame_layouts"))),
        endgame_(*rules.grid, rules.first_click),
        what_if_(*rules.grid) {}

  void begin(const sim::View& view, sim::Stream& random) override {
    reasoner_.begin(view);
    random_ = &random;
  }

  void plan(std::span<const sim::CellBlock> shown, Digs& digs) override {
    explanation_ = {};
    basis_ = Basis::none;
    if (reasoner_.plan_by_rules(shown, digs) || reasoner_.plan_by_posterior(digs)) return;
    reasoner_.settle();
    telemetry().phases.enter(Phase::choice);
    const Cell cell = choose();
    digs.moves.push_back({cell, MoveKind::guess, reasoner_.posterior().p_mine(cell)});
  }

  Explanation explain() override {
    if (basis_ == Basis::endgame) list_endgame(endgame_, candidates_);
    if (basis_ == Basis::yields) list_yields();
    if (basis_ != Basis::none) explanation_.candidates = candidates_;
    return explanation_;
  }

 private:
  // What the last guess was chosen by.
  enum class Basis : std::uint8_t { none, endgame, yields };

  struct Candidate {
    Cell cell;
    GuessYield yield;
  };

  Cell choose() {
    const Posterior& posterior = reasoner_.posterior();
    // No limit to the search: the setting promises an exact end.
    if (endgame_layouts_ > 0 &&
        endgame_.solve(posterior, endgame_layouts_, std::numeric_limits<std::uint64_t>::max())) {
      explanation_ = {"exact best play over all layouts left", endgame_.win_probability(), {}};
      basis_ = Basis::endgame;
      return endgame_.best_cell();
    }
    explanation_.why = "lowest risk";
    lowest_.find(posterior);
    if (lowest_.cell_count() == 1 || !what_if_.start(posterior)) return lowest_.pick(*random_);
    explanation_.why = "of the lowest risk, likeliest that a safe cell follows";
    basis_ = Basis::yields;
    judge();
    keep_largest(&GuessYield::p_safe_follows);
    keep_largest(&GuessYield::safe_cells);
    keep_largest(&GuessYield::entropy);
    chosen_ = best_[best_.size() == 1 ? 0 : random_->below(static_cast<std::uint32_t>(best_.size()))];
    return judged_[chosen_].cell;
  }

  // Fills judged_ with the cells of lowest risk, ascending, and best_ with all of them. Cells none of whose neighbours
  // are on the frontier differ only by how many unknown neighbours they have: one of each number is judged.
  void judge() {
    const Posterior& posterior = reasoner_.posterior();
    judged_.clear();
    for (const Cell cell : lowest_.frontier_cells()) judged_.push_back({cell, yield_of(what_if_, cell)});
    if (lowest_.includes_outside()) {
      std::array<std::size_t, sim::kMaxNeighbors + 1> judged_with;
      judged_with.fill(kNone);
      const sim::Grid& grid = posterior.knowledge().grid();
      posterior.visit_outside([&](Cell cell) {
        std::size_t unknown = 0;
        bool is_beside_frontier = false;
        for (const Cell neighbor : grid.neighbors(cell)) {
          if (!posterior.knowledge().is_unknown(neighbor)) continue;
          ++unknown;
          is_beside_frontier |= !posterior.is_outside(neighbor);
        }
        if (!is_beside_frontier && judged_with[unknown] != kNone) {
          judged_.push_back({cell, judged_[judged_with[unknown]].yield});
          return true;
        }
        if (!is_beside_frontier) judged_with[unknown] = judged_.size();
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
  void list_yields() {
    const Cell chosen = judged_[chosen_].cell;
    std::vector<Candidate> sorted = judged_;
    std::stable_sort(sorted.begin(), sorted.end(), [&](const Candidate& a, const Candidate& b) {
      if ((a.cell == chosen) != (b.cell == chosen)) return a.cell == chosen;
      return a.yield.p_safe_follows > b.yield.p_safe_follows;
    });
    candidates_.clear();
    for (const Candidate& candidate : sorted) {
      if (candidates_.size() == kMostCandidates) break;
      candidates_.push_back(
          {candidate.cell, reasoner_.posterior().p_mine(candidate.cell), candidate.yield.p_safe_follows});
    }
  }

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  Reasoner reasoner_;
  sim::Stream* random_ = nullptr;
  std::uint32_t endgame_layouts_;
  Endgame endgame_;
  LowestRisk lowest_;
  WhatIf what_if_;
  std::vector<Candidate> judged_;
  std::vector<std::uint32_t> best_;  // indices of judged_
  std::size_t chosen_ = 0;           // index of judged_
  Explanation explanation_;
  Basis basis_ = Basis::none;
  std::vector<Explanation::Candidate> candidates_;  // of explain()
};

}  // namespace

std::unique_ptr<Strategy> make_pseq_strategy(const sim::GameRules& rules, const Settings& settings) {
  return std::make_unique<PseqStrategy>(rules, settings);
}

}  // namespace sapper::solvers
