// Arguments for certain cells, followed step by step by a reader who knows the shown numbers, the geometry and what the
// steps before have found, and who takes no step on trust.
#include "solvers/minesweeper/analysis/argument.hpp"

#include "tests/support/case_count.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/position_text.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using solvers::ArgumentStep;
using solvers::Proof;
using Kind = ArgumentStep::Kind;
using Cells = std::set<Cell>;

Cells as_set(const std::vector<Cell>& cells) { return {cells.begin(), cells.end()}; }

class Reader {
 public:
  Reader(const sim::View& view, const Proof& proof) : view_(view), proof_(proof) {
    for (const Cell cell : view.free_by_rule())
      if (view.is_hidden(cell)) is_mine_[cell] = false;
  }

  void read(const std::vector<ArgumentStep>& steps) {
    for (const ArgumentStep& step : steps) {
      for (const Cell number : step.numbers)
        ASSERT_NE(std::ranges::find(proof_.numbers, number), proof_.numbers.end());
      ASSERT_TRUE(!step.uses_mine_count || proof_.means == Proof::Means::mine_count);
      follow(step);
      if (testing::Test::HasFatalFailure()) return;
      is_contradiction_ =
          step.kind == Kind::too_many || step.kind == Kind::too_few || step.kind == Kind::too_shared;
    }
    ASSERT_TRUE(open_.empty());
    ASSERT_TRUE(is_mine_.contains(proof_.cell));
    EXPECT_EQ(is_mine_.at(proof_.cell), proof_.is_mine);
  }

 private:
  struct Seen {
    int needed;
    Cells unknown, mines;
  };
  Seen look(const Cells& cells, int mines) const {
    Seen seen{mines, {}, {}};
    for (const Cell cell : cells) {
      const auto known = is_mine_.find(cell);
      if (known == is_mine_.end())
        seen.unknown.insert(cell);
      else if (known->second)
        seen.mines.insert(cell);
    }
    seen.needed -= static_cast<int>(seen.mines.size());
    return seen;
  }
  Seen look_at(Cell number) const {
    Cells cells;
    for (const Cell cell : view_.grid().neighbors(number))
      if (view_.is_hidden(cell)) cells.insert(cell);
    return look(cells, view_.number(number));
  }
  Seen count() const {
    Cells cells;
    for (Cell cell = 0; cell < view_.grid().cell_count(); ++cell)
      if (view_.is_hidden(cell)) cells.insert(cell);
    return look(cells, static_cast<int>(view_.mine_count()));
  }
  void find(const ArgumentStep& step) {
    for (const Cell cell : step.mines) is_mine_[cell] = true;
    for (const Cell cell : step.safe) is_mine_[cell] = false;
  }
  static Cells without(const Cells& cells, const Cells& others) {
    Cells rest;
    std::ranges::set_difference(cells, others, std::inserter(rest, rest.end()));
    return rest;
  }

  void follow(const ArgumentStep& step) {
    const Cells mines = as_set(step.mines), safe = as_set(step.safe);
    switch (step.kind) {
      case Kind::given:
        return;
      case Kind::suppose:
        open_.emplace_back(is_mine_, step);
        ASSERT_EQ(step.depth, static_cast<int>(open_.size()));
        ASSERT_EQ(mines.size() + safe.size(), 1U);
        return find(step);
      case Kind::conclude:
        ASSERT_TRUE(is_contradiction_);
        ASSERT_FALSE(open_.empty());
        ASSERT_EQ(step.mines, open_.back().second.safe);
        ASSERT_EQ(step.safe, open_.back().second.mines);
        is_mine_ = open_.back().first;
        open_.pop_back();
        return find(step);
      case Kind::difference: {
        ASSERT_EQ(step.numbers.size(), 2U);
        const Seen first = look_at(step.numbers[0]), second = look_at(step.numbers[1]);
        const Cells own = without(second.unknown, first.unknown);
        ASSERT_EQ(second.needed - first.needed, static_cast<int>(own.size()));
        ASSERT_EQ(mines, own);
        ASSERT_EQ(safe, without(first.unknown, second.unknown));
        ASSERT_EQ(step.needed, (std::vector<std::int64_t>{first.needed, second.needed}));
        return find(step);
      }
      case Kind::too_shared: {
        ASSERT_EQ(step.numbers.size(), 2U);
        const Seen first = look_at(step.numbers[0]), second = look_at(step.numbers[1]);
        const Cells own = without(second.unknown, first.unknown);
        ASSERT_GT(second.needed, first.needed + static_cast<int>(own.size()));
        return;
      }
      case Kind::count_met:
      case Kind::count_full: {
        ASSERT_TRUE(step.uses_mine_count);
        Seen all = count();
        for (const Cell number : step.numbers) {
          const Seen seen = look_at(number);
          ASSERT_TRUE(std::ranges::includes(all.unknown, seen.unknown)) << "in different cells";
          all.unknown = without(all.unknown, seen.unknown);
          all.needed -= seen.needed;
        }
        const bool is_met = step.kind == Kind::count_met;
        ASSERT_EQ(all.needed, is_met ? 0 : static_cast<int>(all.unknown.size()));
        ASSERT_EQ(is_met ? safe : mines, all.unknown);
        return find(step);
      }
      case Kind::met:
      case Kind::full:
      case Kind::too_many:
      case Kind::too_few:
        break;
    }
    const Seen seen = step.uses_mine_count ? count() : look_at(step.numbers.at(0));
    const auto unknown = static_cast<int>(seen.unknown.size());
    ASSERT_EQ(as_set(step.known_mines), seen.mines);
    ASSERT_EQ(as_set(step.left), seen.unknown);
    if (step.kind == Kind::too_many) {
      ASSERT_LT(seen.needed, 0);
    }
    if (step.kind == Kind::too_few) {
      ASSERT_GT(seen.needed, unknown);
    }
    if (step.kind == Kind::met || step.kind == Kind::full) {
      ASSERT_EQ(seen.needed, step.kind == Kind::met ? 0 : unknown);
      ASSERT_EQ(step.kind == Kind::met ? safe : mines, seen.unknown);
      ASSERT_EQ(mines.size() + safe.size(), seen.unknown.size());
    }
    find(step);
  }

