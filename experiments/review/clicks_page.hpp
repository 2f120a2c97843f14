// Boards with the fewest clicks that open them as a page, which steps through the clicks.
#pragma once

#include <span>
#include <string>

#include "experiments/review/board_clicks.hpp"

namespace sapper::experiments::pages {

// At least one board; those after the first kMostClickedBoards are left out.
inline constexpr std::size_t kMostClickedBoards = 50;
std::string clicks_page(std::span<const CountedBoard> boards);

}  // namespace sapper::experiments::pages
