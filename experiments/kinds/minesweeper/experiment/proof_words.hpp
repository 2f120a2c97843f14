// A proof in words (solvers/minesweeper/analysis/proof.hpp).
#pragma once

#include <string>

#include "experiments/kinds/minesweeper/experiment/argument_words.hpp"
#include "sim/minesweeper/graph.hpp"
#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/analysis/proof.hpp"

namespace sapper::experiments::minesweeper {

// Its shown numbers, with their cells: ` 3,3 (1) 3,4 (2)`.
std::string numbers_of(const sim::View& view, const solvers::Proof& proof);
// `2 numbers prove it together, the smallest set that does: 3,3 (1) 3,4 (2)`.
std::string proof_words(const sim::View& view, const solvers::Proof& proof);
// The same on a lattice or graph, whose cells have these names.
std::string proof_words(const sim::GraphPosition& position, const solvers::Proof& proof,
                        const NameCell& name);

}  // namespace sapper::experiments::minesweeper
