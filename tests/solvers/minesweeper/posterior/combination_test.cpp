// The three methods of combination on the same positions: against all layouts of small boards, certainty
// included, and against closed forms on boards of one to tens of thousands of equal components, at few
// to many mines and with many and few cells away from the frontier. Every method counts the layouts too.
#include "solvers/minesweeper/posterior/combination.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>

#include "sim/minesweeper/layout.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/contracts.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/exact_oracle.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/posterior_checks.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/test.hpp"
#include "tests/support/tiled_position.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::Topology;
using sim::View;
using solvers::Combination;
using solvers::Posterior;
using solvers::Risk;
using Method = Combination::Method;
using Outcome = Combination::Outcome;

constexpr std::array kMethods{Method::plain, Method::tilted, Method::wide};
constexpr std::array kMethodNames{"plain", "tilted", "wide"};

// ln of a big integer: its 64 highest bits, and how many follow.
double log_of(const BigInt& number) {
  const auto bits = static_cast<unsigned>(msb(number));
  const unsigned shift = bits > 63 ? bits - 63 : 0;
  const auto high = static_cast<long double>(static_cast<std::uint64_t>(number >> shift));
  return static_cast<double>(std::log(high) + shift * std::log(2.0L));
}

// The counts of a position's posterior, combined again by a method chosen by the test, which changes the risks of the
// posterior's components.
class Combined {
 public:
  explicit Combined(Posterior& posterior) : posterior_(posterior) {}

  Outcome combine(Method method) {
    if (!combination_.start(posterior_.components(), posterior_.knowledge().mines_left(),
                            posterior_.outside_count()))
      return Outcome::no_layout;
    if (method == Method::plain && !combination_.is_plain_safe()) return Outcome::refused;
    return combination_.combine_by(method);
  }
  double p_mine(Cell cell) const {
    return posterior_.is_outside(cell) ? combination_.outside_risk().p_mine : posterior_.p_mine(cell);
  }
  bool is_certain_safe(Cell cell) const {
    return posterior_.is_outside(cell) ? !combination_.outside_risk().can_be_mine
                                       : posterior_.is_certain_safe(cell);
  }
  bool is_certain_mine(Cell cell) const {
    return posterior_.is_outside(cell) ? !combination_.outside_risk().can_be_free
                                       : posterior_.is_certain_mine(cell);
  }
  double log_layouts() const { return combination_.log_layouts(); }

 private:
  Posterior& posterior_;
  Combination combination_;
};

TEST(Combination, EveryMethodMatchesAllLayouts) {
  const int cases = case_count(6000);
  std::array<int, 3> done{};
  int without_layout = 0;
  for (int i = 0; i < cases; ++i) {
    const RandomPosition made = random_position({}, 300, static_cast<std::uint64_t>(i));
    const View& view = made.position.view;
    SCOPED_TRACE(text_of(view));
    const LayoutCounts counts = count_layouts(view);
    Posterior posterior(view.grid());
    const bool is_possible = posterior.compute(view);
    ASSERT_EQ(is_possible, counts.layouts > 0);
    using Kind = solvers::Contradiction::Kind;
    if (!is_possible && posterior.contradiction().kind != Kind::mine_count) continue;
    for (const Method method : kMethods) {
      SCOPED_TRACE(kMethodNames[static_cast<std::size_t>(method)]);
      Combined combined(posterior);
      ASSERT_EQ(combined.combine(method), is_possible ? Outcome::done : Outcome::no_layout);
      without_layout += !is_possible;
      if (!is_possible) continue;
      ++done[static_cast<std::size_t>(method)];
      ASSERT_NEAR(combined.log_layouts(), std::log(static_cast<double>(counts.layouts)), 1e-12);
      for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
        if (view.is_shown(cell)) continue;
        ASSERT_NEAR(combined.p_mine(cell), counts.p_mine(cell), 1e-12) << cell;
        ASSERT_EQ(combined.is_certain_safe(cell), counts.is_certain_safe(cell)) << cell;
        ASSERT_EQ(combined.is_certain_mine(cell), counts.is_certain_mine(cell)) << cell;
      }
    }
  }
  for (const int count : done) EXPECT_GT(count, cases / 2);
  EXPECT_GT(without_layout, cases / 100);
}

