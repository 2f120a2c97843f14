// The digs of each strategy, against its definition: naive rules swept over the board, and brute force over all
// layouts. Positions are random, consistent and undecided, of every topology.
#include "solvers/minesweeper/posterior/posterior.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/naive_rules.hpp"
#include "tests/support/players.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/statistics.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::Stream;
using sim::View;
using solvers::Move;
using solvers::MoveKind;

std::vector<Cell> sorted_cells(const std::vector<Move>& digs) {
  std::vector<Cell> cells;
  cells.reserve(digs.size());
  for (const Move& dig : digs) cells.push_back(dig.cell);
  std::ranges::sort(cells);
  return cells;
}

// The digs are exactly these cells, each once, each marked as safe, with the reason.
void expect_proved(const std::vector<Move>& digs, const std::vector<Cell>& safe, MoveKind kind) {
  for (const Move& dig : digs) {
    EXPECT_EQ(dig.kind, kind);
    EXPECT_EQ(dig.p_mine, 0);
  }
  EXPECT_EQ(sorted_cells(digs), safe);
}

// The digs are some of these cells, at least one, each once: others may follow in the next turn, before any
// guess.
void expect_some_proved(const std::vector<Move>& digs, const std::vector<Cell>& safe, MoveKind kind) {
  ASSERT_FALSE(digs.empty());
  const std::vector<Cell> cells = sorted_cells(digs);
  EXPECT_TRUE(std::ranges::includes(safe, cells)) << testing::PrintToString(cells);
  expect_proved(digs, cells, kind);
  EXPECT_EQ(std::ranges::adjacent_find(cells), cells.end());
}

void expect_guess(const std::vector<Move>& digs, const std::vector<Cell>& candidates, double p_mine) {
  ASSERT_EQ(digs.size(), 1U);
  EXPECT_EQ(digs[0].kind, MoveKind::guess);
  EXPECT_TRUE(std::ranges::binary_search(candidates, digs[0].cell)) << digs[0].cell;
  EXPECT_NEAR(digs[0].p_mine, p_mine, 1e-12);
}

// The mean of P(mine) over the cells that a uniform draw could hit.
double mean_risk(const std::vector<Cell>& candidates, const LayoutCounts& counts) {
  double sum = 0;
  for (const Cell cell : candidates) sum += counts.p_mine(cell);
  return sum / static_cast<double>(candidates.size());
}

void expect_turn(std::string_view strategy, const View& view, const std::vector<Move>& digs) {
  const LayoutCounts counts = count_layouts(view);
  const KnownCells by_rules = known_by_rules(view);
  const KnownCells by_layouts = known_by_layouts(view, counts);
  const std::vector<Cell> hidden = hidden_cells_without(view, {});
  if (strategy == "random") return expect_guess(digs, hidden, mean_risk(hidden, counts));

  if (!by_rules.safe.empty()) return expect_proved(digs, by_rules.safe, MoveKind::rules);
  if (strategy == "rules") {
    const std::vector<Cell> candidates = hidden_cells_without(view, by_rules.mine);
    return expect_guess(digs, candidates, mean_risk(candidates, counts));
  }

  if (!by_layouts.safe.empty()) return expect_some_proved(digs, by_layouts.safe, MoveKind::csp);
  if (strategy == "csp" || strategy == "sat") {
    const std::vector<Cell> candidates = hidden_cells_without(view, by_layouts.mine);
    return expect_guess(digs, candidates, mean_risk(candidates, counts));
  }

  const std::vector<Cell> candidates = cells_of_least_risk(view, counts);
  expect_guess(digs, candidates, counts.p_mine(candidates.front()));
}

// A random position in which a player has a turn.
RandomPosition random_turn(std::uint64_t seed, std::uint64_t& number, int min_side = 1) {
  const PositionKind kind{.min_side = min_side, .may_be_inconsistent = false, .may_have_flags = false};
  for (;;) {
    RandomPosition made = random_position(kind, seed, number++);
    if (made.position.view.hidden_count() > made.position.view.mine_count()) return made;
  }
}

class Strategies : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, Strategies, testing::Values("random", "rules", "csp", "sat", "min_risk"),
                         [](const auto& test) { return std::string(test.param); });

// `sat` gets only a share of the cases: it takes some ten times as long as `csp`.
int cases_for(std::string_view strategy, int full) { return case_count(strategy == "sat" ? full / 4 : full); }

