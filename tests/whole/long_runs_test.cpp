// Long runs from outside: outputs that are never lost, shards, merges, extensions, interruptions.
// Label: threads
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>

#include "sim/support/text.hpp"
#include "tests/support/processes.hpp"
#include "tests/support/terminal_program.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

constexpr const char* kSmall = R"({"schema": "sapper-config/1", "name": "small", "seed": 5, "games": 400,
  "boards": [{"level": "Beginner"}, {"rows": 5, "mines": [4, 6]}], "strategies": ["random", "csp"]})";
// Case 0 stops at a check, case 1 runs out of games.
constexpr const char* kStopping = R"({"schema": "sapper-config/1", "name": "stopping", "games": 900,
  "boards": [{"rows": 4, "mines": 2}, {"rows": 6, "mines": 9}], "strategies": ["csp"],
  "stop": {"half_width": 0.03, "min_games": 100}})";
// About a second of games, under sanitizers too.
const std::string kLong = R"({"schema": "sapper-config/1", "name": "long",
  "boards": [{"level": "Intermediate"}, {"level": "Beginner"}], "strategies": ["rules", "csp"],
  "games": )" + std::to_string(case_count(15'000)) +
                          "}";

// The same; both cases stop at a check, after about a fifth and a half of the games.
const std::string kLongStopping = R"({"schema": "sapper-config/1", "name": "stopping",
  "boards": [{"rows": 8, "mines": 10}, {"rows": 12, "mines": 30}], "strategies": ["csp"],
  "games": )" + std::to_string(case_count(25'000)) +
                                  R"(, "stop": {"min_games": 100, "half_width": )" +
                                  std::to_string(0.08 / std::sqrt(case_count(100))) + "}}";

class LongRun : public ProgramTest {
 protected:
  double wall_s(const std::string& report) const {
    return read_json(report).at("timing").at("wall_s").to_number<double>();
  }
  void run_quietly(const Words& arguments) const { run_well(joined(arguments, {"--quiet"})); }
  // Ends a run once its checkpoint exists. False if it was finished before.
  bool cut_off(const Words& arguments, const std::string& output, int signal) const {
    Program program(command(arguments));
    wait_for_games_in(path(output + ".checkpoint"));
    program.send(signal);
    const ProgramResult cut = program.wait();
    if (cut.status == 0) return false;
    EXPECT_EQ(cut.status, 128 + signal) << cut.err;
    if (signal == SIGTERM) {
      EXPECT_THAT(cut.err, AllOf(HasSubstr("sapper: interrupted after "), HasSubstr(" --resume --shard ")));
      EXPECT_THAT(cut.out, HasSubstr("these are the games played so far"));
      EXPECT_THAT(cut.out, Not(HasSubstr("nan"))) << "cases without games have no rows";
    }
    return true;
  }
};

TEST_F(LongRun, SaysHowManyGamesAStopRuleLeft) {
  write_config("sprt.json", R"("name": "sprt", "games": 5000, "seed": 5,
    "boards": [{"rows": 6, "mines": 8}, {"rows": 6, "mines": 12}], "strategies": ["csp", "random"],
    "stop": {"sprt": {"strategies": ["csp", "random"], "d0": 0, "d1": 0.05}, "min_games": 40})");
  // Of each case.
  const auto games_in = [&](const std::string& report) {
    std::map<std::int64_t, std::int64_t> games;
    const bj::value written = read_json(report);
    for (const bj::value& result : written.at("results").as_array())
      games[result.at("case").as_int64()] = result.at("games").as_int64();
    return games;
  };
  const Words whole{"run", "sprt.json", "-o", "r.json"};
  run_well(whole);
  const auto games = games_in("r.json");
  const auto [fewest, most] = std::minmax(games.at(0), games.at(1));
  ASSERT_LT(most, 5000);
  ASSERT_LT(fewest, most);
  EXPECT_THAT(run_well(whole).err, HasSubstr(fmt::format("complete ({} to {} games each, ", fewest, most)));

  const Words part{"run", "sprt.json", "--shard", "1/2", "-o", "half.json"};
  run_well(part);
  std::int64_t of_part = 0;
  for (const auto& [number, played] : games_in("half.json")) of_part += played;
  EXPECT_THAT(run_well(part).err, HasSubstr(fmt::format("complete ({} games, ", of_part)));
}

