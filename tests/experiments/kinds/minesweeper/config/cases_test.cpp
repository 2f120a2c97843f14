// The sweep's axes, strategies with labels, and records of games.
#include <stdlib.h>

#include <boost/json/parse.hpp>
#include <boost/math/distributions/students_t.hpp>

#include "experiments/kinds/load_experiment.hpp"
#include "experiments/kinds/minesweeper/boards/levels.hpp"
#include "experiments/kinds/minesweeper/config/config.hpp"
#include "experiments/kinds/minesweeper/experiment/minesweeper_experiment.hpp"
#include "experiments/kinds/minesweeper/game/calibration.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"
#include "tests/support/text.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;
namespace fs = std::filesystem;
using tests::experiment_of;
using tests::play_all;
using tests::tally_of;

std::string refusal_of(const std::string& members) {
  return tests::message_of<InputError>([&] { experiment_of(members); });
}

std::vector<bj::object> records(const Experiment& experiment, RecordFilter filter = RecordFilter::all) {
  std::vector<bj::object> lines;
  for (const std::string& line : tests::lines_of(tests::records_of(experiment, 2, filter)))
    lines.push_back(bj::parse(line).as_object());
  return lines;
}

TEST(Cases, AreTheProductOfTheAxesBoardsOutermost) {
  const auto experiment =
      experiment_of(R"("games": 3, "boards": [{"rows": 5, "mines": 4}, {"rows": 6, "mines": 5}],
    "first_click": [{"rule": "safe", "cell": "corner"}, {"rule": "opening", "cell": "center"}],
    "reveal": ["flood", "ring", "single"], "motion": ["fixed", "moving"], "strategies": ["rules"])");
  ASSERT_EQ(experiment->case_count(), 24U);
  const Report all = play_all(*experiment);
  for (std::size_t number = 0; number < 24; ++number) {
    const bj::object result =
        experiment->parts().results.results(number, tally_of(all, number))[0].as_object();
    EXPECT_EQ(result.at("case"), number);
    EXPECT_EQ(result.at("board").at("rows"), number < 12 ? 5 : 6);
    EXPECT_EQ(result.at("first_click").at("rule"), number / 6 % 2 == 0 ? "safe" : "opening");
    EXPECT_EQ(result.at("reveal").as_string(), bj::string_view(sim::kReveals[number / 2 % 3].name));
    EXPECT_EQ(result.at("motion"), number % 2 == 0 ? "fixed" : "moving");
  }
  EXPECT_EQ(experiment->case_name(11), "5 x 5, 4 mines, opening at row,col 2,2, single, moving mines");
  const auto again = parse_experiment(json::to_text(experiment->config()), "c.json", {});
  EXPECT_EQ(json::to_text(again->config()), json::to_text(experiment->config()));
}

TEST(Cases, AllCellsAreOneOfEachClass) {
  const auto cells_of = [](const std::string& board) {
    const auto experiment = experiment_of(R"("games": 1, "boards": [)" + board +
                                          R"(], "first_click": {"rule": "unprotected", "cell": "all"})");
    std::vector<std::uint32_t> cells;
    for (const minesweeper::Case& played : experiment->parts().minesweeper->cases)
      cells.push_back(played.first_cell);
    return cells;
  };
  EXPECT_THAT(cells_of(R"({"rows": 4, "mines": 4})"), ElementsAre(0, 1, 5));
  EXPECT_THAT(cells_of(R"({"rows": 3, "cols": 4, "mines": 4})"), ElementsAre(0, 1, 4, 5));
  EXPECT_THAT(cells_of(R"({"rows": 4, "mines": 4, "topology": "torus"})"), ElementsAre(0));
  EXPECT_EQ(cells_of(R"({"rows": 3, "layout": [[0, 0]]})").size(), 9U);
}

TEST(Cases, TheSameGamesUnderEveryFirstClick) {
  // The corner holds a mine in the games of `unprotected` that are lost at once, whatever else is in the sweep.
  const std::string members =
      R"("games": 200, "boards": [{"rows": 5, "mines": 5}], "strategies": ["min_risk"])";
  const auto alone = experiment_of(members + R"(, "first_click": {"rule": "safe", "cell": "corner"})");
  const auto both = experiment_of(members + R"(, "first_click": [{"rule": "unprotected", "cell": "corner"},
    {"rule": "safe", "cell": "corner"}])");
  EXPECT_EQ(tally_of(play_all(*alone, 1), 0).counters()[1], tally_of(play_all(*both), 1).counters()[1]);
}

