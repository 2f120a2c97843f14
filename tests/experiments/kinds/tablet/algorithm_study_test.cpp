// The study of the algorithms: states, values, and where each is no longer practical.
#include "experiments/kinds/tablet/algorithm_experiment.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::tablet {
namespace {

using solvers::nim::Algorithm;

Config config_of(std::vector<Board> boards, std::uint64_t max_states) {
  Config config;
  config.name = "test";
  config.study = Study::algorithms;
  config.boards = std::move(boards);
  config.poison.where = Poison::Where::center;
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
  const boost::json::array results = experiment.results(0, *play(experiment, 0));
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
  const boost::json::array small = experiment.results(1, *tallies[1]);
  EXPECT_EQ(small[0].at("practical"), false);
  EXPECT_EQ(small[0].at("solved"), 0u);
  EXPECT_TRUE(small[0].at("states").is_null());
  EXPECT_EQ(small[1].at("practical"), true);
  const std::string summary =
      experiment.summary([&](std::size_t board) -> const Tally& { return *tallies[board]; }, 1, 80);
  EXPECT_THAT(summary,
              HasSubstr("plain is no longer practical at 4 columns x 4 rows: more than 100 states.\n"));
  EXPECT_THAT(summary,
              HasSubstr("memo is no longer practical at 9 columns x 9 rows: more than 100 states.\n"));
  EXPECT_THAT(summary, HasSubstr("normalized is practical on all these tablets.\n"));
  EXPECT_THAT(summary, HasSubstr("All values agree.\n"));
}

TEST(AlgorithmStudy, KeepsTimesOutOfTheResults) {
  const AlgorithmExperiment experiment(config_of({{5, 5}}, 100'000));
  const auto first = play(experiment, 0);
  const auto second = play(experiment, 0);
  EXPECT_EQ(experiment.results(0, *first), experiment.results(0, *second));
  const boost::json::array timings = experiment.timings(0, *first, 1);
  ASSERT_EQ(timings.size(), 3u);
  for (const auto& timing : timings) EXPECT_GT(timing.at("core_s_per_solution").as_double(), 0);
  EXPECT_GT(experiment.core_s(*first), 0);
}

TEST(AlgorithmStudy, ReplayTellsTheValue) {
  const AlgorithmExperiment experiment(config_of({{3, 3}}, 60));
  EXPECT_THAT(
      experiment.replay(0, 1, nullptr),
      HasSubstr("plain: more than 60 states\nmemo: value -4, 16 states\nnormalized: value -4, 5 states\n"));
  const std::string memo = "memo";
  EXPECT_THAT(experiment.replay(0, 1, &memo), EndsWith("\n\nmemo: value -4, 16 states\n"));
}

}  // namespace
}  // namespace sapper::experiments::tablet