TEST_F(LongRun, KeepsAFinishedReport) {
  write("small.json", kSmall);
  const ProgramResult first = run_well({"run", "small.json", "-o", "r.json"});
  const std::string report = read("r.json");

  const ProgramResult again = run_well({"run", "small.json", "-o", "r.json"});
  EXPECT_THAT(again.err, HasSubstr("r.json holds this experiment, complete (400 games each"));
  EXPECT_EQ(again.out, first.out) << "the same table";
  EXPECT_EQ(run({"run", "r.json", "-o", "r.json"}).status, 0) << "its own config";

  expect_refused({"run", "small.json", "-o", "r.json", "--seed", "6"},
                 "r.json: holds the report of a different experiment (its seed is 5, not 6)");
  expect_refused({"run", "small.json", "-o", "r.json", "--games", "300"},
                 "holds this experiment with more games (400)");
  expect_refused({"run", "small.json", "-o", "r.json", "--games", "500"},
                 "with fewer games (400); --extend r.json plays only those that are missing");
  expect_refused({"run", "small.json", "-o", "r.json", "--shard", "1/2"},
                 "holds the report of the whole experiment");
  // The commands that refusals name do what was asked.
  const auto suggested = [&](const Words& words) {
    std::string text = refusal(words);
    while (!text.empty() && text.back() == '\n') text.pop_back();
    const ProgramResult done = run_shell(text.substr(text.rfind(": ") + 2));
    EXPECT_EQ(done.status, 0) << text << done.err;
    return text;
  };
  EXPECT_THAT(suggested({"run", "small.json", "-o", "r.json", "--games", "300", "--games-out", "few.jsonl"}),
              HasSubstr("-o r.300.json"));
  EXPECT_EQ(read_json("r.300.json").at("results").at(0).at("games"), 300);
  EXPECT_NE(read("few.jsonl"), "");
  EXPECT_THAT(suggested({"run", "small.json", "-o", "r.json", "--games", "300"}),
              HasSubstr("-o r.300-2.json"));
  expect_refused({"run", "small.json", "-o", "r.json", "--games", "300", "--games-out", "few.jsonl"},
                 "holds this experiment with more games (400); choose other outputs");
  suggested({"run", "small.json", "-o", "r.json", "--games-out", "g.jsonl", "--games-where", "lost"});
  EXPECT_NE(read("g.jsonl"), "");
  EXPECT_EQ(reproducible("r.json"), reproducible_part(report));
  write("r.json", report);
  write("mine.txt", "my notes");
  expect_refused({"run", "small.json", "-o", "mine.txt"}, "mine.txt: holds something else");
  EXPECT_EQ(read("r.json"), report);
  EXPECT_EQ(read("mine.txt"), "my notes");

  run_quietly({"run", "small.json", "-o", "r.json", "--seed", "6", "--force"});
  EXPECT_THAT(reproducible("r.json"), HasSubstr("\"seed\": 6"));
  run_quietly({"run", "small.json", "-o", "mine.txt", "--force"});
}

TEST_F(LongRun, TakesAReportForItsConfig) {
  write("small.json", kSmall);
  run_quietly({"run", "small.json", "-o", "a.json"});
  run_quietly({"run", "a.json", "-o", "b.json"});
  EXPECT_EQ(reproducible("b.json"), reproducible("a.json"));
  run_quietly({"run", "a.json", "-o", "c.json", "--games", "20"});
  EXPECT_THAT(reproducible("c.json"), HasSubstr("\"games\": 20"));
  EXPECT_EQ(run({"validate", "a.json"}).out, run({"validate", "small.json"}).out);
}

