// Blanks in rows of cells, of boards and positions that are text.
//
// A blank may separate two cells, indent or pad a row, or be a cell itself: many programs draw a shown 0, or a free cell,
// as a blank, and so do sapper's own drawings. What it is must be certain:
//   - Blanks separate cells where exactly one stands between any two cells of a row.
//   - A text that writes the sign which a blank may stand for (0, or .) does not draw that cell as a blank, so that its
//     rows may be indented alike and padded.
// Everything else is refused; which cell a blank is, is never guessed.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "sim/support/input_error.hpp"

namespace sapper::sim {

// A row as it is in the file, without its comment, or a line of blanks alone.
struct RowText {
  std::string_view characters;
  TextPlace place;  // of the first character
};

// The cell that a blank may stand for.
struct BlankCell {
  char sign;
  std::string_view name;
  // Whether every text has such cells, so that one which does not write the sign draws them as blanks.
  bool is_always_there;
};
inline constexpr BlankCell kBlankInPosition{'0', "a shown 0", false};
inline constexpr BlankCell kBlankInMap{'.', "a free cell", true};

// InputError at the first blank that may be a cell. rows: of which every character is a blank or the sign of a cell.
// blank_lines: those directly before and after the rows. indentation: the blanks that begin the lines before the rows,
// and are expected to begin these too.
void require_clear_blanks(const std::string& file, std::span<const RowText> rows,
                          std::span<const RowText> blank_lines, const BlankCell& cell,
                          std::size_t indentation = 0);

}  // namespace sapper::sim
