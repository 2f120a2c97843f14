#include "sim/minesweeper/board_file.hpp"

#include <algorithm>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>

#include "sim/minesweeper/cell_text.hpp"
#include "sim/minesweeper/foreign_board.hpp"
#include "sim/minesweeper/row_blanks.hpp"
#include "sim/support/text.hpp"
#include "sim/support/utf8.hpp"

namespace sapper::sim {
namespace {

constexpr std::size_t kMbfHeaderBytes = 4;
constexpr int kMbfMaxSide = 255;

std::string size_text(BoardSize size) {
  return std::to_string(size.rows) + " x " + std::to_string(size.cols);
}

// The offset of the first control character that does not occur in text.
std::optional<std::size_t> find_control_byte(std::string_view content) {
  const auto found = std::find_if(content.begin(), content.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
  });
  if (found == content.end()) return std::nullopt;
  return static_cast<std::size_t>(found - content.begin());
}

// The mines of a board, each with its place in the file.
class MineSet {
 public:
  explicit MineSet(BoardSize size)
      : named_at_(static_cast<std::size_t>(size.rows) * static_cast<std::size_t>(size.cols), 0) {}

  // Records the mine. Returns its first place (line or byte, above 0) if it was recorded before, otherwise 0.
  std::size_t add(Cell mine, std::size_t named_at) {
    if (named_at_[mine] == 0) return std::exchange(named_at_[mine], named_at);
    return named_at_[mine];
  }

  std::vector<Cell> ascending() const {
    std::vector<Cell> mines;
    for (std::size_t cell = 0; cell < named_at_.size(); ++cell)
      if (named_at_[cell] != 0) mines.push_back(static_cast<Cell>(cell));
    return mines;
  }

