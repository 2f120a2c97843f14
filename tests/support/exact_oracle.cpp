#include "tests/support/exact_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::View;

// The shown number of one cell and the places around it.
struct Equation {
  int number = 0;
  std::vector<Cell> cells;
};

struct Component {
  std::vector<Cell> cells;  // in the order of assignment
  std::vector<Equation> equations;
  // By number of mines in the component:
  std::vector<BigInt> solutions;               // [mines]
  std::vector<std::vector<BigInt>> with_mine;  // [index in cells][mines]
};

bool is_free_by_rule(const View& view, Cell cell) {
  return std::ranges::find(view.free_by_rule(), cell) != view.free_by_rule().end();
}

// One equation for each shown cell.
std::vector<Equation> equations_of(const View& view) {
  std::vector<Equation> equations;
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
    if (view.is_hidden(cell)) continue;
    Equation equation{view.number(cell), {}};
    for (const Cell neighbor : view.grid().neighbors(cell))
      if (view.is_hidden(neighbor) && !is_free_by_rule(view, neighbor)) equation.cells.push_back(neighbor);
    equations.push_back(std::move(equation));
  }
  return equations;
}

// Takes from `left` the equations connected with its first one through shared cells. Neighbouring equations are
// consecutive, so that a wrong assignment is detected early.
Component take_component(std::vector<Equation>& left) {
  Component component;
  component.equations.push_back(left.front());
  left.erase(left.begin());
  for (std::size_t next = 0; next < component.equations.size(); ++next) {
    const std::vector<Cell> cells = component.equations[next].cells;
    for (const Cell cell : cells) {
      if (std::ranges::find(component.cells, cell) == component.cells.end()) component.cells.push_back(cell);
      for (auto equation = left.begin(); equation != left.end();) {
        if (std::ranges::find(equation->cells, cell) == equation->cells.end()) {
          ++equation;
          continue;
        }
        component.equations.push_back(*equation);
        equation = left.erase(equation);
      }
    }
  }
  return component;
}

// Visits every solution of a component.
class Backtracking {
 public:
  Backtracking(Component& component, std::uint64_t& steps_left)
      : component_(component), steps_left_(steps_left), equations_of_(component.cells.size()) {
    for (Equation& equation : component.equations) {
      states_.push_back({equation.number, static_cast<int>(equation.cells.size())});
      for (const Cell cell : equation.cells) {
        const auto index = std::ranges::find(component.cells, cell) - component.cells.begin();
        equations_of_[static_cast<std::size_t>(index)].push_back(states_.size() - 1);
      }
    }
    component.solutions.assign(component.cells.size() + 1, 0);
    component.with_mine.assign(component.cells.size(), component.solutions);
    solutions_.assign(component.cells.size() + 1, 0);
    with_mine_.assign(component.cells.size(), solutions_);
  }

  // False if the step limit was reached.
  bool run() {
    // An equation without cells is not checked below: only a 0 is satisfied by no cells.
    const bool is_possible =
        std::ranges::all_of(states_, [](const State& state) { return can_be_met(state); });
    if (is_possible && !assign_from(0)) return false;
    for (std::size_t mines = 0; mines < solutions_.size(); ++mines) {
      component_.solutions[mines] = solutions_[mines];
      for (std::size_t i = 0; i < with_mine_.size(); ++i)
        component_.with_mine[i][mines] = with_mine_[i][mines];
    }
    return true;
  }

 private:
  struct State {
    int mines_missing;
    int cells_open;
  };
  static bool can_be_met(const State& state) {
    return state.mines_missing >= 0 && state.mines_missing <= state.cells_open;
  }

  bool assign_from(std::size_t index) {
    if (index == component_.cells.size()) {
      ++solutions_[mines_.size()];
      for (const std::size_t mine : mines_) ++with_mine_[mine][mines_.size()];
      return true;
    }
    for (const int value : {0, 1}) {
      if (steps_left_ == 0) return false;
      --steps_left_;
      bool is_possible = true;
      for (const std::size_t equation : equations_of_[index]) {
        states_[equation].mines_missing -= value;
        --states_[equation].cells_open;
        is_possible = is_possible && can_be_met(states_[equation]);
      }
      if (value == 1) mines_.push_back(index);
      const bool is_done = !is_possible || assign_from(index + 1);
      if (value == 1) mines_.pop_back();
      for (const std::size_t equation : equations_of_[index]) {
        states_[equation].mines_missing += value;
        ++states_[equation].cells_open;
      }
      if (!is_done) return false;
    }
    return true;
  }

  Component& component_;
  std::uint64_t& steps_left_;
  std::vector<State> states_;                           // [equation]
  std::vector<std::vector<std::size_t>> equations_of_;  // [index of cell]
  std::vector<std::size_t> mines_;                      // indices of cells that hold a mine now
  // Solutions are visited one by one, so that 64 bits cannot overflow.
  std::vector<std::uint64_t> solutions_;
  std::vector<std::vector<std::uint64_t>> with_mine_;
};

