// The command that continues a run, quoted for a shell.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "experiments/commands/run_options.hpp"

namespace sapper::experiments {

// Repeats the command line, except for the outputs, which a run may have moved.
std::string resume_command(const RunOptions& options, const std::filesystem::path& report,
                           const std::optional<std::filesystem::path>& records);

}  // namespace sapper::experiments
