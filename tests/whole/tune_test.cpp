// `sapper tune` from outside: settings of strategies and of a program, threads, interruptions, figure, refusals.
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

class Tune : public ProgramTest {
 protected:
  Tune() {
    write_config("small.json", R"("name": "small", "boards": [{"rows": 6, "cols": 6, "mines": 8},
      {"rows": 5, "cols": 7, "mines": 7, "topology": "torus"}],
      "strategies": ["rules", {"name": "progress", "label": "mine, too", "margin": 0.3, "per_unknown": 0.05}, "progress"])");
  }
  static Words tune(const Words& options) {
    return joined({"tune", "small.json", "--parameters", "mine, too.margin,mine, too.endgame_layouts=0..9",
                   "--iterations", "20", "--quiet"},
                  options);
  }
};

// The config's start must lie in the range.
TEST_F(Tune, SaysWhereASearchMayStart) {
  expect_refused(
      tune({}),
      "--parameters is \"mine, too.endgame_layouts=0..9\"; the config's value, 64, from which the search "
      "starts, is outside");
}

// The verdict comes first, and says what to write into a config.
TEST_F(Tune, SaysWhetherItFoundBetterSettings) {
  write_config("one.json", R"("name": "one", "boards": [{"rows": 6, "cols": 6, "mines": 8}],
      "strategies": [{"name": "progress", "margin": 0.3, "bonus": 0.01}, "rules"])");
  const auto output = [&](const Words& more) {
    std::string text = run_well(joined({"tune", "one.json", "--parameters", "progress.bonus", "--games", "20",
                                        "--iterations", "2", "--force"},
                                       more))
                           .out;
    std::ranges::replace(text, '\n', ' ');
    return text;
  };
  EXPECT_THAT(output({"--test-games", "0"}),
              HasSubstr(" 40 games in all. Not tested. In a config: \"bonus\": 0."));
  // No gain of 90 points; of 10^-7 points neither so few games can tell.
  EXPECT_THAT(
      output({"--d1", "0.9", "--test-games", "4000"}),
      AllOf(HasSubstr(" 40 games in all. Not better: the test finds no gain of 90 points. Keep the config's "
                      "\"bonus\": 0.01 The sequential test accepts d0 = 0"),
            Not(HasSubstr("In a config"))));
  EXPECT_THAT(
      output({"--d1", "1e-9", "--test-games", "100"}),
      HasSubstr(" 40 games in all. Undecided after 100 games: the test can neither confirm nor exclude a "
                "gain of 1e-07 points. In a config: \"bonus\": 0."));
}

// A strategy's name will do where one player has it.
TEST_F(Tune, KnowsPlayersByTheNameOfTheirStrategy) {
  const Words words{"--games", "4", "--iterations", "2", "--test-games", "0", "--quiet", "--force"};
  const auto tuned = [&](const std::string& strategies, const std::string& parameter) {
    write_config("c.json",
                 R"("name": "c", "boards": [{"rows": 4, "mines": 2}], "strategies": )" + strategies);
    return joined({"tune", "c.json", "--parameters", parameter}, words);
  };
  const std::string one = R"([{"name": "progress", "bonus": 0.01}, "rules"])";
  run_well(tuned(one, "progress.bonus=0..0.1,progress(bonus=0.01).margin"));
  const bj::value player = read_json("c.tune.json").at("plan").at("players").at(0);
  EXPECT_EQ(player.at("player"), "progress(bonus=0.01)");
  EXPECT_EQ(player.at("settings").at(0).at("to"), 0.1);
  EXPECT_EQ(player.at("settings").at(1).at("name"), "margin");
  expect_refused(tuned(one, "progress.bonsu"), "did you mean \"progress.bonus\"?");
  expect_refused(tuned(R"([{"name": "progress", "bonus": 0.01}, {"name": "progress", "bonus": 0.02}])",
                       "progress.bonus"),
                 "--parameters is \"progress.bonus\"; ");
  // Another player's label comes first.
  run_well(tuned(R"([{"name": "progress", "bonus": 0.01, "label": "old"},
                     {"name": "pseq", "label": "progress"}])",
                 "progress.endgame_layouts"));
  EXPECT_EQ(read_json("c.tune.json").at("plan").at("players").at(0).at("player"), "progress");
}