TEST(Strategies, MayStandTwiceUnderLabels) {
  const auto experiment = experiment_of(R"("games": 50, "boards": [{"rows": 5, "mines": 5}],
    "strategies": ["min_risk", {"name": "min_risk", "label": "the same again"}])");
  EXPECT_THAT(experiment->labels(), ElementsAre("min_risk", "the same again"));
  const Report played = play_all(*experiment);
  const bj::array results = experiment->parts().results.results(0, tally_of(played, 0));
  EXPECT_EQ(results[1].at("strategy"), "min_risk");
  EXPECT_EQ(results[1].at("label"), "the same again");
  EXPECT_EQ(results[0].at("wins"), results[1].at("wins"));
  EXPECT_THAT(refusal_of(R"("boards": [{"rows": 5, "mines": 5}], "strategies": ["csp", {"name": "csp"}])"),
              HasSubstr("strategies[1] has the label \"csp\", which is already in the list"));
  EXPECT_THAT(
      refusal_of(R"("boards": [{"rows": 5, "mines": 5}], "strategies": [{"name": "csp", "lable": "x"}])"),
      HasSubstr("strategies[0].lable is not a known key; did you mean \"label\"?"));
}

TEST(Densities, RangesAndWhatTheyAskedFor) {
  const auto experiment = experiment_of(
      R"("boards": [{"rows": 10, "density": {"from": 0.10, "to": 0.20, "step": 0.05}}], "games": 1)");
  ASSERT_EQ(experiment->case_count(), 3U);
  EXPECT_EQ(experiment->case_name(1), "10 x 10, 15 mines");
  EXPECT_EQ(experiment->config().at("boards").at(1).at("density"), 0.15);
  EXPECT_THAT(refusal_of(R"("boards": [{"rows": 4, "density": [0.1, 0.12]}])"),
              HasSubstr("the densities 0.1 and 0.12 both give 2 mines there"));
  EXPECT_THAT(refusal_of(R"("boards": [{"rows": 4, "density": {"from": 0.3, "to": 0.2, "step": 0.1}}])"),
              HasSubstr("boards[0].density.to is 0.2"));
  EXPECT_THAT(refusal_of(R"("boards": [{"rows": 4, "density": {"from": 0.1, "to": 0.2, "step": 0}}])"),
              HasSubstr("boards[0].density.step is 0"));
}

class Records : public testing::Test {
 protected:
  std::unique_ptr<Experiment> experiment_ = experiment_of(
      R"("games": 300, "boards": [{"rows": 6, "mines": 6}, {"rows": 5, "mines": 6}],
    "first_click": {"rule": "unprotected", "cell": "corner"}, "strategies": ["random", "rules", "min_risk", "pinv"])");
};

TEST_F(Records, AddUpToTheReport) {
  const Report played = play_all(*experiment_);
  const std::vector<bj::object> lines = records(*experiment_);
  ASSERT_EQ(lines.size(), 2U * 300 * 4);
  std::size_t next = 0;
  for (std::size_t number = 0; number < 2; ++number) {
    const bj::array results = experiment_->parts().results.results(number, tally_of(played, number));
    std::vector<std::uint64_t> wins(4), guesses(4);
    std::vector<double> predicted(4);
    for (std::uint64_t game = 0; game < 300; ++game)
      for (std::size_t i = 0; i < 4; ++i) {
        const bj::object& line = lines[next++];
        ASSERT_EQ(line.at("case"), number);
        ASSERT_EQ(line.at("game"), game);
        ASSERT_EQ(line.at("strategy").as_string(), experiment_->labels()[i]);
        wins[i] += line.at("won").as_bool();
        guesses[i] += line.at("guesses").as_array().size();
        for (const bj::value& risk : line.at("guesses").as_array()) predicted[i] += risk.to_number<double>();
        EXPECT_EQ(line.at("moves").at("guess"), line.at("guesses").as_array().size());
      }
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(results[i].at("wins"), wins[i]);
      EXPECT_EQ(results[i].at("guesses").at("total"), guesses[i]);
      EXPECT_NEAR(results[i].at("guess_risk").at("predicted_losses").to_number<double>(), predicted[i], 1e-6);
    }
  }
}

