// External players, tested from outside: permissions, the protocol, and the handling of failures.
// Label: threads
#include "tests/support/processes.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

const std::string kPlayers = SAPPER_DATA_DIR "/players/";
// Answers its case; then what the script says.
const std::string kReady = R"(read -r case; echo '{\"type\":\"ready\",\"protocol\":\"sapper-player/1\"}'; )";

// The player as a word of a command line.
const std::string kQuotedPlayer = "'" SAPPER_FAST_PLAYER "'";

class External : public ProgramTest {
 protected:
  // `command`: a JSON list. The boards are small, and of two cases.
  void config(const std::string& command, const std::string& settings = "",
              const std::string& members =
                  R"("games": 60, "first_click": {"rule": "safe", "cell": "strategy"})") const {
    write_config("outside.json", R"("name": "outside", "boards": [{"rows": 6, "cols": 7, "mines": [6, 8]}],
      "strategies": ["rules", {"name": "external", "label": "mine", "command": )" +
                                     command + settings + "}], " + members);
  }
  static std::string script(const std::string& text) { return R"(["/bin/sh", "-c", ")" + text + "\"]"; }
  static Words play(const Words& options = {}) {
    return joined({"run", "outside.json", "--allow-commands", "--force"}, options);
  }
  bj::value report() const { return read_json("outside.report.json"); }
  std::string reproducible_report() const { return reproducible("outside.report.json"); }
  // Results of the external player by case, and what must hold for any.
  void expect_sound_report() const {
    const bj::value root = report();
    expect_valid(root, "report");
    expect_valid(root.at("config"), "config");
    for (const bj::value& result : root.at("results").as_array()) {
      const std::int64_t losses = result.at("games").as_int64() - result.at("wins").as_int64();
      EXPECT_EQ(losses, result.at("guess_risk").at("losses").as_int64() +
                            result.at("decisions").at("wrong_digs").as_int64() +
                            result.at("decisions").at("forfeits").as_int64());
    }
  }
  static const bj::value& result_of(const bj::value& report, std::size_t case_number) {
    return report.at("results").as_array().at(2 * case_number + 1);
  }
};

TEST_F(External, RunsNoCommandUnasked) {
  config(R"(["/bin/touch", "evidence"])");
  for (const Words& arguments : std::vector<Words>{
           {"run", "outside.json"}, {"run", "outside.json", "--replay", "0:0"}, {"scale", "outside.json"}}) {
    EXPECT_EQ(
        refusal(arguments),
        "sapper: outside.json: this would run a program; add --allow-commands if you trust it: \"mine\": "
        "/bin/touch evidence\n");
  }
  EXPECT_THAT(output_of({"validate", "outside.json"}),
              HasSubstr("a program, needs --allow-commands: \"mine\": /bin/touch evidence\n"));
  expect_refused({"play", "--bot", "external", "--command", "touch evidence"},
                 "add --allow-commands if you trust it: \"external\": /bin/sh -c 'touch evidence'");
  EXPECT_FALSE(exists("evidence"));
}

TEST_F(External, NeedsACommand) {
  write_config("outside.json", R"("boards": [{"rows": 6, "mines": 6}],
    "strategies": ["external"])");
  const Words validate{"validate", "outside.json"};
  expect_refused(validate, "outside.json:2:20: strategies[0] lacks the key \"command\"");
  config("[]");
  expect_refused(validate, "strategies[1].command has 0 texts; expected 1 to 1000");
  config(R"(["a\u0000b"])");
  expect_refused(validate, "without control characters");
}

TEST_F(External, IsTheSameForAnyNumberOfThreads) {
  config(
      "[\"" SAPPER_FAST_PLAYER "\"]", "",
      R"("games": 400, "first_click": [{"rule": "safe"}, {"rule": "unprotected", "cell": "strategy"}], "motion": ["fixed", "moving"])");
  run_well(play({"--threads", "1", "--games-out", "one.jsonl"}));
  expect_sound_report();
  const std::string alone = reproducible_report();
  const ProgramResult three = run_well(play({"--threads", "3", "--games-out", "three.jsonl"}));
  EXPECT_EQ(reproducible_report(), alone);
  EXPECT_EQ(read("one.jsonl"), read("three.jsonl"));
  // It digs blindly: safe cells are missed, and nothing is claimed.
  EXPECT_THAT(three.out, AllOf(HasSubstr("mine: "), HasSubstr(" made while a cell was certainly safe\n")));
  EXPECT_THAT(read("one.jsonl"), HasSubstr("\"wrong_claims\":0,\"forfeited\":false}\n"));
}

