// Minesweeper experiments: the counts, and their independence of threads, chunks and interruptions.
#include "experiments/run/experiment.hpp"

#include <fmt/format.h>

#include <boost/json/parse.hpp>

#include "experiments/config/stop_rule.hpp"
#include "experiments/kinds/minesweeper/experiment/minesweeper_experiment.hpp"
#include "experiments/kinds/minesweeper/game/tally.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/experiment_texts.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/position_text.hpp"
#include "tests/support/test.hpp"
#include "tests/support/text.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;
using tests::experiment_of;
using tests::play_all;
using tests::results_text;
using tests::tally_of;

const std::atomic<bool> kNever = false;

std::uint64_t count(const bj::value& value) { return value.to_number<std::uint64_t>(); }
double number(const bj::value& value) { return value.to_number<double>(); }

constexpr const char* kMixed =
    R"("games": 700, "boards": [{"level": "Beginner"}, {"rows": 6, "cols": 7, "mines": 9},
  {"rows": 5, "layout": [[1, 1], [3, 3], [4, 4]]}], "first_click": {"rule": "relocate", "cell": "strategy"},
  "strategies": ["random", "rules", "min_risk", "pinv"])";

TEST(MinesweeperExperiment, StopsAtTheFirstLookThatIsNarrowEnough) {
  const std::string members = R"("boards": [{"rows": 6, "mines": 6}], "strategies": ["rules"])";
  const auto stopped =
      experiment_of(members + R"(, "games": 5000, "stop": {"half_width": 0.05, "min_games": 100})");
  const Report played = play_all(*stopped);
  const std::uint64_t games = played.games_of(0);
  ASSERT_GT(games, 100U);
  ASSERT_LT(games, 5000U);
  const auto half_width_after = [&](std::uint64_t n) {
    const auto experiment = experiment_of(members + ", \"games\": " + std::to_string(n));
    const bj::array results = experiment->parts().results.results(0, tally_of(play_all(*experiment), 0));
    return (number(results[0].at("ci_high")) - number(results[0].at("ci_low"))) / 2;
  };
  EXPECT_LE(half_width_after(games), 0.05);
  std::uint64_t before = 100;
  while (next_look(*stopped->common().stop, before) < games)
    before = next_look(*stopped->common().stop, before);
  EXPECT_GT(half_width_after(before), 0.05);
}

TEST(MinesweeperExperiment, SequentialTestEndsACaseAndSaysWhatItAccepts) {
  const auto experiment = experiment_of(R"("boards": [{"rows": 6, "mines": 6}], "games": 20000,
    "strategies": ["csp", "rules", "random"],
    "stop": {"sprt": {"strategies": ["rules", "csp"], "d0": -0.1, "d1": 0}, "min_games": 50})");
  const Report played = play_all(*experiment, 8);
  const std::uint64_t games = played.games_of(0);
  EXPECT_LT(games, 20000U);
  std::uint64_t look = 50;
  while (look < games) look = next_look(*experiment->common().stop, look);
  EXPECT_EQ(look, games);
  const bj::array comparisons = experiment->parts().results.comparisons(0, tally_of(played, 0));
  const bj::object& test = comparisons[0].at("sprt").as_object();
  const double rules_less_csp = -number(comparisons[0].at("difference"));
  EXPECT_EQ(test.at("accepted"), rules_less_csp < -0.05 ? "d0" : "d1");
  EXPECT_EQ(number(test.at("log_likelihood_ratio")) < 0, rules_less_csp < -0.05);
  EXPECT_FALSE(comparisons[1].as_object().contains("sprt"));
  EXPECT_EQ(experiment->parts().results.results(0, tally_of(played, 0))[0].at("stopped_by"), "sprt");
  EXPECT_EQ(results_text(*experiment, play_all(*experiment, 1)), results_text(*experiment, played));
  const auto count = [&](const char* name) {
    return with_commas(static_cast<std::uint64_t>(number(comparisons[0].at(name))));
  };
  EXPECT_THAT(
      experiment->parts().texts.summary([&](std::size_t) -> const Tally& { return tally_of(played, 0); }, 1,
                                        1000),
      AllOf(HasSubstr("The sequential test accepts d"),
            HasSubstr(fmt::format("rules alone won {} games, csp alone {}, both {}, neither {}.",
                                  count("only_b"), count("only_a"), count("both"), count("neither")))));
}

