// Digs judged: exact values against best play by brute force, for every topology, first-click rule and first cell; the sum
// of a game; play-outs within their errors of the exact values; repeatability.
#include "solvers/minesweeper/analysis/dig_judge.hpp"

#include "tests/support/best_play.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/test.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;
using sim::FirstClickRule;

// What brute force says about a dig.
struct Expected {
  double p_mine = 0;
  double lowest = 1;
  std::uint32_t missed = 0;
  double w_best = 0;
  double w_dig = 0;
  bool is_forced = false;
};

// The layouts won by digging all cells at once: those in which all are free, by the numbers that they show.
double won_after(tests::BestPlay& best, const sim::View& view, std::span<const Cell> cells) {
  std::map<std::vector<int>, std::uint64_t> outcomes;
  for (const std::uint64_t layout : tests::consistent_layouts(view)) {
    std::vector<int> numbers;
    bool is_free = true;
    for (const Cell cell : cells) {
      is_free &= !tests::has_mine(layout, cell);
      numbers.push_back(tests::number_in(layout, view.grid(), cell));
    }
    if (is_free) outcomes.emplace(numbers, layout);
  }
  double won = 0;
  for (const auto& [numbers, layout] : outcomes) {
    sim::View after = view;
    for (std::size_t i = 0; i < cells.size(); ++i) after.show(cells[i], numbers[i]);
    won += best.value(after);
  }
  return won;
}

Expected expected(tests::BestPlay& best, const sim::View& view, std::span<const Cell> cells) {
  const tests::Layouts layouts = tests::consistent_layouts(view);
  const auto count = static_cast<double>(layouts.size());
  Expected result;
  for (const std::uint64_t layout : layouts)
    result.p_mine +=
        std::ranges::any_of(cells, [&](Cell cell) { return tests::has_mine(layout, cell); }) ? 1 / count : 0;
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
    if (view.is_shown(cell)) continue;
    const double p_mine = tests::p_mine(layouts, cell);
    result.lowest = std::min(result.lowest, p_mine);
    result.missed += p_mine == 0 && std::ranges::find(cells, cell) == cells.end() ? 1 : 0;
  }
  result.w_best = best.value(view) / count;
  result.w_dig = cells.empty() ? 0 : won_after(best, view, cells) / count;
  // No cell is safe, and each that may be free is as good as the best.
  result.is_forced = !cells.empty() && result.p_mine < 1 && result.lowest > 0;
  for (Cell cell = 0; cell < view.grid().cell_count() && result.is_forced; ++cell) {
    if (view.is_shown(cell) || tests::p_mine(layouts, cell) == 1) continue;
    result.is_forced = std::abs(won_after(best, view, {&cell, 1}) / count - result.w_best) < 1e-9;
  }
  return result;
}

Expected expected_first(tests::BestPlay& best, const sim::GameRules& rules, Cell first) {
  const auto share = [&](Cell cell) {
    const tests::BestPlayValue value = best.first_dig(rules.mine_count, rules.first_click, cell);
    return static_cast<double>(value.won) / static_cast<double>(value.layouts);
  };
  Expected result;
  for (Cell cell = 0; cell < rules.grid->cell_count(); ++cell)
    result.w_best = std::max(result.w_best, share(cell));
  result.w_dig = share(first);
  return result;
}

// Plays a game at random: mostly one cell, sometimes several at once; now and then it gives up. `visit` is called before
// each turn with its cells, none for giving up. Returns whether the game was won.
template <class Visit>
bool play_at_random(sim::Game& game, const sim::GameId& id, Cell first, Visit visit) {
  sim::Stream random(id, sim::StreamPurpose::strategy);
  game.start(id);
  game.lay(first);
  const std::array firsts{first};
  visit(game.view(), std::span<const Cell>(firsts));
  game.dig(first);
  while (game.status() == sim::Game::Status::playing) {
    std::vector<Cell> hidden;
    for (Cell cell = 0; cell < game.view().grid().cell_count(); ++cell)
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
    for (const Cell cell : hidden) game.dig(cell);
  }
  return game.status() == sim::Game::Status::won;
}

