// The results in a case's tally.
#pragma once

#include <string>

#include "experiments/kinds/minesweeper/config.hpp"
#include "experiments/kinds/minesweeper/tally.hpp"

namespace sapper::experiments::minesweeper {

Result result_of(const Config& config, std::size_t case_number, std::size_t strategy, const CaseTally& tally);
// Adds the facts of the boards played: mean and deviation of their 3BV, openings and isolated numbers.
void add_board_facts(boost::json::object& facts, const CaseTally& tally);
// Adds the times of the phases, extrapolated from the timed games to all; they add up to core_s.
void add_phases(Timing& timing, const StrategyCounts& counts);

std::string summary_of(const Config& config, const Experiment::TallyOf& tally_of, double wall_per_core_s,
                       std::size_t width);

}  // namespace sapper::experiments::minesweeper
