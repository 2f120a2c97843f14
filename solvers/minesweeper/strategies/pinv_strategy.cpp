// `pinv`: the pseudo-inverse bot; see pinv_strategy.hpp for what it decides by.
#include "solvers/minesweeper/strategies/pinv_strategy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/minesweeper/counting/frontier_builder.hpp"
#include "solvers/minesweeper/counting/graph_frontier.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"
#include "solvers/support/eigen.hpp"

namespace sapper::solvers {

namespace {

using sim::Cell;

constexpr double kFlagFrom = 0.99;
constexpr double kDigTo = 0;
// Solutions are rational; rounding must not decide the side of a threshold.
constexpr double kRounding = 1e-9;

// The cells of what is shown.
template <class Visit>
void visit_shown(std::span<const sim::CellBlock> shown, const Visit& visit) {
  sim::for_each_cell(shown, visit);
}
template <class Visit>
void visit_shown(std::span<const Cell> shown, const Visit& visit) {
  std::ranges::for_each(shown, visit);
}

template <class Boards>
class PinvStrategy final : public Boards::Strategy {
 public:
  using Digs = typename Boards::Digs;
  using Shown = typename Boards::Shown;

  PinvStrategy(const typename Boards::GameRules& rules, const Settings&)
      : solver_(rules.board()), flags_(rules.board().cell_count(), 0) {}

  void begin(const typename Boards::View& view, sim::Stream& random) override {
    view_ = &view;
    random_ = &random;
    for (const Cell cell : flagged_) flags_[cell] = 0;
    flagged_.clear();
  }

