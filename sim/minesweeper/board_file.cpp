#include "sim/minesweeper/board_file.hpp"

#include <algorithm>
#include <ostream>
#include <stdexcept>
#include <string>

namespace sapper::sim {
namespace {

constexpr std::size_t kMbfHeaderBytes = 4;
constexpr int kMbfMaxSide = 255;

std::string size_text(BoardSize size) {
  return std::to_string(size.rows) + " x " + std::to_string(size.cols);
}

bool is_binary(std::string_view content) {
  return std::any_of(content.begin(), content.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 && c != '\t' && c != '\n' && c != '\r';
  });
}

// The mines of a board, each with its place in the file.
class MineSet {
 public:
  explicit MineSet(BoardSize size)
      : size_(size),
        named_at_(static_cast<std::size_t>(size.rows) * static_cast<std::size_t>(size.cols), 0) {}

  // Records the mine. Returns its first place (line or byte, above 0) if it was recorded before, otherwise 0.
  std::size_t add(int row, int col, std::size_t named_at) {
    const std::size_t cell =
        static_cast<std::size_t>(row) * static_cast<std::size_t>(size_.cols) + static_cast<std::size_t>(col);
    if (named_at_[cell] != 0) return named_at_[cell];
    named_at_[cell] = named_at;
    return 0;
  }

  std::vector<Cell> ascending() const {
    std::vector<Cell> mines;
    for (std::size_t cell = 0; cell < named_at_.size(); ++cell)
      if (named_at_[cell] != 0) mines.push_back(static_cast<Cell>(cell));
    return mines;
  }

 private:
  BoardSize size_;
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
    const std::size_t comma = line->text.find(',');
    if (comma == std::string_view::npos)
      throw InputError::at(input.name, line->number, line->first + 1,
                           "no comma; a line gives one mine as row,col, such as 0,7");
    const int row = parse_coordinate(input, *line, 0, comma, "row", size->rows);
    const int col = parse_coordinate(input, *line, comma + 1, line->text.size(), "column", size->cols);
    if (const std::size_t before = mines.add(row, col, line->number))
      throw InputError::at(input.name, line->number, line->first + 1,
                           "the mine at " + std::to_string(row) + "," + std::to_string(col) + " is in line " +
                               std::to_string(before) + " already; each mine may be listed only once");
  }
  return {size->rows, size->cols, mines.ascending()};
}

BoardFile parse_map(const Input& input, std::optional<BoardSize> size) {
  BoardFile board;
  std::size_t first_line = 0;
  TextLines lines(input, "*.");
  while (const auto line = lines.next()) {
    int cols = 0;
    for (std::size_t i = line->first; i < line->text.size(); ++i) {
      const char c = line->text[i];
      if (is_blank(c)) continue;
      if (c != '*' && c != '.')
        throw InputError::at(input.name, line->number, i + 1,
                             quote_character(line->text, i) + " is neither * (mine) nor . (free)");
      if (cols == Grid::kMaxSide)
        throw InputError::at(input.name, line->number, i + 1,
                             "a row has at most " + std::to_string(Grid::kMaxSide) + " cells");
      if (c == '*') board.mines.push_back(static_cast<Cell>(board.rows * board.cols + cols));
      ++cols;
    }
    if (board.rows == 0) {
      board.cols = cols;
      first_line = line->number;
    } else if (cols != board.cols) {
      throw InputError::at(input.name, line->number, line->first + 1,
                           "a row of " + std::to_string(cols) + " cells, but the first row (line " +
                               std::to_string(first_line) + ") has " + std::to_string(board.cols));
    }
    if (board.rows == Grid::kMaxSide)
      throw InputError::at(input.name, line->number, line->first + 1,
                           "a board has at most " + std::to_string(Grid::kMaxSide) + " rows");
    ++board.rows;
  }
  if (size && *size != BoardSize{board.rows, board.cols})
    throw InputError::at(input.name, first_line, 1,
                         "a map of " + size_text({board.rows, board.cols}) +
                             " (rows x columns), but the board is " + size_text(*size));
  return board;
}

