// The referee against brute force: the kind, the risk and the claim of every dig, and what the report makes of
// them, for players that do not know the layout.
#include "experiments/kinds/minesweeper/referee.hpp"

#include "experiments/kinds/minesweeper/player.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using solvers::Move;
using solvers::MoveKind;

Config config_of(sim::MineMotion motion, sim::FirstClickRule rule,
                 FirstClick::Cell first_cell = FirstClick::Cell::corner) {
  Config config;
  Board board;
  board.rows = 4;
  board.cols = 5;
  board.mines = 4;
  config.boards = {board};
  config.first_clicks = {{rule, first_cell, 0, 0}};
  config.motions = {motion};
  config.strategies = {solvers::StrategyChoice(*solvers::find_strategy("rules"))};
  config.cases = expand_cases(config);
  return config;
}

// Digs one or two random hidden cells, half of the time claiming that they are certain, and states a random P(mine).
class LoudPlayer final : public solvers::Strategy {
 public:
  void begin(const sim::View& view, sim::Stream& random) override {
    view_ = &view;
    random_ = &random;
  }
  void plan(std::span<const sim::CellBlock>, solvers::Digs& digs) override {
    Move::Claim claim;
    claim.is_made = true;
    claim.is_certain = random_->below(2) == 0;
    claim.p_mine = random_->uniform();
    for (std::uint32_t count = 1 + random_->below(2); count > 0; --count)
      digs.moves.push_back({hidden_cell(), MoveKind::guess, 0, false, claim});
  }

 private:
  sim::Cell hidden_cell() {
    for (;;) {
      const sim::Cell cell = random_->below(view_->grid().cell_count());
      if (view_->is_hidden(cell)) return cell;
    }
  }
  const sim::View* view_ = nullptr;
  sim::Stream* random_ = nullptr;
};

// Counts what the referee should report, from all layouts consistent with the view before each dig.
class OracleObserver {
 public:
  void started(const sim::Game& game) { before_ = game.view(); }
  void dug(const sim::Game& game, const Move& move, std::uint32_t) {
    // The kind and the claims of a first dig are not the referee's matter.
    if (before_->hidden_count() < game.view().grid().cell_count())
      look_at(move);
    else if (move.kind == MoveKind::guess)
      look_for_safe_cells(tests::count_layouts(*before_));
    before_ = game.view();
  }
  std::uint32_t missed_safe = 0, claims = 0, wrong_claims = 0, beliefs = 0, risky = 0;
  double squared_errors = 0;

 private:
  void look_at(const Move& move) {
    const tests::LayoutCounts counts = tests::count_layouts(*before_);
    const double p_mine = counts.p_mine(move.cell);
    if (move.claim.is_made) {
      EXPECT_EQ(move.kind == MoveKind::guess, p_mine > 0);
      EXPECT_NEAR(move.p_mine, p_mine, 1e-12);
    }
    const bool is_claim = move.claim.is_certain || move.kind == MoveKind::pinv;
    claims += is_claim;
    wrong_claims += is_claim && p_mine > 0;
    if (move.claim.p_mine) {
      ++beliefs;
      squared_errors += (*move.claim.p_mine - p_mine) * (*move.claim.p_mine - p_mine);
    }
    if (move.kind != MoveKind::guess) return;
    EXPECT_NEAR(move.p_mine, p_mine, 1e-12);
    ++risky;
    look_for_safe_cells(counts);
  }
  void look_for_safe_cells(const tests::LayoutCounts& counts) {
    for (sim::Cell cell = 0; cell < before_->grid().cell_count(); ++cell)
      if (before_->is_hidden(cell) && counts.is_certain_safe(cell)) {
        ++missed_safe;
        return;
      }
  }
  std::optional<sim::View> before_;
};

struct Totals {
  std::uint64_t missed_safe = 0, wrong_claims = 0, sound_claims = 0;
};

Totals play(const Config& config, solvers::Strategy& strategy) {
  Totals totals;
  Player player(config, config.cases[0]);
  for (std::uint64_t game = 0; game < static_cast<std::uint64_t>(tests::case_count(300)); ++game) {
    OracleObserver oracle;
    const GameSummary& summary = player.play(game, strategy, oracle);
    EXPECT_EQ(summary.missed_safe, oracle.missed_safe) << "game " << game;
    EXPECT_EQ(summary.claims, oracle.claims) << "game " << game;
    EXPECT_EQ(summary.wrong_claims, oracle.wrong_claims) << "game " << game;
    EXPECT_EQ(summary.beliefs, oracle.beliefs) << "game " << game;
    EXPECT_NEAR(summary.squared_errors, oracle.squared_errors, 1e-9) << "game " << game;
    totals.missed_safe += oracle.missed_safe;
    totals.wrong_claims += oracle.wrong_claims;
    totals.sound_claims += oracle.claims - oracle.wrong_claims;
  }
  return totals;
}