// Ways by number of mines of two independent parts taken together.
std::vector<BigInt> product(const std::vector<BigInt>& a, const std::vector<BigInt>& b) {
  std::vector<BigInt> ways(a.size() + b.size() - 1, 0);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) ways[i + j] += a[i] * b[j];
  return ways;
}

// Exact binomials C(n, k) of one n, each from its neighbour: C(n, k + 1) = C(n, k) (n - k) / (k + 1).
class Binomials {
 public:
  explicit Binomials(std::uint64_t n) : n_(n) {}
  // k may be negative (0 then); calls with falling or rising k by one are cheap.
  const BigInt& operator()(std::int64_t k) {
    if (k < 0 || static_cast<std::uint64_t>(k) > n_) return zero_;
    const auto key = static_cast<std::uint64_t>(k);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    if (const auto above = known_.find(key + 1); above != known_.end())
      return known_[key] = above->second * (key + 1) / (n_ - key);
    if (const auto below = known_.find(key - 1); key > 0 && below != known_.end())
      return known_[key] = below->second * (n_ - key + 1) / key;
    return known_[key] = binomial(n_, key);
  }

 private:
  std::uint64_t n_;
  BigInt zero_ = 0;
  std::map<std::uint64_t, BigInt> known_;
};

// The sum over k of ways[k] * C(n, mines - k), for the n of `binomials`.
BigInt ways_to_complete(const std::vector<BigInt>& ways, std::int64_t mines, Binomials& binomials) {
  BigInt sum = 0;
  for (std::size_t k = 0; k < ways.size(); ++k)
    if (ways[k] != 0) sum += ways[k] * binomials(mines - static_cast<std::int64_t>(k));
  return sum;
}

}  // namespace

BigInt binomial(std::uint64_t n, std::uint64_t k) {
  if (k > n) return 0;
  k = std::min(k, n - k);
  BigInt ways = 1;
  for (std::uint64_t i = 1; i <= k; ++i) ways = ways * (n - k + i) / i;
  return ways;
}

double ratio(const BigInt& numerator, const BigInt& denominator) {
  if (numerator == 0) return 0;
  // A quotient of 64 to 66 bits keeps more than a double holds.
  const int shift = std::max(0, 65 + static_cast<int>(msb(denominator)) - static_cast<int>(msb(numerator)));
  const BigInt quotient = (numerator << static_cast<unsigned>(shift)) / denominator;
  return std::ldexp(quotient.convert_to<double>(), -shift);
}

double ExactCounts::p_mine(Cell cell) const { return ratio(with_mine(cell), layouts); }

std::optional<ExactCounts> count_exactly(const View& view, std::uint64_t step_limit,
                                         std::span<const Cell> wanted) {
  const auto is_wanted = [&](Cell cell) {
    return wanted.empty() || std::ranges::find(wanted, cell) != wanted.end();
  };
  const std::uint32_t cell_count = view.grid().cell_count();
  std::vector<Component> components;
  for (std::vector<Equation> left = equations_of(view); !left.empty();) {
    components.push_back(take_component(left));
    if (!Backtracking(components.back(), step_limit).run()) return std::nullopt;
  }

  ExactCounts counts;
  counts.with_mine_at_frontier.resize(cell_count);
  counts.is_away.resize(cell_count);
  std::uint64_t away = 0;
  for (Cell cell = 0; cell < cell_count; ++cell) {
    bool is_away = view.is_hidden(cell) && !is_free_by_rule(view, cell);
    for (const Cell neighbor : view.grid().neighbors(cell)) is_away = is_away && view.is_hidden(neighbor);
    counts.is_away[cell] = is_away;
    away += is_away;
  }

  const auto mines = static_cast<std::int64_t>(view.mine_count());
  Binomials binomials(away);
  std::vector<BigInt> all{1};
  for (const Component& component : components) all = product(all, component.solutions);
  counts.layouts = ways_to_complete(all, mines, binomials);
  if (away > 0) {
    Binomials with_one_laid(away - 1);
    counts.with_mine_away = ways_to_complete(all, mines - 1, with_one_laid);
  }
  for (const Component& component : components) {
    if (std::ranges::none_of(component.cells, is_wanted)) continue;
    std::vector<BigInt> others{1};
    for (const Component& other : components)
      if (&other != &component) others = product(others, other.solutions);
    for (std::size_t i = 0; i < component.cells.size(); ++i) {
      if (!is_wanted(component.cells[i])) continue;
      counts.with_mine_at_frontier[component.cells[i]] =
          ways_to_complete(product(component.with_mine[i], others), mines, binomials);
    }
  }
  return counts;
}

}  // namespace sapper::tests
