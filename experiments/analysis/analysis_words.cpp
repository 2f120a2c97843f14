#include "experiments/analysis/analysis_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "experiments/kinds/minesweeper/experiment/proof_words.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_text.hpp"

namespace sapper::experiments::minesweeper {

namespace {

using sim::Cell;

}  // namespace

std::string facts_text(const sim::View& view, std::string_view times) {
  return fmt::format("{} {} {} {}, {}, {}", view.grid().rows(), times, view.grid().cols(),
                     sim::name_of(view.grid().topology()), count_text(view.mine_count(), "mine"),
                     count_text(view.hidden_count(), "hidden cell"));
}

std::string component_text(const solvers::ComponentAnalysis& component) {
  return fmt::format("{} constrained by {}", count_text(component.cells.size(), "cell"),
                     count_text(component.constraints.size(), "number"));
}

std::string reason_text(const solvers::StrategyMove& move) {
  return move.win_probability ? fmt::format("{}; win chance {:.4g}", move.why, *move.win_probability)
                              : move.why;
}

std::optional<std::size_t> component_of(const solvers::Analysis& analysis, const solvers::Proof& proof) {
  std::optional<std::size_t> found;
  for (const sim::Cell number : proof.numbers)
    for (std::size_t i = 0; i < analysis.components.size(); ++i) {
      const std::vector<sim::Cell>& numbers = analysis.components[i].constraints;
      if (!std::binary_search(numbers.begin(), numbers.end(), number)) continue;
      if (found && *found != i) return std::nullopt;
      found = i;
    }
  return found;
}

std::string proof_text(const sim::View& view, const solvers::Proof& proof) {
  return fmt::format("{} is {}: {}", sim::cell_text(view.grid(), proof.cell),
                     proof.is_mine ? "a mine" : "safe", proof_words(view, proof));
}

std::map<sim::Cell, char> move_letters(const solvers::Analysis& analysis) {
  constexpr std::string_view kLetters = "ABCDEGHIJKLMNOPQRSTUVWXYZ";  // more than there are strategies
  std::map<sim::Cell, char> letters;
  for (const solvers::StrategyMove& move : analysis.moves) letters[move.move.cell] = '\0';
  std::size_t next = 0;
  for (auto& [cell, letter] : letters) letter = kLetters[next++ % kLetters.size()];
  return letters;
}

}  // namespace sapper::experiments::minesweeper
