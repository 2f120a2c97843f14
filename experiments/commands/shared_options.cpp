#include "experiments/commands/shared_options.hpp"

#include <fmt/format.h>
#include <tbb/global_control.h>

#include <limits>

#include "experiments/cli/console.hpp"
#include "experiments/config/config.hpp"
#include "experiments/kinds/minesweeper/minesweeper_experiment.hpp"
#include "experiments/run/in_order.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_text.hpp"

namespace sapper::experiments {
namespace {

constexpr std::uint64_t kMaxSeed = std::numeric_limits<std::uint64_t>::max();

}  // namespace

void add_threads(Syntax& syntax, unsigned& threads) {
  syntax.option("--threads", "N", "number of worker threads", whole_number(threads, 1, kMaxThreads),
                "all cores");
}

std::size_t thread_count(unsigned threads) { return threads == 0 ? processor_count() : threads; }

std::shared_ptr<void> limit_threads(unsigned threads) {
  if (threads == 0) return nullptr;
  return std::make_shared<tbb::global_control>(tbb::global_control::max_allowed_parallelism, threads);
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

sim::Cell read_cell(std::string_view option, const std::string& text, sim::BoardSize size) {
  if (const auto cell = sim::parse_cell(text, size)) return *cell;
  throw InputError(
      fmt::format("{} is \"{}\"; expected ROW,COL from {}", option, printable(text), sim::cell_range(size)));
}

const minesweeper::Config& minesweeper_config(const Experiment& experiment, std::string_view command,
                                              const std::filesystem::path& file, std::string_view why) {
  if (const auto* const found = dynamic_cast<const minesweeper::MinesweeperExperiment*>(&experiment))
    return found->plan();
  throw InputError(fmt::format("{}: {} is not a Minesweeper experiment; {}", command,
                               printable(file.string(), sim::kLongestPath), why));
}

void add_seed(Syntax& syntax, std::optional<std::uint64_t>& seed, const char* fallback) {
  syntax.option("--seed", "S", "the seed of all random choices", whole_number(seed, 0, kMaxSeed), fallback);
}

void add_seed(Syntax& syntax, std::uint64_t& seed) {
  syntax.option("--seed", "S", "the seed of all random choices", whole_number(seed, 0, kMaxSeed));
}

}  // namespace sapper::experiments
