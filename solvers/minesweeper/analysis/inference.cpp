#include "solvers/minesweeper/analysis/inference.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <stdexcept>

#include "sim/support/interruptible.hpp"
#include "solvers/minesweeper/choice/board_family.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;

enum class Known : std::uint8_t { no, safe, mine };

// Knowledge that grows by steps over one and two numbers. Boards: OnGrids or OnGraphs.
template <class Boards>
class Steps {
 public:
  using View = typename Boards::View;

  explicit Steps(const View& view)
      : view_(view),
        known_(Boards::board_of(view).cell_count(), Known::no),
        by_(Boards::board_of(view).cell_count()) {
    for (const Cell cell : Boards::known_free(view))
      if (view.is_hidden(cell)) learn(cell, Known::safe, Inference::given);
  }

  // Takes all steps over one number, or over one and two numbers, until none finds anything.
  void take(Inference by) {
    for (bool has_learned = true; has_learned;) {
      has_learned = false;
      for (Cell cell = 0; cell < known_.size(); ++cell) {
        if (view_.is_hidden(cell)) continue;
        sim::end_if_interrupted();
        if (settle(unknown_around(cell), needed(cell), by) ||
            (by == Inference::two_numbers && compare_with_others(cell)))
          has_learned = true;
      }
    }
  }

  Known known(Cell cell) const { return known_[cell]; }
  Inference by(Cell cell) const { return by_[cell]; }
  void learn(Cell cell, Known what, Inference by) {
    known_[cell] = what;
    by_[cell] = by;
  }

 private:
  std::vector<Cell> unknown_around(Cell cell) const {
    std::vector<Cell> cells;
    for (const Cell seen : Boards::seen_from(view_, cell))
      if (view_.is_hidden(seen) && known_[seen] == Known::no) cells.push_back(seen);
    return cells;
  }
  int needed(Cell cell) const {
    int mines = view_.number(cell);
    for (const Cell seen : Boards::seen_from(view_, cell)) mines -= known_[seen] == Known::mine;
    return mines;
  }

  // Takes in that these cells hold that many mines; returns whether anything was learned.
  bool settle(std::span<const Cell> cells, int mines, Inference by) {
    const int count = static_cast<int>(cells.size());
    if (count == 0 || (mines != 0 && mines != count)) return false;
    for (const Cell cell : cells) learn(cell, mines == 0 ? Known::safe : Known::mine, by);
    return true;
  }

  // Shares its unknown cells with those of other numbers; alone they say what the steps over one number have found.
  bool compare_with_others(Cell cell) {
    std::vector<Cell> others;
    for (const Cell unknown : unknown_around(cell))
      for (const Cell other : Boards::seeing(view_, unknown))
        if (other > cell && !view_.is_hidden(other)) others.push_back(other);
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    bool has_learned = false;
    for (const Cell other : others) has_learned |= compare(cell, other);
    return has_learned;
  }

  // The mines that both share can be lowest..highest; what lies beside them follows from that.
  bool compare(Cell a, Cell b) {
    const std::vector<Cell> around_a = unknown_around(a);
    const std::vector<Cell> around_b = unknown_around(b);
    std::vector<Cell> only_a, only_b, both;
    for (const Cell cell : around_a)
      (std::find(around_b.begin(), around_b.end(), cell) == around_b.end() ? only_a : both).push_back(cell);
    for (const Cell cell : around_b)
      if (std::find(both.begin(), both.end(), cell) == both.end()) only_b.push_back(cell);
    const auto size = [](const std::vector<Cell>& cells) { return static_cast<int>(cells.size()); };
    const int needed_a = needed(a);
    const int needed_b = needed(b);
    const int lowest = std::max({0, needed_a - size(only_a), needed_b - size(only_b)});
    const int highest = std::min({size(both), needed_a, needed_b});
    if (lowest > highest) throw std::invalid_argument("two shown numbers contradict each other");
    const auto settle_if_known = [&](const std::vector<Cell>& cells, int fewest, int most) {
      if (fewest == size(cells)) return settle(cells, fewest, Inference::two_numbers);
      return most == 0 && settle(cells, 0, Inference::two_numbers);
    };
    const bool learned_both = settle_if_known(both, lowest, highest);
    const bool learned_a = settle_if_known(only_a, needed_a - highest, needed_a - lowest);
    const bool learned_b = settle_if_known(only_b, needed_b - highest, needed_b - lowest);
    return learned_both || learned_a || learned_b;
  }

  const View& view_;
  std::vector<Known> known_;   // [cell]
  std::vector<Inference> by_;  // [cell] where known
};

// What the numbers say together, then with the mine count.
template <class Boards>
void take_posterior(const typename Boards::View& view, Steps<Boards>& steps) {
  const auto& board = Boards::board_of(view);
  typename Boards::Knowledge knowledge(board);
  knowledge.reset(view);
  typename Boards::Posterior posterior(board);
  if (!knowledge.propagate()) throw std::invalid_argument("no layout fits the shown numbers");
  const auto learn = [&](Cell cell, bool is_mine, Inference by) {
    if (view.is_hidden(cell) && steps.known(cell) == Known::no)
      steps.learn(cell, is_mine ? Known::mine : Known::safe, by);
  };
  posterior.start(knowledge);
  if (!posterior.update(knowledge)) throw std::invalid_argument("no layout fits the shown numbers");
  // With what the posterior learned where a component was too wide to count.
  for (Cell cell = 0; cell < board.cell_count(); ++cell)
    if (knowledge.is_mine(cell) || knowledge.is_safe(cell))
      learn(cell, knowledge.is_mine(cell), Inference::component);
  for (CountedComponent* component : posterior.updated()) {
    component->find_certainty();
    component->visit_certain([&](Cell cell, bool is_mine) { learn(cell, is_mine, Inference::component); });
  }
  if (!posterior.combine()) throw std::invalid_argument("no layout has that many mines");
  for (Cell cell = 0; cell < board.cell_count(); ++cell) {
    if (!view.is_hidden(cell)) continue;
    if (posterior.is_certain_mine(cell)) learn(cell, true, Inference::mine_count);
    if (posterior.is_certain_safe(cell)) learn(cell, false, Inference::mine_count);
  }
}

template <class Boards>
std::vector<CertainCell> certain_cells(const typename Boards::View& view) {
  Steps<Boards> steps(view);
  steps.take(Inference::one_number);
  steps.take(Inference::two_numbers);
  take_posterior(view, steps);
  std::vector<CertainCell> cells;
  for (Cell cell = 0; cell < Boards::board_of(view).cell_count(); ++cell)
    if (steps.known(cell) != Known::no)
      cells.push_back({cell, steps.known(cell) == Known::mine, steps.by(cell)});
  return cells;
}

}  // namespace

std::vector<CertainCell> find_certain_cells(const sim::View& view) { return certain_cells<OnGrids>(view); }

std::vector<CertainCell> find_certain_cells(const sim::GraphPosition& view) {
  return certain_cells<OnGraphs>(view);
}

}  // namespace sapper::solvers
