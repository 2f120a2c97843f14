#include "experiments/play/keys.hpp"

#include <signal.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace sapper::experiments {

namespace {

using Kind = KeyPress::Kind;
constexpr char kEscape = '\x1b';
constexpr std::size_t kLongestSequence = 16;

struct Sequence {
  std::string_view rest;  // after ESC
  Kind kind;
};

constexpr std::array kSequences{
    Sequence{"[A", Kind::up},   Sequence{"OA", Kind::up},       Sequence{"[B", Kind::down},
    Sequence{"OB", Kind::down}, Sequence{"[C", Kind::right},    Sequence{"OC", Kind::right},
    Sequence{"[D", Kind::left}, Sequence{"OD", Kind::left},     Sequence{"[H", Kind::home},
    Sequence{"OH", Kind::home}, Sequence{"[1~", Kind::home},    Sequence{"[7~", Kind::home},
    Sequence{"[F", Kind::end},  Sequence{"OF", Kind::end},      Sequence{"[4~", Kind::end},
    Sequence{"[8~", Kind::end}, Sequence{"[5~", Kind::page_up}, Sequence{"[6~", Kind::page_down},
};

// The length of the UTF-8 character that begins with this byte; 1 for a byte that begins none.
std::size_t character_length(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
}

KeyPress key_of_byte(char byte) {
  switch (byte) {
    case '\r':
    case '\n':
      return {Kind::enter};
    case '\x7f':
    case '\b':
      return {Kind::erase};
    case '\x15':  // Ctrl-U
      return {Kind::erase_line};
    case '\x04':  // Ctrl-D
      return {Kind::end_of_input};
    case '\t':
      return {Kind::tab};
    default:
      break;
  }
  if (static_cast<unsigned char>(byte) < 0x20) return {};
  return {Kind::text, std::string(1, byte)};
}

// `[` and parameters up to a letter or ~, or `O` and a letter.
bool is_complete(std::string_view sequence) {
  if (sequence.size() < 2) return false;
  if (sequence.front() == 'O') return true;
  if (sequence.front() != '[') return true;
  return sequence.back() >= 0x40 && sequence.back() <= 0x7e;
}

}  // namespace

std::optional<KeyPress> KeyDecoder::take(char byte) {
  bytes_ += byte;
  if (bytes_.front() == kEscape) {
    const std::string_view rest = std::string_view(bytes_).substr(1);
    if (rest.empty()) return std::nullopt;
    const bool is_sequence = rest.front() == '[' || rest.front() == 'O';
    if (is_sequence && !is_complete(rest) && rest.size() < kLongestSequence) return std::nullopt;
    KeyPress key;
    for (const Sequence& sequence : kSequences)
      if (rest == sequence.rest) key.kind = sequence.kind;
    bytes_.clear();
    return key;
  }
  if (bytes_.size() < character_length(bytes_.front())) return std::nullopt;
  const std::string text = std::exchange(bytes_, {});
  return text.size() == 1 ? key_of_byte(text.front()) : KeyPress{Kind::text, text};
}

std::optional<KeyPress> KeyDecoder::flush() {
  if (bytes_.empty()) return std::nullopt;
  bytes_.clear();
  return KeyPress{};
}

}  // namespace sapper::experiments