TEST_F(Tune, WritesATraceThatItsSchemaDescribes) {
  const ProgramResult result =
      run_well({"tune", "small.json", "--parameters",
                "mine, too.margin=0.1..0.4,mine, too.per_unknown,progress.per_unknown", "--games", "2000",
                "--iterations", "10", "--test-games", "1500", "--d1", "0.02", "--progress", "always"});
  EXPECT_THAT(result.out, AllOf(HasSubstr("mine, too: 10 of 10 iterations, 200 games a side in each"),
                                HasSubstr("0.1 to 0.4"), HasSubstr("sequential test"), HasSubstr("Trace: ")));
  // The games that the test rests on are said too.
  const auto test_of = [](const bj::value& file) {
    const bj::object& test = file.at("players").at(0).at("test").as_object();
    const auto count = [&](const char* name) {
      const auto games = test.at(name).to_number<std::int64_t>();
      return games < 1000 ? std::to_string(games) : fmt::format("{},{:03}", games / 1000, games % 1000);
    };
    return fmt::format(
        "mine, too (tuned) alone won {} game{}, mine, too (before) alone {}, both {}, neither {}.",
        count("only_tuned"), count("only_tuned") == "1" ? "" : "s", count("only_before"), count("both"),
        count("neither"));
  };
  EXPECT_THAT(result.err, HasSubstr("iteration"));
  const bj::value trace = read_json("small.tune.json");
  expect_valid(trace, "tune");
  std::string said = result.out;
  std::ranges::replace(said, '\n', ' ');
  EXPECT_THAT(said, HasSubstr(test_of(trace)));
  EXPECT_EQ(trace.at("complete"), true);
  EXPECT_EQ(trace.at("plan").at("test_seed"), 2);
  EXPECT_EQ(trace.at("plan").at("rate"), 1);
  ASSERT_EQ(trace.at("players").as_array().size(), 2U);
  const bj::value& first = trace.at("players").at(0);
  EXPECT_EQ(first.at("player"), "mine, too");
  EXPECT_EQ(first.at("steps").as_array().size(), 10U);
  EXPECT_EQ(first.at("steps").at(0).at("values").at(0), 0.3);
  EXPECT_EQ(first.at("steps").at(3).at("games"), 200);
  EXPECT_TRUE(first.at("test").as_object().contains("difference_adjusted")) << "risks are known";
  const bj::value& second = trace.at("plan").at("players").at(1).at("settings").at(0);
  EXPECT_EQ(second.at("to"), 0.05) << "the registry's range";
  EXPECT_EQ(second.at("start"), 0.004) << "the default";
  EXPECT_FALSE(exists("small.tune.json.checkpoint"));
  expect_valid(trace.at("config"), "config");
}

// The first iteration, played by `run` with the settings of its two sides.
TEST_F(Tune, PlaysTheGamesOfRun) {
  run_well({"tune", "small.json", "--parameters", "progress.bonus", "--games", "600", "--iterations", "2",
            "--test-games", "0", "--quiet", "--seed", "5"});
  const bj::value trace = read_json("small.tune.json");
  const bj::value& step = trace.at("players").at(0).at("steps").at(0);
  EXPECT_TRUE(trace.at("players").at(0).at("test").is_null());
  EXPECT_EQ(trace.at("plan").at("rate"), 1) << "no more, however few the games";
  write_config("sides.json",
               fmt::format(R"("name": "sides", "games": 150, "boards": [{{"rows": 6, "cols": 6, "mines": 8}},
    {{"rows": 5, "cols": 7, "mines": 7, "topology": "torus"}}], "strategies": [
    {{"name": "progress", "label": "plus", "bonus": {}}}, {{"name": "progress", "label": "minus", "bonus": {}}}])",
                           bj::serialize(step.at("plus").at(0)), bj::serialize(step.at("minus").at(0))));
  run_well({"run", "sides.json", "--seed", "5", "--quiet"});
  std::int64_t only_plus = 0, only_minus = 0;
  const bj::value report = read_json("sides.report.json");
  for (const bj::value& pair : report.at("comparisons").as_array()) {
    only_plus += pair.at("only_a").as_int64();
    only_minus += pair.at("only_b").as_int64();
  }
  EXPECT_EQ(step.at("only_plus"), only_plus);
  EXPECT_EQ(step.at("only_minus"), only_minus);
  EXPECT_GT(only_plus + only_minus, 0);
}

