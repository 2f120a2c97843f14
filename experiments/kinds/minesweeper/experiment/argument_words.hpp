// Why a cell is certain, in sentences: a proof (solvers/minesweeper/analysis/proof.hpp) as an argument to follow cell by
// cell. The program, the page and the Python module say the same.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "sim/minesweeper/graph.hpp"
#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/analysis/proof.hpp"

namespace sapper::experiments::minesweeper {

struct ProofSentence {
  std::string text;  // `1,1 shows 1: 2,0 is its mine, so 2,1 and 2,2 are safe.`
  int depth = 0;     // how many suppositions are open
};

// The steps of argue(); one sentence that says so where the argument would be long.
std::vector<ProofSentence> argument_of(const sim::View& view, std::span<const sim::Cell> trusted_mines,
                                       const solvers::Proof& proof);

// How a text names a cell; empty: `2,1`.
using NameCell = std::function<std::string(sim::Cell)>;
// Gives the argument without trusted mines as one text, which is empty where it would take more than a few steps.
std::string short_argument(const sim::View& view, const solvers::Proof& proof, const NameCell& name = {});

// The same on a lattice or graph. Without known mines for the short one.
std::vector<ProofSentence> argument_of(const sim::GraphPosition& position, const solvers::Proof& proof,
                                       const NameCell& name);
std::string short_argument(const sim::GraphPosition& position, const solvers::Proof& proof,
                           const NameCell& name);

}  // namespace sapper::experiments::minesweeper
