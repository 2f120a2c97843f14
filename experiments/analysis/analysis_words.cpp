#include "experiments/analysis/analysis_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "experiments/kinds/minesweeper/experiment/proof_words.hpp"
#include "experiments/support/append_format.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_text.hpp"

namespace sapper::experiments::minesweeper {

namespace {

using sim::Cell;

}  // namespace

std::string facts_text(const sim::View& view, std::string_view times, std::optional<double> density) {
  sim::MinePrior prior{view.mine_count()};
  if (density) prior = {std::nullopt, *density};
  return fmt::format("{} {} {} {}, {}, {}", view.grid().rows(), times, view.grid().cols(),
                     sim::name_of(view.grid().topology()), mines_text(prior),
                     count_text(view.hidden_count(), "hidden cell"));
}

std::string mines_text(const sim::MinePrior& prior) {
  if (prior.count) return count_text(*prior.count, "mine");
  if (prior.density == sim::MinePrior::kEveryLayoutAlike) return "any number of mines";
  return fmt::format("mines of density {}", prior.density);
}

std::string readable(const solvers::Count& count) {
  constexpr std::size_t kMostDigits = 40;
  if (!count.exact) {
    const double power = std::floor(count.log10);
    const double mantissa = std::floor(1e5 * std::pow(10, count.log10 - power)) / 1e5;
    return fmt::format("{:.5f} x 10^{:.0f}", mantissa, power);
  }
  const std::string& digits = *count.exact;
  if (digits.size() <= kMostDigits) return digits;
  return fmt::format("{}.{} x 10^{}", digits.front(), digits.substr(1, 5), digits.size() - 1);
}

std::string listed_cells(std::span<const sim::Cell> cells,
                         const std::function<std::string(sim::Cell)>& name) {
  constexpr std::size_t kMostListed = 24;
  std::string list = std::to_string(cells.size());
  for (std::size_t i = 0; i < std::min(cells.size(), kMostListed); ++i)
    append_format(list, "{} {}", i == 0 ? ":" : "", name(cells[i]));
  if (cells.size() > kMostListed) append_format(list, " and {} more", cells.size() - kMostListed);
  return list;
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