// The mean excess risk is that of all guesses; its interval follows from how the games deviate from it.
TEST_F(Records, HoldTheExcessRiskOfTheReport) {
  const Report played = play_all(*experiment_);
  struct Game {
    double excess = 0, guesses = 0;
  };
  std::map<std::pair<std::uint64_t, std::string>, std::vector<Game>> games;
  std::map<std::pair<std::uint64_t, std::string>, std::uint64_t> missed;
  for (const bj::object& line : records(*experiment_)) {
    const std::pair key(line.at("case").to_number<std::uint64_t>(),
                        std::string(line.at("strategy").as_string()));
    const bj::array& risks = line.at("guesses").as_array();
    const bj::array& lowest = line.at("lowest").as_array();
    ASSERT_EQ(risks.size(), lowest.size());
    Game& game = games[key].emplace_back();
    for (std::size_t i = 0; i < risks.size(); ++i) {
      EXPECT_GE(risks[i].to_number<double>(), lowest[i].to_number<double>());
      game.excess += risks[i].to_number<double>() - lowest[i].to_number<double>();
      game.guesses += 1;
    }
    missed[key] += line.at("missed_safe").to_number<std::uint64_t>();
  }
  for (std::size_t number = 0; number < 2; ++number)
    for (const bj::value& result : experiment_->parts().results.results(number, tally_of(played, number))) {
      const std::pair key(number, std::string(result.at("label").as_string()));
      SCOPED_TRACE(key.second);
      Game all;
      for (const Game& game : games[key]) {
        all.excess += game.excess;
        all.guesses += game.guesses;
      }
      const double mean = all.excess / all.guesses;
      // Student's interval with one more game, which risked nothing or everything, of how far each moves the mean.
      const auto end = [&](double excess, double sign) {
        const double per_game = all.guesses / 300;
        std::vector<double> values{excess / per_game};
        for (const Game& game : games[key])
          values.push_back(mean + (game.excess - mean * game.guesses) / per_game);
        double sum = 0, deviations = 0;
        for (const double value : values) sum += value / 301;
        for (const double value : values) deviations += (value - sum) * (value - sum);
        const double quantile = boost::math::quantile(boost::math::students_t(300), 0.975);
        return sum + sign * quantile * std::sqrt(deviations / 300 / 301);
      };
      EXPECT_NEAR(result.at("mean_excess_risk").to_number<double>(), mean, 1e-8);
      EXPECT_NEAR(result.at("excess_risk_ci_low").to_number<double>(), std::max(0.0, end(0, -1)), 1e-5);
      EXPECT_NEAR(result.at("excess_risk_ci_high").to_number<double>(), end(1, 1), 1e-5);
      EXPECT_EQ(result.at("missed_safe"), missed[key]);
      EXPECT_EQ(result.at("missed_safe"), result.at("decisions").at("missed_safe"));
      EXPECT_EQ(mean > 1e-6, key.second != "min_risk");
    }
}

TEST_F(Records, HoldTheGuessesThatTheCalibrationCounts) {
  const Report played = play_all(*experiment_);
  struct Bin {
    std::uint64_t guesses = 0, losses = 0;
    double predicted = 0, variance = 0;
  };
  std::map<std::pair<std::uint64_t, std::string>, std::map<int, Bin>> bins;
  for (const bj::object& line : records(*experiment_)) {
    auto& of_result =
        bins[{line.at("case").to_number<std::uint64_t>(), std::string(line.at("strategy").as_string())}];
    const auto bin_of = [](double risk) { return std::min(19, static_cast<int>((risk + 1e-9) * 20)); };
    for (const bj::value& risk : line.at("guesses").as_array()) {
      const auto p_mine = risk.to_number<double>();
      Bin& bin = of_result[bin_of(p_mine)];
      ++bin.guesses;
      bin.predicted += p_mine;
      bin.variance += p_mine * (1 - p_mine);
    }
    if (!line.at("lost_risk").is_null()) ++of_result[bin_of(line.at("lost_risk").to_number<double>())].losses;
  }
  for (std::size_t number = 0; number < 2; ++number)
    for (const bj::value& result : experiment_->parts().results.results(number, tally_of(played, number))) {
      const auto& expected = bins[{number, std::string(result.at("label").as_string())}];
      const bj::array& list = result.at("guess_risk").at("calibration").as_array();
      ASSERT_EQ(list.size(), expected.size());
      std::size_t next = 0;
      for (const auto& [index, bin] : expected) {
        const bj::value& shown = list[next++];
        EXPECT_NEAR(shown.at("low").to_number<double>(), index / 20.0, 1e-9);
        EXPECT_NEAR(shown.at("high").to_number<double>(), (index + 1) / 20.0, 1e-9);
        EXPECT_EQ(shown.at("guesses"), bin.guesses);
        EXPECT_EQ(shown.at("losses"), bin.losses);
        EXPECT_NEAR(shown.at("predicted_losses").to_number<double>(), bin.predicted, 1e-5);
        if (bin.variance > 1e-6) {
          EXPECT_NEAR(shown.at("z").to_number<double>(),
                      (static_cast<double>(bin.losses) - bin.predicted) / std::sqrt(bin.variance), 1e-4);
        }
      }
    }
}

