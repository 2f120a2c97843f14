#include "solvers/minesweeper/strategies/optimal_strategy.hpp"

#include <algorithm>
#include <mutex>
#include <vector>

#include "solvers/minesweeper/choice/reasoner.hpp"
#include "solvers/minesweeper/exact/optimal/optimal_solver.hpp"

namespace sapper::solvers {
namespace {

using optimal::BoardRules;
using optimal::OptimalDig;
using optimal::OptimalSolver;

std::size_t memory_bytes(const Settings& settings) {
  return static_cast<std::size_t>(settings.whole("memory")) << 20;
}

BoardRules board_of(const sim::GameRules& rules) { return {rules.grid, rules.mine_count, rules.first_click}; }

// The solvers in use, and the last one made.
class SharedSolvers {
 public:
  std::shared_ptr<OptimalSolver> find_or_make(const BoardRules& board, std::size_t memory) {
    const std::lock_guard lock(mutex_);
    std::erase_if(solvers_, [](const Entry& entry) { return entry.solver.expired(); });
    for (const Entry& entry : solvers_)
      if (std::shared_ptr<OptimalSolver> solver = entry.solver.lock();
          solver != nullptr && entry.memory == memory && is_same(solver->rules(), board))
        return solver;
    last_ = nullptr;
    last_ = std::make_shared<OptimalSolver>(board, memory, optimal::Threads::one);
    solvers_.push_back({memory, last_});
    return last_;
  }

 private:
  struct Entry {
    std::size_t memory;
    std::weak_ptr<OptimalSolver> solver;
  };

  static bool is_same(const BoardRules& a, const BoardRules& b) {
    return *a.grid == *b.grid && a.mine_count == b.mine_count && a.first_click == b.first_click;
  }

  std::mutex mutex_;
  std::vector<Entry> solvers_;
  std::shared_ptr<OptimalSolver> last_;
};

SharedSolvers& shared_solvers() {
  static SharedSolvers solvers;
  return solvers;
}

class OptimalStrategy final : public Strategy {
 public:
  OptimalStrategy(const sim::GameRules& rules, std::size_t memory)
      : reasoner_(*rules.grid, telemetry()),
        solver_(shared_solvers().find_or_make(board_of(rules), memory)) {}

  void begin(const sim::View& view, sim::Stream&) override {
    reasoner_.begin(view);
    view_ = &view;
  }

  void plan(std::span<const sim::CellBlock> shown, Digs& digs) override {
    explanation_ = {};
    if (view_->hidden_count() == view_->grid().cell_count()) {
      plan_first(digs);
      return;
    }
    if (reasoner_.plan_by_rules(shown, digs) || reasoner_.plan_by_posterior(digs)) return;
    const OptimalDig dig = solver_->best_dig(*view_);
    digs.moves.push_back({dig.cell, MoveKind::guess, dig.p_mine()});
    explain(static_cast<double>(dig.won) / dig.layouts);
  }

  Explanation explain() override { return explanation_; }

 private:
  void plan_first(Digs& digs) {
    const optimal::OptimalValue value = solver_->solve();
    const sim::Cell cell = value.best_first.front();
    const BoardRules& board = solver_->rules();
    const double p_mine = sim::row_of(board.first_click).first_dig_risk(*board.grid, board.mine_count, cell);
    digs.moves.push_back({cell, p_mine > 0 ? MoveKind::guess : MoveKind::first, p_mine});
    explain(value.probability());
  }

  void explain(double win_probability) {
    explanation_.why = "exact best play";
    explanation_.win_probability = win_probability;
  }

  Reasoner reasoner_;
  std::shared_ptr<OptimalSolver> solver_;
  const sim::View* view_ = nullptr;
  Explanation explanation_;
};

}  // namespace

std::unique_ptr<Strategy> make_optimal_strategy(const sim::GameRules& rules, const Settings& settings) {
  return std::make_unique<OptimalStrategy>(rules, memory_bytes(settings));
}

std::optional<std::string> optimal_refusal(const sim::GameRules& rules, const Settings& settings) {
  if (sim::row_of(rules.motion).move != nullptr) return "its mines move; only fixed mines can be solved";
  if (std::optional<std::string> refusal = OptimalSolver::refusal(board_of(rules), memory_bytes(settings)))
    return refusal;
  const std::uint64_t layouts = OptimalSolver::layout_count(rules.grid->cell_count(), rules.mine_count);
  const auto most = static_cast<std::uint64_t>(settings.whole("layouts"));
  if (layouts <= most) return std::nullopt;
  return "it has " + std::to_string(layouts) + " layouts; more than " + std::to_string(most) +
         " take long to solve (raise the setting \"layouts\" to allow more)";
}

}  // namespace sapper::solvers
