#include <fmt/format.h>

#include <algorithm>

#include "experiments/analysis/analysis_text.hpp"
#include "experiments/kinds/minesweeper/proof_words.hpp"
#include "sim/minesweeper/cell_text.hpp"

namespace sapper::experiments::minesweeper {

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

}  // namespace sapper::experiments::minesweeper
