// Digs judged on lattices and graphs: exact values against best play over all layouts, by every first-click rule; on grids
// given as graphs what GameJudge says on the grids; play-outs within their errors of the exact values.
#include <array>
#include <map>

#include "sim/minesweeper/game.hpp"
#include "sim/minesweeper/graph_game.hpp"
#include "solvers/minesweeper/analysis/dig_judge.hpp"
#include "tests/support/best_play.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/possible_layouts.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::FirstClickRule;
using sim::GraphGameRules;
using sim::GraphPosition;
using solvers::ExactValues;
using solvers::GraphGameJudge;
using solvers::JudgedDig;
using solvers::JudgedGame;

constexpr double kTolerance = 1e-12;

// The layouts won by digging all of these cells at once.
std::size_t won_after(const PossibleLayouts& layouts, std::span<const Cell> cells) {
  if (cells.empty()) return layouts.won();
  std::size_t won = 0;
  for (const auto& [number, part] : layouts.by_number(cells.front()))
    won += won_after(part, cells.subspan(1));
  return won;
}

double share(std::size_t won, const PossibleLayouts& layouts) {
  return static_cast<double>(won) / static_cast<double>(layouts.size());
}

// What all layouts say about a dig after the first; without cells, about giving up.
struct Expected {
  double p_mine = 0, lowest = 1;
  std::uint32_t missed = 0;
  double w_best = 0, w_dig = 0;
  bool is_forced = false;

  Expected(const GraphPosition& view, std::span<const Cell> cells) {
    const PossibleLayouts layouts(view);
    for (const std::uint32_t layout : layouts.all())
      if (std::ranges::any_of(cells, [&](Cell cell) { return PossibleLayouts::holds(layout, cell); }))
        p_mine += share(1, layouts);
    w_best = share(layouts.won(), layouts);
    w_dig = cells.empty() ? 0 : share(won_after(layouts, cells), layouts);
    std::vector<Cell> alike;
    for (Cell cell = 0; cell < view.graph->cell_count(); ++cell) {
      if (!view.is_hidden(cell)) continue;
      const double risk = layouts.p_mine(cell);
      lowest = std::min(lowest, risk);
      missed += risk == 0 && std::ranges::find(cells, cell) == cells.end() ? 1 : 0;
      if (risk < 1) alike.push_back(cell);
    }
    // No cell is safe, and each that may be free is as good as the best.
    is_forced = !cells.empty() && p_mine < 1 && lowest > 0 &&
                std::ranges::all_of(alike, [&](Cell cell) { return layouts.won_by(cell) == layouts.won(); });
  }
};

PossibleLayouts layouts_for_first(const GraphGameRules& rules, Cell first) {
  GraphPosition allowed{rules.graph,
                        std::vector(rules.graph->cell_count(), GraphPosition::kHidden),
                        {.count = rules.mine_count},
                        {},
                        {}};
  std::vector<std::uint32_t> layouts = PossibleLayouts(allowed).all();
  std::vector<Cell> kept_free;
  if (rules.first_click != FirstClickRule::unprotected) kept_free.push_back(first);
  if (rules.first_click == FirstClickRule::opening)
    for (const Cell seen : rules.graph->sees(first)) kept_free.push_back(seen);
  std::erase_if(layouts, [&](std::uint32_t layout) {
    return std::ranges::any_of(kept_free, [&](Cell cell) { return PossibleLayouts::holds(layout, cell); });
  });
  return {rules.graph, std::move(layouts)};
}

// The chance to win after a first dig of each cell; 0 where the rule leaves no layout.
std::vector<double> first_values(const GraphGameRules& rules) {
  std::vector<double> values;
  for (Cell first = 0; first < rules.graph->cell_count(); ++first) {
    const PossibleLayouts layouts = layouts_for_first(rules, first);
    values.push_back(layouts.size() == 0 ? 0 : share(layouts.won_by(first), layouts));
  }
  return values;
}

