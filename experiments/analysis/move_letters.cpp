#include "experiments/analysis/move_letters.hpp"

#include <string_view>

namespace sapper::experiments::minesweeper {

std::map<sim::Cell, char> move_letters(const solvers::Analysis& analysis) {
  constexpr std::string_view kLetters = "ABCDEGHIJKLMNOPQRSTUVWXYZ";  // more than there are strategies
  std::map<sim::Cell, char> letters;
  for (const solvers::StrategyMove& move : analysis.moves) letters[move.move.cell] = '\0';
  std::size_t next = 0;
  for (auto& [cell, letter] : letters) letter = kLetters[next++ % kLetters.size()];
  return letters;
}

}  // namespace sapper::experiments::minesweeper
