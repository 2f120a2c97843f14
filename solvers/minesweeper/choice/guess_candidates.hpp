// The candidates of a guess, as strategies explain them to people.
#pragma once

#include <cstddef>
#include <vector>

#include "solvers/minesweeper/choice/strategy.hpp"
#include "solvers/minesweeper/exact/endgame/endgame.hpp"

namespace sapper::solvers {

inline constexpr std::size_t kMostCandidates = 12;

// For a solved end-game: at most kMostCandidates cells with their win probabilities, best first. Replaces `candidates`.
void list_endgame(Endgame& endgame, std::vector<Explanation::Candidate>& candidates);

}  // namespace sapper::solvers
