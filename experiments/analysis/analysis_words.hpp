// What text and pictures say of an analysis, in the same words.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/kinds/minesweeper/experiment/argument_words.hpp"
#include "sim/minesweeper/graph.hpp"
#include "sim/minesweeper/mine_prior.hpp"
#include "solvers/minesweeper/analysis/analysis.hpp"
#include "solvers/minesweeper/analysis/proof.hpp"

namespace sapper::experiments::minesweeper {

// `16 x 30 square, 99 mines, 400 hidden cells`; times: the sign between rows and columns. density: of a position without a
// mine count.
std::string facts_text(const sim::View& view, std::string_view times, std::optional<double> density = {});
// `10 mines`, `any number of mines`, `mines of density 0.2`.
std::string mines_text(const sim::MinePrior& prior);
// A human-readable count: beyond forty digits in powers of ten, rounded down.
std::string readable(const solvers::Count& count);
// `3: 1 7 20`, and how many more there are beyond the first few.
std::string listed_cells(std::span<const sim::Cell> cells, const NameCell& name);
// `2 cells constrained by 1 number`.
std::string component_text(const solvers::ComponentAnalysis& component);
// Why a strategy makes its move, and its chance to win where it knows it.
std::string reason_text(const solvers::StrategyMove& move);
// The component of the analysis that holds these shown numbers, from 0; nullopt if there is none or more than one.
std::optional<std::size_t> component_of(const solvers::Analysis& analysis, const solvers::Proof& proof);
// `4,4 is safe: 2 numbers prove it, and no smaller set does: 3,3 3,4`.
std::string proof_text(const sim::View& view, const solvers::Proof& proof);
std::string proof_text(const sim::GraphPosition& position, const solvers::Proof& proof, const NameCell& name);
// A line of the text below a drawing.
struct NoteLine {
  std::string text;
  int indent = 0;  // pixels
};
// What the strategies dig, at the letters of move_letters(), and why.
std::vector<NoteLine> move_notes(const solvers::Analysis& analysis, const NameCell& name);
// A capital for each cell that a strategy digs, in the order of the cells; none is F, which marks flags.
std::map<sim::Cell, char> move_letters(const solvers::Analysis& analysis);

}  // namespace sapper::experiments::minesweeper