BoardFile parse_mbf(const Input& input, std::optional<BoardSize> size) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(input.content[i]); };
  const std::size_t bytes = input.content.size();
  if (bytes < kMbfHeaderBytes)
    throw InputError::at_byte(input.name, bytes,
                              "the file ends; MBF begins with width, height and two bytes of mine count");
  const BoardSize found{byte(1), byte(0)};
  if (found.rows == 0 || found.cols == 0)
    throw InputError::at_byte(input.name, found.cols == 0 ? 0 : 1,
                              "a side of 0 cells; MBF boards have 1 to 255 columns and rows");
  if (size && *size != found)
    throw InputError::at_byte(
        input.name, 0,
        "an MBF board of " + size_text(found) + " (rows x columns), but the board is " + size_text(*size));
  const std::size_t count = static_cast<std::size_t>(byte(2)) << 8 | byte(3);
  if (bytes != kMbfHeaderBytes + 2 * count)
    throw InputError::at_byte(input.name, 2,
                              std::to_string(count) + " mines need a file of " +
                                  std::to_string(kMbfHeaderBytes + 2 * count) + " bytes, but it has " +
                                  std::to_string(bytes));
  MineSet mines(found);
  for (std::size_t at = kMbfHeaderBytes; at < bytes; at += 2) {
    const int col = byte(at);
    const int row = byte(at + 1);
    if (col >= found.cols || row >= found.rows)
      throw InputError::at_byte(input.name, at,
                                "a mine at x " + std::to_string(col) + ", y " + std::to_string(row) +
                                    " lies outside the board; x is below " + std::to_string(found.cols) +
                                    " and y below " + std::to_string(found.rows));
    if (const std::size_t before = mines.add(row, col, at))
      throw InputError::at_byte(input.name, at,
                                "the mine at x " + std::to_string(col) + ", y " + std::to_string(row) +
                                    " is at byte " + std::to_string(before) +
                                    " already; each mine may be listed only once");
  }
  return {found.rows, found.cols, mines.ascending()};
}

std::vector<Cell> sorted(std::span<const Cell> mines) {
  std::vector<Cell> cells(mines.begin(), mines.end());
  std::sort(cells.begin(), cells.end());
  return cells;
}

}  // namespace

BoardFile parse_board(const Input& input, std::optional<BoardSize> size) {
  if (is_binary(input.content)) return parse_mbf(input, size);
  require_utf8(input);
  const auto line = TextLines(input).next();
  if (!line)
    throw InputError::in_file(
        input.name, "contains no board; a board file is a list of row,col, a map of * and ., or MBF");
  const char first = line->text[line->first];
  if (first == '*' || first == '.') return parse_map(input, size);
  if (first >= '0' && first <= '9') return parse_cell_list(input, size);
  throw InputError::at(
      input.name, line->number, line->first + 1,
      quote_character(line->text, line->first) +
          " does not start a board; a board file is a list of row,col, a map of * and ., or MBF");
}

std::vector<Cell> read_board_file(const std::filesystem::path& path, const Grid& grid) {
  return parse_board(read_input(path), BoardSize{grid.rows(), grid.cols()}).mines;
}

void write_cell_list(std::ostream& out, const Grid& grid, std::span<const Cell> mines) {
  for (const Cell mine : sorted(mines)) out << grid.row_of(mine) << ',' << grid.col_of(mine) << '\n';
}

void write_map(std::ostream& out, const Grid& grid, std::span<const Cell> mines) {
  const std::vector<Cell> cells = sorted(mines);
  auto mine = cells.begin();
  std::string line;
  for (int row = 0; row < grid.rows(); ++row) {
    line.assign(static_cast<std::size_t>(grid.cols()), '.');
    for (; mine != cells.end() && grid.row_of(*mine) == row; ++mine)
      line[static_cast<std::size_t>(grid.col_of(*mine))] = '*';
    out << line << '\n';
  }
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
  for (const Cell mine : sorted(mines)) {
    put(static_cast<std::size_t>(grid.col_of(mine)));
    put(static_cast<std::size_t>(grid.row_of(mine)));
  }
}

}  // namespace sapper::sim
