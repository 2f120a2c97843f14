// Openings and 3BV: by hand, by playing, and their means against published values.
#include "sim/minesweeper/board_statistics.hpp"

#include "sim/minesweeper/first_click.hpp"
#include "sim/minesweeper/game.hpp"
#include "tests/support/test.hpp"

namespace sapper::sim {
namespace {

BoardStatistics count(const std::vector<std::string>& map, Topology topology = Topology::square) {
  const Grid grid(static_cast<int>(map.size()), static_cast<int>(map[0].size()), topology);
  Layout layout(grid);
  for (int row = 0; row < grid.rows(); ++row)
    for (int col = 0; col < grid.cols(); ++col)
      if (map[static_cast<std::size_t>(row)][static_cast<std::size_t>(col)] == '*')
        layout.add_mine(grid.at(row, col));
  return BoardCounter().count(layout);
}

TEST(BoardStatistics, HandExamples) {
  EXPECT_EQ(count({"...", "...", "..."}), (BoardStatistics{1, 1, 9})) << "no mines: one opening";
  EXPECT_EQ(count({"***", "***"}), (BoardStatistics{0, 0, 0})) << "nothing to dig";
  EXPECT_EQ(count({"...", ".*.", "..."}), (BoardStatistics{8, 0, 0})) << "eight numbers, no opening";
  EXPECT_EQ(count({"..*..", "....."}), (BoardStatistics{3, 2, 8})) << "a number between two openings";
  EXPECT_EQ(count({"..*..*.."}), (BoardStatistics{4, 2, 4}));
  EXPECT_EQ(count({"...*...", "......."}, Topology::torus), (BoardStatistics{2, 1, 12}));
  // The mine touches its neighbours in the row and two cells below it, which separate the rest into two parts.
  EXPECT_EQ(count({"..*..", "....."}, Topology::hex), (BoardStatistics{2, 2, 9}));
}

// Digs one cell of each opening, then every free cell that is still hidden.
std::uint32_t digs_to_win(Game& game) {
  const Grid& grid = *game.rules().grid;
  game.start({});
  game.lay(0);
  std::uint32_t digs = 0;
  for (const bool zeros : {true, false}) {
    for (Cell cell = 0; cell < grid.cell_count(); ++cell) {
      if (game.layout().is_mine(cell) || game.view().is_shown(cell)) continue;
      if (zeros && game.layout().number(cell) != 0) continue;
      game.dig(cell);
      ++digs;
    }
  }
  EXPECT_EQ(game.status(), Game::Status::won);
  return digs;
}

TEST(BoardStatistics, ThreeBvIsTheNumberOfDigsThatWins) {
  BoardCounter counter;
  for (const TopologyRow& topology : kTopologies) {
    GameRules rules;
    rules.grid = std::make_shared<const Grid>(9, 11, topology.topology);
    Layout layout(*rules.grid);
    for (std::uint64_t number = 0; number < 200; ++number) {
      rules.mine_count = static_cast<std::uint32_t>(1 + number / 4);
      lay_mines(layout, FirstClickRule::unprotected, 0, rules.mine_count, {1, 1, number});
      rules.fixed_mines =
          std::make_shared<const std::vector<Cell>>(layout.mines().begin(), layout.mines().end());
      Game game(rules);
      EXPECT_EQ(counter.count(layout).three_bv, digs_to_win(game));
    }
  }
}

// Means of a million unprotected boards each (data/reference/published.json, statistics_3bv). |z| < 4.9: a
// correct count fails for one seed in a million.
TEST(BoardStatistics, MeanThreeBvIsThePublishedOne) {
  struct Published {
    int side;
    std::uint32_t mines;
    double mean;
    double standard_error;
  };
  for (const Published& published : {Published{9, 10, 15.592, 0.005}, Published{16, 40, 64.924, 0.012}}) {
    constexpr int kBoards = 20000;
    const Grid grid(published.side, published.side);
    Layout layout(grid);
    BoardCounter counter;
    double sum = 0;
    double squares = 0;
    for (std::uint64_t number = 0; number < kBoards; ++number) {
      lay_mines(layout, FirstClickRule::unprotected, 0, published.mines, {2, published.mines, number});
      const double value = counter.count(layout).three_bv;
      sum += value;
      squares += value * value;
    }
    const double mean = sum / kBoards;
    const double variance_of_mean = (squares / kBoards - mean * mean) / kBoards;
    const double z =
        (mean - published.mean) / std::hypot(std::sqrt(variance_of_mean), published.standard_error);
    EXPECT_LT(std::abs(z), 4.9) << published.side << ": " << mean;
  }
}

}  // namespace
}  // namespace sapper::sim
