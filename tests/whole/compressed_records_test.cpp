// Records of games as gzip and Zstandard files (--games-out g.jsonl.zst), from outside: the same text as plain ones, the
// same bytes after kills and interruptions, nothing lost to a full disk, and readable wherever records are read.
// Label: threads
#include <chrono>
#include <random>
#include <string_view>
#include <thread>

#include "experiments/support/line_reader.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/small_disk.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

// Records of some megabytes: several frames.
std::string config_of(int games) {
  return R"({"schema": "sapper-config/1", "name": "c", "boards": [{"level": "Beginner"}, {"rows": 12, "mines": 20}],
    "strategies": ["random", "csp"], "games": )" +
         std::to_string(games) + "}";
}

class CompressedFile : public ProgramTest, public testing::WithParamInterface<const char*> {
 protected:
  CompressedFile() { write("c.json", config_of(kGames)); }
  std::string records(const std::string& name) const { return name + ".jsonl" + GetParam(); }
  static std::string text_of(const fs::path& file) {
    experiments::LineReader lines(file);
    std::string text;
    while (const auto line = lines.next()) text.append(*line) += '\n';
    return text;
  }
  // A run without interruption: its report, its records, and the same records as plain text.
  void play_straight() const {
    run_well({"run", "c.json", "-o", "straight.json", "--games-out", records("straight"), "--quiet"});
    run_well({"run", "c.json", "-o", "plain.json", "--games-out", "plain.jsonl", "--quiet"});
  }

  const int kGames = std::max(case_count(20'000), 2'000);
};

TEST_P(CompressedFile, HoldsTheSameTextAsPlainRecordsAndIsReadLikeThem) {
  SAPPER_LONG_TEST_IF(GetParam() != std::string_view(".gz"));
  play_straight();
  const std::string plain = read("plain.jsonl");
  EXPECT_EQ(text_of(path(records("straight"))), plain);
  EXPECT_LT(fs::file_size(path(records("straight"))), plain.size() / 5);
  EXPECT_THAT(run({"run", "c.json", "-o", "straight.json", "--games-out", records("straight")}).err,
              HasSubstr("holds this experiment, complete"));

  run_well(
      {"run", "c.json", "-o", "other.json", "--games", "500", "--games-out", records("other"), "--quiet"});
  const Words reports{"compare", "straight.json", "other.json", "--json", "--games"};
  const auto with = [&](const std::string& a, const std::string& b) {
    return output_of(joined(reports, {a, b}));
  };
  EXPECT_EQ(with(records("straight"), records("other")), with("plain.jsonl", records("other")));

  // Records of parts are joined by `cat`.
  std::string parts;
  for (const std::string part : {"1", "2"}) {
    run_well({"run", "c.json", "-o", part + ".json", "--shard", part + "/2", "--games-out", records(part),
              "--quiet"});
    parts += read(records(part));
  }
  EXPECT_EQ(text_of(write(records("parts"), parts)), plain);

  write(records("bad"), read(records("straight")).substr(0, 1000));
  expect_refused({"compare", "straight.json", "other.json", "--games", records("bad"), records("other")},
                 "ends inside a compressed block");
}

TEST_P(CompressedFile, HasTheSameBytesAfterKillsAndInterruptions) {
  SAPPER_LONG_TEST_IF(GetParam() != std::string_view(".gz"));
  play_straight();
  std::mt19937 random(11);  // NOLINT(cert-msc51-cpp)
  for (const int signal : {SIGKILL, SIGTERM}) {
    const Words arguments{
        "run",  "c.json",   "-o",     "cut.json", "--games-out", records("cut"), "--checkpoint-every",
        "0.02", "--resume", "--quiet"};
    int cuts = 0;
    for (int round = 0; cuts == 0; ++round) {
      ASSERT_LT(round, 20) << "runs end before they are cut";
      // A run that is killed once its report is there may leave its checkpoint.
      for (const std::string& file :
           {std::string("cut.json"), std::string("cut.json.checkpoint"), records("cut")})
        fs::remove(path(file));
      while (!exists("cut.json")) {
        Program program(command(arguments));
        std::this_thread::sleep_for(std::chrono::milliseconds(40 + random() % 200));
        program.send(signal);
        const ProgramResult result = program.wait();
        if (result.status == 128 + signal && !exists("cut.json")) ++cuts;
        ASSERT_THAT(result.status, AnyOf(0, 128 + signal)) << result.err;
        if (signal == SIGTERM && result.status != 0) {
          EXPECT_THAT(result.err, Not(HasSubstr("no room")));
        }
        if (cuts >= 6) run_well(arguments);
      }
      EXPECT_EQ(read(records("cut")), read(records("straight")));
    }
  }
}

TEST_P(CompressedFile, IsNotMixedWithOtherFiles) {
  play_straight();
  const std::string other = std::string(GetParam()) == ".gz" ? "x.zst" : "x.gz";
  write(other, "mine");
  expect_refused({"run", "c.json", "-o", "r.json", "--games-out", other}, "holds something else");
  expect_refused({"run", "c.json", "-o", "r.json", "--games-out", records("straight")}, "bytes already");
  Program first(command({"run", "c.json", "-o", "a.json", "--games", "1e9", "--games-out", records("a"),
                         "--checkpoint-every", "0.02"}));
  wait_for_games_in(path("a.json.checkpoint"));
  expect_refused({"run", "c.json", "-o", "b.json", "--games-out", records("a"), "--force"},
                 "another run is writing there");
  first.send(SIGTERM);
  const ProgramResult cut = first.wait();
  EXPECT_THAT(cut.err, HasSubstr("--games-out " + records("a")));
  if (fs::file_size(path(records("a"))) == 0) return;  // the records wait in the checkpoint
  fs::copy_file(path(records("a")), path("a.jsonl"));
  expect_refused({"run", "c.json", "-o", "a.json", "--games", "1e9", "--games-out", "a.jsonl", "--resume"},
                 "a.jsonl: ");
}

TEST_P(CompressedFile, LosesNothingToAFullDisk) {
  SmallDisk disk(64);
  if (!disk.is_mounted()) GTEST_SKIP() << "mounting a small disk is refused here";
  play_straight();
  const std::string file = (disk.path() / ("r.jsonl" + std::string(GetParam()))).string();
  ASSERT_GT(fs::file_size(path(records("straight"))), 64U << 10);
  const Words arguments{"run", "c.json", "-o", "r.json", "--quiet", "--games-out", file, "--checkpoint-every",
                        "0.02"};
  const ProgramResult full = run(arguments);
  EXPECT_EQ(full.status, 1) << full.err;
  EXPECT_THAT(full.err, AllOf(HasSubstr("the records cannot be written: No space left on device"),
                              HasSubstr("r.json.checkpoint, with "), HasSubstr(" has no room for")));
  ASSERT_TRUE(disk.resize(1 << 20));
  Words again = arguments;
  again.emplace_back("--resume");
  run_well(again);
  EXPECT_EQ(content_of(file), read(records("straight")));
}

INSTANTIATE_TEST_SUITE_P(Formats, CompressedFile, testing::Values(".gz", ".zst"));

}  // namespace
}  // namespace sapper::tests
