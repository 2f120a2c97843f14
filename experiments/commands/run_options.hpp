// The options of `sapper run`, from the command line and to one.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/commands/results_formats.hpp"
#include "experiments/config/config.hpp"
#include "experiments/run/progress_line.hpp"
#include "experiments/run/record_filter.hpp"
#include "experiments/run/shard.hpp"

namespace sapper::experiments {

struct RunOptions {
  std::optional<std::filesystem::path> config;
  std::optional<std::filesystem::path> output;  // -o; default: NAME.report.json in the current folder
  unsigned threads = 0;                         // 0: all cores
  ConfigOverrides overrides;                    // --seed, --games, --allow-commands
  std::optional<std::string> shard;             // --shard K/N
  std::optional<std::filesystem::path> extend;  // --extend REPORT
  bool force = false;                           // replaces what the output holds
  bool quiet = false;                           // hides progress and the table
  ProgressMode progress = ProgressMode::automatic;
  bool resume = false;                                     // continues from OUTPUT.checkpoint
  double checkpoint_every_s = 30;                          // --checkpoint-every, seconds between checkpoints
  bool resume_anyway = false;                              // accepts a checkpoint or report of another build
  std::optional<std::filesystem::path> games_out;          // --games-out, records of games
  RecordFilter games_where = RecordFilter::all;            // --games-where
  ByFormat<std::optional<std::filesystem::path>> results;  // --csv, the results in a file beside the report
  std::optional<std::string> replay;                       // --replay CASE:GAME, or a record
  std::optional<std::string> strategy;                     // --strategy NAME, with replay only
  bool json = false;                                       // --json, with replay only

  bool is_to_standard_output() const { return output && *output == "-"; }
};

void add_run_options(CommandSyntax& syntax, RunOptions& options);

// InputError for combinations of options that are invalid for any experiment.
void check_together(const RunOptions& options);

// The shard given by --shard K/N; without it the whole experiment.
Shard read_shard(const std::optional<std::string>& text);

// The command that continues a run, quoted for a shell: repeats the options, except for the outputs, which a run may
// have moved.
std::string resume_command(const RunOptions& options, const std::filesystem::path& report,
                           const std::optional<std::filesystem::path>& records);

}  // namespace sapper::experiments
