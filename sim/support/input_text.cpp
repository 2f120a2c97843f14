#include "sim/support/input_text.hpp"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>

namespace sapper::sim {
namespace {

// Bytes of the well-formed UTF-8 sequence at the start of `text` (Unicode 15, table 3-7), or 0 if there is
// none.
std::size_t utf8_length(std::string_view text) {
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

std::string hex_code(unsigned char byte) {
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "0x%02X", byte);
  return text.data();
}

}  // namespace

Input read_input(const std::filesystem::path& path, std::size_t max_bytes) {
  const bool is_standard = path == "-";
  Input input{is_standard ? "standard input" : path.string(), {}};
  std::error_code ignored;
  if (!is_standard && std::filesystem::is_directory(path, ignored))
    throw InputError::in_file(input.name, "is a folder; a file is needed");

  struct Close {
    void operator()(std::FILE* file) const {
      if (file != stdin) std::fclose(file);
    }
  };
  const std::unique_ptr<std::FILE, Close> file(is_standard ? stdin : std::fopen(path.c_str(), "rb"));
  if (!file) throw InputError::in_file(input.name, std::string("cannot be read: ") + std::strerror(errno));

  std::array<char, 1 << 16> buffer;
  for (;;) {
    const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file.get());
    input.content.append(buffer.data(), count);
    if (input.content.size() > max_bytes)
      throw InputError::in_file(input.name,
                                "is larger than " + std::to_string(max_bytes) + " bytes, the most allowed");
    if (count < buffer.size()) break;
  }
  if (std::ferror(file.get()))
    throw InputError::in_file(input.name, std::string("cannot be read: ") + std::strerror(errno));
  return input;
}

void require_utf8(const Input& input) {
  const std::string_view text = input.content;
  std::size_t line = 1;
  std::size_t line_start = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text.substr(i, 4));
    if (length == 0)
      throw InputError::at(input.name, line, i - line_start + 1,
                           "the byte " + hex_code(static_cast<unsigned char>(text[i])) +
                               " is not UTF-8; save the file as UTF-8 text");
    if (text[i] == '\n') {
      ++line;
      line_start = i + 1;
    }
    i += length;
  }
}

TextLines::TextLines(const Input& input) : rest_(input.content) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
}

std::optional<TextLine> TextLines::next() {
  while (!rest_.empty()) {
    const std::size_t end = rest_.find('\n');
    std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    ++line_number_;
    text = text.substr(0, text.find('#'));
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    if (text.empty()) continue;
    std::size_t first = 0;
    while (is_blank(text[first])) ++first;
    return TextLine{text, line_number_, first};
  }
  return std::nullopt;
}

std::string quote_character(std::string_view text, std::size_t offset) {
  const auto byte = static_cast<unsigned char>(text[offset]);
  if (byte < 0x20 || byte == 0x7F) return "the character " + hex_code(byte);
  const std::size_t length = utf8_length(text.substr(offset, 4));
  if (length == 0) return "the byte " + hex_code(byte);
  std::string quoted = "'";
  return quoted.append(text.substr(offset, length)).append("'");
}

std::optional<std::uint64_t> parse_whole_number(std::string_view text, std::uint64_t limit) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc() || stopped != end || value > limit) return std::nullopt;
  return value;
}

}  // namespace sapper::sim
