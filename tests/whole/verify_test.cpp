// `sapper verify`, from outside: true reports pass, whatever their kind; false records and false counters are found.
// Label: threads
#include <algorithm>
#include <cmath>
#include <regex>

#include "experiments/support/compression.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/report_text.hpp"
#include "tests/support/sample_configs.hpp"
#include "tests/support/terminal_program.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

class Verify : public ProgramTest {
 protected:
  Verify() { write_small("c.json", 1); }
  void write_small(const std::string& name, int seed) const {
    write_config(
        name,
        fmt::format(R"("name": "c", "seed": {}, "games": 300, "strategies": ["random", "csp", "min_risk"],
      "boards": [{{"level": "Beginner"}}, {{"rows": 6, "mines": 9}}])",
                    seed));
  }
  std::string verified(const Words& arguments, int status = 0) const {
    const ProgramResult result = run(joined({"verify", "--seed", "7"}, arguments));
    EXPECT_EQ(result.status, status) << result.out << result.err << testing::PrintToString(arguments);
    return result.out;
  }
};

TEST_F(Verify, PassesTrueReportsAndSaysWhatWasChecked) {
  run_well({"run", "c.json", "-o", "r.json", "--games-out", "g.jsonl.zst", "--quiet"});
  // 600 games, of which 60 are drawn: of 6 false ones none, with a probability of (540 choose 6) / (600 choose 6).
  double chance = 1;
  for (int i = 0; i < 6; ++i) chance *= (540.0 - i) / (600.0 - i);
  const std::string text = verified({"r.json", "--games", "g.jsonl.zst", "--sample", "60"});
  EXPECT_THAT(text, AllOf(HasSubstr("1,800 records read, of 600 games"), HasSubstr("60 of 600 games drawn"),
                          HasSubstr("no difference found"), HasSubstr("seed of the sample 7")));
  EXPECT_THAT(text, HasSubstr(fmt::format("with a probability of {:.2g}", chance)));
  EXPECT_THAT(verified({"r.json", "--games", "g.jsonl.zst"}),
              AllOf(HasSubstr("600 of 600 games drawn"), HasSubstr("could not have passed")));
  EXPECT_THAT(verified({"r.json", "--sample", "1"}),
              AllOf(HasSubstr("1 of 2 stretches of games drawn"), HasSubstr("300 of 600 games"),
                    HasSubstr("with a probability of 0.5\n")));
  EXPECT_THAT(verified({"r.json", "--sample", "2"}), HasSubstr("could not have passed"));
  // By default as many as take some seconds by the report's own times, here all.
  EXPECT_THAT(verified({"r.json"}),
              AllOf(HasSubstr("2 of 2 stretches of games drawn"), HasSubstr("could not have passed")));
}

// Reports by versions whose games depended on the number of threads are named, however they came into a report.
TEST_F(Verify, NamesVersionsWhoseGamesDependedOnThreads) {
  write_config("b.json", R"("name": "b", "games": 20, "strategies": ["rules"],
    "boards": [{"rows": 16, "cols": 32, "mines": 60}, {"rows": 17, "cols": 3, "mines": 6}, {"rows": 2, "cols": 33, "mines": 6}],
    "first_click": [{"rule": "safe_corners"}, {"rule": "safe"}])");
  run_well({"run", "b.json", "-o", "b.report.json", "--quiet"});
  const std::string fault = "the games of cases 2, 4 may depend on the number of threads";
  const std::string report = read("b.report.json");
  EXPECT_THAT(verified({"b.report.json"}), Not(HasSubstr(fault)));
  const std::string version = "\"sapper\": \"" SAPPER_VERSION "\"";
  write("old.json", with_replaced(report, version, R"("sapper": "0.1.0")"));
  EXPECT_THAT(verified({"old.json"}), HasSubstr("by version 0.1.0, " + fault));
  write("older.json", with_replaced(report, version, R"("sapper": 1)"));
  EXPECT_THAT(verified({"older.json"}), HasSubstr("by a version before 0.2.0, " + fault));
  // A build's id has its version since 0.2.0.
  for (const auto& [build, is_named] :
       {std::pair("a0ad2e2", true), {"0.1.9, abc", true}, {"0.2.0, abc", false}, {"1.0.0", false}}) {
    write("resumed.json",
          with_replaced(report, version, version + R"(, "resumed_from": [")" + build + "\"]"));
    EXPECT_EQ(verified({"resumed.json"}).find(fault) != std::string::npos, is_named) << build;
  }
}

