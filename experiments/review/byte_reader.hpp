// Reads a binary file that is in memory from its front on: numbers, high byte first, and pieces of bytes. A read beyond
// the end is an InputError that names the byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "experiments/review/reading_meter.hpp"
#include "sim/support/input_error.hpp"

namespace sapper::experiments {

class ByteReader {
 public:
  static constexpr std::size_t kLongestText = 1000;

  // file: for messages. The content and the meter, to which each read adds its bytes, must outlive the reader.
  ByteReader(std::string file, std::string_view content, ReadingMeter& meter)
      : file_(std::move(file)), content_(content), meter_(&meter) {}

  const std::string& file() const { return file_; }
  std::size_t position() const { return position_; }
  std::size_t left() const { return content_.size() - position_; }

  std::string_view bytes(std::size_t count);
  std::uint64_t number(std::size_t byte_count);  // at most 8
  int u8() { return static_cast<int>(number(1)); }
  int u16() { return static_cast<int>(number(2)); }
  // The bytes before the next `end`, which is skipped too; at most kLongestText.
  std::string_view until(char end);
  // A reader of the next bytes only, which this one skips. It counts positions from the front of the file.
  ByteReader section(std::size_t byte_count);
  // Skips to the text, and returns the bytes skipped; nullopt, and nothing is skipped, if it does not occur. Linear in
  // what is skipped, so that a loop of calls that each find something is linear too.
  std::optional<std::string_view> skip_to(std::string_view text);
  // Whether the bytes from `ahead` bytes on are the text.
  bool has_ahead(std::size_t ahead, std::string_view text) const {
    meter_->add(text.size());
    return ahead <= left() && content_.substr(position_ + ahead, text.size()) == text;
  }
  // The next bytes, which remain to be read; fewer if the file ends before.
  std::string_view peek(std::size_t count) const {
    meter_->add(count);
    return content_.substr(position_, count);
  }

  // Throws the InputError about the byte at `position`.
  [[noreturn]] void fail_at(std::size_t position, const std::string& what) const {
    throw sim::InputError::at_byte(file_, position, what);
  }

 private:
  std::string file_;
  std::string_view content_;
  ReadingMeter* meter_;
  std::size_t position_ = 0;
};

// A name from a file that does not state its encoding, as UTF-8 without blanks and NULs at its ends: the bytes as they
// are if they are UTF-8; else from GB18030 if all bytes above 0x7F come in pairs, as Chinese characters do, or from
// Windows-1252. Linear in the bytes.
std::string decoded_name(std::string_view bytes);

}  // namespace sapper::experiments
