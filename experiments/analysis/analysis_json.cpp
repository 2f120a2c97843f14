#include <fmt/format.h>

#include <array>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <cmath>
#include <iterator>
#include <span>
#include <string_view>

#include "experiments/analysis/analysis_text.hpp"
#include "experiments/support/append_format.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::Cell;
using sim::Grid;

void append_cell(std::string& out, const Grid& grid, Cell cell) {
  append_format(out, "[{},{}]", grid.row_of(cell), grid.col_of(cell));
}

void append_cells(std::string& out, const Grid& grid, std::span<const Cell> cells) {
  out += '[';
  for (const Cell cell : cells) {
    if (out.back() != '[') out += ',';
    append_cell(out, grid, cell);
  }
  out += ']';
}

// null if there is no number: a shown cell has no P(mine).
void append_number(std::string& out, double value) {
  if (std::isfinite(value))
    append_format(out, "{}", value);
  else
    out += "null";
}

// The two members of a count.
void append_solutions(std::string& out, const solvers::Count& solutions) {
  if (solutions.exact)
    append_format(out, R"("solutions":"{}","log10_solutions":)", *solutions.exact);
  else
    out += R"("solutions":null,"log10_solutions":)";
  append_number(out, solutions.log10);
}

void append_p_mine(std::string& out, const Grid& grid, std::span<const double> p_mine) {
  for (int row = 0; row < grid.rows(); ++row) {
    out += row == 0 ? '[' : ',';
    for (int col = 0; col < grid.cols(); ++col) {
      out += col == 0 ? '[' : ',';
      append_number(out, p_mine[grid.at(row, col)]);
    }
    out += ']';
  }
  out += ']';
}

// The strategy's explanation of its guess, if any.
void append_explanation(std::string& out, const Grid& grid, const solvers::StrategyMove& move) {
  if (move.why.empty()) return;
  append_format(out, R"(,"why":"{}")", move.why);
  if (move.win_probability) {
    out += R"(,"win_probability":)";
    append_number(out, *move.win_probability);
  }
  if (move.candidates.empty()) return;
  out += R"(,"candidates":[)";
  for (const auto& candidate : move.candidates) {
    if (out.back() != '[') out += ',';
    out += R"({"cell":)";
    append_cell(out, grid, candidate.cell);
    out += R"(,"p_mine":)";
    append_number(out, candidate.p_mine);
    out += R"(,"value":)";
    append_number(out, candidate.value);
    if (candidate.standard_error) {
      out += R"(,"standard_error":)";
      append_number(out, *candidate.standard_error);
    }
    out += '}';
  }
  out += ']';
}

void append_what_if(std::string& out, const Grid& grid, const WhatIfDug& what_if) {
  append_format(out, R"(,"what_if":{{"cell":[{},{}],"numbers":[)", what_if.row, what_if.col);
  for (const solvers::DigOutcome& outcome : what_if.outcomes) {
    if (out.back() != '[') out += ',';
    append_format(out, R"({{"number":{},"probability":{},"p_mine":)", outcome.number, outcome.probability);
    append_p_mine(out, grid, outcome.p_mine);
    out += R"(,"safe":)";
    append_cells(out, grid, outcome.safe);
    out += R"(,"mine":)";
    append_cells(out, grid, outcome.mine);
    out += '}';
  }
  out += ']';
  if (!what_if.why_none.empty())
    out += R"(,"why_none":)" + boost::json::serialize(boost::json::string(what_if.why_none));
  out += '}';
}

void append_proof(std::string& out, const Grid& grid, const solvers::Analysis& analysis,
                  const solvers::Proof& proof) {
  constexpr std::array<std::string_view, 4> kMeans{"given", "rules", "numbers", "mine_count"};
  constexpr std::array<std::string_view, 3> kSizes{"smallest", "minimal", "reduced"};
  out += R"(,"explain":{"cell":)";
  append_cell(out, grid, proof.cell);
  const std::optional<std::size_t> component = component_of(analysis, proof);
  append_format(out, R"(,"is_mine":{},"by":"{}","size":"{}","component":{},"numbers":)", proof.is_mine,
                kMeans[static_cast<std::size_t>(proof.means)], kSizes[static_cast<std::size_t>(proof.size)],
                component ? std::to_string(*component) : std::string("null"));
  append_cells(out, grid, proof.numbers);
  out += '}';
}

}  // namespace

std::string error_json(std::string_view error) {
  return boost::json::serialize(boost::json::object{
             {"schema", "sapper-analysis/1"}, {"error", boost::json::string(error.data(), error.size())}}) +
         "\n";
}

std::string analysis_json(const sim::View& view, const solvers::Analysis& analysis, const WhatIfDug* what_if,
                          const solvers::Proof* proof) {
  const Grid& grid = view.grid();
  std::string out =
      fmt::format(R"({{"schema":"sapper-analysis/1","rows":{},"cols":{},"mines":{},"topology":"{}",)",
                  grid.rows(), grid.cols(), view.mine_count(), sim::name_of(grid.topology()));
  append_solutions(out, analysis.solutions);
  out += R"(,"p_mine":)";
  append_p_mine(out, grid, analysis.p_mine);
  out += R"(,"safe":)";
  append_cells(out, grid, analysis.safe);
  out += R"(,"mine":)";
  append_cells(out, grid, analysis.mine);
  out += R"(,"components":[)";
  for (const solvers::ComponentAnalysis& component : analysis.components) {
    if (out.back() != '[') out += ',';
    out += R"({"cells":)";
    append_cells(out, grid, component.cells);
    out += R"(,"constraints":)";
    append_cells(out, grid, component.constraints);
    out += ',';
    append_solutions(out, component.solutions);
    append_format(out, R"(,"width":{}}})", component.width);
  }
  out += R"(],"moves":{)";
  for (const solvers::StrategyMove& move : analysis.moves) {
    if (out.back() != '{') out += ',';
    append_format(out, R"("{}":{{"cell":)", move.strategy);
    append_cell(out, grid, move.move.cell);
    out += R"(,"p_mine":)";
    append_number(out, move.p_mine);
    append_format(out, R"(,"kind":"{}")", solvers::kMoveKindNames[static_cast<std::size_t>(move.move.kind)]);
    append_explanation(out, grid, move);
    out += '}';
  }
  out += '}';
  if (what_if != nullptr) append_what_if(out, grid, *what_if);
  if (proof != nullptr) append_proof(out, grid, analysis, *proof);
  out += "}\n";
  return out;
}

}  // namespace sapper::experiments::minesweeper