TEST_F(External, PlaysTheExamplesInPython) {
  if (!is_installed("python3")) GTEST_SKIP() << "needs python3";
  config("[\"python3\", \"" + kPlayers + "random_player.py\"]");
  run_well(play());
  expect_sound_report();
  const bj::value by_chance = report();
  config("[\"python3\", \"" + kPlayers + "single_point.py\"]", "",
         R"("games": 40, "topology": "hex", "first_click": {"rule": "safe", "cell": "strategy"})");
  const ProgramResult result = run_well(play());
  EXPECT_THAT(result.err, Not(HasSubstr("mine:")));
  expect_sound_report();
  const bj::value deducing = report();
  for (const std::size_t number : {0, 1}) {
    EXPECT_GT(result_of(by_chance, number).at("decisions").at("missed_safe").as_int64(), 0);
    EXPECT_GT(result_of(deducing, number).at("moves").at("rules").as_int64(), 0);
    EXPECT_GT(result_of(deducing, number).at("decisions").at("claims").as_int64(), 0);
    EXPECT_EQ(result_of(deducing, number).at("decisions").at("wrong_claims").as_int64(), 0);
    EXPECT_GT(result_of(deducing, number).at("wins").as_int64(),
              result_of(by_chance, number).at("wins").as_int64());
  }
}

TEST_F(External, AsksSapperForTheRisks) {
  if (!is_installed("python3")) GTEST_SKIP() << "needs python3";
  config("[\"python3\", \"" + kPlayers + "ask_sapper.py\", \"" SAPPER_PROGRAM "\"]", "",
         R"("games": 10, "first_click": {"rule": "safe_corners", "cell": "strategy"})");
  run_well(play({"--threads", "1"}));
  expect_sound_report();
  const bj::value root = report();
  const bj::value& decisions = result_of(root, 0).at("decisions");
  EXPECT_EQ(decisions.at("missed_safe"), 0);
  EXPECT_GT(decisions.at("claims").as_int64(), 0);
  EXPECT_EQ(decisions.at("wrong_claims"), 0);
  EXPECT_GT(decisions.at("beliefs").as_int64(), 0);
  EXPECT_LT(decisions.at("belief_error").to_number<double>(), 1e-9);
}

TEST_F(External, StopsAtAFailureAndKeepsTheGamesBefore) {
  // Valid in the games 0 to 24, which it loses or wins at once; in game 25 it digs outside the board. Meanwhile another of
  // its processes may be asked to play the second case.
  std::string all_but_one_row;
  for (int row = 0; row < 5; ++row)
    for (int col = 0; col < 7; ++col)
      all_but_one_row += fmt::format("{}[{},{}]", all_but_one_row.empty() ? "" : ",", row, col);
  write("player", R"(while read -r line; do case $line in
*'"type":"case"'*) echo '{"type":"ready","protocol":"sapper-player/1"}' ;;
*'"game":25,'*) bad=1 ;;
*'"type":"turn"'*) if [ $bad ]; then echo '{"dig":[[9,9]]}'; else echo '{"dig":[)" +
                      all_but_one_row + R"(]}'; fi ;;
esac; done
)");
  config(R"(["/bin/sh", "player"])");
  const ProgramResult result = run(play({"--threads", "2"}));
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("sapper: case 0 (6 x 7, 6 mines), game 25: mine: turn 1: its answer digs a "
                              "cell outside the board: rows are 0 to 5, columns 0 to 6: {\"dig\":[[9,9]]}"),
                    HasSubstr("--replay 0:25")));
  EXPECT_FALSE(exists("outside.report.json"));
  EXPECT_TRUE(exists("outside.report.json.checkpoint"));
  const ProgramResult replayed = run({"run", "outside.json", "--allow-commands", "--replay", "0:25"});
  EXPECT_THAT(replayed.out,
              HasSubstr("failed after 0 digs: turn 1: its answer digs a cell outside the board"));
}

