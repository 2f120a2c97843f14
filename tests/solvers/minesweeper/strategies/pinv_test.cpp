// The pseudo-inverse bot against the whole system, dense, solved by singular value decomposition.
#include <Eigen/SVD>

#include "solvers/minesweeper/strategies/pinv_strategy.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/players.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::View;
using solvers::Move;
using solvers::MoveKind;

using Flags = std::vector<std::uint8_t>;  // [cell], 0 or 1

// Variables: the hidden unflagged cells. One equation for each shown number that has such neighbours: their
// sum is the number minus its flagged neighbours, at least 0; and one for all mines left. NaN where
// a cell is not a variable.
std::vector<double> dense_solution(const View& view, const Flags& flags) {
  const Cell cell_count = view.grid().cell_count();
  std::vector<Cell> variables;
  std::vector<Eigen::Index> column(cell_count, -1);
  int flag_count = 0;
  for (Cell cell = 0; cell < cell_count; ++cell) {
    if (view.is_shown(cell)) continue;
    flag_count += flags[cell];
    if (flags[cell] != 0) continue;
    column[cell] = static_cast<Eigen::Index>(variables.size());
    variables.push_back(cell);
  }
  std::vector<double> x(cell_count, std::numeric_limits<double>::quiet_NaN());
  if (variables.empty()) return x;

  std::vector<Eigen::RowVectorXd> rows;
  std::vector<double> right_sides;
  for (Cell cell = 0; cell < cell_count; ++cell) {
    if (view.is_hidden(cell)) continue;
    Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(static_cast<Eigen::Index>(variables.size()));
    int right_side = view.number(cell);
    for (const Cell neighbor : view.grid().neighbors(cell)) {
      if (view.is_shown(neighbor)) continue;
      if (flags[neighbor] != 0)
        --right_side;
      else
        row(column[neighbor]) = 1;
    }
    if (row.isZero()) continue;
    rows.push_back(row);
    right_sides.push_back(std::max(0, right_side));
  }
  rows.push_back(Eigen::RowVectorXd::Ones(static_cast<Eigen::Index>(variables.size())));
  right_sides.push_back(std::max(0, static_cast<int>(view.mine_count()) - flag_count));

  Eigen::MatrixXd a(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(variables.size()));
  Eigen::VectorXd b(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    a.row(static_cast<Eigen::Index>(i)) = rows[i];
    b(static_cast<Eigen::Index>(i)) = right_sides[i];
  }
  Eigen::JacobiSVD<Eigen::MatrixXd> svd(a, Eigen::ComputeThinU | Eigen::ComputeThinV);
  svd.setThreshold(1e-10);
  const Eigen::VectorXd solution = svd.solve(b);
  for (std::size_t i = 0; i < variables.size(); ++i) x[variables[i]] = solution(static_cast<Eigen::Index>(i));
  return x;
}

bool touches_shown_cell(const View& view, Cell cell) {
  for (const Cell neighbor : view.grid().neighbors(cell))
    if (view.is_shown(neighbor)) return true;
  return false;
}

RandomPosition random_case(std::uint64_t seed, std::uint64_t number, int min_side, int max_side) {
  const PositionKind kind{.min_side = min_side,
                          .max_rows = max_side,
                          .max_cols = max_side,
                          .max_layouts = 1e100,
                          .may_have_flags = false};
  return random_position(kind, seed, number);
}

void expect_same_solution(const View& view, const Flags& flags, solvers::PinvSolver& solver) {
  SCOPED_TRACE(text_of(view));
  const std::vector<double> expected = dense_solution(view, flags);
  solver.compute(view, flags);
  std::vector<double> x(expected.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::uint32_t group = 0; group < solver.frontier().group_count(); ++group)
    for (const Cell cell : solver.frontier().cells_of_group(group)) x[cell] = solver.group_values()[group];
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
    const bool is_on_frontier = !std::isnan(expected[cell]) && touches_shown_cell(view, cell);
    ASSERT_EQ(!std::isnan(x[cell]), is_on_frontier) << cell;
    ASSERT_NEAR(is_on_frontier ? x[cell] : 0, is_on_frontier ? expected[cell] : 0, 1e-9) << cell;
  }
}

TEST(Pinv, SolvesTheWholeSystem) {
  const int cases = case_count(1500);
  for (int i = 0; i < cases; ++i) {
    const bool is_small = i % 3 != 0;
    const RandomPosition made =
        random_case(500, static_cast<std::uint64_t>(i), is_small ? 1 : 6, is_small ? 6 : 9);
    const View& view = made.position.view;
    // Flags at random: none, some, nearly all; right or wrong.
    sim::Stream random({501, 0, static_cast<std::uint64_t>(i)}, sim::StreamPurpose::playout);
    const double share = i % 4 == 0 ? 0.0 : random.uniform();
    Flags flags(view.grid().cell_count(), 0);
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
      flags[cell] = view.is_hidden(cell) && random.uniform() < share;
    solvers::PinvSolver solver(view.grid());
    ASSERT_NO_FATAL_FAILURE(expect_same_solution(view, flags, solver))
        << "flags: " << testing::PrintToString(flags);
  }
}

