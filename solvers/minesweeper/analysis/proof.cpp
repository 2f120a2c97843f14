#include "solvers/minesweeper/analysis/proof.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "solvers/minesweeper/choice/board_family.hpp"
#include "solvers/minesweeper/deduction/sat_formula.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;
using Outcome = SatFormula::Outcome;
using Indices = std::vector<std::size_t>;  // of numbers, ascending

// A shown number and the unknown cells around it.
struct Number {
  Cell cell;
  int needed;  // mines among them
  std::vector<Cell> unknown;
};

// The hidden cells that are not given, and the numbers that constrain them. Boards: OnGrids or OnGraphs.
template <class Boards>
class Givens {
 public:
  using View = typename Boards::View;

  Givens(const View& view, std::span<const Cell> trusted_mines)
      : view_(view), kind_(Boards::board_of(view).cell_count(), Kind::shown) {
    for (Cell cell = 0; cell < cell_count(); ++cell)
      if (view.is_hidden(cell)) kind_[cell] = Kind::unknown;
    for (const Cell cell : Boards::known_free(view))
      if (view.is_hidden(cell)) kind_[cell] = Kind::free;
    for (const Cell cell : trusted_mines) kind_[cell] = Kind::mine;
    const std::optional<std::uint64_t> mines = Boards::mine_count(view);
    if (mines) mines_left_ = static_cast<std::int64_t>(*mines) - std::ranges::count(kind_, Kind::mine);
    unknown_count_ = std::ranges::count(kind_, Kind::unknown);
  }

  std::uint32_t cell_count() const { return static_cast<std::uint32_t>(kind_.size()); }
  bool is_unknown(Cell cell) const { return kind_[cell] == Kind::unknown; }
  bool is_mine(Cell cell) const { return kind_[cell] == Kind::mine; }
  std::optional<std::int64_t> mines_left() const { return mines_left_; }  // nullopt without a mine count
  std::int64_t unknown_count() const { return unknown_count_; }

  Number number_at(Cell cell) const {
    Number number{cell, view_.number(cell), {}};
    for (const Cell neighbor : Boards::seen_from(view_, cell)) {
      number.needed -= is_mine(neighbor);
      if (is_unknown(neighbor)) number.unknown.push_back(neighbor);
    }
    return number;
  }

  // The numbers that constrain something, in board order.
  std::vector<Number> all_numbers() const {
    std::vector<Number> numbers;
    for (Cell cell = 0; cell < cell_count(); ++cell)
      if (!view_.is_hidden(cell))
        if (Number number = number_at(cell); !number.unknown.empty()) numbers.push_back(std::move(number));
    return numbers;
  }

  // The numbers linked to the cell through shared unknown cells, nearest first.
  std::vector<Number> numbers_around(Cell start) const {
    std::vector<Number> numbers;
    std::vector<std::uint8_t> is_met(cell_count(), 0);
    const auto meet_around = [&](Cell cell) {
      if (is_met[cell] != 0) return;
      is_met[cell] = 1;
      for (const Cell neighbor : Boards::seeing(view_, cell)) {
        if (view_.is_hidden(neighbor) || is_met[neighbor] != 0) continue;
        is_met[neighbor] = 1;
        numbers.push_back(number_at(neighbor));
      }
    };
    meet_around(start);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::vector<Cell> unknown = numbers[i].unknown;  // a copy: `numbers` grows
      for (const Cell cell : unknown) meet_around(cell);
    }
    return numbers;
  }

 private:
  enum class Kind : std::uint8_t { shown, free, mine, unknown };
  const View& view_;
  std::vector<Kind> kind_;  // [cell]
  std::optional<std::int64_t> mines_left_;
  std::int64_t unknown_count_ = 0;
};

// Determines which sets of numbers prove a cell.
class Refutation {
 public:
  Refutation(std::uint32_t cell_count, std::vector<Number> numbers, Cell target)
      : numbers_(std::move(numbers)), variable_of_(cell_count, 0) {
    target_ = variable(target);
    for (const Number& number : numbers_) {
      std::vector<int> variables;
      for (const Cell cell : number.unknown) variables.push_back(variable(cell));
      selectors_.push_back(formula_.new_variable());
      formula_.add_exactly(variables, number.needed, selectors_.back());
      formula_.try_first(selectors_.back());
    }
  }

