// Options that several commands share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/kinds/minesweeper/config/config.hpp"
#include "experiments/run/progress_line.hpp"
#include "experiments/run/record_filter.hpp"
#include "experiments/support/output_file.hpp"

namespace sapper::experiments {

class Experiment;

inline constexpr std::uint64_t kMaxThreads = 4096;
inline constexpr std::uint64_t kMaxMemoryMB = 1 << 20;
inline constexpr std::uint64_t kMaxSeed = std::numeric_limits<std::uint64_t>::max();

// The most reports that a page or an archive takes.
inline constexpr std::size_t kMostReports = 20;

// --threads; the target stays 0 for all cores.
void add_threads(CommandSyntax& syntax, unsigned& threads);
// The number of threads that --threads means.
std::size_t thread_count(unsigned threads);
// Notes on standard error that threads beyond the cores do not help.
void note_excess_threads(std::size_t threads);
// --force, of a command that writes files.
void add_force(CommandSyntax& syntax, bool& is_forced,
               const char* explanation = "replace an existing file; never one that is read");
inline OverwritePolicy overwrite_policy(bool is_forced) {
  return is_forced ? OverwritePolicy::replaced : OverwritePolicy::refused;
}
// --cases of what shows a part of a report: `0-6,9`, read to the first and the last of each range. InputError.
void add_cases(CommandSyntax& syntax, std::optional<std::string>& cases);
std::vector<std::pair<std::size_t, std::size_t>> read_cases(std::string_view text);
// --level of `thresholds` and of the figure of thresholds: the share of games won, between 0 and 1; one half if not given.
void add_level(CommandSyntax& syntax, std::optional<std::string>& level);
double level_of(const std::optional<std::string>& level);  // InputError
// What a command that plays an experiment reads: its config, and the files that the config names.
InputFiles inputs_of(const std::filesystem::path& config, const Experiment& experiment);
// Where a command prints or writes its results: to standard output if the file is `-`, else to the file, which replaces
// an earlier one as a whole at commit(); until then it stays as it was.
class CommandOutput {
 public:
  // InputError as of OutputFile.
  CommandOutput(const std::filesystem::path& file, const InputFiles& inputs, OverwritePolicy existing) {
    if (file != "-") file_.emplace(file, inputs, existing);
  }
  // RunError, OutputError.
  void write(std::string_view text);
  void commit() {
    if (file_) file_->commit();
  }

 private:
  std::optional<OutputFile> file_;
};

// Names of one file each for several figures or pages: `fig-%d.svg` stands for fig-1.svg, fig-2.svg, ...
bool has_number_sign(const std::filesystem::path& file);
std::filesystem::path numbered_file(const std::filesystem::path& file, std::size_t number);
// `fig.svg`: `fig-%d.svg`.
std::filesystem::path with_number_sign(const std::filesystem::path& file);

// --seed and --games, which override a config's.
void add_overrides(CommandSyntax& syntax, ConfigOverrides& overrides);
// --games-where, of records.
void add_games_where(CommandSyntax& syntax, RecordFilter& which, const char* explanation);
// --allow-commands, for players that are the user's programs.
void add_allow_commands(CommandSyntax& syntax, bool& is_allowed);
// --quiet and --progress.
void add_progress(CommandSyntax& syntax, bool& is_quiet, ProgressMode& mode,
                  const char* quiet_explanation = "print neither progress nor the table");
// --rule and --topology, of a board.
void add_rule(CommandSyntax& syntax, sim::FirstClickRule& rule);
void add_topology(CommandSyntax& syntax, sim::Topology& topology);
// InputError if the file that -o names does not end like a page.
void require_page_name(const std::filesystem::path& page);
// --method, of boards that need no guess.
void add_method(CommandSyntax& syntax, std::optional<minesweeper::Guessing>& method);
// The cell that an option names, ROW,COL; InputError if the board has none such.
sim::Cell read_cell(std::string_view option, const std::string& text, sim::BoardSize size);
// The config of a Minesweeper experiment. InputError, ending with `why`, if the command was given another kind of game.
const minesweeper::Config& minesweeper_config(const Experiment& experiment, std::string_view command,
                                              const std::filesystem::path& file, std::string_view why);
// --seed of a command without a config; the seed may be optional.
template <class Seed>
void add_seed(CommandSyntax& syntax, Seed& seed, const char* fallback = "") {
  syntax.option("--seed", "S", "the seed of all random choices", whole_number(seed, 0, kMaxSeed), fallback);
}

}  // namespace sapper::experiments

namespace sapper::experiments::go {}  // namespace sapper::experiments::go
