#include "experiments/review/byte_reader.hpp"

#include <iconv.h>

#include <algorithm>
#include <cstdint>

#include "experiments/support/text.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// The bytes as UTF-8; what the encoding does not have, or the machine cannot convert, as the replacement character.
std::string converted(std::string_view bytes, const char* encoding) {
  const iconv_t converter = ::iconv_open("UTF-8", encoding);
  const bool can_convert = reinterpret_cast<std::intptr_t>(converter) != -1;
  std::string result;
  std::string input(bytes);
  char* in = input.data();
  std::size_t left = input.size();
  std::string buffer(4 * left, '\0');  // no byte becomes more than four
  while (left > 0) {
    char* out = buffer.data();
    std::size_t room = buffer.size();
    const bool is_done =
        can_convert && ::iconv(converter, &in, &left, &out, &room) != static_cast<std::size_t>(-1);
    result.append(buffer, 0, buffer.size() - room);
    if (is_done) break;
    result += static_cast<unsigned char>(*in) < 0x80 ? std::string_view(in, 1) : kReplacement;
    ++in;
    --left;
  }
  if (can_convert) ::iconv_close(converter);
  return result;
}

// Whether every run of bytes above 0x7F has an even length.
bool has_only_pairs(std::string_view bytes) {
  std::size_t run = 0;
  for (const char byte : bytes) {
    const bool is_high = static_cast<unsigned char>(byte) > 0x7F;
    if (!is_high && run % 2 != 0) return false;
    run = is_high ? run + 1 : 0;
  }
  return run % 2 == 0;
}

}  // namespace

std::string_view ByteReader::bytes(std::size_t count) {
  if (count > left())
    fail_at(content_.size(), "the file ends here, " + count_text(count - left(), "byte") +
                                 " too early; it is truncated or damaged");
  meter_->add(count);
  position_ += count;
  return content_.substr(position_ - count, count);
}

std::uint64_t ByteReader::number(std::size_t byte_count) {
  std::uint64_t number = 0;
  for (const char byte : bytes(byte_count)) number = number << 8 | static_cast<unsigned char>(byte);
  return number;
}

std::string_view ByteReader::until(char end) {
  const std::size_t length = content_.substr(position_, kLongestText + 1).find(end);
  if (length == std::string_view::npos)
    fail_at(position_, "this text has no end within " + count_text(kLongestText, "byte") +
                           "; the file is truncated or damaged");
  return bytes(length + 1).substr(0, length);
}

std::optional<std::string_view> ByteReader::skip_to(std::string_view text) {
  const std::size_t found = content_.find(text, position_);
  meter_->add(std::min(found, content_.size()) - position_);
  if (found == std::string_view::npos) return std::nullopt;
  const std::size_t begin = position_;
  position_ = found;
  return content_.substr(begin, found - begin);
}

ByteReader ByteReader::section(std::size_t byte_count) {
  bytes(byte_count);
  ByteReader part(file_, content_.substr(0, position_), *meter_);
  part.position_ = position_ - byte_count;
  return part;
}

std::string decoded_name(std::string_view bytes) {
  constexpr std::string_view kPadding(" \t\r\n\0", 5);
  bytes.remove_prefix(std::min(bytes.find_first_not_of(kPadding), bytes.size()));
  bytes = bytes.substr(0, bytes.find_last_not_of(kPadding) + 1);
  if (!sim::find_invalid_utf8(bytes)) return std::string(bytes);
  return converted(bytes, has_only_pairs(bytes) ? "GB18030" : "WINDOWS-1252");
}

}  // namespace sapper::experiments
