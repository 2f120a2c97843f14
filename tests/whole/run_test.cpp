// `sapper run` from outside: reports, determinism, interruption and resumption, refused outputs, what it
// prints.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/support/case_count.hpp"
#include "tests/support/processes.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
namespace fs = std::filesystem;

constexpr const char* kSmall = R"({"schema": "sapper-config/1", "name": "small", "games": 500,
  "boards": [{"level": "Beginner"}, {"rows": 5, "mines": [4, 6]}], "strategies": ["random", "rules"]})";
// A few seconds of games, under sanitizers too.
const std::string kLong = R"({"schema": "sapper-config/1", "name": "long",
  "boards": [{"level": "Expert"}, {"level": "Intermediate"}], "strategies": ["random", "rules"],
  "games": )" + std::to_string(case_count(60'000)) +
                          "}";

// The part of a report that must not depend on the run.
std::string reproducible_part(const fs::path& report) {
  const std::string text = content_of(report);
  const auto end = text.find("\n  \"timing\": {");
  EXPECT_NE(end, std::string::npos) << report;
  return text.substr(0, end);
}

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path().filename());
  return files;
}

class Run : public testing::Test {
 protected:
  ProgramRun command(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "run");
    ProgramRun run = sapper(std::move(arguments));
    run.folder = folder_.path();
    return run;
  }
  ProgramResult run(std::vector<std::string> arguments) const {
    return run_program(command(std::move(arguments)));
  }
  // Starts a run and sends it a signal once its checkpoint exists.
  ProgramResult run_and_send(std::vector<std::string> arguments, const std::string& report,
                             int signal) const {
    arguments.insert(arguments.end(), {"-o", report, "--checkpoint-every", "0.02"});
    Program program(command(std::move(arguments)));
    for (int i = 0; i < 5000 && !fs::exists(path(report + ".checkpoint")); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    program.send(signal);
    return program.wait();
  }
  fs::path path(const std::string& name) const { return folder_.path() / name; }

  TemporaryFolder folder_;
};

TEST_F(Run, RefusesWithAReplayWhatItWouldNotWrite) {
  folder_.write("small.json", kSmall);
  const std::vector<std::vector<std::string>> extras{
      {"--csv", "t.csv"}, {"--games-out", "g.jsonl"}, {"--shard", "1/2"}};
  for (const auto& extra : extras) {
    const ProgramResult result = run({"small.json", "--replay", "0:0", extra[0], extra[1]});
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.err,
              "sapper: run: " + extra[0] + " cannot be combined with --replay, which plays one game\n");
  }
}

TEST_F(Run, WritesItsReportAndATable) {
  folder_.write("small.json", kSmall);
  const ProgramResult result = run({"small.json", "--threads", "2"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("Beginner (9 x 9, 10 mines)"), HasSubstr("5 x 5, 6 mines"),
                    HasSubstr("rules *"), HasSubstr("small.report.json"), HasSubstr("Guesses lost"),
                    HasSubstr("The exact risks predict the losses: z = ")));
  const boost::json::value report = boost::json::parse(content_of(path("small.report.json")));
  EXPECT_EQ(report.at("results").as_array().size(), 6U);
  EXPECT_EQ(report.at("timing").at("threads").as_int64(), 2);
  EXPECT_THAT(files_in(folder_.path()), testing::UnorderedElementsAre("small.json", "small.report.json"));
}

TEST_F(Run, ReportsTheSameBytesForAnyNumberOfThreads) {
  folder_.write("small.json", kSmall);
  for (const std::string threads : {"1", "2", "8"})
    EXPECT_EQ(run({"small.json", "--threads", threads, "-o", threads + ".json"}).status, 0);
  EXPECT_EQ(reproducible_part(path("2.json")), reproducible_part(path("1.json")));
  EXPECT_EQ(reproducible_part(path("8.json")), reproducible_part(path("1.json")));
}

TEST_F(Run, SeedAndGamesOfTheCommandLineAreThoseOfTheReport) {
  folder_.write("small.json", kSmall);
  EXPECT_EQ(run({"small.json", "--seed", "18446744073709551615", "--games", "20", "-o", "a.json"}).status, 0);
  const boost::json::value report = boost::json::parse(content_of(path("a.json")));
  EXPECT_EQ(report.at("config").at("seed").as_uint64(), 18446744073709551615U);
  EXPECT_EQ(report.at("results").at(0).at("games").as_int64(), 20);
}