TEST_F(LongRun, WritesItsReportToStandardOutput) {
  write("small.json", kSmall);
  run_quietly({"run", "small.json", "-o", "a.json"});
  const ProgramResult result = run_well({"run", "small.json", "-o", "-"});
  EXPECT_THAT(result.err, HasSubstr("win rate")) << "the table";
  write("b.json", result.out);
  EXPECT_EQ(reproducible("b.json"), reproducible("a.json"));
  EXPECT_THAT(run({"run", "small.json", "-o", "-", "--quiet"}).err, IsEmpty());

  ProgramRun full = command({"run", "small.json", "-o", "-"});
  full.standard_output = StandardOutput::full_disk;
  const ProgramResult failed = run_program(full);
  EXPECT_EQ(failed.status, 1);
  EXPECT_THAT(failed.err, AllOf(HasSubstr("cannot write standard output: No space left on device"),
                                HasSubstr("all games are played and kept in small.report.json.checkpoint")));
  run_quietly({"run", "small.json", "-o", "small.report.json", "--resume"});
  EXPECT_EQ(reproducible("small.report.json"), reproducible("a.json"));
}

TEST_F(LongRun, ExtendsAFinishedReport) {
  write("small.json", kSmall);
  write("stopping.json", kStopping);
  for (const std::string name : {"small", "stopping"}) {
    run_quietly({"run", name + ".json", "-o", "whole.json", "--games", "1200", "--force"});
    run_quietly({"run", name + ".json", "-o", "r.json", "--games", "130", "--force"});
    run_quietly(
        {"run", "--extend", "r.json", "--games", "500", "-o", "longer.json", "--threads", "3", "--force"});
    run_quietly({"run", name + ".json", "--extend", "longer.json", "--games", "1200", "-o", "longer.json"});
    EXPECT_EQ(reproducible("longer.json"), reproducible("whole.json")) << name;
  }
  expect_refused({"run", "--extend", "whole.json", "-o", "x.json"}, "has 1,200 games already");
  expect_refused({"run", "--extend", "whole.json", "--games", "100", "-o", "x.json"},
                 "has 1,200 games already");
  expect_refused({"run", "small.json", "--extend", "whole.json", "--games", "1e4", "-o", "x.json"},
                 "belongs to a different experiment than the config \"small\" (its seed is 1, not 5)");
  expect_refused({"run", "--extend", "small.json", "--games", "1e4", "-o", "x.json"},
                 "is an experiment config (`sapper run` plays it); expected a report");
}

TEST_F(LongRun, ShardsMergeIntoTheWholeRun) {
  write("small.json", kSmall);
  write("stopping.json", kStopping);
  for (const std::string name : {"small", "stopping"}) {
    run_quietly({"run", name + ".json", "-o", "whole.json", "--games-out", "whole.jsonl", "--force"});
    for (const int shards : {1, 2, 3, 7}) {
      Words merge{"merge"};
      std::string records;
      double seconds = 0;
      for (int shard = shards; shard > 0; --shard) {
        const std::string part = "part" + std::to_string(shard);
        run_quietly({"run", name + ".json", "--shard", std::to_string(shard) + "/" + std::to_string(shards),
                     "--threads", shard % 2 == 0 ? "1" : "4", "-o", part + ".json", "--games-out",
                     part + ".jsonl", "--force"});
        merge.push_back(part + ".json");
        seconds += wall_s(part + ".json");
        records.insert(0, read(part + ".jsonl"));
      }
      run_quietly(joined(merge, {"-o", "merged.json", "--force"}));
      EXPECT_EQ(reproducible("merged.json"), reproducible("whole.json")) << name << ", " << shards;
      EXPECT_NEAR(wall_s("merged.json"), seconds, 1e-6);
      if (name == "small") {
        EXPECT_EQ(records, read("whole.jsonl")) << shards;
      }
    }
  }
}

