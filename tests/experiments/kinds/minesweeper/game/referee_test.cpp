// The referee against brute force: the kind, the risk and the claim of every dig, and what the report makes of
// them, for players that do not know the layout.
#include "experiments/kinds/minesweeper/game/referee.hpp"

#include "experiments/kinds/minesweeper/comparison/judgement.hpp"
#include "experiments/kinds/minesweeper/game/graph_player.hpp"
#include "experiments/kinds/minesweeper/game/player.hpp"
#include "sim/minesweeper/game.hpp"
#include "sim/random/stream.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"
#include "tests/support/best_play.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/graph_oracle.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/players.hpp"
#include "tests/support/policy_value.hpp"
#include "tests/support/possible_layouts.hpp"
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

// Digs one or two random hidden cells, half of the time claiming that they are certain, and states a random P(mine). Gives up
// at the turn that its game's number names, if it resigns.
template <class Boards>
class LoudPlayerOf final : public OutsidePlayerOf<typename Boards::Strategy> {
 public:
  explicit LoudPlayerOf(bool resigns = false) : resigns_(resigns) {}
  void start_game(std::uint64_t game) override {
    turns_left_ = game;
    this->has_resigned_ = false;
  }
  void finish(bool is_won) override { ends_.push_back(is_won); }
  void begin(const typename Boards::View& view, sim::Stream& random) override {
    view_ = &view;
    random_ = &random;
  }
  void plan(std::span<const typename Boards::Shown>, typename Boards::Digs& digs) override {
    if (resigns_ && turns_left_-- == 0) {
      this->claims_.clear();
      this->has_resigned_ = true;
      return;
    }
    solvers::Claim claim;
    claim.is_made = true;
    claim.is_certain = random_->below(2) == 0;
    claim.p_mine = random_->uniform();
    for (std::uint32_t count = 1 + random_->below(2); count > 0; --count)
      digs.moves.push_back({hidden_cell(), MoveKind::guess, 0, false});
    this->claims_.assign(digs.moves.size(), claim);
  }
  const std::vector<bool>& ends() const { return ends_; }  // of the games: whether they were won

 private:
  sim::Cell hidden_cell() {
    for (;;) {
      const sim::Cell cell = random_->below(Boards::board_of(*view_).cell_count());
      if (view_->is_hidden(cell)) return cell;
    }
  }
  bool resigns_;
  std::uint64_t turns_left_ = 0;
  std::vector<bool> ends_;
  const typename Boards::View* view_ = nullptr;
  sim::Stream* random_ = nullptr;
};
using LoudPlayer = LoudPlayerOf<solvers::OnGrids>;
using LoudGraphPlayer = LoudPlayerOf<solvers::OnGraphs>;

// All layouts consistent with a position on a graph, counted.
class GraphCounts {
 public:
  explicit GraphCounts(const sim::GraphPosition& view) : counts_(tests::count_graph_layouts(view)) {}
  double p_mine(sim::Cell cell) const { return counts_.p_mine[cell]; }
  bool is_certain_safe(sim::Cell cell) const { return !counts_.can_be_mine[cell]; }

 private:
  tests::GraphLayouts counts_;
};
GraphCounts layouts_of(const sim::GraphPosition& view) { return GraphCounts(view); }
tests::LayoutCounts layouts_of(const sim::View& view) { return tests::count_layouts(view); }

// Counts what the referee should report, from all layouts consistent with the view before each dig.
template <class View>
class Oracle {
 public:
  void will_dig(const View& view, sim::Cell cells, const Move& move, const solvers::Claim& claim) {
    cell_count_ = cells;
    // The kind and the claims of a first dig are not the referee's matter.
    if (view.hidden_count() < cells)
      look_at(view, move, claim);
    else if (move.kind == MoveKind::guess)
      look_at_others(view, layouts_of(view));
  }
  std::uint32_t missed_safe = 0, claims = 0, wrong_claims = 0, beliefs = 0, risky = 0;
  double squared_errors = 0;
  std::vector<double> lowest;  // P(mine) of any hidden cell, at each guess

