// An error in external input: in a file's content, or in the file itself. The message is one line, FILE:LINE:COLUMN:
// what is wrong, and what would be right. File names are made printable here; the caller makes printable what `what`
// quotes from outside.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include "sim/support/utf8.hpp"

namespace sapper::sim {

// A place in a text; both count from 1, columns in bytes.
struct TextPlace {
  std::size_t line = 1;
  std::size_t column = 1;
};

class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;

  // About a value that the user gave. name: `--games`.
  static InputError in_value(std::string_view name, std::string_view value, const std::string& what) {
    return InputError(std::string(name) + " is \"" + printable(value) + "\"; " + what);
  }
  // About the file as a whole.
  static InputError in_file(const std::string& file, const std::string& what) {
    return InputError(printable(file, kLongestPath) + ": " + what);
  }
  static InputError at(const std::string& file, TextPlace place, const std::string& what) {
    return InputError(printable(file, kLongestPath) + ":" + std::to_string(place.line) + ":" +
                      std::to_string(place.column) + ": " + what);
  }
  static InputError at(const std::string& file, std::size_t line, std::size_t column,
                       const std::string& what) {
    return at(file, {line, column}, what);
  }
  // The error about a binary file. offset: of the wrong byte, from 0.
  static InputError at_byte(const std::string& file, std::size_t offset, const std::string& what) {
    return InputError(printable(file, kLongestPath) + ": byte " + std::to_string(offset) + ": " + what);
  }
};

}  // namespace sapper::sim
