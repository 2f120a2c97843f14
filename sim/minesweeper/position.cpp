#include "sim/minesweeper/position.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <ostream>
#include <utility>

#include "sim/minesweeper/cell_text.hpp"
#include "sim/minesweeper/foreign_board.hpp"
#include "sim/minesweeper/row_blanks.hpp"
#include "sim/support/text.hpp"

namespace sapper::sim {
namespace {

constexpr std::string_view kLatticeCellsText =
    "a cell is 0 to 9 or a to z, for 10 to 35 (shown), . (hidden) or F (flagged)";
constexpr std::string_view kCellsText = "a cell is 0 to 8 (shown), . (hidden) or F (flagged)";

std::string counted(std::uint64_t count, const char* thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

bool is_cell_sign(const PositionText& text, char c) {
  if (c == '.' || c == 'F') return true;
  return text.lattice.empty() ? c >= '0' && c <= '8' : number_of_sign(c).has_value();
}

// The grid of the rows, which must all have the same length.
Grid grid_of(const PositionText& text) {
  if (text.rows.empty())
    throw InputError::in_file(text.file, "contains no rows; after `mines N` comes one line per row");
  check_cells(text);
  const PositionText::Row& first = text.rows.front();
  const int cols = count_cells(first);
  if (cols == 0)
    throw InputError::at(text.file, first.place, "a row without cells; " + std::string(kCellsText));
  if (cols > Grid::kMaxSide)
    throw InputError::at(text.file, first.place,
                         "a row of " + std::to_string(cols) + " cells; at most " +
                             std::to_string(Grid::kMaxSide) + " are allowed");
  for (const PositionText::Row& row : text.rows) {
    if (const int cells = count_cells(row); cells != cols)
      throw InputError::at(text.file, row.place,
                           "a row of " + counted(static_cast<std::uint64_t>(cells), "cell") +
                               ", but the first row (line " + std::to_string(first.place.line) + ") has " +
                               std::to_string(cols) + "; all rows have the same number of cells");
  }
  if (text.rows.size() > Grid::kMaxSide)
    throw InputError::at(text.file, text.rows[Grid::kMaxSide].place,
                         std::to_string(text.rows.size()) + " rows; at most " +
                             std::to_string(Grid::kMaxSide) + " are allowed");
  return Grid(static_cast<int>(text.rows.size()), cols, text.topology);
}

// Sets a cell of the view from its character, the sign of a cell.
void set_cell(const PositionText& text, const PositionText::Row& row, std::size_t offset, View& view,
              Cell cell) {
  const char c = row.characters[offset];
  if (c == '.') return;
  if (c == 'F') {
    view.set_flag(cell, true);
    return;
  }
  const int number = c - '0';
  const int neighbors = view.grid().neighbors(cell).size();
  if (number > neighbors)
    throw InputError::at(text.file, {row.place.line, row.place.column + offset},
                         std::string("a ") + c + " in row " + std::to_string(view.grid().row_of(cell)) +
                             ", column " + std::to_string(view.grid().col_of(cell)) +
                             " (from 0), where a cell has " +
                             counted(static_cast<std::uint64_t>(neighbors), "neighbour") + "; 0 to " +
                             std::to_string(neighbors) + " is possible");
  view.show(cell, number);
}

// The row with that name; InputError if there is none.
template <class Table>
const auto& row_named(const Table& table, std::string_view name, std::string_view what,
                      const std::string& file, TextPlace place) {
  if (const auto* const row = find_named(table, name)) return *row;
  std::string known;
  for (const std::string_view other : names_in(table))
    known += (known.empty() ? "" : ", ") + std::string(other);
  throw InputError::at(file, place,
                       "'" + printable(name) + "' is not a " + std::string(what) + "; known: " + known);
}

// The next word of a line from `from` on, and its offset.
struct Word {
  std::string_view text;
  std::size_t offset;
};
Word word_at(std::string_view line, std::size_t from) {
  while (from < line.size() && is_blank(line[from])) ++from;
  std::size_t end = from;
  while (end < line.size() && !is_blank(line[end])) ++end;
  return {line.substr(from, end - from), from};
}

constexpr std::string_view kMinesKey = "mines";
constexpr std::string_view kDensityKey = "density";
constexpr std::string_view kAnyMines = "*";

// Of a line that begins a position: what is known of its mines.
bool is_mines_key(std::string_view key) { return key == kMinesKey || key == kDensityKey; }

constexpr std::array<std::string_view, 5> kHeaderKeys{kMinesKey, kDensityKey, "topology", "first_click",
                                                      "layers"};

// Rows begin with a digit, a dot or F; a line that begins with another letter is a keyword. On a lattice rows may begin with
// letters: there it is one by what it says.
bool is_keyword(const PositionText& text, std::string_view line) {
  if (!text.lattice.empty())
    return std::ranges::find(kHeaderKeys, word_at(line, 0).text) != kHeaderKeys.end();
  const char c = line.front();
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z' && c != 'F');
}

// Reads `mines N`, `density P`, `topology NAME` or `first_click RULE`, a line before the rows. line_of: [key] the lines read so far.
void read_header_line(const TextLine& line, PositionText& text,
                      std::map<std::string_view, std::size_t>& line_of) {
  const Word key = word_at(line.text, line.first);
  const Word value = word_at(line.text, key.offset + key.text.size());
  const Word more = word_at(line.text, value.offset + value.text.size());
  const TextPlace value_place{line.number, value.offset + 1};
  const std::string named = std::string(1, '`').append(printable(key.text)).append(1, '`');
  const auto error_at = [&](const Word& word, const std::string& what) {
    return InputError::at(text.file, {line.number, word.offset + 1}, what);
  };
  if (std::ranges::find(kHeaderKeys, key.text) == kHeaderKeys.end())
    throw error_at(
        key, "'" + printable(key.text) +
                 "' is neither `mines N`, `density P`, `topology NAME`, `first_click RULE` nor a row; " +
                 std::string(kCellsText));
  if (!text.rows.empty()) throw error_at(key, named + " belongs before the rows");
  if (!more.text.empty())
    throw error_at(more, "'" + printable(more.text) + "' is an unexpected value after " + named);
  const auto [seen, is_new] = line_of.emplace(is_mines_key(key.text) ? kMinesKey : key.text, line.number);
  if (!is_new)
    throw error_at(
        key, named + " is in line " + std::to_string(seen->second) + " already; it may be given only once");
  if (key.text == "topology") {
    if (const auto* const row = find_named(kTopologies, value.text)) {
      text.topology = row->topology;
    } else {
      text.lattice = value.text;
      text.lattice_place = value_place;
    }
  } else if (key.text == "layers") {
    text.layers = parse_whole_number(value.text, Grid::kMaxSide);
    if (!text.layers || *text.layers == 0)
      throw error_at(value, "'" + printable(value.text) +
                                "' is not a number of layers; a whole number from 1 to " +
                                std::to_string(Grid::kMaxSide) + " is needed");
  } else if (key.text == "first_click") {
    text.first_click =
        row_named(kFirstClickRules, value.text, "first-click rule", text.file, value_place).rule;
  } else {
    if (key.text == kDensityKey) {
      text.density = parse_density(value.text);
      if (!text.density)
        throw error_at(value, "'" + printable(value.text) +
                                  "' is not a density; a number between 0 and 1 is needed, both exclusive");
    } else if (value.text == kAnyMines) {
      text.density = MinePrior::kEveryLayoutAlike;
    } else if (const auto mines = parse_whole_number(value.text, UINT64_MAX)) {
      text.mines = *mines;
    } else {
      throw error_at(value, "'" + printable(value.text) +
                                "' is not a mine count; a whole number from 0 is needed, or * for any");
    }
    text.mines_place = value_place;
    text.indentation = line.first;
  }
}

// The first-click rule whose protected cells are the view's cells free by rule; nullopt if there are none.
std::optional<FirstClickRule> rule_of(const View& view) {
  if (view.free_by_rule().empty()) return std::nullopt;
  for (const FirstClickRuleRow& row : kFirstClickRules)
    if (std::ranges::equal(cells_free_by_rule(view.grid(), row.rule), view.free_by_rule())) return row.rule;
  return std::nullopt;
}

}  // namespace

std::optional<int> number_of_sign(char sign) {
  const std::size_t number = kNumberSigns.find(sign);
  return number == std::string_view::npos ? std::nullopt : std::optional(static_cast<int>(number));
}

int count_cells(const PositionText::Row& row) {
  return static_cast<int>(
      std::count_if(row.characters.begin(), row.characters.end(), [](char c) { return !is_blank(c); }));
}

void check_cells(const PositionText& text) {
  std::vector<RowText> rows;
  for (const PositionText::Row& row : text.rows) {
    for (std::size_t i = 0; i < row.characters.size(); ++i)
      if (!is_blank(row.characters[i]) && !is_cell_sign(text, row.characters[i]))
        throw InputError::at(text.file, {row.place.line, row.place.column + i},
                             quote_character(row.characters, i) + " is not a cell; " +
                                 std::string(text.lattice.empty() ? kCellsText : kLatticeCellsText));
    rows.push_back({row.characters, row.place});
  }
  std::vector<RowText> blank_lines;
  for (const PositionText::Row& line : text.blank_lines) blank_lines.push_back({line.characters, line.place});
  require_clear_blanks(text.file, rows, blank_lines, kBlankInPosition, text.indentation);
}

TextPlace place_of_cell(const PositionText& text, int row, int col) {
  const PositionText::Row& line = text.rows[static_cast<std::size_t>(row)];
  std::size_t i = 0;
  for (;; ++i)
    if (!is_blank(line.characters[i]) && col-- == 0) break;
  return {line.place.line, line.place.column + i};
}

std::optional<double> parse_density(std::string_view text) {
  const auto density = parse_number<double>(text);
  return density && *density > 0 && *density < 1 ? density : std::nullopt;
}

Position make_position_of_any_prior(const PositionText& text, FlagMeaning flags) {
  if (!text.density) return make_position(text, flags);
  PositionText most = text;
  most.density.reset();
  most.mines = 0;
  for (const PositionText::Row& row : text.rows)
    most.mines += static_cast<std::uint64_t>(
        std::ranges::count_if(row.characters, [](char c) { return c == '.' || c == 'F'; }));
  Position position = make_position(most, flags);
  position.density = text.density;
  return position;
}

Position make_position(const PositionText& text, FlagMeaning flags) {
  if (!text.lattice.empty()) row_named(kTopologies, text.lattice, "topology", text.file, text.lattice_place);
  if (text.layers)
    throw InputError::at(text.file, text.mines_place,
                         "`layers` is for lattices that have them, such as cube26");
  if (text.density)
    throw InputError::at(text.file, text.mines_place,
                         "a position without a mine count; only `sapper analyze` takes one");
  const auto grid = std::make_shared<const Grid>(grid_of(text));
  const std::uint64_t cells = grid->cell_count();
  if (text.mines > cells)
    throw InputError::at(text.file, text.mines_place,
                         counted(text.mines, "mine") + " on a board of " + counted(cells, "cell"));

  Position position{
      grid,
      View(*grid, static_cast<std::uint32_t>(text.mines), cells_free_by_rule(*grid, text.first_click)),
      {}};
  Cell cell = 0;
  for (const PositionText::Row& row : text.rows)
    for (std::size_t i = 0; i < row.characters.size(); ++i)
      if (!is_blank(row.characters[i])) set_cell(text, row, i, position.view, cell++);

  const View& view = position.view;
  if (text.mines > view.hidden_count())
    throw InputError::at(text.file, text.mines_place,
                         counted(text.mines, "mine") + ", but " +
                             counted(view.hidden_count(), "hidden cell") +
                             "; every mine is under a hidden cell");
  if (flags == FlagMeaning::evidence) {
    if (view.flag_count() > text.mines)
      throw InputError::at(text.file, text.mines_place,
                           counted(text.mines, "mine") + ", but " + counted(view.flag_count(), "flag") +
                               ", each trusted to mark a mine");
    for (Cell flagged = 0; flagged < grid->cell_count(); ++flagged)
      if (view.is_flagged(flagged)) position.trusted_mines.push_back(flagged);
    for (const Cell kept : view.free_by_rule())
      if (view.is_flagged(kept))
        throw InputError::at(text.file, place_of_cell(text, grid->row_of(kept), grid->col_of(kept)),
                             "a flag, trusted to mark a mine, on a cell that first_click " +
                                 std::string(name_of(text.first_click)) + " keeps free");
  }
  return position;
}

PositionText parse_position_text(const Input& input) {
  require_utf8(input);
  PositionText text;
  text.file = input.name;
  std::map<std::string_view, std::size_t> line_of;  // the header's
  std::uint64_t number = 1;                         // of the position
  std::size_t first_line = 0;                       // its first line
  TextLines lines(input, ".012345678F");
  const auto add_blank_line = [&](const BlankLine& line) {
    if (!line.blanks.empty()) text.blank_lines.push_back({std::string(line.blanks), {line.number, 1}});
  };
  while (const auto line = lines.next()) {
    const std::string_view characters = line->text.substr(line->first);
    const TextPlace place{line->number, line->first + 1};
    if (!text.rows.empty() && (line->follows_gap || is_mines_key(word_at(characters, 0).text))) {
      if (input.number == 0)
        throw InputError::at(input.name, place,
                             "a second position; the first begins in line " + std::to_string(first_line) +
                                 ". " + std::string(kChooseByNumber));
      if (input.number == number) {
        add_blank_line(line->widest_above);
        return text;
      }
      ++number;
      text = PositionText();
      text.file = input.name;
      line_of.clear();
      first_line = 0;
    }
    if (first_line == 0) first_line = line->number;
    if (is_keyword(text, characters)) {
      read_header_line(*line, text, line_of);
      continue;
    }
    if (!line_of.contains(kMinesKey)) {
      const auto foreign = name_foreign_board(input);
      throw InputError::at(input.name, place,
                           "a row before the mine count" +
                               (foreign ? "; this is " + std::string(*foreign) : std::string()) +
                               "; a position begins with `mines N`");
    }
    if (text.rows.empty()) add_blank_line(line->widest_above);
    text.rows.push_back({std::string(line->padded), {line->number, 1}});
  }
  add_blank_line(lines.widest_at_end());
  if (first_line == 0)
    throw InputError::in_file(input.name,
                              "is empty; a position begins with `mines N`, then comes one line per row");
  if (!line_of.contains(kMinesKey))
    throw InputError::at(input.name, {first_line, 1},
                         "a position without its mine count; a position begins with `mines N`");
  if (input.number > number) throw no_such_number(input, number, "position");
  return text;
}

void write_position(std::ostream& out, const View& view) {
  const Grid& grid = view.grid();
  out << "mines " << view.mine_count() << '\n';
  if (grid.topology() != Topology::square) out << "topology " << name_of(grid.topology()) << '\n';
  if (const auto rule = rule_of(view)) out << "first_click " << name_of(*rule) << '\n';
  for (const std::string& row : board_rows(grid, [&](Cell cell) { return sign_of(view, cell); }))
    out << row << '\n';
}

}  // namespace sapper::sim