TEST_F(Run, ConfigOfAReportMakesTheSameReport) {
  folder_.write("small.json", kSmall);
  EXPECT_EQ(run({"small.json", "-o", "a.json"}).status, 0);
  const boost::json::value report = boost::json::parse(content_of(path("a.json")));
  folder_.write("again.json", boost::json::serialize(report.at("config")));
  EXPECT_EQ(run({"again.json", "-o", "b.json"}).status, 0);
  EXPECT_EQ(reproducible_part(path("b.json")), reproducible_part(path("a.json")));
}

TEST_F(Run, InterruptedRunGoesOnWhereItWas) {
  folder_.write("long.json", kLong);
  ASSERT_EQ(run({"long.json", "-o", "straight.json", "--quiet"}).status, 0);
  for (const auto& [signal, status] : {std::pair(SIGINT, 130), std::pair(SIGTERM, 143)}) {
    const std::string report = "cut" + std::to_string(status) + ".json";
    const ProgramResult cut = run_and_send({"long.json", "--threads", "2"}, report, signal);
    EXPECT_EQ(cut.status, status);
    EXPECT_THAT(cut.err, HasSubstr(" run long.json -o " + report + " --resume --threads 2\n"));
    EXPECT_FALSE(fs::exists(path(report)));
    EXPECT_TRUE(fs::exists(path(report + ".checkpoint")));

    const ProgramResult without = run({"long.json", "-o", report});
    EXPECT_EQ(without.status, 2);
    EXPECT_THAT(without.err, HasSubstr("holds an unfinished run; add --resume"));
    const ProgramResult other = run({"long.json", "-o", report, "--resume", "--seed", "9"});
    EXPECT_EQ(other.status, 2);
    EXPECT_THAT(other.err, HasSubstr("belongs to a different experiment"));

    EXPECT_EQ(run({"long.json", "-o", report, "--resume", "--threads", "1", "--quiet"}).status, 0);
    EXPECT_EQ(reproducible_part(path(report)), reproducible_part(path("straight.json")));
    EXPECT_FALSE(fs::exists(path(report + ".checkpoint")));
  }
}

// GNU `timeout` signals its child and then the group, and shells do so with their jobs.
TEST_F(Run, SavesWhenASignalComesTwice) {
  folder_.write("long.json", kLong);
  for (int round = 0; round < 12; ++round) {
    fs::remove(path("twice.json.checkpoint"));
    Program program(command(
        {"long.json", "-o", "twice.json", "--checkpoint-every", "3600", "--games", "1e9", "--threads", "2"}));
    while (!catches(program.id(), SIGTERM)) std::this_thread::yield();
    program.send(SIGTERM);
    ::usleep(static_cast<useconds_t>(1000 * (round % 4)));  // the gap is what is tested
    program.send(round % 2 == 0 ? SIGTERM : SIGHUP);
    const ProgramResult result = program.wait();
    // Of two signals that arrive at once either may be handled first.
    EXPECT_THAT(result.status, testing::AnyOf(128 + SIGTERM, round % 2 == 0 ? 128 + SIGTERM : 128 + SIGHUP));
    EXPECT_THAT(result.err, HasSubstr("they are kept in twice.json.checkpoint"));
    EXPECT_TRUE(fs::exists(path("twice.json.checkpoint")));
    EXPECT_THAT(files_in(folder_.path()), testing::SizeIs(2)) << "a lock is left";
  }
}

// A run whose table nobody reads waits for ever, after it has saved.
TEST_F(Run, EndsAtTheThirdSignalWhenItIsStuck) {
  if (kIsThreadSanitizer) GTEST_SKIP() << "a blocked write would never see the signals";
  folder_.write("long.json", kLong);
  ProgramRun outside =
      command({"long.json", "-o", "stuck.json", "--games", "1e9", "--checkpoint-every", "0.02"});
  outside.standard_output = StandardOutput::full_pipe;
  Program program(outside);
  wait_for_games_in(path("stuck.json.checkpoint"));
  const auto wait_for_repeat = [] { std::this_thread::sleep_for(std::chrono::milliseconds(1050)); };
  program.send(SIGINT);
  wait_for_repeat();
  program.send(SIGINT);
  while (is_running(program.id()) && program.written_errors().find("still ending") == std::string::npos)
    std::this_thread::yield();
  wait_for_repeat();
  program.send(SIGINT);
  const ProgramResult result = program.wait();
  EXPECT_EQ(result.status, 128 + SIGINT);
  EXPECT_THAT(result.err, HasSubstr("still ending; the next signal ends it at once"));
  EXPECT_EQ(run({"long.json", "-o", "stuck.json", "--games", "1e9"}).status, 2) << "it was saved";
}

