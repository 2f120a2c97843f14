// Measuring speed over thread counts: what is played, what is compared, and the resulting figures.
#include "experiments/run/scaling.hpp"

#include <boost/json/parse.hpp>

#include "experiments/report/scaling_report.hpp"
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
  bool play(std::size_t, GameRange games, const std::atomic<bool>& abandon, Tally& tally,
            std::string&) override {
    const std::uint64_t count = games.size();
    tally.set_counters(std::span(&count, 1));
    return !abandon;
  }
};

// Two boards of games that take no time. Results are the same each time, unless configured otherwise.
class CountExperiment final : public Experiment {
 public:
  CountExperiment() {
    common_.name = "count";
    common_.games = 50;
  }
  std::size_t different_results_of = ~std::size_t{0};  // board

  const CommonConfig& common() const override { return common_; }
  std::size_t case_count() const override { return 2; }
  CaseProperties properties(std::size_t board) const override {
    return {{"count", board, CaseProperty::Role::board, true, "count " + std::to_string(board)}};
  }
  std::vector<std::string> labels() const override { return {"a", "b", "c"}; }
  double game_cost(std::size_t) const override { return 1; }
  std::uint64_t first_chunk(std::size_t) const override { return 7; }
  std::unique_ptr<Worker> make_worker(std::optional<RecordFilter>) const override {
    return std::make_unique<CountWorker>();
  }
  std::unique_ptr<Tally> make_tally() const override { return std::make_unique<CountTally>(); }
  StopEvidence stop_evidence(const Tally&) const override { return {}; }
  std::optional<PairedCounts> paired(const Tally&, std::size_t, std::size_t) const override { return {}; }
  std::string contradiction(const Tally&) const override { return ""; }
  boost::json::object config() const override { return {{"schema", "sapper-config/1"}}; }
  std::vector<Result> results_of(std::size_t board, const Tally& tally) const override {
    std::vector<Result> results(1);
    results.front().json["games"] = tally.games();
    if (board == different_results_of) results.front().json["call"] = ++calls_;
    return results;
  }
  std::vector<Comparison> comparisons_of(std::size_t, const Tally&) const override { return {}; }
  std::vector<Timing> timings_of(std::size_t, const Tally&, double) const override { return {}; }
  double core_s(const Tally&) const override { return 1; }
  std::string headline(const Tally&) const override { return ""; }
  std::string summary(const TallyOf&, double, std::size_t) const override { return ""; }
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
    EXPECT_EQ(board.games, 50U);
    for (const ThreadScaling& series : board.threads) {
      EXPECT_THAT(series.samples, SizeIs(2));
      for (const ScalingSample& sample : series.samples) EXPECT_GT(sample.wall_s, 0);
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
  EXPECT_THAT(scaling_table(experiment, scaling, 2, 80), HasSubstr("RESULTS DIFFER between runs: board 1."));
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
  board.games = 100;
  board.threads = {{2, {{4, 8, 1000}, {8, 16, 3000}}}, {8, {{1, 8, 2000}, {3, 18, 2000}}}};
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
  EXPECT_EQ(total.games, 200U);
  EXPECT_DOUBLE_EQ(figures_of(total, 1, 1).games_per_s.most, 100);
}

TEST(Scaling, TakesTheMiddleOfAnyNumberOfValues) {
  EXPECT_EQ(spread_of({3}).median, 3);
  EXPECT_EQ(spread_of({9, 1, 2}).median, 2);
  EXPECT_EQ(spread_of({9, 1, 2, 4}).median, 3);
  EXPECT_EQ(spread_of({9, 1, 2, 4}).least, 1);
  EXPECT_EQ(spread_of({9, 1, 2, 4}).most, 9);
}

TEST(ScalingReport, SatisfiesItsSchema) {
  const CountExperiment experiment;
  const boost::json::value report =
      boost::json::parse(json::to_text(scaling_to_json(experiment, made_up(), 4, "2026-01-31T12:34:56Z")));
  EXPECT_THAT(tests::schema_errors(report, SAPPER_DATA_DIR "/schema/scale.schema.json"), IsEmpty());
  const boost::json::value& last = report.at("results").at(1).at("threads").at(1);
  EXPECT_EQ(last.at("threads"), 8);
  EXPECT_EQ(last.at("exceeds_cores"), true);
  EXPECT_THAT(last.at("speed_up").at("median").as_double(), DoubleNear((4 + 8.0 / 3) / 2, 1e-8));
}

TEST(ScalingReport, SaysWhereThreadsExceedTheCores) {
  const CountExperiment experiment;
  EXPECT_THAT(scaling_table(experiment, made_up(), 4, 80), HasSubstr("Threads beyond the 4 cores"));
  EXPECT_THAT(scaling_table(experiment, made_up(), 8, 80), Not(HasSubstr("Threads beyond")));
  EXPECT_THAT(scaling_table(experiment, made_up(), 8, 80),
              HasSubstr("Results are identical at every thread count."));
}

TEST(ScalingReport, FitsTheWidth) {
  const CountExperiment experiment;
  Scaling scaling = made_up();
  for (BoardScaling& board : scaling.boards) {
    board.games = 30'000'000;
    for (ThreadScaling& series : board.threads)
      for (ScalingSample& sample : series.samples) sample.peak_memory_bytes = 99'999'000'000;
  }
  const auto widest = [&](std::size_t width) {
    std::istringstream table(scaling_table(experiment, scaling, 4, width));
    std::size_t most = 0;
    for (std::string line; std::getline(table, line);) most = std::max(most, line.size());
    return most;
  };
  EXPECT_LE(widest(80), 80U);
  EXPECT_GT(widest(120), 80U) << "a wide terminal has the board's name in a column";
}

}  // namespace
}  // namespace sapper::experiments