// A change that changes no game is not a gain that the test found none of.
TEST(MinesweeperExperiment, SequentialTestSaysThatBothPlayedAlike) {
  const auto experiment = experiment_of(R"("boards": [{"rows": 6, "mines": 6}], "games": 400,
    "strategies": ["rules", {"name": "rules", "label": "new"}, "csp"],
    "stop": {"sprt": {"strategies": ["new", "rules"], "d0": 0, "d1": 0.1}, "min_games": 50})");
  const Report played = play_all(*experiment, 2);
  const bj::object test = experiment->parts().results.comparisons(0, tally_of(played, 0))[0].as_object();
  EXPECT_THAT(
      experiment->parts().texts.summary([&](std::size_t) -> const Tally& { return tally_of(played, 0); }, 1,
                                        1000),
      HasSubstr(fmt::format("Both played alike: they won the same {:.0f} games and lost the same {:.0f}.",
                            number(test.at("both")), number(test.at("neither")))));
}

// The sums in the tallies, against the records of the same games.
TEST(MinesweeperExperiment, AdjustedSequentialTestKnowsTheGamesRisks) {
  const auto experiment = experiment_of(R"("boards": [{"rows": 8, "mines": 13}], "games": 20000,
    "strategies": ["rules", "min_risk", "csp"], "stop": {"sprt":
    {"strategies": ["min_risk", "csp"], "d0": 0, "d1": 0.05, "difference": "adjusted"}, "min_games": 50})");
  const Report played = play_all(*experiment, 3);
  const bj::array comparisons = experiment->parts().results.comparisons(0, tally_of(played, 0));
  const bj::object& test = comparisons[2].at("sprt").as_object();

  ControlledMean difference;
  std::map<std::string, std::pair<double, double>> game;  // won, excess
  for (const std::string& line : tests::lines_of(tests::records_of(*experiment))) {
    const bj::value record = bj::parse(line);
    const bool is_won = record.at("won").as_bool();
    double risk = 0;
    for (const bj::value& guess : record.at("guesses").as_array()) risk += number(guess);
    const std::string label = record.at("strategy").as_string().c_str();
    game[label] = {is_won, (is_won ? 0 : 1) - risk};
    if (label != "csp") continue;  // the last one
    const auto& [a_won, a_excess] = game["min_risk"];
    const auto& [b_won, b_excess] = game["csp"];
    difference.add(a_won - b_won, a_excess, b_excess);
  }
  ASSERT_TRUE(difference.estimate());
  EXPECT_NEAR(number(test.at("difference_adjusted")), difference.estimate()->value, 1e-6);
  EXPECT_GT(number(test.at("variance_ratio")), 1.1);
  EXPECT_NE(number(test.at("difference_adjusted")), number(comparisons[2].at("difference")));
  EXPECT_EQ(results_text(*experiment, play_all(*experiment, 1)), results_text(*experiment, played));
  EXPECT_LT(played.games_of(0), 20000U);
}

// Adjusted estimates are narrower, so that fewer games suffice.
TEST(MinesweeperExperiment, StopsEarlierByAdjustedIntervals) {
  const std::string members =
      R"("boards": [{"rows": 8, "mines": 13}], "games": 20000, "strategies": ["min_risk"],
    "stop": {"half_width": 0.02, )";
  const auto games_of = [&](const std::string& interval) {
    const auto experiment = experiment_of(members + "\"interval\": \"" + interval + "\"}");
    const Report played = play_all(*experiment);
    const bj::value result = experiment->parts().results.results(0, tally_of(played, 0))[0];
    const char* const low = interval == "plain" ? "ci_low" : "adjusted_ci_low";
    const char* const high = interval == "plain" ? "ci_high" : "adjusted_ci_high";
    EXPECT_LE(number(result.at(high)) - number(result.at(low)), 0.04 + 1e-8);
    return played.games_of(0);
  };
  EXPECT_LT(games_of("adjusted"), games_of("plain"));
}

