// Proofs of certain cells against all layouts of small boards: the numbers prove the cell, and no smaller set of numbers
// does. The oracle tries every way to lay mines on the hidden cells and every set of shown numbers.
#include "solvers/minesweeper/analysis/proof.hpp"

#include "tests/support/case_count.hpp"
#include "tests/support/position_text.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using solvers::Proof;
using solvers::ProofLimits;
using solvers::prove;

// All ways to lay mines on the hidden cells, ignoring the numbers.
class AllLayouts {
 public:
  explicit AllLayouts(const sim::View& view) {
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
      (view.is_hidden(cell) ? hidden_ : shown_).push_back(cell);
    for (std::uint32_t mines = 0; mines < 1U << hidden_.size(); ++mines) {
      Layout layout{mines, 0, std::popcount(mines) == static_cast<int>(view.mine_count())};
      for (std::size_t number = 0; number < shown_.size(); ++number) {
        int around = 0;
        for (const Cell neighbor : view.grid().neighbors(shown_[number]))
          around += view.is_hidden(neighbor) && (mines >> place(neighbor) & 1) != 0;
        if (around != view.number(shown_[number])) layout.broken |= 1U << number;
      }
      layouts_.push_back(layout);
    }
  }

  const std::vector<Cell>& hidden() const { return hidden_; }

  // Whether all layouts that meet the numbers (and the mine count if used) agree on the cell.
  bool prove(const std::vector<Cell>& numbers, bool by_mine_count, Cell cell, bool is_mine) const {
    std::uint32_t chosen = 0;
    for (const Cell number : numbers)
      chosen |= 1U << (std::lower_bound(shown_.begin(), shown_.end(), number) - shown_.begin());
    return prove(chosen, by_mine_count, cell, is_mine);
  }
  bool prove_all(bool by_mine_count, Cell cell, bool is_mine) const {
    return prove((1U << shown_.size()) - 1, by_mine_count, cell, is_mine);
  }
  // The size of the smallest set of numbers that proves it; some does.
  std::size_t smallest(bool by_mine_count, Cell cell, bool is_mine) const {
    std::set<std::uint32_t> broken;
    for (const Layout& layout : layouts_)
      if (is_against(layout, by_mine_count, cell, is_mine)) broken.insert(layout.broken);
    std::size_t least = shown_.size();
    for (std::uint32_t chosen = 0; chosen < 1U << shown_.size(); ++chosen)
      if (static_cast<std::size_t>(std::popcount(chosen)) < least &&
          std::ranges::all_of(broken, [&](std::uint32_t numbers) { return (numbers & chosen) != 0; }))
        least = static_cast<std::size_t>(std::popcount(chosen));
    return least;
  }

 private:
  struct Layout {
    std::uint32_t mines;   // bit i: in hidden_[i]
    std::uint32_t broken;  // bit i: the number of shown_[i] is not met
    bool has_mine_count;
  };
  std::size_t place(Cell cell) const {
    return static_cast<std::size_t>(std::lower_bound(hidden_.begin(), hidden_.end(), cell) - hidden_.begin());
  }
  bool is_against(const Layout& layout, bool by_mine_count, Cell cell, bool is_mine) const {
    return ((layout.mines >> place(cell) & 1) != 0) != is_mine && (layout.has_mine_count || !by_mine_count);
  }
  bool prove(std::uint32_t chosen, bool by_mine_count, Cell cell, bool is_mine) const {
    return std::ranges::none_of(layouts_, [&](const Layout& layout) {
      return is_against(layout, by_mine_count, cell, is_mine) && (layout.broken & chosen) == 0;
    });
  }

  std::vector<Cell> hidden_, shown_;  // ascending
  std::vector<Layout> layouts_;
};

// A board of up to 18 cells, some of those without a mine shown.
Position small_position(sim::Topology topology, std::mt19937_64& random) {
  const auto below = [&](std::uint64_t limit) { return static_cast<int>(random() % limit); };
  for (;;) {
    const int rows = 1 + below(5);
    const int cols = 1 + below(6);
    if (rows * cols < 4 || rows * cols > 18) continue;
    const auto mines = static_cast<std::uint32_t>(below(static_cast<std::uint64_t>(rows * cols) / 2));
    Position position = hidden_position(rows, cols, topology, mines);
    std::vector<std::uint8_t> is_mine(position.grid->cell_count(), 0);
    std::fill(is_mine.begin(), is_mine.begin() + mines, std::uint8_t{1});
    std::shuffle(is_mine.begin(), is_mine.end(), random);
    for (Cell cell = 0; cell < position.grid->cell_count(); ++cell) {
      if (is_mine[cell] != 0 || below(3) == 0) continue;
      int number = 0;
      for (const Cell neighbor : position.grid->neighbors(cell)) number += is_mine[neighbor];
      position.view.show(cell, number);
    }
    if (position.view.hidden_count() <= 11) return position;
  }
}

