// The report, `sapper-report/1`: config, results and comparisons, which depend on the experiment alone, then
// timing and environment, which do not.
#pragma once

#include <filesystem>
#include <string>

#include "experiments/engine/driver.hpp"

namespace sapper::experiments {

inline constexpr std::string_view kReportSchema = "sapper-report/1";

// Wall seconds of the run divided by its processor seconds over all threads.
double wall_per_core_s(const Experiment& experiment, const Played& played);

// Of a finished run; whole or not at all. RunError when it cannot be written.
void write_report(const std::filesystem::path& file, const Experiment& experiment, const Played& played,
                  std::size_t threads, const std::string& started);

}  // namespace sapper::experiments