// All cells of all tiles and away from them; the messages name only the first and the last tile.
void expect_tiled(const TiledBoard& board, const View& view, const TiledPosterior& exact,
                  const Combined& combined) {
  const sim::Grid& grid = view.grid();
  const TileCounts tile = count_tile(board.tile);
  const auto tile_rows = static_cast<int>(board.tile.size());
  const auto tile_cols = static_cast<int>(board.tile.front().size());
  for (Cell cell = 0; cell < grid.cell_count(); ++cell) {
    if (view.is_shown(cell)) continue;
    const int col = grid.col_of(cell);
    const auto place = static_cast<std::size_t>(grid.row_of(cell) % tile_rows * tile_cols + col % tile_cols);
    const bool is_away = col >= tile_cols * board.tile_cols || tile.is_away[place];
    const double p_mine = is_away ? exact.p_away : exact.p_mine[place];
    ASSERT_NEAR(combined.p_mine(cell), p_mine, 1e-12) << "row " << grid.row_of(cell) << ", column " << col;
    ASSERT_EQ(combined.is_certain_safe(cell), p_mine == 0);
    ASSERT_EQ(combined.is_certain_mine(cell), p_mine == 1);
  }
  const double log_layouts = log_of(exact.layouts);
  ASSERT_NEAR(combined.log_layouts(), log_layouts, 1e-11 + 2e-15 * log_layouts);
}

struct TiledCase {
  const char* name;
  TiledBoard board;
};

class TiledBoards : public testing::TestWithParam<TiledCase> {};

TEST_P(TiledBoards, EveryMethodMatchesTheClosedForm) {
  SAPPER_LONG_TEST_IF(std::string_view(GetParam().name).starts_with("Thousands"));
  const TiledBoard& board = GetParam().board;
  const std::uint32_t fewest = board.fewest_mines();
  const std::uint32_t most = board.max_mines();
  for (const double share : {0.0, 0.0002, 0.02, 0.2, 0.5, 0.8, 0.98, 0.9998, 1.0}) {
    const auto mines = fewest + static_cast<std::uint32_t>(std::lround(share * (most - fewest)));
    SCOPED_TRACE(std::to_string(mines) + " mines");
    const TiledPosterior exact = count_tiled(board, mines);
    if (exact.layouts == 0) continue;
    const Position position = tiled_position(board, mines);
    Posterior posterior(*position.grid);
    ASSERT_TRUE(posterior.compute(position.view));
    ASSERT_NEAR(posterior.log_layouts(), log_of(exact.layouts), 1e-11 + 2e-15 * log_of(exact.layouts));
    for (const Method method : kMethods) {
      SCOPED_TRACE(kMethodNames[static_cast<std::size_t>(method)]);
      // Wide numbers take seconds where there are thousands of components.
      if (method == Method::wide && board.tile_count() > 1000 && share != 0.2) continue;
      Combined combined(posterior);
      const Outcome outcome = combined.combine(method);
      if (method == Method::plain && outcome == Outcome::refused) continue;
      ASSERT_EQ(outcome, Outcome::done);
      ASSERT_NO_FATAL_FAILURE(expect_tiled(board, position.view, exact, combined));
    }
  }
}

// Two 1s two columns apart: 1 or 2 mines in 3 or 25 ways.
const Tile kPair{".....", ".1.1.", "....."};
// Two 4s: 5 to 8 mines.
const Tile kWidePair{".....", ".4.4.", "....."};
// 1 or 3 mines, never 2.
const Tile kGap{".....", "..10.", ".11..", ".0...", "....."};
// Half of its cells lie away from numbers.
const Tile kHalf{".....", ".3...", "....."};