TEST_F(LongRun, MergeNamesWhatIsMissingDoubleOrForeign) {
  write("small.json", kSmall);
  for (const std::string shard : {"1", "2", "3", "4"})
    run_quietly({"run", "small.json", "--shard", shard + "/4", "-o", shard + ".json"});
  run_quietly({"run", "small.json", "--shard", "2/2", "-o", "half.json"});
  run_quietly({"run", "small.json", "--shard", "2/4", "-o", "foreign.json", "--seed", "9"});
  expect_refused({"merge", "1.json", "3.json", "-o", "m.json"}, "merge: shards 2, 4 of 4 are missing");
  expect_refused({"merge", "4.json", "-o", "m.json"}, "merge: shards 1 to 3 of 4 are missing");
  expect_refused({"merge", "1.json", "2.json", "1.json", "-o", "m.json"},
                 "1.json and 1.json both hold shard 1 of 4");
  expect_refused({"merge", "1.json", "2.json", "3.json", "half.json", "-o", "m.json"},
                 "3.json and half.json both hold games ");
  expect_refused({"merge", "1.json", "half.json", "-o", "m.json"}, " are missing; every game is needed once");
  expect_refused({"merge", "1.json", "foreign.json", "-o", "m.json"},
                 "foreign.json: belongs to a different experiment than 1.json (its seed is 9, not 5)");
  expect_refused({"merge", "small.json", "-o", "m.json"},
                 "small.json: is an experiment config (`sapper run` plays it); expected a report");
  expect_refused({"run", "small.json", "--shard", "5/4"}, "--shard is \"5/4\"; expected K/N");
  expect_refused({"run", "small.json", "--shard", "0/4"}, "--shard is \"0/4\"");
  EXPECT_FALSE(exists("m.json"));
  run_quietly(
      {"merge", "1.json", "2.json", "half.json", "-o", "m.json"});  // the parts need not be of one kind
  run_quietly({"run", "small.json", "-o", "whole.json"});
  EXPECT_EQ(reproducible("m.json"), reproducible("whole.json"));
  expect_refused({"merge", "1.json", "2.json", "half.json", "-o", "1.json"},
                 "1.json: is read by this command");
  run_quietly({"run", "small.json", "--shard", "3/4", "-o", "other.json"});
  expect_refused({"merge", "1.json", "2.json", "half.json", "-o", "other.json"},
                 "other.json: holds the report of shard 3 of 4");
  // Merged again, as by a job that is submitted again: the report stays.
  const std::string merged = read("m.json");
  const ProgramResult again = run_well({"merge", "1.json", "2.json", "half.json", "-o", "m.json"});
  EXPECT_EQ(again.err, "sapper: m.json holds this report already; --force writes it again\n");
  EXPECT_EQ(read("m.json"), merged);
  EXPECT_EQ(output_of({"merge", "m.json", "-o", "-"}).substr(0, 100), read("m.json").substr(0, 100));
}

// Kills or interrupts a run again and again, at random moments, until it is finished.
TEST_F(LongRun, LosesNothingToKillsAndSignals) {
  write("long.json", kLong);
  run_quietly({"run", "long.json", "-o", "straight.json", "--games-out", "straight.jsonl"});
  const char* const asked = std::getenv("SAPPER_TEST_KILLS");
  const int kills = asked ? std::atoi(asked) : 4;
  std::mt19937 random(7);  // NOLINT(cert-msc51-cpp)
  for (int round = 0, killed = 0; killed < kills; ++round) {
    ASSERT_LT(round, 20 * kills) << "runs end before they are killed";
    remove_all({"cut.json", "cut.json.checkpoint", "cut.jsonl"});
    for (bool is_finished = false; !is_finished;) {
      const std::string threads = std::to_string(1 + random() % 3);
      Program program(command({"run", "long.json", "-o", "cut.json", "--resume", "--checkpoint-every", "0.01",
                               "--games-out", "cut.jsonl", "--threads", threads, "--quiet"}));
      std::this_thread::sleep_for(std::chrono::milliseconds(20 + random() % 400));
      program.send(killed % 4 == 3 ? SIGTERM : SIGKILL);
      const ProgramResult result = program.wait();
      if (result.status == 0)
        is_finished = true;
      else
        ++killed;
      ASSERT_THAT(result.status, AnyOf(0, 128 + SIGKILL, 128 + SIGTERM)) << result.err;
      if (exists("cut.json")) break;
      if (killed >= kills) {
        run_quietly({"run", "long.json", "-o", "cut.json", "--resume", "--games-out", "cut.jsonl"});
        break;
      }
    }
    EXPECT_EQ(reproducible("cut.json"), reproducible("straight.json"));
    EXPECT_EQ(read("cut.jsonl"), read("straight.jsonl"));
  }
}