// It claims and believes the same of every cell, in reading order.
TEST_F(External, ReplaysShowWhatThePlayerSaidAndWhatWasWrong) {
  write(
      "player", R"(while read -r line; do case $line in
*'"type":"case"'*) echo '{"type":"ready","protocol":"sapper-player/1"}' ;;
*'"type":"turn"'*) echo '{"dig":[)" +
                    [] {
                      std::string all;
                      for (int row = 0; row < 6; ++row)
                        for (int col = 0; col < 7; ++col)
                          all += fmt::format("{}[{},{}]", all.empty() ? "" : ",", row, col);
                      return all;
                    }() +
                    R"(],"certain":true,"p_mine":[)" +
                    [] {
                      std::string all = "0.25";
                      for (int cell = 1; cell < 42; ++cell) all += ",0.25";
                      return all;
                    }() +
                    R"(]}' ;;
esac; done
)");
  config(R"(["/bin/sh", "player"])");
  const bj::value replay =
      json_of({"run", "outside.json", "--allow-commands", "--replay", "0:0", "--json", "--strategy", "mine"});
  expect_valid(replay, "replay");
  int risky = 0;
  const auto& digs = replay.at("players").at(0).at("digs").as_array();
  ASSERT_GT(digs.size(), 1U);
  EXPECT_FALSE(digs[0].as_object().contains("belief")) << "the first dig is not the referee's matter";
  for (std::size_t i = 1; i < digs.size(); ++i) {
    const bj::object& dig = digs[i].as_object();
    EXPECT_EQ(dig.at("claimed_safe"), true);
    EXPECT_EQ(dig.at("belief"), 0.25);
    EXPECT_EQ(dig.contains("mistake"), dig.at("why") == "guess");
    if (dig.at("why") != "guess") continue;
    ++risky;
    EXPECT_THAT(std::string(dig.at("mistake").as_string()), HasSubstr("wrongly held to be safe"));
  }
  EXPECT_GT(risky, 0);
  const std::string text =
      output_of({"run", "outside.json", "--allow-commands", "--replay", "0:0", "--strategy", "mine"});
  EXPECT_THAT(text, HasSubstr("       claimed to be safe; believed P(mine) 0.2500; mistake: "));
}

// The first player is compared with others, who are asked about positions of its games.
TEST_F(External, MayBeJudgedAgainstOthers) {
  write_config("judged.json", R"("games": 20, "boards": [{"rows": 6, "cols": 7, "mines": 6}],
    "first_click": {"rule": "safe"}, "strategies": [{"name": "external", "label": "mine", "command":
    [")" SAPPER_FAST_PLAYER R"("]}, "min_risk"])");
  const Words judge{"judge", "judged.json", "--layouts", "20", "--json"};
  expect_refused(judge, "add --allow-commands if you trust it: \"mine\": ");
  const bj::value judged = json_of(joined(judge, {"--allow-commands", "--threads", "1"}));
  expect_valid(judged, "judge");
  EXPECT_EQ(judged, json_of(joined(judge, {"--allow-commands", "--threads", "3"})));
  run_well({"run", "judged.json", "--allow-commands", "--quiet", "-o", "judged.report.json"});
  EXPECT_EQ(judged.at("cases").at(0).at("guesses"),
            read_json("judged.report.json").at("results").at(0).at("moves").at("guess"));
  EXPECT_GT(judged.at("cases").at(0).at("strategies").at(0).at("gain").to_number<double>(), 0);
}

// The games of a record file are refused with one sentence.
TEST_F(External, IsReviewedOnlyIfAllowed) {
  write_config("some.json", R"("name": "some", "games": 6, "boards": [{"rows": 4, "cols": 5, "mines": 3}],
    "strategies": [{"name": "external", "label": "mine", "command": [")" SAPPER_FAST_PLAYER R"("]}])");
  run_well({"run", "some.json", "--allow-commands", "--quiet", "--games-out", "some.jsonl"});
  const Words review{"review", "some.report.json", "some.jsonl"};
  const ProgramResult refused = run(review);
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(lines_of(refused.err).size(), 1U) << refused.err;
  EXPECT_THAT(refused.err, HasSubstr("add --allow-commands if you trust it: \"mine\": "));
  EXPECT_THAT(output_of(joined(review, {"--allow-commands"})), HasSubstr("6"));
}

