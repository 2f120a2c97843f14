// Reading input files: a file, or standard input, as bytes; text by lines, each with its place.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "sim/support/input_error.hpp"

namespace sapper::sim {

// More than any board or position file needs (4096 x 4096 cells with spaces between them: 33 MB).
inline constexpr std::size_t kMaxInputBytes = std::size_t{1} << 28;

struct Input {
  std::string name;  // for messages
  std::string content;
};

// The whole of a file; "-": of standard input. InputError if it is missing, unreadable, a folder or larger
// than max_bytes.
Input read_input(const std::filesystem::path& path, std::size_t max_bytes = kMaxInputBytes);

// InputError with the place of the first byte that is not UTF-8.
void require_utf8(const Input& input);

// One line without its line break, without a comment (from # on) and without blanks at its end. Blanks are
// spaces, tabs and carriage returns.
struct TextLine {
  std::string_view text;
  std::size_t number = 0;  // from 1
  // Of the first character that is no blank, from 0.
  std::size_t first = 0;
};

// The lines of a text that hold more than blanks and comments, in order. A byte order mark is passed over.
// The input must outlive the reader.
class TextLines {
 public:
  explicit TextLines(const Input& input);
  std::optional<TextLine> next();

 private:
  std::string_view rest_;
  std::size_t line_number_ = 0;
};

inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// The characters of `text` from `offset` on that one would see as one: quoted, or its code where it has no
// shape.
std::string quote_character(std::string_view text, std::size_t offset);

// A whole number of decimal digits only, up to `limit`; nothing if it is anything else.
std::optional<std::uint64_t> parse_whole_number(std::string_view text, std::uint64_t limit);

}  // namespace sapper::sim
