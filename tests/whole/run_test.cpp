// `sapper run` from outside: reports, determinism, interruption and resumption, refused outputs, what it
// prints.
// Label: threads
#include <unistd.h>

#include "tests/support/long_test.hpp"
#include "tests/support/processes.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

constexpr const char* kSmallRun = R"({"schema": "sapper-config/1", "name": "small", "games": 500,
  "boards": [{"level": "Beginner"}, {"rows": 5, "mines": [4, 6]}], "strategies": ["random", "rules"]})";
// About a second of games, under sanitizers too.
const std::string kSecondOfGames = R"({"schema": "sapper-config/1", "name": "long",
  "boards": [{"level": "Expert"}, {"level": "Intermediate"}], "strategies": ["random", "rules"],
  "games": )" + std::to_string(case_count(25'000)) +
                                   "}";

class Run : public ProgramTest {
 protected:
  Run() { write("small.json", kSmallRun); }
};

TEST_F(Run, RefusesWithAReplayWhatItWouldNotWrite) {
  const std::vector<Words> extras{{"--csv", "t.csv"}, {"--games-out", "g.jsonl"}, {"--shard", "1/2"}};
  for (const auto& extra : extras) {
    EXPECT_EQ(refusal({"run", "small.json", "--replay", "0:0", extra[0], extra[1]}),
              "sapper: run: " + extra[0] + " cannot be combined with --replay, which plays one game\n");
  }
}

TEST_F(Run, WritesItsReportAndATable) {
  const ProgramResult result = run_well({"run", "small.json", "--threads", "2"});
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("Beginner (9 x 9, 10 mines)"), HasSubstr("5 x 5, 6 mines"),
                    HasSubstr("rules *"), HasSubstr("small.report.json"), HasSubstr("Guesses lost"),
                    HasSubstr("The exact risks predict the losses: z = ")));
  const bj::value report = read_json("small.report.json");
  EXPECT_EQ(report.at("results").as_array().size(), 6U);
  EXPECT_EQ(report.at("timing").at("threads").as_int64(), 2);
  EXPECT_THAT(names(), ElementsAre("small.json", "small.report.json"));
}

TEST_F(Run, SeedAndGamesOfTheCommandLineAreThoseOfTheReport) {
  run_well({"run", "small.json", "--seed", "18446744073709551615", "--games", "20", "-o", "a.json"});
  const bj::value report = read_json("a.json");
  EXPECT_EQ(report.at("config").at("seed").as_uint64(), 18446744073709551615U);
  EXPECT_EQ(report.at("results").at(0).at("games").as_int64(), 20);
}

TEST_F(Run, InterruptedRunGoesOnWhereItWas) {
  ::signal(SIGHUP, SIG_DFL);  // the programs inherit it; nohup ignores it
  write("long.json", kSecondOfGames);
  run_well({"run", "long.json", "-o", "straight.json", "--quiet"});
  for (const auto& [signal, status] : {std::pair(SIGINT, 130), {SIGTERM, 143}, {SIGHUP, 129}}) {
    const std::string report = "cut" + std::to_string(status) + ".json";
    const ProgramResult cut = run_and_send({"run", "long.json", "--threads", "2"}, report, signal);
    EXPECT_EQ(cut.status, status);
    EXPECT_THAT(cut.err, HasSubstr(" run long.json -o " + report + " --resume --threads 2\n"));
    EXPECT_FALSE(exists(report));
    EXPECT_TRUE(exists(report + ".checkpoint"));

    expect_refused({"run", "long.json", "-o", report}, "holds an unfinished run; add --resume");
    expect_refused({"run", "long.json", "-o", report, "--resume", "--seed", "9"},
                   "belongs to a different experiment");

    run_well({"run", "long.json", "-o", report, "--resume", "--threads", "1", "--quiet"});
    EXPECT_EQ(reproducible(report), reproducible("straight.json"));
    EXPECT_FALSE(exists(report + ".checkpoint"));
  }
}