// Plays a game at random: mostly one cell, sometimes several at once; now and then it gives up. `visit` is called before
// each turn with its cells, none for giving up. Returns whether the game was won.
template <class Visit>
bool play_at_random(sim::GraphGame& game, const sim::GameId& id, Cell first, Visit visit) {
  sim::Stream random(id, sim::StreamPurpose::strategy);
  game.start(id);
  game.lay(first);
  const std::array firsts{first};
  visit(game.view(), std::span<const Cell>(firsts));
  game.dig(first);
  while (!game.is_over()) {
    std::vector<Cell> hidden;
    for (Cell cell = 0; cell < game.view().graph->cell_count(); ++cell)
      if (game.view().is_hidden(cell)) hidden.push_back(cell);
    random.shuffle(std::span(hidden));
    // Otherwise few games would last.
    if (random.below(3) != 0)
      std::stable_partition(hidden.begin(), hidden.end(),
                            [&](Cell cell) { return !game.layout().is_mine(cell); });
    hidden.resize(std::min<std::size_t>(hidden.size(), random.below(4) == 0 ? 1 + random.below(3) : 1));
    if (random.below(16) == 0) hidden.clear();
    visit(game.view(), std::span<const Cell>(hidden));
    if (hidden.empty()) return false;
    game.dig(hidden);
  }
  return game.is_won();
}

// visit(rules, a first cell that the rule fits) for each small graph and first-click rule.
template <class Visit>
void for_each_game(Visit visit) {
  const auto games = static_cast<std::uint64_t>(case_count(12));
  for (const NamedGraph& named : small_graphs())
    for (const sim::FirstClickRuleRow& row : sim::kFirstClickRules) {
      GraphGameRules rules = named.rules();
      rules.first_click = row.rule;
      if (!sim::is_for_graphs(row.rule)) continue;
      std::vector<Cell> firsts;
      for (Cell first = 0; first < rules.graph->cell_count(); ++first)
        if (rules.mine_count <= sim::max_mines(*rules.graph, row.rule, first)) firsts.push_back(first);
      if (firsts.empty()) continue;
      SCOPED_TRACE(testing::Message() << named.name << ", " << row.name);
      visit(rules, firsts, games);
      if (testing::Test::HasFailure()) return;
    }
}

void expect_sum(const JudgedGame& game) {
  double given_away = 0, luck = 0;
  for (const JudgedDig& dig : game.digs) {
    given_away += dig.given_away;
    luck += dig.luck;
  }
  EXPECT_NEAR(game.is_won ? 1 : 0, game.w_start - given_away + luck, 1e-9);
}

TEST(GraphGameJudge, GivesTheExactValuesOfEveryDigOnSmallGraphs) {
  std::map<std::string, int> seen;
  for_each_game([&](const GraphGameRules& rules, const std::vector<Cell>& firsts, std::uint64_t games) {
    const std::vector<double> values = first_values(rules);
    GraphGameJudge judge(rules, {});
    sim::GraphGame game(rules);
    for (std::uint64_t number = 0; number < games; ++number) {
      const Cell first = firsts[number % firsts.size()];
      const sim::GameId id{975, first, number};
      const bool is_given = number % 3 == 0;
      judge.begin(id, is_given ? solvers::FirstCellChoice::given : solvers::FirstCellChoice::player);
      std::vector<Expected> judged;
      const bool is_won = play_at_random(game, id, first, [&](const GraphPosition& view, auto cells) {
        cells.empty() ? judge.will_give_up(view) : judge.will_dig(view, cells);
        if (view.hidden_count() == view.graph->cell_count()) return;
        const Expected dig(view, cells);
        if (dig.p_mine > 0 || cells.empty()) judged.push_back(dig);
        seen["chords"] += cells.size() > 1 ? 1 : 0;
        seen["given up"] += cells.empty() ? 1 : 0;
      });
      const JudgedGame& result = judge.finish(is_won);
      expect_sum(result);
      ASSERT_EQ(result.digs.size(), judged.size() + 1);
      EXPECT_NEAR(result.digs[0].w_dig, values[first], kTolerance);
      EXPECT_NEAR(result.digs[0].w_best, is_given ? values[first] : *std::ranges::max_element(values),
                  kTolerance);
      EXPECT_NEAR(values[result.digs[0].best], result.digs[0].w_best, kTolerance);
      for (std::size_t i = 0; i < judged.size(); ++i) {
        const JudgedDig& dig = result.digs[i + 1];
        SCOPED_TRACE(testing::Message() << "game " << number << ", dig " << dig.number);
        EXPECT_NEAR(dig.p_mine, judged[i].p_mine, kTolerance);
        EXPECT_NEAR(dig.lowest_p_mine, judged[i].lowest, kTolerance);
        EXPECT_EQ(dig.missed_safe, judged[i].missed);
        EXPECT_EQ(dig.least_inference.has_value(), judged[i].missed > 0);
        EXPECT_NEAR(dig.w_best, judged[i].w_best, kTolerance);
        EXPECT_NEAR(dig.w_dig, judged[i].w_dig, kTolerance);
        EXPECT_TRUE(dig.is_exact());
        EXPECT_EQ(dig.is_forced, judged[i].is_forced);
        seen["missed"] += dig.missed_safe > 0 ? 1 : 0;
        seen["mistakes"] += dig.given_away > 0 ? 1 : 0;
        seen["forced"] += dig.is_forced ? 1 : 0;
      }
    }
  });
  if (kDefaultTestPercent < 100) return;
  for (const char* const kind : {"chords", "given up", "missed", "mistakes", "forced"})
    EXPECT_GT(seen[kind], 10) << kind;
}