TEST_F(Run, KilledRunGoesOnFromItsCheckpoint) {
  folder_.write("long.json", kLong);
  ASSERT_EQ(run({"long.json", "-o", "straight.json", "--quiet"}).status, 0);
  EXPECT_EQ(run_and_send({"long.json"}, "cut.json", SIGKILL).status, 128 + SIGKILL);
  EXPECT_FALSE(fs::exists(path("cut.json")));
  ASSERT_TRUE(fs::exists(path("cut.json.checkpoint")));
  EXPECT_EQ(run({"long.json", "-o", "cut.json", "--resume", "--quiet"}).status, 0);
  EXPECT_EQ(reproducible_part(path("cut.json")), reproducible_part(path("straight.json")));
}

TEST_F(Run, ResumeWithoutACheckpointStartsOver) {
  folder_.write("small.json", kSmall);
  const ProgramResult result = run({"small.json", "-o", "a.json", "--resume"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.err, HasSubstr("no a.json.checkpoint found; starting from the first game"));
}

TEST_F(Run, FindsABadOutputBeforeItPlays) {
  folder_.write("long.json", kLong);
  fs::create_directory(path("folder"));
  fs::create_symlink("/dev/full", path("full"));
  for (const std::string output :
       {"folder", "none/out.json", "full", "/dev/null", "long.json", "folder/", "/proc/out.json"}) {
    const ProgramResult result = run({"long.json", "-o", output});
    EXPECT_EQ(result.status, 2) << output;
    EXPECT_THAT(result.err, StartsWith("sapper: ")) << output;
    EXPECT_THAT(result.err, HasSubstr(output.substr(0, 4))) << output;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
  EXPECT_EQ(content_of(path("long.json")), kLong);
  EXPECT_EQ(files_in(folder_.path()).size(), 3U);
}

TEST_F(Run, RefusesABadConfigAndWritesNothing) {
  folder_.write("bad.json",
                "{\"schema\": \"sapper-config/1\",\n \"boards\": [{\"rows\": 9, \"mines\": 80}]}");
  const ProgramResult result = run({"bad.json"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err,
            "sapper: bad.json:2:34: boards[0].mines is 80; at most 72 fit on 9 x 9 under the first-click "
            "rule opening at 4,4 (row,col from 0)\n");
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_THAT(files_in(folder_.path()), testing::ElementsAre("bad.json"));
}

TEST_F(Run, KeepsQuietAndShowsProgressAsAsked) {
  folder_.write("small.json", kSmall);
  const ProgramResult quiet = run({"small.json", "--quiet"});
  EXPECT_EQ(quiet.status, 0);
  EXPECT_EQ(quiet.out + quiet.err, "");
  EXPECT_THAT(run({"small.json", "--force"}).err, IsEmpty())
      << "not a terminal, and finished before the first progress line";
  EXPECT_THAT(run({"small.json", "--force", "--progress", "never"}).err, IsEmpty());
  EXPECT_THAT(run({"small.json", "--force", "--progress", "always"}).err,
              AllOf(HasSubstr("games/s"), HasSubstr("rules"), HasSubstr(" left")));
}

TEST_F(Run, ReplaysOneGame) {
  folder_.write("small.json", kSmall);
  const ProgramResult result = run({"small.json", "--replay", "1:7", "--strategy", "rules"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("game 7 of case 1, 5 x 5, 4 mines; seed 1"),
                                HasSubstr("    1  2,2 "), Not(HasSubstr("random"))));
  EXPECT_THAT(files_in(folder_.path()), testing::ElementsAre("small.json"));
  EXPECT_EQ(run({"small.json", "--replay", "1:7", "--strategy", "rules"}).out, result.out);
  EXPECT_EQ(run({"small.json", "--replay", R"({"case":1,"game":7,"strategy":"rules","won":true})"}).out,
            result.out);
  EXPECT_THAT(run({"small.json", "--replay", R"({"case":1,"game":500})"}).err,
              HasSubstr("--replay:1:18: game is 500; expected"));
  for (const auto& [text, message] :
       std::vector<std::pair<std::string, std::string>>{{"3:0", "CASE from 0 to 2"},
                                                        {"0:500", "GAME from 0 to 499"},
                                                        {"7", "CASE from 0 to 2"},
                                                        {"1", "GAME from 0 to 499"},
                                                        {"-1:0", "CASE"},
                                                        {"0:", "GAME"},
                                                        {"0:1x", "GAME"}}) {
    const ProgramResult bad = run({"small.json", "--replay", text});
    EXPECT_EQ(bad.status, 2) << text;
    EXPECT_THAT(bad.err, HasSubstr(message)) << text;
  }
}

TEST_F(Run, CsvStandsBesideTheReportAndReportsCompare) {
  folder_.write("small.json", kSmall);
  EXPECT_EQ(run({"small.json", "-o", "a.json", "--csv", "a.csv", "--games-out", "a.jsonl", "--quiet"}).status,
            0);
  const std::string table = content_of(path("a.csv"));
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 7);
  for (const std::string other : {"small.json", "a.json", "a.jsonl", "a.json.checkpoint"}) {
    const ProgramResult result =
        run({"small.json", "-o", "a.json", "--csv", other, "--games-out", "a.jsonl", "--force"});
    EXPECT_EQ(result.status, 2) << other;
    EXPECT_THAT(result.err, HasSubstr("choose another file for --csv")) << other;
  }
  folder_.write("notes", "mine\n");
  for (const std::string option : {"--csv", "--games-out"}) {
    const ProgramResult other = run({"small.json", "-o", "b.json", option, "notes", "--quiet"});
    EXPECT_EQ(other.status, 2) << option;
    EXPECT_THAT(other.err, HasSubstr("notes: holds something else; choose another file, or add --force"));
    EXPECT_EQ(content_of(path("notes")), "mine\n") << option;
    EXPECT_THAT(run({"small.json", "-o", "b.json", option, "-"}).err,
                HasSubstr(option + " is \"-\"; expected a file"));
    EXPECT_THAT(run({"small.json", "-o", "b.json", option, ""}).err,
                HasSubstr(option + " is \"\"; expected the name of a file"));
  }
  const ProgramResult existing = run({"small.json", "-o", "b.json", "--csv", "a.csv", "--quiet"});
  EXPECT_EQ(existing.status, 2);
  EXPECT_THAT(existing.err, HasSubstr("a.csv: exists already; choose another output, or add --force"));
  EXPECT_EQ(content_of(path("a.csv")), table);
  EXPECT_FALSE(fs::exists(path("b.json")));
  EXPECT_EQ(run({"small.json", "-o", "b.json", "--csv", "a.csv", "--quiet", "--force"}).status, 0);
  const ProgramResult another = run({"small.json", "-o", "a.json", "--csv", "a.csv", "--quiet"});
  EXPECT_EQ(another.status, 2);
  EXPECT_THAT(another.err, HasSubstr("a.csv: holds another table"));
  EXPECT_EQ(content_of(path("a.csv")).substr(0, table.find('\n')), table.substr(0, table.find('\n')));
  ProgramRun compare = sapper({"compare", "a.json", "a.json", "--strategies", "random,rules", "--games",
                               "a.jsonl", "a.jsonl", "--json"});
  compare.folder = folder_.path();
  const boost::json::value compared = boost::json::parse(run_program(compare).out);
  const boost::json::value report = boost::json::parse(content_of(path("a.json")));
  for (std::size_t i = 0; i < 3; ++i)
    for (const char* const key : {"both", "only_a", "only_b", "difference", "difference_ci_low", "p_value"})
      EXPECT_EQ(compared.at("comparisons").at(i).at(key), report.at("comparisons").at(i).at(key)) << key;
}

// A table is recreated from its report; records only by playing.
TEST_F(Run, RecordsAreReplacedByForceOnly) {
  folder_.write("small.json", kSmall);
  ASSERT_EQ(run({"small.json", "-o", "a.json", "--games-out", "a.jsonl", "--quiet"}).status, 0);
  const std::string records = content_of(path("a.jsonl"));
  const std::vector<std::string> others[] = {
      {"small.json", "--seed", "8", "-o", "b.json"},
      {"small.json", "--seed", "8", "-o", "-"},
      {"--extend", "a.json", "--games", "600", "-o", "b.json"},
      {"small.json", "--seed", "8", "-o", "b.json", "--resume"},
  };
  for (std::vector<std::string> arguments : others) {
    arguments.insert(arguments.end(), {"--games-out", "a.jsonl", "--quiet"});
    const ProgramResult refused = run(arguments);
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err,
                AllOf(HasSubstr("a.jsonl: holds "),
                      HasSubstr(" bytes already; choose another file, or add --force to replace it")));
    EXPECT_EQ(content_of(path("a.jsonl")), records);
    EXPECT_FALSE(std::filesystem::exists(path("b.json")));
    arguments.emplace_back("--force");
    EXPECT_EQ(run(arguments).status, 0);
    EXPECT_NE(content_of(path("a.jsonl")), records);
    std::filesystem::remove(path("b.json"));
    folder_.write("a.jsonl", records);
  }
}

TEST_F(Run, ValidateSaysWhatWouldRun) {
  folder_.write("small.json", kSmall);
  ProgramRun validate = sapper({"validate", "small.json"});
  validate.folder = folder_.path();
  const ProgramResult result = run_program(validate);
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("first click opening at 4,4"));
  EXPECT_THAT(result.out, HasSubstr("cells are row,col from 0\n"));
  EXPECT_THAT(result.out, HasSubstr("3 cases x 2 strategies = 6 cells; 500 games each, 3,000 games in all"));
  EXPECT_THAT(files_in(folder_.path()), testing::ElementsAre("small.json"));
}

