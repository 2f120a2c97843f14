// Games on graphs: against those on the grids that the graphs are made from, and against a slow player, who sweeps over all
// cells until nothing changes.
#include "sim/minesweeper/graph_game.hpp"

#include <algorithm>
#include <numeric>

#include "sim/minesweeper/game.hpp"
#include "sim/minesweeper/graph_statistics.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/graph_oracle.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;

TEST(GraphGame, IsTheGameOfTheGridThatTheGraphIsMadeFrom) {
  for (const std::uint32_t mines : {6U, 31U})
    for_each_kind_of_game({5, 9, mines}, [](const sim::GameRules& rules) {
      if (!sim::is_for_graphs(rules.first_click)) return;
      const sim::Grid& grid = *rules.grid;
      const auto graph = std::make_shared<const sim::Graph>(grid);
      EXPECT_EQ(sim::max_mines(*graph, rules.first_click), sim::max_mines(grid, rules.first_click));
      sim::Game on_grid(rules);
      sim::GraphGame game({graph, rules.mine_count, rules.first_click, rules.reveal, rules.motion});
      EXPECT_EQ(sim::first_dig_risk(game.rules()), sim::first_dig_risk(rules, 7));
      sim::BoardCounter grid_counter;
      sim::GraphCounter counter;
      for (std::uint64_t number = 0; number < 4; ++number) {
        const sim::GameId id{3, 1, number};
        sim::Stream random(id, sim::StreamPurpose::strategy);
        on_grid.start(id);
        game.start(id);
        while (!game.is_over()) {
          const Cell cell = random.below(grid.cell_count());
          const bool was_hidden = on_grid.view().is_hidden(cell);
          on_grid.dig(cell);
          EXPECT_EQ(game.dig(cell), was_hidden);
          EXPECT_EQ(game.hidden_count(), on_grid.view().hidden_count());
          for (Cell each = 0; each < grid.cell_count(); ++each) {
            ASSERT_EQ(game.layout().is_mine(each), on_grid.layout().is_mine(each));
            ASSERT_EQ(game.view().is_hidden(each), on_grid.view().is_hidden(each));
            if (!game.view().is_hidden(each)) {
              ASSERT_EQ(game.view().shown[each], on_grid.view().number(each));
            }
          }
        }
        EXPECT_EQ(game.is_won(), on_grid.status() == sim::Game::Status::won);
        EXPECT_EQ(game.exploded(), on_grid.exploded());
        EXPECT_EQ(counter.count(*graph, game.layout().mines(), game.layout().numbers()),
                  grid_counter.count(on_grid.layout()));
      }
    });
}

TEST(GraphGame, HasTheFixedMinesOfTheGrid) {
  const auto mines = std::make_shared<const std::vector<Cell>>(std::vector<Cell>{3, 8, 13, 30});
  for (const auto rule : {sim::FirstClickRule::unprotected, sim::FirstClickRule::relocate})
    for (const sim::TopologyRow& topology : sim::kTopologies) {
      sim::GameRules rules = game_rules({5, 9, topology.topology}, 4, rule);
      rules.fixed_mines = mines;
      const auto graph = std::make_shared<const sim::Graph>(*rules.grid);
      sim::Game on_grid(rules);
      sim::GraphGame game({.graph = graph,
                           .mine_count = 4,
                           .first_click = rule,
                           .reveal = rules.reveal,
                           .motion = rules.motion,
                           .fixed_mines = mines});
      for (const Cell first : {8U, 13U, 20U, 8U}) {
        on_grid.start({3, 2, first});
        game.start({3, 2, first});
        on_grid.dig(first);
        game.dig(first);
        EXPECT_EQ(game.is_lost(), on_grid.status() == sim::Game::Status::lost);
        for (Cell cell = 0; cell < graph->cell_count(); ++cell) {
          EXPECT_EQ(game.layout().is_mine(cell), on_grid.layout().is_mine(cell));
          EXPECT_EQ(game.view().is_hidden(cell), on_grid.view().is_hidden(cell));
        }
      }
    }
}

