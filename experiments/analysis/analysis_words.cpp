#include "experiments/analysis/analysis_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "experiments/kinds/minesweeper/experiment/proof_words.hpp"
#include "experiments/support/append_format.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_text.hpp"

namespace sapper::experiments::minesweeper {

namespace {

using sim::Cell;

constexpr std::size_t kMostTitledCandidates = 8;

// `csp, min_risk (guess); pinv (pinv)`: who digs a cell, grouped by reason.
std::string strategies_by_kind(const std::vector<const solvers::StrategyMove*>& moves) {
  std::map<solvers::MoveKind, std::string> names;
  for (const auto* const move : moves) {
    std::string& of_kind = names[move->move.kind];
    of_kind += (of_kind.empty() ? "" : ", ") + move->strategy;
  }
  std::string text;
  for (const auto& [kind, of_kind] : names)
    text += fmt::format("{}{} ({})", text.empty() ? "" : "; ", of_kind,
                        solvers::kMoveKindNames[static_cast<std::size_t>(kind)]);
  return text;
}

void append_explanation(const solvers::StrategyMove& move, const NameCell& name,
                        std::vector<NoteLine>& lines) {
  constexpr int kIndent = 16;
  if (move.why.empty()) return;
  lines.push_back({fmt::format("{}: {}", move.strategy, reason_text(move)), kIndent});
  if (move.candidates.empty()) return;
  std::string text = "cell: value, P(mine)";
  for (const auto& candidate :
       std::span(move.candidates).first(std::min(move.candidates.size(), kMostTitledCandidates)))
    text += fmt::format(
        "; {}: {:.4f}{}, {:.3f}", name(candidate.cell), candidate.value,
        candidate.standard_error ? fmt::format(" ± {:.4f}", *candidate.standard_error) : std::string(),
        candidate.p_mine);
  if (move.candidates.size() > kMostTitledCandidates)
    text += fmt::format("; and {} more", move.candidates.size() - kMostTitledCandidates);
  if (move.candidates.front().standard_error) text += " (± standard error)";
  lines.push_back({std::move(text), 2 * kIndent});
}

std::string verdict_text(const solvers::Proof& proof, const std::string& name, const std::string& words) {
  return fmt::format("{} is {}: {}", name, proof.is_mine ? "a mine" : "safe", words);
}

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

std::string listed_cells(std::span<const sim::Cell> cells, const NameCell& name) {
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
  return verdict_text(proof, sim::cell_text(view.grid(), proof.cell), proof_words(view, proof));
}

std::string proof_text(const sim::GraphPosition& position, const solvers::Proof& proof,
                       const NameCell& name) {
  return verdict_text(proof, name(proof.cell), proof_words(position, proof, name));
}

std::vector<NoteLine> move_notes(const solvers::Analysis& analysis, const NameCell& name) {
  std::map<Cell, std::vector<const solvers::StrategyMove*>> moves_at;
  for (const auto& move : analysis.moves) moves_at[move.move.cell].push_back(&move);
  const std::map<Cell, char> letters = move_letters(analysis);
  std::vector<NoteLine> lines;
  for (const auto& [cell, moves] : moves_at) {
    lines.push_back({fmt::format("{}  {}, P(mine) {:.4g}: {}", letters.at(cell), name(cell),
                                 moves.front()->p_mine, strategies_by_kind(moves))});
    for (const auto* const move : moves) append_explanation(*move, name, lines);
  }
  return lines;
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
