// `pinv`: the pseudo-inverse bot; see pinv_solver.hpp for what it decides by.
#include <algorithm>

#include "solvers/minesweeper/strategies/pinv_solver.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;

constexpr double kFlagFrom = 0.99;
constexpr double kDigTo = 0;
// Solutions are rational; rounding must not decide the side of a threshold.
constexpr double kRounding = 1e-9;

class PinvStrategy final : public Strategy {
 public:
  PinvStrategy(const sim::GameRules& rules, const Settings&)
      : solver_(*rules.grid), flags_(rules.grid->cell_count(), 0) {}

  void begin(const sim::View& view, sim::Stream& random) override {
    view_ = &view;
    random_ = &random;
    for (const Cell cell : flagged_) flags_[cell] = 0;
    flagged_.clear();
  }

  void plan(std::span<const sim::CellBlock> shown, Digs& digs) override {
    telemetry().phases.enter(Phase::choice);
    forget_flags(shown);
    for (;;) {
      telemetry().phases.enter(Phase::solving);
      solver_.compute(*view_, flags_);
      telemetry().phases.enter(Phase::choice);
      const bool has_flagged = act(digs);
      if (!digs.empty()) return;
      if (!has_flagged) break;
    }
    if (solver_.variable_count() == 1) {
      digs.moves.push_back({pick_unflagged(), MoveKind::pinv, 0});
    } else {
      guess(digs);
    }
  }

  std::span<const Cell> fallible_flags() const override { return flagged_; }

 private:
  // An opening also digs flagged safe cells that it reaches.
  void forget_flags(std::span<const sim::CellBlock> shown) {
    if (flagged_.empty()) return;
    sim::for_each_cell(shown, [&](Cell cell) {
      if (!flags_[cell]) return;
      flags_[cell] = 0;
      std::erase(flagged_, cell);
    });
  }

  // Flags and digs by the solution; true if it flagged.
  bool act(Digs& digs) {
    const Frontier& frontier = solver_.frontier();
    const std::size_t flagged_before = flagged_.size();
    for (std::uint32_t group = 0; group < frontier.group_count(); ++group) {
      const double value = solver_.group_values()[group];
      for (const Cell cell : frontier.cells_of_group(group)) {
        if (value >= kFlagFrom - kRounding) {
          flags_[cell] = 1;
          flagged_.push_back(cell);
        } else if (value <= kDigTo + kRounding) {
          digs.moves.push_back({cell, MoveKind::pinv, 0});
        }
      }
    }
    return flagged_.size() > flagged_before;
  }

  // A uniformly random hidden cell without a flag; with a flag if all have one.
  Cell pick_unflagged() {
    const bool all_flagged = solver_.variable_count() == 0;
    std::uint32_t left = random_->below(all_flagged ? view_->hidden_count() : solver_.variable_count());
    for (Cell cell = 0;; ++cell)
      if (view_->is_hidden(cell) && (all_flagged || !flags_[cell]) && left-- == 0) return cell;
  }

  void guess(Digs& digs) {
    const double p_mine = static_cast<double>(view_->mine_count()) / view_->hidden_count();
    digs.moves.push_back({pick_unflagged(), MoveKind::guess, p_mine, false});
  }

  PinvSolver solver_;
  const sim::View* view_ = nullptr;
  sim::Stream* random_ = nullptr;
  std::vector<std::uint8_t> flags_;  // [cell], 0 or 1
  std::vector<Cell> flagged_;
};

// The approximate number of multiplications: the bot decomposes a dense matrix per component, and if no cell is away
// from the frontier one for all.
double work_on(const sim::View& view) {
  const auto of_matrix = [](double rows, double cols) { return rows * cols * std::min(rows, cols); };
  Frontier frontier;
  FrontierBuilder(view.grid()).build(FlaggedView(view, {}), frontier);
  double work = 0;
  double rows = 0;
  for (std::uint32_t index = 0; index < frontier.component_count(); ++index) {
    const Component component = frontier.component(index);
    work += of_matrix(component.constraint_count(), component.group_count());
    rows += component.constraint_count();
  }
  const bool has_outside = frontier.cells().size() < view.hidden_count();
  return work + (has_outside ? 0 : of_matrix(rows, frontier.group_count()));
}

bool is_slow(const sim::View& view) {
  constexpr double kMostWork = 2e9;  // about two seconds
  return work_on(view) > kMostWork;
}

}  // namespace

StrategyEntry pinv_strategy() {
  return {.name = "pinv",
          .description = "the pseudo-inverse bot: minimum-norm least squares, flag at >= 0.99, dig at <= 0",
          .make = make_strategy<PinvStrategy>,
          .is_slow = is_slow};
}

}  // namespace sapper::solvers
