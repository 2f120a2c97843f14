// Reviews of games by every reveal, topology and first-click rule, against brute force: each game is followed by the words
// of the rules, each dig valued by all layouts and all ways to play on. The same game is judged alike from a report, from a
// replay, and from a replay of an earlier version, which lacks some of the rules.
#include <fmt/format.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "experiments/kinds/minesweeper/comparison/judgement.hpp"
#include "experiments/kinds/minesweeper/experiment/minesweeper_experiment.hpp"
#include "experiments/review/game_source.hpp"
#include "experiments/review/played_game.hpp"
#include "experiments/review/replay_games.hpp"
#include "experiments/review/review.hpp"
#include "experiments/review/review_replay.hpp"
#include "experiments/run/experiment.hpp"
#include "tests/support/best_play.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/replay_files.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;
using sim::Cell;
using tests::experiment_of;
using tests::message_of;

struct ExpectedDig {
  std::uint32_t number = 0;
  double p_mine = 0;
  double lowest = 1;
  std::uint32_t missed = 0;
  double w_best = 0;
  double w_dig = 0;
};

// W of the best first cell and of this one, over the layouts that the rule allows for each.
std::pair<double, double> first_values(tests::BestPlay& best, const sim::GameRules& rules, Cell first) {
  const auto share = [&](Cell cell) {
    const tests::BestPlayValue value = best.first_dig(rules.mine_count, rules.first_click, cell);
    return value.layouts == 0 ? 0 : static_cast<double>(value.won) / static_cast<double>(value.layouts);
  };
  double w_best = 0;
  for (Cell cell = 0; cell < rules.grid->cell_count(); ++cell) w_best = std::max(w_best, share(cell));
  return {w_best, share(first)};
}

ExpectedDig expected_dig(tests::BestPlay& best, const sim::GameRules& rules, const sim::View& view,
                         Cell dug) {
  ExpectedDig dig;
  const tests::LayoutCounts counts = tests::count_layouts(view);
  const auto layouts = static_cast<double>(counts.layouts);
  const bool is_first = view.hidden_count() == view.grid().cell_count();
  if (is_first && sim::row_of(rules.first_click).protection == sim::Protection::first_dig) {
    dig.lowest = 0;
  } else {
    dig.p_mine = counts.p_mine(dug);
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell) {
      if (view.is_shown(cell)) continue;
      dig.lowest = std::min(dig.lowest, counts.p_mine(cell));
      dig.missed += dig.p_mine > 0 && counts.is_certain_safe(cell) ? 1 : 0;
    }
  }
  if (is_first)  // the config gives the first cell: no other one matters
    dig.w_best = dig.w_dig = first_values(best, rules, dug).second;
  else
    std::tie(dig.w_best, dig.w_dig) =
        std::pair(best.value(view) / layouts, best.value_of_dig(view, dug) / layouts);
  return dig;
}

// The digs that are judged: the first, and those that may hit a mine. Counts the digs that show other cells than they
// would with another reveal.
std::vector<ExpectedDig> by_brute_force(tests::BestPlay& best, const RecordedGame& game,
                                        std::size_t& differing) {
  const sim::Grid& grid = game.grid();
  sim::Layout layout(grid);
  layout.set_mines(game.mines);
  sim::View view(grid, game.rules.mine_count, sim::cells_free_by_rule(grid, game.rules.first_click));
  std::vector<ExpectedDig> judged;
  std::uint32_t number = 0;
  for (const RecordedDig& dig : game.digs) {
    const Cell dug = dig.cells.front();
    EXPECT_TRUE(view.is_hidden(dug)) << "strategies dig hidden cells only";
    const ExpectedDig expected = expected_dig(best, game.rules, view, dug);
    ++number;
    if (number == 1 || expected.p_mine > 0) {
      judged.push_back(expected);
      judged.back().number = number;
    }
    if (layout.is_mine(dug)) break;
    const std::set<Cell> opened = tests::opened_by(layout, view, dug, game.rules.reveal);
    const auto differs = [&](const sim::RevealRow& row) {
      return opened != tests::opened_by(layout, view, dug, row.reveal);
    };
    differing += std::ranges::any_of(sim::kReveals, differs) ? 1 : 0;
    for (const Cell cell : opened) view.show(cell, tests::mines_around(layout, cell));
  }
  return judged;
}

