#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/analysis/analysis_members.hpp"
#include "experiments/analysis/analysis_text.hpp"
#include "experiments/analysis/analysis_words.hpp"
#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/kinds/minesweeper/boards/mine_prior_json.hpp"
#include "experiments/support/json/writer.hpp"

namespace sapper::experiments::minesweeper {
namespace {

namespace bj = boost::json;
using sim::Cell;
using sim::Grid;

void add_solutions(bj::object& object, const solvers::Count& solutions) {
  object["solutions"] = solutions.exact ? bj::value(*solutions.exact) : bj::value();
  object["log10_solutions"] = number_json(solutions.log10);
}

bj::array components_json(const CellsInJson& cells, const solvers::Analysis& analysis) {
  bj::array components;
  for (const solvers::ComponentAnalysis& component : analysis.components) {
    bj::object listed{{"cells", cells.list(component.cells)},
                      {"constraints", cells.list(component.constraints)}};
    add_solutions(listed, component.solutions);
    listed["width"] = component.width;
    components.push_back(std::move(listed));
  }
  return components;
}

bj::object move_json(const CellsInJson& cells, const solvers::StrategyMove& move) {
  bj::object object{{"cell", cells.cell(move.move.cell)},
                    {"p_mine", number_json(move.p_mine)},
                    {"kind", solvers::kMoveKindNames[static_cast<std::size_t>(move.move.kind)]}};
  if (move.why.empty()) return object;
  object["why"] = move.why;
  if (move.win_probability) object["win_probability"] = number_json(*move.win_probability);
  if (move.candidates.empty()) return object;
  bj::array candidates;
  for (const auto& candidate : move.candidates) {
    bj::object listed{{"cell", cells.cell(candidate.cell)},
                      {"p_mine", number_json(candidate.p_mine)},
                      {"value", number_json(candidate.value)}};
    if (candidate.standard_error) listed["standard_error"] = number_json(*candidate.standard_error);
    candidates.push_back(std::move(listed));
  }
  object["candidates"] = std::move(candidates);
  return object;
}

bj::object dug_json(const CellsInJson& cells, const WhatIfDug& what_if) {
  bj::array numbers;
  for (const solvers::DigOutcome& outcome : what_if.outcomes)
    numbers.push_back(bj::object{{"number", outcome.number},
                                 {"probability", outcome.probability},
                                 {"p_mine", cells.risks(outcome.p_mine)},
                                 {"safe", cells.list(outcome.safe)},
                                 {"mine", cells.list(outcome.mine)}});
  const std::vector<std::uint64_t>& place = what_if.coordinates;
  bj::object object{
      {"cell", place.size() == 1 ? bj::value(place.front()) : bj::array(place.begin(), place.end())},
      {"numbers", std::move(numbers)}};
  if (!what_if.why_none.empty()) object["why_none"] = what_if.why_none;
  return object;
}

bj::object explained_json(const CellsInJson& cells, const solvers::Analysis& analysis,
                          const ExplainedCell& explained) {
  const solvers::Proof& proof = explained.proof;
  constexpr std::array<std::string_view, 4> kMeans{"given", "rules", "numbers", "mine_count"};
  constexpr std::array<std::string_view, 3> kSizes{"smallest", "minimal", "reduced"};
  const std::optional<std::size_t> component = component_of(analysis, proof);
  bj::array argument;
  for (const ProofSentence& sentence : explained.argument) argument.emplace_back(sentence.text);
  return {{"cell", cells.cell(proof.cell)},
          {"is_mine", proof.is_mine},
          {"by", kMeans[static_cast<std::size_t>(proof.means)]},
          {"size", kSizes[static_cast<std::size_t>(proof.size)]},
          {"component", component ? bj::value(*component) : bj::value()},
          {"numbers", cells.list(proof.numbers)},
          {"argument", std::move(argument)}};
}

}  // namespace

CellsInJson cells_on(const Grid& grid) {
  return {[&grid](Cell cell) { return bj::value(cell_json(grid, cell)); },
          [&grid](std::span<const double> p_mine) {
            return board_json(grid, [&](Cell cell) { return number_json(p_mine[cell]); });
          }};
}

CellsInJson cells_on(const std::optional<LatticeBoard>& lattice) {
  return {[&lattice](Cell cell) -> bj::value {
            if (!lattice) return cell;
            const std::vector<Cell> coordinates = lattice->coordinates_of(cell);
            return bj::array(coordinates.begin(), coordinates.end());
          },
          [&lattice](std::span<const double> p_mine) {
            bj::array cells;
            for (const double value : p_mine) cells.push_back(number_json(value));
            return in_rows(std::move(cells), lattice);
          }};
}

bj::array CellsInJson::list(std::span<const Cell> cells) const {
  bj::array list;
  list.reserve(cells.size());
  for (const Cell each : cells) list.push_back(cell(each));
  return list;
}

void add_analysis(bj::object& object, const CellsInJson& cells, const solvers::Analysis& analysis,
                  const WhatIfDug* what_if, const ExplainedCell* explained) {
  add_solutions(object, analysis.solutions);
  object["p_mine"] = cells.risks(analysis.p_mine);
  object["safe"] = cells.list(analysis.safe);
  object["mine"] = cells.list(analysis.mine);
  object["components"] = components_json(cells, analysis);
  bj::object moves;
  for (const solvers::StrategyMove& move : analysis.moves) moves[move.strategy] = move_json(cells, move);
  object["moves"] = std::move(moves);
  if (what_if != nullptr) object["what_if"] = dug_json(cells, *what_if);
  if (explained != nullptr) object["explain"] = explained_json(cells, analysis, *explained);
}

bj::object what_if_json(const Grid& grid, const WhatIfDug& what_if) {
  return dug_json(cells_on(grid), what_if);
}

bj::object proof_json(const Grid& grid, const solvers::Analysis& analysis, const ExplainedCell& explained) {
  return explained_json(cells_on(grid), analysis, explained);
}

std::string error_json(std::string_view error) {
  return json::to_line(bj::object{{"schema", kAnalysisSchema}, {"error", error}});
}

std::string analysis_json(const sim::View& view, const solvers::Analysis& analysis, const WhatIfDug* what_if,
                          const ExplainedCell* explained, std::optional<double> density) {
  bj::object object{{"schema", kAnalysisSchema}};
  add_view_facts(object, view);
  if (density) add_mine_prior(object, {std::nullopt, *density});
  add_analysis(object, cells_on(view.grid()), analysis, what_if, explained);
  return json::to_line(object);
}

}  // namespace sapper::experiments::minesweeper
