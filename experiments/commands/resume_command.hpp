// The command that goes on with a run, for a shell to read again.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "experiments/commands/run_options.hpp"

namespace sapper::experiments {

// With what the command line said, but for the outputs, which a run may have moved.
std::string resume_command(const RunOptions& options, const std::filesystem::path& report,
                           const std::optional<std::filesystem::path>& records);

}  // namespace sapper::experiments
