// Text for people, and words for a shell.
#include "experiments/support/text.hpp"

#include <random>

#include "tests/support/program.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

// These are the widths that wcwidth(3) gives in a UTF-8 locale.
TEST(DisplayWidth, CountsTheColumnsOfATerminal) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("caf\xc3\xa9 \xc2\xb1"), 6U);
  EXPECT_EQ(display_width("cafe\xcc\x81"), 4U) << "a combining accent";
  EXPECT_EQ(display_width("⬜ 🔹🚩💣❌"), 11U);
  EXPECT_EQ(display_width("戦略"), 4U);
  EXPECT_EQ(display_width("\xff\xe2\x82"), 2U) << "broken text: one column for each lead byte";
}

TEST(Fit, CutsBetweenLetters) {
  EXPECT_EQ(fit("caf\xc3\xa9s", 4), "caf\xc3\xa9");
  EXPECT_EQ(fit("⬜🔹x", 4), "⬜🔹");
  EXPECT_EQ(fit("⬜🔹x", 3), "⬜") << "half of an emoji cannot be shown";
  EXPECT_EQ(wrapped("⬜ hidden, 🚩 flagged", 11), "⬜ hidden,\n🚩 flagged");
  EXPECT_EQ(wrapped("⬜ hidden,", 9), "⬜\nhidden,") << "ten columns";
}

// A shell reads back the same word.
TEST(ShellQuoted, IsReadBackByShells) {
  std::vector<std::string> words{"",    "plain",       "-x",    "a b",          "it's",  "a\nb",  "end\n\n",
                                 "\n",  "\x1b[2J",     "tab\t", "%s %% \\n",    "!x",    "$HOME", "`id`",
                                 "=ls", "caf\xc3\xa9", "\xff",  "\xe2\x80\xae", "1\0012"};
  std::mt19937 random(1);  // NOLINT(cert-msc51-cpp)
  for (int i = 0; i < 200; ++i) {
    std::string word;
    for (std::size_t length = 1 + random() % 12; length > 0; --length)
      word += static_cast<char>(1 + random() % 255);
    words.push_back(word);
  }
  std::string line = "printf '%s\\001'";
  std::string expected;
  for (const std::string& word : words) {
    const std::string quoted = shell_quoted(word);
    line += ' ' + quoted;
    expected += word + '\x01';
    for (const char letter : quoted)
      EXPECT_TRUE(letter == '\n' ? word.back() == '\n' : static_cast<unsigned char>(letter) >= ' ') << quoted;
  }
  for (const char* const shell : {"/bin/sh", "/bin/bash"}) {
    const tests::ProgramRun run{.program = shell, .arguments = {"-c", line}};
    EXPECT_EQ(tests::run_program(run).out, expected) << shell;
  }
}

TEST(ShellQuoted, KeepsPlainWordsAsTheyAre) {
  EXPECT_EQ(shell_quoted("dir/a-b_c.json"), "dir/a-b_c.json");
  EXPECT_EQ(shell_quoted("a b"), "'a b'");
  EXPECT_EQ(shell_quoted("a\x1b"), "\"$(printf 'a\\033')\"");
  EXPECT_EQ(shell_quoted_file("-r.json"), "./-r.json");
  EXPECT_EQ(shell_quoted_file("--"), "./--");
  EXPECT_EQ(shell_quoted_file("-"), "-") << "standard input or output";
}

}  // namespace
}  // namespace sapper::experiments
