// Commands that work in steps, ended by signals and kills: what they had done is kept, and the printed command goes on to the same
// bytes as if nothing had happened. `run` and `tune` have such tests of their own.
// Label: threads
#include <algorithm>
#include <map>

#include "tests/support/long_test.hpp"
#include "tests/support/small_disk.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

// A command that takes a second or so.
struct LongCommand {
  Words words;
  std::string checkpoint;
  std::string work;  // as its messages call it
  Words files;       // that it writes
  Words other;       // options that make it another command
};

class Resume : public ProgramTest {
 protected:
  Resume() {
    write_config("c.json", R"("name": "c", "games": )" + std::to_string(std::max(20, case_count(40))) + R"(,
      "seed": 3, "boards": [{"rows": 8, "mines": 12}, {"rows": 6, "mines": 7}],
      "first_click": {"rule": "safe"}, "strategies": ["min_risk", "random"])");
    run_well({"run", "c.json", "-o", "c.report.json", "--games-out", "c.jsonl", "--quiet"});
    write("bad.avf", "[");
    start_.environment = {{"PATH", fs::path(SAPPER_PROGRAM).parent_path().string() + ":/usr/bin:/bin"}};
  }
  static std::vector<LongCommand> commands() {
    const std::string some = std::to_string(std::max(30, case_count(100)));
    const auto boards = [](const std::string& count, const Words& output) {
      return joined({"boards", "--level", "Beginner", "--no-guess", "--quiet", "--count", count}, output);
    };
    return {
        {{"judge", "c.json", "--json", "--layouts", "60"},
         "c.judge.checkpoint",
         "judgement",
         {},
         {"--first", "1"}},
        {{"positions", "c.json", "--count", "1e9", "--quiet", "-o", "p.jsonl"},
         "p.jsonl.checkpoint",
         "collection of positions",
         {"p.jsonl"},
         {"--where", "forced"}},
        {{"bound", "--rows", "12", "--mines", "26", "--games", "100", "--json"},
         "bound.checkpoint",
         "bound",
         {},
         {"--seed", "9"}},
        {boards(some, {"--certificate", "-o", "b.jsonl"}),
         "b.jsonl.checkpoint",
         "collection of boards",
         {"b.jsonl"},
         {"--seed", "9"}},
        {boards(some, {"-o", "b.txt", "--format", "text"}),
         "b.txt.checkpoint",
         "collection of boards",
         {"b.txt"},
         {"--first", "9"}},
        {boards("20", {"-o", "s-%d.svg"}),
         "s-%d.svg.checkpoint",
         "collection of boards",
         {"s-1.svg", "s-4.svg"},
         {"--max-tries", "99999"}},
        {{"review", "bad.avf", "c.report.json", "c.jsonl", "--effort", "0", "--layouts", "20", "--json",
          "--csv", "d.csv", "-o", "p.html"},
         "p.html.checkpoint",
         "review",
         {"p.html", "d.csv"},
         {"--strategy", "rules"}},
    };
  }
  // What it prints and writes.
  std::map<std::string, std::string> outputs_of(const LongCommand& one, const ProgramResult& result) const {
    std::map<std::string, std::string> all{{"standard output", result.out}};
    for (const std::string& file : one.files) all[file] = exists(file) ? read(file) : "none";
    return all;
  }
  // Starts it, and sends the signal once it has a checkpoint.
  ProgramResult cut(const Words& words, const std::string& checkpoint, int signal) const {
    Program program(command(joined(words, {"--checkpoint-every", "0", "--threads", "2"})));
    wait_until([&] { return exists(checkpoint) || !is_running(program.id()); });
    program.send(signal);
    return program.wait();
  }
};

