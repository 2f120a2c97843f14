#include "solvers/minesweeper/strategies/pinv_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/support/eigen.hpp"

namespace sapper::solvers {
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

struct PinvSolver::Matrices {
  Decomposition decomposition;
  Eigen::MatrixXd system, right, solution;
  Eigen::VectorXd ones;
  std::vector<double> base, along;  // [group] x0 and u, both by scaled variables
};

PinvSolver::PinvSolver(const sim::Grid& grid)
    : grid_(&grid), builder_(grid), matrices_(std::make_unique<Matrices>()) {}
PinvSolver::~PinvSolver() = default;

void PinvSolver::compute(const sim::View& view, std::span<const std::uint8_t> flags) {
  builder_.build(FlaggedView(view, flags), frontier_);
  std::uint32_t flag_count = 0;
  for (const std::uint8_t flag : flags) flag_count += flag;
  variable_count_ = view.hidden_count() - flag_count;
  const double mines_left = std::max(0.0, static_cast<double>(view.mine_count()) - flag_count);
  group_values_.assign(frontier_.group_count(), 0);
  solve_components(mines_left);
}

void PinvSolver::solve_components(double mines_left) {
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
  outside_value_ = step;
  for (std::uint32_t group = 0; group < frontier_.group_count(); ++group)
    group_values_[group] = (m.base[group] + step * m.along[group]) /
                           std::sqrt(static_cast<double>(frontier_.cells_of_group(group).size()));
}

// All components and the mine count's equation in one matrix; no variable lies away from the frontier.
void PinvSolver::solve_at_once(double mines_left) {
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

std::vector<double> PinvSolver::solve(const sim::View& view, std::span<const std::uint8_t> flags) {
  compute(view, flags);
  std::vector<double> values(grid_->cell_count(), std::numeric_limits<double>::quiet_NaN());
  for (sim::Cell cell = 0; cell < grid_->cell_count(); ++cell) {
    if (view.is_shown(cell) || flags[cell]) continue;
    values[cell] = builder_.has_found(cell) ? group_values_[builder_.group_of(cell)] : outside_value_;
  }
  return values;
}

}  // namespace sapper::solvers