TEST_F(Verify, NamesVersionsThatDidNotJudgeFirstDigs) {
  for (const bool is_judged : {false, true}) {
    const std::string name = is_judged ? "j" : "n";
    write_config(name + ".json", R"("name": ")" + name +
                                     R"(", "games": 4, "boards": [{"rows": 4, "mines": 3}],
        "strategies": ["rules"], "judge": )" +
                                     (is_judged ? "2" : "0"));
    run_well({"run", name + ".json", "-o", name + ".report.json", "--quiet"});
    write("old.json", with_replaced(read(name + ".report.json"), "\"sapper\": \"" SAPPER_VERSION "\"",
                                    R"("sapper": "0.2.0")"));
    EXPECT_EQ(
        verified({"old.json"}).find("by version 0.2.0, \"judged\" takes the first dig") != std::string::npos,
        is_judged);
    EXPECT_THAT(verified({name + ".report.json"}), Not(HasSubstr("takes the first dig")));
  }
}

TEST_F(Verify, NamesVersionsWhoseIntervalsAndTestsErredTooOften) {
  write_config("t.json", R"("name": "t", "games": 40, "boards": [{"rows": 4, "mines": 3}], "judge": 1,
    "strategies": ["rules", "csp"], "stop": {"sprt": {"strategies": ["rules", "csp"], "d0": 0, "d1": 0.3}})");
  run_well({"run", "t.json", "-o", "t.report.json", "--quiet"});
  write("old.json",
        with_replaced(read("t.report.json"), "\"sapper\": \"" SAPPER_VERSION "\"", R"("sapper": "0.3.0")"));
  EXPECT_THAT(verified({"old.json"}),
              AllOf(HasSubstr("by version 0.3.0, the sequential test erred more often than it says"),
                    HasSubstr("by version 0.3.0, the intervals of mean excess risks were too short"),
                    HasSubstr("by version 0.3.0, the intervals of what the judged games give away")));
  EXPECT_THAT(verified({"t.report.json"}), Not(HasSubstr("by version")));
}

// Of a shard that has no games, of more shards than games.
TEST_F(Verify, CommandsSayThatThereAreNoGames) {
  write_config("e.json", R"("name": "e", "games": 1, "boards": [{"rows": 4, "mines": 3}],
    "strategies": ["rules", "csp"])");
  run_well({"run", "e.json", "--shard", "2/3", "-o", "e.report.json", "--quiet"});
  EXPECT_THAT(verified({"e.report.json"}),
              AllOf(HasSubstr("there was no game to play again: nothing is verified"),
                    Not(HasSubstr("could not have passed"))));
  std::string methods = output_of({"methods", "e.report.json"});
  std::ranges::replace(methods, '\n', ' ');
  EXPECT_THAT(methods, HasSubstr("No game was played"));
  EXPECT_THAT(methods, Not(HasSubstr("18,446")));
}

// Editors and other programs may put one before any text.
TEST_F(Verify, ByteOrderMarksChangeNothing) {
  const auto mark = [&](const std::string& name) { write(name, "\xEF\xBB\xBF" + read(name)); };
  mark("c.json");
  run_well({"run", "c.json", "-o", "r.json", "--games-out", "g.jsonl", "--quiet"});
  mark("r.json");
  mark("g.jsonl");
  EXPECT_THAT(verified({"r.json", "--games", "g.jsonl", "--sample", "20"}), HasSubstr("no difference found"));
  for (const Words& command : {Words{"compare", "r.json", "r.json", "--games", "g.jsonl", "g.jsonl"},
                               {"plot", "r.json", "-o", "f.svg"},
                               {"merge", "r.json", "-o", "m.json"},
                               {"report", "r.json", "-o", "p.html"}})
    run_well(command);
}

