// Keys from the bytes that terminals send.
#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "experiments/play/terminal.hpp"

namespace sapper::experiments {
namespace {

using Kind = Key::Kind;

std::vector<Key> keys_of(std::string_view bytes) {
  KeyDecoder decoder;
  std::vector<Key> keys;
  for (const char byte : bytes)
    if (const auto key = decoder.take(byte)) keys.push_back(*key);
  if (const auto key = decoder.flush()) keys.push_back(*key);
  return keys;
}

std::vector<Kind> kinds_of(std::string_view bytes) {
  std::vector<Kind> kinds;
  for (const Key& key : keys_of(bytes)) kinds.push_back(key.kind);
  return kinds;
}

TEST(KeyDecoder, ReadsCursorKeysOfBothModes) {
  const std::vector<Kind> arrows{Kind::up, Kind::down, Kind::right, Kind::left};
  EXPECT_EQ(kinds_of("\x1b[A\x1b[B\x1b[C\x1b[D"), arrows);
  EXPECT_EQ(kinds_of("\x1bOA\x1bOB\x1bOC\x1bOD"), arrows);
  EXPECT_EQ(
      kinds_of("\x1b[H\x1b[1~\x1b[F\x1b[4~\x1b[5~\x1b[6~"),
      (std::vector<Kind>{Kind::home, Kind::home, Kind::end, Kind::end, Kind::page_up, Kind::page_down}));
}

TEST(KeyDecoder, ReadsCharactersAndControls) {
  EXPECT_EQ(keys_of("a\xC3\xA4 "),
            (std::vector<Key>{{Kind::text, "a"}, {Kind::text, "\xC3\xA4"}, {Kind::text, " "}}));
  EXPECT_EQ(kinds_of("\r\n\x7f\b\x15\x04"),
            (std::vector<Kind>{Kind::enter, Kind::enter, Kind::erase, Kind::erase, Kind::erase_line,
                               Kind::end_of_input}));
}

// An unknown sequence is one unknown key, and no part of it is read as text.
TEST(KeyDecoder, PassesOverOtherKeys) {
  for (const char* bytes : {"\x1b", "\x1b[", "\x1b[15~", "\x1b[1;5A", "\x1bOP", "\x1bx", "\x01", "\xC3"})
    EXPECT_EQ(kinds_of(bytes), std::vector<Kind>{Kind::unknown}) << bytes;
  EXPECT_EQ(kinds_of("\x1b[15~q"), (std::vector<Kind>{Kind::unknown, Kind::text}));
  EXPECT_EQ(kinds_of(std::string(100, '\x1b')).size(), 50U) << "pairs";
  EXPECT_LE(kinds_of("\x1b[" + std::string(1000, '1')).size(), 1000U) << "no sequence goes on for ever";
}

}  // namespace
}  // namespace sapper::experiments