// What fails a game: bad_players_test.cpp.
TEST_F(External, NamesThePlayerThatDoesNotStart) {
  const auto error_of = [&](const std::string& command) {
    config(command);
    const ProgramResult result = run(play({"--quiet", "--threads", "1"}));
    EXPECT_EQ(result.status, 1) << command;
    return result.err;
  };
  EXPECT_THAT(error_of(script("echo on error >&2; exit 1")),
              AllOf(StartsWith("mine: on error\n"),
                    HasSubstr("did not acknowledge its first case: no answer: it ended with status 1")));
  EXPECT_THAT(error_of(script("echo hello; cat >/dev/null")),
              HasSubstr("did not acknowledge its first case: its answer to the case is not valid JSON "
                        "(syntax error): hello"));
  EXPECT_THAT(error_of(R"(["./no-such-player"])"),
              HasSubstr("./no-such-player cannot be started: No such file or directory"));
}

TEST_F(External, LosesTheGamesThatItFails) {
  config(script(kReady + "read -r game; read -r turn; exit 7"), R"(, "on_failure": "lose")",
         R"("games": 8, "first_click": {"rule": "safe", "cell": "strategy"})");
  const ProgramResult result = run_well(play({"--threads", "2", "--games-out", "games.jsonl"}));
  expect_sound_report();
  const bj::value root = report();
  const bj::value& mine = result_of(root, 0);
  EXPECT_EQ(mine.at("wins"), 0);
  EXPECT_EQ(mine.at("decisions").at("forfeits"), 8);
  EXPECT_TRUE(mine.at("win_rate_adjusted").is_null());
  EXPECT_THAT(result.out, HasSubstr("mine: 16 games forfeited\n"));
  EXPECT_THAT(result.err, HasSubstr("turn 1: no answer: it ended with status 7; the game counts as lost"));
  EXPECT_THAT(read("games.jsonl"), HasSubstr("\"forfeited\":true}\n"));
}

TEST_F(External, LeavesNoPlayerWhenInterrupted) {
  config(script(kReady + "echo $$ > id; trap '' INT TERM; while :; do sleep 1000; done"),
         R"(, "timeout_s": 1000)");
  Program program(command({"run", "outside.json", "--allow-commands", "--quiet", "--threads", "1"}));
  ASSERT_TRUE(wait_until([&] { return read("id").ends_with('\n'); }));
  program.send(SIGINT);
  const ProgramResult result = program.wait();
  EXPECT_FALSE(result.timed_out);
  EXPECT_EQ(result.status, 130);
  EXPECT_THAT(result.err, HasSubstr("--resume --threads 1 --allow-commands"));
  const pid_t player = std::stoi(read("id"));
  EXPECT_TRUE(wait_until([&] { return !is_running(player); })) << "the player still runs";
}

// Ctrl-Z stops a run for longer than a player may take, while the player goes on; a scheduler stops both. Each game is
// one turn.
TEST_F(External, LosesNoGameWhileItIsSuspended) {
  const fs::path player = write("player", R"(while read -r line; do case $line in
*'"type":"case"'*) echo '{"type":"ready","protocol":"sapper-player/1"}' ;;
*'"type":"turn"'*) sleep 0.04; sleep 0.04; sleep 0.04; echo '{"dig":[[0,0]]}' ;;
esac; done
)");
  write_config(
      "outside.json",
      fmt::format(R"("name": "outside", "games": 10, "boards": [{{"rows": 2, "cols": 2, "mines": [2, 3]}}],
    "first_click": {{"rule": "safe", "cell": "strategy"}},
    "strategies": [{{"name": "external", "command": ["/bin/sh", "{}"], "on_failure": "lose", "timeout_s": 1}}])",
                  player.string()));
  run_well(play({"--quiet"}));
  const std::string straight = reproducible_report();

  Program program(command(play({"--threads", "2"})));
  wait_until([&] { return catches(program.id(), SIGTERM); });
  for (int i = 0; i < 4; ++i) {
    program.send(SIGSTOP);
    const std::vector<pid_t> players = i % 2 == 0 ? processes_of(player.string()) : std::vector<pid_t>{};
    for (const pid_t id : players) ::kill(id, SIGSTOP);
    std::this_thread::sleep_for(std::chrono::milliseconds(1200));  // longer than timeout_s
    program.send(SIGCONT);
    for (const pid_t id : players) ::kill(id, SIGCONT);
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
  }
  const ProgramResult result = program.wait();
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.err, Not(HasSubstr("no answer")));
  EXPECT_EQ(reproducible_report(), straight);
}

