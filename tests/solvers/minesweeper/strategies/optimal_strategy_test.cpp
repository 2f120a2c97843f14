// Games of the strategy `optimal`: it wins as often as the exact value predicts, and reports exact risks. Bounds: 4.5
// standard deviations, a false-alarm rate of 7e-6 for each comparison over the choice of seed; seeds are fixed.
#include "solvers/minesweeper/exact/optimal/optimal_solver.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/players.hpp"
#include "tests/support/policy_value.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::FirstClickRule;
using sim::Topology;
using solvers::Move;
using solvers::MoveKind;

PlayTally play(const sim::GameRules& rules, std::string_view name, sim::Cell first, int count) {
  sim::Game game(rules);
  const auto player = make_player(name, rules);
  PlayTally tally;
  for (int i = 0; i < count; ++i)
    play_game(game, *player, first, {77, 0, static_cast<std::uint64_t>(i)}, tally,
              [&](const sim::View& view, const std::vector<Move>& digs) {
                if (name != "optimal" || digs.front().kind != MoveKind::guess ||
                    view.hidden_count() == rules.grid->cell_count() || i >= 200)
                  return;
                EXPECT_NEAR(digs.front().p_mine, count_layouts(view).p_mine(digs.front().cell), 1e-12);
              });
  return tally;
}

struct Case {
  sim::GameRules rules;
  sim::Cell first;  // kNoCell: the strategy chooses
};

