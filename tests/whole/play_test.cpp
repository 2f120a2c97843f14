// `sapper play` through pipes: no colours or emoji, a defined end, saved positions that can be analysed.
#include <array>
#include <cstdio>

#include "tests/support/processes.hpp"
#include "tests/support/terminal_program.hpp"
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
       {"play", "play go", "play tablet 5 4 2 2", "play nim", "play --course 0", "gtp --size 9"}) {
    const ProgramResult result =
        run_shell("yes 2>/dev/null | tr -d '\\n' 2>/dev/null | " + kQuotedProgram + ' ' + game);
    EXPECT_FALSE(result.timed_out) << game;
    EXPECT_EQ(result.status, 2) << game;
    EXPECT_EQ(result.err,
              "sapper: standard input: has a line of more than 65,536 bytes; no command is that long\n")
        << game;
  }
}

TEST_F(Play, HelpsInEveryGame) {
  const std::pair<Words, std::string> games[] = {
      {{"--topology", "torus", "--rows", "4", "--mines", "2"},
       "For instance, 0,0 touches 3,3 3,0 3,1 0,3 0,1 1,3 1,0 1,1.\n"},
      {{"--topology", "hex", "--rows", "4", "--mines", "2"},
       "For instance, 1,1 touches 0,1 0,2 1,0 1,2 2,1 2,2.\n"},
      {{"--no-guess", "--rows", "6", "--mines", "5"}, "No guess is needed"},
      {{"tablet"}, "values lists every cut with its value."},
      {{"go"}, "A group without an empty point beside it is captured."},
      {{"nim", "21", "--most", "3"}, "at least one and at most 3."}};
  for (const auto& [game, text] : games) {
    const ProgramResult result = run_program(play(game, "help\nquit\n"));
    EXPECT_EQ(result.status, 0);
    EXPECT_THAT(result.out.substr(result.out.find("help\n")), HasSubstr(text));
  }
}

