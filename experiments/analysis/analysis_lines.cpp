#include "experiments/analysis/analysis_lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "experiments/analysis/analysis_words.hpp"
#include "experiments/support/append_format.hpp"
#include "experiments/support/locale.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {

using sim::Cell;

AnalysisLines::AnalysisLines(const solvers::Analysis& analysis, NameCell name, int columns)
    : analysis_(analysis), name_(std::move(name)) {
  constexpr std::size_t kUsualWidth = 80;
  width_ = columns > 0 ? static_cast<std::size_t>(columns) : kUsualWidth;
}

void AnalysisLines::append(std::string_view head, std::string_view text) {
  append_format(text_, "{}{}\n", head, wrapped(text, width_, head.size()));
}

void AnalysisLines::append_cells(std::string_view title, std::span<const Cell> cells) {
  append(fmt::format("{:<18} ", title), listed_cells(cells, name_));
}

void AnalysisLines::append_components(std::string_view marks) {
  append_format(text_, "components         {}\n", analysis_.components.size());
  for (std::size_t i = 0; i < analysis_.components.size(); ++i) {
    const solvers::ComponentAnalysis& component = analysis_.components[i];
    append(marks.empty() ? "  " : fmt::format("  {}  ", marks[i]),
           fmt::format("{}, from {}; solutions {}", component_text(component),
                       component.cells.empty() ? "" : name_(component.cells.front()),
                       readable(component.solutions)));
  }
}

void AnalysisLines::append_moves(const std::map<Cell, char>& letters) {
  if (!analysis_.moves.empty()) text_ += "moves\n";
  for (const solvers::StrategyMove& move : analysis_.moves) {
    append(letters.empty() ? "  " : fmt::format("  {}  ", letters.at(move.move.cell)),
           fmt::format("{:<10} digs {:>7}, P(mine) {:<10.6g} ({})", move.strategy, name_(move.move.cell),
                       move.p_mine, solvers::kMoveKindNames[static_cast<std::size_t>(move.move.kind)]));
    if (move.why.empty()) continue;
    append("       ", reason_text(move));
    if (!move.candidates.empty()) append_candidates(move.candidates);
  }
}

void AnalysisLines::append_candidates(std::span<const solvers::Explanation::Candidate> candidates) {
  constexpr std::size_t kMostListedCandidates = 8;
  const bool has_errors = std::ranges::any_of(
      candidates, [](const auto& candidate) { return candidate.standard_error.has_value(); });
  append_format(text_, "       {:>7}  {:>8}  value{}\n", "cell", "P(mine)",
                has_errors ? fmt::format("   {} std. error", plus_minus()) : "");
  for (const auto& [cell, p_mine, value, standard_error] :
       candidates.first(std::min(candidates.size(), kMostListedCandidates)))
    append_format(text_, "       {:>7}  {:>8.4f}  {:.4f}{}\n", name_(cell), p_mine, value,
                  standard_error ? fmt::format("  {} {:.4f}", plus_minus(), *standard_error) : std::string());
  if (candidates.size() > kMostListedCandidates)
    append_format(text_, "       and {} more\n", candidates.size() - kMostListedCandidates);
}

void AnalysisLines::append_what_if(const WhatIfDug& what_if) {
  const std::string name = fmt::format("{}", fmt::join(what_if.coordinates, ","));
  if (!what_if.why_none.empty()) return append("", fmt::format("digging {}: {}", name, what_if.why_none));
  append("", fmt::format("digging {} (P(mine) {:.6g})", name, what_if.p_mine));
  for (const solvers::DigOutcome& outcome : what_if.outcomes)
    append("  ", fmt::format("shows {} with {:.6g}: then certainly safe {}, certainly mines {}",
                             outcome.number, outcome.probability, outcome.safe.size(), outcome.mine.size()));
}

void AnalysisLines::append_argument(const ExplainedCell& explained) {
  if (explained.proof.means == solvers::Proof::Means::given) return;
  for (const ProofSentence& sentence : explained.argument)
    append(std::string(2 * static_cast<std::size_t>(std::max(sentence.depth, 1)), ' '), sentence.text);
}

}  // namespace sapper::experiments::minesweeper