  const sim::View& view_;
  const Proof& proof_;
  std::map<Cell, bool> is_mine_;
  std::vector<std::pair<std::map<Cell, bool>, ArgumentStep>>
      open_;  // what was known before, and the supposition
  bool is_contradiction_ = false;
};

TEST(Argument, EachStepFollowsAndTheLastOneIsTheCell) {
  PositionKind kind;
  kind.may_be_inconsistent = false;
  kind.may_have_flags = false;
  std::map<Kind, int> steps_of;
  int arguments = 0, without_one = 0;
  for (int number = 0; number < case_count(400); ++number) {
    const RandomPosition drawn = random_position(kind, 39, static_cast<std::uint64_t>(number));
    const sim::View& view = drawn.position.view;
    const LayoutCounts counts = count_layouts(view);
    if (counts.layouts == 0) continue;
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
      if (!view.is_hidden(cell) || (!counts.is_certain_mine(cell) && !counts.is_certain_safe(cell))) continue;
      const std::optional<Proof> proof = solvers::prove(view, {}, cell);
      ASSERT_TRUE(proof.has_value());
      ASSERT_EQ(proof->is_mine, counts.is_certain_mine(cell));
      const auto steps = solvers::argue(view, {}, *proof);
      ++arguments;
      if (!steps) {
        ++without_one;
        continue;
      }
      Reader(view, *proof).read(*steps);
      if (testing::Test::HasFatalFailure()) FAIL() << "position " << number << ", cell " << cell;
      for (const ArgumentStep& step : *steps) ++steps_of[step.kind];
    }
  }
  EXPECT_LT(without_one * 100, arguments) << "of all cells nearly every one has a short argument";
  if (case_count(100) < 100) return;
  for (const Kind each :
       {Kind::given, Kind::met, Kind::full, Kind::difference, Kind::count_met, Kind::count_full,
        Kind::too_many, Kind::too_few, Kind::too_shared, Kind::suppose, Kind::conclude})
    EXPECT_GT(steps_of[each], 0) << static_cast<int>(each);
}

TEST(Argument, IsGivenUpWhereItWouldBeLong) {
  const Position position = position_from_rows({".1.1.", ".1.1."}, 2);
  const std::optional<Proof> proof = solvers::prove(position.view, {}, 2);
  ASSERT_TRUE(proof.has_value());
  EXPECT_TRUE(solvers::argue(position.view, {}, *proof).has_value());
  EXPECT_FALSE(solvers::argue(position.view, {}, *proof, 0).has_value());
}

TEST(Argument, SaysThatAFlagIsTrusted) {
  const Position position = position_from_rows({"F1", ".."}, 1);
  const std::vector<Cell> trusted{0};
  const Proof proof{0, true, Proof::Means::given, Proof::Size::smallest, {}};
  const auto steps = solvers::argue(position.view, trusted, proof);
  ASSERT_TRUE(steps.has_value());
  ASSERT_EQ(steps->size(), 1U);
  EXPECT_EQ(steps->front().kind, Kind::given);
  EXPECT_EQ(steps->front().mines, trusted);
}

}  // namespace
}  // namespace sapper::tests
