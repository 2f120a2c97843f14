// `sapper play` through pipes: no colours or emoji, a defined end, saved positions that can be analysed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <chrono>
#include <cstdio>
#include <thread>

#include "tests/support/temporary_folder.hpp"
#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

ProgramRun play(std::vector<std::string> options, const std::string& typed = {}) {
  options.insert(options.begin(), "play");
  ProgramRun run = sapper(std::move(options), typed);
  run.environment = {{"LANG", "C.UTF-8"}, {"LC_ALL", "C.UTF-8"}, {"TERM", "xterm-256color"}};
  return run;
}

TEST(Play, NeedsNoOptions) {
  const ProgramResult result = run_program(play({}, "E5\n"));
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, StartsWith("Minesweeper: Beginner (9 x 9, 10 mines); seed "));
  EXPECT_THAT(result.out, HasSubstr("\n> E5\n")) << "piped input is echoed";
  EXPECT_THAT(result.out, HasSubstr("Round 2. "));
  EXPECT_THAT(result.out, EndsWith("The game ends here, unfinished.\n"));
}

// `yes | tr -d '\n'` never ends a line. In every game at the terminal, and in GTP.
TEST(Play, RefusesALineThatDoesNotEnd) {
  for (const std::string game :
       {"play", "play go", "play tablet 5 4 2 2", "play --course 0", "gtp --size 9"}) {
    ProgramRun run;
    run.program = "/bin/sh";
    run.arguments = {"-c", "yes 2>/dev/null | tr -d '\\n' 2>/dev/null | \"$0\" " + game, SAPPER_PROGRAM};
    const ProgramResult result = run_program(run);
    EXPECT_FALSE(result.timed_out) << game;
    EXPECT_EQ(result.status, 2) << game;
    EXPECT_EQ(result.err,
              "sapper: standard input: has a line of more than 65,536 bytes; no command is that long\n")
        << game;
  }
}

TEST(Play, WritesPlainTextIntoPipes) {
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{"--seed", "1"}, {"--seed", "1", "--bot", "csp"}}) {
    const ProgramResult result = run_program(play(options, "E5\nf A1\nhint\n"));
    EXPECT_EQ(result.status, 0);
    for (const char c : result.out) EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << static_cast<int>(c);
  }
}

TEST(Play, IsTheSameGameForTheSameSeed) {
  const std::string typed = "E5\nhint\nf A1\n";
  const std::string first = run_program(play({"--seed", "5", "--level", "Expert"}, typed)).out;
  EXPECT_EQ(run_program(play({"minesweeper", "--seed", "5", "--level", "expert"}, typed)).out, first);
  EXPECT_NE(run_program(play({"--seed", "6", "--level", "Expert"}, typed)).out, first);
}

TEST(Play, TheCourseIsWonAndLost) {
  const ProgramResult lost = run_program(play({"--course", "0"}, "A\n8\n"));
  EXPECT_EQ(lost.status, 0);
  EXPECT_THAT(lost.out, HasSubstr("10 mines were planted."));
  EXPECT_THAT(lost.out, EndsWith("A8 was a mine: you have lost, after 1 round.\n"));
  const ProgramResult won = run_program(play({"--course", "1", "--size", "2"}, "A\n1\n"));
  EXPECT_EQ(won.status, 0);
  EXPECT_THAT(won.out, HasSubstr("Congratulations"));
}

TEST(Play, SurvivesNonsense) {
  std::string typed(1 << 16, 'A');
  typed += "\n" + std::string(1 << 10, '\0') + "\n\xff\xfe\x1b[A\nf\n" + std::string(5000, '\n');
  const ProgramResult result = run_program(play({"--seed", "1"}, typed));
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, EndsWith("The game ends here, unfinished.\n"));
}

// Rounded as in hints.
std::string shown(double p_mine) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g", p_mine);
  return text.data();
}

struct SavedGame {
  std::vector<std::string> options;
  std::string typed;
};

