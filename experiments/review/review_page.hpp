// Reviewed games as a page: the costliest mistakes, the players' sums, games won against games at even luck, every game with
// its costliest mistake, and the boards, which step through a game with its mistakes marked.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "experiments/review/review.hpp"

namespace sapper::experiments::pages {

// At least one game. The boards are those of the kMostBoards games in which most was given away. warning: beside the
// players' sums (selection_warning); may be empty.
inline constexpr std::size_t kMostBoards = 50;
std::string review_page(std::span<const PlayerReview> players, std::span<const ReviewedGame> games,
                        std::string_view warning = {});

}  // namespace sapper::experiments::pages
