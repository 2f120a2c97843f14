// The driver with a test game: every game once, in order, for any number of threads, whatever happens.
// Label: threads
#include "experiments/run/driver.hpp"

#include <chrono>
#include <numeric>
#include <thread>

#include "experiments/config/stop_rule.hpp"
#include "experiments/run/chunk.hpp"
#include "experiments/run/game_failed.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/shard.hpp"
#include "experiments/support/errors.hpp"
#include "solvers/support/parallel.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/order_experiment.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

using tests::OrderExperiment;
using tests::OrderTally;

const OrderTally& tally_of(const Report& played, std::size_t board) {
  return dynamic_cast<const OrderTally&>(*played.of_case(board).front().tally);
}

DriverOptions on(std::size_t threads) {
  DriverOptions options;
  options.threads = threads;
  return options;
}

TEST(Driver, PlaysEveryGameOnceInOrder) {
  OrderExperiment experiment(5, 1000);
  experiment.is_slow = true;
  const std::atomic<bool> never = false;
  for (const std::size_t threads : {1, 2, 8}) {
    Report played(experiment);
    EXPECT_EQ(drive(played, never, on(threads)), Outcome::finished);
    for (std::size_t board = 0; board < 5; ++board) {
      EXPECT_TRUE(tally_of(played, board).in_order);
      EXPECT_EQ(tally_of(played, board).games(), 1000U);
      EXPECT_EQ(tally_of(played, board).sum, 499'500U);
    }
  }
}

// Otherwise a run of slow games that is killed within 64 of them, over and over, would never get anywhere.
TEST(Driver, SavesTheFirstGameOfASlowExperiment) {
  OrderExperiment experiment(2, 1000);
  experiment.first_chunk_ = 64;
  const std::atomic<bool> never = false;
  for (const std::size_t threads : {1, 4}) {
    Report played(experiment);
    std::vector<std::uint64_t> saved;
    DriverOptions options = on(threads);
    options.checkpoint_every_s = 0;
    options.save_checkpoint = [&] { saved.push_back(played.games_of(0)); };
    EXPECT_EQ(drive(played, never, options), Outcome::finished);
    ASSERT_FALSE(saved.empty());
    EXPECT_EQ(saved.front(), 1U);
  }
}

// The first games are fast here; were the next chunk sized by them alone and its games slow, a run that is killed within
// it, over and over, would never get further.
TEST(Driver, AtMostDoublesTheGamesFromOneCheckpointToTheNext) {
  const OrderExperiment experiment(2, 100'000);
  const std::atomic<bool> never = false;
  for (const std::uint64_t before : {0U, 300U}) {  // in a run that is resumed
    Report played(experiment);
    if (before > 0) {
      auto tally = std::make_unique<OrderTally>();
      tally->next = before;
      played.tallied.push_back({0, {0, before}, std::move(tally)});
    }
    std::uint64_t last = 0;
    DriverOptions options = on(1);
    options.checkpoint_every_s = 0;
    options.save_checkpoint = [&] {
      const std::uint64_t games = played.games_of(0) - before;
      EXPECT_LE(games, last == 0 ? 1 : 2 * last);
      last = games;
    };
    EXPECT_EQ(drive(played, never, options), Outcome::finished);
    EXPECT_GT(last, 0U);
  }
}

StopRule by_width(double half_width, std::uint64_t min_games) {
  StopRule rule;
  rule.half_width = half_width;
  rule.min_games = min_games;
  return rule;
}

TEST(Driver, StopsAtTheSameGameOnAnyNumberOfThreads) {
  OrderExperiment experiment(3, 100'000);
  experiment.common_.stop = by_width(0.5, 100);
  experiment.narrow_from = 128;
  const std::atomic<bool> never = false;
  for (const std::size_t threads : {1, 2, 8}) {
    Report played(experiment);
    EXPECT_EQ(drive(played, never, on(threads)), Outcome::finished);
    for (std::size_t board = 0; board < 3; ++board) {
      EXPECT_EQ(tally_of(played, board).games(), 132U) << "the first look at 128 games or more";
      EXPECT_EQ(tally_of(played, board).sum, 132U * 131 / 2);
    }
  }
}

TEST(StopRule, LooksAtFixedNumbersOfGames) {
  std::vector<std::uint64_t> looks;
  for (std::uint64_t games = 0; looks.size() < 8; games = looks.back())
    looks.push_back(next_look(by_width(0.1, 100), games));
  EXPECT_THAT(looks, ElementsAre(100, 105, 110, 115, 120, 126, 132, 138));
  EXPECT_EQ(next_look(by_width(0.1, 100), 119), 120U);
  EXPECT_EQ(next_look(by_width(0.1, 1), 1), 2U);
}

TEST(Driver, NamesTheGameThatFailed) {
  OrderExperiment experiment(2, 1000);
  experiment.fails_at = 777;
  const std::atomic<bool> never = false;
  for (const std::size_t threads : {1, 4}) {
    Report played(experiment);
    EXPECT_THAT(tests::message_of<RunError>([&] { (void)drive(played, never, on(threads)); }),
                HasSubstr("case 0 (order 0), game 777: boom (replay it with --replay 0:777)"));
  }
}

TEST(Driver, SavesAllGamesBeforeTheOneThatFailed) {
  OrderExperiment experiment(2, 1000);
  experiment.fails_at = 777;
  experiment.is_slow = true;
  const std::atomic<bool> never = false;
  for (const std::size_t threads : {1, 4}) {
    Report played(experiment);
    std::uint64_t saved = 0;
    DriverOptions options = on(threads);
    options.save_checkpoint = [&] { saved = played.games_of(0); };
    EXPECT_THROW((void)drive(played, never, options), GameFailed);
    EXPECT_EQ(tally_of(played, 0).games(), 777U);
    EXPECT_EQ(tally_of(played, 0).sum, 777U * 776 / 2);
    EXPECT_EQ(saved, 777U);
    EXPECT_EQ(played.games_of(1), 0U);
  }
}

TEST(Driver, PlaysSomeOfTheGames) {
  OrderExperiment experiment(3, 1000);
  const std::atomic<bool> never = false;
  using Places = std::pair<GamePlace, GamePlace>;
  for (const auto& [begin, end] :
       {Places{{0, 0}, {0, 300}}, Places{{0, 300}, {1, 0}}, Places{{0, 999}, {2, 1}}, Places{{1, 7}, {1, 8}},
        Places{{2, 500}, {9, 0}}, Places{{1, 7}, {1, 7}}}) {
    const GameSet games = GameSet::between(experiment, begin, end);
    Report played(experiment);
    DriverOptions options = on(2);
    options.games = games;
    EXPECT_EQ(drive(played, never, options), Outcome::finished);
    for (std::size_t board = 0; board < 3; ++board) {
      const GameRange range = games.range_of(board);
      if (range.size() == 0) {
        EXPECT_EQ(played.games_of(board), 0U);
        continue;
      }
      EXPECT_EQ(tally_of(played, board).first, range.first);
      EXPECT_EQ(tally_of(played, board).next, range.last);
      EXPECT_EQ(tally_of(played, board).sum, (range.first + range.last - 1) * range.size() / 2);
    }
  }
}

TEST(Driver, KeepsSegmentsFromCheckToCheckWithinACase) {
  OrderExperiment experiment(2, 1000);
  experiment.common_.stop = StopRule{};
  experiment.common_.stop->half_width = 0.5;
  experiment.common_.stop->min_games = 100;
  experiment.narrow_from = 0;
  const std::atomic<bool> never = false;
  Report played(experiment);
  DriverOptions options = on(3);
  options.games = GameSet::between(experiment, {0, 107}, {1, 400});
  EXPECT_EQ(drive(played, never, options), Outcome::finished);
  EXPECT_EQ(played.games_of(0), 893U) << "the rule cannot be decided without the games before";
  EXPECT_EQ(tally_of(played, 1).games(), 100U) << "here it can";
  const std::span<const TalliedGames> tallied = played.of_case(0);
  ASSERT_GT(tallied.size(), 3U);
  EXPECT_EQ(tallied[0].games, (GameRange{107, 110}));
  EXPECT_EQ(tallied[1].games, (GameRange{110, 115}));
  EXPECT_EQ(tallied.back().games.last, 1000U);
  for (std::size_t i = 1; i < tallied.size(); ++i)
    EXPECT_EQ(tallied[i].games.first, tallied[i - 1].games.last);
}

TEST(Driver, GivesUpOnGamesThatDoNotEnd) {
  OrderExperiment experiment(1, 100'000);
  experiment.never_ends_from = 50;
  std::atomic<bool> interrupt = false;
  std::atomic<std::uint64_t> saved = 0;
  DriverOptions options = on(2);
  options.give_up_after_s = 0.01;
  std::thread user([&] {
    while (!experiment.is_stuck) std::this_thread::yield();
    interrupt = true;
  });
  Report played(experiment);
  options.give_up = [&] {
    saved = played.games_of(0);
    experiment.never_ends_from = ~std::uint64_t{0};  // a program ends here
  };
  EXPECT_EQ(drive(played, interrupt, options), Outcome::interrupted);
  user.join();
  EXPECT_LE(saved, 50U);
  EXPECT_EQ(experiment.never_ends_from, ~std::uint64_t{0}) << "was called";
}

TEST(Driver, HandsOverRecordsInOrder) {
  OrderExperiment experiment(3, 500);
  experiment.is_slow = true;
  std::string expected;
  for (int board = 0; board < 3; ++board)
    for (int game = 0; game < 500; ++game)
      expected += std::to_string(board) + ':' + std::to_string(game) + '\n';
  const std::atomic<bool> never = false;
  for (const std::size_t threads : {1, 2, 8}) {
    Report played(experiment);
    std::string records;
    DriverOptions options = on(threads);
    options.take_records = [&](std::string_view lines) { records += lines; };
    EXPECT_EQ(drive(played, never, options), Outcome::finished);
    EXPECT_EQ(records, expected);
  }
}

TEST(Driver, KeepsAnUnbrokenBeginningWhenInterrupted) {
  OrderExperiment experiment(4, 2000);
  experiment.is_slow = true;
  std::atomic<bool> interrupt = false;
  Report played(experiment);
  DriverOptions options = on(4);
  options.report_progress = [&](std::size_t board) { interrupt = interrupt || board == 2; };
  EXPECT_EQ(drive(played, interrupt, options), Outcome::interrupted);
  EXPECT_TRUE(tally_of(played, 2).in_order);
  EXPECT_EQ(tally_of(played, 1).games(), 2000U);
  EXPECT_GT(tally_of(played, 2).games(), 0U);
  EXPECT_LT(tally_of(played, 2).games(), 2000U);
  EXPECT_EQ(played.games_of(3), 0U);

  interrupt = false;
  options.report_progress = nullptr;
  options.threads = 2;
  EXPECT_EQ(drive(played, interrupt, options), Outcome::finished);
  for (std::size_t board = 0; board < 4; ++board) {
    EXPECT_TRUE(tally_of(played, board).in_order);
    EXPECT_EQ(tally_of(played, board).sum, 1'999'000U) << "each game once";
  }
}

// Where the time of the threads goes, part by part.
TEST(Driver, AccountsForTheTimeOfItsThreads) {
  OrderExperiment experiment(3, 500);
  experiment.is_slow = true;
  const std::atomic<bool> never = false;
  for (const std::size_t threads : {1, 3}) {
    Report played(experiment);
    DriverOptions options = on(threads);
    options.take_records = [](std::string_view) {
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    };
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_EQ(drive(played, never, options), Outcome::finished);
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    ASSERT_TRUE(played.thread_time);
    const ThreadTime& time = *played.thread_time;
    const double parts_s = time.in_games_s + time.starting_cases_s + time.planning_s + time.folding_s +
                           time.saving_s + time.helping_s + time.waiting_s;
    // The parts add up to the time from the driver's beginning to its end, which is a part of `wall`.
    EXPECT_LE(parts_s, static_cast<double>(threads) * wall.count() * (1 + 1e-9));
    EXPECT_GE(parts_s, static_cast<double>(threads) * wall.count() / 2);
    for (const double part_s :
         {time.in_games_s, time.planning_s, time.folding_s, time.saving_s, time.ending_s})
      EXPECT_GT(part_s, 0);
    EXPECT_GE(time.saving_s, 50e-6);
    ASSERT_EQ(time.threads_s.size(), threads);
    EXPECT_NEAR(std::accumulate(time.threads_s.begin(), time.threads_s.end(), 0.0),
                time.in_games_s + time.starting_cases_s, 1e-9);
    EXPECT_GE(time.chunks, 3U);
    EXPECT_LE(time.shortest_chunk_s, time.median_chunk_s);
    EXPECT_LE(time.median_chunk_s, time.longest_chunk_s);
    EXPECT_THAT(time.text(), HasSubstr("% in games"));
  }
}

TEST(Driver, CountsParallelLoopsInsideOfGames) {
  const solvers::LoopTime before = solvers::loop_time();
  solvers::for_each_index_in_parallel(
      4, [](std::size_t) { std::this_thread::sleep_for(std::chrono::milliseconds(1)); });
  const solvers::LoopTime after = solvers::loop_time();
  EXPECT_EQ(after.loops, before.loops + 1);
  EXPECT_GE(after.bodies_ns, before.bodies_ns + 4'000'000);
  EXPECT_GT(after.callers_ns, before.callers_ns);
  EXPECT_LE(after.helpers_ns - before.helpers_ns, after.bodies_ns - before.bodies_ns);
}

TEST(Driver, SavesCheckpointsOnTheWay) {
  OrderExperiment experiment(2, 3000);
  experiment.is_slow = true;
  const std::atomic<bool> never = false;
  std::vector<std::uint64_t> saved;
  DriverOptions options = on(2);
  options.checkpoint_every_s = 0.005;
  Report played(experiment);
  options.save_checkpoint = [&] { saved.push_back(played.games_of(0)); };
  EXPECT_EQ(drive(played, never, options), Outcome::finished);
  EXPECT_GT(saved.size(), 2U);
  EXPECT_TRUE(std::is_sorted(saved.begin(), saved.end()));
}

}  // namespace
}  // namespace sapper::experiments
