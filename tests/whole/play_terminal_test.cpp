// `sapper play` at a terminal: what the screen shows, line editing, the end of the input, Ctrl-C.
#include "tests/support/terminal_program.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

constexpr const char* kHidden = "\xE2\xAC\x9C";  // a white square
constexpr const char* kEndOfInput = "\x04";      // Ctrl-D
constexpr const char* kInterrupt = "\x03";       // Ctrl-C
constexpr const char* kErase = "\x7f";           // backspace
constexpr const char* kEraseLine = "\x15";       // Ctrl-U

// The program gets an environment of its own, independent of the test's.
ProgramRun play(const Words& options) {
  ProgramRun run = sapper(joined({"play", "--seed", "5"}, options));
  run.environment = {{"TERM", "xterm-256color"},
                     {"LC_ALL", ""},
                     {"LC_CTYPE", ""},
                     {"LANG", "en_US.UTF-8"},
                     {"NO_COLOR", ""}};
  return run;
}

std::string screen_of(const ProgramRun& run, TerminalSize size = {}) {
  TerminalProgram program(run, size);
  EXPECT_TRUE(program.wait_for("> "));
  program.type("E5\n");
  EXPECT_TRUE(program.wait_for("Round 2."));
  EXPECT_TRUE(program.wait_for("> "));
  program.type("quit\n");
  const ProgramResult result = program.wait();
  EXPECT_EQ(result.status, 0);
  return result.out;
}

void set(ProgramRun& run, const std::string& name, const std::string& value) {
  for (auto& [known, old] : run.environment)
    if (known == name) old = value;
}

TEST(PlayAtATerminal, ShowsEmojiAndColours) {
  const std::string screen = screen_of(play({}));
  EXPECT_THAT(screen, HasSubstr(kHidden));
  EXPECT_THAT(screen, HasSubstr("\x1b[6G")) << "each sign at its column";
  EXPECT_THAT(screen, HasSubstr("\x1b[1;38;5;")) << "coloured numbers";
}

TEST(PlayAtATerminal, ShowsPlainSignsWhereEmojiCannotBeShown) {
  EXPECT_THAT(screen_of(play({"--plain"})), Not(HasSubstr(kHidden)));
  EXPECT_THAT(screen_of(play({"--plain"})), HasSubstr("\x1b[1;38;5;"));
  struct Case {
    const char* variable;
    const char* value;
  };
  for (const auto& [variable, value] :
       {Case{"LANG", "C"}, Case{"LANG", ""}, Case{"LC_ALL", "de_DE.ISO-8859-1"}, Case{"LC_CTYPE", "POSIX"},
        Case{"TERM", "linux"}, Case{"TERM", "vt220"}}) {
    ProgramRun run = play({});
    set(run, variable, value);
    EXPECT_THAT(screen_of(run), Not(HasSubstr(kHidden))) << variable << "=" << value;
  }
}

TEST(PlayAtATerminal, HonoursNoColorAndDumbTerminals) {
  ProgramRun run = play({});
  set(run, "NO_COLOR", "1");
  const std::string screen = screen_of(run);
  EXPECT_THAT(screen, HasSubstr(kHidden));
  EXPECT_THAT(screen, Not(HasSubstr("\x1b[1;38")));
  ProgramRun dumb = play({});
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
  EXPECT_GT(widest(screen_of(play({"--level", "Expert"}), {40, 120})), 81);
  EXPECT_LE(widest(screen_of(play({"--level", "Expert"}), {40, 80})), 81);
}

constexpr const char* kClear = "\x1b[H\x1b[2J";

TEST(PlayAtATerminal, RedrawsInPlace) {
  EXPECT_THAT(screen_of(play({"--plain"})), HasSubstr(std::string(kClear) + "Minesweeper: Beginner"));
  ProgramRun dumb = play({});
  set(dumb, "TERM", "dumb");
  EXPECT_THAT(screen_of(dumb), Not(HasSubstr(kClear)));
  TerminalProgram slow(play({"--bot", "min_risk", "--delay", "0.01"}));
  EXPECT_EQ(slow.wait().status, 0);
  EXPECT_THAT(slow.output(), HasSubstr(kClear));
  TerminalProgram fast(play({"--bot", "min_risk"}));
  EXPECT_EQ(fast.wait().status, 0);
  EXPECT_THAT(fast.output(), Not(HasSubstr(kClear))) << "boards that cannot be followed stay on the screen";
}

TEST(PlayAtATerminal, ShowsAPartOfHintsThatAreTooWide) {
  TerminalProgram program(play({"--plain", "--level", "Expert"}), {24, 80});
  ASSERT_TRUE(program.wait_for("> "));
  program.type("8,14\n");
  ASSERT_TRUE(program.wait_for("Round 2."));
  program.type("hint\n");
  ASSERT_TRUE(program.wait_for("Columns "));
  ASSERT_TRUE(program.wait_for("Best move: "));
  program.type("quit\n");
  EXPECT_EQ(program.wait().status, 0);
}