// Bounds of 5 standard errors and the noise of the errors themselves: seeds are fixed.
TEST(GraphGameJudge, PlayOutsAndEndsAgreeWithTheExactValues) {
  std::array<int, 2> seen{};  // [is exact]
  for (const ExactValues kind : {ExactValues::none, ExactValues::ends})
    for_each_game([&](const GraphGameRules& rules, const std::vector<Cell>& firsts, std::uint64_t games) {
      const std::vector<double> values = first_values(rules);
      GraphGameJudge judge(rules, {.effort = 1, .layouts = 200, .exact = kind});
      sim::GraphGame game(rules);
      for (std::uint64_t number = 0; number < (games + 3) / 4; ++number) {
        const Cell first = firsts[number % firsts.size()];
        const sim::GameId id{976, first, number};
        judge.begin(id);
        std::vector<Expected> judged;
        const bool is_won = play_at_random(game, id, first, [&](const GraphPosition& view, auto cells) {
          cells.empty() ? judge.will_give_up(view) : judge.will_dig(view, cells);
          if (view.hidden_count() == view.graph->cell_count()) return;
          const Expected dig(view, cells);
          if (dig.p_mine > 0 || cells.empty()) judged.push_back(dig);
        });
        const JudgedGame& result = judge.finish(is_won);
        expect_sum(result);
        ASSERT_EQ(result.digs.size(), judged.size() + 1);
        const auto noise = [](const JudgedDig& dig) {
          return dig.is_exact() ? kTolerance : 5 * dig.w_error + 0.02;
        };
        const JudgedDig& start = result.digs[0];
        EXPECT_NEAR(start.w_dig, values[first], noise(start));
        EXPECT_NEAR(start.w_best, values[start.best], noise(start));
        for (std::size_t i = 0; i < judged.size(); ++i) {
          const JudgedDig& dig = result.digs[i + 1];
          EXPECT_NEAR(dig.w_best, judged[i].w_best, noise(dig));
          EXPECT_NEAR(dig.w_dig, judged[i].w_dig, noise(dig));
          ++seen[dig.is_exact() ? 1 : 0];
        }
      }
    });
  if (kDefaultTestPercent < 100) return;
  EXPECT_GT(seen[0], 20);
  EXPECT_GT(seen[1], 20);
}

// On a path an end sees one cell, all others two: the lowest of either kind are compared with the one that is dug. Games that
// begin in different cells are compared with the same value of the best.
TEST(GraphGameJudge, ComparesFirstCellsByHowManyCellsTheySee) {
  const auto graph = std::make_shared<const sim::Graph>(sim::Grid(1, 9));
  const GraphGameRules rules{graph, 2, FirstClickRule::safe, sim::Reveal::flood};
  const std::vector<double> values = first_values(rules);
  ASSERT_GT(values[0], values[1] + 0.03);
  ASSERT_GT(values[4], values[0] + 0.03);
  GraphGameJudge judge(rules, {.effort = 1, .layouts = 1000, .exact = ExactValues::none});
  const GraphPosition view{graph, std::vector(9, GraphPosition::kHidden), {.count = 2}, {}, {}};
  std::map<Cell, double> w_best;
  for (const Cell first : {Cell{0}, Cell{1}, Cell{4}, Cell{7}}) {
    judge.begin({});
    judge.will_dig(view, std::array{first});
    const JudgedDig dig = judge.finish(true).digs.at(0);
    EXPECT_EQ(dig.best, first == 4 ? first : 0);
    EXPECT_NEAR(dig.w_best, values[dig.best], 5 * dig.w_error + 0.01);
    EXPECT_NEAR(dig.w_dig, values[first], 5 * dig.w_error + 0.01);
    EXPECT_EQ(dig.given_away > 0, first == 1 || first == 7) << first;
    EXPECT_EQ(w_best.try_emplace(dig.best, dig.w_best).first->second, dig.w_best) << first;
  }
}