TEST(Pinv, SolvesWithoutCellsAwayFromNumbers) {
  for (const sim::Topology topology : all_topologies()) {
    const Position position = position_from_rows({".1.", "...", "1.2"}, 3, topology);
    solvers::PinvSolver solver(*position.grid);
    expect_same_solution(position.view, Flags(9, 0), solver);
    const Position one_left = position_from_rows({"11", "1."}, 1, topology);
    solvers::PinvSolver second(*one_left.grid);
    expect_same_solution(one_left.view, Flags(4, 0), second);
    expect_same_solution(one_left.view, {0, 0, 0, 1}, second);
  }
}

// The document's bot, on the dense system: in each round it flags what is at 0.99 or more and digs what is at
// 0 or less, of the cells that touch a shown one; it goes on flagging until it digs or is stuck.
struct DenseBot {
  Flags flags;
  // A value too close to a threshold to compare with another solver.
  bool is_doubtful = false;

  std::vector<Cell> digs(const View& view) {
    for (;;) {
      const std::vector<double> x = dense_solution(view, flags);
      std::vector<Cell> digs;
      std::vector<Cell> variables;
      bool has_flagged = false;
      for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
        if (std::isnan(x[cell])) continue;
        variables.push_back(cell);
        if (!touches_shown_cell(view, cell)) continue;
        is_doubtful = is_doubtful || std::abs(x[cell] - 0.99) < 1e-7 ||
                      (std::abs(x[cell]) > 1e-11 && std::abs(x[cell]) < 1e-7);
        if (x[cell] <= 1e-9) digs.push_back(cell);
        if (x[cell] >= 0.99) {
          flags[cell] = 1;
          has_flagged = true;
        }
      }
      if (digs.empty() && !has_flagged && variables.size() == 1) return variables;
      if (!digs.empty() || !has_flagged) return digs;
    }
  }
};

TEST(Pinv, DigsWhatTheDenseBotDigs) {
  const int games = case_count(400);
  int compared = 0;
  int guesses = 0;
  int doubtful_games = 0;
  for (int i = 0; i < games; ++i) {
    const sim::GameRules rules =
        game_rules({7, 7, static_cast<sim::Topology>(i % 3)}, static_cast<std::uint32_t>(5 + i % 4),
                   sim::FirstClickRule::opening);
    sim::Game game(rules);
    const auto player = make_player("pinv", rules);
    DenseBot bot{Flags(rules.grid->cell_count(), 0)};
    PlayTally tally;
    play_game(game, *player, rules.grid->at(3, 3), {510, 0, static_cast<std::uint64_t>(i)}, tally,
              [&](const View& view, const std::vector<Move>& digs) {
                if (bot.is_doubtful || HasFailure()) return;
                SCOPED_TRACE(text_of(view));
                for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
                  if (view.is_shown(cell)) bot.flags[cell] = 0;
                const std::vector<Cell> expected = bot.digs(view);
                if (bot.is_doubtful) return;
                ++compared;
                std::vector<Cell> found;
                for (const Move& dig : digs)
                  if (dig.kind == MoveKind::pinv) found.push_back(dig.cell);
                std::ranges::sort(found);
                EXPECT_EQ(found, expected);
                if (!expected.empty()) return;
                ++guesses;
                ASSERT_EQ(digs.size(), 1U);
                EXPECT_EQ(digs[0].kind, MoveKind::guess);
                const std::span<const Cell> held = player->fallible_flags();
                std::vector<Cell> flagged;
                for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
                  if (bot.flags[cell] != 0) flagged.push_back(cell);
                std::vector<Cell> held_sorted(held.begin(), held.end());
                std::ranges::sort(held_sorted);
                EXPECT_EQ(held_sorted, flagged);
              });
    if (HasFailure()) return;
    doubtful_games += bot.is_doubtful;
  }
  EXPECT_GT(compared, games);
  EXPECT_GT(guesses, games / 20);
  EXPECT_LT(doubtful_games, games / 10);
}

// Wrong flags may cover every hidden cell, or all but one: the bot still has to continue.
TEST(Pinv, PlaysEveryGameToItsEnd) {
  const int games = case_count(3000);
  PlayTally tally;
  for (int i = 0; i < games; ++i) {
    sim::Stream random({520, 0, static_cast<std::uint64_t>(i)}, sim::StreamPurpose::playout);
    sim::GameRules rules;
    rules.grid = std::make_shared<const sim::Grid>(static_cast<int>(1 + random.below(5)),
                                                   static_cast<int>(1 + random.below(5)),
                                                   static_cast<sim::Topology>(random.below(3)));
    rules.mine_count = random.below(rules.grid->cell_count());
    rules.reveal = random.below(2) == 0 ? sim::Reveal::ring : sim::Reveal::flood;
    sim::Game game(rules);
    const auto player = make_player("pinv", rules);
    play_game(game, *player, sim::kNoCell, {521, 0, static_cast<std::uint64_t>(i)}, tally);
  }
  EXPECT_EQ(tally.wins + tally.losses_by_guess + tally.losses_by_proof, games);
  EXPECT_LT(std::abs(tally.losses_by_guess - tally.predicted_losses), 4.5 * std::sqrt(tally.variance));
}

}  // namespace
}  // namespace sapper::tests
