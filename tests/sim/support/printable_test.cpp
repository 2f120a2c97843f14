// External text in messages: what is escaped, what is kept, and where it is truncated.
#include "sim/support/printable.hpp"

#include "sim/random/stream.hpp"
#include "sim/support/utf8.hpp"
#include "tests/support/test.hpp"

namespace sapper::sim {
namespace {

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
  Stream random({2026, 1, 1}, Purpose::playout);
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