// A checkpoint is a report that says it is unfinished: it is read while its run goes on, and after that was killed.
TEST_F(Run, ItsCheckpointIsReadAsAReport) {
  write("long.json", kSecondOfGames);
  Program program(command({"run", "long.json", "-o", "r.json", "--checkpoint-every", "0.05", "--games", "1e9",
                           "--threads", "2"}));
  wait_for_games_in(path("r.json.checkpoint"));
  const std::string progress = "r.json.checkpoint: [0-9,]+ of 2,000,000,000 games; unfinished\n";
  const auto expect_read = [&] {
    for (const Words& words :
         {Words{"report", "r.json.checkpoint", "-o", "page.html", "--force"},
          Words{"plot", "r.json.checkpoint", "-o", "figure.svg", "--force"},
          Words{"compare", "r.json.checkpoint", "r.json.checkpoint", "--strategies", "random,rules"}})
      EXPECT_THAT(run_well(words).err, testing::ContainsRegex(progress)) << words.front();
  };
  expect_read();
  program.send(SIGKILL);
  program.wait();
  expect_read();
  EXPECT_THAT(read("page.html"), testing::ContainsRegex("Unfinished: [0-9,]+ of 2,000,000,000 games"));
  expect_refused({"merge", "r.json.checkpoint", "-o", "merged.json"}, "games; unfinished)");
  expect_refused({"run", "--extend", "r.json.checkpoint", "--games", "2e9"}, "is unfinished (");
}

// GNU `timeout` signals its child and then the group, and shells do so with their jobs.
TEST_F(Run, SavesWhenASignalComesTwice) {
  write("long.json", kSecondOfGames);
  for (int round = 0; round < 12; ++round) {
    fs::remove(path("twice.json.checkpoint"));
    Program program(command({"run", "long.json", "-o", "twice.json", "--checkpoint-every", "3600", "--games",
                             "1e9", "--threads", "2"}));
    wait_until([&] { return catches(program.id(), SIGTERM); });
    program.send(SIGTERM);
    ::usleep(static_cast<useconds_t>(1000 * (round % 4)));  // the gap is what is tested
    program.send(round % 2 == 0 ? SIGTERM : SIGHUP);
    const ProgramResult result = program.wait();
    // Of two signals that arrive at once either may be handled first.
    EXPECT_THAT(result.status, AnyOf(128 + SIGTERM, round % 2 == 0 ? 128 + SIGTERM : 128 + SIGHUP));
    EXPECT_THAT(result.err, HasSubstr("they are kept in twice.json.checkpoint"));
    EXPECT_TRUE(exists("twice.json.checkpoint"));
    EXPECT_THAT(names(), ElementsAre("long.json", "small.json", "twice.json.checkpoint")) << "a lock is left";
  }
}

// A run whose table nobody reads waits for ever, after it has saved.
TEST_F(Run, EndsAtTheThirdSignalWhenItIsStuck) {
  if (kIsThreadSanitizer) GTEST_SKIP() << "a blocked write would never see the signals";
  write("long.json", kSecondOfGames);
  ProgramRun outside =
      command({"run", "long.json", "-o", "stuck.json", "--games", "1e9", "--checkpoint-every", "0.02"});
  outside.standard_output = StandardOutput::full_pipe;
  Program program(outside);
  wait_for_games_in(path("stuck.json.checkpoint"));
  // A signal that arrives less than a second after the one before does not count, as may happen on a busy machine.
  int signals = 0;
  for (; signals < 20 && is_running(program.id()); ++signals) {
    program.send(SIGINT);
    std::this_thread::sleep_for(std::chrono::milliseconds(1050));
  }
  EXPECT_GE(signals, 3);
  const ProgramResult result = program.wait();
  EXPECT_EQ(result.status, 128 + SIGINT);
  EXPECT_THAT(result.err, HasSubstr("still ending; the next signal ends it at once"));
  EXPECT_EQ(run({"run", "long.json", "-o", "stuck.json", "--games", "1e9"}).status, 2) << "it was saved";
}

TEST_F(Run, ResumeWithoutACheckpointStartsOver) {
  const ProgramResult result = run_well({"run", "small.json", "-o", "a.json", "--resume"});
  EXPECT_THAT(result.err, HasSubstr("no a.json.checkpoint found; starting from the first game"));
}

TEST_F(Run, FindsABadOutputBeforeItPlays) {
  write("long.json", kSecondOfGames);
  fs::create_directory(path("folder"));
  fs::create_symlink("/dev/full", path("full"));
  for (const std::string output :
       {"folder", "none/out.json", "full", "/dev/null", "long.json", "folder/", "/proc/out.json"}) {
    expect_refused({"run", "long.json", "-o", output}, output.substr(0, 4));
  }
  EXPECT_EQ(read("long.json"), kSecondOfGames);
  EXPECT_THAT(names(), ElementsAre("folder", "full", "long.json", "small.json"));
}

