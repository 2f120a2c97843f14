// Reads a binary file that is in memory from its front on: numbers, high byte first, and pieces of bytes. A read beyond
// the end is an InputError that names the byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "sim/support/input_error.hpp"

namespace sapper::experiments {

class ByteReader {
 public:
  static constexpr std::size_t kLongestText = 1000;

  // file: for messages. The content must outlive the reader.
  ByteReader(std::string file, std::string_view content) : file_(std::move(file)), content_(content) {}

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
  // How many bytes ahead it begins, from 0; npos if it does not occur.
  std::size_t distance_to(std::string_view text) const { return content_.substr(position_).find(text); }

  // Throws the InputError about the byte at `position`.
  [[noreturn]] void fail_at(std::size_t position, const std::string& what) const {
    throw sim::InputError::at_byte(file_, position, what);
  }

 private:
  std::string file_;
  std::string_view content_;
  std::size_t position_ = 0;
};

// A name from a file that does not state its encoding, as UTF-8 without blanks and NULs at its ends: the bytes as they
// are if they are UTF-8; else from GB18030 if all bytes above 0x7F come in pairs, as Chinese characters do, or from
// Windows-1252.
std::string decoded_name(std::string_view bytes);

}  // namespace sapper::experiments