 private:
  void look_at(const View& view, const Move& move, const solvers::Claim& claim) {
    const auto counts = layouts_of(view);
    const double p_mine = counts.p_mine(move.cell);
    if (claim.is_made) {
      EXPECT_EQ(move.kind == MoveKind::guess, p_mine > 0);
      EXPECT_NEAR(move.p_mine, p_mine, 1e-12);
    }
    const bool is_claim = claim.is_certain || move.kind == MoveKind::pinv;
    claims += is_claim;
    wrong_claims += is_claim && p_mine > 0;
    if (claim.p_mine) {
      ++beliefs;
      squared_errors += (*claim.p_mine - p_mine) * (*claim.p_mine - p_mine);
    }
    if (move.kind != MoveKind::guess) return;
    EXPECT_NEAR(move.p_mine, p_mine, 1e-12);
    ++risky;
    look_at_others(view, counts);
  }
  template <class Counts>
  void look_at_others(const View& view, const Counts& counts) {
    lowest.push_back(1);
    bool is_safe_missed = false;
    for (sim::Cell cell = 0; cell < cell_count_; ++cell) {
      if (!view.is_hidden(cell)) continue;
      is_safe_missed |= counts.is_certain_safe(cell);
      lowest.back() = std::min(lowest.back(), counts.p_mine(cell));
    }
    missed_safe += is_safe_missed;
  }
  sim::Cell cell_count_ = 0;
};

struct OracleObserver : NoObserver, Oracle<sim::View> {
  void will_dig(const sim::Game& game, const Move& move, const solvers::Claim& claim) {
    Oracle::will_dig(game.view(), game.view().grid().cell_count(), move, claim);
  }
};
struct GraphOracleObserver final : GraphPlayer::Observer, Oracle<sim::GraphPosition> {
  void will_dig(const sim::GraphGame& game, const Move& move, const solvers::Claim& claim) override {
    Oracle::will_dig(game.view(), game.rules().graph->cell_count(), move, claim);
  }
  void dug(const sim::GraphGame&) override {}
};

struct Totals {
  std::uint64_t missed_safe = 0, wrong_claims = 0, sound_claims = 0;
  double excess = 0;
};

template <class View>
void expect_same(const GameSummary& summary, const Oracle<View>& oracle, Totals& totals) {
  SCOPED_TRACE(testing::Message() << "game " << summary.number);
  EXPECT_EQ(summary.missed_safe, oracle.missed_safe);
  EXPECT_EQ(summary.claims, oracle.claims);
  EXPECT_EQ(summary.wrong_claims, oracle.wrong_claims);
  EXPECT_EQ(summary.beliefs, oracle.beliefs);
  EXPECT_NEAR(summary.squared_errors, oracle.squared_errors, 1e-9);
  EXPECT_EQ(summary.guesses.size(), oracle.lowest.size());
  for (std::size_t i = 0; i < std::min(summary.guesses.size(), oracle.lowest.size()); ++i) {
    const double lowest = summary.guesses[i].lowest.value_or(-1);
    EXPECT_NEAR(lowest, oracle.lowest[i], 1e-12) << "guess " << i;
    totals.excess += summary.guesses[i].p_mine - lowest;
  }
  totals.missed_safe += oracle.missed_safe;
  totals.wrong_claims += oracle.wrong_claims;
  totals.sound_claims += oracle.claims - oracle.wrong_claims;
}

Totals play(const Config& config, const AnyPlayer& strategy, int games = tests::case_count(300)) {
  Totals totals;
  Player player(config, config.cases[0]);
  for (std::uint64_t game = 0; game < static_cast<std::uint64_t>(games); ++game) {
    OracleObserver oracle;
    expect_same(player.play(game, strategy, oracle), oracle, totals);
  }
  return totals;
}

