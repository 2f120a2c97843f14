// Input files: what is read, what is refused before it can hang or fill the memory, and how it is quoted.
#include "sim/support/input_text.hpp"

#include <sys/stat.h>

#include "sim/minesweeper/board_file.hpp"
#include "sim/minesweeper/position.hpp"
#include "sim/random/stream.hpp"
#include "sim/support/utf8.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

namespace sapper::sim {
namespace {

std::string refusal_of(const std::filesystem::path& file, std::size_t max_bytes = kMaxInputBytes) {
  return tests::message_of<InputError>([&] { (void)read_input(file, max_bytes); });
}

TEST(ReadInput, ReadsAFileWhole) {
  const tests::TemporaryFolder folder;
  const std::string content = std::string(200000, 'x') + std::string("\0\xFF\n", 3);
  const Input input = read_input(folder.write("file", content));
  EXPECT_EQ(input.content, content);
  EXPECT_EQ(input.name, (folder.path() / "file").string());
  EXPECT_EQ(read_input(folder.write("empty", "")).content, "");
  EXPECT_EQ(read_input(folder.write("five", "12345"), 5).content, "12345");
  EXPECT_THAT(refusal_of(folder.write("six", "123456"), 5), HasSubstr("is larger than 5 bytes"));
}

// None of these may block: a pipe without a writer, an endless device.
TEST(ReadInput, RefusesWhatIsNoPlainFile) {
  const tests::TemporaryFolder folder;
  const std::filesystem::path pipe = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string message = "is a pipe or a device; expected a regular file, or - for standard input";
  EXPECT_EQ(refusal_of(pipe), pipe.string() + ": " + message);
  for (const char* device : {"/dev/zero", "/dev/null", "/dev/tty"})
    EXPECT_THAT(refusal_of(device), AnyOf(HasSubstr(message), HasSubstr("cannot be read"))) << device;
  EXPECT_THAT(refusal_of(folder.path()), HasSubstr("is a folder"));
  EXPECT_THAT(refusal_of(folder.path() / "missing"), HasSubstr("cannot be read: No such file or directory"));
  EXPECT_THAT(refusal_of(folder.write("a", "").string() + std::string("\0b", 2)),
              HasSubstr("/a\\x00b: is not a file name: it contains a NUL"));
}

TEST(TextLines, EndWithLfCrlfOrCr) {
  const Input input{"t",
                    "\xEF\xBB\xBF"
                    "a\r\rb\r\n\n c # x\rd\n\re"};
  TextLines lines(input);
  std::vector<std::tuple<std::string, std::size_t, bool>> found;
  while (const auto line = lines.next()) found.emplace_back(line->text, line->number, line->follows_gap);
  EXPECT_THAT(found,
              ElementsAre(std::tuple("a", 1, false), std::tuple("b", 3, true), std::tuple(" c", 5, true),
                          std::tuple("d", 6, false), std::tuple("e", 8, true)));
}

TEST(PlaceIn, CountsLinesAsTextLinesDoes) {
  const std::string_view text = "a\rbc\r\nd\n\re";
  const auto place = [&](std::size_t offset) {
    const TextPlace found = place_in(text, offset);
    return std::pair(found.line, found.column);
  };
  EXPECT_EQ(place(0), std::pair(1UL, 1UL));
  EXPECT_EQ(place(3), std::pair(2UL, 2UL));
  EXPECT_EQ(place(6), std::pair(3UL, 1UL));
  EXPECT_EQ(place(9), std::pair(5UL, 1UL));
}

// Whatever the file's content and name, the message is one short line.
TEST(InputMessages, AreShortAndOneLine) {
  const std::string long_word(1 << 20, 'x');
  const std::string escapes = "\x1B[2J\xC2\x9B";
  for (const std::string& text :
       {"mines " + long_word + "\n", long_word + " 1\n", "mines 1 " + long_word + "\n",
        "topology " + long_word + "\n", "mines 1\n..\n" + long_word + " 1\n", "mines " + escapes + "\n",
        "z" + escapes + " 1\n"}) {
    const std::string message = tests::message_of<InputError>([&] {
      (void)make_position(parse_position_text({"name\n" + long_word, text}), FlagMeaning::mark);
    });
    EXPECT_GT(message.size(), 0U);
    EXPECT_LT(message.size(), 1000U);
    for (const char letter : message) EXPECT_GE(static_cast<unsigned char>(letter), 0x20);
    EXPECT_EQ(message.find("\xC2\x9B"), std::string::npos);
  }
  const std::string message = tests::message_of<InputError>([&] {
    (void)parse_board({"board", "0," + std::string(1 << 20, '9') + "\n"}, BoardSize{9, 9});
  });
  EXPECT_THAT(message, HasSubstr("999..."));
  EXPECT_LT(message.size(), 200U);
}

TEST(QuoteCharacter, NamesWhatCannotBeSeen) {
  EXPECT_EQ(quote_character("a", 0), "'a'");
  EXPECT_EQ(quote_character("\xE2\x82\xAC", 0), "'\xE2\x82\xAC'");
  EXPECT_EQ(quote_character("\x1B", 0), "the character 0x1B");
  EXPECT_EQ(quote_character("\xFF", 0), "the byte 0xFF");
  EXPECT_EQ(quote_character("\xE2\x80\xAE", 0), "'\\u202E'");
}

// External text in messages: what is escaped, what is kept, and where it is truncated.

TEST(Printable, LeavesTextAsItIs) {
  for (const char* text :
       {"", "Expert", "boards/a b.txt", "na\xC3\xAFve \xE6\x97\xA5\xE6\x9C\xAC \xF0\x9F\x92\xA3", "C:\\x",
        "\"quoted\" 'too'"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, EscapesWhatCannotBeSeen) {
  const auto with_nul = std::string("a\0b", 3);
  EXPECT_EQ(printable(with_nul), "a\\x00b");
  EXPECT_EQ(printable("a\nb\r\tc"), "a\\nb\\r\\tc");
  EXPECT_EQ(printable("\x1B[31mred\x7F"), "\\x1B[31mred\\x7F");
  EXPECT_EQ(printable("\xC2\x85\xC2\x9B"), "\\u0085\\u009B");            // C1: next line, CSI
  EXPECT_EQ(printable("\xE2\x80\xA8\xE2\x80\xA9"), "\\u2028\\u2029");    // line, paragraph separator
  EXPECT_EQ(printable("\xE2\x80\xAE|\xE2\x81\xA6"), "\\u202E|\\u2066");  // override, isolate
  EXPECT_EQ(printable("\xE2\x80\x8F\xD8\x9C"), "\\u200F\\u061C");        // right-to-left marks
  EXPECT_EQ(printable("\xE2\x80\x8B\xEF\xBB\xBF"), "\\u200B\\uFEFF");    // zero width
  EXPECT_EQ(printable("\xF3\xA0\x81\x81"), "\\U000E0041");               // a tag
}

TEST(Printable, EscapesBytesThatAreNotUtf8) {
  EXPECT_EQ(printable("a\xFFz"), "a\\xFFz");
  EXPECT_EQ(printable("\xC3"), "\\xC3");                             // cut off
  EXPECT_EQ(printable("\xC0\xAF"), "\\xC0\\xAF");                    // overlong
  EXPECT_EQ(printable("\xED\xA0\x80"), "\\xED\\xA0\\x80");           // half of a surrogate pair
  EXPECT_EQ(printable("\xF4\x90\x80\x80"), "\\xF4\\x90\\x80\\x80");  // above U+10FFFF
}

TEST(Printable, CutsLongTextBetweenCharacters) {
  EXPECT_EQ(printable("abcdef", 6), "abcdef");
  EXPECT_EQ(printable("abcdefg", 6), "abcdef...");
  EXPECT_EQ(printable("\xC3\xA4\xC3\xB6\xC3\xBC", 2), "\xC3\xA4\xC3\xB6...");
  EXPECT_EQ(printable("abc\x1B", 6), "abc...") << "no half of an escape";
  EXPECT_EQ(printable(std::string(1 << 20, 'x')).size(), kLongestQuote + 3);
}

// Whatever the bytes, the result is valid UTF-8 without controls and not longer than promised.
TEST(Printable, HoldsForRandomBytes) {
  Stream random({2026, 1, 1}, StreamPurpose::playout);
  for (int trial = 0; trial < 20000; ++trial) {
    std::string text(random.below(40), '\0');
    for (char& byte : text) byte = static_cast<char>(random.below(256));
    const std::string shown = printable(text, 30);
    std::size_t characters = 0;
    for (std::size_t i = 0; i < shown.size(); ++characters) {
      const std::size_t length = utf8_length(std::string_view(shown).substr(i));
      ASSERT_GT(length, 0U);
      const char32_t code = code_point(std::string_view(shown).substr(i, length));
      ASSERT_FALSE(code < 0x20 || (code >= 0x7F && code < 0xA0));
      i += length;
    }
    ASSERT_LE(characters, 33U);
  }
}

}  // namespace
}  // namespace sapper::sim