// Forfeited games and those lost in error have no risk that accounts for the loss.
TEST(MinesweeperExperiment, AdjustedStopRuleUsesThePlainIntervalWhereResultsHaveNoOther) {
  const auto experiment = experiment_of(R"("boards": [{"rows": 8, "mines": 13}], "games": 3000,
    "strategies": ["min_risk"], "stop": {"half_width": 0.001, "interval": "adjusted"})");
  const Report played = play_all(*experiment);
  auto& tally = minesweeper::CaseTally::of(*played.of_case(0)[0].tally);
  const auto half_widths = [&] {  // of the stop rule, of the plain interval, of the adjusted one
    const bj::value result = experiment->parts().results.results(0, tally)[0];
    const auto half = [&](const char* low, const char* high) {
      return result.at(low).is_null() ? 0 : (number(result.at(high)) - number(result.at(low))) / 2;
    };
    return std::array{experiment->stop_evidence(tally).half_width, half("ci_low", "ci_high"),
                      half("adjusted_ci_low", "adjusted_ci_high")};
  };
  const auto calibrated = half_widths();
  EXPECT_NEAR(calibrated[0], calibrated[2], 1e-8);
  EXPECT_LT(calibrated[0], calibrated[1]);
  for (std::uint64_t minesweeper::StrategyCounts::*const kind :
       {&minesweeper::StrategyCounts::forfeits, &minesweeper::StrategyCounts::wrong_digs}) {
    tally.player(0).*kind = 1;
    const auto other = half_widths();
    tally.player(0).*kind = 0;
    EXPECT_NEAR(other[0], other[1], 1e-8);
    EXPECT_EQ(other[2], 0);
  }
}

TEST(MinesweeperExperiment, TableFitsTheTerminal) {
  const auto experiment =
      experiment_of(R"("games": 20, "boards": [{"level": "Expert"}, {"level": "Beginner"}],
    "strategies": ["rules", {"name": "rules", "label": "the same under a label that is rather long for a table"}])");
  const Report played = play_all(*experiment);
  for (const std::size_t width : {80U, 200U}) {
    std::size_t widest = 0;
    for (const std::string& line : tests::lines_of(played.summary(width)))
      widest = std::max(widest, display_width(line));
    EXPECT_LE(widest, width);
    EXPECT_EQ(widest > 80, width > 80);
  }
}

TEST(MinesweeperExperiment, ResumedRunEqualsTheStraightOne) {
  const auto experiment = experiment_of(R"("games": )" + std::to_string(tests::case_count(5000)) + R"(,
    "boards": [{"level": "Beginner"}, {"rows": 6, "cols": 7, "mines": 9}, {"rows": 5, "layout": [[1, 1], [4, 4]]}],
    "first_click": {"rule": "relocate", "cell": "strategy"}, "strategies": ["random", "rules", "min_risk"])");
  const std::string straight = results_text(*experiment, play_all(*experiment, 2));
  const tests::TemporaryFolder folder;
  const auto file = folder.path() / "out.checkpoint";
  Report played(*experiment);
  int parts = 0;
  for (bool is_finished = false; !is_finished; ++parts) {
    std::atomic<bool> interrupt = false;
    int chunks = 0;
    DriverOptions options;
    options.threads = 1 + static_cast<std::size_t>(parts) % 3;
    // The first chunks of a part are of few games.
    options.report_progress = [&](std::size_t) { interrupt = ++chunks > parts % 10; };
    is_finished = drive(played, interrupt, options) == Outcome::finished;
    write_checkpoint(file, played);
    played = read_checkpoint(file, played.experiment);
  }
  EXPECT_GT(parts, 2);
  EXPECT_EQ(results_text(*experiment, played), straight);
}