TEST_F(Play, RefusesNimAndBoardsThatCannotBePlayed) {
  expect_refused({"play", "nim", "0", "0"}, "play nim: every heap is empty");
  expect_refused({"play", "nim", "3", "--most", "0"}, "--most is \"0\"");
  expect_refused({"play", "--method", "walk"}, "play: --method requires --no-guess");
  expect_refused({"play", "--no-guess", "--moving"}, "--moving and --no-guess are mutually exclusive");
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

// `sapper play` at a terminal: what the screen shows, line editing, the end of the input, Ctrl-C.

constexpr const char* kHidden = "\xE2\xAC\x9C";  // a white square
constexpr const char* kEndOfInput = "\x04";      // Ctrl-D
constexpr const char* kInterrupt = "\x03";       // Ctrl-C
constexpr const char* kErase = "\x7f";           // backspace
constexpr const char* kEraseLine = "\x15";       // Ctrl-U

// The program gets an environment of its own, independent of the test's.
ProgramRun play_at_terminal(const Words& options) {
  ProgramRun run = sapper(joined({"play", "--seed", "5"}, options));
  run.environment = {{"TERM", "xterm-256color"},
                     {"LC_ALL", ""},
                     {"LC_CTYPE", ""},
                     {"LANG", "en_US.UTF-8"},
                     {"NO_COLOR", ""}};
  return run;
}

// A game that waits for its first command.
class Game : public TerminalProgram {
 public:
  explicit Game(const ProgramRun& run, TerminalSize size = {}) : TerminalProgram(run, size) {
    EXPECT_TRUE(wait_for("> "));
  }
  explicit Game(const Words& options, TerminalSize size = {}) : Game(play_at_terminal(options), size) {}
  // Types the keys, and waits for what they bring.
  void expect_after(const std::string& keys, std::string_view text) {
    type(keys);
    EXPECT_TRUE(wait_for(text)) << text;
  }
  std::string quit() {
    type("quit\n");
    const ProgramResult result = wait();
    EXPECT_EQ(result.status, 0);
    return result.out;
  }
};

std::string screen_of(const ProgramRun& run, TerminalSize size = {}) {
  Game game(run, size);
  game.expect_after("E5\n", "Round 2.");
  EXPECT_TRUE(game.wait_for("> "));
  return game.quit();
}

void set(ProgramRun& run, const std::string& name, const std::string& value) {
  for (auto& [known, old] : run.environment)
    if (known == name) old = value;
}

TEST(PlayAtATerminal, ShowsEmojiAndColours) {
  const std::string screen = screen_of(play_at_terminal({}));
  EXPECT_THAT(screen, HasSubstr(kHidden));
  EXPECT_THAT(screen, HasSubstr("\x1b[6G")) << "each sign at its column";
  EXPECT_THAT(screen, HasSubstr("\x1b[1;38;5;")) << "coloured numbers";
}

TEST(PlayAtATerminal, ShowsPlainSignsWhereEmojiCannotBeShown) {
  EXPECT_THAT(screen_of(play_at_terminal({"--plain"})), Not(HasSubstr(kHidden)));
  EXPECT_THAT(screen_of(play_at_terminal({"--plain"})), HasSubstr("\x1b[1;38;5;"));
  struct Case {
    const char* variable;
    const char* value;
  };
  for (const auto& [variable, value] :
       {Case{"LANG", "C"}, Case{"LANG", ""}, Case{"LC_ALL", "de_DE.ISO-8859-1"}, Case{"LC_CTYPE", "POSIX"},
        Case{"TERM", "linux"}, Case{"TERM", "vt220"}}) {
    ProgramRun run = play_at_terminal({});
    set(run, variable, value);
    EXPECT_THAT(screen_of(run), Not(HasSubstr(kHidden))) << variable << "=" << value;
  }
}

TEST(PlayAtATerminal, HonoursNoColorAndDumbTerminals) {
  ProgramRun run = play_at_terminal({});
  set(run, "NO_COLOR", "1");
  const std::string screen = screen_of(run);
  EXPECT_THAT(screen, HasSubstr(kHidden));
  EXPECT_THAT(screen, Not(HasSubstr("\x1b[1;38")));
  ProgramRun dumb = play_at_terminal({});
  set(dumb, "TERM", "dumb");
  EXPECT_THAT(screen_of(dumb), Not(HasSubstr("\x1b")));
}

TEST(PlayAtATerminal, KeepsWideBoardsInsideTheScreen) {
  const auto widest = [](const std::string& screen) {
    int column = 0;
    for (std::size_t at = screen.find("\x1b["); at != std::string::npos; at = screen.find("\x1b[", at + 1)) {
      const std::size_t end = screen.find_first_not_of("0123456789", at + 2);
      if (end != std::string::npos && end > at + 2 && screen[end] == 'G')
        column = std::max(column, std::stoi(screen.substr(at + 2, end - at - 2)));
    }
    return column;
  };
  EXPECT_GT(widest(screen_of(play_at_terminal({"--level", "Expert"}), {40, 120})), 81);
  EXPECT_LE(widest(screen_of(play_at_terminal({"--level", "Expert"}), {40, 80})), 81);
}

constexpr const char* kClear = "\x1b[H\x1b[2J";

TEST(PlayAtATerminal, RedrawsInPlace) {
  EXPECT_THAT(screen_of(play_at_terminal({"--plain"})),
              HasSubstr(std::string(kClear) + "Minesweeper: Beginner"));
  ProgramRun dumb = play_at_terminal({});
  set(dumb, "TERM", "dumb");
  EXPECT_THAT(screen_of(dumb), Not(HasSubstr(kClear)));
  TerminalProgram slow(play_at_terminal({"--bot", "min_risk", "--delay", "0.01"}));
  EXPECT_EQ(slow.wait().status, 0);
  EXPECT_THAT(slow.output(), HasSubstr(kClear));
  TerminalProgram fast(play_at_terminal({"--bot", "min_risk"}));
  EXPECT_EQ(fast.wait().status, 0);
  EXPECT_THAT(fast.output(), Not(HasSubstr(kClear))) << "boards that cannot be followed stay on the screen";
}

TEST(PlayAtATerminal, ShowsAPartOfHintsThatAreTooWide) {
  Game game(Words{"--plain", "--level", "Expert"}, {24, 80});
  game.expect_after("8,14\n", "Round 2.");
  game.expect_after("hint\n", "Columns ");
  EXPECT_TRUE(game.wait_for("Best move: "));
  game.quit();
}

TEST(PlayAtATerminal, HasACursorThatArrowKeysMove) {
  Game game(Words{"--plain"}, {15, 40});
  game.expect_after("\x1b[A\x1b[D ", "1 flagged.");
  game.expect_after("f 3 3\n", "3,3 is already flagged");
  game.expect_after("\x1b[A\n", "Round 2.");
  game.quit();
}

TEST(PlayAtATerminal, FollowsTheTerminalsSize) {
  Game game(Words{"--plain", "--level", "Expert"}, {24, 80});
  game.resize({12, 40});
  EXPECT_TRUE(game.wait_for("Rows ")) << "without a key";
  game.quit();
}

TEST(PlayAtATerminal, LinesCanBeEdited) {
  Game game(Words{"--plain"});
  game.expect_after(std::string("f B9") + kErase + "3\n", "1 flagged.");
  game.expect_after("quit" + std::string(kEraseLine) + "f B3\n", "1,2 is already flagged");
  EXPECT_THAT(game.quit(), Not(HasSubstr("> f B3\r\n\r\n"))) << "what is typed is not repeated";
}

TEST(PlayAtATerminal, EndsWithItsInput) {
  Game game(Words{});
  game.type(kEndOfInput);
  const ProgramResult result = game.wait();
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, EndsWith("\r\nThe game ends here, unfinished.\r\n"));
}