// visit(rules) for each topology and first-click rule on a small board.
template <class Visit>
void for_each_board(Visit visit) {
  for (const sim::Topology topology : tests::all_topologies())
    for (const sim::FirstClickRuleRow& row : sim::kFirstClickRules) {
      const auto grid = std::make_shared<const sim::Grid>(3, 4, topology);
      sim::GameRules rules;
      rules.grid = grid;
      rules.first_click = row.rule;
      rules.mine_count = std::min(3U, grid->cell_count() - sim::max_protected_cells(*grid, row.rule));
      SCOPED_TRACE(testing::Message() << sim::name_of(topology) << ", " << row.name);
      visit(rules);
    }
}

void expect_sum(const JudgedGame& game) {
  double given_away = 0;
  double luck = 0;
  for (const JudgedDig& dig : game.digs) {
    given_away += dig.given_away;
    luck += dig.luck;
    EXPECT_GE(dig.given_away, 0);
  }
  EXPECT_NEAR(given_away, game.given_away, 1e-12);
  EXPECT_NEAR(luck, game.luck, 1e-12);
  EXPECT_NEAR(game.is_won ? 1 : 0, game.w_start - given_away + luck, 1e-9);
}

TEST(GameJudge, GivesTheExactValuesOfEveryDigOnSmallBoards) {
  std::size_t chords = 0, given_up = 0, missed = 0, mistakes = 0, forced = 0, choices = 0;
  for_each_board([&](const sim::GameRules& rules) {
    tests::BestPlay best(*rules.grid);
    GameJudge judge(rules, {});
    sim::Game game(rules);
    for (Cell first = 0; first < rules.grid->cell_count(); ++first)
      for (std::uint64_t number = 0; number < 3; ++number) {
        const sim::GameId id{970, first, number};
        judge.begin(id);
        std::vector<Expected> judged;
        const bool is_won = play_at_random(game, id, first, [&](const sim::View& view, auto cells) {
          cells.empty() ? judge.will_give_up(view) : judge.will_dig(view, cells);
          const bool is_first = view.hidden_count() == view.grid().cell_count();
          Expected dig = expected(best, view, cells);
          if (is_first) {
            const Expected values = expected_first(best, rules, first);
            dig.is_forced = false;
            dig.w_best = values.w_best;
            dig.w_dig = values.w_dig;
            if (sim::row_of(rules.first_click).protection == sim::Protection::first_dig)
              dig.p_mine = dig.lowest = 0;
          }
          if (is_first || dig.p_mine > 0 || cells.empty()) {
            if (dig.p_mine == 0 && !cells.empty()) dig.missed = 0;
            judged.push_back(dig);
            chords += cells.size() > 1 ? 1 : 0;
            given_up += cells.empty() ? 1 : 0;
            missed += dig.missed > 0 ? 1 : 0;
          } else {
            // Certain digs give nothing away.
            EXPECT_NEAR(dig.w_dig, dig.w_best, 1e-12);
          }
        });
        const JudgedGame& result = judge.finish(is_won);
        expect_sum(result);
        ASSERT_EQ(result.digs.size(), judged.size());
        for (std::size_t i = 0; i < judged.size(); ++i) {
          const JudgedDig& dig = result.digs[i];
          EXPECT_NEAR(dig.p_mine, judged[i].p_mine, 1e-12);
          EXPECT_NEAR(dig.lowest_p_mine, judged[i].lowest, 1e-12);
          EXPECT_EQ(dig.missed_safe, judged[i].missed);
          EXPECT_EQ(dig.least_inference.has_value(), judged[i].missed > 0);
          EXPECT_NEAR(dig.w_best, judged[i].w_best, 1e-12) << dig.number;
          EXPECT_NEAR(dig.w_dig, judged[i].w_dig, 1e-12) << dig.number;
          EXPECT_NEAR(dig.given_away, judged[i].w_best - judged[i].w_dig, 1e-12);
          EXPECT_TRUE(dig.is_exact());
          EXPECT_EQ(dig.is_forced, judged[i].is_forced) << dig.number;
          EXPECT_EQ(dig.is_decision(), i > 0 && !judged[i].is_forced);
          mistakes += dig.given_away > 0 ? 1 : 0;
          forced += dig.is_forced ? 1 : 0;
          choices += dig.is_forced || dig.missed_safe > 0 || i == 0 ? 0 : 1;
        }
      }
  });
  for (const std::size_t seen : {chords, given_up, missed, mistakes, choices}) EXPECT_GT(seen, 50U);
  EXPECT_GT(forced, 20U);
}

