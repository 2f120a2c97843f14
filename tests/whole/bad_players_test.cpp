// Players that violate the protocol, tested from outside: each costs only its own games, is detected whatever the
// timing, and leaves no processes behind. They are scripts for /bin/sh, which start at once.
// Label: threads
#include <unistd.h>

#include "tests/support/case_count.hpp"
#include "tests/support/processes.hpp"
#include "tests/whole/mpi.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

// What a player does when it reads a line of each kind. It plays on boards of 2 x 2 cells with three mines and a safe
// first dig, so that a game is one turn, in which any cell wins.
struct Script {
  std::string at_turn = "dig";
  std::string at_end = ":";
  std::string at_case = "ready";
  std::string at_start = ":";
};
std::string text_of(const Script& script) {
  return R"(ready() { echo '{"type":"ready","protocol":"sapper-player/1"}'; }
dig() { echo '{"dig":[[0,0]]}'; }
)" + script.at_start +
         R"(
while read -r line; do
  case $line in
    *'"type":"case"'*) )" +
         script.at_case + R"( ;;
    *'"type":"game"'*) game=${line#*\"game\":}; game=${game%%,*} ;;
    *'"type":"turn"'*) )" +
         script.at_turn + R"( ;;
    *'"type":"end"'*) )" +
         script.at_end + R"( ;;
  esac
done
)";
}
Script at_turn(const std::string& commands) { return {.at_turn = commands}; }

const std::string kLose = R"("on_failure": "lose")";
const std::string kImpatient = R"("on_failure": "lose", "timeout_s": 0.2)";

class BadPlayers : public ProgramTest {
 protected:
  static constexpr int kGames = 3;

  BadPlayers() { start_.timeout_s = 60; }
  void config(const Script& script, const std::string& settings, int games = kGames) const {
    write("player", text_of(script));
    write_config("bad.json",
                 fmt::format(R"("name": "bad", "games": {}, "boards": [{{"rows": 2, "cols": 2, "mines": {}}}],
      "first_click": {{"rule": "safe", "cell": "strategy"}}, "strategies": [{{"name": "external", "label": "bad",
      "command": ["/bin/sh", "player", "{}"], {}}}])",
                             games, mines_, mark_, settings));
    fs::remove(path("bad.report.json.checkpoint"));
  }
  static Words program(int threads = 1) {
    return {"run",     "bad.json",  "--allow-commands",     "--force",
            "--quiet", "--threads", std::to_string(threads)};
  }
  struct Outcome {
    ProgramResult program;
    std::int64_t forfeits = -1;
    std::string results;
  };
  Outcome play(const Script& script, const std::string& settings = kLose, int games = kGames,
               int threads = 1) const {
    config(script, settings, games);
    Outcome outcome;
    outcome.program = run(program(threads));
    EXPECT_FALSE(outcome.program.timed_out);
    if (outcome.program.status != 0) return outcome;
    const bj::value report = read_json("bad.report.json");
    outcome.results = bj::serialize(report.at("results"));
    outcome.forfeits = report.at("results").at(0).at("decisions").at("forfeits").as_int64();
    return outcome;
  }
  // All games are forfeited, for this reason.
  void expect_forfeits(const Script& script, const std::string& reason,
                       const std::string& settings = kLose) const {
    SCOPED_TRACE(reason);
    const Outcome outcome = play(script, settings);
    EXPECT_EQ(outcome.program.status, 0) << outcome.program.err;
    EXPECT_EQ(outcome.forfeits, kGames);
    EXPECT_TRUE(outcome.program.err.find(reason) != std::string::npos) << outcome.program.err.substr(0, 2000);
  }

  std::string mark_ = "-";  // in the player's command line
  int mines_ = 3;
};

