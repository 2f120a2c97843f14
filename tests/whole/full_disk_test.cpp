// Disks that fill up, tested from outside: reported at once, and no games are lost once there is space again.
// Label: threads
#include "tests/support/small_disk.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

// Where shells find the program that printed commands name.
const std::string kSearchPath = fs::path(SAPPER_PROGRAM).parent_path().string() + ":/usr/bin:/bin";

class FullDisk : public ProgramTest {
 protected:
  void SetUp() override {
    if (!disk_.is_mounted()) GTEST_SKIP() << "mounting a small disk is refused here";
    start_.environment = {{"TMPDIR", elsewhere_.path().string()}, {"PATH", kSearchPath}};
    // Records of 1,500 games fill the disk long before the last game, so that there is time to free space.
    write_games("c.json", std::max(case_count(15'000), 1'500));
    run_well({"run", "c.json", "-o", "straight.json", "--games-out", "straight.jsonl", "--quiet"});
  }
  void write_games(const std::string& name, int games) const {
    write_config(name, fmt::format(R"("name": "c", "boards": [{{"level": "Intermediate"}}],
      "strategies": ["rules", "csp"], "games": {})",
                                   games));
  }
  std::string on_disk(const std::string& name) const { return (disk_.path() / name).string(); }
  std::string straight() const { return reproducible("straight.json"); }
  // Runs the command that a message ends with.
  void go_on(const ProgramResult& cut) const {
    const ProgramResult again = run_shell(printed_command(cut.err));
    EXPECT_EQ(again.status, 0) << again.err;
  }
  static void expect_once(const std::string& text, const std::string& message) {
    EXPECT_EQ(count_of(text, message), 1U) << text;
  }
  // The report in a folder.
  static fs::path report_in(const fs::path& folder) {
    fs::path report;
    for (const auto& entry : fs::directory_iterator(folder))
      if (entry.path().extension() == ".json") report = entry.path();
    return report;
  }

  static constexpr int kKilobytes = 256;
  SmallDisk disk_{kKilobytes};
  TemporaryFolder elsewhere_;  // for temporary files
};

TEST_F(FullDisk, IsToldBeforeTheRun) {
  disk_.fill();
  for (const std::string option : {"-o", "--csv"}) {
    expect_refused({"run", "c.json", option, on_disk("r.json")},
                   "r.json: cannot be written: No space left on device");
  }
  EXPECT_EQ(names(disk_.path()).size(), 1U);
}

TEST_F(FullDisk, DuringTheRunIsReportedOnceAndTheRunContinues) {
  write_games("long.json", 10'000'000);
  Program program(command({"run", "long.json", "-o", on_disk("r.json"), "--checkpoint-every", "0.02"}));
  wait_until([&] { return fs::exists(on_disk("r.json.checkpoint")); });
  const std::string before = content_of(on_disk("r.json.checkpoint"));
  disk_.fill();
  const std::string failure =
      "r.json.checkpoint: cannot be written: No space left on device; the run continues";
  EXPECT_TRUE(wait_until([&] { return program.has_written(failure); })) << program.written_errors();
  EXPECT_TRUE(fs::exists(on_disk("r.json.checkpoint"))) << "the one before";
  disk_.empty();
  EXPECT_TRUE(wait_until([&] { return program.has_written("the checkpoint can be written again"); }))
      << program.written_errors();
  program.send(SIGTERM);
  const ProgramResult result = program.wait();
  EXPECT_EQ(result.status, 143) << result.err;
  expect_once(result.err, failure);
  expect_once(result.err, "the checkpoint can be written again");
  EXPECT_NE(content_of(on_disk("r.json.checkpoint")), before);
}

