// The driver with a game of its own: every game once, in order, for any number of threads, whatever happens.
#include "experiments/engine/driver.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iomanip>
#include <regex>
#include <sstream>
#include <thread>

#include "experiments/engine/checkpoint.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/errors.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sapper::experiments {
namespace {

using testing::HasSubstr;

// A game is its number. Adding up in order is checked: a tally knows the first and the number after its last
// game.
class OrderTally final : public Tally {
 public:
  std::uint64_t games() const override { return next - first; }
  void clear() override { first = next = sum = 0; }
  void add(const Tally& tally) override {
    const auto& other = dynamic_cast<const OrderTally&>(tally);
    if (games() == 0) first = next = other.first;
    in_order = in_order && other.first == next;
    next = other.next;
    sum += other.sum;
  }
  std::vector<CounterName> names() const override {
    return {{"first"}, {"next"}, {"sum", true, "sum", {"sum"}}};
  }
  std::vector<std::uint64_t> counters() const override { return {first, next, sum}; }
  void set_counters(std::span<const std::uint64_t> counters) override {
    if (counters.size() != 3) throw std::invalid_argument("counters");
    first = counters[0];
    next = counters[1];
    sum = counters[2];
  }

  std::uint64_t first = 0;
  std::uint64_t next = 0;
  std::uint64_t sum = 0;
  bool in_order = true;
};

constexpr std::uint64_t kNoSum = 4711;

class OrderExperiment final : public Experiment {
 public:
  OrderExperiment(std::size_t boards, std::uint64_t games) : boards_(boards) { common_.games = games; }

  CommonConfig common_;
  std::uint64_t fails_at = ~std::uint64_t{0};
  bool is_slow = false;
  std::uint64_t first_chunk_ = 0;                 // 0: one more than the board's number
  std::uint64_t narrow_from = ~std::uint64_t{0};  // the half-width falls to 0 there
  std::atomic<std::uint64_t> never_ends_from = ~std::uint64_t{0};
  mutable std::atomic<bool> is_stuck = false;

  const CommonConfig& common() const override { return common_; }
  std::size_t case_count() const override { return boards_; }
  CaseProperties properties(std::size_t board) const override {
    return {{"order", board, CaseProperty::Role::board, true, "order " + std::to_string(board)}};
  }
  std::vector<std::string> labels() const override { return {"order"}; }
  double game_cost(std::size_t) const override { return 1; }
  std::uint64_t first_chunk(std::size_t board) const override {
    return first_chunk_ != 0 ? first_chunk_ : board + 1;
  }
  bool has_records() const override { return true; }
  std::unique_ptr<Worker> make_worker(std::optional<RecordFilter> records) const override;
  std::unique_ptr<Tally> make_tally() const override { return std::make_unique<OrderTally>(); }
  double half_width(const Tally& tally) const override { return tally.games() >= narrow_from ? 0 : 1; }
  std::optional<PairedCounts> paired(const Tally&, std::size_t, std::size_t) const override { return {}; }
  std::string contradiction(const Tally& tally) const override {
    return dynamic_cast<const OrderTally&>(tally).sum == kNoSum ? "no sum" : "";
  }
  boost::json::object config() const override { return {{"games", common_.games}, {"boards", boards_}}; }
  boost::json::array results(std::size_t, const Tally&) const override { return {}; }
  boost::json::array comparisons(std::size_t, const Tally&) const override { return {}; }
  boost::json::array timings(std::size_t, const Tally&, double) const override { return {}; }
  double core_s(const Tally&) const override { return 1; }
  std::string headline(const Tally&) const override { return ""; }
  std::string summary(const TallyOf&, double, std::size_t) const override { return ""; }
  std::string replay(std::size_t, std::uint64_t, const std::string*) const override { return ""; }
  std::string outline() const override { return ""; }

