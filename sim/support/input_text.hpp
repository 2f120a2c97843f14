// Reading input: a file or standard input as bytes; text by lines, each with its place in the file.
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

// The whole of a plain file; "-": of standard input. InputError if it is missing, unreadable, a folder, a
// pipe or a device, or larger than max_bytes.
Input read_input(const std::filesystem::path& path, std::size_t max_bytes = kMaxInputBytes);

// InputError with the place of the first byte that is not UTF-8.
void require_utf8(const Input& input);

// One line without its line break, its comment (from # on) and trailing blanks. Blanks are spaces, tabs and
// carriage returns.
struct TextLine {
  std::string_view text;
  std::size_t number = 0;  // from 1
  std::size_t first = 0;   // offset of the first character that is not blank
};

// The lines of a text that hold more than blanks and comments, in order. A byte order mark is skipped.
// The input must outlive the reader.
class TextLines {
 public:
  // cell_signs: what cells of a board look like. A # that stands where a cell would is then refused, rather
  // than taken for a comment that hides the rest of the row: in `.1#`, `1#.` and `#1.`, not in `.1. # one`.
  explicit TextLines(const Input& input, std::string_view cell_signs = {});
  std::optional<TextLine> next();

 private:
  bool stands_for_a_cell(std::string_view line, std::size_t place) const;

  const Input& input_;
  std::string_view cell_signs_;
  std::string_view rest_;
  std::size_t line_number_ = 0;
};

inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// The character of `text` at `offset`, in quotes, or its code if it cannot be seen.
std::string quote_character(std::string_view text, std::size_t offset);

// The whole number that the text holds: decimal digits only, at most `limit`; nullopt if it is anything else.
std::optional<std::uint64_t> parse_whole_number(std::string_view text, std::uint64_t limit);

}  // namespace sapper::sim