TEST(Play, SavedPositionsGiveTheRisksOfTheHints) {
  const SavedGame games[] = {
      {{"--rows", "5", "--mines", "6", "--seed", "2", "--first-click", "safe"}, "C3\nf A1\n"},
      {{"--rows", "5", "--mines", "5", "--seed", "2", "--topology", "hex"}, "C3\n"},
      {{"--rows", "5", "--mines", "5", "--seed", "2", "--topology", "torus"}, "C3\n"},
      {{"--course", "1", "--size", "5", "--seed", "2"}, "A\n1\n"},
      {{"--course", "2", "--size", "5", "--seed", "2"}, "A\n1\nE\n5\n"},
  };
  for (const SavedGame& game : games) {
    SCOPED_TRACE(testing::PrintToString(game.options));
    const TemporaryFolder folder;
    std::string typed = game.typed + "save position\n";
    for (char row = 'A'; row <= 'E'; ++row)
      for (char col = '1'; col <= '5'; ++col) typed += std::string("hint ") + row + col + "\n";
    ProgramRun run = play(game.options, typed);
    run.folder = folder.path();
    const ProgramResult played = run_program(run);
    ASSERT_THAT(played.out, HasSubstr("sapper analyze position\n"));
    const ProgramResult analyzed =
        run_program(sapper({"analyze", "--json", (folder.path() / "position").string()}));
    ASSERT_EQ(analyzed.status, 0) << analyzed.err;
    const auto p_mine = boost::json::parse(analyzed.out).at("p_mine");
    int hidden = 0;
    for (int row = 0; row < 5; ++row) {
      for (int col = 0; col < 5; ++col) {
        const bool has_letters = game.options.front() == "--course";
        const std::string name = has_letters
                                     ? std::string{static_cast<char>('A' + row), static_cast<char>('1' + col)}
                                     : std::to_string(row) + "," + std::to_string(col);
        const auto& value = p_mine.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(col));
        if (value.is_null()) {
          EXPECT_THAT(played.out, HasSubstr(name + " is already shown"));
          continue;
        }
        ++hidden;
        EXPECT_THAT(played.out,
                    HasSubstr("\n" + name + ": P(mine) " + shown(value.to_number<double>()) + "\n"));
      }
    }
    EXPECT_GT(hidden, 5);
  }
}

TEST(Play, RefusesWhatItCannotPlay) {
  struct Refusal {
    std::vector<std::string> options;
    std::string message;
  };
  const Refusal refusals[] = {
      {{"chess"}, "play: \"chess\" is not a game; "},
      {{"chess"}, "minesweeper"},
      {{"minesweepr"}, "did you mean \"minesweeper\"?"},
      {{"--seed", "1", "chess"}, "play: unexpected argument \"chess\""},
      {{"--seed", "1", "go"}, "play: the game goes before its options: sapper play go ..."},
      {{"minesweeper", "more"}, "play minesweeper: unexpected argument \"more\""},
      {{"--level", "Expart"}, "--level is \"Expart\"; did you mean \"Expert\"?"},
      {{"--levels", "Expert"}, "play: --levels is not an option; did you mean --level?"},
      {{"--rows", "0", "--mines", "1"}, "--rows is \"0\"; expected a whole number from 1 to 4096"},
      {{"--rows", "5", "--mines", "-1"}, "--mines is \"-1\""},
      {{"--rows", "5", "--density", "1.5"}, "--density is \"1.5\"; expected a number from 0 to 1"},
      {{"--rows", "5", "--mines", "20"}, "it holds at most 16"},
      {{"--course", "3"}, "--course is \"3\"; expected a whole number from 0 to 2"},
      {{"--course", "1", "--level", "Expert"}, "--course and --level are mutually exclusive"},
      {{"--file", "/no/such/board"}, "/no/such/board: cannot be read"},
      {{"--bot", "cps"}, "--bot is \"cps\"; did you mean \"csp\"?"},
      {{"--bot", "csp", "--delay", "-1"}, "--delay is \"-1\"; expected a number of seconds"},
      {{"--delay", "1"}, "--delay requires --bot"},
      {{"--bot", "csp", "--bot", "rules"}, "--bot"},
  };
  for (const Refusal& refusal : refusals) {
    SCOPED_TRACE(testing::PrintToString(refusal.options));
    const ProgramResult result = run_program(play(refusal.options, "A1\n"));
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, StartsWith("sapper: "));
    EXPECT_THAT(result.err, HasSubstr(refusal.message));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
}

TEST(Play, EndsWhereItsOutputDoes) {
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{}, {"--bot", "csp", "--seed", "1"}}) {
    expect_end_with_output(play(options, "E5\n"));
  }
}

// Each is busy with something that takes minutes: a move of ten million playouts, the drawings of a game with
// sixteen million cells.
TEST(Play, SignalsEndLongComputations) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, SIG_DFL);  // the programs inherit it
  const std::pair<std::vector<std::string>, std::string> computations[] = {
      {{"play", "go", "--white", "uct", "--playouts", "10000000", "--size", "19"}, "D4\n"},
      {{"play", "--bot", "min_risk", "--rows", "4096", "--density", "0.2", "--seed", "1"}, ""},
  };
  for (const auto& [arguments, typed] : computations) {
    for (const auto& [signal, status] : {std::pair(SIGTERM, 143), {SIGHUP, 129}, {SIGINT, 130}}) {
      SCOPED_TRACE(testing::PrintToString(arguments) + " " + std::to_string(signal));
      Program program(sapper(arguments, typed));
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      program.send(signal);
      EXPECT_EQ(program.wait().status, status);
    }
  }
}

TEST(Play, HelpsWithEveryOptionAndGame) {
  const ProgramResult result = run_program(sapper({"play", "--help"}));
  EXPECT_EQ(result.status, 0);
  for (const char* word : {"minesweeper", "--level", "--course", "--bot", "--delay", "--plain", "--seed"})
    EXPECT_THAT(result.out, HasSubstr(word));
}

}  // namespace
}  // namespace sapper::tests
