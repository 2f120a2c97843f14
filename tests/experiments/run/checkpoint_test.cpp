// Unfinished reports are read back to the last bit, or refused as checkpoints: damaged, of another experiment, shard,
// build or set of counters.
// Label: threads
#include <regex>

#include "experiments/config/stop_rule.hpp"
#include "experiments/run/chunk.hpp"
#include "experiments/run/external_inputs.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/run/shard.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/output_file.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/order_experiment.hpp"
#include "tests/support/report_text.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"
#include "tests/support/text.hpp"

namespace sapper::experiments {
namespace {

using tests::OrderExperiment;
using tests::with_right_hash;

std::shared_ptr<const Experiment> pointer_to(const Experiment& experiment) {
  return {std::shared_ptr<void>(), &experiment};
}

class CheckpointFile : public testing::Test {
 protected:
  CheckpointFile() {
    add({0, {0, 50}, nullptr}, 18446744073709551615U);
    add({1, {0, 20}, nullptr}, 190);
    played_.wall_s = 1.5;
    write_checkpoint(file_, played_);
  }
  void add(TalliedGames stretch, std::uint64_t sum) {
    stretch.tally = experiment_.make_tally();
    stretch.tally->set_counters(std::vector<std::uint64_t>{stretch.games.first, stretch.games.last, sum});
    played_.tallied.push_back(std::move(stretch));
  }
  Report load(const Experiment& experiment, OtherBuildPolicy others = OtherBuildPolicy::refused,
              Shard shard = {}) const {
    return read_checkpoint(file_, pointer_to(experiment), shard, others);
  }
  Report load() const { return load(experiment_); }
  std::string refusal(const Experiment& experiment) const {
    return tests::message_of<InputError>([&] { load(experiment); });
  }
  std::string content() const { return tests::content_of(file_); }
  std::vector<std::uint64_t> counters(const Report& report, std::size_t number) const {
    return report.of_case(number).front().tally->counters();
  }
  // Another text in one place and a corrected hash make what another build would have written.
  void write_with(const std::string& from, const std::string& to) const {
    folder_.write("out.checkpoint", with_right_hash(tests::replaced(content(), "{", from, to)));
  }

  tests::TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "out.checkpoint";
  OrderExperiment experiment_{3, 50};
  Report played_{experiment_};
};

// An experiment whose player is run from a file.
class WithProgram final : public OrderExperiment, public ExternalInputs {
 public:
  explicit WithProgram(std::string hash) : OrderExperiment(3, 50), hash_(std::move(hash)) {}
  ExperimentParts parts() const override {
    ExperimentParts parts = OrderExperiment::parts();
    parts.inputs = this;
    return parts;
  }
  std::vector<std::string> commands() const override { return {"\"my bot\": python3 bot.py"}; }
  std::string missing_player() const override { return {}; }
  std::vector<ProgramFile> program_files() const override { return {{"my bot", 1, "bot.py", hash_}}; }
  std::vector<std::filesystem::path> files() const override { return {"bot.py"}; }
  std::vector<std::filesystem::path> files_beside_report() const override { return {}; }
  std::string missing_file() const override { return {}; }
  void leave_out_drawings(boost::json::object&) const override {}