TEST_F(Run, MarksNoWinnerOfATie) {
  folder_.write("tie.json", R"({"schema": "sapper-config/1", "name": "tie", "games": 50,
    "boards": [{"rows": 5, "mines": 4}],
    "strategies": ["random", {"name": "csp", "label": "one"}, {"name": "csp", "label": "two"}]})");
  EXPECT_THAT(run({"tie.json"}).out, Not(HasSubstr("one *"))) << "two have as many wins";
  folder_.write("lead.json", R"({"schema": "sapper-config/1", "name": "lead", "games": 50,
    "boards": [{"rows": 5, "mines": 4}], "strategies": ["random", "csp"]})");
  EXPECT_THAT(run({"lead.json"}).out, HasSubstr("csp *"));
}

// In other locales the sign for an interval's half-width would be shown as two wrong letters.
TEST_F(Run, TextIsAsciiUnlessTheLocaleIsUtf8) {
  folder_.write("small.json", kSmall);
  folder_.write("stop.json", R"({"schema": "sapper-config/1", "games": 50, "stop": {"half_width": 0.1},
    "boards": [{"rows": 4, "mines": 3}], "strategies": ["rules"]})");
  folder_.write(
      "go.json",
      R"({"schema": "sapper-config/1", "game": "go", "games": 2, "boards": [{"size": 5, "komi": 0.5}]})");
  folder_.write("tablet.json", R"({"schema": "sapper-config/1", "game": "tablet", "games": 2,
    "study": "erring_player", "boards": [{"rows": 5}]})");
  ASSERT_EQ(run({"small.json", "-o", "a.json", "--quiet"}).status, 0);
  const auto printed = [&](const std::vector<std::string>& arguments, const std::string& locale) {
    ProgramRun run = sapper(arguments);
    run.folder = folder_.path();
    run.environment = {{"LC_ALL", locale}};
    const ProgramResult result = run_program(run);
    EXPECT_EQ(result.status, 0) << result.err;
    return result.out + result.err;
  };
  const std::vector<std::string> commands[] = {{"run", "small.json", "--force"},
                                               {"run", "go.json", "--force"},
                                               {"run", "tablet.json", "--force"},
                                               {"compare", "a.json", "a.json"},
                                               {"judge", "small.json", "--games", "20", "--layouts", "5"},
                                               {"validate", "stop.json"}};
  for (const std::vector<std::string>& command : commands) {
    SCOPED_TRACE(testing::PrintToString(command));
    for (const char* const locale : {"C", "en_US.ISO-8859-1"}) {
      const std::string text = printed(command, locale);
      EXPECT_THAT(text, HasSubstr("+- "));
      EXPECT_TRUE(std::all_of(text.begin(), text.end(), [](char c) {
        return static_cast<signed char>(c) >= 0;
      })) << text;
    }
    for (const char* const locale : {"C.UTF-8", "en_US.utf8"})
      EXPECT_THAT(printed(command, locale), AllOf(HasSubstr("± "), Not(HasSubstr("+-"))));
  }
}

}  // namespace
}  // namespace sapper::tests
