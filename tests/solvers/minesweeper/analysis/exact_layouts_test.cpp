// Exact counts of layouts: products of FLINT's polynomials against those of big integers, and whole boards of thousands of
// components against closed forms.
#include "solvers/minesweeper/analysis/exact_layouts.hpp"

#include "sim/random/stream.hpp"
#include "solvers/minesweeper/analysis/analysis.hpp"
#include "tests/support/exact_oracle.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/test.hpp"
#include "tests/support/tiled_position.hpp"

namespace sapper::tests {
namespace {

using solvers::ExactLayouts;

std::uint64_t random_word(sim::Stream& random) {
  return (std::uint64_t{random.below(1U << 31)} << 33) ^ (std::uint64_t{random.below(1U << 31)} << 15) ^
         random.below(1U << 15);
}

// These helpers compute with big integers.
std::vector<BigInt> product_of(const std::vector<BigInt>& a, const std::vector<BigInt>& b) {
  std::vector<BigInt> product(a.size() + b.size() - 1, 0);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) product[i + j] += a[i] * b[j];
  return product;
}

// Polynomials of all shapes, some equal, at every number of mines: the window of extra mines is at either end, or the
// whole range is needed.
TEST(ExactLayouts, AgreeWithProductsOfBigIntegers) {
  sim::Stream random({8, 0, 0}, sim::StreamPurpose::playout);
  for (int round = 0; round < 8; ++round) {
    ExactLayouts layouts;
    std::vector<BigInt> all{1};
    for (std::uint32_t i = 0; i < 4 + 3 * static_cast<std::uint32_t>(round); ++i) {
      std::vector<BigInt> ways(1 + random.below(9));
      for (BigInt& count : ways)
        count = random.below(4) == 0 ? BigInt(0) : BigInt(random_word(random)) << random.below(100);
      ways.front() += 1;
      ways.back() += 1;
      for (std::uint32_t copies = 1 + random.below(3); copies > 0; --copies) {
        layouts.add_component(ways);
        all = product_of(all, ways);
      }
    }
    const std::int64_t outside = std::int64_t{random.below(200)};
    const auto most = static_cast<std::int64_t>(all.size()) - 1;
    for (std::int64_t mines = 0; mines <= outside + most; mines += 1 + random.below(60)) {
      BigInt exact = 0;
      for (std::int64_t extra = 0; extra <= std::min(most, mines); ++extra)
        exact += all[static_cast<std::size_t>(extra)] *
                 binomial(static_cast<std::uint64_t>(outside), static_cast<std::uint64_t>(mines - extra));
      if (exact == 0) continue;
      ASSERT_EQ(layouts.count(outside, mines), exact) << mines << " mines, " << outside << " cells outside";
    }
  }
}

// Thousands of different components with thousands of extra mines: of few digits each, but of many coefficients.
TEST(ExactLayouts, AreRefusedWhereTheyTakeLong) {
  for (const std::uint64_t count : {200U, 8000U}) {
    ExactLayouts layouts;
    for (std::uint64_t i = 0; i < count; ++i) {
      std::vector<BigInt> ways(10, 1);
      ways.front() = i + 1;
      layouts.add_component(std::move(ways));
    }
    EXPECT_EQ(layouts.count(0, static_cast<std::int64_t>(4 * count)).has_value(), count == 200U) << count;
  }
}

struct CountedBoard {
  const char* name;
  TiledBoard board;
  double share;  // of the way from the fewest to the most mines
};

TEST(Analysis, CountsBoardsOfManyComponents) {
  SAPPER_LONG_TEST();
  const Tile pair{".....", ".1.1.", "....."};
  const Tile wide_pair{".....", ".4.4.", "....."};
  const Tile gap{".....", "..10.", ".11..", ".0...", "....."};
  for (const CountedBoard& counted : {CountedBoard{"thousands", {pair, 60, 60, 20}, 0.28},
                                      CountedBoard{"none away", {wide_pair, 40, 40, 0}, 0.5},
                                      CountedBoard{"few extra mines", {wide_pair, 30, 40, 30}, 0.001},
                                      CountedBoard{"nearly all mines", {pair, 40, 40, 30}, 0.995},
                                      CountedBoard{"gaps", {gap, 20, 20, 3}, 0.4}}) {
    SCOPED_TRACE(counted.name);
    const std::uint32_t fewest = counted.board.fewest_mines();
    const auto mines =
        fewest + 2 * static_cast<std::uint32_t>(counted.share * (counted.board.max_mines() - fewest) / 2);
    const TiledPosterior exact = count_tiled(counted.board, mines);
    const Position position = tiled_position(counted.board, mines);
    const solvers::Analysis analysis = solvers::analyze(position.view, {}, 1);
    const std::string digits = exact.layouts.str();
    EXPECT_EQ(analysis.solutions.exact, digits);
    EXPECT_NEAR(analysis.solutions.log10,
                static_cast<double>(digits.size() - 1) +
                    std::log10(std::stod(digits.substr(0, 1) + "." + digits.substr(1, 20))),
                1e-9);
    EXPECT_EQ(analysis.components.size(), counted.board.tile_count());
  }
}

TEST(Analysis, LeavesOutNumbersOfTooManyDigits) {
  SAPPER_LONG_TEST();
  const TiledBoard board{{".....", ".1.1.", "....."}, 76, 76, 60};
  const Position position = tiled_position(board, 12'000);
  const solvers::Analysis analysis = solvers::analyze(position.view, {}, 1);
  EXPECT_EQ(analysis.solutions.exact, std::nullopt);
  const std::string digits = count_tiled(board, 12'000).layouts.str();
  EXPECT_EQ(std::floor(analysis.solutions.log10), static_cast<double>(digits.size() - 1));
  EXPECT_EQ(analysis.components.front().solutions.exact, "28");
}

// One component with more solutions than doubles hold exactly.
TEST(Analysis, CountsAComponentBeyondDoubles) {
  // On a torus of three rows, hidden columns alternate with columns of 3s (see extreme_boards_test): the
  // hidden columns hold 0, 1, 2 or 3 mines and the rest of 3 in turn, in 1, 3^60, 3^60 and 1 ways.
  std::string chain = ".";
  for (int i = 1; i < 60; ++i) chain += "3.";
  const std::string row = chain + "...";
  const Position position = position_from_rows({row, row, row}, 90 + 5, sim::Topology::torus);
  const solvers::Analysis analysis = solvers::analyze(position.view, {}, 1);
  const BigInt ways = 2 + 2 * pow(BigInt(3), 60);
  ASSERT_EQ(analysis.components.size(), 1U);
  EXPECT_EQ(analysis.components[0].solutions.exact, ways.str());
  // The chain holds 90 mines in any case; the three columns away the other five, of nine cells.
  EXPECT_EQ(analysis.solutions.exact, (ways * binomial(9, 5)).str());
}

}  // namespace
}  // namespace sapper::tests