// A first cell that the config gives is not charged: the game begins with what is left after it.
TEST(GameJudge, DoesNotChargeAGivenFirstCell) {
  std::size_t better = 0;
  for_each_board([&](const sim::GameRules& rules) {
    tests::BestPlay best(*rules.grid);
    GameJudge judge(rules, {});
    sim::Game game(rules);
    for (Cell first = 0; first < rules.grid->cell_count(); ++first) {
      const sim::GameId id{972, first, 0};
      const auto judged = [&](FirstCellChoice choice) {
        judge.begin(id, choice);
        const bool is_won = play_at_random(game, id, first, [&](const sim::View& view, auto cells) {
          cells.empty() ? judge.will_give_up(view) : judge.will_dig(view, cells);
        });
        return judge.finish(is_won);
      };
      const JudgedGame chosen = judged(FirstCellChoice::player);
      const JudgedGame given = judged(FirstCellChoice::given);
      const Expected values = expected_first(best, rules, first);
      expect_sum(given);
      EXPECT_NEAR(given.w_start, values.w_dig, 1e-12);
      EXPECT_EQ(given.digs.at(0).given_away, 0);
      EXPECT_TRUE(given.digs[0].is_forced);
      EXPECT_EQ(given.digs[0].best, first);
      EXPECT_NEAR(chosen.given_away - given.given_away, values.w_best - values.w_dig, 1e-12);
      EXPECT_NEAR(chosen.luck, given.luck, 1e-12);
      better += values.w_best > values.w_dig + 1e-9 ? 1 : 0;
    }
  });
  EXPECT_GT(better, 20U);
}

// Bounds of 5 standard errors and the noise of the errors themselves: seeds are fixed.
TEST(GameJudge, PlayOutsAndEndsAgreeWithTheExactValues) {
  std::size_t played = 0, ends = 0;
  for (const ExactValues kind : {ExactValues::none, ExactValues::ends})
    for_each_board([&](const sim::GameRules& rules) {
      tests::BestPlay best(*rules.grid);
      GameJudge judge(rules, {.effort = 1, .layouts = 200, .exact = kind});
      sim::Game game(rules);
      for (std::uint64_t number = 0; number < 4; ++number) {
        const sim::GameId id{971, 0, number};
        judge.begin(id);
        std::vector<Expected> judged;
        const bool is_won = play_at_random(game, id, 5, [&](const sim::View& view, auto cells) {
          cells.empty() ? judge.will_give_up(view) : judge.will_dig(view, cells);
          if (view.hidden_count() == view.grid().cell_count()) return;
          const Expected dig = expected(best, view, cells);
          if (dig.p_mine > 0 || cells.empty()) judged.push_back(dig);
        });
        const JudgedGame& result = judge.finish(is_won);
        expect_sum(result);
        ASSERT_EQ(result.digs.size(), judged.size() + 1);
        for (std::size_t i = 0; i < judged.size(); ++i) {
          const JudgedDig& dig = result.digs[i + 1];
          const double noise = dig.is_exact() ? 1e-12 : 5 * dig.w_error + 0.02;
          EXPECT_NEAR(dig.w_best, judged[i].w_best, noise);
          EXPECT_NEAR(dig.w_dig, judged[i].w_dig, noise);
          (dig.is_exact() ? ends : played) += 1;
          if (dig.given_away != 0) {
            EXPECT_GT(dig.given_away, 2 * dig.given_away_error);
          }
        }
      }
    });
  EXPECT_GT(played, 50U);
  EXPECT_GT(ends, 50U);
}

// Judges one dig by the exact end alone, whatever the board, and compares it with best play.
void expect_exact_end(const sim::View& view, std::span<const Cell> cells) {
  tests::BestPlay best(view.grid());
  const Expected exact = expected(best, view, cells);
  // Play-outs would be on few layouts and far off.
  GameJudge judge(tests::game_rules(view.grid(), view.mine_count()),
                  {.effort = 0, .layouts = 2, .exact = ExactValues::ends});
  judge.begin({});
  judge.will_dig(view, cells);
  const JudgedDig dig = judge.finish(true).digs.at(0);
  EXPECT_TRUE(dig.is_exact());
  EXPECT_NEAR(dig.w_best, exact.w_best, 1e-12);
  EXPECT_NEAR(dig.w_dig, exact.w_dig, 1e-12);
  EXPECT_NEAR(dig.given_away, exact.w_best - exact.w_dig, 1e-12);
  EXPECT_EQ(dig.is_forced, exact.is_forced);
}