// Records of a run killed long before its first timed checkpoint are recognized.
TEST_F(LongRun, KnowsTheRecordsOfARunKilledEarly) {
  // Records are written in blocks of 256 KB: those of some 700 games.
  write("long.json", R"({"schema": "sapper-config/1", "boards": [{"level": "Intermediate"}],
    "strategies": ["rules", "csp"], "games": )" +
                         std::to_string(std::max(case_count(30'000), 3'000)) + "}");
  run_quietly({"run", "long.json", "-o", "straight.json", "--games-out", "straight.jsonl"});
  const Words arguments{"run",       "long.json",          "-o",  "cut.json", "--games-out",
                        "cut.jsonl", "--checkpoint-every", "3600"};
  Program program(command(arguments));
  const auto has_records = [&] { return exists("cut.jsonl") && file_size(path("cut.jsonl")) > 0; };
  wait_until([&] { return has_records() || exists("cut.json"); });
  program.send(SIGKILL);
  program.wait();
  ASSERT_TRUE(has_records());
  ASSERT_FALSE(exists("cut.json")) << "killed too late";
  expect_refused(arguments, "cut.json.checkpoint: holds an unfinished run");
  run_quietly({"run", "long.json", "-o", "cut.json", "--games-out", "cut.jsonl", "--resume"});
  EXPECT_EQ(reproducible("cut.json"), reproducible("straight.json"));
  EXPECT_EQ(read("cut.jsonl"), read("straight.jsonl"));
}

// Threads x shards x signals or kills and resumption, with and without a stop rule.
TEST_F(LongRun, HasTheSameBytesHoweverItIsRun) {
  write("long.json", kLong);
  write("stopping.json", kLongStopping);
  for (const std::string name : {"long", "stopping"}) {
    run_quietly({"run", name + ".json", "-o", "straight.json", "--threads", "1", "--games-out",
                 "straight.jsonl", "--force"});
    int runs = 0;
    for (const std::string threads : {"1", "2", "8"})
      for (const int shards : {1, 3}) {
        SCOPED_TRACE(testing::Message() << name << " on " << threads << " threads, " << shards << " shards");
        Words merge{"merge"};
        std::string records;
        for (int shard = 1; shard <= shards; ++shard) {
          const std::string part = std::to_string(shard);
          const Words arguments =
              joined({"run", name + ".json", "-o", part + ".json", "--games-out", part + ".jsonl"},
                     {"--shard", part + "/" + std::to_string(shards), "--threads", threads,
                      "--checkpoint-every", "0.02"});
          if (cut_off(arguments, part + ".json", ++runs % 3 == 0 ? SIGKILL : SIGTERM))
            run_quietly(joined(arguments, {"--resume"}));
          merge.push_back(part + ".json");
          records += read(part + ".jsonl");
        }
        run_quietly(joined(merge, {"-o", "merged.json", "--force"}));
        EXPECT_EQ(reproducible("merged.json"), reproducible("straight.json"));
        // A shard cannot decide where the rule ends a case that begins before it.
        if (name == "long" || shards == 1) {
          EXPECT_EQ(records, read("straight.jsonl"));
        }
        for (int shard = 1; shard <= shards; ++shard)
          remove_all({std::to_string(shard) + ".json", std::to_string(shard) + ".jsonl"});
      }
  }
}

