// `sapper play` through pipes: no colours or emoji, a defined end, saved positions that can be analysed.
#include <array>
#include <cstdio>

#include "tests/support/processes.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

using Play = ProgramTest;

ProgramRun play(const Words& options, const std::string& typed = {}) {
  ProgramRun run = sapper(joined({"play"}, options), typed);
  run.environment = {{"LANG", "C.UTF-8"}, {"LC_ALL", "C.UTF-8"}, {"TERM", "xterm-256color"}};
  return run;
}

TEST_F(Play, NeedsNoOptions) {
  const ProgramResult result = run_program(play({}, "E5\n"));
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, StartsWith("Minesweeper: Beginner (9 x 9, 10 mines); seed "));
  EXPECT_THAT(result.out, HasSubstr("\n> E5\n")) << "piped input is echoed";
  EXPECT_THAT(result.out, HasSubstr("Round 2. "));
  EXPECT_THAT(result.out, EndsWith("The game ends here, unfinished.\n"));
}

// `yes | tr -d '\n'` never ends a line. In every game at the terminal, and in GTP.
TEST_F(Play, RefusesALineThatDoesNotEnd) {
  for (const std::string game :
       {"play", "play go", "play tablet 5 4 2 2", "play --course 0", "gtp --size 9"}) {
    const ProgramResult result =
        run_shell("yes 2>/dev/null | tr -d '\\n' 2>/dev/null | " + kQuotedProgram + ' ' + game);
    EXPECT_FALSE(result.timed_out) << game;
    EXPECT_EQ(result.status, 2) << game;
    EXPECT_EQ(result.err,
              "sapper: standard input: has a line of more than 65,536 bytes; no command is that long\n")
        << game;
  }
}

TEST_F(Play, WritesPlainTextIntoPipes) {
  for (const Words& options : {Words{"--seed", "1"}, {"--seed", "1", "--bot", "csp"}}) {
    const ProgramResult result = run_program(play(options, "E5\nf A1\nhint\n"));
    EXPECT_EQ(result.status, 0);
    for (const char c : result.out) EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << static_cast<int>(c);
  }
}

TEST_F(Play, IsTheSameGameForTheSameSeed) {
  const std::string typed = "E5\nhint\nf A1\n";
  const std::string first = run_program(play({"--seed", "5", "--level", "Expert"}, typed)).out;
  EXPECT_EQ(run_program(play({"minesweeper", "--seed", "5", "--level", "expert"}, typed)).out, first);
  EXPECT_NE(run_program(play({"--seed", "6", "--level", "Expert"}, typed)).out, first);
}

TEST_F(Play, TheCourseIsWonAndLost) {
  const ProgramResult lost = run_program(play({"--course", "0"}, "A\n8\n"));
  EXPECT_EQ(lost.status, 0);
  EXPECT_THAT(lost.out, HasSubstr("10 mines were planted."));
  EXPECT_THAT(lost.out, EndsWith("A8 was a mine: you have lost, after 1 round.\n"));
  const ProgramResult won = run_program(play({"--course", "1", "--size", "2"}, "A\n1\n"));
  EXPECT_EQ(won.status, 0);
  EXPECT_THAT(won.out, HasSubstr("Congratulations"));
}

TEST_F(Play, SurvivesNonsense) {
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
  Words options;
  std::string typed;
};

TEST_F(Play, SavedPositionsGiveTheRisksOfTheHints) {
  const SavedGame games[] = {
      {{"--rows", "5", "--mines", "6", "--seed", "2", "--first-click", "safe"}, "C3\nf A1\n"},
      {{"--rows", "5", "--mines", "5", "--seed", "2", "--topology", "hex"}, "C3\n"},
      {{"--rows", "5", "--mines", "5", "--seed", "2", "--topology", "torus"}, "C3\n"},
      {{"--course", "1", "--size", "5", "--seed", "2"}, "A\n1\n"},
      {{"--course", "2", "--size", "5", "--seed", "2"}, "A\n1\nE\n5\n"},
  };
  for (const SavedGame& game : games) {
    SCOPED_TRACE(testing::PrintToString(game.options));
    std::string typed = game.typed + "save position\n";
    for (char row = 'A'; row <= 'E'; ++row)
      for (char col = '1'; col <= '5'; ++col) typed += std::string("hint ") + row + col + "\n";
    ProgramRun started = play(game.options, typed);
    started.folder = folder_.path();
    const ProgramResult played = run_program(started);
    ASSERT_THAT(played.out, HasSubstr("sapper analyze position\n"));
    const auto p_mine = json_of({"analyze", "--json", "position"}).at("p_mine");
    remove_all({"position"});
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

TEST_F(Play, RefusesWhatItCannotPlay) {
  const std::pair<Words, std::string> refusals[] = {
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
  for (const auto& [options, message] : refusals) expect_refused(joined({"play"}, options), message, "A1\n");
}

TEST_F(Play, EndsWhereItsOutputDoes) {
  for (const Words& options : {Words{}, {"--bot", "csp", "--seed", "1"}}) {
    expect_end_with_output(play(options, "E5\n"));
  }
}

// Each is busy with something that takes minutes: a move of ten million playouts, the drawings of a game with
// sixteen million cells.
TEST_F(Play, SignalsEndLongComputations) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, SIG_DFL);  // the programs inherit it
  const std::pair<Words, std::string> computations[] = {
      {{"play", "go", "--white", "uct", "--playouts", "10000000", "--size", "19"}, "D4\n"},
      {{"play", "--bot", "min_risk", "--rows", "4096", "--density", "0.2", "--seed", "1"}, ""},
  };
  for (const auto& [arguments, typed] : computations) {
    for (const auto& [signal, status] : {std::pair(SIGTERM, 143), {SIGHUP, 129}, {SIGINT, 130}}) {
      SCOPED_TRACE(testing::PrintToString(arguments) + " " + std::to_string(signal));
      Program program(sapper(arguments, typed));
      wait_until([&] { return processor_ticks(program.id()) >= 15; });
      program.send(signal);
      EXPECT_EQ(program.wait().status, status);
    }
  }
}

TEST_F(Play, HelpsWithEveryOptionAndGame) {
  const ProgramResult result = run_well({"play", "--help"});
  for (const char* word : {"minesweeper", "--level", "--course", "--bot", "--delay", "--plain", "--seed"})
    EXPECT_THAT(result.out, HasSubstr(word));
}

}  // namespace
}  // namespace sapper::tests