TEST(GraphLayout, ChangesMineByMine) {
  sim::Stream random({54, 0, 0}, sim::StreamPurpose::strategy);
  const sim::Graph graph = random_graph(70, 0.1, 12, true, random);
  sim::GraphLayout layout(graph), whole(graph);
  for (int step = 0; step < 300; ++step) {
    const Cell cell = random.below(graph.cell_count());
    if (layout.is_mine(cell))
      layout.remove_mine(cell);
    else
      layout.add_mine(cell);
    whole.set_mines(layout.mines());
    ASSERT_TRUE(std::ranges::equal(layout.numbers(), whole.numbers()));
    for (Cell each = 0; each < graph.cell_count(); ++each)
      ASSERT_EQ(layout.is_mine(each), std::ranges::count(layout.mines(), each) == 1);
  }
}

TEST(GraphGame, AllMinesLose) {
  sim::GraphGame game({std::make_shared<const sim::Graph>(sim::Grid(2, 2)), 4});
  game.start({1, 2, 3});
  EXPECT_FALSE(game.is_over());
  EXPECT_TRUE(game.dig(2));
  EXPECT_TRUE(game.is_lost());
}

struct SlowGame {
  const sim::Graph& graph;
  sim::Reveal reveal;
  std::set<Cell> mines;
  std::set<Cell> shown = {};

  std::size_t number(Cell cell) const {
    std::size_t around = 0;
    for (const Cell seen : graph.sees(cell)) around += mines.count(seen);
    return around;
  }
  void dig(Cell dug) {
    shown.insert(dug);
    const std::set<Cell> before = shown;
    for (bool has_changed = reveal != sim::Reveal::single; has_changed;) {
      has_changed = false;
      for (Cell cell = 0; cell < graph.cell_count(); ++cell) {
        if (reveal == sim::Reveal::ring ? cell != dug : !shown.contains(cell)) continue;
        if (number(cell) != 0 || mines.contains(cell)) continue;
        for (const Cell opened : graph.opens(cell)) has_changed |= shown.insert(opened).second;
      }
    }
  }
  bool is_won() const { return shown.size() + mines.size() == graph.cell_count(); }
};

// By trying all sets of digs.
std::uint32_t fewest_digs(const SlowGame& board) {
  std::vector<Cell> free;
  for (Cell cell = 0; cell < board.graph.cell_count(); ++cell)
    if (!board.mines.contains(cell)) free.push_back(cell);
  auto fewest = static_cast<std::uint32_t>(free.size());
  for (std::uint32_t digs = 0; digs >> free.size() == 0; ++digs) {
    const auto count = static_cast<std::uint32_t>(std::popcount(digs));
    if (count >= fewest) continue;
    SlowGame game = board;
    for (std::size_t i = 0; i < free.size(); ++i)
      if ((digs >> i & 1) != 0) game.dig(free[i]);
    if (game.is_won()) fewest = count;
  }
  return fewest;
}

// A random graph in which a 0 opens only some of the cells that it sees.
sim::Graph reluctant_graph(std::uint32_t cells, sim::Stream& random) {
  const sim::Graph graph = random_graph(cells, 0.3, 12, true, random);
  sim::CellLists sees, opens;
  for (Cell cell = 0; cell < cells; ++cell) {
    for (const Cell seen : graph.sees(cell)) {
      sees.add(seen);
      if (random.below(3) != 0) opens.add(seen);
    }
    sees.end_list();
    opens.end_list();
  }
  return sim::Graph(std::move(sees), std::move(opens));
}

