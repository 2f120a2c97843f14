// A case's tally as people and programs read it. `wins` are Black's; `margin` is Black's lead in points,
// komi counted.
#pragma once

#include <string>

#include "experiments/go/config.hpp"
#include "experiments/go/tally.hpp"

namespace sapper::experiments::go {

// The report's objects, one for each pairing; the comparisons, one for each two pairings.
boost::json::array results_of(const Config& config, std::size_t case_number, const CaseTally& tally);
boost::json::array comparisons_of(const Config& config, std::size_t case_number, const CaseTally& tally);
boost::json::array timings_of(const Config& config, std::size_t case_number, const CaseTally& tally,
                              double wall_per_core_s);

std::string headline_of(const Config& config, const CaseTally& tally);
std::string summary_of(const Config& config, const Experiment::TallyOf& tally_of, double wall_per_core_s,
                       std::size_t width);

}  // namespace sapper::experiments::go