TEST_F(Tune, HasTheSameBytesForAnyThreadsAndAfterKills) {
  const std::string games = std::to_string(std::max(800, case_count(20'000)));
  const auto words = [&](const Words& more) {
    return joined({"tune", "small.json", "--parameters", "mine, too.margin,mine, too.bonus", "--games", games,
                   "--iterations", "20", "--d1", "0.02", "--quiet"},
                  more);
  };
  run_well(words({"--threads", "1", "-o", "1.json"}));
  const std::string straight = reproducible("1.json");
  for (const std::string threads : {"2", "8"}) {
    run_well(words({"--threads", threads, "-o", threads + ".json"}));
    EXPECT_EQ(reproducible(threads + ".json"), straight);
  }
  for (const int signal : {SIGKILL, SIGTERM}) {
    remove_all({"cut.json", "cut.json.checkpoint"});
    Program program(command(words({"--threads", "2", "-o", "cut.json", "--checkpoint-every", "0"})));
    wait_until([&] { return exists("cut.json.checkpoint") || exists("cut.json"); });
    program.send(signal);
    const ProgramResult result = program.wait();
    if (result.status != 0) {
      EXPECT_EQ(result.status, 128 + signal);
      expect_refused(words({"-o", "cut.json"}),
                     "cut.json.checkpoint: holds an unfinished tuning; add --resume");
      expect_refused(words({"-o", "cut.json", "--resume", "--seed", "9"}), "belongs to a different tuning");
      expect_valid(read_json("cut.json.checkpoint"), "tune");
      if (signal == SIGTERM)
        run_shell("PATH='" + fs::path(SAPPER_PROGRAM).parent_path().string() + "':$PATH; " +
                  printed_command(result.err));
      else
        run_well(words({"-o", "cut.json", "--resume", "--threads", "3"}));
    }
    EXPECT_EQ(reproducible("cut.json"), straight);
    EXPECT_FALSE(exists("cut.json.checkpoint"));
    const std::string trace = read("cut.json");
    EXPECT_EQ(run_well(words({"-o", "cut.json", "--resume"})).out, "") << "nothing is left to play";
    EXPECT_EQ(read("cut.json"), trace);
  }
}

TEST_F(Tune, IsDrawn) {
  if (!is_installed("gnuplot")) GTEST_SKIP() << "gnuplot is not installed";
  run_well({"tune", "small.json", "--parameters", "progress.margin,progress.endgame_layouts", "--games", "80",
            "--iterations", "20", "--test-games", "0", "--quiet"});
  run_well({"plot", "small.tune.json", "-o", "trace.svg"});
  EXPECT_THAT(read("trace.svg"),
              AllOf(HasSubstr("margin"), HasSubstr("endgame_layouts"),
                    HasSubstr("thousand games of each side"), HasSubstr("<title>progress</title>")));
  expect_refused({"report", "small.tune.json", "-o", "p.html"}, "is the trace of `sapper tune`");
}

TEST_F(Tune, TunesAProgramThatIsToldItsSettings) {
  if (!is_installed("python3")) GTEST_SKIP() << "python3 is not installed";
  const std::string player = SAPPER_DATA_DIR "/players/two_numbers.py";
  write_config("bot.json", R"("name": "bot", "boards": [{"rows": 5, "mines": 4}],
    "strategies": [{"name": "external", "label": "bot", "command": ["python3", ")" +
                               player + R"("], "settings": {"caution": 0.5, "away": 0}}])");
  const Words words{"tune",         "bot.json", "--parameters", "bot.caution=0..1,bot.away=-0.2..0.2",
                    "--games",      "8",        "--iterations", "2",
                    "--test-games", "4",        "--threads",    "2",
                    "--quiet"};
  expect_refused(words, "add --allow-commands if you trust it");
  run_well(joined(words, {"--allow-commands"}));
  const bj::value trace = read_json("bot.tune.json");
  expect_valid(trace, "tune");
  expect_valid(trace.at("config"), "config");
  const bj::value& settings = trace.at("config").at("strategies").at(0).at("settings");
  EXPECT_EQ(settings.at("caution").to_number<double>(), 0.5);
  EXPECT_EQ(settings.at("away").to_number<double>(), 0);
  EXPECT_EQ(trace.at("environment").at("programs").as_array().size(), 2U) << "the interpreter and the script";
  run_well(joined(words, {"--allow-commands", "-o", "again.json"}));
  EXPECT_EQ(reproducible("again.json"), reproducible("bot.tune.json"));
  expect_refused({"tune", "bot.json", "--parameters", "bot.caution", "--allow-commands"},
                 "an external player's setting needs a range: bot.caution=FROM..TO");
}

// What the program is told, as it arrives there.
TEST_F(Tune, TellsAProgramTheSettingsOfEachSide) {
  write_program("note.sh", R"(#!/bin/sh
while read -r line; do case $line in
  *'"case"'*) echo "$line" >>told; echo '{"type":"ready","protocol":"sapper-player/1"}';;
  *'"turn"'*) exit 1;;
esac; done
)");
  write_config("bot.json", R"("name": "bot", "boards": [{"rows": 5, "mines": 4}], "strategies": [
    {"name": "external", "label": "b", "command": ["./note.sh"], "on_failure": "lose", "settings": {"x": 3, "y": 7.5}}])");
  run_well({"tune", "bot.json", "--parameters", "b.x=1..5", "--games", "2", "--iterations", "1",
            "--test-games", "0", "--threads", "1", "--allow-commands", "--quiet"});
  const bj::value step = read_json("bot.tune.json").at("players").at(0).at("steps").at(0);
  std::set<double> told;
  for (const std::string& line : lines_of(read("told"))) {
    const bj::value settings = bj::parse(line).at("settings");
    told.insert(settings.at("x").to_number<double>());
    EXPECT_EQ(settings.at("y").to_number<double>(), 7.5);
  }
  EXPECT_EQ(told, (std::set<double>{step.at("plus").at(0).to_number<double>(),
                                    step.at("minus").at(0).to_number<double>()}));
}