TEST(GraphGame, ShowsWhatASlowPlayerShows) {
  const int cases = case_count(300);
  for (int number = 0; number < cases; ++number) {
    SCOPED_TRACE(number);
    sim::Stream random({51, 0, static_cast<std::uint64_t>(number)}, sim::StreamPurpose::strategy);
    const std::uint32_t cells = 2 + random.below(40);
    const auto graph = std::make_shared<const sim::Graph>(
        random.below(3) == 0
            ? reluctant_graph(cells, random)
            : random_graph(cells, 2.0 / cells + 0.1 * random.uniform(), 12, random.below(2) == 0, random));
    for (const sim::RevealRow& reveal : sim::kReveals) {
      const Cell first = random.below(cells);
      sim::GraphGameRules rules{
          graph, 0, random.below(2) == 0 ? sim::FirstClickRule::safe : sim::FirstClickRule::opening,
          reveal.reveal};
      rules.mine_count = random.below(1 + sim::max_mines(*graph, rules.first_click, first));
      sim::GraphGame game(rules);
      game.start({7, 7, static_cast<std::uint64_t>(number)});
      game.lay(first);
      EXPECT_FALSE(game.layout().is_mine(first));
      if (rules.first_click == sim::FirstClickRule::opening) {
        EXPECT_EQ(game.layout().numbers()[first], 0);
      }
      SlowGame slow{*graph, reveal.reveal, {game.layout().mines().begin(), game.layout().mines().end()}};
      EXPECT_EQ(slow.mines.size(), rules.mine_count);
      std::vector<Cell> order(cells);
      std::iota(order.begin(), order.end(), 0U);
      random.shuffle(std::span(order));
      for (const Cell cell : order) {
        const bool is_effective = !game.is_over() && game.view().is_hidden(cell);
        ASSERT_EQ(game.dig(cell), is_effective);
        if (!is_effective) continue;
        ASSERT_EQ(game.is_lost(), slow.mines.contains(cell));
        if (game.is_lost()) break;
        EXPECT_EQ(game.shown().front(), cell);
        game.forget_shown();
        slow.dig(cell);
        for (Cell each = 0; each < cells; ++each) {
          ASSERT_EQ(game.view().is_hidden(each), !slow.shown.contains(each)) << each;
          if (slow.shown.contains(each)) {
            EXPECT_EQ(game.view().shown[each], slow.number(each));
          }
        }
        EXPECT_EQ(game.is_won(), slow.is_won());
        // Another game goes on from here.
        sim::GraphGame resumed({graph});
        resumed.resume(game.view(), game.layout());
        EXPECT_EQ(resumed.is_won(), game.is_won());
        EXPECT_EQ(resumed.hidden_count(), game.hidden_count());
        resumed.dig(order);
        EXPECT_TRUE(resumed.is_over());
        EXPECT_EQ(resumed.shown().size() + resumed.hidden_count(), game.hidden_count());
      }
    }
  }
}

TEST(GraphStatistics, CountTheFewestDigs) {
  const int cases = case_count(150);
  sim::GraphCounter counter;
  for (int number = 0; number < cases; ++number) {
    SCOPED_TRACE(number);
    sim::Stream random({52, 0, static_cast<std::uint64_t>(number)}, sim::StreamPurpose::strategy);
    const std::uint32_t cells = 2 + random.below(9);
    const auto graph = std::make_shared<const sim::Graph>(
        random.below(2) == 0 ? reluctant_graph(cells, random)
                             : random_graph(cells, 0.25, 12, random.below(2) == 0, random));
    sim::GraphGame game({graph, random.below(1 + cells / 3)});
    game.start({8, 8, static_cast<std::uint64_t>(number)});
    game.lay(0);
    const SlowGame slow{
        *graph, sim::Reveal::flood, {game.layout().mines().begin(), game.layout().mines().end()}};
    EXPECT_EQ(counter.count(*graph, game.layout().mines(), game.layout().numbers()).three_bv,
              fewest_digs(slow));
  }
}

}  // namespace
}  // namespace sapper::tests