// Whether `expert` gives up its search for the exact end, which the judge must not.
bool is_hard_end(const sim::View& view) {
  Posterior posterior(view.grid());
  Endgame end(view.grid());
  return posterior.compute(view) && !end.solve(posterior, 512);
}

// After two digs of a game that was made for sapper, 480 layouts are left: three mines are certain, a fourth is one of
// four cells, and two are among sixteen.
TEST(GameJudge, SearchesTheEndLongerThanExpert) {
  SAPPER_LONG_TEST();
  const sim::Grid grid(5, 5);
  sim::View view(grid, 6);
  view.show(grid.at(3, 0), 1);
  view.show(grid.at(3, 1), 4);
  ASSERT_TRUE(is_hard_end(view));
  const std::array dug{grid.at(0, 2)};
  expect_exact_end(view, dug);
  GameJudge judge(tests::game_rules(grid, 6, FirstClickRule::safe), {});
  judge.begin({});
  judge.will_dig(view, dug, {});
  const JudgedDig dig = judge.finish(false).digs.at(0);
  EXPECT_TRUE(dig.is_exact());
  EXPECT_DOUBLE_EQ(dig.w_best, 222.0 / 480);
  EXPECT_DOUBLE_EQ(dig.given_away, 0.0625);
}

// Ends of random games with as many layouts as the exact end may have, of which a good part is hard.
TEST(GameJudge, IsExactAtEveryEndOfFewLayouts) {
  const int cases = tests::case_count(30);
  const std::vector<sim::Topology> topologies = tests::all_topologies();
  int judged = 0, hard = 0;
  for (std::uint64_t number = 0; judged < cases; ++number) {
    const sim::Topology topology =
        number % 2 == 0 ? sim::Topology::square : topologies[number / 2 % topologies.size()];
    const sim::Grid grid(5, topology == sim::Topology::square ? 5 : 4, topology);
    const sim::GameRules rules = tests::game_rules(grid, 5, FirstClickRule::safe);
    sim::Game game(rules);
    play_at_random(
        game, {973, 0, number}, static_cast<Cell>(number) % grid.cell_count(),
        [&](const sim::View& view, std::span<const Cell> cells) {
          const tests::Layouts layouts = tests::consistent_layouts(view);
          if (judged == cases || layouts.size() < 200 || layouts.size() > 512 || cells.empty() ||
              std::ranges::all_of(cells, [&](Cell cell) { return tests::p_mine(layouts, cell) == 0; }))
            return;
          SCOPED_TRACE(testing::Message() << "game " << number);
          expect_exact_end(view, cells);
          hard += is_hard_end(view);
          ++judged;
        });
  }
  EXPECT_GE(hard, cases / 10);
}

// All play-outs of a won position are won: a mean of 1 without a spread is not exact for that.
TEST(GameJudge, StatesAnErrorWhereAllPlayOutsEndAlike) {
  std::size_t alike = 0;
  const sim::GameRules rules = tests::game_rules({9, 9}, 6, FirstClickRule::safe);
  sim::Game game(rules);
  for (std::uint64_t number = 0; number < 20; ++number) {
    GameJudge judge(rules, {.effort = 0, .layouts = 4, .exact = ExactValues::none});
    const sim::GameId id{974, 0, number};
    judge.begin(id);
    const bool is_won = play_at_random(game, id, 0, [&](const sim::View& view, std::span<const Cell> cells) {
      cells.empty() ? judge.will_give_up(view) : judge.will_dig(view, cells);
    });
    for (const JudgedDig& dig : judge.finish(is_won).digs) {
      if (dig.number == 1 || dig.w_best < 1) continue;
      alike += dig.is_exact() ? 0 : 1;
      EXPECT_GT(dig.w_error, dig.is_exact() ? -1 : 0);
    }
  }
  EXPECT_GT(alike, 5U);
}