// A player that wins each game by its first dig, and runs this when it is asked for a turn in game 2.
class TuneWithPlayer : public Tune {
 protected:
  TuneWithPlayer() {
    fs::create_directory(path("sub"));
    fs::create_directory(path("refuge"));
    start_.environment = {{"TMPDIR", path("refuge").string()},
                          {"PATH", fs::path(SAPPER_PROGRAM).parent_path().string() + ":/usr/bin:/bin"}};
    write_config("bot.json", R"("name": "bot", "boards": [{"rows": 2, "cols": 2, "mines": 3}],
      "first_click": {"rule": "safe", "cell": "strategy"},
      "strategies": [{"name": "external", "label": "b", "command": ["/bin/sh", "bot.sh"], "settings": {"x": 3}}])");
  }
  // The program is read before; what it does must not change it.
  void write_bot(const std::string& in_game) const {
    write("bot.sh", R"(while read -r line; do case $line in
*'"type":"case"'*) echo '{"type":"ready","protocol":"sapper-player/1"}' ;;
*'"type":"game"'*) echo "$line" >>played; case $line in )" +
                        in_game + R"(esac ;;
*'"type":"turn"'*) echo '{"dig":[[0,0]]}' ;;
esac; done
)");
  }
  // Four iterations of one game.
  static Words tune(const Words& more = {}) {
    return joined(
        {"tune", "bot.json", "--parameters", "b.x=1..5", "--games", "4", "--iterations", "4", "--test-games",
         "0", "--threads", "1", "--checkpoint-every", "0", "--allow-commands", "--quiet", "-o", "sub/t.json"},
        more);
  }
  std::size_t played() const { return lines_of(read("played")).size(); }
};