TEST_P(Strategies, DigWhatTheirDefinitionSays) {
  const int cases = cases_for(GetParam(), 10'000);
  std::uint64_t number = 0;
  std::map<MoveKind, int> turns;
  for (int i = 0; i < cases; ++i) {
    const RandomPosition made = random_turn(300, number);
    const View& view = made.position.view;
    SCOPED_TRACE(text_of(view));
    const auto player = make_player(GetParam(), rules_of(made.position));
    const Stream random({301, 0, static_cast<std::uint64_t>(i)}, sim::StreamPurpose::strategy);
    const std::vector<Move> digs = first_turn(*player, view, random);
    expect_turn(GetParam(), view, digs);
    if (HasFailure()) return;
    ++turns[digs[0].kind];
  }
  EXPECT_GT(turns[MoveKind::guess], cases / 10);
  if (std::string_view(GetParam()) != "random") {
    EXPECT_GT(turns[MoveKind::rules], cases / 10);
  }
  if (std::string_view(GetParam()) != "random" && std::string_view(GetParam()) != "rules") {
    EXPECT_GT(turns[MoveKind::csp], cases / 100);
  }
}

// Uniform choice among the candidates. One chi-square test per position, each with a false-alarm rate of 1e-6
// over the choice of seed; the seed is fixed, so that the test either always passes or never.
TEST_P(Strategies, BreakTiesUniformly) {
  const int draws = cases_for(GetParam(), 4000);
  std::uint64_t number = 0;
  int positions = 0;
  while (positions < 24) {
    const RandomPosition made = random_turn(310, number, 3);
    const View& view = made.position.view;
    const auto player = make_player(GetParam(), rules_of(made.position));
    const auto turn = [&](int draw) {
      return first_turn(
          *player, view,
          Stream({311, number, static_cast<std::uint64_t>(draw)}, sim::StreamPurpose::strategy));
    };
    if (turn(0)[0].kind != MoveKind::guess) continue;

    const LayoutCounts counts = count_layouts(view);
    std::vector<Cell> candidates = hidden_cells_without(view, {});
    if (std::string_view(GetParam()) == "rules")
      candidates = hidden_cells_without(view, known_by_rules(view).mine);
    if (std::string_view(GetParam()) == "csp" || std::string_view(GetParam()) == "sat")
      candidates = hidden_cells_without(view, known_by_layouts(view, counts).mine);
    if (std::string_view(GetParam()) == "min_risk") candidates = cells_of_least_risk(view, counts);
    if (candidates.size() < 2) continue;
    ++positions;
    SCOPED_TRACE(text_of(view));

    std::vector<std::uint64_t> chosen(candidates.size());
    for (int draw = 0; draw < draws; ++draw) {
      const auto found = std::ranges::find(candidates, turn(draw)[0].cell);
      ASSERT_NE(found, candidates.end());
      ++chosen[static_cast<std::size_t>(found - candidates.begin())];
    }
    EXPECT_GT(uniformity_p_value(chosen), kFalseAlarmRate);
  }
}

struct Variant {
  const char* name;
  int rows;
  int cols;
  std::uint32_t mines;
  int games;  // in tests of statistics
  sim::Topology topology = sim::Topology::square;
  sim::FirstClickRule first_click = sim::FirstClickRule::unprotected;
  sim::Reveal reveal = sim::Reveal::flood;
  sim::MineMotion motion = sim::MineMotion::fixed;
};

constexpr Variant kVariants[] = {
    {"notebook", 8, 8, 10, 8000, sim::Topology::square, sim::FirstClickRule::opening},
    {"dense", 7, 9, 16, 3000},
    {"torus", 9, 9, 14, 3000, sim::Topology::torus, sim::FirstClickRule::relocate},
    {"hex", 9, 8, 15, 3000, sim::Topology::hex, sim::FirstClickRule::safe},
    {"ring", 6, 7, 6, 3000, sim::Topology::square, sim::FirstClickRule::safe_corners, sim::Reveal::ring},
    {"course", 5, 5, 5, 3000, sim::Topology::square, sim::FirstClickRule::safe_corners, sim::Reveal::ring,
     sim::MineMotion::moving},
    {"single", 9, 9, 12, 3000, sim::Topology::square, sim::FirstClickRule::unprotected, sim::Reveal::single},
    {"expert", 16, 30, 99, 600, sim::Topology::square, sim::FirstClickRule::opening},
};

sim::GameRules rules_of(const Variant& variant) {
  sim::GameRules rules =
      game_rules({variant.rows, variant.cols, variant.topology}, variant.mines, variant.first_click);
  rules.reveal = variant.reveal;
  rules.motion = variant.motion;
  return rules;
}

// The place of the first dig: protected ones are not the player's choice.
Cell given_first_dig(const sim::GameRules& rules) {
  const bool is_protected = rules.first_click != sim::FirstClickRule::unprotected &&
                            rules.first_click != sim::FirstClickRule::safe_corners;
  return is_protected ? rules.grid->at(rules.grid->rows() / 2, rules.grid->cols() / 2) : sim::kNoCell;
}

// A strategy keeps its knowledge from turn to turn. It guesses exactly when a fresh strategy guesses, and at the same
// risk; else it digs certain cells. Facts once found by counting can serve its local rules later, so it may need one
// turn more than a fresh one, or give another reason; `rules` cannot, and plans the same cells.
TEST_P(Strategies, RememberWhatANewcomerSees) {
  const bool is_rules = std::string_view(GetParam()) == "rules";
  for (const Variant& variant : kVariants) {
    SCOPED_TRACE(variant.name);
    const sim::GameRules rules = rules_of(variant);
    sim::Game game(rules);
    const auto player = make_player(GetParam(), rules);
    const auto newcomer = make_player(GetParam(), rules);
    solvers::Posterior posterior(*rules.grid);
    PlayTally tally;
    const int games = cases_for(GetParam(), variant.rows == 16 ? 100 : 300);
    for (int i = 0; i < games; ++i) {
      const sim::GameId id{320, 0, static_cast<std::uint64_t>(i)};
      play_game(game, *player, given_first_dig(rules), id, tally,
                [&](const View& view, const std::vector<Move>& digs) {
                  SCOPED_TRACE(text_of(view));
                  const std::vector<Move> fresh =
                      first_turn(*newcomer, view, Stream(id, sim::StreamPurpose::opponent));
                  const bool is_guess = fresh[0].kind == MoveKind::guess;
                  ASSERT_EQ(digs[0].kind == MoveKind::guess, is_guess);
                  EXPECT_NEAR(digs[0].p_mine, fresh[0].p_mine, 1e-12);
                  if (is_guess) {
                    EXPECT_EQ(digs.size(), 1U);
                    return;
                  }
                  if (is_rules) return expect_proved(digs, sorted_cells(fresh), MoveKind::rules);
                  ASSERT_TRUE(posterior.compute(view));
                  for (const Move& dig : digs) EXPECT_TRUE(posterior.is_certain_safe(dig.cell)) << dig.cell;
                });
      if (HasFailure()) return;
    }
    EXPECT_EQ(tally.losses_by_proof, 0);
  }
}

// The sum of P(mine) over all guesses against the losses that guesses caused: a martingale, whose variance is
// the sum of P (1 - P). Bound: 4.5 standard deviations, a false-alarm rate of 7e-6 per case over the choice of
// seed; the seed is fixed.
TEST_P(Strategies, LoseAsOftenAsTheyPredict) {
  for (const Variant& variant : kVariants) {
    SCOPED_TRACE(variant.name);
    const sim::GameRules rules = rules_of(variant);
    sim::Game game(rules);
    const auto player = make_player(GetParam(), rules);
    PlayTally tally;
    const int games = cases_for(GetParam(), variant.games);
    for (int i = 0; i < games; ++i)
      play_game(game, *player, given_first_dig(rules), {330, 0, static_cast<std::uint64_t>(i)}, tally);
    EXPECT_EQ(tally.losses_by_proof, 0);
    EXPECT_EQ(tally.wins + tally.losses_by_guess, tally.games);
    EXPECT_LT(std::abs(tally.losses_by_guess - tally.predicted_losses),
              4.5 * std::sqrt(tally.variance) + 1e-6)
        << tally.losses_by_guess << " losses, " << tally.predicted_losses << " predicted";
  }
}

// The course of a game: how it ended, and each guess.
struct SatCourse {
  int wins = 0;
  std::vector<Cell> guesses;
  std::vector<double> risks;
  bool operator==(const SatCourse&) const = default;
};

// `sat` and `csp` agree on what is certain, whatever the order in which they find it, so they face the same guesses and
// draw the same random numbers for them.
TEST(SatStrategy, PlaysAsCspDoes) {
  int wins = 0;
  for (const Variant& variant : kVariants) {
    if (variant.motion == sim::MineMotion::moving) continue;
    SCOPED_TRACE(variant.name);
    const sim::GameRules rules = rules_of(variant);
    sim::Game game(rules);
    const auto play = [&](solvers::Strategy& player, const sim::GameId& id) {
      PlayTally tally;
      SatCourse course;
      play_game(game, player, given_first_dig(rules), id, tally,
                [&](const View&, const std::vector<Move>& digs) {
                  if (digs[0].kind != MoveKind::guess) return;
                  course.guesses.push_back(digs[0].cell);
                  course.risks.push_back(digs[0].p_mine);
                });
      course.wins = tally.wins;
      return course;
    };
    const auto sat = make_player("sat", rules);
    const auto csp = make_player("csp", rules);
    const int games = case_count(variant.rows == 16 ? 100 : 400);
    for (int i = 0; i < games; ++i) {
      const sim::GameId id{340, 0, static_cast<std::uint64_t>(i)};
      const SatCourse course = play(*sat, id);
      ASSERT_EQ(course, play(*csp, id)) << "game " << i;
      wins += course.wins;
    }
  }
  EXPECT_GT(wins, 0);
}

TEST(SatStrategy, RefusesLargeBoards) {
  const solvers::StrategyEntry* entry = solvers::find_strategy("sat");
  ASSERT_NE(entry, nullptr);
  sim::GameRules rules;
  rules.grid = std::make_shared<const sim::Grid>(32, 32);
  EXPECT_EQ(solvers::StrategyChoice(*entry).refusal(rules), std::nullopt);
  rules.grid = std::make_shared<const sim::Grid>(32, 33);
  EXPECT_EQ(solvers::StrategyChoice(*entry).refusal(rules),
            "it has 1056 cells; at most 1024 are practical for a SAT solver (csp plays the same)");
}

}  // namespace
}  // namespace sapper::tests