TEST(MinesweeperExperiment, CountsAddUp) {
  SAPPER_LONG_TEST();
  const auto experiment =
      experiment_of(R"("games": 2000, "boards": [{"level": "Beginner"}, {"rows": 5, "mines": 6}],
    "first_click": {"rule": "unprotected"}, "strategies": ["random", "rules", "csp", "min_risk", "pinv"])");
  const Report played = play_all(*experiment);
  for (std::size_t board = 0; board < 2; ++board) {
    for (const bj::value& result : experiment->parts().results.results(board, tally_of(played, board))) {
      SCOPED_TRACE(json::to_text(result));
      const std::uint64_t games = count(result.at("games"));
      const std::uint64_t losses = games - count(result.at("wins"));
      EXPECT_EQ(games, 2000U);
      EXPECT_EQ(losses,
                count(result.at("guess_risk").at("losses")) + count(result.at("decisions").at("wrong_digs")));
      std::uint64_t binned = 0;
      for (const bj::value& bin : result.at("guesses").at("histogram").as_array()) binned += count(bin);
      EXPECT_EQ(binned, games);
      EXPECT_EQ(count(result.at("moves").at("guess")), count(result.at("guesses").at("total")));
      EXPECT_EQ(count(result.at("moves").at("first")), 0U) << "no rule protects the first dig";
      if (result.at("strategy").as_string() != "pinv") {
        EXPECT_EQ(count(result.at("decisions").at("wrong_digs")), 0U);
      }
      // Five standard errors: a false alarm in a million results.
      EXPECT_NEAR(number(result.at("guess_risk").at("predicted_losses")),
                  number(result.at("guess_risk").at("losses")),
                  5 * number(result.at("guess_risk").at("standard_error")));
    }
  }
}

// After the first dig these boards are fully determined.
TEST(MinesweeperExperiment, FirstDigCountsAsAGuessWhereItMayLose) {
  struct Case {
    std::string board, first_click, strategy;
    double risk;
  };
  for (const Case& known : std::vector<Case>{
           {R"({"rows": 1, "mines": 1})", R"({"rule": "unprotected", "cell": [0, 0]})", "random", 1.0},
           {R"({"rows": 1, "cols": 2, "mines": 1})", R"({"rule": "unprotected", "cell": [0, 1]})", "random",
            0.5},
           {R"({"rows": 1, "cols": 3, "mines": 1})", R"({"rule": "safe_corners", "cell": "center"})",
            "random", 1.0},
           {R"({"rows": 1, "cols": 4, "mines": 1})", R"({"rule": "safe_corners", "cell": [0, 1]})", "csp",
            0.5}}) {
    SCOPED_TRACE(known.board);
    const auto experiment =
        experiment_of(R"("games": 1000, "boards": [)" + known.board + R"(], "first_click": )" +
                      known.first_click + R"(, "strategies": [")" + known.strategy + "\"]");
    const bj::array results = experiment->parts().results.results(0, tally_of(play_all(*experiment), 0));
    EXPECT_EQ(count(results[0].at("guesses").at("total")), 1000U);
    EXPECT_EQ(number(results[0].at("guess_risk").at("predicted_losses")), 1000 * known.risk);
    EXPECT_NEAR(number(results[0].at("guess_risk").at("standard_error")),
                std::sqrt(1000 * known.risk * (1 - known.risk)), 1e-6);
    EXPECT_NEAR(static_cast<double>(count(results[0].at("guess_risk").at("losses"))), 1000 * known.risk, 80);
  }
}

TEST(MinesweeperExperiment, ProtectedFirstDigIsNoGuess) {
  for (const char* rule : {"safe", "opening", "relocate", "safe_corners"}) {
    const auto experiment = experiment_of(
        std::string(
            R"("games": 50, "boards": [{"rows": 4, "mines": 2}], "strategies": ["rules"], "first_click": {"cell": [0, 0], "rule": ")") +
        rule + "\"}");
    const bj::array results = experiment->parts().results.results(0, tally_of(play_all(*experiment), 0));
    EXPECT_EQ(count(results[0].at("moves").at("first")), 50U) << rule;
  }
}

TEST(MinesweeperExperiment, FixedLayoutsAreNotCalibrated) {
  const auto experiment = experiment_of(
      R"("games": 5, "boards": [{"rows": 4, "layout": [[0, 0]]}, {"rows": 4, "mines": 1}], "strategies": ["csp"])");
  const Report played = play_all(*experiment);
  EXPECT_FALSE(experiment->parts()
                   .results.results(0, tally_of(played, 0))[0]
                   .at("guess_risk")
                   .at("calibrated")
                   .as_bool());
  EXPECT_TRUE(experiment->parts()
                  .results.results(1, tally_of(played, 1))[0]
                  .at("guess_risk")
                  .at("calibrated")
                  .as_bool());
}