INSTANTIATE_TEST_SUITE_P(
    All, TiledBoards,
    testing::Values(TiledCase{"Few", {kPair, 4, 5, 3}}, TiledCase{"OneTile", {kWidePair, 1, 1, 0}},
                    TiledCase{"NoneAway", {kPair, 25, 20, 0}}, TiledCase{"HalfAway", {kWidePair, 20, 20, 44}},
                    TiledCase{"AsManyAway", {kPair, 20, 20, 87}},
                    TiledCase{"FiveTimesAsManyAway", {kWidePair, 20, 10, 217}},
                    TiledCase{"AwayBetween", {kHalf, 20, 20, 0}}, TiledCase{"Gaps", {kGap, 14, 20, 1}},
                    TiledCase{"GapsAndNoneAway", {kGap, 14, 20, 0}},
                    TiledCase{"Thousands", {kPair, 60, 60, 20}},
                    TiledCase{"ThousandsWide", {kWidePair, 36, 36, 80}}),
    [](const auto& instance) { return std::string(instance.param.name); });

// Six fixed-point rounds once found no tilt here: the risk away from the frontier came out as 2.2e-308.
TEST(Combination, TiltIsFoundWhereTheFrontierVariesMoreThanTheRest) {
  SAPPER_LONG_TEST();
  const TiledBoard board{kPair, 60, 60, 20};
  const Position position = tiled_position(board, 7200);
  Posterior posterior(*position.grid);
  ASSERT_TRUE(posterior.compute(position.view));
  const TiledPosterior exact = count_tiled(board, 7200);
  EXPECT_NEAR(exact.p_away, 0.2573, 5e-5);
  EXPECT_NEAR(posterior.p_mine(319), exact.p_away, 1e-12);
  EXPECT_NEAR(posterior.p_mine(0), exact.p_mine[0], 1e-12);
  EXPECT_NEAR(posterior.p_mine(2), exact.p_mine[2], 1e-12);
}

// Its numbers would exceed the range of doubles.
TEST(Combination, ThePlainMethodIsNotForLargeBoards) {
  const TiledBoard board{kPair, 60, 60, 20};
  const Position position = tiled_position(board, 7200);
  Posterior posterior(*position.grid);
  ASSERT_TRUE(posterior.compute(position.view));
  Combination combination;
  ASSERT_TRUE(combination.start(posterior.components(), posterior.knowledge().mines_left(),
                                posterior.outside_count()));
  ASSERT_FALSE(combination.is_plain_safe());
  EXPECT_BROKEN_CONTRACT(combination.combine_by(Method::plain), "is_plain_safe_");
}

