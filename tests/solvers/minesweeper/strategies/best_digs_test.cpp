// The digs of `optimal`, and of `progress` and `expert` wherever they say that they play exactly, against the value of
// every dig (best_play.hpp): after each first cell of small boards through every view that play then leads to,
// in whole games, and from random positions.
#include "sim/minesweeper/game.hpp"
#include "tests/support/best_play.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/players.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::FirstClickRule;
using sim::Topology;
using sim::View;
using solvers::Move;
using solvers::MoveKind;
using solvers::Strategy;

struct Player {
  const char* name;
  double endgame_layouts;  // 0: it has no such setting
  std::uint32_t always;    // it plays exactly if at most this many layouts are left
};

std::unique_ptr<Strategy> make(const Player& player, const sim::GameRules& rules) {
  solvers::StrategyChoice choice(*solvers::find_strategy(player.name));
  if (player.endgame_layouts > 0) choice.settings.set("endgame_layouts", player.endgame_layouts);
  if (std::string(player.name) == "expert") choice.settings.set("effort", 0);
  return choice.make(rules);
}

std::string name_of(const sim::GameRules& rules) {
  std::ostringstream name;
  name << rules.grid->rows() << " x " << rules.grid->cols() << ' ' << sim::name_of(rules.grid->topology())
       << ", " << rules.mine_count << " mines, " << sim::name_of(rules.first_click);
  return name.str();
}

// A turn that digs certain cells, or the best one; `claims` counts those declared exact.
void check_turn(const Player& player, Strategy& strategy, const View& view, const std::vector<Move>& digs,
                BestPlay& oracle, int& claims) {
  ASSERT_FALSE(digs.empty());
  if (digs.front().kind != MoveKind::guess) return;  // the caller finds mines under certain digs
  ASSERT_EQ(digs.size(), 1U);
  const auto layouts = static_cast<std::uint32_t>(consistent_layouts(view).size());
  const auto claim = strategy.explain().win_probability;
  if (!claim) {
    ASSERT_GT(layouts, player.always);
    return;
  }
  ++claims;
  const std::uint32_t best = oracle.value(view);
  ASSERT_EQ(oracle.value_of_dig(view, digs.front().cell), best) << "dug " << digs.front().cell;
  ASSERT_NEAR(*claim, static_cast<double>(best) / layouts, 1e-12);
}

// Every view that a strategy can meet on a board, each once.
class Walk {
 public:
  Walk(const Player& player, const sim::GameRules& rules, BestPlay& oracle)
      : player_(player), rules_(rules), oracle_(oracle), strategy_(make(player, rules)) {}

  void after_first(Cell first) {
    dig({first}, new_view(), allowed_layouts(*rules_.grid, rules_.mine_count, rules_.first_click, first));
  }

  // The strategy chooses the first cell.
  void from_nothing() {
    const std::vector<Move> digs = turn(new_view());
    ASSERT_FALSE(digs.empty());
    const auto claim = strategy_->explain().win_probability;
    if (!claim) return;
    ++claims;
    BestPlayValue best{0, 1};
    for (Cell cell = 0; cell < rules_.grid->cell_count(); ++cell) {
      const BestPlayValue value = value_of_first(cell);
      if (value.won * best.layouts > best.won * value.layouts) best = value;
    }
    const BestPlayValue dug = value_of_first(digs.front().cell);
    EXPECT_EQ(dug.won * best.layouts, best.won * dug.layouts) << digs.front().cell;
    EXPECT_NEAR(*claim, static_cast<double>(best.won) / static_cast<double>(best.layouts), 1e-12);
  }

  int claims = 0;

 private:
  View new_view() const {
    return {*rules_.grid, rules_.mine_count, sim::cells_free_by_rule(*rules_.grid, rules_.first_click)};
  }
  BestPlayValue value_of_first(Cell cell) const {
    return oracle_.first_dig(rules_.mine_count, rules_.first_click, cell);
  }

  std::vector<Move> turn(const View& view) {
    return first_turn(*strategy_, view, sim::Stream({930, 0, 0}, sim::StreamPurpose::strategy));
  }

  void show(Cell cell, std::uint64_t layout, View& view) const {
    const std::uint64_t opened = shown_after(cell, 0, layout, *rules_.grid);
    for (Cell other = 0; other < rules_.grid->cell_count(); ++other)
      if ((opened >> other & 1) != 0) view.show(other, number_in(layout, *rules_.grid, other));
  }

  void dig(const std::vector<Cell>& cells, const View& view, const Layouts& layouts) {
    std::map<std::string, Layouts> outcomes;
    std::map<std::string, View> views_after;
    for (const std::uint64_t layout : layouts) {
      View after = view;
      bool is_lost = false;
      for (const Cell cell : cells) {
        is_lost |= has_mine(layout, cell);
        if (!is_lost) show(cell, layout, after);
      }
      if (is_lost) continue;
      const std::vector<std::uint8_t> shown = sim::cells_of(after);
      std::string key(shown.begin(), shown.end());
      outcomes[key].push_back(layout);
      views_after.try_emplace(std::move(key), std::move(after));
    }
    for (const auto& [key, left] : outcomes)
      if (seen_.insert(key).second) from(views_after.at(key), left);
  }

  void from(const View& view, const Layouts& layouts) {
    if (view.hidden_count() == rules_.mine_count || testing::Test::HasFatalFailure()) return;
    SCOPED_TRACE(text_of(view));
    const std::vector<Move> digs = turn(view);
    check_turn(player_, *strategy_, view, digs, oracle_, claims);
    std::vector<Cell> cells;
    for (const Move& move : digs) {
      cells.push_back(move.cell);
      if (move.kind == MoveKind::guess) continue;
      for (const std::uint64_t layout : layouts) ASSERT_FALSE(has_mine(layout, move.cell));
    }
    dig(cells, view, layouts);
  }