TEST(MinesweeperExperiment, GamesDependOnTheBoardAndNotOnItsPlace) {
  const auto first =
      experiment_of(R"("games": 200, "boards": [{"rows": 7, "mines": 8}], "strategies": ["rules"])");
  const auto third = experiment_of(
      R"("games": 200, "boards": [{"rows": 4, "mines": 2}, {"rows": 7, "mines": 9}, {"rows": 7, "mines": 8}], "strategies": ["random", "rules"])");
  bj::object alone = first->parts().results.results(0, tally_of(play_all(*first), 0))[0].as_object();
  bj::object among_others = third->parts().results.results(2, tally_of(play_all(*third), 2))[1].as_object();
  alone.erase("case");
  among_others.erase("case");
  EXPECT_EQ(json::to_text(alone), json::to_text(among_others));
}

// The cells around a 0 are safe: whoever digs what is certain meets the same guesses by every reveal, in other turns.
TEST(MinesweeperExperiment, ARevealDoesNotChangeTheGuesses) {
  const auto experiment = experiment_of(
      R"("games": 60, "boards": [{"rows": 7, "mines": 9}], "reveal": ["flood", "ring", "single"],
    "first_click": {"rule": "unprotected", "cell": "corner"},
    "strategies": ["rules", "csp", "min_risk", "pseq", "progress", {"name": "expert", "effort": 0}])");
  const Report played = play_all(*experiment);
  const auto results_by = [&](std::size_t number) {
    return experiment->parts().results.results(number, tally_of(played, number));
  };
  const bj::array flood = results_by(0);
  for (const std::size_t other : {1U, 2U}) {
    const bj::array results = results_by(other);
    for (std::size_t i = 0; i < results.size(); ++i) {
      SCOPED_TRACE(json::to_text(results[i]));
      for (const char* key : {"wins", "guesses", "guess_risk", "won_without_guess", "missed_safe"})
        EXPECT_EQ(results[i].at(key), flood[i].at(key)) << key;
      EXPECT_GT(count(results[i].at("wins")), 5U);
    }
  }
}

TEST(MinesweeperExperiment, ReplayTellsTheGameThatWasCounted) {
  const auto experiment = experiment_of(
      R"("games": 40, "boards": [{"rows": 6, "mines": 6}], "strategies": ["rules", "min_risk"])");
  const auto worker = experiment->make_worker(std::nullopt);
  const std::string rules = "rules";
  bool both_ends_seen[2] = {};
  for (std::uint64_t game = 0; game < 40; ++game) {
    minesweeper::CaseTally tally(2);
    std::string records;
    ASSERT_TRUE(worker->play(0, {game, game + 1}, kNever, tally, records));
    const std::string text = experiment->parts().texts.replay(0, game, &rules);
    const bool won = tally.player(0).wins == 1;
    both_ends_seen[won] = true;
    EXPECT_THAT(text, HasSubstr(won ? "\nwon after " : "\nlost at dig "));
    std::uint64_t digs = 0;
    for (const std::uint64_t kind : tally.player(0).moves) digs += kind;
    EXPECT_THAT(text, HasSubstr((won ? "won after " : "lost at dig ") + std::to_string(digs)));
    const std::string picture = text.substr(text.rfind("dig"), text.rfind('(') - text.rfind("dig"));
    EXPECT_EQ(
        std::count(picture.begin(), picture.end(), '*') + std::count(picture.begin(), picture.end(), 'X'), 6)
        << text;
    EXPECT_THAT(text, Not(HasSubstr("min_risk")));
  }
  EXPECT_TRUE(both_ends_seen[0] && both_ends_seen[1]);
  EXPECT_THAT(experiment->parts().texts.replay(0, 0, nullptr), HasSubstr("\nmin_risk\n"));
  const std::string unknown = "minrisk";
  EXPECT_THAT(tests::message_of<InputError>([&] { experiment->parts().texts.replay(0, 0, &unknown); }),
              HasSubstr("did you mean \"min_risk\"?"));
}

