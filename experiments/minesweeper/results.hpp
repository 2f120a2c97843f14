// A case's tally as people and programs read it.
#pragma once

#include <string>

#include "experiments/minesweeper/config.hpp"
#include "experiments/minesweeper/tally.hpp"

namespace sapper::experiments::minesweeper {

// The report's objects, one for each strategy; the comparisons, one for each pair.
boost::json::array results_of(const Config& config, std::size_t case_number, const CaseTally& tally);
boost::json::array comparisons_of(const Config& config, std::size_t case_number, const CaseTally& tally);
// The boards played: mean and deviation of their 3BV, openings and isolated numbers.
void add_board_facts(boost::json::object& facts, const CaseTally& tally);
// Phases are scaled from the timed games to all: they add up to core_s.
boost::json::array timings_of(const Config& config, std::size_t case_number, const CaseTally& tally,
                              double wall_per_core_s);

std::string headline_of(const Config& config, const CaseTally& tally);
std::string summary_of(const Config& config, const Experiment::TallyOf& tally_of, double wall_per_core_s,
                       std::size_t width);

}  // namespace sapper::experiments::minesweeper
