// Options that several commands share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "experiments/cli/syntax.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/progress_mode.hpp"

namespace sapper::experiments {

inline constexpr std::uint64_t kMaxThreads = 4096;

// --threads; the target stays 0 for all cores.
void add_threads(Syntax& syntax, unsigned& threads);
// Notes on standard error, in one line, that threads beyond the cores do not help.
void note_excess_threads(std::size_t threads);
// --seed and --games, which override a config's.
void add_overrides(Syntax& syntax, std::optional<std::uint64_t>& seed, std::optional<std::uint64_t>& games);
// --games-where, of records.
void add_games_where(Syntax& syntax, RecordFilter& which, const char* explanation);
// --allow-commands, for players that are the user's programs.
void add_allow_commands(Syntax& syntax, bool& is_allowed);
// --quiet and --progress.
void add_progress(Syntax& syntax, bool& is_quiet, ProgressMode& mode,
                  const char* quiet_explanation = "print neither progress nor the table");
// --seed of a command without a config.
void add_seed(Syntax& syntax, std::optional<std::uint64_t>& seed, const char* fallback);
void add_seed(Syntax& syntax, std::uint64_t& seed);

}  // namespace sapper::experiments