 private:
  std::size_t boards_;
};

class OrderWorker final : public Worker {
 public:
  OrderWorker(const OrderExperiment& experiment, bool has_records)
      : experiment_(experiment), has_records_(has_records) {}
  bool play(std::size_t board, GameRange games, const std::atomic<bool>& abandon, Tally& tally,
            std::string& records) override {
    EXPECT_FALSE(busy_.exchange(true)) << "two chunks at once in one worker";
    auto& counts = dynamic_cast<OrderTally&>(tally);
    counts.first = counts.next = games.first;
    for (; counts.next < games.last; ++counts.next) {
      if (abandon) return busy_ = false;
      if (counts.next == experiment_.fails_at) {
        busy_ = false;
        throw GameFailed(experiment_, board, counts.next, "boom");
      }
      while (counts.next >= experiment_.never_ends_from) {
        experiment_.is_stuck = true;
        std::this_thread::yield();
      }
      // Chunks end out of order.
      if (experiment_.is_slow && counts.next % 7 == 0)
        std::this_thread::sleep_for(std::chrono::microseconds(200));
      counts.sum += counts.next;
      if (has_records_) records += std::to_string(board) + ':' + std::to_string(counts.next) + '\n';
    }
    busy_ = false;
    return true;
  }

 private:
  const OrderExperiment& experiment_;
  const bool has_records_;
  std::atomic<bool> busy_ = false;
};

std::unique_ptr<Worker> OrderExperiment::make_worker(std::optional<RecordFilter> records) const {
  return std::make_unique<OrderWorker>(*this, records.has_value());
}

const OrderTally& tally_of(const Played& played, std::size_t board) {
  return dynamic_cast<const OrderTally&>(*played.cases[board]);
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
    Played played(5);
    EXPECT_EQ(drive(experiment, played, never, on(threads)), Outcome::finished);
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
    Played played(2);
    std::vector<std::uint64_t> saved;
    DriverOptions options = on(threads);
    options.checkpoint_every_s = 0;
    options.save_checkpoint = [&](Played& so_far) { saved.push_back(tally_of(so_far, 0).games()); };
    EXPECT_EQ(drive(experiment, played, never, options), Outcome::finished);
    ASSERT_FALSE(saved.empty());
    EXPECT_EQ(saved.front(), 1U);
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
    Played played(3);
    EXPECT_EQ(drive(experiment, played, never, on(threads)), Outcome::finished);
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
  EXPECT_THAT(looks, testing::ElementsAre(100, 105, 110, 115, 120, 126, 132, 138));
  EXPECT_EQ(next_look(by_width(0.1, 100), 119), 120U);
  EXPECT_EQ(next_look(by_width(0.1, 1), 1), 2U);
}

TEST(Driver, NamesTheGameThatFailed) {
  OrderExperiment experiment(2, 1000);
  experiment.fails_at = 777;
  const std::atomic<bool> never = false;
  for (const std::size_t threads : {1, 4}) {
    Played played(2);
    EXPECT_THAT(tests::message_of<RunError>([&] { (void)drive(experiment, played, never, on(threads)); }),
                HasSubstr("case 0 (order 0), game 777: boom (play it again with --replay 0:777)"));
  }
}

TEST(Driver, SavesAllGamesBeforeTheOneThatFailed) {
  OrderExperiment experiment(2, 1000);
  experiment.fails_at = 777;
  experiment.is_slow = true;
  const std::atomic<bool> never = false;
  for (const std::size_t threads : {1, 4}) {
    Played played(2);
    std::uint64_t saved = 0;
    DriverOptions options = on(threads);
    options.save_checkpoint = [&](Played& so_far) { saved = tally_of(so_far, 0).games(); };
    EXPECT_THROW((void)drive(experiment, played, never, options), GameFailed);
    EXPECT_EQ(tally_of(played, 0).games(), 777U);
    EXPECT_EQ(tally_of(played, 0).sum, 777U * 776 / 2);
    EXPECT_EQ(saved, 777U);
    EXPECT_EQ(played.cases[1], nullptr);
  }
}

TEST(Driver, PlaysASliceOfTheGames) {
  OrderExperiment experiment(3, 1000);
  const std::atomic<bool> never = false;
  for (const Slice& slice : {Slice{{0, 0}, {0, 300}}, Slice{{0, 300}, {1, 0}}, Slice{{0, 999}, {2, 1}},
                             Slice{{1, 7}, {1, 8}}, Slice{{2, 500}, {9, 0}}, Slice{{1, 7}, {1, 7}}}) {
    Played played(3);
    DriverOptions options = on(2);
    options.slice = slice;
    EXPECT_EQ(drive(experiment, played, never, options), Outcome::finished);
    for (std::size_t board = 0; board < 3; ++board) {
      const GameRange range = slice.range_of(board, 1000);
      if (range.size() == 0) {
        EXPECT_EQ(played.cases[board], nullptr);
        continue;
      }
      EXPECT_EQ(tally_of(played, board).first, range.first);
      EXPECT_EQ(tally_of(played, board).next, range.last);
      EXPECT_EQ(tally_of(played, board).sum, (range.first + range.last - 1) * range.size() / 2);
    }
  }
}

TEST(Slice, ShardsFollowOneAnotherAndCostTheSame) {
  for (const std::uint64_t games : {1, 7, 1000})
    for (const std::uint64_t count : {1, 2, 3, 5, 40}) {
      const OrderExperiment experiment(5, games);
      std::vector<std::uint64_t> sizes;
      std::vector<std::uint64_t> next(5, 0);
      for (std::uint64_t number = 1; number <= count; ++number) {
        const Slice slice = slice_of(experiment, {number, count});
        std::uint64_t size = 0;
        for (std::size_t board = 0; board < 5; ++board) {
          const GameRange range = slice.range_of(board, games);
          if (range.size() == 0) continue;
          EXPECT_EQ(range.first, next[board]);
          next[board] = range.last;
          size += range.size();
        }
        sizes.push_back(size);
      }
      EXPECT_EQ(next, std::vector<std::uint64_t>(5, games)) << count;
      EXPECT_LE(*std::max_element(sizes.begin(), sizes.end()),
                *std::min_element(sizes.begin(), sizes.end()) + 1);
    }
}

TEST(Driver, KeepsSegmentsFromLookToLookAmidACase) {
  OrderExperiment experiment(2, 1000);
  experiment.common_.stop = StopRule{};
  experiment.common_.stop->half_width = 0.5;
  experiment.common_.stop->min_games = 100;
  experiment.narrow_from = 0;
  const std::atomic<bool> never = false;
  Played played(2);
  DriverOptions options = on(3);
  options.slice = {{0, 107}, {1, 400}};
  EXPECT_EQ(drive(experiment, played, never, options), Outcome::finished);
  EXPECT_EQ(tally_of(played, 0).games(), 893U) << "the rule cannot be decided without the games before";
  EXPECT_EQ(tally_of(played, 1).games(), 100U) << "here it can";
  ASSERT_GT(played.segments.size(), 3U);
  EXPECT_EQ(played.segments[0].games, (GameRange{107, 110}));
  EXPECT_EQ(played.segments[1].games, (GameRange{110, 115}));
  EXPECT_EQ(played.segments.back().games.last, 1000U);
  for (std::size_t i = 1; i < played.segments.size(); ++i)
    EXPECT_EQ(played.segments[i].games.first, played.segments[i - 1].games.last);
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
  options.give_up = [&](Played& so_far) {
    saved = tally_of(so_far, 0).games();
    experiment.never_ends_from = ~std::uint64_t{0};  // a program ends here
  };
  Played played(1);
  played.cases[0] = experiment.make_tally();
  EXPECT_EQ(drive(experiment, played, interrupt, options), Outcome::interrupted);
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
    Played played(3);
    std::string records;
    DriverOptions options = on(threads);
    options.take_records = [&](std::string_view lines) { records += lines; };
    EXPECT_EQ(drive(experiment, played, never, options), Outcome::finished);
    EXPECT_EQ(records, expected);
  }
}