TEST_F(Run, RefusesABadConfigAndWritesNothing) {
  write("bad.json", "{\"schema\": \"sapper-config/1\",\n \"boards\": [{\"rows\": 9, \"mines\": 80}]}");
  EXPECT_EQ(refusal({"run", "bad.json"}),
            "sapper: bad.json:2:34: boards[0].mines is 80; at most 72 fit on 9 x 9 under the first-click "
            "rule opening at 4,4 (row,col from 0)\n");
  EXPECT_THAT(names(), ElementsAre("bad.json", "small.json"));
}

TEST_F(Run, KeepsQuietAndShowsProgressAsAsked) {
  const ProgramResult quiet = run_well({"run", "small.json", "--quiet"});
  EXPECT_EQ(quiet.out + quiet.err, "");
  EXPECT_THAT(run({"run", "small.json", "--force"}).err, IsEmpty())
      << "not a terminal, and finished before the first progress line";
  EXPECT_THAT(run({"run", "small.json", "--force", "--progress", "never"}).err, IsEmpty());
  EXPECT_THAT(run({"run", "small.json", "--force", "--progress", "always"}).err,
              AllOf(HasSubstr("games/core-s"), HasSubstr("rules"), HasSubstr(" left")));
}

TEST_F(Run, ReplaysOneGame) {
  const ProgramResult result = run_well({"run", "small.json", "--replay", "1:7", "--strategy", "rules"});
  EXPECT_THAT(result.out, AllOf(HasSubstr("game 7 of case 1, 5 x 5, 4 mines; seed 1"),
                                HasSubstr("    1  2,2 "), Not(HasSubstr("random"))));
  EXPECT_THAT(names(), ElementsAre("small.json"));
  EXPECT_EQ(run({"run", "small.json", "--replay", "1:7", "--strategy", "rules"}).out, result.out);
  EXPECT_EQ(
      run({"run", "small.json", "--replay", R"({"case":1,"game":7,"strategy":"rules","won":true})"}).out,
      result.out);
  EXPECT_THAT(run({"run", "small.json", "--replay", R"({"case":1,"game":500})"}).err,
              HasSubstr("--replay:1:18: game is 500; expected"));
  for (const auto& [text, message] :
       std::vector<std::pair<std::string, std::string>>{{"3:0", "CASE from 0 to 2"},
                                                        {"0:500", "GAME from 0 to 499"},
                                                        {"7", "CASE from 0 to 2"},
                                                        {"1", "GAME from 0 to 499"},
                                                        {"-1:0", "CASE"},
                                                        {"0:", "GAME"},
                                                        {"0:1x", "GAME"}}) {
    expect_refused({"run", "small.json", "--replay", text}, message);
  }
}

// The judged games are the first ones of each case, whoever plays them and whenever.
TEST_F(Run, JudgesTheSameGamesHoweverTheyArePlayed) {
  write_config("judged.json", R"("games": 12, "boards": [{"rows": 7, "mines": 10}, {"rows": 4, "mines": 3}],
    "strategies": ["rules", "min_risk"])");
  run_well({"run", "judged.json", "--judge", "4", "--threads", "1", "-o", "one.json", "--quiet"});
  const bj::value report = read_json("one.json");
  expect_valid(report, "report");
  expect_valid(report.at("config"), "config");
  for (const bj::value& result : report.at("results").as_array())
    EXPECT_EQ(result.at("judged").at("games"), 4);
  const std::string expected = reproducible("one.json");
  const ProgramResult shown =
      run_well({"run", "judged.json", "--judge", "4", "--threads", "3", "-o", "three.json"});
  EXPECT_EQ(reproducible("three.json"), expected);
  EXPECT_THAT(shown.out, HasSubstr("7 x 7, 10 mines: rules gives away "));
  EXPECT_THAT(shown.out, testing::ContainsRegex("per[ \n]+game;[ \n]+4[ \n]+games[ \n]+judged"));
  for (const std::string shard : {"1", "2", "3"})
    run_well(
        {"run", "judged.json", "--judge", "4", "--shard", shard + "/3", "-o", shard + ".json", "--quiet"});
  run_well({"merge", "1.json", "2.json", "3.json", "-o", "merged.json"});
  EXPECT_EQ(reproducible("merged.json"), expected);
  run_well({"run", "judged.json", "--judge", "4", "--games", "7", "-o", "extended.json", "--quiet"});
  run_well({"run", "--extend", "extended.json", "--games", "12", "--quiet"});
  EXPECT_EQ(reproducible("extended.json"), expected);
  EXPECT_THAT(run_well({"verify", "one.json"}).status, 0);
  run_well({"report", "one.json", "-o", "one.html"});
  EXPECT_THAT(read("one.html"), HasSubstr("given away per game"));

  expect_refused({"run", "--extend", "extended.json", "--games", "20", "--judge", "5"},
                 "run: --extend and --judge are mutually exclusive; the judged games are the report's");
  expect_refused({"run", "judged.json", "--judge", "4", "--replay", "0:0"},
                 "--judge cannot be combined with --replay");
  write_config("go.json", R"("game": "go", "games": 5, "boards": [{"size": 5, "komi": 3}])");
  expect_refused({"run", "go.json", "--judge", "4"}, "--judge: this kind of game has no exact risks");
  write_config("moving.json", R"("boards": [{"rows": 4, "mines": 3}], "motion": "moving")");
  expect_refused({"run", "moving.json", "--judge", "4"}, "--judge: 4 x 4, 3 mines: the mines move");
}

