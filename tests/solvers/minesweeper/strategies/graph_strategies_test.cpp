// Strategies on graphs made from grids: turn by turn they dig the same as on the grids.
#include "sim/minesweeper/game.hpp"
#include "sim/minesweeper/graph_game.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/players.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;

std::vector<const solvers::StrategyEntry*> graph_strategies() {
  std::vector<const solvers::StrategyEntry*> entries;
  for (const solvers::StrategyEntry& entry : solvers::strategies())
    if (entry.make_on_graph != nullptr) entries.push_back(&entry);
  return entries;
}

// Makes the digs on both boards, in the order of the cells; false once the game is over.
bool make_turn(sim::Game& game, const solvers::Digs& digs, sim::GraphGame& graph_game,
               const solvers::GraphDigs& graph_digs) {
  std::vector<Cell> safe;
  sim::for_each_cell(digs.safe, [&](Cell cell) { safe.push_back(cell); });
  std::ranges::sort(safe);
  EXPECT_EQ(graph_digs.safe, safe);
  if (!safe.empty()) {
    EXPECT_EQ(graph_digs.safe_kind, digs.safe_kind);
  }
  EXPECT_EQ(graph_digs.moves.size(), digs.moves.size());
  if (testing::Test::HasFailure()) return false;
  // Several are those of `pinv`, in the order of its frontier.
  const auto by_cell = [](std::vector<solvers::Move> moves) {
    std::ranges::sort(moves, {}, &solvers::Move::cell);
    return moves;
  };
  const std::vector<solvers::Move> moves = by_cell(digs.moves);
  const std::vector<solvers::Move> graph_moves = by_cell(graph_digs.moves);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const solvers::Move& move = moves[i];
    const solvers::Move& graph_move = graph_moves[i];
    EXPECT_EQ(graph_move.cell, move.cell);
    EXPECT_EQ(graph_move.kind, move.kind);
    EXPECT_EQ(graph_move.is_judged, move.is_judged);
    EXPECT_NEAR(graph_move.p_mine, move.p_mine, 1e-12);
    EXPECT_EQ(graph_move.lowest_p_mine.has_value(), move.lowest_p_mine.has_value());
    safe.push_back(move.cell);
  }
  game.forget_shown();
  graph_game.forget_shown();
  for (const Cell cell : safe) {
    game.dig(cell);
    graph_game.dig(cell);
  }
  EXPECT_EQ(graph_game.is_lost(), game.status() == sim::Game::Status::lost);
  EXPECT_EQ(graph_game.is_won(), game.status() == sim::Game::Status::won);
  return !graph_game.is_over() && !testing::Test::HasFailure();
}

void play_on_both(const sim::GameRules& rules, int games) {
  const auto graph = std::make_shared<const sim::Graph>(*rules.grid);
  sim::Game game(rules);
  sim::GraphGame graph_game({graph, rules.mine_count, rules.first_click, rules.reveal});
  for (const solvers::StrategyEntry* entry : graph_strategies()) {
    SCOPED_TRACE(entry->name);
    solvers::StrategyChoice choice(*entry);
    // Play-outs are kept by hashes of the position, which on graphs are others.
    if (entry->name == "expert") choice.settings.set("effort", 0);
    EXPECT_EQ(choice.refusal(graph_game.rules()), choice.refusal(rules));
    if (choice.refusal(rules)) continue;
    const auto player = choice.make(rules);
    const auto graph_player = choice.make(graph_game.rules());
    for (int number = 0; number < games; ++number) {
      SCOPED_TRACE(number);
      const sim::GameId id{11, 5, static_cast<std::uint64_t>(number)};
      sim::Stream random(id, sim::StreamPurpose::strategy), graph_random(id, sim::StreamPurpose::strategy);
      game.start(id);
      graph_game.start(id);
      player->begin(game.view(), random);
      graph_player->begin(graph_game.view(), graph_random);
      solvers::Digs digs;
      solvers::GraphDigs graph_digs;
      do {
        digs.clear();
        graph_digs.clear();
        const std::vector<sim::CellBlock> shown(game.shown().begin(), game.shown().end());
        player->plan(shown, digs);
        graph_player->plan(graph_game.shown(), graph_digs);
      } while (make_turn(game, digs, graph_game, graph_digs));
      ASSERT_FALSE(testing::Test::HasFailure());
    }
    EXPECT_EQ(graph_player->telemetry().frontier, player->telemetry().frontier);
  }
}

TEST(GraphStrategies, AreAll) { EXPECT_EQ(graph_strategies().size(), solvers::strategies().size()); }

TEST(GraphStrategies, DigTheSameAsOnGrids) {
  for_each_kind_of_game({8, 9, 13}, [](const sim::GameRules& rules) {
    if (rules.motion == sim::MineMotion::fixed && sim::is_for_graphs(rules.first_click))
      play_on_both(rules, case_count(20));
  });
}

// Small enough for `optimal`.
TEST(GraphStrategies, DigTheSameAsOnSmallGrids) {
  for (const sim::Topology topology : {sim::Topology::square, sim::Topology::hex})
    play_on_both(game_rules(sim::Grid(4, 4, topology), 4, sim::FirstClickRule::safe), case_count(40));
}

TEST(GraphStrategies, DigTheSameAsOnLargerGrids) {
  play_on_both(game_rules(sim::Grid(16, 30, sim::Topology::square), 99, sim::FirstClickRule::opening),
               case_count(60));
  play_on_both(game_rules(sim::Grid(16, 30, sim::Topology::hex), 110, sim::FirstClickRule::opening),
               case_count(30));
}

// By play-outs, they win as often.
TEST(GraphStrategies, WinAsOftenByPlayouts) {
  const sim::GameRules rules = game_rules(sim::Grid(8, 8), 12, sim::FirstClickRule::safe);
  const auto graph = std::make_shared<const sim::Graph>(*rules.grid);
  const auto player = make_player("expert", rules, {{"effort", 2}});
  solvers::StrategyChoice choice(*solvers::find_strategy("expert"));
  choice.settings.set("effort", 2);
  sim::GraphGame graph_game({graph, rules.mine_count, rules.first_click, rules.reveal});
  const auto graph_player = choice.make(graph_game.rules());
  sim::Game game(rules);
  int more = 0, less = 0, wins = 0;
  for (int number = 0; number < case_count(150); ++number) {
    const sim::GameId id{12, 5, static_cast<std::uint64_t>(number)};
    PlayTally tally;
    play_game(game, *player, 0, id, tally);
    sim::Stream random(id, sim::StreamPurpose::strategy);
    graph_game.start(id);
    graph_game.dig(0);
    graph_player->begin(graph_game.view(), random);
    graph_game.forget_shown();
    solvers::GraphDigs digs;
    while (!graph_game.is_over()) {
      digs.clear();
      graph_player->plan(graph_game.shown(), digs);
      graph_game.forget_shown();
      graph_game.dig(digs.safe);
      for (const solvers::Move& move : digs.moves) graph_game.dig(move.cell);
    }
    wins += tally.wins;
    more += graph_game.is_won() && tally.wins == 0 ? 1 : 0;
    less += !graph_game.is_won() && tally.wins == 1 ? 1 : 0;
  }
  EXPECT_GT(wins, case_count(40));
  EXPECT_LE(std::abs(more - less), 5 * std::sqrt(more + less));
}

}  // namespace
}  // namespace sapper::tests
