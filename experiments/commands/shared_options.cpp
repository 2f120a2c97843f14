#include "experiments/commands/shared_options.hpp"

#include <fmt/format.h>

#include <limits>

#include "experiments/cli/console.hpp"
#include "experiments/config/config.hpp"
#include "experiments/run/in_order.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

constexpr std::uint64_t kMaxSeed = std::numeric_limits<std::uint64_t>::max();

}  // namespace

void add_threads(Syntax& syntax, unsigned& threads) {
  syntax.option("--threads", "N", "number of worker threads", whole_number(threads, 1, kMaxThreads),
                "all cores");
}

void note_excess_threads(std::size_t threads) {
  const std::size_t cores = processor_count();
  if (threads > cores)
    print_error(fmt::format("{} threads on {}: more threads than cores do not increase speed", threads,
                            counted(cores, "core")));
}

void add_force(Syntax& syntax, bool& is_forced, const char* explanation) {
  syntax.flag("--force", explanation, is_forced);
}

Inputs inputs_of(const std::filesystem::path& config, const Experiment& experiment) {
  Inputs inputs;
  inputs.add(config);
  for (const std::filesystem::path& file : experiment.files()) inputs.add(file);
  return inputs;
}

void add_overrides(Syntax& syntax, std::optional<std::uint64_t>& seed, std::optional<std::uint64_t>& games) {
  syntax.option("--seed", "S", "the seed", whole_number(seed, 0, kMaxSeed), "the config's");
  syntax.option("--games", "N", "games per board and strategy, such as 20000, 10k or 1e6",
                whole_number(games, 1, kMaxGames), "the config's");
}

void add_games_where(Syntax& syntax, RecordFilter& which, const char* explanation) {
  Choices<RecordFilter> filters;
  for (std::size_t i = 0; i < kRecordFilterNames.size(); ++i)
    filters.emplace_back(kRecordFilterNames[i], static_cast<RecordFilter>(i));
  syntax.option("--games-where", "WHICH", explanation, choice(which, filters));
}

void add_allow_commands(Syntax& syntax, bool& is_allowed) {
  syntax.flag("--allow-commands", "allow external players to be executed", is_allowed);
}

void add_progress(Syntax& syntax, bool& is_quiet, ProgressMode& mode, const char* quiet_explanation) {
  syntax.flag("--quiet", quiet_explanation, is_quiet);
  syntax.option("--progress", "WHEN", "show progress on standard error",
                choice(mode, Choices<ProgressMode>{{"auto", ProgressMode::automatic},
                                                   {"always", ProgressMode::always},
                                                   {"never", ProgressMode::never}}));
}

void add_seed(Syntax& syntax, std::optional<std::uint64_t>& seed, const char* fallback) {
  syntax.option("--seed", "S", "the seed of all random choices", whole_number(seed, 0, kMaxSeed), fallback);
}

void add_seed(Syntax& syntax, std::uint64_t& seed) {
  syntax.option("--seed", "S", "the seed of all random choices", whole_number(seed, 0, kMaxSeed));
}

}  // namespace sapper::experiments
