// Positions: what a player sees of a game at one moment, read from and written to files.
//
//   # anything after a hash
//   mines 10
//   topology square             (optional)
//   first_click safe_corners    (optional: the game's first-click rule)
//   .100
//   ....
//
// Positions on lattices write larger numbers in base 36, and may give `layers N`. `mines N` (or `mines *`, or `density P`, if their number is not known: see MinePrior), then one line per row: 0 to 8 shown numbers, `.` hidden, `F` hidden and flagged. Blanks may separate the
// cells of a row; one that may be a shown 0 is refused (row_blanks.hpp). The rows follow one another: a blank line or a comment between them ends the position, and another
// one may follow, from its own `mines N` on; Input::number chooses among them. The first-click rule matters if it keeps
// cells free during the whole game. Other formats of the same content (JSON, in
// experiments/analysis/position_reader.hpp) are checked by make_position too, so that an error has the same message in
// each.
//
// A position need not be possible: the solvers determine whether a layout satisfies it.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/minesweeper/first_click.hpp"
#include "sim/minesweeper/mine_prior.hpp"
#include "sim/minesweeper/view.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::sim {

enum class FlagMeaning : std::uint8_t {
  mark,      // no evidence
  evidence,  // there is a mine
};

struct Position {
  std::shared_ptr<const Grid> grid;
  View view;
  std::vector<Cell> trusted_mines;  // the flagged cells if flags are evidence, ascending; otherwise empty
  // In place of the view's mine count, which is then that of the hidden cells, the most there can be: see MinePrior.
  std::optional<double> density = {};
};

// The content of a position file, not yet checked.
struct PositionText {
  struct Row {
    std::string characters;  // with the blanks before and after its cells
    TextPlace place;         // of the first character
  };
  std::string file;
  std::string name = {};  // what the file calls it; empty: nothing
  std::uint64_t mines = 0;
  std::optional<double> density = {};  // in place of the mine count; see MinePrior
  TextPlace mines_place;
  Topology topology = Topology::square;
  // The name after `topology` if it is none of kTopologies: of a lattice, whose rows may hold numbers beyond 8. make_position
  // refuses it; see experiments/analysis/any_position.hpp.
  std::string lattice = {};
  TextPlace lattice_place = {};
  std::optional<std::uint64_t> layers = {};  // of a lattice
  FirstClickRule first_click = FirstClickRule::unprotected;
  std::vector<Row> rows;
  std::vector<Row> blank_lines = {};  // directly before and after the rows
  std::size_t indentation = 0;        // of the line `mines N`
};

// Reads the text format. InputError if the input does not follow it, holds several positions and does not say which is
// meant, or lacks that one; the cells are not checked yet.
PositionText parse_position_text(const Input& input);

// The position that the text describes. InputError with the place of the error: no rows, ragged rows, a
// character that is not a cell, a number that exceeds the cell's neighbours, more mines than hidden cells,
// more trusted flags than mines, no mine count.
Position make_position(const PositionText& text, FlagMeaning flags);

// As make_position(), of text with or without a mine count.
Position make_position_of_any_prior(const PositionText& text, FlagMeaning flags);

// A density between 0 and 1, both exclusive; nullopt for anything else.
std::optional<double> parse_density(std::string_view text);

// The place in the file of a cell of the position that make_position returned.
TextPlace place_of_cell(const PositionText& text, int row, int col);

// [number] its sign in a position: 0 to 9, then a to z for 10 to 35.
inline constexpr std::string_view kNumberSigns = "0123456789abcdefghijklmnopqrstuvwxyz";
// The number that the sign of a cell stands for; nullopt for other characters.
std::optional<int> number_of_sign(char sign);

// The number of cells in a row.
int count_cells(const PositionText::Row& row);

// InputError at a character that is not a cell, or a blank that may be one.
void check_cells(const PositionText& text);

// Writes the text format; flags as F, and the first-click rule if it keeps cells free during the whole game.
void write_position(std::ostream& out, const View& view);

}  // namespace sapper::sim
