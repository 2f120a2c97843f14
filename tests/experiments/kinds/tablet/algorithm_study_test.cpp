// The study of the algorithms: states, values, and where each is no longer practical.
#include <boost/json/parse.hpp>

#include "experiments/kinds/load_experiment.hpp"
#include "experiments/kinds/tablet/algorithm_experiment.hpp"
#include "experiments/kinds/tablet/config.hpp"
#include "experiments/kinds/tablet/game_start.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/experiment_texts.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/run/worker.hpp"
#include "experiments/support/errors.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::tablet {
namespace {

using solvers::nim::Algorithm;

Config config_of(std::vector<Board> boards, std::uint64_t max_states) {
  Config config;
  config.name = "test";
  config.study = TabletStudy::algorithms;
  config.boards = std::move(boards);
  config.poison.where = PoisonPlacement::Where::center;
  config.algorithms = {Algorithm::plain, Algorithm::memo, Algorithm::normalized};
  config.max_states = max_states;
  config.games = 2;
  return config;
}

std::unique_ptr<Tally> play(const AlgorithmExperiment& experiment, std::size_t board) {
  const std::atomic<bool> abandon = false;
  std::string records;
  auto tally = experiment.make_tally();
  EXPECT_TRUE(experiment.make_worker(std::nullopt)
                  ->play(board, {0, experiment.common().games}, abandon, *tally, records));
  return tally;
}

// Four heaps of 1, 1, 1, 1: 16 states, 5 up to their order; and 65 = 1 + 4 + 4 3 + 4 3 2 + 4 3 2 1 ways to
// play on.
TEST(AlgorithmStudy, CountsTheStatesOfEach) {
  const AlgorithmExperiment experiment(config_of({{3, 3}}, 1000));
  const boost::json::array results = experiment.parts().results.results(0, *play(experiment, 0));
  ASSERT_EQ(results.size(), 3u);
  const char* const names[]{"plain", "memo", "normalized"};
  const int states[]{65, 16, 5};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(results[i].at("strategy"), names[i]);
    EXPECT_EQ(results[i].at("games"), 2u);
    EXPECT_EQ(results[i].at("solved"), 2u);
    EXPECT_EQ(results[i].at("practical"), true);
    EXPECT_EQ(results[i].at("states").at("total"), 2 * states[i]);
    EXPECT_EQ(results[i].at("states").at("mean").as_double(), states[i]);
    EXPECT_EQ(results[i].at("disagreements"), 0u);
  }
}

TEST(AlgorithmStudy, SaysWhereEachStopsBeingPractical) {
  const AlgorithmExperiment experiment(config_of({{3, 3}, {4, 4}, {9, 9}}, 100));
  std::vector<std::unique_ptr<Tally>> tallies;
  for (std::size_t board = 0; board < 3; ++board) tallies.push_back(play(experiment, board));
  const boost::json::array small = experiment.parts().results.results(1, *tallies[1]);
  EXPECT_EQ(small[0].at("practical"), false);
  EXPECT_EQ(small[0].at("solved"), 0u);
  EXPECT_TRUE(small[0].at("states").is_null());
  EXPECT_EQ(small[1].at("practical"), true);
  const std::string summary = experiment.parts().texts.summary(
      [&](std::size_t board) -> const Tally& { return *tallies[board]; }, 1, 80);
  EXPECT_THAT(summary,
              HasSubstr("plain is no longer practical at 4 columns x 4 rows: more than 100 states.\n"));
  EXPECT_THAT(summary,
              HasSubstr("memo is no longer practical at 9 columns x 9 rows: more than 100 states.\n"));
  EXPECT_THAT(summary, HasSubstr("normalized is practical on all these tablets.\n"));
  EXPECT_THAT(summary, HasSubstr("All values agree.\n"));
}