TEST(PlayAtATerminal, HasACursorThatArrowKeysMove) {
  TerminalProgram program(play({"--plain"}), {15, 40});
  ASSERT_TRUE(program.wait_for("> "));
  program.type("\x1b[A\x1b[D ");
  EXPECT_TRUE(program.wait_for("1 flagged."));
  program.type("f 3 3\n");
  EXPECT_TRUE(program.wait_for("3,3 is already flagged"));
  program.type("\x1b[A\n");
  EXPECT_TRUE(program.wait_for("Round 2."));
  program.type("quit\n");
  EXPECT_EQ(program.wait().status, 0);
}

TEST(PlayAtATerminal, FollowsTheTerminalsSize) {
  TerminalProgram program(play({"--plain", "--level", "Expert"}), {24, 80});
  ASSERT_TRUE(program.wait_for("> "));
  program.resize({12, 40});
  EXPECT_TRUE(program.wait_for("Rows ")) << "without a key";
  program.type("quit\n");
  EXPECT_EQ(program.wait().status, 0);
}

TEST(PlayAtATerminal, LinesCanBeEdited) {
  TerminalProgram program(play({"--plain"}));
  ASSERT_TRUE(program.wait_for("> "));
  program.type(std::string("f B9") + kErase + "3\n");
  ASSERT_TRUE(program.wait_for("1 flagged."));
  program.type("quit" + std::string(kEraseLine) + "f B3\n");
  EXPECT_TRUE(program.wait_for("1,2 is already flagged"));
  program.type("quit\n");
  EXPECT_EQ(program.wait().status, 0);
  EXPECT_THAT(program.output(), Not(HasSubstr("> f B3\r\n\r\n"))) << "what is typed is not repeated";
}

TEST(PlayAtATerminal, EndsWithItsInput) {
  TerminalProgram program(play({}));
  ASSERT_TRUE(program.wait_for("> "));
  program.type(kEndOfInput);
  const ProgramResult result = program.wait();
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, EndsWith("\r\nThe game ends here, unfinished.\r\n"));
}

void expect_clean_interruption(TerminalProgram& program, const termios& before) {
  const ProgramResult result = program.wait();
  EXPECT_FALSE(result.timed_out);
  EXPECT_EQ(result.status, 130);
  EXPECT_THAT(result.out, EndsWith("\x1b[0m\r\n")) << "colours reset, on a line of its own";
  const termios after = program.settings();
  EXPECT_EQ(after.c_lflag, before.c_lflag);
  EXPECT_EQ(after.c_iflag, before.c_iflag);
  EXPECT_EQ(after.c_oflag, before.c_oflag);
}

TEST(PlayAtATerminal, CanBeInterrupted) {
  TerminalProgram program(play({}));
  const termios before = program.settings_at_start();
  ASSERT_TRUE(program.wait_for("> "));
  program.type(std::string("f A1") + kInterrupt);
  expect_clean_interruption(program, before);
}

void expect_same_settings(const termios& a, const termios& b) {
  EXPECT_EQ(a.c_lflag, b.c_lflag);
  EXPECT_EQ(a.c_iflag, b.c_iflag);
  EXPECT_EQ(a.c_oflag, b.c_oflag);
}

// The terminal is restored however the program ends, and while it is stopped.
TEST(PlayAtATerminal, LeavesTheTerminalAsItWas) {
  for (const int signal : {SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV}) {
    if (signal != SIGTERM && signal != SIGHUP && kDefaultTestPercent < 100)
      continue;  // sanitizers report these
    TerminalProgram program(play({}));
    const termios before = program.settings_at_start();
    ASSERT_TRUE(program.wait_for("> "));
    EXPECT_NE(program.settings().c_lflag, before.c_lflag) << "keys are read one by one";
    program.send(signal);
    const int status = program.wait().status;
    EXPECT_EQ(status, signal == SIGTERM || signal == SIGHUP ? 128 + signal : 1000 + signal);
    expect_same_settings(program.settings(), before);
  }
  TerminalProgram program(play({}));
  const termios before = program.settings_at_start();
  ASSERT_TRUE(program.wait_for("> "));
  const termios raw = program.settings();
  program.send(SIGTSTP);
  ASSERT_TRUE(program.wait_until_stopped());  // an earlier SIGCONT would be lost
  EXPECT_THAT(program.output(), EndsWith("\x1b[0m\r\n"));
  expect_same_settings(program.settings(), before);
  program.send(SIGCONT);
  ASSERT_TRUE(program.wait_for("> ")) << "drawn again";
  expect_same_settings(program.settings(), raw);
  program.type("quit\n");
  EXPECT_EQ(program.wait().status, 0);
  expect_same_settings(program.settings(), before);
}

TEST(PlayAtATerminal, AWatchedGameCanBeInterrupted) {
  TerminalProgram program(play({"--bot", "min_risk", "--delay", "1000"}));
  const termios before = program.settings_at_start();
  ASSERT_TRUE(program.wait_for("Round 1: 4,4 is dug"));
  program.type(kInterrupt);
  expect_clean_interruption(program, before);
  EXPECT_THAT(program.output(), Not(HasSubstr("Round 2: "))) << "the delay is over a quarter of an hour";
}

TEST(PlayAtATerminal, AWatchedGameGoesOnAfterTheDelay) {
  TerminalProgram program(play({"--bot", "min_risk", "--delay", "0.01"}));
  EXPECT_TRUE(program.wait_for("Round 3: "));
  EXPECT_EQ(program.wait().status, 0);
}

}  // namespace
}  // namespace sapper::tests