TEST_F(LongRun, GoesOnWithTheCommandThatItPrints) {
  write("long config.json", kLong);
  // On one thread the games last long after the first checkpoint, on fast machines too.
  const std::string games = std::to_string(case_count(60'000));
  start_.environment = {{"SAPPER_CALLED_AS", kQuotedProgram}};
  const ProgramResult cut =
      run_and_send({"run", "long config.json", "--seed", "3", "--games", games, "--threads", "1"},
                   "my report.json", SIGINT);
  ASSERT_EQ(cut.status, 130) << cut.err;
  const std::string line = printed_command(cut.err);
  EXPECT_EQ(run_shell(line).status, 0) << line;
  run_quietly({"run", "long config.json", "-o", "straight.json", "--seed", "3", "--games", games});
  EXPECT_EQ(reproducible("my report.json"), reproducible("straight.json"));
}

TEST_F(LongRun, TwoRunsDoNotShareAnOutput) {
  write("long.json", kLong);
  Program first(
      command({"run", "long.json", "-o", "r.json", "--checkpoint-every", "0.02", "--games", "1e6"}));
  wait_until([&] { return exists("r.json.checkpoint"); });
  expect_refused({"run", "long.json", "-o", "r.json", "--resume"}, "another run is writing there");
  expect_refused({"run", "long.json", "-o", "./r.json", "--force"}, "another run is writing there");
  first.send(SIGKILL);
  first.wait();
  EXPECT_EQ(run({"run", "long.json", "-o", "r.json"}).status, 2) << "the checkpoint is still there";
}

// A limit on the size of files simulates a full disk.
TEST_F(LongRun, TellsOfAFullDiskAndLosesNothing) {
  std::string mines = "1";
  for (int i = 2; i <= 16; ++i) mines += ", " + std::to_string(i);
  write_config("many.json", R"("name": "many", "boards": [{"rows": 6, "mines": [)" + mines + R"(]}],
    "strategies": ["random", "csp"])");
  run_quietly({"run", "many.json", "-o", "straight.json", "--games", "50"});
  // Space for the probe before the run and for the checkpoint.
  const std::uint64_t limit = 66;  // KiB
  ASSERT_GT(fs::file_size(path("straight.json")), limit * 1024);
  const ProgramResult full = run_shell("ulimit -f " + std::to_string(limit) + "; exec " + kQuotedProgram +
                                       " run many.json -o r.json --games 50");
  EXPECT_EQ(full.status, 1);
  EXPECT_THAT(full.err, AllOf(HasSubstr("r.json: cannot be written: File too large"),
                              HasSubstr("all games are played and kept in r.json.checkpoint")));
  EXPECT_FALSE(exists("r.json"));
  run_quietly({"run", "many.json", "-o", "r.json", "--games", "50", "--resume"});
  EXPECT_EQ(reproducible("r.json"), reproducible("straight.json"));
}

// A limit on the memory of threads' stacks simulates a limit on threads, which does not apply to root.
TEST_F(LongRun, TellsOfThreadsThatTheSystemRefuses) {
  if (kDefaultTestPercent < 100) GTEST_SKIP() << "sanitizers need more memory than the limit";
  write_config("small.json", R"("name": "small", "games": 200000,
    "boards": [{"level": "Beginner"}])");
  const ProgramResult refused =
      run_shell("ulimit -v 2000000; exec " + kQuotedProgram + " run small.json --threads 4096 --quiet");
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, StartsWith("sapper: out of "));
}

// Threads get stacks as large as the limit says, here larger than all memory that may be used.
TEST_F(LongRun, LeavesNothingWhereTheFirstThreadIsRefused) {
  if (kDefaultTestPercent < 100) GTEST_SKIP() << "sanitizers need more memory than the limit";
  write_config("small.json", R"("name": "small", "games": 100,
    "boards": [{"level": "Beginner"}])");
  const auto in_shell = [&](const std::string& command) {
    return run_shell(command + " " + kQuotedProgram + " run small.json --quiet");
  };
  const ProgramResult refused = in_shell("ulimit -s 4000000 -v 2000000; exec");
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, StartsWith("sapper: out of threads or memory: "));
  EXPECT_EQ(in_shell("exec").status, 0) << "a checkpoint without games is in the way";
}