 private:
  std::string hash_;
};

TEST_F(CheckpointFile, KnowsTheProgramsOfPlayers) {
  const WithProgram same("00");
  const WithProgram other("11");
  EXPECT_EQ(load(same).programs.size(), 1U) << "of a version that did not write them";
  played_.programs = program_files_of(same);
  write_checkpoint(file_, played_);
  EXPECT_EQ(load(same).programs.at(0).hash, "00");
  EXPECT_THAT(load(same).other_builds, IsEmpty());
  EXPECT_THAT(
      refusal(other),
      HasSubstr("bot.py (player \"my bot\") has changed since its games were played; add --resume-anyway"));
  const Report accepted = load(other, OtherBuildPolicy::accepted);
  EXPECT_THAT(accepted.other_builds, ElementsAre("another version of bot.py (player \"my bot\")"));
  EXPECT_EQ(accepted.programs.at(0).hash, "11");
  write_checkpoint(file_, accepted);
  EXPECT_THAT(refusal(other),
              HasSubstr("holds games of another version of bot.py (player \"my bot\") too; add"));
}

TEST_F(CheckpointFile, ReadsBackExactly) {
  const Report again = load();
  EXPECT_EQ(counters(again, 0), counters(played_, 0));
  EXPECT_EQ(counters(again, 1), counters(played_, 1));
  EXPECT_EQ(again.games_of(2), 0U);
  EXPECT_EQ(again.wall_s, 1.5);
  EXPECT_FALSE(again.is_finished);
  EXPECT_EQ(again.progress_text(), "70 of 150 games");
  EXPECT_FALSE(std::filesystem::exists(file_.string() + ".tmp"));
}

// Whoever reads reports reads it.
TEST_F(CheckpointFile, IsAReport) {
  EXPECT_TRUE(looks_like_report(file_));
  const Report report =
      read_report(file_, [&](const std::string&, const std::string&) { return pointer_to(experiment_); });
  EXPECT_FALSE(report.is_finished);
  EXPECT_EQ(counters(report, 1), counters(played_, 1));
  EXPECT_THAT(content(), Not(HasSubstr("\"results\"")));
  // A finished one is not taken for a checkpoint.
  played_.tallied.clear();
  add({0, {0, 50}, nullptr}, 1);
  add({1, {0, 50}, nullptr}, 1);
  add({2, {0, 50}, nullptr}, 1);
  played_.is_finished = true;
  save(file_, played_);
  EXPECT_THAT(content(), Not(HasSubstr("\"complete\"")));
  EXPECT_THAT(refusal(experiment_), HasSubstr("is not a valid checkpoint"));
}

TEST_F(CheckpointFile, KeepsRecordsThatWait) {
  EXPECT_EQ(load().records.filter, std::nullopt);
  for (const std::string waiting : {"", "{\"case\":0}\n", "end 0123456789abcdef\n", "\"hash\": \"\\\n\n"}) {
    played_.records = {RecordFilter::lost, 12345678901234, waiting};
    write_checkpoint(file_, played_);
    const Report again = load();
    EXPECT_EQ(again.records.filter, RecordFilter::lost);
    EXPECT_EQ(again.records.bytes, 12345678901234U);
    EXPECT_EQ(again.records.waiting, waiting);
    EXPECT_EQ(counters(again, 1), counters(played_, 1));
  }
}

// One whose config has a number that files hold as a whole one.
class WithLimit final : public OrderExperiment {
 public:
  explicit WithLimit(double limit_s) : OrderExperiment(3, 50), limit_s_(limit_s) {}
  boost::json::object config() const override {
    boost::json::object config = OrderExperiment::config();
    config["limit_s"] = limit_s_;
    return config;
  }