// One after another, by the command that each one prints, they are those of the replays.
TEST_F(Run, ShowsMistakesOneByOne) {
  SAPPER_LONG_TEST();
  write_config(
      "wide.json",
      R"("name": "wide", "games": 2, "boards": [{"rows": 20, "cols": 30, "mines": 110}, {"rows": 5, "mines": 4}],
      "strategies": ["min_risk", "rules"])");
  for (const std::string kind : {"missed", "excess"}) {
    std::vector<std::string> expected;
    for (int number = 0; number < 2; ++number)
      for (int game = 0; game < 2; ++game) {
        const bj::value replay = json_of({"run", "wide.json", "--replay", fmt::format("{}:{}", number, game),
                                          "--strategy", "rules", "--json"});
        const bj::array& digs = replay.at("players").at(0).at("digs").as_array();
        for (std::size_t i = 0; i < digs.size(); ++i) {
          if (digs[i].at("p_mine").is_null()) continue;
          const bool is_missed = digs[i].at("missed_safe").to_number<int>() > 0;
          if (kind == "missed" ? is_missed : digs[i].at("excess_risk").to_number<double>() > 1e-9)
            expected.push_back(fmt::format("{}:{}:{}", number, game, i + 1));
        }
      }
    ASSERT_GT(expected.size(), 4U);
    std::string command = kQuotedProgram + " run wide.json --replay=next-" + kind + " --strategy rules";
    for (const std::string& place : expected) {
      const ProgramResult shown = run_shell(command);
      ASSERT_EQ(shown.status, 0) << shown.err;
      const std::vector<std::string> lines = lines_of(shown.out);
      EXPECT_LE(lines.size(), 20U) << shown.out;
      EXPECT_THAT(lines.front(), StartsWith("wide: game "));
      EXPECT_THAT(lines[1], AllOf(StartsWith("rules, dig "), HasSubstr("(?), P(mine) ")));
      EXPECT_THAT(shown.out, HasSubstr(" ?"));
      ASSERT_THAT(lines.back(),
                  AllOf(StartsWith("next: "), EndsWith(" --replay next-" + kind + "@" + place)));
      command = lines.back().substr(6);
    }
    EXPECT_THAT(run_shell(command).err, HasSubstr("rules has no further mistake of this kind"));
  }
  EXPECT_THAT(output_of({"run", "wide.json", "--replay", "next-missed@1", "--strategy", "rules"}),
              AllOf(HasSubstr("of case 1, "), HasSubstr(" o"), HasSubstr("safe cell")));
  EXPECT_THAT(run({"run", "wide.json", "--replay", "next-missed"}).err,
              HasSubstr("min_risk has no further mistake"));
  expect_refused({"run", "wide.json", "--replay", "next-best"}, "next-missed, next-wrong or next-excess");
  expect_refused({"run", "wide.json", "--replay", "next-wrong@2"}, "CASE from 0 to 1");
}