TEST_F(TuneWithPlayer, LosesNothingThatFitsElsewhere) {
  write_bot("");
  run_well(tune());
  const std::string straight = reproducible("sub/t.json");
  fs::remove(path("sub/t.json"));
  EXPECT_EQ(played(), 8U);
  fs::remove(path("played"));

  // The folder is gone from game 1 on.
  write_bot("*'\"game\":1,'*) mv sub gone 2>/dev/null ;; ");
  const ProgramResult cut = run(tune());
  EXPECT_EQ(cut.status, 1);
  EXPECT_EQ(count_of(cut.err, "; the tuning continues without a checkpoint and will retry\n"), 1U) << cut.err;
  EXPECT_THAT(cut.err,
              HasSubstr("all games are played, but the trace is not written; what was played is kept in "));
  EXPECT_EQ(played(), 8U);
  const ProgramResult again = run_shell(printed_command(cut.err));
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(played(), 8U) << "none again";
  fs::path trace;
  for (const auto& entry : fs::directory_iterator(path("refuge")))
    if (entry.path().extension() == ".json") trace = entry.path();
  EXPECT_EQ(reproducible(trace), straight);

  // It comes back.
  fs::remove_all(path("gone"));
  fs::create_directory(path("sub"));
  fs::remove(path("played"));
  write_bot("*'\"game\":1,'*) mv sub gone 2>/dev/null ;; *'\"game\":3,'*) mv gone sub 2>/dev/null ;; ");
  EXPECT_THAT(run_well(tune()).err, EndsWith("the checkpoint can be written again\n"));
  EXPECT_EQ(reproducible("sub/t.json"), straight);
}

// All its games are of one version of the program, which is started again and again.
TEST_F(TuneWithPlayer, EndsWhenItsProgramChanges) {
  write_bot("");
  run_well(tune());
  const std::string straight = reproducible("sub/t.json");
  remove_all({"sub/t.json", "played"});

  write_bot("*'\"game\":1,'*) [ ! -e new.sh ] || mv new.sh bot.sh ;; ");
  const std::string bot = read("bot.sh");
  write("new.sh", bot + "# another\n");
  const ProgramResult cut = run(tune());
  EXPECT_EQ(cut.status, 1);
  EXPECT_THAT(cut.err,
              StartsWith("sapper: bot.sh (player \"b\") has changed since the first game; games of two "
                         "versions are not mixed: put the first one back to continue\n"
                         "sapper: failed; what was played is kept in "));
  EXPECT_EQ(played(), 3U) << "the second side of game 1 is not played by another program";
  const bj::value checkpoint = read_json("sub/t.json.checkpoint");
  expect_valid(checkpoint, "tune");
  EXPECT_EQ(checkpoint.at("players").at(0).at("steps").as_array().size(), 1U);
  expect_refused(tune({"--resume"}),
                 "bot.sh (player \"b\") has changed since its games were played; delete it and run without");
  write("bot.sh", bot);
  EXPECT_EQ(run_shell(printed_command(cut.err)).status, 0);
  EXPECT_EQ(reproducible("sub/t.json"), straight);
}

TEST_F(TuneWithPlayer, KeepsWhatWasPlayedBeforeAGameThatFails) {
  write_bot("*'\"game\":0,'*) exit 7 ;; ");
  const ProgramResult first = run(tune());
  EXPECT_EQ(first.status, 1);
  EXPECT_THAT(first.err, AllOf(HasSubstr("game 0: b (plus): turn 1: no answer: it ended with status 7\n"),
                               Not(HasSubstr("--replay")), Not(HasSubstr("To continue"))));
  EXPECT_TRUE(fs::is_empty(path("sub")));
  write_bot("*'\"game\":2,'*) [ -e mended ] || exit 7 ;; ");
  fs::remove(path("played"));
  const ProgramResult third = run(tune());
  EXPECT_EQ(third.status, 1);
  EXPECT_THAT(third.err,
              AllOf(HasSubstr("game 2: b (plus): "),
                    HasSubstr("\nsapper: failed; what was played is kept in "), Not(HasSubstr("--replay"))));
  EXPECT_EQ(played(), 5U);
  write("mended", "");
  const ProgramResult again = run_shell(printed_command(third.err));
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(played(), 9U);
  EXPECT_TRUE(exists("sub/t.json"));
}