TEST_F(Verify, PassesShardsMergesStopRulesAndSomeOfTheRecords) {
  SAPPER_LONG_TEST();
  write_config("s.json", R"("name": "s", "games": 3000, "strategies": ["csp", "rules"],
    "boards": [{"rows": 5, "mines": 4}, {"rows": 6, "mines": 9}], "stop": {"half_width": 0.03, "min_games": 100})");
  for (const std::string name : {"c", "s"}) {
    std::string records;
    for (const std::string part : {"1", "2", "3"}) {
      run_well({"run", name + ".json", "--shard", part + "/3", "-o", part + ".r", "--games-out", part + ".g",
                "--quiet", "--force"});
      verified({part + ".r", "--games", part + ".g"});
      verified({part + ".r", "--sample", "4"});
      records += read(part + ".g");
    }
    run_well({"merge", "1.r", "2.r", "3.r", "-o", "m.json", "--quiet", "--force"});
    write("all.jsonl", records);
    const std::string text = verified({"m.json", "--games", "all.jsonl"});
    // These games lie beyond the end of a case, which only the merge could see.
    EXPECT_EQ(text.find("that the report does not count were left out") != std::string::npos, name == "s")
        << text;
    verified({"m.json", "--sample", "2"});
  }
  for (const std::string which : {"lost", "won", "guessed", "differ"}) {
    run_well({"run", "c.json", "-o", "r.json", "--games-out", "g.gz", "--games-where", which, "--quiet",
              "--force"});
    verified({"r.json", "--games", "g.gz", "--games-where", which});
    EXPECT_THAT(verified({"r.json", "--games", "g.gz"}, 1), HasSubstr(" found\n"))
        << "not those of all games";
  }
}

TEST_F(Verify, PassesEveryKindOfExperiment) {
  for (const SampleConfig& sample : kSampleConfigs) {
    write("kind.json", text_of(sample));
    run_well({"run", "kind.json", "-o", "r.json", "--quiet", "--force"});
    EXPECT_THAT(verified({"r.json", "--sample", "100"}), HasSubstr("no difference found")) << sample.name;
  }
  refusal({"verify", "r.json", "--games", "c.json"});
}

TEST_F(Verify, ShowsItsProgress) {
  run_well({"run", "c.json", "-o", "r.json", "--games-out", "g.jsonl", "--quiet"});
  const auto shown = [&](const Words& arguments) {
    return run_well(joined({"verify", "r.json"}, arguments)).err;
  };
  EXPECT_EQ(shown({"--games", "g.jsonl", "--progress", "never"}), "");
  EXPECT_THAT(shown({"--games", "g.jsonl", "--progress", "always"}),
              AllOf(HasSubstr("reading the records: 1 of 600 games\n"), HasSubstr("  0 %  ")));
  EXPECT_THAT(shown({"--sample", "2", "--progress", "always"}),
              AllOf(HasSubstr(" left  playing games again: "), HasSubstr(" of 600 games\n")));
}

// The prompt that follows Ctrl-C begins at the start of an empty line. Once there is a file `slow`, the player does not
// answer its 20th turn.
TEST_F(Verify, LeavesNoProgressWhenInterrupted) {
  write("player", R"(turns=0
while read -r line; do
  case $line in
    *'"type":"case"'*) echo '{"type":"ready","protocol":"sapper-player/1"}' ;;
    *'"type":"turn"'*)
      turns=$((turns + 1))
      [ -e slow ] && [ $turns -ge 20 ] && exec sleep 1000
      echo '{"dig":[[0,0]]}' ;;
  esac
done
)");
  write_config("e.json", R"("name": "e", "games": 100,
    "boards": [{"rows": 2, "cols": 2, "mines": 3}], "first_click": {"rule": "safe", "cell": "strategy"},
    "strategies": [{"name": "external", "command": ["/bin/sh", "player"], "timeout_s": 1000}])");
  run_well({"run", "e.json", "-o", "r.json", "--games-out", "g.jsonl", "--quiet", "--allow-commands"});
  write("slow", "");
  TerminalProgram program(command({"verify", "r.json", "--games", "g.jsonl", "--allow-commands"}));
  ASSERT_TRUE(program.wait_for("reading the records: "));
  program.send(SIGINT);  // not typed: the echo of Ctrl-C may come after the last output
  const ProgramResult result = program.wait();
  EXPECT_EQ(result.status, 130) << result.out;
  EXPECT_THAT(result.out, EndsWith("\r\x1b[K"));
}

TEST_F(Verify, SaysOnlyWhatDiffersIfQuiet) {
  run_well({"run", "c.json", "-o", "r.json", "--games-out", "g.jsonl", "--quiet"});
  EXPECT_EQ(verified({"r.json", "--games", "g.jsonl", "--quiet"}), "");
  const std::string records = read("g.jsonl");
  write("bad.jsonl", with_replaced(records, "\"turns\":", "\"turns\":1"));
  EXPECT_THAT(verified({"r.json", "--games", "bad.jsonl", "--quiet"}, 1),
              AllOf(HasSubstr("turns is 1"), HasSubstr("seed of the sample 7")));
}

