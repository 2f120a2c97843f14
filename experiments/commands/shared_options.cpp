#include "experiments/commands/shared_options.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>

#include "experiments/cli/console.hpp"
#include "experiments/config/config.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/external_inputs.hpp"
#include "experiments/run/in_order.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_text.hpp"

namespace sapper::experiments {

void add_threads(CommandSyntax& syntax, unsigned& threads) {
  syntax.option("--threads", "N", "number of worker threads", whole_number(threads, 1, kMaxThreads),
                "all cores");
}

std::size_t thread_count(unsigned threads) { return threads == 0 ? processor_count() : threads; }

void note_excess_threads(std::size_t threads) {
  const std::size_t cores = processor_count();
  if (threads > cores)
    print_error(fmt::format("{} threads on {}: more threads than cores do not increase speed", threads,
                            count_text(cores, "core")));
}

void add_force(CommandSyntax& syntax, bool& is_forced, const char* explanation) {
  syntax.flag("--force", explanation, is_forced);
}

void add_cases(CommandSyntax& syntax, std::optional<std::string>& cases) {
  syntax.option("--cases", "LIST", "only these cases, as 0-6,9", text(cases));
}

std::vector<std::pair<std::size_t, std::size_t>> read_cases(std::string_view text) {
  std::vector<std::pair<std::size_t, std::size_t>> ranges;
  for (const std::string_view part : split(text, ",")) {
    const std::vector<std::string_view> ends = split(part, "-");
    const auto first = parse_number<std::size_t>(ends.front());
    const auto last = parse_number<std::size_t>(ends.back());
    if (ends.size() > 2 || !first || !last || *last < *first)
      throw InputError::in_value("--cases", text, "expected numbers of cases and ranges of them, as 0-6,9");
    ranges.emplace_back(*first, *last);
  }
  return ranges;
}

void add_level(CommandSyntax& syntax, std::optional<std::string>& level) {
  syntax.option("--level", "SHARE", "the win rate, between 0 and 1, at which the threshold lies", text(level),
                "0.5");
}

double level_of(const std::optional<std::string>& level) {
  if (!level) return 0.5;
  const auto share = parse_number<double>(*level);
  if (!share || !(*share > 0 && *share < 1))
    throw InputError::in_value("--level", *level, "expected a share of games between 0 and 1, as 0.9");
  return *share;
}

InputFiles inputs_of(const std::filesystem::path& config, const Experiment& experiment) {
  InputFiles inputs;
  inputs.add(config);
  for (const std::filesystem::path& file : files_of(experiment)) inputs.add(file);
  return inputs;
}

void add_overrides(CommandSyntax& syntax, ConfigOverrides& overrides) {
  syntax.option("--seed", "S", "the seed", whole_number(overrides.seed, 0, kMaxSeed), "the config's");
  syntax.option("--games", "N", "games per board and strategy, such as 20000, 10k or 1e6",
                whole_number(overrides.games, 1, kMaxGames), "the config's");
}

void add_games_where(CommandSyntax& syntax, RecordFilter& which, const char* explanation) {
  Choices<RecordFilter> filters;
  for (std::size_t i = 0; i < kRecordFilterNames.size(); ++i)
    filters.emplace_back(kRecordFilterNames[i], static_cast<RecordFilter>(i));
  syntax.option("--games-where", "WHICH", explanation, choice(which, filters));
}

void add_allow_commands(CommandSyntax& syntax, bool& is_allowed) {
  syntax.flag("--allow-commands", "allow external players to be executed", is_allowed);
}

void add_progress(CommandSyntax& syntax, bool& is_quiet, ProgressMode& mode, const char* quiet_explanation) {
  syntax.flag("--quiet", quiet_explanation, is_quiet);
  syntax.option("--progress", "WHEN", "show progress on standard error",
                choice(mode, Choices<ProgressMode>{{"auto", ProgressMode::automatic},
                                                   {"always", ProgressMode::always},
                                                   {"never", ProgressMode::never}}));
}

void CommandOutput::write(std::string_view text) {
  if (file_)
    file_->write(text);
  else
    print(text);
}

void add_rule(CommandSyntax& syntax, sim::FirstClickRule& rule) {
  syntax.option("--rule", "RULE", "the first-click rule; see `sapper list`",
                choice(rule, choices_in(sim::kFirstClickRules, &sim::FirstClickRuleRow::rule)));
}

void add_topology(CommandSyntax& syntax, sim::Topology& topology) {
  syntax.option("--topology", "NAME", "which cells are neighbours",
                choice(topology, choices_in(sim::kTopologies, &sim::TopologyRow::topology)));
}

void require_page_name(const std::filesystem::path& page) {
  const std::string ending = lower_case(page.extension().string());
  if (ending != ".html" && ending != ".htm")
    throw InputError::in_file(page.string(), "expected a name that ends in .html");
}

namespace {

constexpr std::string_view kNumberSign = "%d";

}  // namespace

bool has_number_sign(const std::filesystem::path& file) {
  return file.filename().string().find(kNumberSign) != std::string::npos;
}

std::filesystem::path numbered_file(const std::filesystem::path& file, std::size_t number) {
  std::string name = file.filename().string();
  if (const auto place = name.find(kNumberSign); place != std::string::npos)
    name.replace(place, kNumberSign.size(), std::to_string(number));
  return file.parent_path() / name;
}

std::filesystem::path with_number_sign(const std::filesystem::path& file) {
  std::filesystem::path name = file.stem();
  (name += "-%d") += file.extension();
  return file.parent_path() / name;
}

void add_method(CommandSyntax& syntax, std::optional<minesweeper::Guessing>& method) {
  Choices<std::optional<minesweeper::Guessing>> methods;
  for (const minesweeper::NoGuessKind& kind : minesweeper::kNoGuessKinds)
    methods.emplace_back(kind.method, kind.guessing);
  syntax.option("--method", "NAME", "with --no-guess: how such boards are found; only rejection is uniform",
                choice(method, methods), "rejection");
}

sim::Cell read_cell(std::string_view option, const std::string& text, sim::BoardSize size) {
  if (const auto cell = sim::parse_cell(text, size)) return *cell;
  throw InputError::in_value(option, text, "expected ROW,COL from " + sim::cell_range(size));
}

const minesweeper::Config& minesweeper_config(const Experiment& experiment, std::string_view command,
                                              const std::filesystem::path& file, std::string_view why) {
  if (const minesweeper::Config* const found = experiment.parts().minesweeper) return *found;
  throw InputError(
      fmt::format("{}: {} is not a Minesweeper experiment; {}", command, printable_file(file), why));
}

}  // namespace sapper::experiments
