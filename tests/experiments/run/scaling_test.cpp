// Measuring speed over thread counts: what is played, what is compared, and the resulting figures.
// Label: threads
#include "experiments/run/scaling.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <boost/json/parse.hpp>
#include <chrono>
#include <csignal>
#include <thread>

#include "experiments/config/config.hpp"
#include "experiments/config/stop_rule.hpp"
#include "experiments/report/scaling_report.hpp"
#include "experiments/run/case_property.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/comparison.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/experiment_texts.hpp"
#include "experiments/run/game_range.hpp"
#include "experiments/run/record_filter.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/run/timing.hpp"
#include "experiments/run/worker.hpp"
#include "experiments/stats/differences.hpp"
#include "experiments/support/json/writer.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

using testing::DoubleNear;
using testing::Pair;
using testing::SizeIs;

class CountTally final : public Tally {
 public:
  std::uint64_t games() const override { return games_; }
  void clear() override { games_ = 0; }
  void add(const Tally& other) override { games_ += other.games(); }
  std::vector<CounterName> names() const override { return {{"games"}}; }
  std::vector<std::uint64_t> counters() const override { return {games_}; }
  void set_counters(std::span<const std::uint64_t> counters) override { games_ = counters[0]; }

 private:
  std::uint64_t games_ = 0;
};

class CountWorker final : public Worker {
 public:
  explicit CountWorker(double game_s) : game_s_(game_s) {}
  bool play(std::size_t, GameRange games, const std::atomic<bool>& abandon, Tally& tally,
            std::string&) override {
    const std::uint64_t count = games.size();
    std::this_thread::sleep_for(std::chrono::duration<double>(static_cast<double>(count) * game_s_));
    tally.set_counters(std::span(&count, 1));
    return !abandon;
  }

 private:
  double game_s_;
};

// Two boards of games that take no time, unless configured otherwise. Results are the same each time, unless configured otherwise.
class CountExperiment final : public Experiment, public CaseResults, public ExperimentTexts {
 public:
  CountExperiment() {
    common_.name = "count";
    common_.games = 50;
  }
  std::size_t different_results_of = ~std::size_t{0};  // board
  double game_s = 0;                                   // that a game takes

  ExperimentParts parts() const override { return {.results = *this, .texts = *this}; }
  const CommonConfig& common() const override { return common_; }
  std::size_t case_count() const override { return 2; }
  CaseProperties properties(std::size_t board) const override {
    return {{"count", board, CaseProperty::Role::board, true, "count " + std::to_string(board)}};
  }
  std::vector<std::string> labels() const override { return {"a", "b", "c"}; }
  double game_cost(std::size_t) const override { return 1; }
  std::uint64_t first_chunk(std::size_t) const override { return 7; }
  std::unique_ptr<Worker> make_worker(std::optional<RecordFilter>) const override {
    return std::make_unique<CountWorker>(game_s);
  }
  std::unique_ptr<Tally> make_tally() const override { return std::make_unique<CountTally>(); }
  StopEvidence stop_evidence(const Tally&) const override { return {}; }
  std::optional<PairedCounts> paired(const Tally&, std::size_t, std::size_t) const override { return {}; }
  std::string contradiction(const Tally&) const override { return ""; }
  boost::json::object config() const override { return {{"schema", "sapper-config/1"}}; }
  boost::json::array results(std::size_t board, const Tally& tally) const override {
    boost::json::object result{{"games", tally.games()}};
    if (board == different_results_of) result["call"] = ++calls_;
    return {std::move(result)};
  }
  std::vector<Comparison> comparisons_of(std::size_t, const Tally&) const override { return {}; }
  std::vector<Timing> timings_of(std::size_t, const Tally&, double) const override { return {}; }
  boost::json::object case_facts(std::size_t board, const Tally& tally) const override {
    return facts_of_case(*this, board, tally);
  }
  double core_s(const Tally&) const override { return 1; }
  std::optional<double> layout_s(const Tally&) const override { return {}; }
  std::string headline(const Tally&) const override { return ""; }
  std::string summary(const TallyOf&, std::optional<double>, std::size_t) const override { return ""; }
  std::string replay(std::size_t, std::uint64_t, const std::string*) const override { return ""; }
  std::string outline() const override { return ""; }

 private:
  CommonConfig common_;
  mutable int calls_ = 0;
};