 private:
  std::vector<std::size_t> named_at_;  // [cell], 0: no mine
};

// A coordinate of a `row,col` line: the characters [begin, end) of the line, possibly between blanks.
int parse_coordinate(const Input& input, const TextLine& line, std::size_t begin, std::size_t end,
                     const char* kind, int count) {
  while (begin < end && is_blank(line.text[begin])) ++begin;
  while (end > begin && is_blank(line.text[end - 1])) --end;
  const std::string_view digits = line.text.substr(begin, end - begin);
  const auto value = parse_whole_number(digits, static_cast<std::uint64_t>(count) - 1);
  if (!value)
    throw InputError::at(input.name, line.number, begin + 1,
                         "'" + printable(digits) + "' is not a " + kind +
                             " of this board; a whole number from 0 to " + std::to_string(count - 1) +
                             " is needed");
  return static_cast<int>(*value);
}

BoardFile parse_cell_list(const Input& input, std::optional<BoardSize> size) {
  if (!size)
    throw InputError::in_file(input.name,
                              "a list of row,col does not give the board's size; give `rows` and `cols`");
  MineSet mines(*size);
  TextLines lines(input);
  while (const auto line = lines.next()) {
    const auto error = [&](const std::string& what) {
      return InputError::at(input.name, line->number, line->first + 1, what);
    };
    const std::size_t comma = line->text.find(',');
    if (comma == std::string_view::npos)
      throw error("no comma; a line gives one mine as row,col, such as 0,7");
    const int row = parse_coordinate(input, *line, 0, comma, "row", size->rows);
    const int col = parse_coordinate(input, *line, comma + 1, line->text.size(), "column", size->cols);
    const Cell mine = cell_at(*size, {row, col});
    if (const std::size_t before = mines.add(mine, line->number))
      throw error("the mine at " + cell_text(*size, mine) + " is in line " + std::to_string(before) +
                  " already; each mine may be listed only once");
  }
  return {size->rows, size->cols, mines.ascending()};
}

constexpr const char* kInMaps = "write * for each mine and . for each free cell";

struct MapLines {
  std::vector<TextLine> rows;
  std::vector<RowText> blank;  // directly before and after the rows
};

void add_blank_line(const BlankLine& line, MapLines& map) {
  if (!line.blanks.empty()) map.blank.push_back({line.blanks, {line.number, 1}});
}

// The lines of the map that is meant.
MapLines lines_of_map(const Input& input) {
  MapLines map;
  std::vector<TextLine>& rows = map.rows;
  std::uint64_t number = 0;  // of the map that the line belongs to
  TextLines lines(input, "*.");
  while (const auto line = lines.next()) {
    if (number == 0 || line->follows_gap) ++number;
    if (input.number == 0 && number == 2)
      throw InputError::at(input.name, line->number, line->first + 1,
                           "a second board; the first begins in line " + std::to_string(rows[0].number) +
                               ". " + std::string(kChooseByNumber));
    if (number == input.number + 1 && !rows.empty()) add_blank_line(line->widest_above, map);
    if (input.number != 0 && number != input.number) continue;
    if (rows.empty()) add_blank_line(line->widest_above, map);
    if (rows.size() == Grid::kMaxSide)
      throw InputError::at(input.name, line->number, line->first + 1,
                           "a board has at most " + std::to_string(Grid::kMaxSide) + " rows");
    rows.push_back(*line);
  }
  if (rows.empty()) throw no_such_number(input, number, "board");
  if (input.number == 0 || number == input.number) add_blank_line(lines.widest_at_end(), map);
  return map;
}

// InputError at a character that is neither a blank nor a cell, or a blank that may be a cell.
void check_signs(const Input& input, const MapLines& map) {
  std::vector<RowText> rows;
  for (const TextLine& line : map.rows) {
    for (std::size_t i = line.first; i < line.text.size(); ++i) {
      const char c = line.text[i];
      if (is_blank(c) || c == '*' || c == '.') continue;
      std::string what = quote_character(line.text, i) + " is neither * (mine) nor . (free)";
      if (const auto name = name_foreign_board(input); name && c >= '0' && c <= '8')
        what += ": this is " + std::string(*name) + "; " + kInMaps;
      throw InputError::at(input.name, line.number, i + 1, what);
    }
    rows.push_back({line.padded, {line.number, 1}});
  }
  require_clear_blanks(input.name, rows, map.blank, kBlankInMap);
}

BoardFile parse_map(const Input& input, std::optional<BoardSize> size) {
  BoardFile board;
  const MapLines map = lines_of_map(input);
  const std::vector<TextLine>& rows = map.rows;
  check_signs(input, map);
  for (const TextLine& line : rows) {
    const auto error_at = [&](std::size_t offset, const std::string& what) {
      return InputError::at(input.name, line.number, offset + 1, what);
    };
    int cols = 0;
    for (std::size_t i = line.first; i < line.text.size(); ++i) {
      const char c = line.text[i];
      if (is_blank(c)) continue;
      if (cols == Grid::kMaxSide)
        throw error_at(i, "a row has at most " + std::to_string(Grid::kMaxSide) + " cells");
      if (c == '*') board.mines.push_back(static_cast<Cell>(board.rows * board.cols + cols));
      ++cols;
    }
    if (board.rows == 0)
      board.cols = cols;
    else if (cols != board.cols)
      throw error_at(line.first, "a row of " + std::to_string(cols) + " cells, but the first row (line " +
                                     std::to_string(rows[0].number) + ") has " + std::to_string(board.cols));
    ++board.rows;
  }
  if (size && *size != BoardSize{board.rows, board.cols})
    throw InputError::at(input.name, rows[0].number, 1,
                         "a map of " + size_text({board.rows, board.cols}) +
                             " (rows x columns), but the board is " + size_text(*size));
  return board;
}

// What the first four bytes of an MBF file say.
struct MbfHeader {
  BoardSize size;
  std::size_t mine_count = 0;
  std::size_t file_bytes() const { return kMbfHeaderBytes + 2 * mine_count; }
};

std::optional<MbfHeader> mbf_header(std::string_view content) {
  if (content.size() < kMbfHeaderBytes) return std::nullopt;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(content[i]); };
  return MbfHeader{{byte(1), byte(0)}, static_cast<std::size_t>(byte(2)) << 8 | byte(3)};
}

bool has_size_of_mbf(std::string_view content) {
  const auto header = mbf_header(content);
  return header && header->file_bytes() == content.size();
}

BoardFile parse_mbf(const Input& input, std::optional<BoardSize> size) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(input.content[i]); };
  const BoardSize found = mbf_header(input.content)->size;
  if (found.rows == 0 || found.cols == 0)
    throw InputError::at_byte(input.name, found.cols == 0 ? 0 : 1,
                              "a side of 0 cells; MBF boards have 1 to 255 columns and rows");
  if (size && *size != found)
    throw InputError::at_byte(
        input.name, 0,
        "an MBF board of " + size_text(found) + " (rows x columns), but the board is " + size_text(*size));
  MineSet mines(found);
  for (std::size_t at = kMbfHeaderBytes; at < input.content.size(); at += 2) {
    const int col = byte(at);
    const int row = byte(at + 1);
    const auto place = [&] { return " mine at x " + std::to_string(col) + ", y " + std::to_string(row); };
    if (col >= found.cols || row >= found.rows)
      throw InputError::at_byte(input.name, at,
                                "a" + place() + " lies outside the board; x is below " +
                                    std::to_string(found.cols) + " and y below " +
                                    std::to_string(found.rows));
    if (const std::size_t before = mines.add(cell_at(found, {row, col}), at))
      throw InputError::at_byte(input.name, at,
                                "the" + place() + " is at byte " + std::to_string(before) +
                                    " already; each mine may be listed only once");
  }
  return {found.rows, found.cols, mines.ascending()};
}