// W before and after each dig, and what else is said of it.
void expect_judged_as(const ReviewedGame& reviewed, const std::vector<ExpectedDig>& expected) {
  const std::vector<solvers::JudgedDig>& digs = reviewed.judged.digs;
  ASSERT_EQ(digs.size(), expected.size());
  for (std::size_t i = 0; i < digs.size(); ++i) {
    EXPECT_EQ(digs[i].number, expected[i].number);
    EXPECT_NEAR(digs[i].p_mine, expected[i].p_mine, 1e-12);
    EXPECT_NEAR(digs[i].lowest_p_mine, expected[i].lowest, 1e-12);
    EXPECT_EQ(digs[i].missed_safe, expected[i].missed);
    EXPECT_NEAR(digs[i].w_best, expected[i].w_best, 1e-12);
    EXPECT_NEAR(digs[i].w_dig, expected[i].w_dig, 1e-12);
    EXPECT_TRUE(digs[i].is_exact());
    const double after = i + 1 < digs.size() ? expected[i + 1].w_best : reviewed.judged.is_won ? 1 : 0;
    EXPECT_NEAR(digs[i].luck, after - expected[i].w_dig, 1e-12);
  }
}

std::string line_of(const ReviewedGame& reviewed) {
  bj::object line = to_json(reviewed);
  line["file"] = "";
  return bj::serialize(line);
}

RecordedGame game_of_replay(const bj::object& replay) {
  ReplayGames games(json::Document::parse(bj::serialize(replay), "replay"));
  RecordedGame game = games.next().value();
  EXPECT_FALSE(games.next());
  return game;
}

// As earlier versions wrote it.
bj::object without_rules(bj::object replay) {
  replay.erase("reveal");
  replay.erase("motion");
  replay["board"].as_object().erase("layout");
  return replay;
}

const minesweeper::Config& plan_of(const Experiment& experiment) { return *experiment.parts().minesweeper; }

TEST(ReviewByBruteForce, IsByTheRulesOfTheGame) {
  const auto games = static_cast<std::uint64_t>(tests::case_count(4));
  std::array<std::size_t, sim::kReveals.size()> differing{};
  std::size_t judged = 0, mistakes = 0;
  for (const sim::TopologyRow& topology : sim::kTopologies)
    for (const auto& [rows, cols, mines] : {std::tuple(3, 4, 3U), {4, 4, 2U}}) {
      const sim::Grid grid(rows, cols, topology.topology);
      tests::BestPlay best(grid);
      for (const sim::FirstClickRuleRow& rule : sim::kFirstClickRules) {
        if (grid.cell_count() < mines + sim::max_protected_cells(grid, rule.rule)) continue;
        Reviewer reviewer({}, std::nullopt);
        for (const sim::RevealRow& reveal : sim::kReveals) {
          SCOPED_TRACE(testing::Message() << topology.name << ' ' << rows << " x " << cols << ' ' << rule.name
                                          << ' ' << reveal.name);
          const auto experiment = experiment_of(fmt::format(
              R"("games": 9, "boards": [{{"rows": {}, "cols": {}, "mines": {}, "topology": "{}"}}],
                 "first_click": {{"rule": "{}", "cell": [1, 1]}}, "reveal": "{}", "strategies": ["random", "rules"])",
              rows, cols, mines, topology.name, rule.name, reveal.name));
          for (std::uint64_t number = 0; number < games; ++number)
            for (const std::string& label : experiment->labels()) {
              SCOPED_TRACE(testing::Message() << "game " << number << " by " << label);
              const std::vector<RecordedGame> played =
                  play_recorded(plan_of(*experiment), 0, number, &label, "report 0:0");
              ASSERT_EQ(played.size(), 1U);
              const std::vector<ExpectedDig> expected =
                  by_brute_force(best, played.front(), differing[static_cast<std::size_t>(reveal.reveal)]);
              const ReviewedGame reviewed = reviewer.review(played.front());
              expect_judged_as(reviewed, expected);
              judged += expected.size();
              for (const solvers::JudgedDig& dig : reviewed.judged.digs)
                mistakes += dig.given_away > 0 ? 1 : 0;
              const bj::object replay = experiment->parts().display->replay_json(0, number, &label);
              for (const bj::object& told : {replay, without_rules(replay)})
                EXPECT_EQ(line_of(reviewer.review(game_of_replay(told))), line_of(reviewed));
            }
        }
      }
    }
  EXPECT_THAT(differing, Each(testing::Gt(2 * games)));
  EXPECT_GT(mistakes, 2 * games);
  EXPECT_GT(judged, 20 * games);
}