Scaling measure(const Experiment& experiment, std::vector<std::size_t> threads, std::size_t repeats) {
  ScalingOptions options;
  options.threads = std::move(threads);
  options.repeats = repeats;
  const std::atomic<bool> never = false;
  Scaling scaling;
  EXPECT_EQ(measure_scaling(experiment, options, never, scaling), Outcome::finished);
  return scaling;
}

TEST(Scaling, PlaysEveryBoardAtEveryThreadCountInTurn) {
  const CountExperiment experiment;
  ScalingOptions options;
  options.threads = {1, 3};
  options.repeats = 2;
  std::vector<std::pair<std::size_t, std::size_t>> runs;  // board and threads
  options.report_progress = [&](std::size_t, std::size_t threads, std::size_t board) {
    runs.emplace_back(board, threads);
  };
  const std::atomic<bool> never = false;
  Scaling scaling;
  ASSERT_EQ(measure_scaling(experiment, options, never, scaling), Outcome::finished);
  EXPECT_THAT(runs, ElementsAre(Pair(0, 1), Pair(0, 3), Pair(1, 1), Pair(1, 3),    // first repeat
                                Pair(0, 3), Pair(0, 1), Pair(1, 3), Pair(1, 1)));  // the other way round
  EXPECT_EQ(scaling.repeats, 2U);
  EXPECT_TRUE(scaling.has_same_results());
  for (const BoardScaling& board : scaling.boards) {
    for (const ThreadScaling& series : board.threads) {
      EXPECT_EQ(series.games, 50U);
      EXPECT_THAT(series.samples, SizeIs(2));
      for (const ScalingSample& sample : series.samples) {
        EXPECT_GT(sample.wall_s, 0);
        EXPECT_LE(sample.games_memory_bytes, sample.peak_memory_bytes);
      }
    }
  }
}

TEST(Scaling, SeesResultsThatDiffer) {
  CountExperiment experiment;
  experiment.different_results_of = 1;
  const Scaling scaling = measure(experiment, {1, 2}, 1);
  EXPECT_FALSE(scaling.has_same_results());
  EXPECT_TRUE(scaling.boards[0].has_same_results);
  EXPECT_FALSE(scaling.boards[1].has_same_results);
  EXPECT_THAT(scaling_table(experiment, scaling, {2, 2}, 80),
              HasSubstr("RESULTS DIFFER between runs: board 1."));
}

TEST(Scaling, KeepsTheRepeatsThatWereFinishedBeforeAnInterruption) {
  const CountExperiment experiment;
  std::atomic<bool> interrupt = false;
  ScalingOptions options;
  options.threads = {1, 2};
  options.report_progress = [&](std::size_t repeat, std::size_t threads, std::size_t) {
    interrupt = repeat == 2 && threads == 2;
  };
  Scaling scaling;
  EXPECT_EQ(measure_scaling(experiment, options, interrupt, scaling), Outcome::interrupted);
  EXPECT_EQ(scaling.repeats, 2U);
  for (const BoardScaling& board : scaling.boards)
    for (const ThreadScaling& series : board.threads) EXPECT_THAT(series.samples, SizeIs(2));
}

// Two repeats, the second on a machine half as fast: pairs within a repeat are not affected.
Scaling made_up() {
  Scaling scaling;
  scaling.threads = {2, 8};
  scaling.repeats = 2;
  BoardScaling board;
  board.threads = {{2, 100, {{4, 8, 1000}, {8, 16, 3000}}}, {8, 100, {{1, 8, 2000}, {3, 18, 2000}}}};
  scaling.boards = {board, board};
  return scaling;
}

TEST(Scaling, ComparesWithinRepeats) {
  const Scaling scaling = made_up();
  const BoardScaling& board = scaling.boards[0];
  const ScalingFigures base = figures_of(board, 0, 3);
  const ScalingFigures more = figures_of(board, 1, 3);
  const Spread speed = base.games_per_s;
  EXPECT_DOUBLE_EQ(speed.median, (300.0 / 4 + 300.0 / 8) / 2);
  EXPECT_DOUBLE_EQ(speed.least, 300.0 / 8);
  EXPECT_DOUBLE_EQ(speed.most, 300.0 / 4);
  EXPECT_DOUBLE_EQ(base.speed_up.most, 1);
  EXPECT_DOUBLE_EQ(more.speed_up.most, 4);
  EXPECT_DOUBLE_EQ(more.speed_up.least, 8.0 / 3);
  EXPECT_DOUBLE_EQ(more.efficiency.most, 1);
  EXPECT_DOUBLE_EQ(more.efficiency.least, 2.0 / 3);
  EXPECT_DOUBLE_EQ(more.cores_busy.median, 7);
  EXPECT_DOUBLE_EQ(more.processor_growth.most, 18.0 / 16);
  EXPECT_EQ(base.peak_memory_bytes, 3000U);
  const BoardScaling total = scaling.total();
  EXPECT_EQ(total.threads.front().games, 200U);
  EXPECT_DOUBLE_EQ(figures_of(total, 1, 1).games_per_s.most, 100);
}