Totals play_on(const sim::Graph& graph, std::uint32_t mines, sim::FirstClickRule rule, sim::Cell first,
               const AnyGraphPlayer& strategy) {
  Totals totals;
  GraphPlayer player({std::make_shared<const sim::Graph>(graph), mines, rule}, 5, 6, first);
  for (std::uint64_t game = 0; game < static_cast<std::uint64_t>(tests::case_count(150)); ++game) {
    GraphOracleObserver oracle;
    expect_same(player.play(game, strategy, &oracle), oracle, totals);
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

// Directed graphs, by one player object after another.
TEST(Referee, JudgesAPlayerFromOutsideOnGraphs) {
  sim::Stream shapes({2026, 9, 0}, sim::StreamPurpose::strategy);
  LoudGraphPlayer player;
  Totals all;
  for (const bool is_directed : {false, true})
    for (const sim::FirstClickRule rule : {sim::FirstClickRule::safe, sim::FirstClickRule::unprotected})
      for (const sim::Cell first : {sim::Cell{3}, sim::kNoCell}) {
        const sim::Graph graph = tests::random_graph(11, 0.3, 9, is_directed, shapes);
        const Totals totals = play_on(graph, 3, rule, first, player);
        all.missed_safe += totals.missed_safe;
        all.wrong_claims += totals.wrong_claims;
        all.sound_claims += totals.sound_claims;
      }
  if (tests::kDefaultTestPercent < 100) return;
  EXPECT_GT(all.missed_safe, 100U);
  EXPECT_GT(all.wrong_claims, 100U);
  EXPECT_GT(all.sound_claims, 100U);
}

// On a grid given as a graph everything is as on the grid: digs, claims, kinds, risks and ends, also of games that the player
// gives up, at any turn. The larger board is of several blocks and tiles.
TEST(Referee, JudgesAPlayerFromOutsideOnGridsGivenAsGraphs) {
  struct Size {
    int rows, cols;
    std::uint32_t mines;
    std::uint64_t games;
  };
  for (const Size& size : {Size{4, 5, 4, 60}, Size{20, 70, 140, 12}})
    for (const sim::TopologyRow& topology : sim::kTopologies)
      for (const FirstClick::Cell first : {FirstClick::Cell::corner, FirstClick::Cell::strategy})
        for (const bool resigns : {false, true}) {
          SCOPED_TRACE(testing::Message() << size.rows << ' ' << topology.name << ' ' << resigns);
          Config config = config_of(sim::MineMotion::fixed, sim::FirstClickRule::safe, first);
          config.boards[0] = {
              .rows = size.rows, .cols = size.cols, .mines = size.mines, .topology = topology.topology};
          config.cases = expand_cases(config);
          Player on_grid(config, config.cases[0]);
          GraphPlayer on_graph({std::make_shared<const sim::Graph>(*on_grid.game().rules().grid), size.mines,
                                sim::FirstClickRule::safe},
                               config.seed, key_of(config.boards[0]), config.cases[0].first_cell);
          LoudPlayer loud(resigns);
          LoudGraphPlayer loud_on_graph(resigns);
          int forfeits = 0;
          for (std::uint64_t game = 0; game < size.games; ++game) {
            const GameSummary& expected = on_grid.play(game, loud);
            const GameSummary& summary = on_graph.play(game, loud_on_graph);
            forfeits += summary.is_forfeited;
            EXPECT_EQ(summary.is_won, expected.is_won);
            EXPECT_EQ(summary.is_lost_by_guess, expected.is_lost_by_guess);
            EXPECT_EQ(summary.is_forfeited, expected.is_forfeited);
            EXPECT_EQ(summary.turns, expected.turns);
            EXPECT_EQ(summary.moves, expected.moves);
            EXPECT_EQ(summary.missed_safe, expected.missed_safe);
            EXPECT_EQ(summary.claims, expected.claims);
            EXPECT_EQ(summary.wrong_claims, expected.wrong_claims);
            EXPECT_EQ(summary.beliefs, expected.beliefs);
            EXPECT_NEAR(summary.squared_errors, expected.squared_errors, 1e-9);
            ASSERT_EQ(summary.guesses.size(), expected.guesses.size());
            for (std::size_t i = 0; i < summary.guesses.size(); ++i)
              EXPECT_NEAR(summary.guesses[i].p_mine, expected.guesses[i].p_mine, 1e-12);
          }
          EXPECT_EQ(forfeits > 0, resigns);
          EXPECT_EQ(loud_on_graph.ends(), loud.ends());
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
  EXPECT_GT(totals_of("csp").excess, 0.1);
  EXPECT_GT(totals_of("progress").excess, 0);
  EXPECT_GT(totals_of("optimal").excess, 0);
  EXPECT_NEAR(totals_of("min_risk").excess, 0, 1e-9);
}

// Every topology, rule and motion, by one player object after another: what was played before makes no difference.
TEST(Referee, KnowsTheLowestRiskUnderEveryRule) {
  for (const sim::TopologyRow& topology : sim::kTopologies)
    for (const sim::FirstClickRuleRow& rule : sim::kFirstClickRules)
      for (const sim::MineMotion motion : {sim::MineMotion::fixed, sim::MineMotion::moving}) {
        SCOPED_TRACE(testing::Message()
                     << topology.name << ' ' << rule.name << ' ' << static_cast<int>(motion));
        Config config = config_of(motion, rule.rule, FirstClick::Cell::strategy);
        config.boards[0].topology = topology.topology;
        const sim::GameRules rules = config.rules_of(config.cases[0]);
        for (const std::string_view name : {"rules", "min_risk", "pseq", "expert"}) {
          SCOPED_TRACE(name);
          const auto strategy = solvers::StrategyChoice(*solvers::find_strategy(name)).make(rules);
          play(config, *strategy, tests::case_count(30));
        }
      }
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
        ASSERT_FALSE(summary.guesses.empty());
        EXPECT_EQ(summary.guesses.front().p_mine,
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
          EXPECT_EQ(summary.guesses, expected.guesses) << name << ", game " << summary.number;
          EXPECT_EQ(summary.missed_safe, expected.missed_safe) << name << ", game " << summary.number;
          EXPECT_EQ(summary.wrong_flags, expected.wrong_flags) << name << ", game " << summary.number;
        }
      }
    }
  }
}