// Each kind of lie in the records.
TEST_F(Verify, FindsFalseRecords) {
  SAPPER_LONG_TEST();
  run_well({"run", "c.json", "-o", "r.json", "--games-out", "g.jsonl", "--quiet"});
  const std::string records = read("g.jsonl");
  const auto expect_found = [&](const std::string& changed, const std::string& message) {
    ASSERT_NE(changed, records);
    write("bad.jsonl", changed);
    EXPECT_THAT(verified({"r.json", "--games", "bad.jsonl"}, 1),
                AllOf(HasSubstr(message), HasSubstr(" found\n")));
    write("bad.gz", experiments::compressed(changed, experiments::Compression::gzip));
    EXPECT_THAT(verified({"r.json", "--games", "bad.gz"}, 1), HasSubstr(message));
  };
  const std::size_t middle = records.find("\"case\":1,\"game\":150,");
  expect_found(with_replaced(records, "\"won\":false", "\"won\":true", middle), "games in the report");
  // A win moved from one game to another: the sums stay.
  expect_found(with_replaced(with_replaced(records, "\"won\":false", "\"won\":true", middle), "\"won\":true",
                             "\"won\":false", records.find("\"won\":true", middle) + 400),
               "won is ");
  expect_found(with_replaced(records, "\"turns\":", "\"turns\":1", middle), "turns is 1");
  expect_found(with_replaced(records, "\"guesses\":[0.", "\"guesses\":[0.9", middle), "guesses[0] is 0.9");
  expect_found(with_replaced(records, "\"bv3\":", "\"b3v\":", middle), "bv3 is missing");
  expect_found(records.substr(0, records.find("\"case\":1,\"game\":299,") - 1),
               "the file holds records of 599 games");
  const std::size_t line = records.rfind('\n', middle);
  expect_found(records.substr(0, line) + records.substr(records.find('\n', line + 1)),
               "has records of 2 of its 3");
  expect_found(records + records.substr(line + 1, records.find('\n', line + 1) - line), "comes after game");
  expect_found(with_replaced(records, "\"strategy\":\"csp\"", "\"strategy\":\"rules\"", middle),
               "does not belong there");
  expect_found(records + with_replaced(records.substr(line + 1, records.find('\n', line + 1) - line),
                                       "\"case\":1", "\"case\":7"),
               "the report has no case 7");

  for (const auto& [content, message] :
       {std::pair<std::string, std::string>{"{\"case\":0}\n", "lacks the key"},
        {"{\"case\":", "unexpected end of text"}}) {
    write("wrong.jsonl", content);
    const ProgramResult result = run({"verify", "r.json", "--games", "wrong.jsonl"});
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, AllOf(HasSubstr("wrong.jsonl:1:"), HasSubstr(message)));
  }
  EXPECT_EQ(run({"verify", "r.json", "--games", "none.jsonl"}).status, 2);
}

// A report of other games, with a hash computed anew, is consistent in itself.
TEST_F(Verify, FindsAForgedReport) {
  write_small("other.json", 2);
  run_well({"run", "other.json", "-o", "r.json", "--games-out", "g.jsonl", "--quiet"});
  const std::string forged = with_replaced(read("r.json"), "\"seed\": 2", "\"seed\": 1");
  write("forged.json", forged);
  expect_refused({"verify", "forged.json"}, "hash to ");  // damaged, or edited
  write("forged.json", with_right_hash(forged));
  run_well({"report", "forged.json", "-o", "p.html"});
  EXPECT_THAT(verified({"forged.json"}, 1), AllOf(HasSubstr("the counter "), HasSubstr("when played again")));
  EXPECT_THAT(verified({"forged.json", "--games", "g.jsonl", "--sample", "10"}, 1),
              HasSubstr("when played again"));
}

