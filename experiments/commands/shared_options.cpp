#include "experiments/commands/shared_options.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>

#include "experiments/cli/console.hpp"
#include "experiments/config/config.hpp"
#include "experiments/kinds/minesweeper/experiment/minesweeper_experiment.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/in_order.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "sim/go/text.hpp"
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
  syntax.option("--level", "SHARE",
                "the share of games won, between 0 and 1, that a threshold is the place of", text(level),
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

namespace {
constexpr std::string_view kNumberSign = "%d";
}

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

namespace sapper::experiments::go {

using sim::go::Scoring;

int GoSettings::komi() const { return komi_halves.value_or(scoring == Scoring::area ? 15 : 0); }

void add_settings(CommandSyntax& syntax, GoSettings& settings) {
  syntax.option("--size", "N", "the board's side", whole_number(settings.size, 1, sim::go::kMaxSize));
  const auto read_komi = [&](const std::string& name, const std::string& text) {
    settings.komi_halves = sim::go::parse_halves(text);
    if (!settings.komi_halves)
      throw InputError::in_value(
          name, text,
          fmt::format("expected a multiple of 0.5 from {} to {}", -sim::go::kMaxKomi, sim::go::kMaxKomi));
  };
  syntax.option("--komi", "K", "points that White gets, a multiple of 0.5", {.read = read_komi},
                "7.5 for area, 0 for majority");
  syntax.option(
      "--scoring", "NAME", "how a game is scored",
      choice(settings.scoring, Choices<Scoring>{{"area", Scoring::area}, {"majority", Scoring::majority}}));
  syntax.option("--playouts", "N", "random games per move of uct",
                whole_number(settings.playouts, 1, solvers::go::kMaxPlayouts));
}

void add_player(CommandSyntax& syntax, const std::string& name, const std::string& help,
                const solvers::go::PlayerEntry*& player, HumanPlayers humans) {
  Choices<const solvers::go::PlayerEntry*> choices;
  if (humans == HumanPlayers::yes) choices.emplace_back("human", nullptr);
  for (const solvers::go::PlayerEntry& entry : solvers::go::players())
    choices.emplace_back(std::string(entry.name), &entry);
  syntax.option(name, "NAME", help, choice(player, choices));
}

}  // namespace sapper::experiments::go

namespace sapper::experiments::tablet {

namespace {

int up_to(const std::string& command, const char* what, int value, int most) {
  if (value > most)
    throw InputError::in_value(fmt::format("{}: {}", command, what), std::to_string(value),
                               fmt::format("expected a whole number from 0 to {}", most));
  return value;
}

}  // namespace

sim::tablet::Tablet TabletArguments::with_poison(const std::string& command) const {
  if (!poison_row)
    throw InputError(fmt::format("{}: {} is missing; expected COLS ROWS POISON_COL POISON_ROW", command,
                                 rows ? poison_col ? "POISON_ROW" : "POISON_COL" : "ROWS"));
  return {*cols, *rows, up_to(command, "POISON_COL", *poison_col, *cols - 1),
          up_to(command, "POISON_ROW", *poison_row, *rows - 1)};
}

sim::tablet::Tablet TabletArguments::size_only(const std::string& command, int max_side) const {
  if (poison_col) throw InputError(fmt::format("{}: expected only COLS ROWS", command));
  return {up_to(command, "COLS", *cols, max_side), up_to(command, "ROWS", *rows, max_side), 0, 0};
}

void add_arguments(CommandSyntax& syntax, TabletArguments& tablet, RequiredArguments needed) {
  constexpr auto kMost = static_cast<std::uint64_t>(sim::tablet::kMaxSide);
  const ArgumentPresence size =
      needed == RequiredArguments::size ? ArgumentPresence::required : ArgumentPresence::optional;
  syntax.argument("COLS", "the tablet's columns", whole_number(tablet.cols, 1, kMost), size);
  syntax.argument("ROWS", "its rows", whole_number(tablet.rows, 1, kMost), size);
  syntax.argument("POISON_COL", "the poison's column, from 0", whole_number(tablet.poison_col, 0, kMost),
                  ArgumentPresence::optional);
  syntax.argument("POISON_ROW", "the poison's row, from 0", whole_number(tablet.poison_row, 0, kMost),
                  ArgumentPresence::optional);
}

}  // namespace sapper::experiments::tablet