// Values of guesses, against best play by enumeration of all layouts.

// On boards of at most 64 layouts the play-outs end at once, with the exact value of best play: only the sampled layouts
// differ from the oracle. 4,000 of them have a standard error below 0.008 without the control of the guess's own
// risk; 0.04 is five of them, for 21 cells: a false alarm in 10^5.
TEST(ChoiceJudge, EstimatesBestPlayWhereThePlayOutsAreExact) {
  struct Board {
    int rows, cols;
    std::uint32_t mines;
  };
  for (const Board& board : {Board{2, 3, 2}, Board{3, 3, 2}, Board{1, 6, 2}}) {
    const sim::Grid grid(board.rows, board.cols);
    const sim::View view(grid, board.mines);
    std::vector<sim::Cell> cells;
    for (sim::Cell cell = 0; cell < grid.cell_count(); ++cell) cells.push_back(cell);
    ChoiceJudge judge(grid);
    sim::Stream random({2026, grid.cell_count(), board.mines}, sim::StreamPurpose::playout);
    judge.judge(view, cells, 4000, random);
    tests::BestPlay best(grid);
    const auto layouts = static_cast<double>(tests::consistent_layouts(view).size());
    for (const sim::Cell cell : cells)
      EXPECT_NEAR(judge.values()[cell], best.value_of_dig(view, cell) / layouts, 0.04)
          << board.rows << " x " << board.cols << ", cell " << cell;
  }
}

// The same on a graph whose cells need not be seen by those that they see.
TEST(ChoiceJudge, EstimatesBestPlayOnGraphs) {
  sim::Stream shapes({2026, 7, 0}, sim::StreamPurpose::strategy);
  for (const std::uint32_t mines : {1U, 2U}) {
    const auto graph = std::make_shared<const sim::Graph>(tests::random_graph(8, 0.3, 8, true, shapes));
    const sim::GraphPosition view{
        graph, std::vector(graph->cell_count(), sim::GraphPosition::kHidden), {.count = mines}, {}, {}};
    std::vector<sim::Cell> cells;
    for (sim::Cell cell = 0; cell < graph->cell_count(); ++cell) cells.push_back(cell);
    ChoiceJudgeOf<solvers::OnGraphs> judge(*graph);
    sim::Stream random({2026, 8, mines}, sim::StreamPurpose::playout);
    judge.judge(view, cells, 4000, random);
    const tests::PossibleLayouts layouts(view);
    const auto count = static_cast<double>(layouts.size());
    EXPECT_NEAR(judge.log_layouts(), std::log(count), 1e-12);
    for (const sim::Cell cell : cells)
      EXPECT_NEAR(judge.values()[cell], static_cast<double>(layouts.won_by(cell)) / count, 0.04) << cell;
  }
}

// The turn of a strategy in games that begin with a dig in the corner.
tests::Turn turn_of(const solvers::StrategyEntry& entry, const solvers::Settings& settings,
                    const sim::View& view) {
  if (view.hidden_count() == view.grid().cell_count()) return {{0}, false};
  const sim::GameRules rules = tests::game_rules(view.grid(), view.mine_count());
  const auto player = entry.make(rules, settings);
  tests::Turn turn;
  for (const solvers::Move& dig :
       tests::first_turn(*player, view, sim::Stream({2027, 0, 0}, sim::StreamPurpose::strategy))) {
    turn.is_certain = dig.kind != solvers::MoveKind::guess;
    turn.cells.push_back(dig.cell);
  }
  return turn;
}

tests::Turn progress_turn(const sim::View& view, const tests::LayoutCounts&) {
  const solvers::StrategyEntry& entry = *solvers::find_strategy("progress");
  return turn_of(entry, solvers::Settings(entry.parameters), view);
}

tests::Turn effort_0_turn(const sim::View& view, const tests::LayoutCounts&) {
  const solvers::StrategyEntry& entry = *solvers::find_strategy("expert");
  solvers::Settings settings(entry.parameters);
  settings.set("effort", 0);
  return turn_of(entry, settings, view);
}