// What an earlier build did not count is not missed in its records; in those of this build it is.
TEST_F(Verify, ReadsRecordsFromBeforeExcessRisksWereCounted) {
  run_well({"run", "c.json", "-o", "r.json", "--games-out", "g.jsonl", "--quiet"});
  write("old.json", without_excess_risks(read("r.json")));
  write("old.jsonl", std::regex_replace(read("g.jsonl"), std::regex(R"("lowest":\[[^\]]*\],)"), ""));
  EXPECT_THAT(verified({"old.json", "--games", "old.jsonl"}), HasSubstr("no difference found"));
  EXPECT_THAT(verified({"r.json", "--games", "old.jsonl"}, 1), HasSubstr("lowest is missing"));
  write("false.jsonl", std::regex_replace(read("old.jsonl"), std::regex(R"("turns":\d+)"), R"("turns":99)"));
  EXPECT_THAT(verified({"old.json", "--games", "false.jsonl"}, 1), HasSubstr("turns is 99"));
}

TEST_F(Verify, DrawsAnotherSampleEachTimeAndTheSameForASeed) {
  run_well({"run", "c.json", "-o", "r.json", "--games-out", "g.jsonl", "--quiet"});
  const std::string records = read("g.jsonl");
  std::string changed = records;
  for (std::size_t at = changed.find("\"turns\":"); at != std::string::npos;
       at = changed.find("\"turns\":", at + 9))
    changed.insert(at + 8, "9");
  write("bad.jsonl", changed);
  const std::string first = verified({"r.json", "--games", "bad.jsonl", "--sample", "5"}, 1);
  EXPECT_EQ(verified({"r.json", "--games", "bad.jsonl", "--sample", "5"}, 1), first);
  const std::string other =
      run({"verify", "r.json", "--games", "bad.jsonl", "--sample", "5", "--seed", "8"}).out;
  EXPECT_NE(other.substr(other.find("drawn")), first.substr(first.find("drawn")));
  EXPECT_NE(run({"verify", "r.json"}).out.substr(0, 60), run({"verify", "r.json"}).out.substr(0, 60))
      << "the seeds; alike by chance once in 4 billion";
}

// Every command that reads reports refuses one that was damaged or edited, names it, and writes nothing.

constexpr const char* kTwoBoards = R"({"schema": "sapper-config/1", "name": "small", "games": 40,
  "boards": [{"rows": 4, "mines": 3}, {"rows": 5, "mines": 5}], "strategies": ["rules", "csp"]})";

class TamperedReport : public ProgramTest {
 protected:
  std::string sound() const {
    write("small.json", kTwoBoards);
    run_well({"run", "small.json", "-o", "sound.json", "--quiet"});
    return read("sound.json");
  }
  // Each command on bad.json.
  void expect_bad(const std::string& report, const std::string& why) const {
    write("bad.json", report);
    for (const Words& command :
         std::vector<Words>{{"run", "small.json", "-o", "bad.json"},
                            {"run", "bad.json", "-o", "out.json"},
                            {"run", "--extend", "bad.json", "--games", "50", "-o", "out.json"},
                            {"merge", "bad.json", "-o", "out.json"},
                            {"compare", "sound.json", "bad.json"},
                            {"report", "bad.json", "-o", "out.html"},
                            {"plot", "bad.json", "-o", "out.svg"}})
      EXPECT_THAT(refusal(command), AllOf(StartsWith("sapper: bad.json:"), HasSubstr(why)))
          << command[0] << command[1];
    EXPECT_EQ(read("bad.json"), report);
    for (const char* const output : {"out.json", "out.html", "out.svg"})
      EXPECT_FALSE(exists(output)) << output;
  }
};

TEST_F(TamperedReport, IsRefusedByEveryCommand) {
  const std::string report = sound();
  expect_bad(report.substr(0, report.size() * 2 / 3), "unexpected end of text");
  expect_bad(replaced(report, "", "sapper-report/2", "sapper-report/1"), "rerun the experiment");
  expect_bad(replaced(report, "\"results\"", "\"wins\": ", "\"wins\": 1"), "results[0].wins");
  expect_bad(with_right_hash(replaced(report, "\"values\"", "[40,", "[18446744073709551615,")),
             "do not match its games");
}

TEST_F(TamperedReport, IsReplacedByForce) {
  write("bad.json", replaced(sound(), "\"results\"", "\"wins\": ", "\"wins\": 1"));
  run_well({"run", "small.json", "-o", "bad.json", "--force", "--quiet"});
  run_well({"compare", "bad.json", "sound.json"});
}

}  // namespace
}  // namespace sapper::tests