TEST_F(Resume, GoesOnToTheSameBytesAfterSignalsAndKills) {
  for (const LongCommand& one : commands()) {
    SCOPED_TRACE(testing::PrintToString(one.words));
    const ProgramResult straight = run(one.words);
    const auto expected = outputs_of(one, straight);
    for (const int signal : {SIGTERM, SIGKILL}) {
      remove_all(one.files);
      for (const std::string& name : names())
        if (name.starts_with("s-")) fs::remove(path(name));
      ProgramResult result = cut(one.words, one.checkpoint, signal);
      std::string kept;
      if (result.status == 128 + signal) {
        for (const std::string& file : one.files) EXPECT_FALSE(exists(file)) << "neither whole nor at all";
        if (!one.files.empty()) {  // else another name is taken
          EXPECT_THAT(refusal(one.words), HasSubstr(fmt::format("{}: holds an unfinished {}; add --resume",
                                                                one.checkpoint, one.work)));
        }
        EXPECT_THAT(refusal(joined(joined(one.words, one.other), {"--resume"})),
                    AllOf(HasSubstr("belongs to another `sapper " + one.words[0] + "` (its "),
                          HasSubstr("delete it and run without --resume to start over")));
        kept = read(one.checkpoint);
        write(one.checkpoint, with_replaced(kept, "\"hash\":\"", "\"hash\":\"0"));
        EXPECT_THAT(refusal(joined(one.words, {"--resume"})),
                    HasSubstr("is damaged or was edited: its content hashes to "));
        write(one.checkpoint, kept);
      }
      if (result.status == 143) {
        EXPECT_THAT(result.err, HasSubstr("interrupted"));
        result = run_shell(printed_command(result.err));
      } else if (result.status == 128 + SIGKILL) {
        result = run(joined(one.words, {"--resume", "--threads", "3"}));
      }
      EXPECT_EQ(result.status, straight.status) << result.err;
      EXPECT_TRUE(outputs_of(one, result) == expected) << signal << result.err;
      EXPECT_FALSE(exists(one.checkpoint));
      if (!one.files.empty()) {
        // Killed between removing the checkpoint and its end, or run again by a job that was started again.
        result = run(joined(one.words, {"--resume"}));
        EXPECT_EQ(result.status, 0) << result.err;
        EXPECT_EQ(result.out, "");
        result.out = straight.out;
        EXPECT_TRUE(outputs_of(one, result) == expected) << result.err;
      }
      if (kept.empty() || signal != SIGKILL) continue;
      // Killed between writing its outputs and removing the checkpoint.
      write(one.checkpoint, kept);
      result = run(joined(one.words, {"--resume"}));
      EXPECT_EQ(result.status, straight.status) << result.err;
      EXPECT_TRUE(outputs_of(one, result) == expected) << result.err;
    }
  }
}

TEST_F(Resume, SaysThatACommandIsComplete) {
  const Words positions{"positions", "c.json", "--count", "5", "-o", "p.jsonl"};
  run_well(positions);
  const std::string written = read("p.jsonl");
  EXPECT_THAT(refusal(positions), HasSubstr("p.jsonl: exists already"));
  EXPECT_EQ(run_well(joined(positions, {"--resume"})).err,
            "sapper: p.jsonl is taken for complete, as no checkpoint is left; --force writes it again\n");
  EXPECT_EQ(run_well(joined(positions, {"--resume", "--quiet"})).err, "");
  EXPECT_EQ(read("p.jsonl"), written);
  run_well(joined(positions, {"--resume", "--force", "--seed", "4", "--quiet"}));
  EXPECT_NE(read("p.jsonl"), written);
  expect_refused({"positions", "c.json", "--resume", "-o", "c.json"}, "c.json: is ");

  const Words review{"review", "c.report.json", "c.jsonl", "--effort", "0",         "--layouts", "20",
                     "-o",     "p.html",        "--csv",   "d.csv",    "--threads", "2"};
  run_well(review);
  EXPECT_EQ(run_well(joined(review, {"--resume"})).err,
            "sapper: p.html and 1 more are taken for complete, as no checkpoint is left; --force writes them "
            "again\n");
  fs::remove(path("d.csv"));
  expect_refused(joined(review, {"--resume"}), "p.html: exists already");
}

// A board that cannot be drawn ends the command with the boards before it: the checkpoint says that they are not all.
TEST_F(Resume, DoesNotCallBoardsCompleteThatAreTooFew) {
  const Words boards{"boards",      "--rows", "5",      "--mines",   "7",       "--rule", "safe",
                     "--cell",      "0,0",    "--seed", "3",         "--count", "9",      "--no-guess",
                     "--max-tries", "20",     "-o",     "few.jsonl", "--quiet"};
  const ProgramResult failed = run(boards);
  ASSERT_EQ(failed.status, 1) << failed.err;
  ASSERT_NE(read("few.jsonl"), "") << "boards before the one that cannot be drawn";
  const ProgramResult again = run(joined(boards, {"--resume"}));
  EXPECT_EQ(again.status, 1);
  EXPECT_EQ(again.err, failed.err);
}