// The checkpoint hits the full disk first, or the records themselves.
TEST_F(FullDisk, RecordsWaitForRoom) {
  for (const std::string seconds_between_checkpoints : {"0.02", "3600"}) {
    SCOPED_TRACE(seconds_between_checkpoints);
    Program program(command({"run", "c.json", "-o", path("r.json").string(), "--games-out",
                             on_disk("r.jsonl"), "--checkpoint-every", seconds_between_checkpoints}));
    const std::string failure = "r.jsonl: the records cannot be written: No space left on device; the run";
    ASSERT_TRUE(wait_until([&] { return program.has_written(failure); }))
        << "the records are larger than the disk: " << program.written_errors();
    // The same disk becomes larger.
    ASSERT_TRUE(disk_.resize(1 << 20));
    const ProgramResult result = program.wait();
    EXPECT_EQ(result.status, 0) << result.err;
    if (seconds_between_checkpoints == "3600") {
      expect_once(result.err, failure + " buffers up to 64 MB of them and will retry");
      expect_once(result.err, "the records can be written again");
    }
    EXPECT_EQ(reproducible("r.json"), straight());
    EXPECT_EQ(content_of(on_disk("r.jsonl")), read("straight.jsonl"));
    fs::remove(path("r.json"));
    fs::remove(on_disk("r.jsonl"));
    ASSERT_TRUE(disk_.resize(kKilobytes));
  }
}

// If not even a checkpoint can be written, it goes to the folder for temporary files, and the run says so.
TEST_F(FullDisk, AtTheEndLeavesEverythingElsewhere) {
  for (const bool is_interrupted : {false, true}) {
    Program program(command({"run", "c.json", "-o", on_disk("r.json"), "--checkpoint-every", "0.02"}));
    wait_until([&] { return fs::exists(on_disk("r.json.checkpoint")); });
    disk_.fill();
    if (is_interrupted) program.send(SIGTERM);
    const ProgramResult result = program.wait();
    EXPECT_EQ(result.status, is_interrupted ? 143 : 1) << result.err;
    EXPECT_THAT(result.err, HasSubstr("cannot be written: No space left on device"));
    EXPECT_THAT(printed_command(result.err),
                AllOf(HasSubstr(elsewhere_.path().string()), HasSubstr("--resume")));
    go_on(result);
    const fs::path report = report_in(elsewhere_.path());
    EXPECT_EQ(reproducible(report), straight());
    fs::remove(report);
    disk_.empty();
    fs::remove(on_disk("r.json.checkpoint"));
  }
}

// Report and temporary files on one full disk: the games go beside another output, or wherever there is room.
TEST_F(FullDisk, OfReportAndTemporaryFilesLosesNothingThatFitsElsewhere) {
  // The runtime of ThreadSanitizer keeps a file of 512 KB in TMPDIR, unlinked, while a program runs.
  if (kIsThreadSanitizer) {
    ASSERT_TRUE(disk_.resize(kKilobytes + 512));
  }
  const fs::path home = path("home");
  const fs::path here = path("here");
  struct Refuge {
    Words options;
    fs::path folder;  // where the games go
  };
  fs::create_directory(elsewhere_.path() / "table");
  const std::vector<Refuge> refuges{
      {{"--games-out", (elsewhere_.path() / "g.jsonl").string()}, elsewhere_.path()},
      {{"--csv", (elsewhere_.path() / "table/t.csv").string()}, elsewhere_.path() / "table"},
      {{}, here}};
  for (const Refuge& refuge : refuges)
    for (const bool is_interrupted : {false, true}) {
      SCOPED_TRACE(refuge.folder);
      for (const fs::path& folder : {home, here}) fs::create_directory(folder);
      start_.folder = here;
      start_.environment = {
          {"TMPDIR", disk_.path().string()}, {"HOME", home.string()}, {"PATH", kSearchPath}};
      ProgramRun started = command(joined(
          {"run", "../c.json", "-o", on_disk("r.json"), "--checkpoint-every", "0.02", "--threads", "1"},
          refuge.options));
      Program program(started);
      wait_for_games_in(on_disk("r.json.checkpoint"));
      disk_.fill();
      if (is_interrupted) program.send(SIGTERM);
      const ProgramResult result = program.wait();
      EXPECT_EQ(result.status, is_interrupted ? 143 : 1) << result.err;
      EXPECT_THAT(result.err, AllOf(HasSubstr("kept in " + (refuge.folder / "sapper-").string()),
                                    HasSubstr(".report.json.checkpoint")));
      if (kIsThreadSanitizer) disk_.empty();
      go_on(result);
      const fs::path report = report_in(refuge.folder);
      EXPECT_EQ(reproducible(report), straight());
      if (!refuge.options.empty() && refuge.options.front() == "--games-out") {
        EXPECT_EQ(content_of(refuge.options.back()), read("straight.jsonl"));
      }
      EXPECT_FALSE(fs::exists(report.string() + ".checkpoint"));
      fs::remove(report);
      if (!refuge.options.empty()) fs::remove(refuge.options.back());
      disk_.empty();
      fs::remove(on_disk("r.json.checkpoint"));
      for (const fs::path& folder : {home, here}) fs::remove_all(folder);
    }
}

