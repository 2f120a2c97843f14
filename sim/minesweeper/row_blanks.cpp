#include "sim/minesweeper/row_blanks.hpp"

#include <algorithm>

#include "sim/support/input_text.hpp"

namespace sapper::sim {
namespace {

constexpr std::string_view kBlanks = " \t";

std::size_t blanks_before(std::string_view characters) {
  return std::min(characters.find_first_not_of(kBlanks), characters.size());
}

// The cells of a row and what is between them.
std::string_view without_margins(std::string_view characters) {
  characters.remove_prefix(blanks_before(characters));
  return characters.substr(0, characters.find_last_not_of(kBlanks) + 1);
}

// The offset of a blank that does not stand alone between two cells, or where other cells have none between them; npos
// if all of them separate, or there are none.
std::size_t find_unclear_blank(std::string_view cells) {
  const std::size_t first = cells.find_first_of(kBlanks);
  if (first == std::string_view::npos) return first;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (is_blank(cells[i]) != (i % 2 == 1)) return is_blank(cells[i]) ? i : first;
  return std::string_view::npos;
}

class BlankCheck {
 public:
  BlankCheck(const std::string& file, std::span<const RowText> rows, const BlankCell& cell,
             std::size_t indentation)
      : file_(file), rows_(rows), cell_(cell), indentation_(indentation) {
    writes_sign_ = std::any_of(rows.begin(), rows.end(), [&](const RowText& row) {
      return row.characters.find(cell.sign) != std::string_view::npos;
    });
  }

  void check_row(const RowText& row) const {
    const std::string_view cells = without_margins(row.characters);
    const std::size_t before = blanks_before(row.characters);
    const std::size_t after = row.characters.size() - before - cells.size();
    if (cells.empty() && before > 0) refuse(row, 0);
    if (const std::size_t unclear = find_unclear_blank(cells); unclear != std::string_view::npos)
      refuse(row, before + unclear);
    const std::size_t separator = cells.find_first_of(kBlanks);
    const bool is_separated = separator != std::string_view::npos && !cell_.is_always_there;
    const std::size_t expected = blanks_before(rows_.front().characters);
    if (before != expected) refuse(before > expected ? row : rows_.front(), 0);
    if (writes_sign_) return;
    // Each cell of a separated row may have its blank on the same side.
    if (separator != std::string_view::npos && !is_separated) refuse(row, before + separator);
    if (before > 0 && before != indentation_ && !(is_separated && before == 1)) refuse(row, 0);
    if (after > 0 && !(is_separated && after == 1)) refuse(row, before + cells.size());
  }

  // A line of as many blanks as a row has characters may be a row.
  void check_blank_line(const RowText& line) const {
    if (!writes_sign_ && line.characters.size() >= without_margins(rows_.front().characters).size())
      refuse(line, 0);
  }

 private:
  [[noreturn]] void refuse(const RowText& row, std::size_t offset) const {
    const std::string sign(1, cell_.sign);
    throw InputError::at(
        file_, {row.place.line, row.place.column + offset},
        "this blank may stand for " + std::string(cell_.name) + "; write " + sign +
            " if it does. Blanks separate cells only where exactly one stands between any two of a row");
  }

  const std::string& file_;
  std::span<const RowText> rows_;
  const BlankCell& cell_;
  std::size_t indentation_;
  bool writes_sign_ = false;
};

}  // namespace

void require_clear_blanks(const std::string& file, std::span<const RowText> rows,
                          std::span<const RowText> blank_lines, const BlankCell& cell,
                          std::size_t indentation) {
  if (rows.empty()) return;
  const BlankCheck check(file, rows, cell, indentation);
  for (const RowText& row : rows) check.check_row(row);
  for (const RowText& line : blank_lines) check.check_blank_line(line);
}

}  // namespace sapper::sim
