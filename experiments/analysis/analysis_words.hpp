// What text and pictures say of an analysis, in the same words.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "solvers/minesweeper/analysis/analysis.hpp"
#include "solvers/minesweeper/analysis/proof.hpp"

namespace sapper::experiments::minesweeper {

// `16 x 30 square, 99 mines, 400 hidden cells`; times: the sign between rows and columns.
std::string facts_text(const sim::View& view, std::string_view times);
// `2 cells constrained by 1 number`.
std::string component_text(const solvers::ComponentAnalysis& component);
// Why a strategy makes its move, and its chance to win where it knows it.
std::string reason_text(const solvers::StrategyMove& move);
// The component of the analysis that holds these shown numbers, from 0; nullopt if there is none or more than one.
std::optional<std::size_t> component_of(const solvers::Analysis& analysis, const solvers::Proof& proof);
// `4,4 is safe: 2 numbers prove it, and no smaller set does: 3,3 3,4`.
std::string proof_text(const sim::View& view, const solvers::Proof& proof);
// A capital for each cell that a strategy digs, in the order of the cells; none is F, which marks flags.
std::map<sim::Cell, char> move_letters(const solvers::Analysis& analysis);

}  // namespace sapper::experiments::minesweeper