// A program that sleeps before it plays is waited for; what one computes is its own processor time.
TEST_F(External, TellsWorkFromWaiting) {
  const auto timing_of = [&](const std::string& beginning) {
    config(script(beginning + "; exec " + kQuotedPlayer));
    run_well(play({"--quiet", "--threads", "1"}));
    expect_valid(report(), "report");
    return report().at("timing").at("results").as_array().at(1).as_object();
  };
  const auto seconds = [](const bj::object& timing, const char* key) {
    return timing.at(key).to_number<double>();
  };
  const bj::object sleeping = timing_of("sleep 0.5");
  EXPECT_GT(seconds(sleeping, "waiting_s"), 0.45);
  EXPECT_LT(seconds(sleeping, "core_s"), 0.4);
  const bj::object working = timing_of("i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done");
  EXPECT_GT(seconds(working, "program_core_s"), 0.03);
  EXPECT_GE(seconds(working, "core_s"), seconds(working, "program_core_s"));
  EXPECT_FALSE(report().at("timing").at("results").as_array().at(0).as_object().contains("waiting_s"));
}

// A player whose program is changed is another player: its games are not mixed with those before unless asked to.
TEST_F(External, AreNotMixedWithAnotherVersion) {
  const auto write_bot = [&](const std::string& version) {
    write("bot.sh", "# " + version + "\nexec " + kQuotedPlayer + "\n");
  };
  const std::string other = "another version of bot.sh (player \"mine\")";
  write_bot("one");
  config(R"(["/bin/sh", "bot.sh"])");
  const auto with = [](const Words& more) {
    return joined({"run", "outside.json", "--allow-commands", "--quiet", "-o"}, more);
  };
  run_well(with({"a.json"}));
  run_well(with({"s1.json", "--shard", "1/2"}));
  run_well(with({"s2.json", "--shard", "2/2"}));
  const bj::value before = read_json("a.json");
  expect_valid(before, "report");
  const bj::array& programs = before.at("environment").at("programs").as_array();
  ASSERT_EQ(programs.size(), 2U);
  EXPECT_EQ(programs.at(1).at("name"), "bot.sh");
  const Words endless{"run", "outside.json", "--allow-commands", "--quiet", "--games", "1e9"};
  EXPECT_EQ(run_and_send(endless, "cut.json", SIGTERM).status, 143);

  write_bot("two");
  const std::string changed =
      "bot.sh (player \"mine\") has changed since its games were played; add --resume-anyway";
  expect_refused(with({"cut.json", "--games", "1e9", "--resume"}), changed);
  expect_refused({"run", "--extend", "a.json", "--games", "90", "--allow-commands"}, changed);
  expect_refused(with({"a.json"}), "a.json: holds this experiment, complete, but played by " + other);
  run_well(
      {"run", "--extend", "a.json", "--games", "90", "--allow-commands", "--resume-anyway", "-o", "b.json"});
  EXPECT_EQ(read_json("b.json").at("environment").at("resumed_from").as_array(),
            (bj::array{bj::string(other)}));
  run_well(with({"straight.json", "--games", "90"}));
  EXPECT_EQ(reproducible("b.json"), reproducible("straight.json"));

  run_well(with({"new2.json", "--shard", "2/2"}));
  expect_refused({"merge", "s1.json", "new2.json", "-o", "m.json"},
                 "new2.json: was played by " + other + "; add --other-builds");
  run_well({"merge", "s1.json", "s2.json", "-o", "m.json"});
  run_well({"merge", "s1.json", "new2.json", "-o", "n.json", "--other-builds"});
  EXPECT_EQ(read_json("n.json").at("environment").at("resumed_from").as_array(),
            (bj::array{bj::string(other)}));
  // Once mixed, a checkpoint stays so.
  EXPECT_EQ(run_and_send(joined(endless, {"--resume", "--resume-anyway"}), "cut.json", SIGTERM).status, 143);
  expect_refused(with({"cut.json", "--games", "1e9", "--resume"}), "holds games of " + other + " too");
}