TEST(OptimalStrategy, WinsAsOftenAsItsExactValueAndMoreThanOthers) {
  SAPPER_LONG_TEST();
  const int count = case_count(20'000);
  for (const Case& board : {Case{game_rules({4, 4}, 4, FirstClickRule::unprotected), sim::kNoCell},
                            Case{game_rules({4, 4}, 5, FirstClickRule::safe), 0},
                            Case{game_rules({4, 5}, 5, FirstClickRule::opening), sim::kNoCell},
                            Case{game_rules({4, 4}, 3, FirstClickRule::safe_corners), sim::kNoCell},
                            Case{game_rules({4, 4}, 4, FirstClickRule::relocate), 5},
                            Case{game_rules({4, 5, Topology::hex}, 5, FirstClickRule::safe), 7},
                            Case{game_rules({4, 4, Topology::torus}, 5, FirstClickRule::safe), 7}}) {
    solvers::optimal::OptimalSolver solver(board.rules, std::size_t{16} << 20, solvers::ThreadUse::one);
    const double value =
        (board.first == sim::kNoCell ? solver.solve() : solver.solve(board.first)).probability();
    const double deviation = std::sqrt(value * (1 - value) * count);
    const PlayTally tally = play(board.rules, "optimal", board.first, count);
    EXPECT_NEAR(tally.wins, value * count, 4.5 * deviation) << board.rules.mine_count;
    EXPECT_EQ(tally.losses_by_proof, 0);
    EXPECT_EQ(tally.wins + tally.losses_by_guess, count);
    EXPECT_NEAR(tally.predicted_losses, tally.losses_by_guess, 4.5 * std::sqrt(tally.variance));
    for (const char* other : {"random", "rules", "csp", "min_risk", "pinv"}) {
      if (board.first == sim::kNoCell && board.rules.first_click == FirstClickRule::opening) continue;
      EXPECT_LE(play(board.rules, other, board.first, count / 5).wins,
                value * count / 5 + 4.5 * deviation / std::sqrt(5))
          << other;
    }
  }
}

// The second example of codegolf.stackexchange.com 34276: 285 wins out of 360.
TEST(OptimalStrategy, ExplainsTheWinChanceOfAPosition) {
  const sim::GameRules rules = game_rules({4, 5}, 5, FirstClickRule::unprotected);
  sim::View view(*rules.grid, 5);
  view.show(rules.grid->at(1, 1), 1);
  view.show(rules.grid->at(2, 1), 3);
  const auto player = make_player("optimal", rules);
  const std::vector<Move> digs =
      first_turn(*player, view, sim::Stream({1, 1, 1}, sim::StreamPurpose::strategy));
  ASSERT_EQ(digs.size(), 1U);
  EXPECT_EQ(digs.front().cell, rules.grid->at(0, 2));
  EXPECT_DOUBLE_EQ(player->explain().win_probability.value_or(0), 285.0 / 360);
}

TEST(OptimalStrategy, PlaysTheSameOnManyThreads) {
  const sim::GameRules rules = game_rules({4, 5}, 4, FirstClickRule::unprotected);
  const int count = case_count(2'000);
  const int wins = play(rules, "optimal", sim::kNoCell, count).wins;
  std::array<int, 4> wins_of_thread{};
  std::vector<std::thread> threads;
  threads.reserve(wins_of_thread.size());
  for (int& wins_here : wins_of_thread)
    threads.emplace_back([&] { wins_here = play(rules, "optimal", sim::kNoCell, count).wins; });
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(wins_of_thread, Each(wins));
}

TEST(OptimalStrategy, RefusesGamesThatItCannotSolve) {
  const solvers::StrategyChoice optimal(*solvers::find_strategy("optimal"));
  EXPECT_EQ(optimal.refusal(game_rules({5, 5}, 5, FirstClickRule::safe)), std::nullopt);
  EXPECT_THAT(optimal.refusal(game_rules({5, 5}, 12, FirstClickRule::safe)).value_or(""),
              HasSubstr("5200300 layouts"));
  EXPECT_THAT(optimal.refusal(game_rules({16, 30}, 99, FirstClickRule::safe)).value_or(""),
              HasSubstr("480 cells"));
  sim::GameRules moving = game_rules({4, 4}, 4, FirstClickRule::safe);
  moving.motion = sim::MineMotion::moving;
  EXPECT_THAT(optimal.refusal(moving).value_or(""), HasSubstr("move"));

  solvers::StrategyChoice patient = optimal;
  patient.settings.set("layouts", 1e7);
  EXPECT_EQ(patient.refusal(game_rules({5, 5}, 12, FirstClickRule::safe)), std::nullopt);
}

// Win rates on tiny boards against their exact values, found by evaluating every layout and every choice.
// Bound: 4.5 standard deviations, a false-alarm rate of 7e-6 per case over the choice of seed (2e-4 for all of
// them); the seed is fixed.

struct TinyBoard {
  int rows;
  int cols;
  std::uint32_t mines;
  Topology topology = Topology::square;
};

constexpr TinyBoard kTinyBoards[] = {
    {3, 3, 1},
    {3, 3, 2},
    {3, 3, 3},
    {3, 3, 5},
    {2, 4, 2},
    {2, 4, 3},
    {1, 7, 2},
    {8, 1, 3},
    {3, 3, 2, Topology::hex},
    {2, 4, 3, Topology::hex},
    {3, 3, 2, Topology::torus},
    {2, 4, 2, Topology::torus},
};

struct DefinedPlayer {
  const char* name;
  Policy definition;
};

class TinyBoards : public testing::TestWithParam<DefinedPlayer> {};
INSTANTIATE_TEST_SUITE_P(Strategies, TinyBoards,
                         testing::Values(DefinedPlayer{"random", random_policy},
                                         DefinedPlayer{"rules", rules_policy},
                                         DefinedPlayer{"csp", csp_policy},
                                         DefinedPlayer{"min_risk", min_risk_policy}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_P(TinyBoards, AreWonAsOftenAsTheDefinitionSays) {
  SAPPER_LONG_TEST();
  const int games = case_count(20'000);
  for (const TinyBoard& board : kTinyBoards) {
    const sim::GameRules rules = game_rules({board.rows, board.cols, board.topology}, board.mines);
    sim::Game game(rules);
    const auto player = make_player(GetParam().name, rules);
    PlayTally tally;
    for (int i = 0; i < games; ++i)
      play_game(game, *player, sim::kNoCell, {400, 0, static_cast<std::uint64_t>(i)}, tally);
    const double p = exact_win_probability(*rules.grid, board.mines, GetParam().definition);
    const double deviation = std::sqrt(p * (1 - p) / games);
    EXPECT_NEAR(static_cast<double>(tally.wins) / games, p, 4.5 * deviation + 1e-9)
        << board.rows << " x " << board.cols << ", " << board.mines << " mines, " << name_of(board.topology);
  }
}

}  // namespace
}  // namespace sapper::tests