TEST(Scaling, TakesTheMiddleOfAnyNumberOfValues) {
  EXPECT_EQ(spread_of({3}).median, 3);
  EXPECT_EQ(spread_of({9, 1, 2}).median, 2);
  EXPECT_EQ(spread_of({9, 1, 2, 4}).median, 3);
  EXPECT_EQ(spread_of({9, 1, 2, 4}).least, 1);
  EXPECT_EQ(spread_of({9, 1, 2, 4}).most, 9);
}

TEST(Scaling, PlaysMoreGamesOnMoreThreadsIfTheyGrow) {
  CountExperiment experiment;
  experiment.different_results_of = 1;  // each result differs, as those of different games do
  ScalingOptions options;
  options.threads = {1, 2, 5};
  options.repeats = 1;
  options.workload = Workload::per_thread;
  const std::atomic<bool> never = false;
  Scaling scaling;
  ASSERT_EQ(measure_scaling(experiment, options, never, scaling), Outcome::finished);
  for (const BoardScaling& board : scaling.boards)
    for (const ThreadScaling& series : board.threads) EXPECT_EQ(series.games, 10 * series.threads);
  EXPECT_TRUE(scaling.has_same_results()) << "thread counts are not compared";
  // Twice the games in the same time on twice the threads is perfect.
  BoardScaling perfect;
  perfect.threads = {{1, 100, {{1, 1, 0}}}, {2, 200, {{1, 2, 0}}}};
  const ScalingFigures figures = figures_of(perfect, 1, 1);
  EXPECT_DOUBLE_EQ(figures.speed_up.median, 2);
  EXPECT_DOUBLE_EQ(figures.efficiency.median, 1);
  EXPECT_DOUBLE_EQ(figures.processor_growth.median, 1);
}

// One board of 200 s of work in all on 1, 2 and 4 threads, three times, while other programs use some cores.
Scaling beside_other_load(std::optional<double> other_cores, double own_share = 1) {
  Scaling scaling;
  scaling.threads = {1, 2, 4};
  scaling.repeats = 3;
  BoardScaling board;
  for (const std::size_t threads : scaling.threads) {
    const double wall_s = 200.0 / static_cast<double>(threads) / own_share;
    const std::optional<double> other_s = other_cores ? std::optional(*other_cores * wall_s) : std::nullopt;
    board.threads.push_back({threads, 100, std::vector<ScalingSample>(3, {wall_s, 200, 0, other_s})});
  }
  scaling.boards = {board};
  return scaling;
}

TEST(Scaling, IsDisturbedByLoadOnTheCoresThatItNeeds) {
  const auto disturbed = [](const Scaling& scaling, std::size_t cores) {
    std::vector<bool> by_threads;
    for (const ThreadScaling& series : scaling.boards[0].threads)
      by_threads.push_back(is_disturbed(series, cores));
    return by_threads;
  };
  EXPECT_THAT(disturbed(beside_other_load(0.04), 4), ElementsAre(false, false, false));
  EXPECT_THAT(disturbed(beside_other_load(1.3), 4), ElementsAre(false, false, true));
  EXPECT_THAT(disturbed(beside_other_load(1.3), 2), ElementsAre(true, true, true));
  EXPECT_THAT(disturbed(beside_other_load(1.3), 64), ElementsAre(false, false, false));
  EXPECT_THAT(disturbed(beside_other_load(std::nullopt), 4), ElementsAre(false, false, false));
  EXPECT_THAT(disturbed(beside_other_load(std::nullopt, 0.6), 4), ElementsAre(true, true, true));
  EXPECT_TRUE(laws_of(beside_other_load(1.3).boards[0], Workload::fixed, 64, 64));
  EXPECT_FALSE(laws_of(beside_other_load(1.3).boards[0], Workload::fixed, 4, 4));
  EXPECT_TRUE(laws_of(beside_other_load(1.3).boards[0], Workload::fixed, 4, 2)) << "up to two physical cores";
}