// It is started again after game 10, which it forfeits; meanwhile it has changed.
TEST_F(External, MayNotChangeWhileItPlays) {
  const std::string bot = R"(while read -r line; do case $line in
*'"type":"case"'*) echo '{"type":"ready","protocol":"sapper-player/1"}' ;;
*'"game":10,'*) [ ! -e new.sh ] || mv new.sh bot.sh; exit 1 ;;
*'"type":"turn"'*) echo '{"dig":[[0,0]]}' ;;
esac; done
)";
  write_config("outside.json",
               R"("name": "outside", "games": 30, "boards": [{"rows": 2, "cols": 2, "mines": 3}],
    "first_click": {"rule": "safe", "cell": "strategy"}, "strategies": [{"name": "external", "label": "mine",
    "command": ["/bin/sh", "bot.sh"], "on_failure": "lose"}])");
  write("bot.sh", bot);
  const Words words{"run", "outside.json", "--allow-commands", "--quiet", "--threads", "1"};
  run_well(joined(words, {"-o", "straight.json"}));
  write("new.sh", bot + "# another\n");
  const ProgramResult result = run(words);
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(
      result.err,
      AllOf(HasSubstr("\nsapper: bot.sh (player \"mine\") has changed since the first game; "
                      "games of two versions are not mixed: put the first one back"),
            HasSubstr("they are kept in outside.report.json.checkpoint"), Not(HasSubstr("--replay"))));
  expect_refused(joined(words, {"--resume"}),
                 "bot.sh (player \"mine\") has changed since its games were played; add --resume-anyway");
  write("bot.sh", bot);
  run_well(joined(words, {"--resume"}));
  EXPECT_EQ(reproducible_report(), reproducible("straight.json"));

  // Commands that keep no hash.
  write("new.sh", bot + "# another\n");
  const ProgramResult positions =
      run({"positions", "outside.json", "--allow-commands", "--threads", "1", "-o", "p.jsonl"});
  EXPECT_EQ(positions.status, 1);
  EXPECT_THAT(positions.err, HasSubstr("sapper: bot.sh (player \"mine\") has changed since the first game"));
}

// Each game is won by its first dig; the first version fails in game 20, while it plays what an extension keeps.
TEST_F(External, ThatAnExtensionAddsAreNotMixedWithAnotherVersion) {
  const auto write_bot = [&](const std::string& in_game_20) {
    write("bot.sh", R"(while read -r line; do case $line in
*'"type":"case"'*) echo '{"type":"ready","protocol":"sapper-player/1"}' ;;
*'"game":20,'*) )" + in_game_20 +
                        R"( ;;
*'"type":"turn"'*) echo '{"dig":[[0,0]]}' ;;
esac; done
)");
  };
  const auto write_study = [&](const std::string& name, const std::string& more) {
    write_config(name, R"("name": "study", "games": 30, "boards": [{"rows": 2, "cols": 2, "mines": 3}],
      "first_click": {"rule": "safe", "cell": "strategy"}, "strategies": ["rules")" +
                           more + "]");
  };
  write_study("one.json", "");
  write_study("two.json", R"(, {"name": "external", "label": "mine", "command": ["/bin/sh", "bot.sh"]})");
  write_bot("exit 1");
  run_well({"run", "one.json", "-o", "r.json", "--quiet"});
  const Words words{"run", "two.json", "--extend", "r.json", "--allow-commands", "--quiet", "--threads", "1"};
  EXPECT_EQ(run(words).status, 1);
  write_bot(":");
  expect_refused(joined(words, {"--resume"}),
                 "bot.sh (player \"mine\") has changed since its games were played; add --resume-anyway");
  run_well(joined(words, {"--resume", "--resume-anyway"}));
  EXPECT_EQ(read_json("r.json").at("environment").at("resumed_from").as_array(),
            (bj::array{bj::string("another version of bot.sh (player \"mine\")")}));

  // Another player of that name is not another version of it.
  write("other.sh", "# another\n" + read("bot.sh"));
  write_study("three.json", R"(, {"name": "external", "label": "mine", "command": ["/bin/sh", "other.sh"]})");
  run_well({"run", "two.json", "-o", "two.r.json", "--allow-commands", "--quiet"});
  run_well(
      {"run", "three.json", "--extend", "two.r.json", "-o", "three.r.json", "--allow-commands", "--quiet"});
  const bj::value report = read_json("three.r.json");
  EXPECT_FALSE(report.at("environment").as_object().contains("resumed_from"));
  const bj::array& programs = report.at("environment").at("programs").as_array();
  ASSERT_EQ(programs.size(), 2U);
  EXPECT_EQ(programs.at(1).at("name"), "other.sh");
}

TEST_F(External, CanBeWatched) {
  EXPECT_THAT(output_of({"play", "--rows", "6", "--mines", "6", "--seed", "3", "--bot", "external",
                         "--command", kQuotedPlayer, "--allow-commands"}),
              AllOf(HasSubstr("Round 2: "), HasSubstr("external has ")));
}

}  // namespace
}  // namespace sapper::tests