// A million cells in 62,000 pairs. By floats of 50 digits: with e pairs of two mines, C(n, e) 3^(n - e) 25^e
// ways, each e from the one before.
TEST(Combination, AMillionCells) {
  SAPPER_LONG_TEST();
  using Float = boost::multiprecision::cpp_bin_float_50;
  const TiledBoard board{kPair, 310, 200, 75};
  const std::int64_t pairs = board.tile_count();
  const std::int64_t away = board.away_count();
  for (const std::int64_t mines : {pairs + 5, pairs + 65'000}) {
    SCOPED_TRACE(mines);
    const Position position = tiled_position(board, static_cast<std::uint32_t>(mines));
    Posterior posterior(*position.grid);
    ASSERT_TRUE(posterior.compute(position.view));
    Float ways = 1;  // of the pairs and away, relative to those for the least e
    Float total = 0;
    Float extra_mines = 0;
    const std::int64_t least = std::max<std::int64_t>(0, mines - pairs - away);
    for (std::int64_t e = least; e <= std::min(pairs, mines - pairs); ++e) {
      total += ways;
      extra_mines += ways * e;
      const std::int64_t mines_away = mines - pairs - e;
      ways *= Float(pairs - e) * 25 * mines_away / (Float(e + 1) * 3 * (away - mines_away + 1));
    }
    const auto extra = static_cast<double>(extra_mines / total);
    EXPECT_NEAR(posterior.p_mine(static_cast<Cell>(position.grid->cols() - 1)),
                static_cast<double>((mines - pairs - extra_mines / total) / away), 1e-12);
    // One mine among the three cells in the middle, or one on each side.
    const double p_two = extra / static_cast<double>(pairs);
    EXPECT_NEAR(posterior.p_mine(2), (1 - p_two) / 3, 1e-12);
    EXPECT_NEAR(posterior.p_mine(0), p_two / 5, 1e-12);
  }
}

// 30,000 components that hold one mine or three, never two: many totals cannot be. As above, with e components of three
// mines C(n, e) a^e b^(n - e) ways, where a tile has a ways to hold three mines and b to hold one.
TEST(Combination, ThirtyThousandComponentsWithGaps) {
  SAPPER_LONG_TEST();
  using Float = boost::multiprecision::cpp_bin_float_50;
  const TiledBoard board{kGap, 175, 172, 0};
  const TileCounts tile = count_tile(board.tile);
  ASSERT_EQ(tile.fewest_mines, 1U);
  ASSERT_EQ(tile.max_mines, 3U);
  ASSERT_EQ(tile.ways[2], 0U);
  const std::int64_t tiles = board.tile_count();
  const std::int64_t away = board.away_count();
  for (const std::int64_t mines : {tiles + 1001, tiles + 60'000}) {
    SCOPED_TRACE(mines);
    const Position position = tiled_position(board, static_cast<std::uint32_t>(mines));
    Posterior posterior(*position.grid);
    ASSERT_TRUE(posterior.compute(position.view));
    Float ways = 1;
    Float total = 0;
    Float threes = 0;
    for (std::int64_t e = 0; e <= std::min(tiles, (mines - tiles) / 2); ++e) {
      total += ways;
      threes += ways * e;
      const std::int64_t mines_away = mines - tiles - 2 * e;
      ways *= Float(tiles - e) * tile.ways[3] * mines_away * (mines_away - 1) /
              (Float(e + 1) * tile.ways[1] * (away - mines_away + 1) * (away - mines_away + 2));
    }
    const double p_three = static_cast<double>(threes / total) / static_cast<double>(tiles);
    const double p_away = static_cast<double>((mines - tiles - 2 * threes / total) / away);
    const auto cols = static_cast<Cell>(board.tile.front().size());
    for (Cell cell = 0; cell < cols * board.tile.size(); ++cell) {
      const Cell on_board = cell / cols * static_cast<Cell>(position.grid->cols()) + cell % cols;
      if (position.view.is_shown(on_board)) continue;
      const auto share = [&](std::size_t count) {
        return static_cast<double>(tile.with_mine[cell][count]) / static_cast<double>(tile.ways[count]);
      };
      const double expected = tile.is_away[cell] ? p_away : (1 - p_three) * share(1) + p_three * share(3);
      EXPECT_NEAR(posterior.p_mine(on_board), expected, 1e-12) << cell;
    }
  }
}

// The posterior in extreme cases: one cell, one row, no mines, only mines, the largest boards that experiments use at
// densities from almost none to almost all. Everything stays finite and exact to 1e-12, against fractions of big
// integers.

void expect_exact(const View& view, std::span<const Cell> wanted = {}) {
  SCOPED_TRACE(view.grid().cell_count() > 400 ? std::string("a large board") : text_of(view));
  const std::optional<ExactCounts> exact = count_exactly(view, 10'000'000, wanted);
  ASSERT_TRUE(exact);
  Posterior posterior(view.grid());
  expect_posterior(view, *exact, posterior, wanted);
}

TEST(ExtremeBoards, OneCell) {
  expect_exact(hidden_position(1, 1, Topology::square, 0).view);
  expect_exact(hidden_position(1, 1, Topology::torus, 1).view);
  expect_exact(hidden_position(1, 1, Topology::hex, 2).view);  // impossible
  expect_exact(position_from_rows({"0"}, 0).view);
  expect_exact(position_from_rows({"0"}, 1).view);  // impossible
  expect_exact(position_from_rows({"3"}, 0).view);  // impossible
}

TEST(ExtremeBoards, StripsOfEveryMineCount) {
  for (const Topology topology : all_topologies()) {
    for (std::uint32_t mines = 0; mines <= 14; ++mines) {
      expect_exact(position_from_rows({"..1...2...1.."}, mines, topology).view);
      expect_exact(
          position_from_rows({".", ".", "1", ".", ".", "0", ".", ".", "2", "."}, mines, topology).view);
      expect_exact(position_from_rows({"1...", ".1.."}, mines, topology).view);
    }
  }
}

TEST(ExtremeBoards, NoMinesAndNothingButMines) {
  for (const Topology topology : all_topologies()) {
    for (const int side : {2, 9, 256}) {
      const auto cells = static_cast<std::uint32_t>(side * side);
      expect_exact(hidden_position(side, side, topology, 0).view);
      expect_exact(hidden_position(side, side, topology, cells).view);
      expect_exact(hidden_position(side, side, topology, cells - 1).view);
      expect_exact(hidden_position(side, side, topology, cells + 1).view);  // impossible

      Position alone = hidden_position(side, side, topology, cells - 1);
      const Cell middle = alone.grid->at(side / 2, side / 2);
      alone.view.show(middle, alone.grid->neighbors(middle).size());
      expect_exact(alone.view);

      Position empty = hidden_position(side, side, topology, 0);
      empty.view.show(middle, 0);
      expect_exact(empty.view);
    }
  }
}

// Lays a board and shows a few of its cells, in clusters, so that some numbers share neighbours.
Position large_position(int side, double density, Topology topology, std::uint32_t shown) {
  const auto cells = static_cast<std::uint32_t>(side * side);
  Position position =
      hidden_position(side, side, topology, static_cast<std::uint32_t>(density * static_cast<double>(cells)));
  sim::Stream random({7, cells, static_cast<std::uint64_t>(density * 1000)}, sim::StreamPurpose::playout);
  sim::Layout layout(*position.grid);
  layout.lay_uniformly(position.view.mine_count(), random, [](auto) {});
  while (cells - position.view.hidden_count() < shown) {
    const Cell center = random.below(cells);
    for (const Cell cell : position.grid->neighbors(center))
      if (!layout.is_mine(cell)) position.view.show(cell, layout.number(cell));
  }
  return position;
}

TEST(ExtremeBoards, LargeBoardsOfAnyDensity) {
  const int side = case_count(100) == 100 ? 256 : 64;
  for (const double density : {0.001, 0.16, 0.5, 0.99}) {
    const std::uint32_t shown = density < 0.9 ? 16 : 6;
    for (const Topology topology : all_topologies())
      expect_exact(large_position(side, density, topology, shown).view);
  }
}

TEST(ExtremeBoards, ManyComponents) {
  for (const double density : {0.05, 0.2, 0.45})
    expect_exact(large_position(40, density, Topology::square, 50).view);
}

// A few frontier cells, spread over the board.
std::vector<Cell> some_frontier_cells(const View& view, std::size_t count) {
  std::vector<Cell> frontier;
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
    bool is_on_frontier = false;
    for (const Cell neighbor : view.grid().neighbors(cell))
      is_on_frontier = is_on_frontier || (view.is_hidden(cell) && view.is_shown(neighbor));
    if (is_on_frontier) frontier.push_back(cell);
  }
  std::vector<Cell> some;
  for (std::size_t i = 0; i < count; ++i) some.push_back(frontier[i * frontier.size() / count]);
  return some;
}

// Ways on a frontier of over a thousand cells exceed the range of doubles.
TEST(ExtremeBoards, FrontiersBeyondTheRangeOfDoubles) {
  SAPPER_LONG_TEST();
  const bool is_full = case_count(100) == 100;
  const std::size_t wanted = is_full ? 12 : 2;
  for (const double density : {0.02, 0.16, 0.5, 0.98}) {
    const Position position =
        large_position(is_full ? 256 : 160, density, Topology::square, density < 0.9 ? 400 : 150);
    expect_exact(position.view, some_frontier_cells(position.view, wanted));
  }
  const Position packed = large_position(70, 0.3, Topology::hex, 400);
  expect_exact(packed.view, some_frontier_cells(packed.view, wanted));
}

// One component of over a thousand cells with two solutions: mines on every other cell, from the first or
// from the second. With an odd number of cells one solution has one more mine, and 60 cells away from the chain
// decide how likely each is.
TEST(ExtremeBoards, LongChain) {
  SAPPER_LONG_TEST();
  for (const int links : {1200, 1201}) {
    std::string row = ".";
    for (int i = 1; i < links; ++i) row += "1.";
    row += std::string(60, '.');
    for (const std::uint32_t mines_away : {0U, 1U, 30U, 60U, 61U}) {
      const Position position = position_from_rows({row}, static_cast<std::uint32_t>(links / 2) + mines_away);
      const std::vector<Cell> ends{0, 2, static_cast<Cell>(2 * links - 2)};
      expect_exact(position.view, ends);
    }
  }
}

// Components with more solutions than a double can count. On a torus of three rows, hidden columns alternate with
// columns of 3s: each two neighbouring hidden columns have three mines. So they hold 0, 1, 2 or 3 mines and the rest of
// 3 in turn, in 1, 3^columns, 3^columns and 1 ways: by symmetry each cell holds a mine with probability 1/2, and an
// even number of columns always as many mines.
TEST(ExtremeBoards, MoreSolutionsThanADoubleCounts) {
  const int columns = 700;  // 3^700 > 2^1109
  std::string chain = ".";
  for (int i = 1; i < columns; ++i) chain += "3.";
  const std::string row = chain + "..." + chain + "...";
  const auto position_with = [&](int mines_away) {
    return position_from_rows({row, row, row}, static_cast<std::uint32_t>(3 * columns + mines_away),
                              Topology::torus);
  };
  const Position position = position_with(5);
  Posterior posterior(*position.grid);
  ASSERT_TRUE(posterior.compute(position.view));
  const auto length = static_cast<int>(chain.size());
  for (Cell cell = 0; cell < position.grid->cell_count(); ++cell) {
    const bool is_away = position.grid->col_of(cell) % (length + 3) >= length;
    const double p_mine = is_away ? 5.0 / 18 : 0.5;
    if (position.view.is_hidden(cell)) {
      ASSERT_NEAR(posterior.p_mine(cell), p_mine, kPosteriorTolerance);
    }
  }
  EXPECT_FALSE(posterior.compute(position_with(-1).view));
  EXPECT_FALSE(posterior.compute(position_with(19).view));
}

// Every other row is hidden, its mines in every other column, shifted from row to row; the rows between show
// their numbers. The local rules find nothing, and all is one component that is as wide as the board.
Position striped_position(int side) {
  Position position =
      hidden_position(side, side, Topology::square, static_cast<std::uint32_t>(side * side / 4));
  const sim::Grid& grid = *position.grid;
  sim::Layout layout(grid);
  for (int row = 0; row < side; row += 2)
    for (int col = row / 2 % 2; col < side; col += 2) layout.add_mine(grid.at(row, col));
  for (int row = 1; row < side; row += 2)
    for (int col = 0; col < side; ++col)
      position.view.show(grid.at(row, col), layout.number(grid.at(row, col)));
  return position;
}

// However wide: each number follows from those beside it, up to where the bound on the states exceeds the range of doubles.
TEST(ExtremeBoards, CountsComponentsWhoseNumbersTieTheirCells) {
  for (const int side : {40, 100, 600}) {
    if (side > 100 && !runs_long_tests()) break;
    SCOPED_TRACE(side);
    const Position striped = striped_position(side);
    Posterior posterior(*striped.grid);
    ASSERT_TRUE(posterior.compute(striped.view));
    double mines = 0;
    for (const double p_mine : posterior.cell_risks().p_mine) mines += std::isnan(p_mine) ? 0 : p_mine;
    EXPECT_NEAR(mines, striped.view.mine_count(), 1e-9 * mines);
  }
  expect_exact(striped_position(4).view);
}

// No hang, no exhausted memory, no wrong result where every other cell of every other row shows a number; and the object
// remains usable.
TEST(ExtremeBoards, RefusesComponentsThatAreTooWide) {
  SAPPER_LONG_TEST();
  constexpr int kSide = 61;
  Position lattice = hidden_position(kSide, kSide, Topology::square, kSide * kSide / 4);
  for (int row = 1; row < kSide; row += 2)
    for (int col = 1; col < kSide; col += 2) lattice.view.show(lattice.grid->at(row, col), 2);
  const Position plain = hidden_position(kSide, kSide, Topology::square, 7);
  Posterior posterior(*lattice.grid);
  for (int round = 0; round < 2; ++round) {
    EXPECT_THROW(static_cast<void>(posterior.compute(lattice.view)), solvers::ComponentTooWide);
    ASSERT_TRUE(posterior.compute(plain.view));
    EXPECT_NEAR(posterior.p_mine(0), 7.0 / (kSide * kSide), 1e-12);
  }
}

}  // namespace
}  // namespace sapper::tests