TEST(Driver, KeepsAnUnbrokenBeginningWhenInterrupted) {
  OrderExperiment experiment(4, 2000);
  experiment.is_slow = true;
  std::atomic<bool> interrupt = false;
  Played played(4);
  DriverOptions options = on(4);
  options.report_progress = [&](std::size_t board, const Played&) { interrupt = interrupt || board == 2; };
  EXPECT_EQ(drive(experiment, played, interrupt, options), Outcome::interrupted);
  EXPECT_TRUE(tally_of(played, 2).in_order);
  EXPECT_EQ(tally_of(played, 1).games(), 2000U);
  EXPECT_GT(tally_of(played, 2).games(), 0U);
  EXPECT_LT(tally_of(played, 2).games(), 2000U);
  EXPECT_EQ(played.cases[3], nullptr);

  interrupt = false;
  options.report_progress = nullptr;
  options.threads = 2;
  EXPECT_EQ(drive(experiment, played, interrupt, options), Outcome::finished);
  for (std::size_t board = 0; board < 4; ++board) {
    EXPECT_TRUE(tally_of(played, board).in_order);
    EXPECT_EQ(tally_of(played, board).sum, 1'999'000U) << "each game once";
  }
}

TEST(Driver, SavesCheckpointsOnTheWay) {
  OrderExperiment experiment(2, 3000);
  experiment.is_slow = true;
  const std::atomic<bool> never = false;
  std::vector<std::uint64_t> saved;
  DriverOptions options = on(2);
  options.checkpoint_every_s = 0.005;
  options.save_checkpoint = [&](Played& played) { saved.push_back(tally_of(played, 0).games()); };
  Played played(2);
  EXPECT_EQ(drive(experiment, played, never, options), Outcome::finished);
  EXPECT_GT(saved.size(), 2U);
  EXPECT_TRUE(std::is_sorted(saved.begin(), saved.end()));
}

