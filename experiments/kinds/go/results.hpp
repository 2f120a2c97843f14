// The results in a case's tally. `wins` are Black's; `margin` is Black's lead in points, komi included.
#pragma once

#include <string>

#include "experiments/kinds/go/config.hpp"
#include "experiments/kinds/go/tally.hpp"

namespace sapper::experiments::go {

Result result_of(const Config& config, std::size_t case_number, std::size_t player, const CaseTally& tally);

std::string summary_of(const Config& config, const Experiment::TallyOf& tally_of, double wall_per_core_s,
                       std::size_t width);

}  // namespace sapper::experiments::go
