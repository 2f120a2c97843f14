#include "sim/support/input_text.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <utility>

#include "sim/support/input_file.hpp"
#include "sim/support/text.hpp"
#include "sim/support/utf8.hpp"

namespace sapper::sim {

namespace {

Input read_all(const InputFile& file, std::size_t max_bytes) {
  Input input{file.name(), {}};
  const std::optional<std::uint64_t> size = file.size();
  const bool may_be_larger_in_a_file = !size && max_bytes > kMaxInputBytes;
  if (may_be_larger_in_a_file) max_bytes = kMaxInputBytes;
  const auto require_room = [&](std::uint64_t bytes) {
    if (bytes > max_bytes)
      throw InputError::in_file(input.name, "is larger than " + std::to_string(max_bytes) +
                                                " bytes, the most allowed" +
                                                (may_be_larger_in_a_file ? "; save it as a file" : ""));
  };
  require_room(size.value_or(0));
  input.content.reserve(size.value_or(0));
  std::array<char, 1 << 16> buffer;
  while (const std::size_t count = file.read(buffer)) {
    require_room(input.content.size() + count);
    input.content.append(buffer.data(), count);
  }
  return input;
}

}  // namespace

Input read_input(const std::filesystem::path& path, std::size_t max_bytes) {
  return read_all(InputFile(path), max_bytes);
}

NumberedPath parse_numbered_path(const std::filesystem::path& path) {
  const std::string name = path.string();
  const std::size_t sign = name.rfind('#');
  if (sign == std::string::npos || sign == 0) return {path};
  const auto number = parse_whole_number(std::string_view(name).substr(sign + 1), UINT64_MAX);
  if (!number || ::access(path.c_str(), F_OK) == 0) return {path};
  if (*number == 0)
    throw InputError::in_file(name,
                              "does not exist; the boards and positions of a file are numbered from #1");
  return {name.substr(0, sign), *number};
}

Input read_numbered_input(const std::filesystem::path& path) {
  const NumberedPath numbered = parse_numbered_path(path);
  Input input = read_input(numbered.file);
  input.number = numbered.number;
  return input;
}

InputError no_such_number(const Input& input, std::uint64_t count, std::string_view thing) {
  return InputError::in_file(input.name, "holds " + std::to_string(count) + " " + std::string(thing) +
                                             (count == 1 ? "" : "s") + "; there is no #" +
                                             std::to_string(input.number));
}

std::size_t line_end_length(std::string_view text) {
  if (text.starts_with("\r\n")) return 2;
  return text.starts_with('\n') || text.starts_with('\r') ? 1 : 0;
}

TextPlace place_in(std::string_view text, std::size_t offset) {
  TextPlace place;
  for (std::size_t i = 0; i < offset;) {
    const std::size_t end = line_end_length(text.substr(i));
    if (end > 0 && i + end <= offset)
      place = {place.line + 1, 1};
    else
      ++place.column;
    i += std::max<std::size_t>(end, 1);
  }
  return place;
}

std::optional<std::size_t> find_invalid_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text.substr(i, 4));
    if (length == 0) return i;
    i += length;
  }
  return std::nullopt;
}

void require_utf8(const Input& input) {
  const std::string_view text = without_byte_order_mark(input.content);
  const auto offset = find_invalid_utf8(text);
  if (!offset) return;
  throw InputError::at(input.name, place_in(text, *offset),
                       "the byte " + hex_code(text[*offset]) + " is not UTF-8; save the file as UTF-8 text");
}

TextLines::TextLines(const Input& input, std::string_view cell_signs)
    : input_(input), cell_signs_(cell_signs), rest_(without_byte_order_mark(input.content)) {}

bool TextLines::stands_for_a_cell(std::string_view line, std::size_t place) const {
  std::string_view rest = line.substr(place + 1);
  while (!rest.empty() && is_blank(rest.back())) rest.remove_suffix(1);
  const auto is_sign = [&](char c) { return cell_signs_.find(c) != std::string_view::npos; };
  if (!std::all_of(rest.begin(), rest.end(), [&](char c) { return c == '#' || is_sign(c); })) return false;
  return (place > 0 && is_sign(line[place - 1])) || std::any_of(rest.begin(), rest.end(), is_sign);
}

std::optional<TextLine> TextLines::next() {
  while (!rest_.empty()) {
    std::size_t end = 0;
    while (end < rest_.size() && rest_[end] != '\n' && rest_[end] != '\r') ++end;
    std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(end);
    rest_.remove_prefix(line_end_length(rest_));
    ++line_number_;
    const std::size_t comment = text.find('#');
    if (comment != std::string_view::npos && stands_for_a_cell(text, comment))
      throw InputError::at(input_.name, line_number_, comment + 1,
                           "# starts a comment and is not a cell; put a space after it if it is a comment");
    const std::string_view whole = text;
    text = text.substr(0, comment);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    const std::string_view padded = comment == std::string_view::npos ? whole : text;
    if (text.empty()) {
      if (padded.size() > widest_.blanks.size()) widest_ = {padded, line_number_};
      continue;
    }
    std::size_t first = 0;
    while (is_blank(text[first])) ++first;
    const bool follows_gap = line_number_ > last_returned_ + 1;
    last_returned_ = line_number_;
    return TextLine{text, line_number_, first, follows_gap, padded, std::exchange(widest_, {})};
  }
  return std::nullopt;
}

std::string hex_code(char byte) {
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "0x%02X", static_cast<unsigned>(static_cast<unsigned char>(byte)));
  return text.data();
}

std::string quote_character(std::string_view text, std::size_t offset) {
  const auto byte = static_cast<unsigned char>(text[offset]);
  if (byte < 0x20 || byte == 0x7F) return "the character " + hex_code(text[offset]);
  const std::size_t length = utf8_length(text.substr(offset, 4));
  if (length == 0) return "the byte " + hex_code(text[offset]);
  return std::string("'").append(printable(text.substr(offset, length))).append("'");
}

}  // namespace sapper::sim