std::vector<GameSource::Item> items_of(const std::vector<std::string>& files, const std::string& game) {
  GameSource source(files, game, {}, false);
  std::vector<GameSource::Item> items;
  while (auto item = source.next()) items.push_back(std::move(*item));
  return items;
}

// Made for sapper: once judged by flood, which called this dig a certain mine.
TEST(ReviewByBruteForce, AGameWithRingsIsJudgedByThem) {
  const tests::TemporaryFolder folder;
  const std::string file =
      folder.write("ring.json", R"({"schema": "sapper-config/1", "name": "ring", "seed": 1, "games": 40,
        "boards": [{"rows": 6, "cols": 6, "mines": 5}], "first_click": [{"rule": "safe", "cell": "corner"}],
        "reveal": "ring", "strategies": ["random", "rules", "csp"]})");
  const std::vector<GameSource::Item> items = items_of({file}, "0:3");
  ASSERT_EQ(items.size(), 3U);
  Reviewer reviewer({.effort = 0, .layouts = 2}, std::nullopt);
  const ReviewedGame reviewed = reviewer.review(std::get<RecordedGame>(items.front()));
  EXPECT_EQ(reviewed.game.player, "random");
  const auto dig = std::ranges::find(reviewed.judged.digs, 5U, &solvers::JudgedDig::number);
  ASSERT_NE(dig, reviewed.judged.digs.end());
  EXPECT_DOUBLE_EQ(dig->p_mine, 0.2);

  // A replay that tells other rules than those of its digs is refused.
  const auto experiment = load_experiment(file, {});
  const std::string label = "random";
  bj::object replay = experiment->parts().display->replay_json(0, 3, &label);
  replay["reveal"] = "flood";
  EXPECT_THAT(message_of<InputError>([&] { game_of_replay(replay); }),
              AllOf(HasSubstr("players[0].digs["), HasSubstr("by the rules (reveal flood)")));
  EXPECT_EQ(game_of_replay(without_rules(replay)).rules.reveal, sim::Reveal::ring);
  bj::object& first = replay["players"].as_array()[0].as_object()["digs"].as_array()[0].as_object();
  first["shown"].as_array().pop_back();
  EXPECT_THAT(message_of<InputError>([&] { game_of_replay(without_rules(replay)); }),
              HasSubstr("players[0].digs[0].shown is not what the dig shows by the rules: the mines moved"));
}