  // From now on layouts must also have this many mines among the unknown cells. False if there are none.
  bool require_mine_count(std::int64_t mines_left, std::int64_t unknown_count) {
    const auto here = static_cast<std::int64_t>(cells_.size());
    const std::int64_t most = mines_left;
    const std::int64_t least = most - (unknown_count - here);
    if (most < 0 || least > here) return false;
    if (least <= 0 && most >= here) return true;
    const std::vector<int> more_than =
        formula_.add_totalizer(cells_, static_cast<std::size_t>(std::min(most, here)) + 1);
    if (most < here) formula_.add_clause({-more_than[static_cast<std::size_t>(most)]});
    if (least > 0) formula_.add_clause({more_than[static_cast<std::size_t>(least) - 1]});
    return true;
  }

  std::size_t number_count() const { return numbers_.size(); }
  const Number& number(std::size_t index) const { return numbers_[index]; }
  std::size_t cell_count() const { return cells_.size(); }

  // Whether some layout meets these numbers (and the mine count, if required) with the target a mine or not.
  Outcome look_for_layout(const Indices& chosen, bool is_mine, int max_conflicts) {
    assumptions_.assign(1, is_mine ? target_ : -target_);
    for (const std::size_t index : chosen) assumptions_.push_back(selectors_[index]);
    return formula_.solve(assumptions_, max_conflicts);
  }
  // The chosen numbers that took part in the refutation. Call after no_model.
  Indices needed(const Indices& chosen) {
    Indices indices;
    for (const std::size_t index : chosen)
      if (formula_.is_needed(selectors_[index])) indices.push_back(index);
    return indices;
  }
  // Whether the layout of the model meets the number. Call after a model.
  bool is_met(std::size_t index) {
    int mines = 0;
    for (const Cell cell : numbers_[index].unknown) mines += formula_.is_true(variable_of_[cell]);
    return mines == numbers_[index].needed;
  }

 private:
  int variable(Cell cell) {
    int& variable = variable_of_[cell];
    if (variable == 0) cells_.push_back(variable = formula_.new_variable());
    return variable;
  }

  SatFormula formula_;
  std::vector<Number> numbers_;
  std::vector<int> variable_of_;  // [cell], 0: none
  std::vector<int> cells_;        // their variables
  std::vector<int> selectors_;    // [number]
  std::vector<int> assumptions_;
  int target_ = 0;
};

Indices all_of(std::size_t count) {
  Indices indices(count);
  for (std::size_t i = 0; i < count; ++i) indices[i] = i;
  return indices;
}

Indices without(const Indices& indices, std::size_t left_out) {
  Indices others = indices;
  std::erase(others, left_out);
  return others;
}

struct Found {
  Indices numbers;
  Proof::Size size = Proof::Size::minimal;
};

// Removes numbers one by one, from the last on, as long as the rest proves that the target is not `otherwise`.
Found leave_out(Refutation& refutation, Indices numbers, bool otherwise, const ProofLimits& limits) {
  Found found{std::move(numbers)};
  for (std::size_t at = found.numbers.size(); at-- > 0;) {
    const Indices rest = without(found.numbers, found.numbers[at]);
    const Outcome outcome = refutation.look_for_layout(rest, otherwise, limits.max_conflicts);
    if (outcome == Outcome::no_model) {
      found.numbers = refutation.needed(rest);
      at = std::min(at, found.numbers.size());
    } else if (outcome == Outcome::gave_up) {
      found.size = Proof::Size::reduced;
    }
  }
  return found;
}