// A run digs by blocks, a replay cell by cell. On boards of several blocks the order in which cells are found decides which
// digs are needed.
TEST(MinesweeperExperiment, ReplayNeedsTheDigsThatWereCounted) {
  const auto games = static_cast<std::uint64_t>(tests::case_count(12));
  const auto experiment = experiment_of(
      R"("games": 12, "boards": [{"rows": 40, "cols": 70, "mines": 400}, {"rows": 40, "cols": 70, "mines": 400, "topology": "torus"},
          {"rows": 40, "cols": 70, "mines": 450, "topology": "hex"}],
          "first_click": {"rule": "opening", "cell": [3, 3]}, "strategies": ["rules", "csp", "progress"])");
  const auto worker = experiment->make_worker(std::nullopt);
  const std::vector<std::string> strategies{"rules", "csp", "progress"};
  for (std::uint32_t board = 0; board < 3; ++board)
    for (std::uint64_t game = 0; game < games; ++game) {
      minesweeper::CaseTally tally(3);
      std::string records;
      ASSERT_TRUE(worker->play(board, {game, game + 1}, kNever, tally, records));
      for (std::size_t strategy = 0; strategy < strategies.size(); ++strategy) {
        std::uint64_t digs = 0;
        for (const std::uint64_t kind : tally.player(strategy).moves) digs += kind;
        const bool won = tally.player(strategy).wins == 1;
        const std::string end =
            "\n" + ((won ? "won after " : "lost at dig ") + std::to_string(digs)) + (won ? " " : ":");
        const std::string text = experiment->parts().texts.replay(board, game, &strategies[strategy]);
        EXPECT_TRUE(text.find(end) != std::string::npos)
            << "board " << board << ", game " << game << ", " << strategies[strategy] << ": not" << end;
      }
    }
}

// What a replay says of each dig that might have hit a mine, against all layouts of the board before it.
void expect_mistakes_as_by_layouts(const bj::object& replay, sim::Topology topology,
                                   const std::vector<sim::Cell>& free_by_rule,
                                   std::map<std::string, int>& seen) {
  for (const bj::value& player : replay.at("players").as_array()) {
    const std::string strategy(player.at("strategy").as_string());
    std::vector<std::string> rows(4, "....");
    for (const bj::value& value : player.at("digs").as_array()) {
      const bj::object& dig = value.as_object();
      const tests::Position before = tests::position_from_rows(rows, 4, topology, free_by_rule);
      const auto at = [](const bj::value& cell, int i) { return cell.at(i).to_number<int>(); };
      const auto cell = before.grid->at(at(dig.at("cell"), 0), at(dig.at("cell"), 1));
      for (const bj::value& shown : dig.at("shown").as_array())
        rows[at(shown, 0)][at(shown, 1)] = static_cast<char>('0' + at(shown, 2));
      EXPECT_EQ(dig.contains("lowest_p_mine"), !dig.at("p_mine").is_null());
      if (dig.at("why") == "first") continue;
      const tests::LayoutCounts counts = tests::count_layouts(before.view);
      EXPECT_EQ(!dig.at("p_mine").is_null(), counts.p_mine(cell) > 0);
      if (dig.at("p_mine").is_null()) continue;
      double lowest = 1;
      std::uint64_t safe = 0;
      for (sim::Cell other = 0; other < before.grid->cell_count(); ++other)
        if (before.view.is_hidden(other)) {
          lowest = std::min(lowest, counts.p_mine(other));
          safe += counts.is_certain_safe(other);
        }
      EXPECT_NEAR(number(dig.at("p_mine")), counts.p_mine(cell), 1e-8);
      EXPECT_NEAR(number(dig.at("lowest_p_mine")), lowest, 1e-8);
      EXPECT_NEAR(number(dig.at("excess_risk")), counts.p_mine(cell) - lowest, 1e-8);
      EXPECT_EQ(dig.at("missed_safe"), safe);
      std::string mistake(dig.contains("mistake") ? dig.at("mistake").as_string() : bj::string());
      EXPECT_EQ(mistake.find(safe == 1 ? "1 safe cell missed"
                                       : std::to_string(safe) + " safe cells missed") != std::string::npos,
                safe > 0);
      EXPECT_EQ(mistake.find("wrongly held to be safe") != std::string::npos, dig.at("why") == "pinv");
      EXPECT_EQ(mistake.find("not of the lowest risk") != std::string::npos,
                safe == 0 && counts.p_mine(cell) > lowest + 1e-9);
      if (!mistake.empty()) ++seen[strategy];
    }
  }
}