// Each board has a file of its own; those that are there already stay.
TEST_F(Resume, GoesOnWithBoardsInFilesOfTheirOwn) {
  const auto boards = [&](const std::string& output) {
    return Words{"boards", "--level",  "Beginner", "--no-guess", "--quiet", "--count",
                 "30",     "--format", "mbf",      "-o",         output};
  };
  fs::create_directory(path("straight"));
  fs::create_directory(path("cut"));
  run_well(boards("straight/b"));
  ProgramResult result = cut(boards("cut/b"), "cut/b.checkpoint", SIGKILL);
  if (result.status != 0) run_well(joined(boards("cut/b"), {"--resume"}));
  std::vector<std::string> files = names("cut");
  // A kill may leave the lock of a file that is there already.
  std::erase_if(files, [](const std::string& name) { return name.ends_with(".lock"); });
  EXPECT_EQ(files, names("straight"));
  for (const std::string& name : names("straight")) EXPECT_EQ(read("cut/" + name), read("straight/" + name));
}

// A command that prints has no output to lock: two do not disturb each other, and leave what the other has kept.
TEST_F(Resume, OfWhatIsPrintedLeavesTheCheckpointsOfOthers) {
  write_config("long.json", R"("name": "c", "games": 1e9, "boards": [{"rows": 8, "mines": 12}],
      "first_click": {"rule": "safe"}, "strategies": ["min_risk", "random"])");
  const Words words{"judge", "long.json", "--layouts", "20", "--checkpoint-every", "0"};
  Program first(command(words));
  wait_until([&] { return exists("c.judge.checkpoint"); });
  Program second(command(words));
  const std::string own = fmt::format("c.judge.{}.checkpoint", second.id());
  wait_until([&] { return exists(own); });
  run_well({"judge", "c.json", "--layouts", "5", "--games", "2", "--quiet"});
  for (Program* program : {&second, &first}) program->send(SIGTERM);
  const ProgramResult cut = second.wait();
  EXPECT_EQ(cut.status, 143);
  EXPECT_THAT(printed_command(cut.err), HasSubstr(" --checkpoint " + own + " --resume"));
  EXPECT_THAT(printed_command(first.wait().err), Not(HasSubstr("--checkpoint c")));
  EXPECT_TRUE(exists("c.judge.checkpoint"));
}

// What standard output has got, it has.
TEST_F(Resume, OfPrintedLinesIsTheRestOfThem) {
  const std::string words = kQuotedProgram + " positions c.json --count 1e9 --quiet -o -";
  const std::string straight = run_shell(words).out;
  Program program(shell("exec " + words + " >p.jsonl"));
  wait_until([&] { return !read("p.jsonl").empty() || !is_running(program.id()); });
  program.send(SIGTERM);
  const ProgramResult cut = program.wait();
  std::string all = read("p.jsonl");
  if (cut.status != 0) {
    EXPECT_EQ(cut.status, 143);
    const std::size_t rest = cut.err.find("--first ");
    ASSERT_NE(rest, std::string::npos) << cut.err;
    all += run_shell(words.substr(0, words.find(" --count")) + " --quiet -o - " + cut.err.substr(rest)).out;
  }
  EXPECT_TRUE(all == straight) << cut.err;
  expect_refused({"positions", "c.json", "-o", "-", "--resume"}, "--resume needs an output file: -o FILE");
  expect_refused({"boards", "--level", "Beginner", "--checkpoint", "x"},
                 "--checkpoint needs an output file: -o FILE");
}

TEST_F(Resume, SurvivesAFullDisk) {
  SAPPER_LONG_TEST();
  SmallDisk disk(256);
  if (!disk.is_mounted()) GTEST_SKIP() << "mounting a small disk is refused here";
  TemporaryFolder elsewhere;
  start_.environment.emplace_back("TMPDIR", elsewhere.path().string());
  const Words positions{"positions", "c.json", "--count", "1e9", "--quiet", "--games", "150", "-o"};
  run_well(joined(positions, {"straight.jsonl"}));
  const fs::path output = disk.path() / "p.jsonl";
  const ProgramResult cut = run(joined(positions, {output.string()}));
  EXPECT_EQ(cut.status, 1);
  EXPECT_THAT(cut.err, AllOf(HasSubstr("No space left on device"),
                             HasSubstr("failed; what was found is kept in " + elsewhere.path().string())));
  ASSERT_TRUE(disk.resize(1 << 15));
  EXPECT_EQ(run_shell(printed_command(cut.err)).status, 0);
  EXPECT_TRUE(content_of(output) == read("straight.jsonl"));
}

}  // namespace
}  // namespace sapper::tests