// By `run --judge`, `judge` and `review` alike: from configs, replays, and replays of earlier versions where they can tell.
TEST(ReviewByBruteForce, RefusesWhereTheChancesAreOthersAndAllSayTheSame) {
  const tests::TemporaryFolder folder;
  const auto refused = [&](const std::string& board, const std::string& motion, const std::string& reason,
                           bool is_told_by_old_replays) {
    SCOPED_TRACE(board + motion);
    const std::string members = R"("games": 9, "seed": 5, "first_click": {"rule": "safe", "cell": [2, 2]},
        "boards": [{"rows": 5, "cols": 5, )" +
                                board + R"(}], "motion": ")" + motion +
                                R"(", "strategies": ["csp", "random"])";
    EXPECT_THAT(message_of<InputError>([&] { experiment_of(members + R"(, "judge": 2)"); }),
                HasSubstr(reason));
    const auto experiment = experiment_of(members);
    EXPECT_THAT(message_of<InputError>([&] { minesweeper::check_judgeable(plan_of(*experiment)); }),
                HasSubstr(reason));
    const std::string file =
        folder.write("c.json", R"({"schema": "sapper-config/1", "name": "c", )" + members + "}");
    const std::vector<std::string> records{
        file, folder.write("r.jsonl", R"({"case": 0, "game": 1, "strategy": "csp", "guesses": []}
{"case": 0, "game": 2, "strategy": "csp", "guesses": []})")};
    for (const std::vector<std::string>& files : {std::vector{file}, records}) {
      const std::vector<GameSource::Item> items = items_of(files, "0:1");
      ASSERT_EQ(items.size(), 1U) << "once, whatever the number of games";
      EXPECT_THAT(std::get<GameSource::Refusal>(items.front()).message,
                  AllOf(StartsWith(file), HasSubstr(reason)));
    }
    const std::string both =
        folder.write("replay.json", bj::serialize(experiment->parts().display->replay_json(0, 1, nullptr)));
    const std::vector<GameSource::Item> of_replay = items_of({both}, "0:1");
    ASSERT_EQ(of_replay.size(), 1U);
    EXPECT_EQ(std::get<GameSource::Refusal>(of_replay.front()).message, both + ": " + reason);
    const std::string label = "csp";
    const bj::object replay = experiment->parts().display->replay_json(0, 1, &label);
    Reviewer reviewer({}, std::nullopt);
    EXPECT_EQ(message_of<InputError>([&] { reviewer.review(game_of_replay(replay)); }), "replay: " + reason);
    if (is_told_by_old_replays) {
      EXPECT_EQ(message_of<InputError>([&] { reviewer.review(game_of_replay(without_rules(replay))); }),
                "replay: " + reason);
    }
  };
  refused(R"("mines": 5)", "moving", "the mines move; digs can be judged only where they do not", false);
  for (const minesweeper::NoGuessKind& kind : minesweeper::kNoGuessKinds)
    refused(fmt::format(R"("mines": 4, "layout": "{}")", kind.name), "fixed",
            "the layouts need no guess; digs are judged by the chance to win on random layouts", true);
  refused(R"("layout": [[0, 0], [4, 4], [1, 4]])", "fixed",
          "the mines are fixed; digs are judged by the chance to win on random layouts", true);
}

// Chords dig several cells and openings stop at flags: a review that a page has saved says both.
TEST(ReviewByBruteForce, ASavedReviewIsTheSameGame) {
  for (const auto& [extension, content] : tests::files_of_every_format(tests::sample_replay())) {
    RecordingReader reader(sim::Input{"game" + extension, content}, extension);
    const std::optional<RecordedGame> recorded = reader.next();
    ASSERT_TRUE(recorded.has_value());
    Reviewer reviewer({}, std::nullopt);
    const ReviewedGame reviewed = reviewer.review(*recorded);
    bj::object saved{{"schema", "sapper-replay/1"}, {"case_name", reviewed.game.program}};
    saved["players"] = bj::array{player_of_replay(reviewed, reviewed.game.player)};
    const ReviewedGame again = reviewer.review(game_of_replay(saved));
    const bj::object was = to_json(reviewed);
    const bj::object is = to_json(again);
    for (const char* const key :
         {"player", "first_click", "outcome", "bv3", "w_start", "given_away", "turns", "digs"})
      EXPECT_EQ(is.at(key), was.at(key)) << extension << ' ' << key;
  }
}

}  // namespace
}  // namespace sapper::experiments
