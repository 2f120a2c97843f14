// Go experiments: the counts, and their independence of threads and chunks.
#include "experiments/kinds/go/go_experiment.hpp"

#include <boost/json/parse.hpp>

#include "experiments/kinds/go/config.hpp"
#include "experiments/kinds/go/worker.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/experiment_texts.hpp"
#include "experiments/stats/statistics.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::go {
namespace {

namespace bj = boost::json;
using tests::play_all;
using tests::results_text;
using tests::tally_of;

std::unique_ptr<Experiment> experiment_of(const std::string& members) {
  return tests::experiment_of(R"("game": "go", )" + members);
}
const Config& config_of(const Experiment& experiment) {
  return dynamic_cast<const GoExperiment&>(experiment).plan();
}

std::uint64_t count(const bj::value& value) { return value.to_number<std::uint64_t>(); }

constexpr const char* kMixed = R"("games": 60, "boards": [{"size": [2, 5], "komi": [0, 7.5]}],
  "strategies": ["random", {"name": "uct", "playouts": 10}, {"black": "random", "white": {"name": "uct", "playouts": 10}}])";

// Recomputes every number from games played singly.
TEST(GoExperiment, CountsWhatItsGamesShow) {
  SAPPER_LONG_TEST();
  for (const char* scoring : {"area", "majority"}) {
    const auto experiment = experiment_of(std::string(kMixed) + R"(, "scoring": ")" + scoring + '"');
    const Config& config = config_of(*experiment);
    const Report played = play_all(*experiment);
    for (std::size_t board = 0; board < config.boards.size(); ++board) {
      const bj::array results = experiment->parts().results.results(board, tally_of(played, board));
      ASSERT_EQ(results.size(), 3U);
      for (std::size_t i = 0; i < results.size(); ++i) {
        Match match(config, config.boards[board], config.strategies[i]);
        std::uint64_t wins = 0;
        std::uint64_t draws = 0;
        std::uint64_t moves = 0;
        std::uint64_t longest = 0;
        std::uint64_t taken = 0;
        int margin_halves = 0;
        for (std::uint64_t number = 0; number < config.games; ++number) {
          ASSERT_TRUE(match.play(number));
          wins += match.game().winner() == sim::go::Color::black;
          draws += match.game().winner() == sim::go::Color::empty;
          moves += match.game().moves().size();
          longest = std::max<std::uint64_t>(longest, match.game().moves().size());
          taken += match.game().board().captures(sim::go::Color::black);
          margin_halves += match.game().score().margin_halves();
        }
        const auto games = static_cast<double>(config.games);
        EXPECT_EQ(count(results[i].at("games")), config.games);
        EXPECT_EQ(count(results[i].at("wins")), wins);
        EXPECT_EQ(count(results[i].at("draws")), draws);
        EXPECT_TRUE(draws == 0 || config.boards[board].komi_halves % 2 == 0);
        EXPECT_EQ(count(results[i].at("captures").at("by_black")), taken);
        EXPECT_EQ(count(results[i].at("length").at("longest")), longest);
        EXPECT_NEAR(results[i].at("length").at("mean").to_number<double>(),
                    static_cast<double>(moves) / games, 1e-6);
        EXPECT_NEAR(results[i].at("margin").at("mean").to_number<double>(), margin_halves / 2.0 / games,
                    1e-6);
        EXPECT_NEAR(results[i].at("ci_low").to_number<double>(), wilson_95(wins, config.games).low, 1e-8);
        std::uint64_t in_bins = 0;
        for (const bj::value& bin : results[i].at("length").at("histogram").as_array()) in_bins += count(bin);
        EXPECT_EQ(in_bins, config.games);
        std::uint64_t endings = 0;
        for (const auto& ending : results[i].at("endings").as_object()) endings += count(ending.value());
        EXPECT_EQ(endings, config.games);
      }
    }
  }
}