// An interrupted run and a shard lack cases, of which nothing is known.
TEST(AlgorithmStudy, SaysNothingOfTabletsThatWereNotPlayed) {
  const AlgorithmExperiment experiment(config_of({{3, 3}, {4, 4}}, 100'000));
  const auto none = experiment.make_tally();
  const auto played = play(experiment, 0);
  EXPECT_TRUE(experiment.parts().results.results(1, *none)[0].at("practical").is_null());
  const auto summary = [&](const Tally& first) {
    return experiment.parts().texts.summary(
        [&](std::size_t board) -> const Tally& { return board == 0 ? first : *none; }, 1, 80);
  };
  EXPECT_THAT(summary(*played), HasSubstr("plain is practical on the 1 of 2 tablets played.\n"));
  EXPECT_THAT(summary(*none), Not(HasSubstr("practical")));
  EXPECT_THAT(summary(*none), HasSubstr("No tablet was solved.\n"));
}

TEST(AlgorithmStudy, KeepsTimesOutOfTheResults) {
  const AlgorithmExperiment experiment(config_of({{5, 5}}, 100'000));
  const auto first = play(experiment, 0);
  const auto second = play(experiment, 0);
  EXPECT_EQ(experiment.parts().results.results(0, *first), experiment.parts().results.results(0, *second));
  const boost::json::array timings = experiment.parts().results.timings(0, *first, 1);
  ASSERT_EQ(timings.size(), 3u);
  for (const auto& timing : timings) EXPECT_GT(timing.at("core_s_per_solution").as_double(), 0);
  EXPECT_GT(experiment.parts().results.core_s(*first), 0);
}

TEST(AlgorithmStudy, ReplayTellsTheValue) {
  const AlgorithmExperiment experiment(config_of({{3, 3}}, 60));
  EXPECT_THAT(
      experiment.parts().texts.replay(0, 1, nullptr),
      HasSubstr("plain: more than 60 states\nmemo: value -4, 16 states\nnormalized: value -4, 5 states\n"));
  const std::string memo = "memo";
  EXPECT_THAT(experiment.parts().texts.replay(0, 1, &memo), EndsWith("\n\nmemo: value -4, 16 states\n"));
}

// Tablet configs: defaults, expansion, round trip, schema, and a refusal of every error, with its place.

// A config whose third line holds these members.
std::string with(const std::string& members) {
  return "{\"schema\": \"sapper-config/1\",\n\"game\": \"tablet\",\n" + members + "}";
}
const std::string kBoards = R"("boards": [{"rows": [3, 5], "cols": 4}])";
const std::string kStudy = R"("study": "algorithms", )";

Config config_of(const std::string& members, const ConfigOverrides& overrides = {}) {
  return read_config(json::Document::parse(with(members), "c.json"), overrides);
}
std::string refusal_of(const std::string& members) {
  return tests::message_of<InputError>([&] { config_of(members); });
}
std::vector<std::string> schema_errors_of(const std::string& text) {
  return tests::schema_errors(boost::json::parse(text), SAPPER_DATA_DIR "/schema/config.schema.json");
}

TEST(TabletConfig, FillsInEveryDefault) {
  const Config config = config_of(kBoards);
  EXPECT_EQ(config.study, TabletStudy::erring_player);
  EXPECT_THAT(config.boards, ElementsAre(Board{4, 3}, Board{4, 5}));
  EXPECT_EQ(config.poison.where, PoisonPlacement::Where::random);
  EXPECT_EQ(config.first, FirstPlayer::random);
  EXPECT_THAT(config.error_rates, ElementsAre(0.1));
  EXPECT_EQ(config.games, 10'000u);
  const Config algorithms = config_of(kStudy + kBoards);
  EXPECT_THAT(algorithms.algorithms, ElementsAre(Algorithm::plain, Algorithm::memo, Algorithm::normalized));
  EXPECT_EQ(algorithms.games, 1u);
  EXPECT_EQ(algorithms.max_states, kDefaultStudyStates);
  EXPECT_EQ(config_of(kStudy + kBoards, {.seed = 3, .games = 7}).games, 7u);
}

TEST(TabletConfig, ColumnsLeftOutEqualRows) {
  EXPECT_THAT(config_of(R"("boards": [{"rows": [2, 9]}, {"rows": 1, "cols": [6, 7]}])").boards,
              ElementsAre(Board{2, 2}, Board{9, 9}, Board{6, 1}, Board{7, 1}));
}

TEST(TabletConfig, RefusesWithPlacePathAndRemedy) {
  const auto refused = [](const std::string& members, const std::string& message) {
    EXPECT_THAT(refusal_of(members), HasSubstr(message)) << members;
    EXPECT_THAT(schema_errors_of(with(members)), Not(IsEmpty())) << members;
  };
  refused("\"seed\": 1", "c.json:1:1: the file lacks the key \"boards\"");
  refused(R"("study": "algorithm", )" + kBoards,
          "c.json:3:10: study is \"algorithm\"; expected a study; did you mean");
  refused(kBoards + R"(, "strategies": ["random"])", "strategies is not a known key");
  refused(kBoards + R"(, "algorithms": ["memo"])", "algorithms is not a known key");
  refused(kStudy + kBoards + R"(, "error_rates": [0.5])", "error_rates is not a known key");
  refused(kStudy + kBoards + R"(, "stop": {"half_width": 0.1})",
          "stop applies only to the study erring_player");
  refused(R"("boards": [])", "boards is an empty list");
  refused(R"("boards": [{"cols": 3}])", "boards[0] lacks the key \"rows\"");
  refused(R"("boards": [{"rows": 3, "mines": 1}])", "boards[0].mines is not a known key");
  refused(R"("boards": [{"rows": [4, 0]}])",
          "boards[0].rows[1] is 0; expected a whole number from 1 to 1000");
  refused(R"("boards": [{"rows": 3, "cols": 1001}])", "boards[0].cols is 1001");
  refused(kBoards + R"(, "poison": "middle")", "poison is \"middle\"; expected [column, row] or a place");
  refused(kBoards + R"(, "poison": [1])", "poison is a list; expected [column, row]");
  refused(kBoards + R"(, "first": "me")", "first is \"me\"; expected who begins");
  refused(kBoards + R"(, "error_rates": [])", "error_rates is an empty list");
  refused(kBoards + R"(, "error_rates": [0.5, 1.5])", "error_rates[1] is 1.5; expected a number from 0 to 1");
  refused(kBoards + R"(, "error_rates": [0.5, 0.5])",
          "error_rates[1] is 0.5; duplicate; each rate may appear only once");
  refused(kStudy + kBoards + R"(, "algorithms": ["plane"])", "did you mean \"plain\"?");
  refused(kStudy + kBoards + R"(, "algorithms": ["memo", "memo"])", "algorithms[1] is \"memo\"; duplicate");
  refused(kBoards + R"(, "max_states": 0)", "max_states is 0; expected a whole number from 1");
}

// What the schema cannot express.
TEST(TabletConfig, RefusesWhatDoesNotFitTogether) {
  EXPECT_EQ(
      refusal_of(R"("boards": [{"rows": 3}, {"rows": [5, 3]}])"),
      "c.json:3:25: boards[1] gives the board 3 columns x 3 rows twice; each board may appear only once");
  EXPECT_THAT(refusal_of(R"("boards": [{"rows": 3}, {"rows": 2, "cols": 5}], "poison": [1, 2])"),
              HasSubstr("poison is [1, 2], outside boards[1], which has 5 columns x 2 rows"));
  EXPECT_THAT(refusal_of(R"("boards": [{"rows": 9}], "max_states": 100)"),
              HasSubstr("boards[0]: perfect play on 9 columns x 9 rows takes "));
  EXPECT_THAT(refusal_of(R"("boards": [{"rows": 1000}])"), HasSubstr("max_states is 200,000,000"));
  EXPECT_EQ(refusal_of(R"("study": "algorithms", "boards": [{"rows": 1000}])"), "");
}

TEST(TabletConfig, IsKnownToTheSchemaByTheSameNames) {
  const boost::json::value schema = tests::load_json(SAPPER_DATA_DIR "/schema/config.schema.json");
  boost::json::array names;
  for (const std::string_view name : solvers::nim::kAlgorithmNames)
    names.emplace_back(boost::json::string(name));
  EXPECT_EQ(schema.at_pointer("/definitions/tablet_algorithms/properties/algorithms/items/enum"), names);
  EXPECT_EQ(schema.at_pointer("/definitions/tablet_side/maximum"), kMaxSide);
}

TEST(TabletStart, DependsOnSeedBoardAndGameAlone) {
  const Config config = config_of(R"("boards": [{"rows": 3}, {"rows": 9, "cols": 7}], "seed": 5)");
  const Config other = config_of(R"("boards": [{"rows": 9, "cols": 7}], "seed": 5, "error_rates": [1])");
  std::set<std::pair<int, int>> squares;
  int erring_begins = 0;
  for (std::uint64_t game = 0; game < 2000; ++game) {
    const GameStart start = start_of(config, 1, game);
    EXPECT_EQ(start.tablet, start_of(other, 0, game).tablet);
    EXPECT_EQ(start.erring_begins, start_of(other, 0, game).erring_begins);
    ASSERT_TRUE(start.tablet.poison_col < 7 && start.tablet.poison_row < 9);
    squares.emplace(start.tablet.poison_col, start.tablet.poison_row);
    erring_begins += start.erring_begins;
  }
  EXPECT_EQ(squares.size(), 63u);  // a square is missed with probability 63 (62/63)^2000 < 1e-12
  EXPECT_NEAR(erring_begins, 1000, 5 * std::sqrt(500.0));  // five standard errors: 6e-7
}

TEST(TabletStart, HoldsWhatTheConfigGives) {
  const GameStart given = start_of(config_of(kBoards + R"(, "poison": [3, 1], "first": "erring")"), 1, 9);
  EXPECT_EQ(given.tablet, (sim::tablet::Tablet{4, 5, 3, 1}));
  EXPECT_TRUE(given.erring_begins);
  const GameStart center = start_of(config_of(kBoards + R"(, "poison": "center", "first": "perfect")"), 1, 9);
  EXPECT_EQ(center.tablet, (sim::tablet::Tablet{4, 5, 2, 2}));
  EXPECT_FALSE(center.erring_begins);
}

}  // namespace
}  // namespace sapper::experiments::tablet