TEST(Proof, IsTheSmallestSetOfNumbers) {
  const int cases = case_count(250);
  for (const sim::TopologyRow& topology : sim::kTopologies) {
    std::mt19937_64 random(4711);
    std::map<Proof::Means, int> by_means;
    std::map<std::size_t, int> by_size;
    for (int i = 0; i < cases; ++i) {
      const Position position = small_position(topology.topology, random);
      const AllLayouts layouts(position.view);
      for (const Cell cell : layouts.hidden()) {
        SCOPED_TRACE(text_of(position.view) + "cell " + std::to_string(cell));
        const auto certain = [&](bool by_mine_count) -> std::optional<bool> {
          for (const bool is_mine : {false, true})
            if (layouts.prove_all(by_mine_count, cell, is_mine)) return is_mine;
          return std::nullopt;
        };
        const std::optional<bool> by_numbers = certain(false);
        const std::optional<bool> is_mine = by_numbers ? by_numbers : certain(true);
        const std::optional<Proof> proof = prove(position.view, {}, cell);
        ASSERT_EQ(proof.has_value(), is_mine.has_value());
        if (!proof) continue;
        ASSERT_EQ(proof->is_mine, *is_mine);
        ASSERT_EQ(proof->means == Proof::Means::mine_count, !by_numbers.has_value());
        ASSERT_TRUE(layouts.prove(proof->numbers, !by_numbers, cell, *is_mine));
        ASSERT_EQ(proof->size, Proof::Size::smallest);
        ASSERT_EQ(proof->numbers.size(), layouts.smallest(!by_numbers, cell, *is_mine));
        ASSERT_TRUE(std::ranges::is_sorted(proof->numbers));
        if (proof->numbers.size() == 1 && by_numbers) {
          ASSERT_EQ(proof->means, Proof::Means::rules);
        }
        ++by_means[proof->means];
        ++by_size[proof->numbers.size()];
      }
    }
    if (cases < 250) continue;
    EXPECT_GT(by_means[Proof::Means::rules], 100) << topology.name;
    EXPECT_GT(by_means[Proof::Means::numbers], 10) << topology.name;
    EXPECT_GT(by_means[Proof::Means::mine_count], 20) << topology.name;
    EXPECT_GT(by_size[2] + by_size[3], 20) << topology.name;
  }
}

// With no calls left for a smaller set, the result is still a proof from which no number can be left out.
TEST(Proof, IsMinimalWhereTheLimitsEndTheSearch) {
  ProofLimits limits;
  limits.max_calls_of_smaller = 0;
  int minimal = 0;
  int not_smallest = 0;
  for (const sim::TopologyRow& topology : sim::kTopologies) {
    std::mt19937_64 random(4712);
    for (int i = 0; i < case_count(60); ++i) {
      const Position position = small_position(topology.topology, random);
      const AllLayouts layouts(position.view);
      for (const Cell cell : layouts.hidden()) {
        const std::optional<Proof> proof = prove(position.view, {}, cell, limits);
        if (!proof) continue;
        SCOPED_TRACE(text_of(position.view) + "cell " + std::to_string(cell));
        const bool by_mine_count = proof->means == Proof::Means::mine_count;
        ASSERT_TRUE(layouts.prove(proof->numbers, by_mine_count, cell, proof->is_mine));
        ASSERT_EQ(proof->size, proof->numbers.size() > 1 ? Proof::Size::minimal : Proof::Size::smallest);
        minimal += proof->size == Proof::Size::minimal;
        not_smallest += prove(position.view, {}, cell)->numbers.size() < proof->numbers.size();
        for (const Cell left_out : proof->numbers) {
          std::vector<Cell> rest = proof->numbers;
          std::erase(rest, left_out);
          ASSERT_FALSE(layouts.prove(rest, by_mine_count, cell, proof->is_mine));
        }
      }
    }
  }
  EXPECT_GT(minimal, 0);
  if (case_count(60) == 60) {
    EXPECT_GT(not_smallest, 0) << "else the search for smaller sets is not tested";
  }
}

TEST(Proof, ExplainsGivenCells) {
  Position flagged = position_from_rows({"F1.1.", ".1.1."}, 2);
  const std::vector<Cell> trusted{0};
  const auto given = prove(flagged.view, trusted, 0);
  ASSERT_TRUE(given);
  EXPECT_EQ(given->means, Proof::Means::given);
  EXPECT_TRUE(given->is_mine);
  EXPECT_TRUE(given->numbers.empty());
  // The flag is a given, so that one number proves the cell below it.
  const auto below = prove(flagged.view, trusted, 5);
  ASSERT_TRUE(below);
  EXPECT_EQ(below->numbers.size(), 1U);
  EXPECT_FALSE(prove(flagged.view, {}, 5)) << "which is not certain without it";

  const Position corner = position_from_rows({"..", ".1"}, 1, sim::Topology::square, {0});
  const auto kept_free = prove(corner.view, {}, 0);
  ASSERT_TRUE(kept_free);
  EXPECT_EQ(kept_free->means, Proof::Means::given);
  EXPECT_FALSE(kept_free->is_mine);
}

TEST(Proof, NeedsNoNumberWhereTheMineCountSaysAll) {
  const Position no_mine = position_from_rows({"...", "..."}, 0);
  const auto proof = prove(no_mine.view, {}, 4);
  ASSERT_TRUE(proof);
  EXPECT_EQ(proof->means, Proof::Means::mine_count);
  EXPECT_EQ(proof->size, Proof::Size::smallest);
  EXPECT_TRUE(proof->numbers.empty());
  EXPECT_FALSE(proof->is_mine);
}

}  // namespace
}  // namespace sapper::tests