// Random players ignore the komi: the games are the same, and a larger komi never helps Black.
TEST(GoExperiment, PlaysTheSameRandomGamesUnderEveryKomi) {
  const auto experiment =
      experiment_of(R"("games": 200, "boards": [{"size": 5, "komi": [-3, 0.5, 7.5, 30]}])");
  const Report played = play_all(*experiment);
  std::uint64_t wins = 1000;
  std::string lengths;
  for (std::size_t board = 0; board < 4; ++board) {
    const bj::value result = experiment->parts().results.results(board, tally_of(played, board))[0];
    EXPECT_LE(count(result.at("wins")), wins);
    wins = count(result.at("wins"));
    if (board > 0) {
      EXPECT_EQ(json::to_text(result.at("length")), lengths);
    }
    lengths = json::to_text(result.at("length"));
  }
  EXPECT_EQ(wins, 0U) << "no lead on 5 x 5 reaches 30 points";
}

TEST(GoExperiment, ReplaysAGame) {
  const auto experiment = experiment_of(kMixed);
  const std::string text = experiment->parts().texts.replay(3, 17, nullptr);
  EXPECT_THAT(text, HasSubstr("c: game 17 of case 3, 5 x 5, komi 7.5; seed 1"));
  EXPECT_THAT(text, HasSubstr("\nrandom vs uct(playouts=10)\n    1  B "));
  EXPECT_EQ(text, experiment->parts().texts.replay(3, 17, nullptr));
  const std::string name = "random";
  EXPECT_THAT(text, HasSubstr(experiment->parts().texts.replay(3, 17, &name).substr(60)));
  const std::string wrong = "uct";
  EXPECT_THAT(tests::message_of<InputError>([&] { experiment->parts().texts.replay(3, 17, &wrong); }),
              HasSubstr("uct(playouts=10)"));
}

TEST(GoExperiment, SummarisesForAPerson) {
  const auto experiment = experiment_of(kMixed);
  const Report played = play_all(*experiment);
  const std::string text = experiment->parts().texts.summary(
      [&](std::size_t board) -> const Tally& { return tally_of(played, board); }, 1, 80);
  for (const char* part :
       {"strategy", "Black wins", "5 x 5, komi 7.5", "random vs uct(playouts=10)", " 60 ", "area scoring"})
    EXPECT_THAT(text, HasSubstr(part));
  EXPECT_THAT(experiment->parts().texts.headline(tally_of(played, 0)),
              HasSubstr("random vs uct(playouts=10) "));
  EXPECT_THAT(experiment->parts().texts.outline(), HasSubstr("case 3: 5 x 5, komi 7.5"));
  EXPECT_GT(experiment->parts().results.core_s(tally_of(played, 0)), 0);
  EXPECT_GT(experiment->stop_evidence(tally_of(played, 0)).half_width, 0.05);
}

// Go configs: what is accepted, what is refused and why, and that the schema agrees.

std::string text_with(const std::string& members) {
  return R"({"schema": "sapper-config/1", "game": "go", )" + members + "}";
}
Config read(const std::string& text) { return read_config(json::Document::parse(text, "c.json"), {}); }
std::string refusal(const std::string& members) {
  return tests::message_of<InputError>([&] { read(text_with(members)); });
}
std::vector<std::string> schema_errors_of(const std::string& text) {
  return tests::schema_errors(boost::json::parse(text), SAPPER_DATA_DIR "/schema/config.schema.json");
}

constexpr const char* kBoard = R"("boards": [{"size": 9, "komi": 7.5}])";

TEST(GoConfig, ExpandsSizesAndKomis) {
  const Config config =
      read(text_with(R"("boards": [{"size": [5, 9], "komi": [0, 6.5]}, {"size": 3, "komi": -1}])"));
  const std::vector<Board> expected{{5, 0}, {5, 13}, {9, 0}, {9, 13}, {3, -2}};
  EXPECT_EQ(config.boards, expected);
  EXPECT_EQ(name_of(config.boards[1]), "5 x 5, komi 6.5");
  EXPECT_EQ(config.scoring, sim::go::Scoring::area);
  EXPECT_EQ(config.end, sim::go::GameEnd::settled);
  ASSERT_EQ(config.strategies.size(), 1U);
  EXPECT_EQ(config.strategies[0].label, "random");
}

