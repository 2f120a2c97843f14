// Reads input: a file or standard input as bytes, and text line by line, each line with its place in the file.
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
// More than the report or the checkpoint of the largest sweep needs: some 3.3 KB per case and strategy, and 320 bytes per
// comparison.
inline constexpr std::size_t kMaxReportBytes = std::size_t{1} << 33;

struct Input {
  std::string name;  // for messages
  std::string content;
};

// The content of a regular file; "-": of standard input, at most kMaxInputBytes whatever max_bytes is, as it may never
// end. InputError if it is missing, unreadable, a folder, a pipe or a device, or larger than max_bytes: a file then
// remains unread.
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

// The lines of a text, in order, without those that hold only blanks and comments. A byte order mark is skipped.
// The input must outlive the reader.
class TextLines {
 public:
  // cell_signs: the characters of cells. A # in the position of a cell is then an error rather than a comment that
  // hides the rest of the row: in `.1#`, `1#.` and `#1.`, not in `.1. # one`.
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

// The character of `text` at `offset`, in quotes, or its code if it is not printable.
std::string quote_character(std::string_view text, std::size_t offset);

// The text as a whole number: decimal digits only, at most `limit`; nullopt for anything else.
std::optional<std::uint64_t> parse_whole_number(std::string_view text, std::uint64_t limit);

}  // namespace sapper::sim