TEST_F(BadPlayers, AGoodOneIsNone) {
  EXPECT_EQ(play({}).forfeits, 0);
  EXPECT_EQ(play(at_turn(R"(echo "{\"game\":$game,\"turn\":1,\"dig\":[[0,0]]}")")).forfeits, 0);
  // An answer in two pieces is one.
  EXPECT_EQ(play(at_turn("printf '{\"dig\":'; sleep 0.01; echo '[[0,0]]}'")).forfeits, 0);
}

TEST_F(BadPlayers, FloodsDoNotOutrunTheTimeout) {
  for (const std::string flood : {"cat /dev/zero >&2", "yes '' >&2"}) {
    const Outcome outcome = play(at_turn(flood), kImpatient);
    EXPECT_EQ(outcome.forfeits, kGames);
    // Each empty line comes with its label, each byte 0 as an escape.
    EXPECT_LT(outcome.program.err.size(), kGames * 6 * 70'000U);
    EXPECT_NE(outcome.program.err.find("no answer within 0.2 s"), std::string::npos);
    EXPECT_NE(outcome.program.err.find("bytes more of its standard error omitted, after 64 KB)\n"),
              std::string::npos);
  }
  expect_forfeits(at_turn("cat /dev/zero"), "a line longer than 1,280 bytes, the most that is needed here");
  expect_forfeits(at_turn("yes '{}'"), "its answer ");
}

TEST_F(BadPlayers, ALongLineTakesNoMemory) {
  config({}, kLose);
  const ProgramResult good = run(program());
  config(at_turn("head -c 67108864 /dev/zero | tr '\\0' ' '; dig"), kLose);
  const ProgramResult result = run(program());
  EXPECT_THAT(result.err, HasSubstr("a line longer than 1,280 bytes"));
  EXPECT_LT(result.max_memory_kb, good.max_memory_kb + 32'768);  // half a line
}

TEST_F(BadPlayers, StandardErrorIsCutForEachGame) {
  const Outcome outcome = play(at_turn("head -c 100000 /dev/zero | tr '\\0' x >&2; dig"));
  EXPECT_EQ(outcome.forfeits, 0) << outcome.program.err.substr(0, 1000);
  EXPECT_LT(outcome.program.err.size(), kGames * 70'000U);
  EXPECT_EQ(count_of(outcome.program.err, "bytes more of its standard error omitted"), std::size_t{kGames});
}

TEST_F(BadPlayers, LinesThatWereNotAskedForFailTheirGame) {
  const Script eager{.at_case = "printf '%s\\n%s\\n' \"$(ready)\" \"$(dig)\""};
  expect_forfeits(eager, "turn 1: it wrote before it was asked: {\"dig\":[[0,0]]}");
  expect_forfeits(at_turn("echo '{\"dig\":[[0,0]],\"turn\":2}'"), "its answer is for turn 2, not for turn 1");
  expect_forfeits(at_turn("echo '{\"dig\":[[0,0]],\"turn\":1,\"game\":99}'"),
                  "its answer is for game 99, not for game 0");
}

// With two mines a game has two turns. What follows the answer to the first one fails the second one, whether it is
// already there when that is asked or not.
TEST_F(BadPlayers, WhatFollowsAnAnswerFailsTheNextTurn) {
  mines_ = 2;
  const std::string answer =
      R"(turn=${line#*\"turn\":}; turn=${turn%%,*}
  echo "{\"game\":$game,\"turn\":$turn,\"dig\":[[0,$((turn - 1))]]}")";
  EXPECT_EQ(play(at_turn(answer)).forfeits, 0);
  std::string first;
  for (const std::string more : {"; ", "; sleep 0.02; "}) {
    const Script script = at_turn(answer + more + answer);
    expect_forfeits(script, "game 0, turn 2: it");
    const Outcome outcome = play(script);
    if (first.empty()) first = outcome.results;
    EXPECT_EQ(outcome.results, first);
  }
  expect_forfeits(at_turn(answer + "; printf '{\"di'"), "game 0, turn 2: it");
  expect_forfeits(at_turn("both=$(" + answer + "); printf '%s\\n%s\\n' \"$both\" \"$both\""),
                  "game 0, turn 2: it wrote before it was asked: {\"game\":0,\"turn\":1,");
}

// Whatever happens between the last turn of a game and the first answer of the next one, the results are those of the
// player without it: for any timing and number of threads, since which game a process plays next depends on both.
TEST_F(BadPlayers, WhatComesAfterAGameCostsNoOther) {
  const std::string answer = R"(echo "{\"game\":$game,\"turn\":1,\"dig\":[[0,0]]}")";
  constexpr int kMany = 12;
  const Outcome good = play(at_turn(answer), kLose, kMany);
  ASSERT_EQ(good.forfeits, 0);
  for (const std::string& after :
       {answer, "sleep 0.01; " + answer, std::string("printf '{\"di'"), std::string("sleep 0.01; printf x"),
        std::string("exit 3"), std::string("kill -11 $$")})
    for (const int threads : {1, 4}) {
      SCOPED_TRACE(after);
      Script script = at_turn(answer);
      script.at_end = after;
      const Outcome outcome = play(script, kLose, kMany, threads);
      EXPECT_EQ(outcome.program.status, 0) << outcome.program.err;
      EXPECT_EQ(outcome.results, good.results) << outcome.program.err;
      EXPECT_THAT(outcome.program.err, HasSubstr("; a new process plays the game"));
    }
  // The results stay the same where it follows the last answer at once.
  for (const std::string& more : {answer, std::string("printf '{\"di'"), std::string("exit 0")}) {
    SCOPED_TRACE(more);
    EXPECT_EQ(play(at_turn(answer + "; " + more), kLose, kMany, 4).results, good.results);
  }
}

// A new process that fails as well has failed itself: the game is lost, and only this one.
TEST_F(BadPlayers, AGameThatFailsTwiceIsLost) {
  for (const int threads : {1, 4}) {
    const Outcome outcome = play(at_turn("[ $game = 7 ] && exit 3; dig"), kLose, 20, threads);
    EXPECT_EQ(outcome.forfeits, 1) << outcome.program.err;
    EXPECT_THAT(outcome.program.err,
                HasSubstr("game 7, turn 1: no answer: it ended with status 3; the game counts as lost"));
  }
}

TEST_F(BadPlayers, LateAndBrokenAnswersFailTheirGame) {
  expect_forfeits(at_turn("exec sleep 1000"), "no answer within 0.2 s", kImpatient);
  expect_forfeits(at_turn("printf '{\"dig\":[[0,'; exec sleep 1000"), "no answer within 0.2 s", kImpatient);
  expect_forfeits(at_turn("exit 3"), "no answer: it ended with status 3");
  expect_forfeits(at_turn("printf '{\"dig\":[[0,0]]}'; exit 0"), "no answer: it ended with status 0");
  expect_forfeits(at_turn("kill -11 $$"), "no answer: it was ended by signal 11");
  expect_forfeits(at_turn("printf '{\"dig\":[[0,\\377\\033[2J]]}\\n'"),
                  R"(is not valid JSON (syntax error): {"dig":[[0,\xFF\x1B[2J]]})");
  expect_forfeits(at_turn("printf '\\0\\n'"), R"(is not valid JSON (syntax error): \x00)");
  expect_forfeits(at_turn("printf '%01000d\\n' 0 | tr 0 '['"), "is not a JSON object");
  expect_forfeits(at_turn("printf '{\"dig\":%01000d\\n' 0 | tr 0 '['"), "has a dig whose row is a list");
  expect_forfeits(at_turn("echo"), "is not valid JSON");
}

TEST_F(BadPlayers, ClosedPipesFailTheirGame) {
  expect_forfeits(at_turn("exec >&-; exec sleep 1000"), "no answer: it closed its output");
  EXPECT_EQ(play(at_turn("exec 2>&-; dig")).forfeits, 0) << "its standard error is not needed";
  // It plays the first turn and cannot read the next one.
  mines_ = 2;
  expect_forfeits(at_turn("exec <&-; dig; exec sleep 1000"), "turn 2: no answer within 2 s",
                  R"("on_failure": "lose", "timeout_s": 2)");
}

TEST_F(BadPlayers, AProcessThatDoesNotStartStopsTheRun) {
  const auto error_of = [&](const std::string& at_start) {
    const Script script{.at_start = at_start};
    const Outcome outcome = play(script);
    EXPECT_EQ(outcome.program.status, 1);
    return outcome.program.err;
  };
  EXPECT_THAT(error_of("exit 4"),
              HasSubstr("did not acknowledge its first case: no answer: it ended with status 4"));
  EXPECT_THAT(error_of("printf '%05000d\\n' 0"), HasSubstr("a line longer than 4,096 bytes"));
  // Ready before or after it has read the case: the order is random and must not matter.
  const Script eager{.at_case = ":", .at_start = "ready"};
  EXPECT_EQ(play(eager).forfeits, 0);
}

// The lines of games without a turn used to be kept until the next turn: 120 bytes each.
TEST_F(BadPlayers, GamesWithoutATurnGatherNothing) {
  const auto memory_of = [&](int games) {
    write("player", text_of({}));
    write_config("bad.json", fmt::format(R"("name": "bad", "games": {},
      "boards": [{{"rows": 2, "cols": 2, "mines": 3}}], "first_click": {{"rule": "safe", "cell": [0, 0]}},
      "strategies": [{{"name": "external", "command": ["/bin/sh", "player"]}}])",
                                         games));
    const ProgramResult result = run_well(program());
    return result.max_memory_kb;
  };
  EXPECT_LT(memory_of(case_count(800'000)), memory_of(1'000) + 40'000);
}

class PlayersOfAnEndedRun : public BadPlayers {
 protected:
  // A player that ignores signals and the end of its input, and starts others of its kind in its first turn: a child, one
  // in a session of its own, and a daemon, whose parent has ended. The mark is in the command lines of all of them.
  void config_family(const std::string& at_turn, const std::string& settings) {
    static int count = 0;
    mark_ = fmt::format("{}.{:09}", 1000 + ++count, ::getpid());
    fs::remove(path("started"));
    Script script{.at_start = fmt::format(R"(trap '' HUP INT TERM
start() {{
  sleep {0} &
  setsid sleep {0} </dev/null >/dev/null 2>&1 &
  setsid /bin/sh -c 'sleep {0} </dev/null >/dev/null 2>&1 & echo yes >started'
}})",
                                          mark_)};
    script.at_turn = "[ -e started ] || start; " + at_turn;
    config(script, settings);
    // After the end of its input.
    write("player", text_of(script) + "sleep " + mark_ + "\n");
  }
  bool has_started() const {
    return wait_until([&] { return read("started") == "yes\n"; });
  }
  bool is_gone() const {
    return wait_until([&] { return !is_running(mark_); });
  }
};

TEST_F(PlayersOfAnEndedRun, AreGoneAfterItsEnd) {
  config_family("dig", kLose);
  run_well(program());
  EXPECT_TRUE(has_started());
  EXPECT_FALSE(is_running(mark_)) << "the run waits until they are gone";
}

TEST_F(PlayersOfAnEndedRun, AreGoneAfterAFailure) {
  config_family("echo no", R"("on_failure": "stop")");
  const ProgramResult result = run(program());
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_TRUE(has_started());
  EXPECT_TRUE(is_gone());
}

TEST_F(PlayersOfAnEndedRun, AreGoneHoweverItIsKilled) {
  const std::vector<std::vector<int>> signals{{SIGKILL}, {SIGSEGV}, {SIGINT, SIGINT}, {SIGTERM, SIGTERM}};
  for (const std::vector<int>& sent : signals) {
    SCOPED_TRACE(sent.front());
    config_family("sleep " + mark_, R"("timeout_s": 1000)");
    Program running(command(program(2)));
    ASSERT_TRUE(has_started());
    EXPECT_TRUE(is_running(mark_));
    for (const int signal : sent) running.send(signal);
    EXPECT_FALSE(running.wait().timed_out);
    EXPECT_TRUE(is_gone());
  }
}

// What keeps them waited for ever on a connection that it had no descriptor for.
TEST_F(PlayersOfAnEndedRun, KeepNothingWhereDescriptorsRunOut) {
  config({}, kLose);
  for (const int limit : {6, 8, 10, 12}) {
    SCOPED_TRACE(limit);
    mark_ = fmt::format("limit-{}-{}.json", limit, ::getpid());
    EXPECT_FALSE(run_shell(fmt::format("ulimit -n {}; exec '{}' run bad.json --allow-commands --quiet -o {}",
                                       limit, SAPPER_PROGRAM, mark_))
                     .timed_out);
    EXPECT_TRUE(is_gone());
  }
}

TEST_F(PlayersOfAnEndedRun, AreGoneWithTheirRank) {
  SAPPER_SKIP_WITHOUT_MPI();
  config_family("sleep " + mark_, R"("timeout_s": 1000)");
  start_.environment = {{"OMPI_ALLOW_RUN_AS_ROOT", "1"}, {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"}};
  Program running(
      shell(fmt::format("exec mpirun --oversubscribe --bind-to none -n 2 '{}' run bad.json "
                        "--allow-commands --force --quiet --threads 1",
                        SAPPER_PROGRAM)));
  ASSERT_TRUE(has_started());
  EXPECT_EQ(run_shell(fmt::format("pkill -KILL -P {} -x sapper", running.id())).status, 0);
  EXPECT_FALSE(running.wait().timed_out);
  EXPECT_TRUE(is_gone());
}

// The question of trust shows the whole command.
using TrustedCommands = ProgramTest;

TEST_F(TrustedCommands, AreShownWhole) {
  const auto shown = [&](const std::string& argument, const std::string& command) {
    write_config(
        "c.json",
        R"("boards": [{"rows": 5, "mines": 5}], "strategies": [{"name": "external", "label": "bot", "command": ["/bin/sh", "-c", )" +
            bj::serialize(bj::string(command)) + "]}]");
    const ProgramResult result = run({argument, "c.json"});
    EXPECT_EQ(result.status, argument == "run" ? 2 : 0);
    EXPECT_FALSE(exists("PWNED"));
    const std::string text = argument == "run" ? result.err : result.out;
    const auto begin = text.find("\"bot\": ");
    return begin == std::string::npos ? text : text.substr(begin, text.find('\n', begin) - begin);
  };
  for (const std::string argument : {"run", "validate"}) {
    const std::string spaces = shown(argument, "true" + std::string(1000, ' ') + "; touch PWNED");
    EXPECT_THAT(spaces,
                AllOf(HasSubstr("true \\x20\\x20"), HasSubstr("\\x20; touch PWNED'"), Not(HasSubstr("  "))));
    EXPECT_THAT(shown(argument, "true" + std::string(5000, 'x') + "; touch PWNED"),
                HasSubstr("xxx; touch PWNED'"));
    // Blanks other than spaces, right-to-left text, letters that look like others.
    EXPECT_EQ(shown(argument, "a\xC2\xA0\xE3\x80\x80\xE2\x80\xAE; \xD0\xB0"),
              R"("bot": /bin/sh -c 'a\xC2\xA0\xE3\x80\x80\xE2\x80\xAE; \xD0\xB0')");
    EXPECT_EQ(shown(argument, "it's one  two"), R"("bot": /bin/sh -c 'it'\''s one \x20two')");
  }
}

}  // namespace
}  // namespace sapper::tests