class CheckpointFile : public testing::Test {
 protected:
  CheckpointFile() {
    for (std::size_t board = 0; board < 2; ++board) played_.cases[board] = experiment_.make_tally();
    played_.cases[0]->set_counters(std::vector<std::uint64_t>{0, 50, 18446744073709551615U});
    played_.cases[1]->set_counters(std::vector<std::uint64_t>{0, 20, 190});
    played_.wall_s = 1.5;
    save_checkpoint(file_, experiment_, played_);
  }
  std::string refusal(const Experiment& experiment) const {
    return tests::message_of<InputError>([&] { load_checkpoint(file_, experiment); });
  }
  std::string content() const {
    std::ifstream in(file_);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  tests::TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "out.checkpoint";
  OrderExperiment experiment_{3, 50};
  Played played_{3};
};

// What another program would have written: the header changed, the hash made right again.
std::string with_header(std::string content, const std::string& from, const std::string& to) {
  content.replace(content.find(from), from.size(), to);
  content.erase(content.rfind("end "));
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char letter : content) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001B3;
  std::ostringstream end;
  end << "end " << std::hex << std::setw(16) << std::setfill('0') << hash << '\n';
  return content + end.str();
}

TEST_F(CheckpointFile, ReadsBackExactly) {
  const Played again = load_checkpoint(file_, experiment_);
  EXPECT_EQ(again.cases[0]->counters(), played_.cases[0]->counters());
  EXPECT_EQ(again.cases[1]->counters(), played_.cases[1]->counters());
  EXPECT_EQ(again.cases[2], nullptr);
  EXPECT_EQ(again.wall_s, 1.5);
  EXPECT_FALSE(std::filesystem::exists(file_.string() + ".tmp"));
}

TEST_F(CheckpointFile, KeepsRecordsThatWait) {
  EXPECT_EQ(load_checkpoint(file_, experiment_).records.filter, std::nullopt);
  for (const std::string waiting :
       {"", "{\"case\":0}\n", "end 0123456789abcdef\n", "case 1 2\nwaiting 7\n\n\n"}) {
    played_.records = {RecordFilter::lost, 12345678901234, waiting};
    save_checkpoint(file_, experiment_, played_);
    const Played again = load_checkpoint(file_, experiment_);
    EXPECT_EQ(again.records.filter, RecordFilter::lost);
    EXPECT_EQ(again.records.bytes, 12345678901234U);
    EXPECT_EQ(again.records.waiting, waiting);
    EXPECT_EQ(again.cases[1]->counters(), played_.cases[1]->counters());
  }
  folder_.write("out.checkpoint", with_header(content(), "waiting 21", "waiting 210"));
  EXPECT_THAT(refusal(experiment_), HasSubstr("damaged"));
}

TEST_F(CheckpointFile, IsRefusedByAnotherExperiment) {
  EXPECT_THAT(refusal(OrderExperiment(3, 51)), HasSubstr("belongs to another experiment"));
  EXPECT_THAT(refusal(OrderExperiment(4, 50)), HasSubstr("belongs to another experiment"));
}

TEST_F(CheckpointFile, OfAnotherBuildIsTakenOnlyWhenAsked) {
  const std::string build = "build " + std::string(build_id());
  folder_.write("out.checkpoint", with_header(content(), build, "build v9-of-old"));
  EXPECT_THAT(refusal(experiment_), HasSubstr("was written by the build v9-of-old, this is"));
  EXPECT_THAT(refusal(experiment_), HasSubstr("--resume-anyway"));
  const Played again = load_checkpoint(file_, experiment_, OtherBuilds::accepted);
  EXPECT_THAT(again.other_builds, testing::ElementsAre("v9-of-old"));
  EXPECT_EQ(again.cases[0]->counters(), played_.cases[0]->counters());

  save_checkpoint(file_, experiment_, again);
  EXPECT_THAT(refusal(experiment_), HasSubstr("was written by the build v9-of-old"));
  EXPECT_THAT(load_checkpoint(file_, experiment_, OtherBuilds::accepted).other_builds,
              testing::ElementsAre("v9-of-old"));
}