// The first strategy's records describe the boards as laid.
TEST_F(Records, HoldTheBoardsOfTheCaseFacts) {
  const Report played = play_all(*experiment_);
  const std::vector<bj::object> lines = records(*experiment_);
  for (std::size_t number = 0; number < 2; ++number) {
    const bj::object facts = experiment_->parts().results.case_facts(number, tally_of(played, number));
    for (const std::string name : {"bv3", "openings", "isolated"}) {
      double sum = 0;
      double squares = 0;
      for (const bj::object& line : lines) {
        if (line.at("case") != number || line.at("strategy") != "random") continue;
        const auto value = line.at(name).to_number<double>();
        sum += value;
        squares += value * value;
      }
      EXPECT_NEAR(facts.at(name + "_mean").to_number<double>(), sum / 300, 1e-6);
      EXPECT_NEAR(facts.at(name + "_deviation").to_number<double>(),
                  std::sqrt(squares / 300 - sum / 300 * (sum / 300)), 1e-6);
    }
    EXPECT_EQ(facts.at("games"), 300U);
    EXPECT_GT(facts.at("bv3_deviation").to_number<double>(), 0);
  }
}

TEST(Calibration, VerdictSaysWhatChanceAllows) {
  using minesweeper::verdict_of;
  EXPECT_EQ(verdict_of(0.84), "the exact risks predict the losses: z = +0.8, as expected by chance");
  EXPECT_THAT(verdict_of(-3), AllOf(HasSubstr("z = -3.0"), HasSubstr("unlikely by chance")));
  EXPECT_THAT(verdict_of(4.1), AllOf(StartsWith("WARNING"), HasSubstr("Rerun with another seed")));
  EXPECT_THAT(verdict_of(3, 100, "x"), HasSubstr("z = +3.0 at most in 100 results (x), as expected"));
  EXPECT_THAT(verdict_of(-4.1, 100, "x"), StartsWith("WARNING"));
  EXPECT_THAT(verdict_of(4.1, 100'000, "x"), HasSubstr("as expected by chance"));
}

// The control variate: over many small experiments the adjusted rate has the plain one's mean and the smaller
// variance that it claims. 200 experiments; false alarms below 1e-4 each.
TEST(AdjustedRate, IsUnbiasedAndCovers) {
  SAPPER_LONG_TEST();
  constexpr int kRuns = 200;
  double plain_sum = 0;
  double adjusted_sum = 0;
  double plain_squares = 0;
  double adjusted_squares = 0;
  std::vector<std::pair<double, double>> intervals;
  for (int i = 0; i < kRuns; ++i) {
    const auto experiment = experiment_of(R"("games": 250, "boards": [{"rows": 8, "mines": 13}], "seed": )" +
                                          std::to_string(9000 + i) + R"(, "strategies": ["min_risk"])");
    const Report played = play_all(*experiment);
    const bj::object result = experiment->parts().results.results(0, tally_of(played, 0))[0].as_object();
    const double plain = result.at("win_rate").to_number<double>();
    const double adjusted = result.at("win_rate_adjusted").to_number<double>();
    plain_sum += plain;
    adjusted_sum += adjusted;
    plain_squares += plain * plain;
    adjusted_squares += adjusted * adjusted;
    intervals.emplace_back(result.at("adjusted_ci_low").to_number<double>(),
                           result.at("adjusted_ci_high").to_number<double>());
  }
  const double mean = plain_sum / kRuns;
  const double plain_variance = plain_squares / kRuns - mean * mean;
  const double adjusted_mean = adjusted_sum / kRuns;
  const double adjusted_variance = adjusted_squares / kRuns - adjusted_mean * adjusted_mean;
  EXPECT_NEAR(adjusted_mean, mean, 4 * std::sqrt(plain_variance / kRuns));
  EXPECT_GT(plain_variance / adjusted_variance, 1.2);
  int covering = 0;
  for (const auto& [low, high] : intervals) covering += low <= adjusted_mean && adjusted_mean <= high;
  EXPECT_GE(covering, 178) << "95 % of 200 is 190, its standard deviation 3.1";
}

// The files that a config names: boards, and what external players are run from.

class ConfigFiles : public testing::Test {
 protected:
  ConfigFiles() {
    folder_.write("b.txt", "...\n..*\n...\n");
    folder_.write("bot.py", "print()");
    folder_.write("weights", "1 2 3");
    folder_.write("tool", "#!/bin/sh\n");
    fs::permissions(folder_.path() / "tool", fs::perms::owner_all);
    if (const char* const path = ::getenv("PATH")) path_ = path;
    ::setenv("PATH", (folder_.path().string() + "::/usr/bin:/bin").c_str(), 1);
  }
  ~ConfigFiles() override { ::setenv("PATH", path_.c_str(), 1); }
  // command: a JSON list.
  std::unique_ptr<Experiment> experiment(const std::string& command) const {
    ConfigOverrides overrides;
    overrides.allow_commands = true;
    return load_experiment(
        folder_.write(
            "c.json",
            R"({"schema": "sapper-config/1", "games": 1, "first_click": {"rule": "safe", "cell": [0, 0]},
      "boards": [{"file": "b.txt"}], "strategies": ["rules",
      {"name": "external", "label": "x", "command": )" +
                command + "}]}"),
        overrides);
  }
  std::vector<std::string> programs(const std::string& command) const {
    std::vector<std::string> names;
    for (const ProgramFile& file : program_files_of(*experiment(command)))
      names.push_back(std::to_string(file.word) + " " + file.name);
    return names;
  }

  tests::TemporaryFolder folder_;
  std::string path_;
};

TEST_F(ConfigFiles, OfAPlayerAreItsProgramAndTheArgumentsThatAreFiles) {
  EXPECT_THAT(programs(R"(["./tool", "-x", "bot.py", "none", "weights", "."])"),
              ElementsAre("0 ./tool", "2 bot.py", "4 weights"));
  EXPECT_THAT(programs(R"(["tool", "bot.py"])"), ElementsAre("0 tool", "1 bot.py")) << "found in PATH";
  EXPECT_THAT(programs(R"(["bot.py"])"), IsEmpty()) << "not executable, so not found in PATH";
  EXPECT_THAT(programs(R"(["no-such-program"])"), IsEmpty());
}

TEST_F(ConfigFiles, ChangeTheHashWithTheirContent) {
  const auto before = program_files_of(*experiment(R"(["tool", "bot.py"])"));
  EXPECT_EQ(changed_program(before, program_files_of(*experiment(R"(["tool", "bot.py"])"))), "");
  folder_.write("bot.py", "print(1)");
  EXPECT_EQ(changed_program(before, program_files_of(*experiment(R"(["tool", "bot.py"])"))),
            "bot.py (player \"x\")");
}

TEST_F(ConfigFiles, AreAllThatTheConfigNames) {
  std::vector<std::string> names;
  for (const fs::path& file : files_of(*experiment(R"(["./tool", "bot.py"])")))
    names.push_back(fs::relative(fs::canonical(file), fs::canonical(folder_.path())));
  EXPECT_THAT(names, ElementsAre("b.txt", "tool", "bot.py"));
}

}  // namespace
}  // namespace sapper::experiments

namespace sapper::experiments::minesweeper {
namespace {

// The built-in levels are those of data/levels.json.

TEST(Levels, AreCompiledIn) {
  ::unsetenv("SAPPER_DATA");
  const boost::json::value root = tests::load_json(SAPPER_DATA_DIR "/levels.json");
  const boost::json::array& expected = root.at("levels").as_array();
  ASSERT_EQ(levels().size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(levels()[i].name, expected[i].at("name").as_string());
    EXPECT_EQ(levels()[i].rows, expected[i].at("rows").as_int64());
    EXPECT_EQ(levels()[i].cols, expected[i].at("cols").as_int64());
    EXPECT_EQ(levels()[i].mines, expected[i].at("mines").as_int64());
    EXPECT_EQ(levels()[i].description, expected[i].at("description").as_string());
  }
}

}  // namespace
}  // namespace sapper::experiments::minesweeper
