// Disks that fill up, tested from outside: reported at once, and no games are lost once there is space again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

#include "tests/support/case_count.hpp"
#include "tests/support/small_disk.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

using testing::AllOf;
using testing::HasSubstr;
namespace fs = std::filesystem;

class FullDisk : public testing::Test {
 protected:
  void SetUp() override {
    if (!disk_.is_mounted()) GTEST_SKIP() << "mounting a small disk is refused here";
    // Records of 1,500 games fill the disk long before the last game, so that there is time to free space.
    folder_.write("c.json", config(std::max(case_count(15'000), 1'500)));
    const ProgramResult straight = run_program(
        command({"run", "c.json", "-o", "straight.json", "--games-out", "straight.jsonl", "--quiet"}));
    ASSERT_EQ(straight.status, 0) << straight.err;
  }
  static std::string config(int games) {
    return R"({"schema": "sapper-config/1", "name": "c", "boards": [{"level": "Intermediate"}],
      "strategies": ["rules", "csp"], "games": )" +
           std::to_string(games) + "}";
  }
  ProgramRun command(std::vector<std::string> arguments) const {
    ProgramRun run = sapper(std::move(arguments));
    run.folder = folder_.path();
    run.environment = {{"TMPDIR", elsewhere_.path().string()}};
    return run;
  }
  std::string on_disk(const std::string& name) const { return (disk_.path() / name).string(); }
  static std::string reproducible(const fs::path& report) {
    const std::string text = content_of(report);
    const auto end = text.find("\n  \"timing\": {");
    EXPECT_NE(end, std::string::npos) << report;
    return text.substr(0, end);
  }
  std::string straight() const { return reproducible(folder_.path() / "straight.json"); }
  // Until the run says so on standard error.
  static bool wait_for(const Program& program, const std::string& message) {
    for (int i = 0; i < 6000; ++i) {
      if (program.written_errors().find(message) != std::string::npos) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }
  static void expect_once(const std::string& text, const std::string& message) {
    EXPECT_NE(text.find(message), std::string::npos) << text;
    EXPECT_EQ(text.find(message), text.rfind(message)) << text;
  }
  static void wait_for_file(const fs::path& file) {
    for (int i = 0; i < 6000 && !fs::exists(file); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }

  static constexpr int kKilobytes = 256;
  SmallDisk disk_{kKilobytes};
  TemporaryFolder folder_;
  TemporaryFolder elsewhere_;  // for temporary files
};

TEST_F(FullDisk, IsToldBeforeTheRun) {
  disk_.fill();
  for (const std::string option : {"-o", "--csv"}) {
    const ProgramResult result = run_program(command({"run", "c.json", option, on_disk("r.json")}));
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, HasSubstr("r.json: cannot be written: No space left on device"));
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(disk_.path()), fs::directory_iterator()), 1);
}

TEST_F(FullDisk, DuringTheRunIsReportedOnceAndTheRunContinues) {
  folder_.write("long.json", config(10'000'000));
  Program program(command({"run", "long.json", "-o", on_disk("r.json"), "--checkpoint-every", "0.02"}));
  wait_for_file(on_disk("r.json.checkpoint"));
  const std::string before = content_of(on_disk("r.json.checkpoint"));
  disk_.fill();
  const std::string failure =
      "r.json.checkpoint: cannot be written: No space left on device; the run continues";
  EXPECT_TRUE(wait_for(program, failure)) << program.written_errors();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_TRUE(fs::exists(on_disk("r.json.checkpoint"))) << "the one before";
  disk_.empty();
  EXPECT_TRUE(wait_for(program, "the checkpoint can be written again")) << program.written_errors();
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
    Program program(command({"run", "c.json", "-o", (folder_.path() / "r.json").string(), "--games-out",
                             on_disk("r.jsonl"), "--checkpoint-every", seconds_between_checkpoints}));
    const std::string failure = "r.jsonl: the records cannot be written: No space left on device; the run";
    ASSERT_TRUE(wait_for(program, failure))
        << "the records are larger than the disk: " << program.written_errors();
    // The same disk, larger.
    ASSERT_TRUE(disk_.resize(1 << 20));
    const ProgramResult result = program.wait();
    EXPECT_EQ(result.status, 0) << result.err;
    if (seconds_between_checkpoints == "3600") {
      expect_once(result.err, failure + " buffers up to 64 MB of them and will retry");
      expect_once(result.err, "the records can be written again");
    }
    EXPECT_EQ(reproducible(folder_.path() / "r.json"), straight());
    EXPECT_EQ(content_of(on_disk("r.jsonl")), content_of(folder_.path() / "straight.jsonl"));
    fs::remove(folder_.path() / "r.json");
    fs::remove(on_disk("r.jsonl"));
    ASSERT_TRUE(disk_.resize(kKilobytes));
  }
}

