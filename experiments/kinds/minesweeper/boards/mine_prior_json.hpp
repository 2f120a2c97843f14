// Positions as JSON say of their mines `"mines": 10`, `"mines": "*"` (every layout that meets the numbers weighs the
// same) or `"density": 0.2` in place of them (each cell a mine with this probability, independently).
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <utility>

#include "experiments/support/json/node.hpp"
#include "sim/minesweeper/mine_prior.hpp"

namespace sapper::experiments::minesweeper {

// Of an object, and the place of the value. most: the largest mine count.
std::pair<sim::MinePrior, json::Place> read_mine_prior(const json::Node& object, std::uint64_t most);

// Replaces or adds `mines` and `density`; a density of 1/2 is both.
void add_mine_prior(boost::json::object& object, const sim::MinePrior& prior);

}  // namespace sapper::experiments::minesweeper
