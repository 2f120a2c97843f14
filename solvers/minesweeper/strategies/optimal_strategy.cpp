// `optimal`: digs certainly free cells, else a cell of exact best play (optimal_solver.hpp). For boards small enough to
// solve. Deterministic: among equally good cells always the same one.
//
// Settings: `memory`, megabytes for the table of positions; `layouts`, the maximum number of layouts of a board.
// All strategies of a process for the same games and settings share one table, across threads; the last table stays in
// memory for later ones.
#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "solvers/minesweeper/exact/optimal/optimal_solver.hpp"
#include "solvers/minesweeper/strategies/deducing_strategy.hpp"

namespace sapper::solvers {
namespace {

using optimal::OptimalDig;
using optimal::OptimalSolverOf;

std::uint64_t memory_bytes(const Settings& settings) {
  return static_cast<std::uint64_t>(settings.whole("memory")) << 20;
}

constexpr std::array kOptimalParameters{
    Parameter::whole("memory", 16, 1 << 20, 512, "megabytes for the table of positions"),
    Parameter::whole("layouts", 1, 1 << 26, 100'000, "the most layouts of a board; more take long to solve"),
};

template <class Boards>
class OptimalStrategy final : public DeducingStrategyOf<Boards> {
 public:
  using Digs = typename Boards::Digs;
  using OptimalSolver = OptimalSolverOf<typename Boards::GameRules>;

  OptimalStrategy(const typename Boards::GameRules& rules, const Settings& settings)
      : DeducingStrategyOf<Boards>(rules, settings),
        solver_(OptimalSolver::shared(rules, memory_bytes(settings))) {}

  void plan(std::span<const typename Boards::Shown> shown, Digs& digs) override {
    explanation_ = {};
    if (view().hidden_count() == solver_->rules().board().cell_count()) {
      plan_first(digs);
    } else {
      DeducingStrategyOf<Boards>::plan(shown, digs);
    }
  }

  Explanation explain() override { return explanation_; }

 private:
  const typename Boards::View& view() { return this->reasoner().knowledge().view(); }

  void guess(Digs& digs) override {
    const OptimalDig dig = solver_->best_dig(view());
    digs.moves.push_back({.cell = dig.cell,
                          .kind = MoveKind::guess,
                          .p_mine = dig.p_mine(),
                          .lowest_p_mine = this->reasoner().posterior().lowest_risk()});
    explain(static_cast<double>(dig.won) / dig.layouts);
  }

  void plan_first(Digs& digs) {
    const optimal::OptimalValue value = solver_->solve();
    const sim::Cell cell = value.best_first.front();
    const double p_mine = sim::first_dig_risk(solver_->rules(), cell);
    digs.moves.push_back({cell, p_mine > 0 ? MoveKind::guess : MoveKind::first, p_mine});
    explain(value.probability());
  }

  void explain(double win_probability) {
    explanation_.why = "exact best play";
    explanation_.win_probability = win_probability;
  }

  std::shared_ptr<OptimalSolver> solver_;
  Explanation explanation_;
};

// Why the board is too large or the game cannot be solved; nullopt if it can.
template <class Boards>
std::optional<std::string> optimal_refusal(const typename Boards::GameRules& rules,
                                           const Settings& settings) {
  using OptimalSolver = OptimalSolverOf<typename Boards::GameRules>;
  if (Boards::do_mines_move(rules)) return "its mines move; only fixed mines can be solved";
  if (std::optional<std::string> reason = OptimalSolver::refusal(rules, memory_bytes(settings)))
    return reason;
  const std::uint64_t layouts = optimal::layout_count(rules.board().cell_count(), rules.mine_count);
  const auto most = static_cast<std::uint64_t>(settings.whole("layouts"));
  if (layouts <= most) return std::nullopt;
  return "it has " + std::to_string(layouts) + " layouts; more than " + std::to_string(most) +
         " take long to solve (raise the setting \"layouts\" to allow more)";
}

}  // namespace

StrategyEntry optimal_strategy() {
  return {.name = "optimal",
          .description = "exact best play, on boards small enough to solve; others are refused",
          .make = make_strategy<OptimalStrategy<OnGrids>>,
          .parameters = kOptimalParameters,
          .refusal = optimal_refusal<OnGrids>,
          .advice_rank = 4,
          .make_on_graph = make_graph_strategy<OptimalStrategy<OnGraphs>>,
          .refusal_on_graph = optimal_refusal<OnGraphs>};
}

}  // namespace sapper::solvers
