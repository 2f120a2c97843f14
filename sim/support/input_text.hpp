// Reads input: a file or standard input as bytes, and text line by line, each line with its place in the file.
//
// A line of text ends with LF, CRLF or a lone CR, in any mixture. Lines and columns count from 1, columns in bytes.
#pragma once

#include <cstddef>
#include <cstdint>
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
inline constexpr std::size_t kMaxReportBytes = std::size_t{1} << (sizeof(std::size_t) > 4 ? 33 : 31);

struct Input {
  std::string name;  // for messages
  std::string content;
  std::uint64_t number = 0;  // which of several boards or positions is meant, from 1; 0: the only one
};

// The content of a regular file; "-": of standard input, at most kMaxInputBytes whatever max_bytes is, as it may never
// end. InputError if it is missing, unreadable, a folder, a pipe or a device, or larger than max_bytes: a file then
// remains unread.
Input read_input(const std::filesystem::path& path, std::size_t max_bytes = kMaxInputBytes);

// A file of boards or positions. `FILE#K`, unless a file has that name, is the K-th one in FILE.
struct NumberedPath {
  std::filesystem::path file;
  std::uint64_t number = 0;  // 0: not given
};
// InputError for `FILE#0`.
NumberedPath parse_numbered_path(const std::filesystem::path& path);
// The content of FILE, and K. InputError as above.
Input read_numbered_input(const std::filesystem::path& path);

// What errors say of how to choose one of a file's boards or positions.
inline constexpr std::string_view kChooseByNumber =
    "A file is read as one; #1 or #2 after its name chooses the first or the second";
// The error where a file holds fewer of the `things` (`board`) than input.number.
InputError no_such_number(const Input& input, std::uint64_t count, std::string_view thing);

// The length of the line end (LF, CRLF or CR) at the start of `text`; 0 if there is none.
std::size_t line_end_length(std::string_view text);

TextPlace place_in(std::string_view text, std::size_t offset);

// The offset of the first byte that is not part of a UTF-8 sequence.
std::optional<std::size_t> find_invalid_utf8(std::string_view text);
// InputError with the place of that byte.
void require_utf8(const Input& input);

// A line that holds nothing but blanks, which are spaces and tabs.
struct BlankLine {
  std::string_view blanks;
  std::size_t number = 0;  // from 1
};

// One line without its line end, its comment (from # on) and trailing blanks.
struct TextLine {
  std::string_view text;
  std::size_t number = 0;     // from 1
  std::size_t first = 0;      // offset of the first character that is not blank
  bool follows_gap = false;   // whether blank lines or comments separate it from the line returned before it
  std::string_view padded{};  // the text with its trailing blanks, unless a comment follows them
  BlankLine
      widest_above{};  // the widest blank line between it and the line returned before it; none: no blanks
};

// The lines of a text, in order, without those that hold only blanks and comments. A byte order mark is skipped.
// The input must outlive the reader.
class TextLines {
 public:
  // cell_signs: the characters of cells. A # in the position of a cell is then an error rather than a comment that
  // hides the rest of the row: in `.1#`, `1#.` and `#1.`, not in `.1. # one`.
  explicit TextLines(const Input& input, std::string_view cell_signs = {});
  std::optional<TextLine> next();
  // The widest blank line after the line returned last, once next() has returned nullopt.
  BlankLine widest_at_end() const { return widest_; }

 private:
  bool stands_for_a_cell(std::string_view line, std::size_t place) const;

  const Input& input_;
  std::string_view cell_signs_;
  std::string_view rest_;
  std::size_t line_number_ = 0;
  std::size_t last_returned_ = 0;
  BlankLine widest_;  // since the line returned last
};

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

// `0x1A`.
std::string hex_code(char byte);

// The character of `text` at `offset`, in quotes, or its code if it is not printable.
std::string quote_character(std::string_view text, std::size_t offset);

}  // namespace sapper::sim