// Records that do not fit wait in the checkpoint next to the report, on another disk; the printed command continues.
TEST_F(FullDisk, RecordsWithoutRoomAreKeptBesideTheReport) {
  for (const int signal : {0, SIGINT, SIGTERM}) {
    SCOPED_TRACE(signal);
    Program program(
        command({"run", "c.json", "-o", path("r.json").string(), "--games-out", on_disk("r.jsonl"), "--csv",
                 path("r.csv").string(), "--checkpoint-every", "0.05", "--threads", "1"}));
    const std::string failure = "r.jsonl: the records cannot be written: No space left on device";
    ASSERT_TRUE(wait_until([&] { return program.has_written(failure); })) << program.written_errors();
    if (signal != 0) program.send(signal);
    const ProgramResult result = program.wait();
    EXPECT_EQ(result.status, signal != 0 ? 128 + signal : 1) << result.err;
    EXPECT_THAT(result.err, AllOf(HasSubstr("kept in "), HasSubstr("r.json.checkpoint, with "),
                                  HasSubstr(" bytes of records that "), HasSubstr(" has no room for")));
    EXPECT_EQ(exists("r.json"), signal == 0) << "the report has room";
    EXPECT_EQ(exists("r.csv"), signal == 0);
    ASSERT_TRUE(disk_.resize(1 << 20));
    go_on(result);
    EXPECT_EQ(reproducible("r.json"), straight());
    EXPECT_EQ(content_of(on_disk("r.jsonl")), read("straight.jsonl"));
    EXPECT_FALSE(exists("r.json.checkpoint"));
    remove_all({"r.json", "r.csv"});
    fs::remove(on_disk("r.jsonl"));
    ASSERT_TRUE(disk_.resize(kKilobytes));
  }
}

// A kill while records wait: the checkpoint that came before it holds them.
TEST_F(FullDisk, WaitingRecordsSurviveAKill) {
  const std::string report = path("r.json").string();
  Program program(command({"run", "c.json", "-o", report, "--games-out", on_disk("r.jsonl"),
                           "--checkpoint-every", "0.02", "--threads", "1"}));
  ASSERT_TRUE(wait_until([&] { return program.has_written("the records cannot be written"); }))
      << program.written_errors();
  const std::string before = content_of(report + ".checkpoint");
  wait_until([&] { return content_of(report + ".checkpoint") != before || fs::exists(report); });
  program.send(SIGKILL);
  program.wait();
  ASSERT_TRUE(disk_.resize(1 << 20));
  run_well({"run", "c.json", "-o", report, "--games-out", on_disk("r.jsonl"), "--resume", "--quiet"});
  EXPECT_EQ(reproducible(report), straight());
  EXPECT_EQ(content_of(on_disk("r.jsonl")), read("straight.jsonl"));
}

TEST_F(FullDisk, TableWithoutRoomIsMadeFromTheReport) {
  const std::string report = path("r.json").string();
  Program program(
      command({"run", "c.json", "-o", report, "--csv", on_disk("t.csv"), "--checkpoint-every", "0.02"}));
  wait_until([&] { return fs::exists(report + ".checkpoint"); });
  disk_.fill();
  const ProgramResult result = program.wait();
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("t.csv: cannot be written: No space left on device"),
                    HasSubstr("all games are played and saved in "), HasSubstr("To write the table:\n  ")));
  EXPECT_EQ(reproducible(report), straight());
  disk_.empty();
  go_on(result);
  EXPECT_TRUE(content_of(on_disk("t.csv")).starts_with("case,"));
}

TEST_F(FullDisk, RecordsAreRefusedOnOneBeforeTheRun) {
  disk_.fill();
  const auto before = names();
  expect_refused({"run", "c.json", "--games-out", on_disk("r.jsonl")},
                 "r.jsonl: cannot be written: No space left on device");
  EXPECT_EQ(names(), before) << "no checkpoint";
  EXPECT_EQ(names(disk_.path()).size(), 1U) << "no records";
}

}  // namespace
}  // namespace sapper::tests