// If not even a checkpoint can be written, it goes to the folder for temporary files, and the run says so.
TEST_F(FullDisk, AtTheEndLeavesEverythingElsewhere) {
  for (const bool is_interrupted : {false, true}) {
    Program program(command({"run", "c.json", "-o", on_disk("r.json"), "--checkpoint-every", "0.02"}));
    wait_for_file(on_disk("r.json.checkpoint"));
    disk_.fill();
    if (is_interrupted) program.send(SIGTERM);
    const ProgramResult result = program.wait();
    EXPECT_EQ(result.status, is_interrupted ? 143 : 1) << result.err;
    EXPECT_THAT(result.err, HasSubstr("cannot be written: No space left on device"));
    const auto line = result.err.rfind("\n  ");
    ASSERT_NE(line, std::string::npos) << result.err;
    ProgramRun shell = command({"-c", result.err.substr(line + 3)});
    shell.program = "/bin/sh";
    shell.environment.emplace_back("PATH",
                                   fs::path(SAPPER_PROGRAM).parent_path().string() + ":/usr/bin:/bin");
    EXPECT_THAT(shell.arguments.back(), AllOf(HasSubstr(elsewhere_.path().string()), HasSubstr("--resume")));
    const ProgramResult again = run_program(shell);
    EXPECT_EQ(again.status, 0) << again.err;
    fs::path report;
    for (const auto& entry : fs::directory_iterator(elsewhere_.path()))
      if (entry.path().extension() == ".json") report = entry.path();
    EXPECT_EQ(reproducible(report), straight());
    fs::remove(report);
    disk_.empty();
    fs::remove(on_disk("r.json.checkpoint"));
  }
}