  void plan(std::span<const Shown> shown, Digs& digs) override {
    this->telemetry().phases.enter(Phase::choice);
    forget_flags(shown);
    for (;;) {
      this->telemetry().phases.enter(Phase::solving);
      solver_.compute(*view_, flags_);
      this->telemetry().phases.enter(Phase::choice);
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
  void forget_flags(std::span<const Shown> shown) {
    if (flagged_.empty()) return;
    visit_shown(shown, [&](Cell cell) {
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

  PinvSolverOf<Boards> solver_;
  const typename Boards::View* view_ = nullptr;
  sim::Stream* random_ = nullptr;
  std::vector<std::uint8_t> flags_;  // [cell], 0 or 1
  std::vector<Cell> flagged_;
};

// The approximate number of multiplications: the bot decomposes a dense matrix per component, and if no cell is away
// from the frontier one for all.
double work_on(const Frontier& frontier, std::uint32_t hidden_count) {
  const auto of_matrix = [](double rows, double cols) { return rows * cols * std::min(rows, cols); };
  double work = 0;
  double rows = 0;
  for (std::uint32_t index = 0; index < frontier.component_count(); ++index) {
    const Component component = frontier.component(index);
    work += of_matrix(component.constraint_count(), component.group_count());
    rows += component.constraint_count();
  }
  const bool has_outside = frontier.cells().size() < hidden_count;
  return work + (has_outside ? 0 : of_matrix(rows, frontier.group_count()));
}

constexpr double kMostWork = 2e9;  // about two seconds

bool is_slow(const sim::View& view) {
  Frontier frontier;
  FrontierBuilder(view.grid()).build(FlaggedView(view, {}), frontier);
  return work_on(frontier, view.hidden_count()) > kMostWork;
}

bool is_slow_on_graph(const sim::GraphPosition& view) {
  Frontier frontier;
  GraphFrontierBuilder(*view.graph).build(GraphRules(view), frontier);
  return work_on(frontier, view.hidden_count()) > kMostWork;
}

}  // namespace

StrategyEntry pinv_strategy() {
  return {.name = "pinv",
          .description = "the pseudo-inverse bot: minimum-norm least squares, flag at >= 0.99, dig at <= 0",
          .make = make_strategy<PinvStrategy<OnGrids>>,
          .is_slow = is_slow,
          .make_on_graph = make_graph_strategy<PinvStrategy<OnGraphs>>,
          .is_slow_on_graph = is_slow_on_graph};
}

namespace {

using Decomposition = Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>;

// Vectors that are 0 in exact arithmetic are below this squared length; others are far longer.
constexpr double kZeroLength = 1e-9;

// Writes a component into the matrix at (row, col), with groups scaled by the square roots of their sizes.
void place_component(const Component& component, Eigen::MatrixXd& matrix, Eigen::Index row,
                     Eigen::Index col) {
  for (std::uint32_t group = 0; group < component.group_count(); ++group)
    for (const std::uint32_t constraint : component.constraints_of(group))
      matrix(row + constraint, col + group) = std::sqrt(static_cast<double>(component.sizes[group]));
}

}  // namespace

template <class Boards>
struct PinvSolverOf<Boards>::Matrices {
  Decomposition decomposition;
  Eigen::MatrixXd system, right, solution;
  Eigen::VectorXd ones;
  std::vector<double> base, along;  // [group] x0 and u, both by scaled variables
};

void FlaggedGraphFrontier::find(const sim::GraphPosition& view, std::span<const std::uint8_t> flags,
                                Frontier& frontier) {
  rules_.reset(view);
  for (Cell cell = 0; cell < flags.size(); ++cell)
    if (flags[cell] != 0) rules_.learn(cell, true);
  builder_.build(rules_, frontier);
}

template <class Boards>
PinvSolverOf<Boards>::PinvSolverOf(const typename Boards::Board& board)
    : builder_(board), matrices_(std::make_unique<Matrices>()) {}
template <class Boards>
PinvSolverOf<Boards>::~PinvSolverOf() = default;

template <class Boards>
void PinvSolverOf<Boards>::compute(const typename Boards::View& view, std::span<const std::uint8_t> flags) {
  builder_.find(view, flags, frontier_);
  std::uint32_t flag_count = 0;
  for (const std::uint8_t flag : flags) flag_count += flag;
  variable_count_ = view.hidden_count() - flag_count;
  const double mines_left = std::max(0.0, static_cast<double>(view.mine_count()) - flag_count);
  group_values_.assign(frontier_.group_count(), 0);
  solve_components(mines_left);
}

template <class Boards>
void PinvSolverOf<Boards>::solve_components(double mines_left) {
  Matrices& m = *matrices_;
  const auto outside = static_cast<double>(variable_count_ - frontier_.cells().size());
  m.base.assign(frontier_.group_count(), 0);
  m.along.assign(frontier_.group_count(), 0);
  double base_sum = 0;
  double along_length = outside;
  for (std::uint32_t index = 0; index < frontier_.component_count(); ++index) {
    const Component component = frontier_.component(index);
    const auto rows = static_cast<Eigen::Index>(component.constraint_count());
    const auto cols = static_cast<Eigen::Index>(component.group_count());
    m.system.setZero(rows, cols);
    place_component(component, m.system, 0, 0);
    m.ones.resize(cols);
    for (Eigen::Index col = 0; col < cols; ++col)
      m.ones(col) = std::sqrt(static_cast<double>(component.sizes[static_cast<std::size_t>(col)]));
    m.right.resize(rows, 2);
    for (Eigen::Index row = 0; row < rows; ++row)
      m.right(row, 0) = component.needs[static_cast<std::size_t>(row)];
    m.right.col(1).noalias() = m.system * m.ones;
    m.decomposition.compute(m.system);
    m.solution = m.decomposition.solve(m.right);
    for (Eigen::Index col = 0; col < cols; ++col) {
      const auto group = component.first_group + static_cast<std::size_t>(col);
      m.base[group] = m.solution(col, 0);
      m.along[group] = m.ones(col) - m.solution(col, 1);
      base_sum += m.ones(col) * m.base[group];
      along_length += m.along[group] * m.along[group];
    }
  }
  if (along_length < kZeroLength) {
    if (frontier_.group_count() > 0) solve_at_once(mines_left);
    return;
  }
  const double step = (mines_left - base_sum) / along_length;
  for (std::uint32_t group = 0; group < frontier_.group_count(); ++group)
    group_values_[group] = (m.base[group] + step * m.along[group]) /
                           std::sqrt(static_cast<double>(frontier_.cells_of_group(group).size()));
}

// All components and the mine count's equation in one matrix; no variable lies away from the frontier.
template <class Boards>
void PinvSolverOf<Boards>::solve_at_once(double mines_left) {
  Matrices& m = *matrices_;
  Eigen::Index rows = 1;
  for (std::uint32_t index = 0; index < frontier_.component_count(); ++index)
    rows += frontier_.component(index).constraint_count();
  m.system.setZero(rows, frontier_.group_count());
  m.right.setZero(rows, 1);
  Eigen::Index row = 0;
  for (std::uint32_t index = 0; index < frontier_.component_count(); ++index) {
    const Component component = frontier_.component(index);
    place_component(component, m.system, row, component.first_group);
    for (const std::uint8_t need : component.needs) m.right(row++, 0) = need;
  }
  for (std::uint32_t group = 0; group < frontier_.group_count(); ++group)
    m.system(row, group) = std::sqrt(static_cast<double>(frontier_.cells_of_group(group).size()));
  m.right(row, 0) = mines_left;
  m.decomposition.compute(m.system);
  m.solution = m.decomposition.solve(m.right);
  for (std::uint32_t group = 0; group < frontier_.group_count(); ++group)
    group_values_[group] = m.solution(group, 0) / m.system(row, group);
}

template class PinvSolverOf<OnGrids>;
template class PinvSolverOf<OnGraphs>;

}  // namespace sapper::solvers