TEST(MinesweeperExperiment, ReplaysNameMistakesAsAllLayoutsDo) {
  std::map<std::string, int> seen;
  for (const sim::TopologyRow& topology : sim::kTopologies)
    for (const sim::FirstClickRuleRow& rule : sim::kFirstClickRules)
      for (const std::string motion : {"fixed", "moving"}) {
        SCOPED_TRACE(testing::Message() << topology.name << ' ' << rule.name << ' ' << motion);
        const auto experiment =
            experiment_of(R"("games": 40, "boards": [{"rows": 4, "mines": 4}], "topology": ")" +
                          std::string(topology.name) + R"(", "first_click": {"rule": ")" +
                          std::string(rule.name) + R"(", "cell": "corner"}, "motion": ")" + motion +
                          R"(", "strategies": ["random", "rules", "pinv", "min_risk", "progress"])");
        const sim::Grid grid(4, 4, topology.topology);
        for (std::uint64_t game = 0; game < static_cast<std::uint64_t>(tests::case_count(10)); ++game) {
          SCOPED_TRACE(game);
          expect_mistakes_as_by_layouts(experiment->parts().display->replay_json(0, game, nullptr),
                                        topology.topology, sim::cells_free_by_rule(grid, rule.rule), seen);
        }
      }
  for (const char* const strategy : {"random", "rules", "pinv"}) EXPECT_GT(seen[strategy], 0) << strategy;
  EXPECT_EQ(seen["min_risk"], 0);
}

TEST(MinesweeperExperiment, PhasesAddUpToTheProcessorTime) {
  const auto experiment =
      experiment_of(R"("games": 500, "boards": [{"level": "Beginner"}], "strategies": ["min_risk"])");
  const Report played = play_all(*experiment);
  const bj::array timings = experiment->parts().results.timings(0, tally_of(played, 0), 0.5);
  double phases_s = 0;
  for (const auto& phase : timings[0].at("phases").as_object()) phases_s += number(phase.value());
  const double core_s = number(timings[0].at("core_s"));
  EXPECT_GT(core_s, 0);
  EXPECT_NEAR(phases_s, core_s, 2e-9) << "laying is counted in whole nanoseconds";
  // They agree to the nine digits that are written.
  EXPECT_NEAR(number(timings[0].at("games_per_core_s")) * core_s / 500, 1, 1e-6);
  EXPECT_NEAR(number(timings[0].at("games_per_s")) / number(timings[0].at("games_per_core_s")), 2, 1e-6);
  EXPECT_FALSE(timings[0].at("phases").as_object().contains("layout")) << "the boards are not the strategy's";
  const auto& counts = minesweeper::CaseTally::of(*played.of_case(0)[0].tally).player(0);
  EXPECT_GT(counts.layout_ns(), 0U);
  EXPECT_GT(counts.boards_ns, 0U);
  EXPECT_NEAR(*experiment->parts().results.layout_s(*played.of_case(0)[0].tally),
              static_cast<double>(counts.layout_ns() + counts.boards_ns) * 1e-9, 1e-9);
  EXPECT_NEAR(core_s * 1e9, static_cast<double>(counts.core_ns - counts.layout_ns()), 10);
  EXPECT_GT(number(timings[0].at("phases").at("local_rules")), 0);
}

TEST(MinesweeperExperiment, PhasesAreNamedForWhatPlayersDo) {
  const auto experiment = experiment_of(
      R"("games": 800, "boards": [{"level": "Beginner"}], "strategies": ["min_risk", "pinv", "sat"])");
  const Report played = play_all(*experiment);
  const bj::array timings = experiment->parts().results.timings(0, tally_of(played, 0), 0.5);
  const auto seconds = [&](std::size_t strategy, const char* phase) {
    return number(timings[strategy].at("phases").at(phase));
  };
  for (const std::size_t solver : {1U, 2U}) {
    EXPECT_GT(seconds(solver, "solving"), 0);
    EXPECT_EQ(seconds(solver, "counting"), 0);
    EXPECT_EQ(seconds(solver, "posterior"), 0);
  }
  EXPECT_EQ(seconds(0, "solving"), 0);
  EXPECT_GT(seconds(0, "counting"), 0);
  // The referee judges each dig of pinv: its time, several times that of solving, is not that of showing the cells.
  EXPECT_LT(seconds(1, "reveal"), seconds(1, "solving"));
  for (const bj::value& timing : timings) EXPECT_EQ(count(timing.at("phase_games")), 50U);
}

