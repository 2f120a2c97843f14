// How P(mine) of a cell is displayed: as a short text and as a colour; and the colours of shown numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "solvers/minesweeper/analysis/analysis.hpp"

namespace sapper::experiments::minesweeper {

// The certainty of a hidden cell, from counts.
enum class Certainty : std::uint8_t { none, safe, mine };

// [cell]: that of the analysis's hidden cells.
std::vector<Certainty> certainty_of(const solvers::Analysis& analysis);

// Up to three characters: `o` safe, `*` mine, else percent that never suggests certainty: `<1%` and `>99` for values
// close to 0 and 1.
std::string risk_text(Certainty certainty, double p_mine);
// The same in two characters, without the percent sign: `5%` as `05`, so that it is not taken for a shown number.
std::string in_two_characters(std::string risk);

// The terminal's escape sequence for the cell's background; kPlainColour ends it.
std::string risk_colour(Certainty certainty, double p_mine);
// For a shown number from 1 to 8.
std::string number_colour(int number);
inline constexpr std::string_view kPlainColour = "\x1b[0m";

}  // namespace sapper::experiments::minesweeper