TEST(GoConfig, ReadsEveryKindOfMember) {
  const std::string text = text_with(
      R"("name": "n", "seed": 3, "games": 7, "boards": [{"size": 9, "komi": 7}], "scoring": "majority",
         "end": "passes", "strategies": ["random", {"name": "random"}, "uct", {"name": "uct", "playouts": 20},
         {"black": "random", "white": {"name": "uct", "playouts": 5}}], "stop": {"half_width": 0.1})");
  EXPECT_THAT(schema_errors_of(text), IsEmpty());
  EXPECT_THAT(tests::message_of<InputError>([&] { read(text); }),
              HasSubstr("strategies[1] is random, a duplicate"));
  std::string once = text;
  once.erase(once.find(R"({"name": "random"}, )"), 20);
  const Config config = read(once);
  std::string names;
  for (const Pairing& pairing : config.strategies) names += pairing.label + "; ";
  EXPECT_EQ(names, "random; uct; uct(playouts=20); random vs uct(playouts=5); ");
  EXPECT_EQ(config.scoring, sim::go::Scoring::majority);
  EXPECT_EQ(config.end, sim::go::GameEnd::passes);
  EXPECT_EQ(config.games, 7U);
}

TEST(GoConfig, SaysWhatIsWrong) {
  const std::string board = kBoard;
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"("seed": 1)", "lacks the key \"boards\""},
      {R"("boards": [])", "boards"},
      {R"("boards": [{"size": 26, "komi": 1}])",
       "boards[0].size is 26; expected a whole number from 1 to 25"},
      {R"("boards": [{"size": [9, 0], "komi": 1}])", "boards[0].size[1] is 0"},
      {R"("boards": [{"size": 9}])", "boards[0] lacks the key \"komi\""},
      {R"("boards": [{"size": 9, "komi": [1, 1.3]}])",
       "boards[0].komi[1] is 1.3; expected a multiple of 0.5"},
      {R"("boards": [{"size": 9, "komi": 1001}])", "boards[0].komi is 1001"},
      {R"("boards": [{"size": 9, "komi": "7"}])", "boards[0].komi"},
      {R"("boards": [{"size": 9, "komi": 1, "mines": 10}])", "boards[0].mines is not a known key"},
      {board + R"(, "scoring": "japanese")", "scoring is \"japanese\""},
      {board + R"(, "end": "never")", "end is \"never\""},
      {board + R"(, "topology": "torus")", "topology is not a known key"},
      {board + R"(, "strategies": [])", "strategies"},
      {board + R"(, "strategies": ["uctt"])", "did you mean \"uct\"?"},
      {board + R"(, "strategies": [{"name": "random", "playouts": 5}])",
       "strategies[0].playouts is not a known key"},
      {board + R"(, "strategies": [{"name": "uct", "playouts": 0}])", "strategies[0].playouts is 0"},
      {board + R"(, "strategies": [{"black": "random"}])", "strategies[0] lacks the key \"white\""},
      {board + R"(, "strategies": [{"name": "uct", "black": "uct", "white": "uct"}])",
       "name is not a known key"},
  };
  for (const auto& [members, part] : cases) {
    EXPECT_THAT(refusal(members), AllOf(StartsWith("c.json:1:"), HasSubstr(part))) << members;
    EXPECT_THAT(schema_errors_of(text_with(members)), Not(IsEmpty())) << members;
  }
  EXPECT_THAT(refusal(R"("boards": [{"size": 9, "komi": 1}, {"size": [7, 9], "komi": 1.0}])"),
              HasSubstr("boards[1] gives the board 9 x 9, komi 1 twice"));
}

TEST(GoConfig, MinesweeperKeepsItsKeys) {
  const std::string text = R"({"schema": "sapper-config/1", "boards": [{"size": 9, "komi": 7.5}]})";
  EXPECT_THAT(schema_errors_of(text), Not(IsEmpty()));
  EXPECT_THAT(schema_errors_of(
                  R"({"schema": "sapper-config/1", "boards": [{"level": "Expert"}], "scoring": "area"})"),
              Not(IsEmpty()));
}

}  // namespace
}  // namespace sapper::experiments::go