// Demands: a proof contains at least one number of each of these sets. Finds sets that meet all demands.
class Demands {
 public:
  // Searches for sets of at most `most` of the numbers.
  Demands(std::size_t number_count, std::size_t most) {
    for (std::size_t i = 0; i < number_count; ++i) {
      variables_.push_back(formula_.new_variable());
      formula_.try_first(-variables_.back());
    }
    more_than_ = formula_.add_totalizer(variables_, most + 1);
  }
  void add(const Indices& demand) {
    std::vector<int> clause;
    for (const std::size_t index : demand) clause.push_back(variables_[index]);
    formula_.add_clause(clause);
  }
  // A set of at most `size` numbers; nullopt: there is none. `has_given_up`: not decided.
  std::optional<Indices> meet(std::size_t size, int max_conflicts, bool& has_given_up) {
    const std::vector<int> assumptions =
        size < more_than_.size() ? std::vector<int>{-more_than_[size]} : std::vector<int>{};
    const Outcome outcome = formula_.solve(assumptions, max_conflicts);
    has_given_up = outcome == Outcome::gave_up;
    if (outcome != Outcome::model) return std::nullopt;
    Indices chosen;
    for (std::size_t i = 0; i < variables_.size(); ++i)
      if (formula_.is_true(variables_[i])) chosen.push_back(i);
    return chosen;
  }

 private:
  SatFormula formula_;
  std::vector<int> variables_;  // [number]
  std::vector<int> more_than_;  // [i]: more than i numbers are chosen
};

// Looks for a proof smaller than a minimal one.
class SmallestSearch {
 public:
  SmallestSearch(Refutation& refutation, bool otherwise, const ProofLimits& limits)
      : refutation_(refutation), otherwise_(otherwise), limits_(limits) {}

  Found improve(const Found& minimal) {
    if (minimal.numbers.size() <= 1) return {minimal.numbers, Proof::Size::smallest};
    Demands demands(refutation_.number_count(), minimal.numbers.size() - 1);
    for (std::size_t size = 0; size < minimal.numbers.size();) {
      bool has_given_up = false;
      const auto chosen = demands.meet(size, 100 * limits_.max_conflicts_of_smaller, has_given_up);
      if (has_given_up) return minimal;
      if (!chosen) {
        ++size;
        continue;
      }
      const Outcome outcome = look(*chosen);
      if (outcome == Outcome::no_model) return {*chosen, Proof::Size::smallest};
      if (outcome == Outcome::gave_up) return minimal;
      const auto demand = broken_beyond(*chosen);
      if (!demand) return minimal;
      demands.add(*demand);
    }
    return {minimal.numbers, Proof::Size::smallest};
  }

 private:
  Outcome look(const Indices& chosen) {
    if (calls_++ >= limits_.max_calls_of_smaller) return Outcome::gave_up;
    return refutation_.look_for_layout(chosen, otherwise_, limits_.max_conflicts_of_smaller);
  }

  // After a model of `met`: the numbers that a layout violates, reduced as far as possible from this one. nullopt: the
  // limits are used up.
  std::optional<Indices> broken_beyond(Indices met) {
    std::vector<std::uint8_t> is_broken(refutation_.number_count(), 0);
    const auto take_layout = [&] {
      met.clear();
      for (std::size_t i = 0; i < is_broken.size(); ++i)
        if (refutation_.is_met(i)) met.push_back(i);
    };
    take_layout();
    for (std::size_t i = 0; i < is_broken.size(); ++i) {
      if (std::binary_search(met.begin(), met.end(), i)) continue;
      Indices more = met;
      more.insert(std::lower_bound(more.begin(), more.end(), i), i);
      const Outcome outcome = look(more);
      if (calls_ > limits_.max_calls_of_smaller) return std::nullopt;
      if (outcome == Outcome::model)
        take_layout();
      else
        is_broken[i] = 1;
    }
    Indices broken;
    for (std::size_t i = 0; i < is_broken.size(); ++i)
      if (is_broken[i] != 0) broken.push_back(i);
    return broken;
  }

  Refutation& refutation_;
  bool otherwise_;
  const ProofLimits& limits_;
  int calls_ = 0;
};