TEST(MinesweeperExperiment, PhasesOfFewOrUnevenGamesAreNotStable) {
  const auto experiment =
      experiment_of(R"("games": 1600, "boards": [{"rows": 5, "mines": 5}], "strategies": ["rules"])");
  const Report played = play_all(*experiment);
  auto& counts = minesweeper::CaseTally::of(*played.of_case(0)[0].tally).player(0);
  const auto is_stable = [&] {
    return experiment->parts().results.timings(0, tally_of(played, 0), 1)[0].at("phases_stable").as_bool();
  };
  counts.phase_ticks = {500, 0, 300, 0, 0, 0, 0, 200, 90'000};  // the referee's last
  counts.phase_games = 100;
  counts.longest_phase_ticks = 99;
  EXPECT_TRUE(is_stable());
  counts.phase_games = 10;
  EXPECT_FALSE(is_stable());
  counts.phase_games = 100;
  counts.longest_phase_ticks = 400;
  EXPECT_FALSE(is_stable());
}

TEST(FixedPointSum, IsExactToTwoToTheMinusForty) {
  minesweeper::FixedPointSum sum;
  for (int i = 0; i < 3'000'000; ++i) sum.add(1.0 / 3);
  for (int i = 0; i < 1000; ++i) sum.add(1.0);
  EXPECT_NEAR(sum.value(), 1'001'000, 3'000'000 * 0x1p-41);
}

TEST(JsonWriter, WritesShortestDoublesAndStableLines) {
  const bj::value value = {{"a", 5.0}, {"b", 0.1}, {"c", 1e300}, {"d", bj::array{1, -2, "x\n"}}};
  EXPECT_EQ(json::to_text(value), R"({"a": 5, "b": 0.1, "c": 1e+300, "d": [1, -2, "x\n"]})");
  bj::array longer;
  for (int i = 0; i < 40; ++i) longer.emplace_back(1'000'000 + i);
  const std::string text = json::to_text(longer);
  EXPECT_EQ(bj::parse(bj::string_view(text)), bj::value(longer));
  EXPECT_GT(std::count(text.begin(), text.end(), '\n'), 3);
  EXPECT_THROW(json::to_text(bj::value(std::nan(""))), std::logic_error);
}

TEST(Report, IsWholeJsonWithAllItsParts) {
  const auto experiment = experiment_of(kMixed);
  const tests::TemporaryFolder folder;
  const auto file = folder.path() / "out.json";
  save(file, play_all(*experiment));
  const bj::value report = bj::parse(tests::content_of(file));
  EXPECT_EQ(report.at("schema").as_string(), "sapper-report/2");
  EXPECT_EQ(report.at("results").as_array().size(), 12U);
  EXPECT_EQ(report.at("comparisons").as_array().size(), 18U);
  EXPECT_EQ(report.at("timing").at("results").as_array().size(), 12U);
  EXPECT_EQ(report.at("environment").at("started").as_string(), "2026-01-02T03:04:05Z");
  EXPECT_EQ(report.at("config"), bj::value(experiment->config()));
  EXPECT_FALSE(std::filesystem::exists(file.string() + ".tmp"));
  const bj::object& machine = report.at("environment").as_object();
  for (const char* const key : {"cores", "hardware_threads", "sockets", "numa_nodes", "memory_bytes",
                                "kernel", "governor", "load_start", "load_end"})
    EXPECT_TRUE(machine.contains(key)) << key;
  EXPECT_GE(number(machine.at("hardware_threads")), number(machine.at("cores")));
  EXPECT_GE(number(machine.at("cores")), number(machine.at("sockets")));
  EXPECT_GE(number(machine.at("memory_bytes")), 1 << 28);
  EXPECT_FALSE(machine.at("libraries").at("oneTBB").as_string().empty());
}

}  // namespace
}  // namespace sapper::experiments