// The error for a file with a control character whose size is not that of an MBF file with its first bytes.
InputError neither_text_nor_mbf(const Input& input, std::size_t control_byte) {
  const std::size_t wrong = std::min(find_invalid_utf8(input.content).value_or(control_byte), control_byte);
  const std::string_view text = without_byte_order_mark(input.content);
  const TextPlace place = place_in(text, wrong - (input.content.size() - text.size()));
  std::string what = "neither a text map nor MBF: byte " + hex_code(input.content[wrong]) + " at line " +
                     std::to_string(place.line) + ", column " + std::to_string(place.column);
  if (input.content.starts_with("\xFF\xFE") || input.content.starts_with("\xFE\xFF"))
    return InputError::in_file(input.name, what + "; UTF-16 begins so: save the file as UTF-8 text");
  const auto header = mbf_header(input.content);
  if (header && header->mine_count <=
                    static_cast<std::size_t>(header->size.rows) * static_cast<std::size_t>(header->size.cols))
    what += "; an MBF board of " + size_text(header->size) + " (rows x columns) with " +
            std::to_string(header->mine_count) + " mines has " + std::to_string(header->file_bytes()) +
            " bytes, but the file has " + std::to_string(input.content.size());
  return InputError::in_file(input.name, what);
}

}  // namespace

BoardFile parse_board(const Input& input, std::optional<BoardSize> size) {
  constexpr const char* kFormats = "; a board file is a list of row,col, a map of * and ., or MBF";
  const auto control_byte = find_control_byte(input.content);
  const auto line = TextLines(input).next();
  const char first = line ? line->text[line->first] : '\0';
  const bool is_map = first == '*' || first == '.';
  const bool is_list = first >= '0' && first <= '9';
  const auto require_one = [&] {
    if (input.number > 1) throw no_such_number(input, 1, "board");
  };
  if (has_size_of_mbf(input.content) && (control_byte || !(is_map || is_list))) {
    require_one();
    return parse_mbf(input, size);
  }
  if (control_byte) throw neither_text_nor_mbf(input, *control_byte);
  require_utf8(input);
  if (!line) throw InputError::in_file(input.name, std::string("contains no board") + kFormats);
  if (is_map) return parse_map(input, size);
  if (const auto name = name_foreign_board(input))
    throw InputError::at(input.name, line->number, line->first + 1,
                         quote_character(line->text, line->first) +
                             " is neither * (mine) nor . (free): this is " + std::string(*name) + "; " +
                             kInMaps);
  if (!is_list)
    throw InputError::at(input.name, line->number, line->first + 1,
                         quote_character(line->text, line->first) + " does not start a board" + kFormats);
  require_one();
  return parse_cell_list(input, size);
}

BoardFile read_board_file(const std::filesystem::path& path, std::optional<BoardSize> size) {
  return parse_board(read_numbered_input(path), size);
}

void write_map(std::ostream& out, const Grid& grid, std::span<const Cell> mines) {
  std::vector<bool> is_mine(grid.cell_count());
  for (const Cell mine : mines) is_mine[mine] = true;
  for (const std::string& row : board_rows(grid, [&](Cell cell) { return is_mine[cell] ? '*' : '.'; }))
    out << row << '\n';
}

void write_mbf(std::ostream& out, const Grid& grid, std::span<const Cell> mines) {
  if (grid.rows() > kMbfMaxSide || grid.cols() > kMbfMaxSide)
    throw std::invalid_argument("MBF boards have at most 255 rows and columns, not " +
                                size_text({grid.rows(), grid.cols()}));
  const auto put = [&](std::size_t byte) { out.put(static_cast<char>(static_cast<unsigned char>(byte))); };
  put(static_cast<std::size_t>(grid.cols()));
  put(static_cast<std::size_t>(grid.rows()));
  put(mines.size() >> 8);
  put(mines.size() & 0xFF);
  std::vector<Cell> sorted(mines.begin(), mines.end());
  std::ranges::sort(sorted);
  for (const Cell mine : sorted) {
    put(static_cast<std::size_t>(grid.col_of(mine)));
    put(static_cast<std::size_t>(grid.row_of(mine)));
  }
}

}  // namespace sapper::sim