TEST(Scaling, SeesWhatOtherProgramsTake) {
  const pid_t child = ::fork();
  if (child == 0)
    for (std::atomic<bool> spins = true; spins;) {
    }
  CountExperiment experiment;
  experiment.game_s = 0.01;
  const Scaling scaling = measure(experiment, {1}, 1);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  const std::optional<double> other = figures_of(scaling.boards[0], 0, 1).other_cores;
  if (!other) GTEST_SKIP() << "the kernel does not tell";
  EXPECT_GT(*other, 0.3);
}

TEST(ScalingReport, WithholdsTheVerdictOnABusyMachine) {
  const CountExperiment experiment;
  const std::string quiet = scaling_table(experiment, beside_other_load(0.01), {4, 4}, 80);
  EXPECT_THAT(quiet, HasSubstr("1.000 [1.000, 1.000]"));
  EXPECT_THAT(quiet, HasSubstr("serial share"));
  EXPECT_THAT(quiet, Not(HasSubstr("BUSY")));
  const std::string busy = scaling_table(experiment, beside_other_load(1.3), {4, 4}, 80);
  EXPECT_THAT(busy, HasSubstr("THE MACHINE WAS BUSY: other load took 1.3 of 4 cores."));
  EXPECT_THAT(busy, HasSubstr("withheld"));
  EXPECT_THAT(busy, Not(HasSubstr("serial share")));
  EXPECT_THAT(scaling_table(experiment, beside_other_load(std::nullopt, 0.5), {4, 4}, 80),
              HasSubstr("is unknown"));
  const boost::json::value report = boost::json::parse(json::to_text(
      scaling_to_json(experiment, beside_other_load(1.3), {4, 4}, {"2026-01-31T12:34:56Z", nullptr})));
  EXPECT_THAT(tests::schema_errors(report, SAPPER_DATA_DIR "/schema/scale.schema.json"), IsEmpty());
  const boost::json::value& board = report.at("results").at(0);
  EXPECT_TRUE(board.at("laws").is_null());
  EXPECT_EQ(board.at("threads").at(1).at("is_withheld"), false);
  EXPECT_EQ(board.at("threads").at(2).at("is_withheld"), true);
  EXPECT_DOUBLE_EQ(board.at("threads").at(2).at("other_cores").as_double(), 1.3);
}

TEST(ScalingReport, SatisfiesItsSchema) {
  const CountExperiment experiment;
  const boost::json::value report = boost::json::parse(
      json::to_text(scaling_to_json(experiment, made_up(), {4, 4}, {"2026-01-31T12:34:56Z", nullptr})));
  EXPECT_THAT(tests::schema_errors(report, SAPPER_DATA_DIR "/schema/scale.schema.json"), IsEmpty());
  const boost::json::value& last = report.at("results").at(1).at("threads").at(1);
  EXPECT_EQ(last.at("threads"), 8);
  EXPECT_EQ(last.at("exceeds_cores"), true);
  EXPECT_THAT(last.at("speed_up").at("median").as_double(), DoubleNear((4 + 8.0 / 3) / 2, 1e-8));
}

TEST(ScalingReport, SaysWhereThreadsExceedTheCores) {
  const CountExperiment experiment;
  EXPECT_THAT(scaling_table(experiment, made_up(), {4, 4}, 80), HasSubstr("Threads beyond the 4 cores"));
  EXPECT_THAT(scaling_table(experiment, made_up(), {8, 8}, 80), Not(HasSubstr("Threads beyond")));
  EXPECT_THAT(scaling_table(experiment, made_up(), {8, 8}, 80),
              HasSubstr("Results are identical at every thread count."));
}

TEST(ScalingReport, FitsTheWidth) {
  const CountExperiment experiment;
  Scaling scaling = made_up();
  for (BoardScaling& board : scaling.boards)
    for (ThreadScaling& series : board.threads) {
      series.games = 30'000'000;
      for (ScalingSample& sample : series.samples) sample.peak_memory_bytes = 99'999'000'000;
    }
  const auto widest = [&](std::size_t width) {
    std::istringstream table(scaling_table(experiment, scaling, {4, 4}, width));
    std::size_t most = 0;
    for (std::string line; std::getline(table, line);) most = std::max(most, line.size());
    return most;
  };
  EXPECT_LE(widest(80), 80U);
  EXPECT_GT(widest(120), 80U) << "a wide terminal has the board's name in a column";
}

}  // namespace
}  // namespace sapper::experiments