 private:
  double limit_s_;
};

TEST_F(CheckpointFile, ComparesNumbersByValue) {
  const WithLimit limited(10);
  Report played(limited);
  write_checkpoint(file_, played);
  EXPECT_FALSE(load(limited).is_finished);
  EXPECT_THAT(refusal(WithLimit(11)), HasSubstr("belongs to a different experiment"));
}

TEST_F(CheckpointFile, IsRefusedByAnotherExperiment) {
  EXPECT_THAT(refusal(OrderExperiment(3, 51)),
              HasSubstr("belongs to a different experiment (its games is 50, not 51); delete it"));
  EXPECT_THAT(refusal(OrderExperiment(4, 50)), HasSubstr("belongs to a different experiment"));
}

TEST_F(CheckpointFile, OfAnotherBuildIsTakenOnlyWhenAsked) {
  write_with("\"build_id\": \"" + std::string(build_id()), "\"build_id\": \"v9-of-old");
  EXPECT_THAT(refusal(experiment_), HasSubstr("was written by the build v9-of-old, this is"));
  EXPECT_THAT(refusal(experiment_), HasSubstr("--resume-anyway"));
  const Report again = load(experiment_, OtherBuildPolicy::accepted);
  EXPECT_THAT(again.other_builds, ElementsAre("v9-of-old"));
  EXPECT_EQ(counters(again, 0), counters(played_, 0));

  write_checkpoint(file_, again);
  EXPECT_THAT(refusal(experiment_), HasSubstr("holds games of v9-of-old too; add --resume-anyway"));
  EXPECT_THAT(load(experiment_, OtherBuildPolicy::accepted).other_builds, ElementsAre("v9-of-old"));
}

TEST_F(CheckpointFile, KeepsAShardsStretches) {
  experiment_.common_.stop = StopRule{};
  experiment_.common_.stop->min_games = 10;
  played_.shard = {2, 2};
  played_.tallied.clear();
  add({1, {25, 26}, nullptr}, 25);
  add({1, {26, 27}, nullptr}, 26);
  add({2, {0, 3}, nullptr}, 3);
  write_checkpoint(file_, played_);
  EXPECT_THAT(refusal(experiment_), HasSubstr("belongs to a different part (shard 2 2)"));
  const Report again = load(experiment_, OtherBuildPolicy::refused, {2, 2});
  EXPECT_EQ(again.shard, (Shard{2, 2}));
  ASSERT_EQ(again.tallied.size(), 3U);
  EXPECT_EQ(again.tallied[1].games, (GameRange{26, 27}));
  EXPECT_EQ(again.tallied[1].tally->counters(), played_.tallied[1].tally->counters());
  EXPECT_EQ(again.games_of(1), 2U);
}

TEST_F(CheckpointFile, WithOtherCountersIsRefused) {
  write_with(R"("first", "next", "sum")", R"("next", "sum")");
  EXPECT_THAT(refusal(experiment_), HasSubstr("lacks the counter \"first\""));
  write_checkpoint(file_, played_);
  write_with(R"("first", "next", "sum")", R"("first", "next", "sum", "luck")");
  EXPECT_THAT(refusal(experiment_), HasSubstr("has the counter \"luck\""));
}

// A build that did not count it yet wrote it so.
TEST_F(CheckpointFile, WithoutACounterThatMayBeAbsentIsTaken) {
  const std::string old =
      std::regex_replace(content(), std::regex("(\"values\": \\[\\d+,\\d+),\\d+\\]"), "$1]");
  folder_.write("out.checkpoint", old);
  write_with(R"("first", "next", "sum")", R"("first", "next")");
  const Report again = load();
  EXPECT_THAT(again.absent, ElementsAre("sum"));
  EXPECT_EQ(again.games_of(0), 50U);
  EXPECT_EQ(counters(again, 0)[2], 0U);
  write_checkpoint(file_, again);
  EXPECT_THAT(content(), HasSubstr(R"("names": ["first", "next"])"));
  EXPECT_THAT(load().absent, ElementsAre("sum"));
}

TEST_F(CheckpointFile, IsRefusedWhenAnyByteIsWrongOrMissing) {
  const std::string whole = content();
  for (std::size_t i = 0; i + 1 < whole.size(); ++i) {
    folder_.write("out.checkpoint", whole.substr(0, i));
    EXPECT_THAT(refusal(experiment_), HasSubstr("is not a valid checkpoint")) << "cut to " << i;
    std::string damaged = whole;
    damaged[i] = damaged[i] == '1' ? '2' : '1';
    folder_.write("out.checkpoint", damaged);
    EXPECT_THAT(refusal(experiment_), HasSubstr("is not a valid checkpoint")) << "byte " << i;
  }
}

// One line for each way in which a checkpoint can be unlike what is to be resumed: its content is sound.
TEST_F(CheckpointFile, WithValuesThatNoRunWritesIsRefused) {
  const auto refusal_with = [&](const std::string& from, const std::string& to) {
    write_checkpoint(file_, played_);
    write_with(from, to);
    return refusal(experiment_);
  };
  const std::pair<std::string, std::string> changes[] = {
      {"\"case\": 0", "\"case\": 7"},  // a case the experiment lacks
      {"\"case\": 1", "\"case\": 0"},  // a case twice
      {"\"last\": 50, \"values\": [0,50,", "\"last\": 51, \"values\": [0,51,"},  // more games than are played
      {"[0,20,190]", "[0,20]"},
      {"[0,20,190]", "[0,20,190,1]"},
      {"[0,20,190]", "[0,-1,190]"},
      {"[0,20,190]", "[0,20,4711]"},  // what no games can have counted
      {"\"wall_s\": 1.5", "\"wall_s\": \"1.5\""},
      {"\"filter\":null", "\"filter\":\"some\""},
      {"sapper-report/2", "sapper-report/21"}};
  for (const auto& [from, to] : changes)
    EXPECT_THAT(refusal_with(from, to), HasSubstr("is not a valid checkpoint")) << to;
  EXPECT_THAT(refusal_with(R"("config": {"games": 50, "boards": 3})", R"("config": 50)"),
              HasSubstr("belongs to a different experiment"));
  EXPECT_THAT(
      refusal_with("\"complete\": false,", "\"complete\": false, \"part\": {\"shard\": 2, \"of\": 2},"),
      HasSubstr("belongs to a different part (shard 2 2)"));
}

TEST_F(CheckpointFile, OfTheFormatBeforeReportsNamesTheBuildThatFinishesIt) {
  folder_.write("out.checkpoint", "sapper-checkpoint/4\nbuild 0.1.0\nbuild 0.2.0-7\nconfig {}\nend 0\n");
  EXPECT_THAT(refusal(experiment_),
              HasSubstr("is a checkpoint of an earlier format, which the build that wrote "
                        "it, 0.2.0-7, can finish; or delete it"));
  folder_.write("out.checkpoint", "sapper-checkpoint/4");
  EXPECT_THAT(refusal(experiment_), HasSubstr("is a checkpoint of an earlier format"));
}

TEST_F(CheckpointFile, IsNamedAfterTheReportAndReplacesTheOneBefore) {
  EXPECT_EQ(checkpoint_of("a/b.report.json"), "a/b.report.json.checkpoint");
  played_.tallied.pop_back();
  add({1, {0, 21}, nullptr}, 210);
  write_checkpoint(file_, played_);
  EXPECT_EQ(load().games_of(1), 21U);
  EXPECT_THAT(tests::message_of<InputError>(
                  [&] { read_checkpoint(folder_.path() / "none", pointer_to(experiment_)); }),
              HasSubstr("none: cannot be read"));
  EXPECT_THROW(write_checkpoint(folder_.path() / "no" / "c", played_), RunError);
}

}  // namespace
}  // namespace sapper::experiments
