// Win rates on tiny boards against their exact values, found by evaluating every layout and every choice.
// Bound: 4.5 standard deviations, a false-alarm rate of 7e-6 per case over the choice of seed (2e-4 for all of
// them); the seed is fixed.
#include "tests/support/case_count.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/players.hpp"
#include "tests/support/policy_value.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Topology;

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

struct Player {
  const char* name;
  Policy definition;
};

class TinyBoards : public testing::TestWithParam<Player> {};
INSTANTIATE_TEST_SUITE_P(Strategies, TinyBoards,
                         testing::Values(Player{"random", random_policy}, Player{"rules", rules_policy},
                                         Player{"csp", csp_policy}, Player{"min_risk", min_risk_policy}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_P(TinyBoards, AreWonAsOftenAsTheDefinitionSays) {
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