// Report and temporary files on one full disk: the games go beside another output, or wherever there is room.
TEST_F(FullDisk, OfReportAndTemporaryFilesLosesNothingThatFitsElsewhere) {
  if (kIsThreadSanitizer) GTEST_SKIP() << "the small disk is full before the first checkpoint";
  const fs::path home = folder_.path() / "home";
  const fs::path here = folder_.path() / "here";
  struct Refuge {
    std::vector<std::string> options;
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
      std::vector<std::string> arguments{"run",  "../c.json", "-o", on_disk("r.json"), "--checkpoint-every",
                                         "0.02", "--threads", "1"};
      arguments.insert(arguments.end(), refuge.options.begin(), refuge.options.end());
      ProgramRun started = command(arguments);
      started.folder = here;
      started.environment = {{"TMPDIR", disk_.path().string()}, {"HOME", home.string()}};
      Program program(started);
      wait_for_games_in(on_disk("r.json.checkpoint"));
      disk_.fill();
      if (is_interrupted) program.send(SIGTERM);
      const ProgramResult result = program.wait();
      EXPECT_EQ(result.status, is_interrupted ? 143 : 1) << result.err;
      EXPECT_THAT(result.err, AllOf(HasSubstr("kept in " + (refuge.folder / "sapper-").string()),
                                    HasSubstr(".report.json.checkpoint")));
      const auto line = result.err.rfind("\n  ");
      ASSERT_NE(line, std::string::npos) << result.err;
      ProgramRun shell = command({"-c", result.err.substr(line + 3)});
      shell.program = "/bin/sh";
      shell.folder = here;
      shell.environment.emplace_back("PATH",
                                     fs::path(SAPPER_PROGRAM).parent_path().string() + ":/usr/bin:/bin");
      const ProgramResult again = run_program(shell);
      EXPECT_EQ(again.status, 0) << again.err;
      fs::path report;
      for (const auto& entry : fs::directory_iterator(refuge.folder))
        if (entry.path().extension() == ".json") report = entry.path();
      EXPECT_EQ(reproducible(report), straight());
      if (!refuge.options.empty() && refuge.options.front() == "--games-out") {
        EXPECT_EQ(content_of(refuge.options.back()), content_of(folder_.path() / "straight.jsonl"));
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
    Program program(command({"run", "c.json", "-o", (folder_.path() / "r.json").string(), "--games-out",
                             on_disk("r.jsonl"), "--csv", (folder_.path() / "r.csv").string(),
                             "--checkpoint-every", "0.05", "--threads", "1"}));
    const std::string failure = "r.jsonl: the records cannot be written: No space left on device";
    ASSERT_TRUE(wait_for(program, failure)) << program.written_errors();
    if (signal != 0) program.send(signal);
    const ProgramResult result = program.wait();
    EXPECT_EQ(result.status, signal != 0 ? 128 + signal : 1) << result.err;
    EXPECT_THAT(result.err, AllOf(HasSubstr("kept in "), HasSubstr("r.json.checkpoint, with "),
                                  HasSubstr(" bytes of records that "), HasSubstr(" has no room for")));
    EXPECT_EQ(fs::exists(folder_.path() / "r.json"), signal == 0) << "the report has room";
    EXPECT_EQ(fs::exists(folder_.path() / "r.csv"), signal == 0);
    const auto line = result.err.rfind("\n  ");
    ASSERT_NE(line, std::string::npos) << result.err;
    ASSERT_TRUE(disk_.resize(1 << 20));
    ProgramRun shell = command({"-c", result.err.substr(line + 3)});
    shell.program = "/bin/sh";
    shell.environment.emplace_back("PATH",
                                   fs::path(SAPPER_PROGRAM).parent_path().string() + ":/usr/bin:/bin");
    const ProgramResult again = run_program(shell);
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_EQ(reproducible(folder_.path() / "r.json"), straight());
    EXPECT_EQ(content_of(on_disk("r.jsonl")), content_of(folder_.path() / "straight.jsonl"));
    EXPECT_FALSE(fs::exists(folder_.path() / "r.json.checkpoint"));
    for (const char* const name : {"r.json", "r.csv"}) fs::remove(folder_.path() / name);
    fs::remove(on_disk("r.jsonl"));
    ASSERT_TRUE(disk_.resize(kKilobytes));
  }
}

// A kill while records wait: the checkpoint that came before it holds them.
TEST_F(FullDisk, WaitingRecordsSurviveAKill) {
  const std::string report = (folder_.path() / "r.json").string();
  Program program(command({"run", "c.json", "-o", report, "--games-out", on_disk("r.jsonl"),
                           "--checkpoint-every", "0.02", "--threads", "1"}));
  ASSERT_TRUE(wait_for(program, "the records cannot be written")) << program.written_errors();
  const std::string before = content_of(report + ".checkpoint");
  for (int i = 0; i < 5000 && content_of(report + ".checkpoint") == before && !fs::exists(report); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  program.send(SIGKILL);
  program.wait();
  ASSERT_TRUE(disk_.resize(1 << 20));
  const ProgramResult again = run_program(
      command({"run", "c.json", "-o", report, "--games-out", on_disk("r.jsonl"), "--resume", "--quiet"}));
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(reproducible(report), straight());
  EXPECT_EQ(content_of(on_disk("r.jsonl")), content_of(folder_.path() / "straight.jsonl"));
}

TEST_F(FullDisk, TableWithoutRoomIsMadeFromTheReport) {
  const std::string report = (folder_.path() / "r.json").string();
  Program program(
      command({"run", "c.json", "-o", report, "--csv", on_disk("t.csv"), "--checkpoint-every", "0.02"}));
  wait_for_file(report + ".checkpoint");
  disk_.fill();
  const ProgramResult result = program.wait();
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("t.csv: cannot be written: No space left on device"),
                    HasSubstr("all games are played and saved in "), HasSubstr("To write the table:\n  ")));
  EXPECT_EQ(reproducible(report), straight());
  disk_.empty();
  ProgramRun shell = command({"-c", result.err.substr(result.err.rfind("\n  ") + 3)});
  shell.program = "/bin/sh";
  shell.environment.emplace_back("PATH", fs::path(SAPPER_PROGRAM).parent_path().string() + ":/usr/bin:/bin");
  const ProgramResult again = run_program(shell);
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_TRUE(content_of(on_disk("t.csv")).starts_with("case,"));
}

TEST_F(FullDisk, RecordsAreRefusedOnOneBeforeTheRun) {
  disk_.fill();
  const auto names = [&](const fs::path& folder) {
    return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
  };
  const auto before = names(folder_.path());
  const ProgramResult result = run_program(command({"run", "c.json", "--games-out", on_disk("r.jsonl")}));
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("r.jsonl: cannot be written: No space left on device"));
  EXPECT_EQ(names(folder_.path()), before) << "no checkpoint";
  EXPECT_EQ(names(disk_.path()), 1) << "no records";
}

}  // namespace
}  // namespace sapper::tests
