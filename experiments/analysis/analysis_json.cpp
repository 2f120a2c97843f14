#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "experiments/analysis/analysis_members.hpp"
#include "experiments/analysis/analysis_text.hpp"
#include "experiments/analysis/analysis_words.hpp"
#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/kinds/minesweeper/boards/mine_prior_json.hpp"
#include "experiments/support/json/writer.hpp"

namespace sapper::experiments::minesweeper {
namespace {

namespace bj = boost::json;
using sim::BoardSize;
using sim::Grid;

bj::array p_mine_json(const Grid& grid, std::span<const double> p_mine) {
  return board_json(grid, [&](sim::Cell cell) { return number_json(p_mine[cell]); });
}

bj::object move_json(BoardSize size, const solvers::StrategyMove& move) {
  bj::object object{{"cell", cell_json(size, move.move.cell)},
                    {"p_mine", number_json(move.p_mine)},
                    {"kind", solvers::kMoveKindNames[static_cast<std::size_t>(move.move.kind)]}};
  if (move.why.empty()) return object;
  object["why"] = move.why;
  if (move.win_probability) object["win_probability"] = number_json(*move.win_probability);
  if (move.candidates.empty()) return object;
  bj::array candidates;
  for (const auto& candidate : move.candidates) {
    bj::object listed{{"cell", cell_json(size, candidate.cell)},
                      {"p_mine", number_json(candidate.p_mine)},
                      {"value", number_json(candidate.value)}};
    if (candidate.standard_error) listed["standard_error"] = number_json(*candidate.standard_error);
    candidates.push_back(std::move(listed));
  }
  object["candidates"] = std::move(candidates);
  return object;
}

}  // namespace

bj::object what_if_json(const Grid& grid, const WhatIfDug& what_if) {
  bj::array numbers;
  for (const solvers::DigOutcome& outcome : what_if.outcomes)
    numbers.push_back(bj::object{{"number", outcome.number},
                                 {"probability", outcome.probability},
                                 {"p_mine", p_mine_json(grid, outcome.p_mine)},
                                 {"safe", cells_json(grid.size(), outcome.safe)},
                                 {"mine", cells_json(grid.size(), outcome.mine)}});
  bj::object object{{"cell", bj::array{what_if.place.row, what_if.place.col}},
                    {"numbers", std::move(numbers)}};
  if (!what_if.why_none.empty()) object["why_none"] = what_if.why_none;
  return object;
}

bj::object proof_json(const Grid& grid, const solvers::Analysis& analysis, const ExplainedCell& explained) {
  const solvers::Proof& proof = explained.proof;
  const BoardSize size = grid.size();
  constexpr std::array<std::string_view, 4> kMeans{"given", "rules", "numbers", "mine_count"};
  constexpr std::array<std::string_view, 3> kSizes{"smallest", "minimal", "reduced"};
  const std::optional<std::size_t> component = component_of(analysis, proof);
  bj::array argument;
  for (const ProofSentence& sentence : explained.argument) argument.emplace_back(sentence.text);
  return {{"cell", cell_json(size, proof.cell)},
          {"is_mine", proof.is_mine},
          {"by", kMeans[static_cast<std::size_t>(proof.means)]},
          {"size", kSizes[static_cast<std::size_t>(proof.size)]},
          {"component", component ? bj::value(*component) : bj::value()},
          {"numbers", cells_json(size, proof.numbers)},
          {"argument", std::move(argument)}};
}

std::string error_json(std::string_view error) {
  return json::to_line(bj::object{{"schema", kAnalysisSchema}, {"error", error}});
}

std::string analysis_json(const sim::View& view, const solvers::Analysis& analysis, const WhatIfDug* what_if,
                          const ExplainedCell* explained, std::optional<double> density) {
  const Grid& grid = view.grid();
  const BoardSize size = grid.size();
  bj::object object{{"schema", kAnalysisSchema}};
  add_view_facts(object, view);
  if (density) add_mine_prior(object, {std::nullopt, *density});
  add_analysis(object, analysis, p_mine_json(grid, analysis.p_mine),
               [&](std::span<const sim::Cell> cells) { return cells_json(size, cells); });
  bj::object moves;
  for (const solvers::StrategyMove& move : analysis.moves) moves[move.strategy] = move_json(size, move);
  object["moves"] = std::move(moves);
  if (what_if != nullptr) object["what_if"] = what_if_json(grid, *what_if);
  if (explained != nullptr) object["explain"] = proof_json(grid, analysis, *explained);
  return json::to_line(object);
}

}  // namespace sapper::experiments::minesweeper
