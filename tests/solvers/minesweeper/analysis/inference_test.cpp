// What each certain cell needs, against all layouts of small boards: the oracle repeats steps of one and of two numbers
// until nothing is new, each step by trying all ways to lay mines on the cells beside those numbers.
#include "solvers/minesweeper/analysis/inference.hpp"

#include "tests/support/case_count.hpp"
#include "tests/support/graph_oracle.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/position_text.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using solvers::CertainCell;
using solvers::find_certain_cells;
using solvers::Inference;

class InferenceOracle {
 public:
  explicit InferenceOracle(const sim::View& view) : view_(view) {
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
      if (view.is_shown(cell)) shown_.push_back(cell);
    for (const Cell cell : view.free_by_rule())
      if (view.is_hidden(cell)) found_[cell] = {cell, false, Inference::given};
    repeat([&] {
      bool has_learned = false;
      for (const Cell number : shown_) has_learned |= try_all({number}, Inference::one_number);
      return has_learned;
    });
    repeat([&] {
      bool has_learned = false;
      for (const Cell first : shown_)
        for (const Cell second : shown_) has_learned |= try_all({first, second}, Inference::two_numbers);
      return has_learned;
    });
    try_all(shown_, Inference::component);
    const LayoutCounts counts = count_layouts(view);
    for (const Cell cell : places_for_mines(view))
      if (!found_.contains(cell) && (counts.is_certain_mine(cell) || counts.is_certain_safe(cell)))
        found_[cell] = {cell, counts.is_certain_mine(cell), Inference::mine_count};
  }

  std::vector<CertainCell> cells() const {
    std::vector<CertainCell> cells;
    for (const auto& [cell, certain] : found_) cells.push_back(certain);
    return cells;
  }

 private:
  template <class Step>
  static void repeat(const Step& step) {
    while (step()) {
    }
  }

  bool is_mine(Cell cell) const {
    const auto found = found_.find(cell);
    return found != found_.end() && found->second.is_mine;
  }

  // All ways to lay mines on the unknown cells beside these numbers that meet each of them.
  bool try_all(const std::vector<Cell>& numbers, Inference by) {
    std::set<Cell> beside;
    for (const Cell number : numbers)
      for (const Cell cell : view_.grid().neighbors(number))
        if (view_.is_hidden(cell) && !found_.contains(cell)) beside.insert(cell);
    const std::vector<Cell> cells(beside.begin(), beside.end());
    std::uint32_t in_all = ~std::uint32_t{0};
    std::uint32_t in_some = 0;
    for (std::uint32_t mines = 0; mines < std::uint32_t{1} << cells.size(); ++mines) {
      bool meets_all = true;
      for (const Cell number : numbers) {
        int around = 0;
        for (const Cell cell : view_.grid().neighbors(number)) {
          around += is_mine(cell);
          for (std::size_t i = 0; i < cells.size(); ++i) around += cells[i] == cell && (mines >> i & 1) != 0;
        }
        meets_all = meets_all && around == view_.number(number);
      }
      if (!meets_all) continue;
      in_all &= mines;
      in_some |= mines;
    }
    bool has_learned = false;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const bool is_certain_mine = (in_all >> i & 1) != 0;
      if (!is_certain_mine && (in_some >> i & 1) != 0) continue;
      found_[cells[i]] = {cells[i], is_certain_mine, by};
      has_learned = true;
    }
    return has_learned;
  }

  const sim::View& view_;
  std::vector<Cell> shown_;
  std::map<Cell, CertainCell> found_;
};

// The same position on the grid as a graph.
sim::GraphPosition as_on_graph(const sim::View& view) {
  const std::span<const Cell> known_free = view.free_by_rule();
  sim::GraphPosition position{std::make_shared<const sim::Graph>(view.grid()),
                              {},
                              {.count = view.mine_count()},
                              {},
                              {known_free.begin(), known_free.end()}};
  for (const std::uint8_t number : sim::cells_of(view))
    position.shown.push_back(number == sim::kHidden ? sim::GraphPosition::kHidden : number);
  return position;
}

TEST(Inference, IsTheLeastThatFindsACell) {
  const PositionKind kind{.max_rows = 4, .max_cols = 5, .may_be_inconsistent = false};
  std::map<Inference, int> seen;
  for (int number = 0; number < case_count(400); ++number) {
    const RandomPosition random = random_position(kind, 22, static_cast<std::uint64_t>(number));
    const sim::View& view = random.position.view;
    const std::vector<CertainCell> expected = InferenceOracle(view).cells();
    ASSERT_EQ(find_certain_cells(view), expected) << text_of(view);
    ASSERT_EQ(find_certain_cells(as_on_graph(view)), expected) << text_of(view);
    for (const CertainCell& cell : expected) ++seen[cell.inference];
  }
  if (kDefaultTestPercent < 100) return;  // sanitizers look at too few positions for the rare ones
  for (const Inference inference : {Inference::given, Inference::one_number, Inference::two_numbers,
                                    Inference::component, Inference::mine_count})
    EXPECT_GT(seen[inference], 5) << solvers::kInferenceNames[static_cast<std::size_t>(inference)];
}

// Where a cell need not be seen by those that it sees.
TEST(Inference, FindsEveryCertainCellOfGraphs) {
  std::map<Inference, int> seen;
  for (int number = 0; number < case_count(2000); ++number) {
    sim::Stream random({23, 0, static_cast<std::uint64_t>(number)}, sim::StreamPurpose::strategy);
    const auto graph = std::make_shared<const sim::Graph>(random_graph(12, 0.25, 12, true, random));
    const sim::GraphPosition position = random_position_on(graph, random);
    const GraphLayouts layouts = count_graph_layouts(position);
    if (!position.prior.count || layouts.layouts == 0) continue;
    std::map<Cell, bool> expected;  // is it a mine
    for (Cell cell = 0; cell < graph->cell_count(); ++cell)
      if (position.is_hidden(cell) && layouts.can_be_mine[cell] != layouts.can_be_free[cell])
        expected[cell] = layouts.can_be_mine[cell];
    std::map<Cell, bool> found;
    for (const CertainCell& cell : find_certain_cells(position)) {
      found[cell.cell] = cell.is_mine;
      ++seen[cell.inference];
    }
    ASSERT_EQ(found, expected) << number;
  }
  if (kDefaultTestPercent < 100) return;
  for (const Inference inference :
       {Inference::one_number, Inference::two_numbers, Inference::component, Inference::mine_count})
    EXPECT_GT(seen[inference], 0) << solvers::kInferenceNames[static_cast<std::size_t>(inference)];
}

}  // namespace
}  // namespace sapper::tests