TEST_F(CheckpointFile, KeepsAShardsSegments) {
  played_.shard = {2, 3};
  played_.segments.push_back({{7, 9}, experiment_.make_tally()});
  played_.segments[0].tally->set_counters(std::vector<std::uint64_t>{7, 9, 15});
  played_.cases[0] = nullptr;
  save_checkpoint(file_, experiment_, played_);
  EXPECT_THAT(refusal(experiment_), HasSubstr("belongs to another part (shard 2 3)"));
  const Played again = load_checkpoint(file_, experiment_, OtherBuilds::refused, {2, 3});
  EXPECT_EQ(again.shard, (Shard{2, 3}));
  EXPECT_EQ(again.cases[0], nullptr);
  EXPECT_EQ(again.cases[1]->counters(), played_.cases[1]->counters());
  ASSERT_EQ(again.segments.size(), 1U);
  EXPECT_EQ(again.segments[0].games, (GameRange{7, 9}));
  EXPECT_EQ(again.segments[0].tally->counters(), played_.segments[0].tally->counters());
}

TEST_F(CheckpointFile, WithOtherCountersIsRefused) {
  const std::string whole = content();
  folder_.write("out.checkpoint", with_header(whole, "counters first next sum", "counters next sum"));
  EXPECT_THAT(refusal(experiment_), HasSubstr("lacks the counter \"first\""));
  folder_.write("out.checkpoint",
                with_header(whole, "counters first next sum", "counters first next sum luck"));
  EXPECT_THAT(refusal(experiment_), HasSubstr("has the counter \"luck\""));
}

// Of a program that did not count it yet.
TEST_F(CheckpointFile, WithoutACounterThatMayBeAbsentIsTaken) {
  std::string old = std::regex_replace(content(), std::regex("\n(case \\d+ \\d+ \\d+) \\d+"), "\n$1");
  folder_.write("out.checkpoint", with_header(old, "counters first next sum", "counters first next"));
  const Played again = load_checkpoint(file_, experiment_);
  EXPECT_THAT(again.absent, testing::ElementsAre("sum"));
  EXPECT_EQ(again.cases[0]->games(), played_.cases[0]->games());
  EXPECT_EQ(again.cases[0]->counters()[2], 0U);
  save_checkpoint(file_, experiment_, again);
  EXPECT_THAT(content(), HasSubstr("\ncounters first next\n"));
  EXPECT_THAT(load_checkpoint(file_, experiment_).absent, testing::ElementsAre("sum"));
}

TEST_F(CheckpointFile, WithGamesThatCannotBeIsRefused) {
  EXPECT_EQ(refusal(experiment_), "");
  folder_.write("out.checkpoint", with_header(content(), "case 1 0 20 190", "case 1 0 20 4711"));
  EXPECT_THAT(refusal(experiment_), HasSubstr("is no checkpoint, or damaged"));
  save_checkpoint(file_, experiment_, played_);
  for (const std::string line : {"case 0 0 20 190", "case 3 0 20 190", "case 1 0 51 190", "case 1 0 20",
                                 "case 1 0 20 190 1", "case 1 0 -20 190"}) {
    folder_.write("out.checkpoint", with_header(content(), "case 1 0 20 190", line));
    EXPECT_THAT(refusal(experiment_), HasSubstr("is no checkpoint, or damaged")) << line;
    save_checkpoint(file_, experiment_, played_);
  }
}

TEST_F(CheckpointFile, IsRefusedWhenAnyByteIsWrongOrMissing) {
  const std::string whole = content();
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = damaged[i] == '1' ? '2' : '1';
    folder_.write("out.checkpoint", damaged);
    EXPECT_THAT(refusal(experiment_), HasSubstr("damaged")) << "byte " << i;
    folder_.write("out.checkpoint", whole.substr(0, i));
    EXPECT_THAT(refusal(experiment_), HasSubstr("damaged")) << "cut to " << i;
  }
}

}  // namespace
}  // namespace sapper::experiments