TEST_F(LongRun, EndsDuringAGameOnALargeBoard) {
  const std::string side = std::to_string(case_count(2048));
  write("huge.json", R"({"schema": "sapper-config/1", "name": "huge", "games": 100000,
    "boards": [{"density": 0.17, "rows": )" +
                         side + R"(}], "strategies": ["min_risk"]})");
  Program program(command({"run", "huge.json", "--threads", "1", "--games-out", "huge.jsonl"}));
  const auto has_lock = [&] {
    return std::ranges::any_of(names(), [](const std::string& name) { return name.ends_with(".lock"); });
  };
  wait_until([&] { return has_lock() && processor_ticks(program.id()) >= 40; });
  program.send(SIGINT);
  const ProgramResult result = program.wait();
  EXPECT_EQ(result.status, 130);
  EXPECT_THAT(result.err, HasSubstr("of 100,000 games; they are kept in huge.report.json.checkpoint"));
  EXPECT_TRUE(exists("huge.report.json.checkpoint"));
  EXPECT_FALSE(has_lock());
}

TEST_F(LongRun, ShowsPlainProgressInALogAndNeverHidesTheTimeLeft) {
  write("long.json", kLong);
  const ProgramResult logged = run({"run", "long.json", "--progress", "always", "-o", "a.json"});
  EXPECT_THAT(logged.err, AllOf(HasSubstr(" left"), HasSubstr("games/core-s"), HasSubstr("\n")));
  EXPECT_THAT(logged.err, AllOf(Not(HasSubstr("\x1b")), Not(HasSubstr("\r"))));

  TerminalProgram program(command({"run", "long.json", "-o", "b.json"}), {24, 44});
  const ProgramResult shown = program.wait();
  EXPECT_EQ(shown.status, 0);
  std::size_t rewritten = 0;
  for (std::string_view line : sim::split(shown.out, "\r")) {
    const auto end = line.find("\x1b[K");
    if (end == std::string::npos || end == 0) continue;
    line = line.substr(0, end);
    ++rewritten;
    EXPECT_LT(line.size(), 44U) << line;
    EXPECT_THAT(line, AllOf(HasSubstr(" left"), HasSubstr("games/core-s")));
  }
  EXPECT_GT(rewritten, 0U) << shown.out;
}

TEST_F(LongRun, SendsNoEscapesToATerminalThatTakesNone) {
  write("long.json", kLong);
  for (const std::string kind : {"dumb", ""}) {
    ProgramRun outside = command({"run", "long.json", "-o", "a.json", "--force", "--progress", "always"});
    outside.environment = {{"TERM", kind}};
    const ProgramResult result = TerminalProgram(outside).wait();
    EXPECT_EQ(result.status, 0);
    EXPECT_THAT(result.out, AllOf(HasSubstr(" left"), HasSubstr("games/core-s"), Not(HasSubstr("\x1b"))));
  }
}

// Sweeps and runs of a size that takes minutes: SAPPER_TEST_LARGE=1 ./dev test -R LargeRuns. Skipped otherwise, and
// under sanitizers, whose memory says nothing.

class LargeRuns : public ProgramTest {
 protected:
  void SetUp() override {
    if (std::getenv("SAPPER_TEST_LARGE") == nullptr) GTEST_SKIP() << "SAPPER_TEST_LARGE is not set";
    if (kDefaultTestPercent < 100) GTEST_SKIP() << "the memory of a sanitizer or a debug build says nothing";
    start_.timeout_s = 3000;
  }
  ProgramResult play(const std::string& config, const Words& more = {}) const {
    write_config("c.json", R"("name": "c", "strategies": ["rules", "csp"], )" + config);
    ProgramResult result = run_well(joined({"run", "c.json", "-o", "r.json", "--quiet", "--force"}, more));
    std::printf("%ld MB\n", result.max_memory_kb / 1024);
    return result;
  }
  static std::string numbers(int first, int last) {
    std::string list;
    for (int i = first; i <= last; ++i) list += (i == first ? "[" : ", ") + std::to_string(i);
    return list + "]";
  }
};

// The README's claim about memory; the report is not held as a whole.
TEST_F(LargeRuns, SweepOfAQuarterMillionCases) {
  const ProgramResult result =
      play(R"("games": 1, "first_click": {"rule": "unprotected"}, "boards": [{"rows": )" + numbers(12, 61) +
           R"(, "cols": )" + numbers(12, 61) + R"(, "mines": )" + numbers(1, 100) + "}]");
  EXPECT_EQ(count_of(read("r.json"), "\"strategy\":"), 500'000U);
  EXPECT_LT(result.max_memory_kb, 500'000 * 2.5);
}

TEST_F(LargeRuns, TenMillionGamesInTheMemoryOfAHundredThousand) {
  const std::string config = R"("boards": [{"rows": 4, "mines": 3}], "games": )";
  const ProgramResult few = play(config + "100000");
  const ProgramResult many = play(config + "10000000", {"--checkpoint-every", "1"});
  EXPECT_EQ(count_of(read("r.json"), "\"games\": 10000000"), 4U)
      << "the config, two results and their comparison";
  EXPECT_LT(many.max_memory_kb, few.max_memory_kb + 4096);
}

}  // namespace
}  // namespace sapper::tests