TEST(Referee, JudgesAPlayerFromOutsideAsBruteForceDoes) {
  for (const sim::MineMotion motion : {sim::MineMotion::fixed, sim::MineMotion::moving})
    for (const sim::FirstClickRule rule : {sim::FirstClickRule::safe, sim::FirstClickRule::safe_corners}) {
      LoudPlayer player;
      const Totals totals = play(config_of(motion, rule), player);
      EXPECT_GT(totals.missed_safe, 0U);
      EXPECT_GT(totals.wrong_claims, 0U);
      EXPECT_GT(totals.sound_claims, 0U);
    }
}

TEST(Referee, JudgesOwnStrategiesAlike) {
  const Config config = config_of(sim::MineMotion::fixed, sim::FirstClickRule::safe);
  const auto totals_of = [&](std::string_view name) {
    const sim::GameRules rules = config.rules_of(config.cases[0]);  // owns the strategy's grid
    const auto strategy = solvers::StrategyChoice(*solvers::find_strategy(name)).make(rules);
    return play(config, *strategy);
  };
  EXPECT_GT(totals_of("random").missed_safe, 0U);
  EXPECT_GT(totals_of("rules").missed_safe, 0U);
  EXPECT_EQ(totals_of("csp").missed_safe, 0U);
  EXPECT_EQ(totals_of("min_risk").missed_safe, 0U);
  EXPECT_GT(totals_of("pinv").sound_claims, 0U);
}

// A first dig that may hit a mine counts as a guess everywhere, and as a needless one where corners were known to be free.
TEST(Referee, CountsFirstDigsThatMayHitAMine) {
  using Cell = FirstClick::Cell;
  struct Expected {
    sim::FirstClickRule rule;
    Cell cell;
    bool is_guess, is_needless;
  };
  for (const auto& [rule, cell, is_guess, is_needless] :
       {Expected{sim::FirstClickRule::unprotected, Cell::corner, true, false},
        {sim::FirstClickRule::unprotected, Cell::strategy, true, false},
        {sim::FirstClickRule::safe_corners, Cell::center, true, true},
        {sim::FirstClickRule::safe_corners, Cell::corner, false, false},
        {sim::FirstClickRule::safe_corners, Cell::strategy, false, false},
        {sim::FirstClickRule::safe, Cell::center, false, false}}) {
    SCOPED_TRACE(testing::Message() << sim::name_of(rule) << ' ' << static_cast<int>(cell));
    const Config config = config_of(sim::MineMotion::fixed, rule, cell);
    const sim::GameRules rules = config.rules_of(config.cases[0]);
    const auto csp = solvers::StrategyChoice(*solvers::find_strategy("csp")).make(rules);
    EXPECT_EQ(play(config, *csp).missed_safe, is_needless ? tests::case_count(300) : 0);
    Player player(config, config.cases[0]);
    for (std::uint64_t game = 0; game < 20; ++game) {
      const GameSummary& summary = player.play(game, *csp);
      EXPECT_EQ(summary.moves[static_cast<std::size_t>(MoveKind::first)], is_guess ? 0 : 1);
      if (is_guess) {
        ASSERT_FALSE(summary.guess_risks.empty());
        EXPECT_EQ(summary.guess_risks.front(),
                  sim::first_dig_risk(
                      rules, config.cases[0].first_cell == sim::kNoCell ? 1 : config.cases[0].first_cell));
      }
      StrategyCounts counts;
      count(summary, counts);
      EXPECT_EQ(counts.won_without_guess,
                summary.is_won && summary.moves[static_cast<std::size_t>(MoveKind::guess)] == 0);
      EXPECT_LE(counts.won_without_guess, is_guess ? 0U : 1U);
    }
  }
}

// Guesses judged many games later get the same rulings as in their games, which the oracle has checked above.
TEST(Referee, JudgesLaterWhatItWouldJudgeAtOnce) {
  for (const sim::MineMotion motion : {sim::MineMotion::fixed, sim::MineMotion::moving}) {
    const Config config = config_of(motion, sim::FirstClickRule::safe);
    const sim::GameRules rules = config.rules_of(config.cases[0]);
    for (const std::string_view name : {"random", "rules", "csp", "pinv", "min_risk"}) {
      const auto strategy = solvers::StrategyChoice(*solvers::find_strategy(name)).make(rules);
      Player at_once(config, config.cases[0]);
      Player ahead(config, config.cases[0]);
      std::uint64_t settled = 0;
      for (std::uint64_t game = 0; settled < 150; ++game) {
        ahead.play_ahead(game, *strategy);
        if (!ahead.is_far_ahead() && game != 149) continue;
        for (const GameSummary& summary : ahead.settle()) {
          const GameSummary& expected = at_once.play(settled, *strategy);
          ASSERT_EQ(summary.number, settled++) << name;
          EXPECT_EQ(summary.is_won, expected.is_won) << name << ", game " << summary.number;
          EXPECT_EQ(summary.moves, expected.moves) << name << ", game " << summary.number;
          EXPECT_EQ(summary.guess_risks, expected.guess_risks) << name << ", game " << summary.number;
          EXPECT_EQ(summary.missed_safe, expected.missed_safe) << name << ", game " << summary.number;
          EXPECT_EQ(summary.wrong_flags, expected.wrong_flags) << name << ", game " << summary.number;
        }
      }
    }
  }
}

}  // namespace
}  // namespace sapper::experiments::minesweeper
