// A board as it is drawn, one value for all forms: text and terminals (text_board.hpp), SVG and PNG (svg_board.hpp). What
// is drawn is a function of the cell, so that a window of a large board costs what it shows.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "sim/minesweeper/game.hpp"
#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::experiments::minesweeper {

enum class CellSign : std::uint8_t {
  hidden,
  number,
  flag,
  wrong_flag,
  mine,
  exploded,
  asked,   // about to be dug
  letter,  // PictureCell::letter stands for the cell
};

// The certainty of a hidden cell, from counts.
enum class CellCertainty : std::uint8_t { none, safe, mine };

struct CellRisk {
  CellCertainty certainty = CellCertainty::none;
  double p_mine = 0;
};

struct PictureCell {
  CellSign sign = CellSign::hidden;
  std::uint8_t number = 0;            // shown if `sign` says so
  std::optional<CellRisk> risk = {};  // shown instead of the sign
  char letter = ' ';                  // beside the sign: F a flag, others as the drawing explains
  bool is_marked = false;             // such as the last one dug, where there are colours
  std::string_view background = {};   // #RRGGBB, in pictures; empty: as sign and risk say
  std::string corner = {};            // a short text beside the sign, in pictures
  std::string note = {};              // what there is in words, in pictures
};

// The grid, and what its cells are drawn from, must outlive it.
struct BoardPicture {
  const sim::Grid* grid;
  std::function<PictureCell(sim::Cell)> cell = {};
  bool has_risks = false;
  bool has_letters = false;
  int number_digits = 1;  // of the largest number
};

// The player's view. marked: kNoCell if no cell is.
BoardPicture picture_of(const sim::View& view, sim::Cell marked);
// A finished game. Won: its mines as flags. Lost: its mines, the one that was dug, wrong flags, all numbers.
BoardPicture finished_picture(const sim::Game& game);
// The view with the risks of its hidden cells, and F beside those that are flagged.
BoardPicture picture_of(const sim::View& view, const solvers::CellRisks& risks);

// Up to three characters: `o` safe, `*` mine, else percent that never suggests certainty: `<1%` and `>99` for values
// close to 0 and 1.
std::string risk_text(const CellRisk& risk);

}  // namespace sapper::experiments::minesweeper
