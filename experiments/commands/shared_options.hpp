// Options that several commands share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "experiments/cli/syntax.hpp"
#include "experiments/kinds/minesweeper/config.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/progress_mode.hpp"
#include "experiments/support/output_file.hpp"

namespace sapper::experiments {

inline constexpr std::uint64_t kMaxThreads = 4096;

// --threads; the target stays 0 for all cores.
void add_threads(Syntax& syntax, unsigned& threads);
// The number of threads that --threads means.
std::size_t thread_count(unsigned threads);
// While the result exists, parallel work takes no more threads than --threads says.
std::shared_ptr<void> limit_threads(unsigned threads);
// Notes on standard error, in one line, that threads beyond the cores do not help.
void note_excess_threads(std::size_t threads);
// --force, of a command that writes files.
void add_force(Syntax& syntax, bool& is_forced,
               const char* explanation = "replace an existing file; never one that is read");
inline Existing existing(bool is_forced) { return is_forced ? Existing::replaced : Existing::refused; }
// What a command that plays an experiment reads: its config, and the files that the config names.
Inputs inputs_of(const std::filesystem::path& config, const Experiment& experiment);
// --seed and --games, which override a config's.
void add_overrides(Syntax& syntax, std::optional<std::uint64_t>& seed, std::optional<std::uint64_t>& games);
inline void add_overrides(Syntax& syntax, Overrides& overrides) {
  add_overrides(syntax, overrides.seed, overrides.games);
}
// --games-where, of records.
void add_games_where(Syntax& syntax, RecordFilter& which, const char* explanation);
// --allow-commands, for players that are the user's programs.
void add_allow_commands(Syntax& syntax, bool& is_allowed);
// --quiet and --progress.
void add_progress(Syntax& syntax, bool& is_quiet, ProgressMode& mode,
                  const char* quiet_explanation = "print neither progress nor the table");
// The cell that an option names, ROW,COL; InputError if the board has none such.
sim::Cell read_cell(std::string_view option, const std::string& text, sim::BoardSize size);
// The config of a Minesweeper experiment. InputError, ending with `why`, if the command was given another kind of game.
const minesweeper::Config& minesweeper_config(const Experiment& experiment, std::string_view command,
                                              const std::filesystem::path& file, std::string_view why);
// --seed of a command without a config.
void add_seed(Syntax& syntax, std::optional<std::uint64_t>& seed, const char* fallback);
void add_seed(Syntax& syntax, std::uint64_t& seed);

}  // namespace sapper::experiments
