// Go as text: points as letters and numbers, colours, komi, boards.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sim/go/board.hpp"

namespace sapper::sim::go {

std::string_view name_of(Color color);  // black, white, empty, outside

// `C4`: the column's letter, A to Z without I, then the line from 1, the lowest; `pass`.
std::string to_text(const Board& board, Point point);
// A point in either case, or `pass`; nullopt if it is not a point of this board.
std::optional<Point> parse_point(const Board& board, std::string_view text);

// Half points as a number: 15 is `7.5`, 14 is `7`.
std::string halves_to_text(int halves);
// The inverse, for a multiple of 0.5 with an absolute value of at most kMaxKomi; nullopt otherwise.
inline constexpr int kMaxKomi = 1000;
std::optional<int> parse_halves(std::string_view text);

// The board with letters above and below and numbers on both sides; X black, O white, . empty, + an empty
// handicap point. The last move is in parentheses.
std::string draw(const Board& board, Point last = kNoPoint);

}  // namespace sapper::sim::go
