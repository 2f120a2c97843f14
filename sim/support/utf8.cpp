#include "sim/support/utf8.hpp"

#include <array>
#include <cstdio>

#include "sim/support/contracts.hpp"

namespace sapper::sim {

std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  std::size_t length = 0;
  unsigned low = 0x80;
  unsigned high = 0xBF;
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3;
    if (lead == 0xE0) low = 0xA0;
    if (lead == 0xED) high = 0x9F;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
  }
  if (length == 0 || text.size() < length || byte(1) < low || byte(1) > high) return 0;
  for (std::size_t i = 2; i < length; ++i)
    if (byte(i) < 0x80 || byte(i) > 0xBF) return 0;
  return length;
}

char32_t code_point(std::string_view sequence) {
  SAPPER_EXPECT(utf8_length(sequence) == sequence.size());
  constexpr std::array<unsigned, 5> kLeadBits{0, 0x7F, 0x1F, 0x0F, 0x07};
  char32_t code = static_cast<unsigned char>(sequence[0]) & kLeadBits[sequence.size()];
  for (std::size_t i = 1; i < sequence.size(); ++i)
    code = code << 6 | (static_cast<unsigned char>(sequence[i]) & 0x3F);
  return code;
}

namespace {

struct Range {
  char32_t first;
  char32_t last;
};
constexpr std::array kHidden{
    Range{0x00, 0x1F},        // C0 controls
    Range{0x7F, 0x9F},        // DEL and C1 controls
    Range{0x00AD, 0x00AD},    // soft hyphen
    Range{0x061C, 0x061C},    // Arabic letter mark
    Range{0x180E, 0x180E},    // Mongolian vowel separator
    Range{0x200B, 0x200F},    // zero width, left-to-right and right-to-left marks
    Range{0x2028, 0x202E},    // line and paragraph separators, embeddings and overrides
    Range{0x2060, 0x206F},    // word joiner, invisible operators, isolates
    Range{0xFEFF, 0xFEFF},    // byte order mark
    Range{0xFFF9, 0xFFFB},    // interlinear annotations
    Range{0xE0000, 0xE007F},  // tags
};

bool is_hidden(char32_t code) {
  for (const Range& range : kHidden)
    if (code >= range.first && code <= range.last) return true;
  return false;
}

std::string escape(const char* format, unsigned value) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

std::string escape_byte(char byte) { return escape("\\x%02X", static_cast<unsigned char>(byte)); }

std::string escape_code_point(char32_t code) {
  if (code == '\n') return "\\n";
  if (code == '\r') return "\\r";
  if (code == '\t') return "\\t";
  if (code < 0x80) return escape_byte(static_cast<char>(code));
  return code <= 0xFFFF ? escape("\\u%04X", static_cast<unsigned>(code))
                        : escape("\\U%08X", static_cast<unsigned>(code));
}

}  // namespace

std::string printable(std::string_view text, std::size_t limit) {
  std::string result;
  std::size_t columns = 0;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text.substr(0, 4));
    const std::string_view sequence = text.substr(0, length == 0 ? 1 : length);
    std::string shown(sequence);
    std::size_t width = 1;
    if (length == 0 || is_hidden(code_point(sequence))) {
      shown = length == 0 ? escape_byte(text[0]) : escape_code_point(code_point(sequence));
      width = shown.size();
    }
    if (columns + width > limit) return result + "...";
    result += shown;
    columns += width;
    text.remove_prefix(sequence.size());
  }
  return result;
}

}  // namespace sapper::sim
