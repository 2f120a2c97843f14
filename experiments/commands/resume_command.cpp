#include "experiments/commands/resume_command.hpp"

#include <fmt/format.h>

#include <string_view>

#include "experiments/cli/console.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

namespace fs = std::filesystem;

std::string resume_command(const RunOptions& options, const fs::path& report,
                           const std::optional<fs::path>& records) {
  std::string command = called_as() + " run";
  const auto add_file = [&](std::string_view option, const fs::path& file) {
    command += fmt::format("{} {}", option, shell_quoted_file(file.string()));
  };
  if (options.config) add_file("", *options.config);
  add_file(" -o", report);
  command += " --resume";
  if (options.resume_anyway) command += " --resume-anyway";
  if (options.extend) add_file(" --extend", *options.extend);
  if (options.shard) command += fmt::format(" --shard {}", shell_quoted(*options.shard));
  if (options.force) command += " --force";
  if (options.seed) command += fmt::format(" --seed {}", *options.seed);
  if (options.games) command += fmt::format(" --games {}", *options.games);
  if (options.threads != 0) command += fmt::format(" --threads {}", options.threads);
  if (records) add_file(" --games-out", *records);
  if (options.allow_commands) command += " --allow-commands";
  if (options.games_where != RecordFilter::all)
    command +=
        fmt::format(" --games-where {}", kRecordFilterNames[static_cast<std::size_t>(options.games_where)]);
  if (options.csv) add_file(" --csv", *options.csv);
  return command;
}

}  // namespace sapper::experiments