// The judgement of a game that ends with its first dig.
JudgedDig judge_first(GameJudge& judge, const sim::GameRules& rules, Cell first) {
  judge.begin({});
  judge.will_dig(sim::View(*rules.grid, rules.mine_count), std::array{first});
  const JudgedGame& game = judge.finish(true);
  expect_sum(game);
  return game.digs.at(0);
}

// On these boards each class of first cells is among those that are compared.
TEST(GameJudge, ComparesFirstCellsByPlayOuts) {
  std::size_t mistakes = 0;
  for_each_board([&](const sim::GameRules& rules) {
    if (sim::row_of(rules.first_click).protection != sim::Protection::first_dig) return;
    tests::BestPlay best(*rules.grid);
    GameJudge judge(rules, {.effort = 1, .layouts = 1000, .exact = ExactValues::none});
    for (Cell first = 0; first < rules.grid->cell_count(); ++first) {
      const JudgedDig dig = judge_first(judge, rules, first);
      const Expected exact = expected_first(best, rules, first);
      EXPECT_NEAR(dig.w_best, exact.w_best, 5 * dig.w_error + 0.02);
      EXPECT_NEAR(dig.w_dig, exact.w_dig, 5 * dig.w_error + 0.02);
      if (exact.w_best - exact.w_dig > 5 * dig.given_away_error + 0.02) {
        EXPECT_GT(dig.given_away, 0);
        EXPECT_NE(dig.best, first);
        ++mistakes;
      } else if (exact.w_best == exact.w_dig) {
        EXPECT_NEAR(dig.given_away, 0, 5 * dig.given_away_error);
      }
    }
  });
  EXPECT_GT(mistakes, 10U);
}

// Under `opening` on crowded boards: other first cells count only where the rule leaves a layout.
TEST(GameJudge, ComparesOnlyFirstCellsThatTheRuleFits) {
  std::size_t fitting = 0, mistakes = 0;
  for (const auto& [rows, cols, mines] : {std::tuple(5, 2, 5U), {3, 4, 7U}, {4, 4, 10U}}) {
    SCOPED_TRACE(testing::Message() << rows << " x " << cols << ", " << mines << " mines");
    const sim::GameRules rules = tests::game_rules({rows, cols}, mines, FirstClickRule::opening);
    tests::BestPlay best(*rules.grid);
    std::map<Cell, double> shares;  // of the layouts won, where there is one
    for (Cell cell = 0; cell < rules.grid->cell_count(); ++cell) {
      const tests::BestPlayValue value = best.first_dig(mines, rules.first_click, cell);
      if (value.layouts > 0)
        shares[cell] = static_cast<double>(value.won) / static_cast<double>(value.layouts);
    }
    EXPECT_LT(shares.size(), rules.grid->cell_count());
    double w_best = 0;
    for (const auto& [cell, share] : shares) w_best = std::max(w_best, share);
    GameJudge judge(rules, {});
    for (const auto& [first, share] : shares) {
      const JudgedDig dig = judge_first(judge, rules, first);
      EXPECT_NEAR(dig.w_best, w_best, 1e-12);
      EXPECT_NEAR(dig.w_dig, share, 1e-12);
      EXPECT_NEAR(shares.at(dig.best), w_best, 1e-12);
      ++fitting;
      mistakes += dig.given_away > 0 ? 1 : 0;
    }
    judge.begin({});
    judge.will_give_up(sim::View(*rules.grid, mines));
    const JudgedGame& given_up = judge.finish(false);
    EXPECT_NEAR(given_up.w_start, w_best, 1e-12);
    EXPECT_NEAR(given_up.given_away, w_best, 1e-12);
  }
  EXPECT_GT(fitting, 15U);
  EXPECT_GT(mistakes, 0U);
  // Too many layouts for exact values.
  const sim::GameRules crowded = tests::game_rules({9, 9}, 74, FirstClickRule::opening);
  GameJudge judge(crowded, {.effort = 0, .layouts = 20});
  const JudgedDig dig = judge_first(judge, crowded, 0);
  EXPECT_GT(dig.w_best, 0);
  EXPECT_LE(dig.w_dig, dig.w_best + 5 * dig.given_away_error);
}