// The records say which game it is.
TEST_F(Run, ReplaysTheGameOfTheCostliestMistake) {
  run_well({"run", "small.json", "-o", "small.report.json", "--games-out", "g.jsonl", "--quiet"});
  for (const std::string strategy : {"", "rules"}) {
    double worst = 0;
    bj::object of;
    for (const std::string& line : lines_of(read("g.jsonl"))) {
      const bj::object record = bj::parse(line).as_object();
      if (record.at("case") != 1 || (!strategy.empty() && record.at("strategy").as_string() != strategy))
        continue;
      for (std::size_t i = 0; i < record.at("guesses").as_array().size(); ++i) {
        const double excess =
            record.at("guesses").at(i).to_number<double>() - record.at("lowest").at(i).to_number<double>();
        if (excess <= worst) continue;
        worst = excess;
        of = record;
      }
    }
    ASSERT_GT(worst, 0);
    Words asked{"run", "small.json", "--replay", "1:worst"};
    if (!strategy.empty()) asked = joined(asked, {"--strategy", strategy});
    const bj::value replay = json_of(joined(asked, {"--json", "--threads", "3"}));
    expect_valid(replay, "replay");
    EXPECT_EQ(replay.at("case"), 1);
    EXPECT_EQ(replay.at("game"), of.at("game"));
    EXPECT_EQ(replay.at("searched").at("games"), 500);
    EXPECT_NEAR(replay.at("searched").at("excess_risk").to_number<double>(), worst, 1e-8);
    EXPECT_EQ(replay.at("players").as_array().size(), 1U);
    EXPECT_EQ(replay.at("players").at(0).at("strategy"), of.at("strategy"));
    EXPECT_THAT(output_of(asked), StartsWith("the costliest mistake in 500 games: excess risk "));
    // It names the game, the dig and the file of the page.
    const auto& digs = replay.at("players").at(0).at("digs").as_array();
    std::size_t dig = 0;
    while (!digs[dig].as_object().contains("excess_risk") ||
           std::abs(digs[dig].at("excess_risk").to_number<double>() - worst) > 1e-8)
      ++dig;
    const std::int64_t game = of.at("game").as_int64();
    EXPECT_THAT(output_of(joined(asked, {"-o", "w.html", "--force"})),
                AllOf(StartsWith("the costliest mistake in 500 games: excess risk "),
                      HasSubstr(fmt::format(", in game {} by {}, dig {}", game,
                                            std::string(of.at("strategy").as_string()), dig + 1)),
                      EndsWith(fmt::format("\nreplay of game {} of case 1: w.html\n", game))));
  }
  EXPECT_EQ(json_of({"run", "small.json", "--replay", "1:worst", "--games", "20", "--json"})
                .at("searched")
                .at("games"),
            20);
  write_config("best.json", R"("games": 5, "boards": [{"rows": 5, "mines": 4}], "strategies": ["min_risk"])");
  const ProgramResult none = run({"run", "best.json", "--replay", "0:worst"});
  EXPECT_EQ(none.status, 1);
  EXPECT_THAT(none.err, HasSubstr("no dig was riskier than necessary in 5 games of case 0"));
  write_config("go.json", R"("game": "go", "games": 5, "boards": [{"size": 5, "komi": 3}])");
  expect_refused({"run", "go.json", "--replay", "0:worst"}, "CASE:worst needs exact risks");
  expect_refused({"run", "small.json", "--replay", "1:worst", "--strategy", "csp"}, "--strategy");
}

TEST_F(Run, CsvStandsBesideTheReportAndReportsCompare) {
  run_well({"run", "small.json", "-o", "a.json", "--csv", "a.csv", "--games-out", "a.jsonl", "--quiet"});
  const std::string table = read("a.csv");
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 7);
  for (const std::string other : {"small.json", "a.json", "a.jsonl", "a.json.checkpoint"}) {
    expect_refused({"run", "small.json", "-o", "a.json", "--csv", other, "--games-out", "a.jsonl", "--force"},
                   "choose another file for --csv");
  }
  write("notes", "mine\n");
  for (const std::string option : {"--csv", "--games-out"}) {
    expect_refused({"run", "small.json", "-o", "b.json", option, "notes", "--quiet"},
                   "notes: holds something else; choose another file, or add --force");
    EXPECT_EQ(read("notes"), "mine\n") << option;
    EXPECT_THAT(run({"run", "small.json", "-o", "b.json", option, "-"}).err,
                HasSubstr(option + " is \"-\"; expected a file"));
    EXPECT_THAT(run({"run", "small.json", "-o", "b.json", option, ""}).err,
                HasSubstr(option + " is \"\"; expected the name of a file"));
  }
  expect_refused({"run", "small.json", "-o", "b.json", "--csv", "a.csv", "--quiet"},
                 "a.csv: exists already; choose another output, or add --force");
  EXPECT_EQ(read("a.csv"), table);
  EXPECT_FALSE(exists("b.json"));
  run_well({"run", "small.json", "-o", "b.json", "--csv", "a.csv", "--quiet", "--force"});
  expect_refused({"run", "small.json", "-o", "a.json", "--csv", "a.csv", "--quiet"},
                 "a.csv: holds another table");
  EXPECT_EQ(read("a.csv").substr(0, table.find('\n')), table.substr(0, table.find('\n')));
  const bj::value compared = json_of({"compare", "a.json", "a.json", "--strategies", "random,rules",
                                      "--games", "a.jsonl", "a.jsonl", "--json"});
  const bj::value report = read_json("a.json");
  for (std::size_t i = 0; i < 3; ++i)
    for (const char* const key : {"both", "only_a", "only_b", "difference", "difference_ci_low", "p_value"})
      EXPECT_EQ(compared.at("comparisons").at(i).at(key), report.at("comparisons").at(i).at(key)) << key;
}