void expect_same_settings(const termios& a, const termios& b) {
  EXPECT_EQ(a.c_lflag, b.c_lflag);
  EXPECT_EQ(a.c_iflag, b.c_iflag);
  EXPECT_EQ(a.c_oflag, b.c_oflag);
}

void expect_clean_interruption(TerminalProgram& program) {
  const ProgramResult result = program.wait();
  EXPECT_FALSE(result.timed_out);
  EXPECT_EQ(result.status, 130);
  EXPECT_THAT(result.out, EndsWith("\x1b[0m\r\n")) << "colours reset, on a line of its own";
  expect_same_settings(program.settings(), program.settings_at_start());
}

TEST(PlayAtATerminal, CanBeInterrupted) {
  Game game(Words{});
  game.type(std::string("f A1") + kInterrupt);
  expect_clean_interruption(game);
}

// The terminal is restored however the program ends, and while it is stopped.
TEST(PlayAtATerminal, LeavesTheTerminalAsItWas) {
  for (const int signal : {SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV}) {
    if (signal != SIGTERM && signal != SIGHUP && kDefaultTestPercent < 100)
      continue;  // sanitizers report these
    Game game(Words{});
    EXPECT_NE(game.settings().c_lflag, game.settings_at_start().c_lflag) << "keys are read one by one";
    game.send(signal);
    const int status = game.wait().status;
    EXPECT_EQ(status, signal == SIGTERM || signal == SIGHUP ? 128 + signal : 1000 + signal);
    expect_same_settings(game.settings(), game.settings_at_start());
  }
  Game game(Words{});
  const termios raw = game.settings();
  game.send(SIGTSTP);
  ASSERT_TRUE(game.wait_until_stopped());  // an earlier SIGCONT would be lost
  EXPECT_THAT(game.output(), EndsWith("\x1b[0m\r\n"));
  expect_same_settings(game.settings(), game.settings_at_start());
  game.send(SIGCONT);
  ASSERT_TRUE(game.wait_for("> ")) << "drawn again";
  expect_same_settings(game.settings(), raw);
  game.quit();
  expect_same_settings(game.settings(), game.settings_at_start());
}

TEST(PlayAtATerminal, AWatchedGameCanBeInterrupted) {
  TerminalProgram program(play_at_terminal({"--bot", "min_risk", "--delay", "1000"}));
  ASSERT_TRUE(program.wait_for("Round 1: 4,4 is dug"));
  program.type(kInterrupt);
  expect_clean_interruption(program);
  EXPECT_THAT(program.output(), Not(HasSubstr("Round 2: "))) << "the delay is over a quarter of an hour";
}

TEST(PlayAtATerminal, AWatchedGameGoesOnAfterTheDelay) {
  TerminalProgram program(play_at_terminal({"--bot", "min_risk", "--delay", "0.01"}));
  EXPECT_TRUE(program.wait_for("Round 3: "));
  EXPECT_EQ(program.wait().status, 0);
}

}  // namespace
}  // namespace sapper::tests