TEST(GameJudge, TakesKnownValuesOfFirstCells) {
  constexpr double kSafe = 0.40;
  FirstCellValues values{.size = {16, 30},
                         .mine_count = 99,
                         .rule = FirstClickRule::safe,
                         .classes = {},
                         .best = {0, 0.42, 0.004}};
  const sim::Grid grid(16, 30);
  for (const Cell cell : sim::classify_cells(grid).representatives)
    values.classes.push_back({cell, cell == 31 ? 0.35 : kSafe, 0.003});
  const std::array known{values};
  const JudgeSettings settings{.effort = 0, .layouts = 2, .first_cells = known};
  for (const FirstClickRule rule :
       {FirstClickRule::safe, FirstClickRule::relocate, FirstClickRule::unprotected}) {
    const sim::GameRules rules = tests::game_rules({16, 30}, 99, rule);
    const double p_free = rule == FirstClickRule::unprotected ? 1 - 99.0 / 480 : 1;
    GameJudge judge(rules, settings);
    for (const int row : {1, 14})
      for (const int col : {1, 28}) {
        const JudgedDig dig = judge_first(judge, rules, grid.at(row, col));
        EXPECT_DOUBLE_EQ(dig.w_best, p_free * 0.42);
        EXPECT_DOUBLE_EQ(dig.w_dig, p_free * 0.35);
        EXPECT_DOUBLE_EQ(dig.given_away, dig.w_best - dig.w_dig);
        EXPECT_DOUBLE_EQ(dig.given_away_error, p_free * 0.005);
        EXPECT_EQ(dig.best, 0U);
      }
    const Cell corner = grid.at(15, 0);  // alike the best one
    const JudgedDig best = judge_first(judge, rules, corner);
    EXPECT_EQ(best.best, corner);
    EXPECT_DOUBLE_EQ(best.w_dig, p_free * 0.42);
    EXPECT_EQ(best.given_away, 0);
  }
  // Other rules, mines and topologies have no known values.
  for (const sim::GameRules& rules :
       {tests::game_rules({16, 30}, 99, FirstClickRule::opening),
        tests::game_rules({16, 30}, 98, FirstClickRule::safe),
        tests::game_rules({16, 30, sim::Topology::hex}, 99, FirstClickRule::safe)}) {
    GameJudge judge(rules, settings);
    EXPECT_NE(judge_first(judge, rules, 0).w_best, 0.42);
  }
}

TEST(GameJudge, JudgesAGameAloneAsAmongOthers) {
  const sim::GameRules rules = tests::game_rules({9, 12}, 22, FirstClickRule::safe);
  const JudgeSettings settings{.effort = 1, .layouts = 20};
  const auto judged = [&](GameJudge& judge, std::uint64_t number) {
    sim::Game game(rules);
    const sim::GameId id{972, 0, number};
    judge.begin(id);
    const bool is_won = play_at_random(game, id, 40, [&](const sim::View& view, auto cells) {
      cells.empty() ? judge.will_give_up(view) : judge.will_dig(view, cells);
    });
    std::vector<double> values;
    for (const JudgedDig& dig : judge.finish(is_won).digs)
      values.insert(values.end(), {dig.w_best, dig.w_dig, dig.given_away, dig.luck});
    return values;
  };
  GameJudge among(rules, settings);
  std::map<std::uint64_t, std::vector<double>> values;
  for (std::uint64_t number = 0; number < 6; ++number) values[number] = judged(among, number);
  for (std::uint64_t number = 6; number-- > 4;) {
    GameJudge alone(rules, settings);
    EXPECT_EQ(judged(alone, number), values[number]);
  }
}

TEST(GameJudge, CountsClaimsAndRefusesMovingMines) {
  sim::GameRules rules = tests::game_rules({3, 4}, 3);
  GameJudge judge(rules, {});
  judge.begin({});
  const sim::View view(*rules.grid, 3);
  const std::array first{Cell{0}};
  judge.will_dig(view, first, {.is_made = true, .is_certain = true});
  const JudgedGame& game = judge.finish(false);
  EXPECT_EQ(game.wrong_claims, 1U);
  EXPECT_TRUE(game.digs.front().is_claim_wrong());
  EXPECT_DOUBLE_EQ(game.digs.front().p_mine, 0.25);
  rules.motion = sim::MineMotion::moving;
  EXPECT_THROW(GameJudge(rules, {}), std::invalid_argument);
}

}  // namespace
}  // namespace sapper::solvers