// A table is recreated from its report; records only by playing.
TEST_F(Run, RecordsAreReplacedByForceOnly) {
  run_well({"run", "small.json", "-o", "a.json", "--games-out", "a.jsonl", "--quiet"});
  const std::string records = read("a.jsonl");
  const Words others[] = {
      {"run", "small.json", "--seed", "8", "-o", "b.json"},
      {"run", "small.json", "--seed", "8", "-o", "-"},
      {"run", "--extend", "a.json", "--games", "600", "-o", "b.json"},
      {"run", "small.json", "--seed", "8", "-o", "b.json", "--resume"},
  };
  for (const Words& other : others) {
    const Words arguments = joined(other, {"--games-out", "a.jsonl", "--quiet"});
    EXPECT_THAT(refusal(arguments),
                AllOf(HasSubstr("a.jsonl: holds "),
                      HasSubstr(" bytes already; choose another file, or add --force to replace it")));
    EXPECT_EQ(read("a.jsonl"), records);
    EXPECT_FALSE(exists("b.json"));
    run_well(joined(arguments, {"--force"}));
    EXPECT_NE(read("a.jsonl"), records);
    fs::remove(path("b.json"));
    write("a.jsonl", records);
  }
}

TEST_F(Run, ValidateSaysWhatWouldRun) {
  EXPECT_THAT(output_of({"validate", "small.json"}),
              AllOf(HasSubstr("first click opening at 4,4"), HasSubstr("cells are row,col from 0\n"),
                    HasSubstr("3 cases x 2 strategies = 6 cells; 500 games each, 3,000 games in all")));
  EXPECT_THAT(names(), ElementsAre("small.json"));
}

TEST_F(Run, MarksNoWinnerOfATie) {
  const std::string common = R"("games": 50, "boards": [{"rows": 5, "mines": 4}], "strategies": ["random", )";
  write_config("tie.json", common + R"({"name": "csp", "label": "one"}, {"name": "csp", "label": "two"}])");
  EXPECT_THAT(run({"run", "tie.json"}).out, Not(HasSubstr("one *"))) << "two have as many wins";
  write_config("lead.json", common + R"("csp"])");
  EXPECT_THAT(run({"run", "lead.json"}).out, HasSubstr("csp *"));
}

// In other locales the sign for an interval's half-width would be shown as two wrong letters.
TEST_F(Run, TextIsAsciiUnlessTheLocaleIsUtf8) {
  write_config("stop.json", R"("games": 50, "stop": {"half_width": 0.1},
    "boards": [{"rows": 4, "mines": 3}], "strategies": ["rules"])");
  write_config("go.json", R"("game": "go", "games": 2, "boards": [{"size": 5, "komi": 0.5}])");
  write_config("tablet.json", R"("game": "tablet", "games": 2,
    "study": "erring_player", "boards": [{"rows": 5}])");
  run_well({"run", "small.json", "-o", "a.json", "--quiet"});
  const auto printed = [&](const Words& arguments, const std::string& locale) {
    ProgramRun run = command(arguments);
    run.environment = {{"LC_ALL", locale}};
    const ProgramResult result = run_program(run);
    EXPECT_EQ(result.status, 0) << result.err;
    return result.out + result.err;
  };
  const Words commands[] = {{"run", "small.json", "--force"},
                            {"run", "go.json", "--force"},
                            {"run", "tablet.json", "--force"},
                            {"compare", "a.json", "a.json"},
                            {"judge", "small.json", "--games", "20", "--layouts", "5"},
                            {"validate", "stop.json"}};
  for (const Words& command : commands) {
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