  const Player& player_;
  const sim::GameRules& rules_;
  BestPlay& oracle_;
  std::unique_ptr<Strategy> strategy_;
  std::set<std::string> seen_;
};

class BestDigs : public testing::TestWithParam<Player> {};
INSTANTIATE_TEST_SUITE_P(Strategies, BestDigs,
                         testing::Values(Player{"optimal", 0, 1'000'000}, Player{"progress", 512, 64},
                                         Player{"expert", 4096, 64}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_P(BestDigs, AreBestAfterEveryFirstCell) {
  SAPPER_LONG_TEST();
  struct Board {
    int rows, cols;
    std::uint32_t max_mines;
  };
  std::vector<Board> boards{{1, 7, 6}, {2, 2, 3}, {3, 3, 8}, {2, 5, 4}, {4, 3, 2}};
  if (case_count(100) == 100) boards.insert(boards.end(), {{2, 5, 7}, {5, 2, 3}, {3, 4, 4}, {4, 4, 2}});
  int claims = 0;
  for (const Board& size : boards)
    for (const sim::Topology topology : all_topologies())
      for (std::uint32_t mines = 1; mines <= size.max_mines; ++mines) {
        const sim::Grid grid(size.rows, size.cols, topology);
        BestPlay oracle(grid);
        for (const sim::FirstClickRuleRow& rule : sim::kFirstClickRules) {
          const sim::GameRules rules = game_rules({size.rows, size.cols, topology}, mines, rule.rule);
          if (mines + sim::max_protected_cells(grid, rule.rule) > grid.cell_count()) continue;
          SCOPED_TRACE(name_of(rules));
          Walk walk(GetParam(), rules, oracle);
          walk.from_nothing();
          for (Cell first = 0; first < grid.cell_count(); ++first) walk.after_first(first);
          if (HasFailure()) return;
          claims += walk.claims;
        }
      }
  EXPECT_GT(claims, 1000);
}

// Knowledge that is kept from turn to turn, and openings: whole games.
TEST_P(BestDigs, AreBestInWholeGames) {
  SAPPER_LONG_TEST();
  const int count = case_count(24);
  int claims = 0;
  std::uint64_t game_number = 0;
  for (const sim::Topology topology : all_topologies())
    for (const std::uint32_t mines : {3U, 4U}) {
      const sim::Grid grid(4, 4, topology);
      BestPlay oracle(grid);
      for (const sim::FirstClickRuleRow& rule : sim::kFirstClickRules) {
        const sim::GameRules rules = game_rules({4, 4, topology}, mines, rule.rule);
        SCOPED_TRACE(name_of(rules));
        sim::Game game(rules);
        const auto strategy = make(GetParam(), rules);
        PlayTally tally;
        for (int i = 0; i < count; ++i) {
          const auto first = static_cast<Cell>(game_number % rules.grid->cell_count());
          play_game(game, *strategy, first, {931, 0, ++game_number}, tally,
                    [&](const View& view, const std::vector<Move>& digs) {
                      check_turn(GetParam(), *strategy, view, digs, oracle, claims);
                    });
          if (HasFatalFailure()) return;
        }
        EXPECT_EQ(tally.losses_by_proof, 0);
      }
    }
  EXPECT_GT(claims, case_count(100));
}

// Views that cautious play never reaches.
TEST_P(BestDigs, AreBestFromRandomPositions) {
  SAPPER_LONG_TEST();
  const int cases = case_count(400);
  const PositionKind kind{
      .max_rows = 4, .max_cols = 4, .may_be_inconsistent = false, .may_have_flags = false};
  int claims = 0;
  for (std::uint64_t number = 0; claims < cases; ++number) {
    const RandomPosition made = random_position(kind, 932, number);
    const View& view = made.position.view;
    const std::uint32_t hidden = view.hidden_count();
    if (hidden > 12) continue;
    // `optimal` treats a board without a shown cell as the start of a game.
    if (hidden == view.mine_count() || hidden == view.grid().cell_count()) continue;
    SCOPED_TRACE(text_of(view));
    const sim::GameRules rules = rules_of(made.position);
    BestPlay oracle(view.grid());
    const auto strategy = make(GetParam(), rules);
    const auto digs =
        first_turn(*strategy, view, sim::Stream({933, 0, number}, sim::StreamPurpose::strategy));
    check_turn(GetParam(), *strategy, view, digs, oracle, claims);
    if (HasFatalFailure()) return;
    if (digs.front().kind == MoveKind::guess) continue;
    for (const std::uint64_t layout : consistent_layouts(view))
      for (const Move& dig : digs) ASSERT_FALSE(has_mine(layout, dig.cell));
  }
}

// The oracle against the definition of the game, in which free cells may wait.
TEST(BestPlay, DigsFreeCellsWithoutLoss) {
  for (const sim::Topology topology : all_topologies())
    for (const auto& [rows, cols, mines] :
         {std::tuple(3, 3, 2U), {3, 3, 4U}, {2, 4, 3U}, {1, 8, 4U}, {2, 5, 2U}}) {
      const sim::Grid grid(rows, cols, topology);
      BestPlay oracle(grid);
      BestPlay definition(grid, BestPlay::Shortcut::none);
      for (const sim::FirstClickRuleRow& rule : sim::kFirstClickRules)
        for (Cell first = 0; first < grid.cell_count(); first += 2)
          EXPECT_EQ(oracle.first_dig(mines, rule.rule, first), definition.first_dig(mines, rule.rule, first))
              << rows << " x " << cols << ", " << mines << " mines, " << rule.name << ", " << first;
    }
}

}  // namespace
}  // namespace sapper::tests