TEST_F(Tune, RefusesWhatItCannotTune) {
  write_config("go.json", R"("game": "go", "name": "go", "games": 2, "boards": [{"size": 3, "komi": 0.5}])");
  write_config("plain.json",
               R"("name": "plain", "boards": [{"level": "Beginner"}], "strategies": ["rules", "csp"])");
  write_config("bot.json", R"("boards": [{"level": "Beginner"}], "strategies": [
    {"name": "external", "label": "b", "command": ["x"], "settings": {"x": 3}}])");
  const auto with = [](const std::string& parameters) {
    return Words{"tune", "small.json", "--parameters", parameters};
  };
  const std::pair<Words, std::string> refusals[] = {
      {{"tune", "small.json"}, "tune: --parameters is missing"},
      {{"tune", "plain.json", "--parameters", "rules.x"},
       "plain.json: has no player with settings that are numbers"},
      {{"tune", "go.json", "--parameters", "random.x"},
       "go.json: has no player with settings that are numbers"},
      {with("progress.margins"), "--parameters is \"progress.margins\"; did you mean \"progress.margin\"?"},
      {with("rules.x"), "--parameters is \"rules.x\""},
      {with("progress.margin,"), "--parameters is \"\""},
      {with("progress.margin,progress.margin"), "this setting is given twice"},
      {with("progress.margin=0..1"), "expected a range within 0 to 0.5"},
      {with("progress.margin=0.4..0.1"), "expected a range FROM..TO"},
      {with("progress.margin=0.4"), "expected a range FROM..TO"},
      {with("progress.margin=a..b"), "expected a range FROM..TO"},
      {with("progress.endgame_layouts=0.5..100"), "expected a range of whole numbers"},
      {joined(with("progress.margin"), {"--spread", "0.6"}),
       "--spread is 0.6; expected a number above 0, at most 0.5"},
      {joined(with("progress.margin"), {"--rate", "0"}), "--rate is 0; expected a number above 0"},
      {joined(with("progress.margin"), {"--games", "399"}),
       "tune: --games is 399, fewer than one for each of 200 iterations and 2 cases"},
      {joined(with("progress.margin"), {"--test-games", "1"}),
       "tune: --test-games is 1, fewer than one for each of 2 cases; 0: no test"},
      {{"tune", "bot.json", "--parameters", "b.x=0..inf", "--allow-commands"}, "expected a range FROM..TO"},
      {{"tune", "bot.json", "--parameters", "b.x=-1e308..1e308", "--allow-commands"},
       "expected a range FROM..TO"},
      {joined(with("progress.margin"), {"-o", "small.json"}), "small.json: is read by this command"},
      {{"tune", "small.tune.json", "--parameters", "x.y"}, "small.tune.json"},
  };
  for (const auto& [words, message] : refusals) {
    SCOPED_TRACE(message);
    expect_refused(words, message);
  }
  EXPECT_FALSE(exists("small.tune.json"));
  write_config("bad.json", R"("boards": [{"level": "Beginner"}], "strategies": [
    {"name": "external", "label": "b", "command": ["x"], "settings": {"my key": 3}}])");
  expect_refused({"validate", "bad.json"},
                 "strategies[0].settings.my key: expected a name of 1 to 40 letters");
  write_config("bad.json", R"("boards": [{"level": "Beginner"}], "strategies": [
    {"name": "external", "label": "b", "command": ["x"], "settings": [3]}])");
  expect_refused({"validate", "bad.json"}, "expected an object of numbers, such as {\"caution\": 0.5}");
}

}  // namespace
}  // namespace sapper::tests