// The same games on a grid and on the same as a graph: all that is exact is the same.
TEST(GraphGameJudge, SaysOfGridsGivenAsGraphsWhatIsSaidOfGrids) {
  std::map<std::string, int> seen;
  for (const sim::Topology topology : {sim::Topology::square, sim::Topology::hex, sim::Topology::torus})
    for (const FirstClickRule rule : {FirstClickRule::unprotected, FirstClickRule::safe}) {
      SCOPED_TRACE(testing::Message() << sim::name_of(topology) << ", " << sim::name_of(rule));
      sim::GameRules rules;
      rules.grid = std::make_shared<const sim::Grid>(5, 6, topology);
      rules.mine_count = 6;
      rules.first_click = rule;
      const auto graph = std::make_shared<const sim::Graph>(*rules.grid);
      const solvers::JudgeSettings settings{.effort = 0, .layouts = 60, .exact = ExactValues::ends};
      solvers::GameJudge judge(rules, settings);
      const GraphGameRules graph_rules{graph, 6, rule, sim::Reveal::flood};
      GraphGameJudge graph_judge(graph_rules, settings);
      sim::Game game(rules);
      sim::GraphGame graph_game(graph_rules);
      for (std::uint64_t number = 0; number < static_cast<std::uint64_t>(case_count(20)); ++number) {
        const sim::GameId id{977, 0, number};
        game.start(id);
        game.lay(0);
        judge.begin(id, solvers::FirstCellChoice::given);
        graph_judge.begin(id, solvers::FirstCellChoice::given);
        const bool is_won = play_at_random(graph_game, id, 0, [&](const GraphPosition& view, auto cells) {
          cells.empty() ? judge.will_give_up(game.view()) : judge.will_dig(game.view(), cells);
          cells.empty() ? graph_judge.will_give_up(view) : graph_judge.will_dig(view, cells);
          for (const Cell cell : cells) game.dig(cell);
        });
        const JudgedGame& expected = judge.finish(is_won);
        const JudgedGame& result = graph_judge.finish(is_won);
        ASSERT_EQ(result.digs.size(), expected.digs.size());
        for (std::size_t i = 0; i < result.digs.size(); ++i) {
          const JudgedDig& dig = result.digs[i];
          const JudgedDig& on_grid = expected.digs[i];
          EXPECT_EQ(dig.number, on_grid.number);
          EXPECT_EQ(dig.cells, on_grid.cells);
          EXPECT_NEAR(dig.p_mine, on_grid.p_mine, kTolerance);
          EXPECT_NEAR(dig.lowest_p_mine, on_grid.lowest_p_mine, kTolerance);
          EXPECT_EQ(dig.missed_safe, on_grid.missed_safe);
          EXPECT_EQ(dig.least_inference, on_grid.least_inference);
          EXPECT_EQ(dig.is_exact(), on_grid.is_exact());
          EXPECT_EQ(dig.is_forced, on_grid.is_forced);
          const double noise = dig.is_exact() ? kTolerance : 5 * (dig.w_error + on_grid.w_error) + 0.02;
          EXPECT_NEAR(dig.w_best, on_grid.w_best, noise);
          EXPECT_NEAR(dig.w_dig, on_grid.w_dig, noise);
          ++seen[dig.is_exact() ? "exact" : "played"];
          seen["missed"] += dig.missed_safe > 0 ? 1 : 0;
        }
      }
    }
  if (kDefaultTestPercent < 100) return;
  for (const char* const kind : {"exact", "played", "missed"}) EXPECT_GT(seen[kind], 20) << kind;
}

}  // namespace
}  // namespace sapper::tests