// Whether the two local rules find the cell from these numbers alone.
bool local_rules_suffice(const std::vector<Number>& numbers, Cell target, std::size_t cell_count) {
  enum class Fact : std::uint8_t { unknown, free, mine };
  std::vector<Fact> facts(cell_count, Fact::unknown);
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (const Number& number : numbers) {
      const auto count = [&](Fact fact) {
        return static_cast<int>(
            std::ranges::count_if(number.unknown, [&](Cell cell) { return facts[cell] == fact; }));
      };
      const int unknown = count(Fact::unknown);
      const int needed = number.needed - count(Fact::mine);
      if (unknown == 0 || (needed != 0 && needed != unknown)) continue;
      for (const Cell cell : number.unknown)
        if (facts[cell] == Fact::unknown) facts[cell] = needed == 0 ? Fact::free : Fact::mine;
      has_changed = true;
    }
  }
  return facts[target] != Fact::unknown;
}

// All numbers together prove the cell; `numbers` are those in the refutation.
Proof reduce(Refutation& refutation, Indices numbers, Cell cell, bool is_mine, Proof::Means means,
             const ProofLimits& limits) {
  Found found = leave_out(refutation, std::move(numbers), !is_mine, limits);
  if (found.size == Proof::Size::minimal) found = SmallestSearch(refutation, !is_mine, limits).improve(found);
  Proof proof{cell, is_mine, means, found.size, {}};
  for (const std::size_t index : found.numbers) proof.numbers.push_back(refutation.number(index).cell);
  std::sort(proof.numbers.begin(), proof.numbers.end());
  return proof;
}

// Whether the cell is certain given all numbers, and which way.
struct Certainty {
  Outcome outcome = Outcome::model;  // no_model: it is certain
  bool is_mine = false;
  Indices numbers;  // that took part
};
Certainty find_certainty(Refutation& refutation, const ProofLimits& limits) {
  const Indices all = all_of(refutation.number_count());
  Certainty certainty;
  for (const bool is_mine : {false, true}) {
    const Outcome outcome = refutation.look_for_layout(all, !is_mine, limits.max_conflicts);
    if (outcome == Outcome::no_model) return {outcome, is_mine, refutation.needed(all)};
    if (outcome == Outcome::gave_up) certainty.outcome = outcome;
  }
  return certainty;
}

template <class Boards>
std::optional<Proof> prove_on(const typename Boards::View& view, std::span<const Cell> trusted_mines,
                              Cell cell, const ProofLimits& limits) {
  const Givens<Boards> givens(view, trusted_mines);
  if (!givens.is_unknown(cell)) return Proof{cell, givens.is_mine(cell), Proof::Means::given, {}, {}};

  Refutation linked(givens.cell_count(), givens.numbers_around(cell), cell);
  if (const Certainty certainty = find_certainty(linked, limits); certainty.outcome == Outcome::no_model) {
    Proof proof = reduce(linked, certainty.numbers, cell, certainty.is_mine, Proof::Means::numbers, limits);
    std::vector<Number> numbers;
    for (const Cell number : proof.numbers) numbers.push_back(givens.number_at(number));
    if (local_rules_suffice(numbers, cell, givens.cell_count())) proof.means = Proof::Means::rules;
    return proof;
  }

  if (!givens.mines_left()) return std::nullopt;
  Refutation counted(givens.cell_count(), givens.all_numbers(), cell);
  if (counted.cell_count() > limits.max_counted_cells ||
      !counted.require_mine_count(*givens.mines_left(), givens.unknown_count()))
    return std::nullopt;
  const Certainty certainty = find_certainty(counted, limits);
  if (certainty.outcome != Outcome::no_model) return std::nullopt;
  return reduce(counted, certainty.numbers, cell, certainty.is_mine, Proof::Means::mine_count, limits);
}

}  // namespace

std::optional<Proof> prove(const sim::View& view, std::span<const Cell> trusted_mines, Cell cell,
                           const ProofLimits& limits) {
  return prove_on<OnGrids>(view, trusted_mines, cell, limits);
}

std::optional<Proof> prove(const sim::GraphPosition& position, Cell cell, const ProofLimits& limits) {
  return prove_on<OnGraphs>(position, position.known_mines, cell, limits);
}

}  // namespace sapper::solvers