// Gains are compared with the exact win probabilities of the strategies' whole games, on a board where they differ by 0.029. 20,000
// layouts have a standard error of 0.0035 without control variates; a third of the difference is 2.7 of them, and 4.4
// of those measured over eight seeds, 0.0022: a false alarm in 50,000.
TEST(ChoiceJudge, ContinuesAsTheStrategyPlays) {
  const sim::Grid grid(4, 4);
  const std::uint32_t mines = 4;
  const double by_progress = tests::exact_win_probability(grid, mines, progress_turn);
  const double by_expert = tests::exact_win_probability(grid, mines, effort_0_turn);
  ASSERT_GT(by_expert - by_progress, 0.025);
  const auto judged = [&](solvers::PlayoutRule rule) {
    ChoiceJudge judge(grid, rule);
    sim::Stream random({2028, 0, 0}, sim::StreamPurpose::playout);
    judge.judge(sim::View(grid, mines), std::vector<sim::Cell>{0}, 20'000, random);
    return judge.values()[0];
  };
  EXPECT_NEAR(judged(solvers::PlayoutRule::progress), by_progress, 0.0097);
  EXPECT_NEAR(judged(solvers::PlayoutRule::expert), by_expert, 0.0097);
}

// The control variates of a layout must not use results on it: cells judged later would read low (a corner judged last on
// 5 layouts by 0.0023 +- 0.0005 of its 0.4923). Without them the order of the cells makes no difference but rounding.
TEST(ChoiceJudge, JudgesCellsAlikeInAnyOrder) {
  for (const solvers::PlayoutRule rule : {solvers::PlayoutRule::progress, solvers::PlayoutRule::expert}) {
    const sim::Grid grid(5, 7);
    const sim::View view(grid, 7);
    std::vector<sim::Cell> cells;
    for (sim::Cell cell = 0; cell < grid.cell_count(); cell += 2) cells.push_back(cell);
    const auto judged = [&](std::uint64_t number) {
      ChoiceJudge judge(grid, rule);
      sim::Stream random({2029, 0, number}, sim::StreamPurpose::playout);
      judge.judge(view, cells, 12, random);
      return std::vector<double>(judge.values().begin(), judge.values().end());
    };
    for (std::uint64_t number = 0; number < static_cast<std::uint64_t>(tests::case_count(20)); ++number) {
      const std::vector<double> forwards = judged(number);
      std::ranges::reverse(cells);
      const std::vector<double> backwards = judged(number);
      std::ranges::reverse(cells);
      for (std::size_t i = 0; i < cells.size(); ++i)
        EXPECT_NEAR(forwards[i], backwards[cells.size() - 1 - i], 1e-12) << "cell " << cells[i];
    }
  }
}

// It holds on boards of several blocks of the bit planes too, whose corners the rules keep free.
TEST(ChoiceJudge, JudgesTheSameWhateverItHasJudgedBefore) {
  for (const auto& [rows, cols, mines] : {std::tuple{5, 7, 7U}, {2, 35, 8U}, {18, 3, 6U}, {17, 33, 80U}})
    for (const sim::TopologyRow& topology : sim::kTopologies)
      for (const solvers::PlayoutRule rule : {solvers::PlayoutRule::progress, solvers::PlayoutRule::expert}) {
        SCOPED_TRACE(testing::Message() << rows << " x " << cols << ' ' << topology.name);
        const sim::GameRules rules =
            tests::game_rules({rows, cols, topology.topology}, mines, sim::FirstClickRule::safe_corners);
        const std::vector<sim::Cell> cells{1, 2, static_cast<sim::Cell>(cols + 1),
                                           rules.grid->cell_count() / 2};
        ChoiceJudge used(*rules.grid, rule);
        for (std::uint64_t number = 0; number < 4; ++number) {
          sim::Game game(rules);
          game.start({2031, 0, number});
          if (number % 2 == 1) game.dig(0);
          std::vector<sim::Cell> hidden;
          for (const sim::Cell cell : cells)
            if (game.view().is_hidden(cell)) hidden.push_back(cell);
          const auto judged = [&](ChoiceJudge& judge) {
            sim::Stream random({2032, 0, number}, sim::StreamPurpose::playout);
            judge.judge(game.view(), hidden, 2, random);
            return std::vector<double>(judge.values().begin(), judge.values().end());
          };
          ChoiceJudge fresh(*rules.grid, rule);
          EXPECT_EQ(judged(used), judged(fresh)) << number;
        }
      }
}

}  // namespace
}  // namespace sapper::experiments::minesweeper
