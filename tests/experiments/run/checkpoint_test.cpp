// Checkpoints are read back to the last bit, or refused: damaged, of another experiment, shard, build or set of counters.
#include "experiments/run/checkpoint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iomanip>
#include <regex>
#include <sstream>

#include "experiments/support/environment.hpp"
#include "experiments/support/errors.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/order_experiment.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sapper::experiments {
namespace {

using testing::HasSubstr;
using tests::OrderExperiment;

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

// What another build would have written: with another header and a corrected hash.
std::string with_header(std::string content, const std::string& from, const std::string& to) {
  content.replace(content.find(from), from.size(), to);
  content.erase(content.rfind("end "));
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char letter : content) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001B3;
  std::ostringstream end;
  end << "end " << std::hex << std::setw(16) << std::setfill('0') << hash << '\n';
  return content + end.str();
}

// An experiment whose player is run from a file.
class WithProgram final : public OrderExperiment {
 public:
  explicit WithProgram(std::string hash) : OrderExperiment(3, 50), hash_(std::move(hash)) {}
  std::vector<ProgramFile> program_files() const override { return {{"my bot", 1, "bot.py", hash_}}; }

 private:
  std::string hash_;
};

TEST_F(CheckpointFile, KnowsTheProgramsOfPlayers) {
  const WithProgram same("00");
  const WithProgram other("11");
  EXPECT_EQ(load_checkpoint(file_, same).programs.size(), 1U) << "of a version that did not write them";
  played_.programs = same.program_files();
  save_checkpoint(file_, experiment_, played_);
  EXPECT_EQ(load_checkpoint(file_, same).programs.at(0).hash, "00");
  EXPECT_THAT(load_checkpoint(file_, same).other_builds, testing::IsEmpty());
  EXPECT_THAT(
      refusal(other),
      HasSubstr("bot.py (player \"my bot\") has changed since its games were played; add --resume-anyway"));
  const Played accepted = load_checkpoint(file_, other, OtherBuilds::accepted);
  EXPECT_THAT(accepted.other_builds, testing::ElementsAre("another version of bot.py (player \"my bot\")"));
  EXPECT_EQ(accepted.programs.at(0).hash, "11");
  save_checkpoint(file_, other, accepted);
  EXPECT_THAT(refusal(other),
              HasSubstr("holds games of another version of bot.py (player \"my bot\") too; add"));
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
  EXPECT_THAT(refusal(experiment_), HasSubstr("is not a valid checkpoint"));
}

TEST_F(CheckpointFile, IsRefusedByAnotherExperiment) {
  EXPECT_THAT(refusal(OrderExperiment(3, 51)), HasSubstr("belongs to a different experiment"));
  EXPECT_THAT(refusal(OrderExperiment(4, 50)), HasSubstr("belongs to a different experiment"));
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
  EXPECT_THAT(refusal(experiment_), HasSubstr("holds games of v9-of-old too; add --resume-anyway"));
  EXPECT_THAT(load_checkpoint(file_, experiment_, OtherBuilds::accepted).other_builds,
              testing::ElementsAre("v9-of-old"));
}

TEST_F(CheckpointFile, KeepsAShardsSegments) {
  played_.shard = {2, 3};
  played_.segments.push_back({{7, 9}, experiment_.make_tally()});
  played_.segments[0].tally->set_counters(std::vector<std::uint64_t>{7, 9, 15});
  played_.cases[0] = nullptr;
  save_checkpoint(file_, experiment_, played_);
  EXPECT_THAT(refusal(experiment_), HasSubstr("belongs to a different part (shard 2 3)"));
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

// As written by a build that did not count it yet.
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

TEST_F(CheckpointFile, IsRefusedWhenAnyByteIsWrongOrMissing) {
  const std::string whole = content();
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = damaged[i] == '1' ? '2' : '1';
    folder_.write("out.checkpoint", damaged);
    EXPECT_THAT(refusal(experiment_), HasSubstr("is not a valid checkpoint")) << "byte " << i;
    folder_.write("out.checkpoint", whole.substr(0, i));
    EXPECT_THAT(refusal(experiment_), HasSubstr("is not a valid checkpoint")) << "cut to " << i;
  }
}

// One line for each way in which a checkpoint can be unlike what is to be resumed: its content is sound.
TEST_F(CheckpointFile, WithValuesThatNoRunWritesIsRefused) {
  const std::string whole = content();
  const auto refusal_with = [&](const std::string& from, const std::string& to) {
    folder_.write("out.checkpoint", with_header(whole, from, to));
    return refusal(experiment_);
  };
  EXPECT_THAT(refusal_with("case 0 0 50", "case 7 0 50"), HasSubstr("is not a valid checkpoint"))
      << "a case the experiment lacks";
  EXPECT_THAT(refusal_with("case 0 0 50", "case 0 0 51"), HasSubstr("is not a valid checkpoint"))
      << "more games than are played";
  EXPECT_THAT(refusal_with("case 0 0 50", "case 0 0"), HasSubstr("is not a valid checkpoint"))
      << "a value is missing";
  EXPECT_THAT(refusal_with("case 0 0 50", "case 0 0 50 1"), HasSubstr("is not a valid checkpoint"))
      << "a value too many";
  EXPECT_THAT(refusal_with("case 0 0 50", "case 0 -1 50"), HasSubstr("is not a valid checkpoint"));
  EXPECT_THAT(refusal_with("case 1 0 20 190", "case 1 0 20 4711"), HasSubstr("is not a valid checkpoint"))
      << "what no games can have counted";
  EXPECT_THAT(refusal_with("wall_ms 1500", "wall_ms"), HasSubstr("is not a valid checkpoint"));
  EXPECT_THAT(refusal_with("records none", "records some"), HasSubstr("is not a valid checkpoint"));
  EXPECT_THAT(refusal_with("sapper-checkpoint/", "sapper-checkpoint/1"),
              HasSubstr("is not a valid checkpoint"));
  EXPECT_THAT(refusal_with("shard 1 1", "shard 2 2"), HasSubstr("belongs to a different part (shard 2 2)"));
}

TEST_F(CheckpointFile, IsNamedAfterTheReportAndReplacesTheOneBefore) {
  EXPECT_EQ(checkpoint_of("a/b.report.json"), "a/b.report.json.checkpoint");
  played_.cases[1]->set_counters(std::vector<std::uint64_t>{0, 21, 210});
  save_checkpoint(file_, experiment_, played_);
  EXPECT_EQ(load_checkpoint(file_, experiment_).cases[1]->games(), 21U);
  EXPECT_THAT(tests::message_of<InputError>([&] { load_checkpoint(folder_.path() / "none", experiment_); }),
              HasSubstr("none: cannot be read"));
  EXPECT_THROW(save_checkpoint(folder_.path() / "no" / "c", experiment_, played_), RunError);
}

}  // namespace
}  // namespace sapper::experiments
