// `sapper validate CONFIG`: says what would run, or throws InputError for what is wrong; runs nothing but, with --estimate,
// a pilot.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/commands/report_output.hpp"
#include "experiments/commands/run_outputs.hpp"
#include "experiments/commands/run_setup.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/config/config.hpp"
#include "experiments/config/stop_rule.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/play/terminal.hpp"
#include "experiments/report/estimate.hpp"
#include "experiments/report/run_plan.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/experiment_texts.hpp"
#include "experiments/run/external_inputs.hpp"
#include "experiments/support/locale.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

struct ValidateOptions {
  std::filesystem::path config;
  ConfigOverrides overrides;
  std::optional<std::filesystem::path> extend;
  bool estimate = false;
  double pilot_s = 10;
  unsigned threads = 0;
};

std::string describe(const StopRule& stop) {
  const std::string least = fmt::format("after {} at least", count_text(stop.min_games, "game"));
  if (stop.sprt)
    return fmt::format(
        "  a case stops early once a test decides whether {} minus {} is {} or {} in win rate ({})\n",
        stop.sprt->a, stop.sprt->b, stop.sprt->d0, stop.sprt->d1, least);
  return fmt::format("  a case stops early once its {}win rates are known to {} {} ({})\n",
                     stop.is_adjusted ? "adjusted " : "", plus_minus(), stop.half_width, least);
}

// Up to 10^6 cells of 10^12 games: fits 64 bits.
std::string describe(const Experiment& experiment) {
  const CommonConfig& common = experiment.common();
  const std::size_t plays = experiment.labels().size();
  const std::uint64_t cells = experiment.case_count() * plays;
  std::string text = fmt::format("{} is valid.\n", common.name) + note_text(common, output_width()) +
                     experiment.parts().texts.outline();
  if (common.stop) text += describe(*common.stop);
  return text + fmt::format("  seed {}\n{} x {} = {}; {} each, {} in all\n", common.seed,
                            count_text(experiment.case_count(), "case"),
                            plays == 1 ? "1 strategy" : fmt::format("{} strategies", plays),
                            count_text(cells, "cell"), count_text(common.games, "game"),
                            count_text(cells * common.games, "game"));
}

std::string size_text(double bytes) {
  constexpr std::array<std::string_view, 5> kUnits{"bytes", "kB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  for (; bytes >= 999.5 && unit + 1 < kUnits.size(); ++unit) bytes /= 1000;
  return fmt::format("{:.{}f} {}", bytes,
                     unit == 0 || bytes >= 99.5 ? 0
                     : bytes >= 9.95            ? 1
                                                : 2,
                     kUnits[unit]);
}

// `1,234 core-seconds, 0.343 core-hours`
std::string core_time_text(double core_s) {
  return fmt::format("{} core-seconds, {:.3g} core-hours",
                     core_s < 99.5 ? fmt::format("{:.3g}", core_s)
                                   : with_commas(static_cast<std::uint64_t>(std::llround(core_s))),
                     core_s / 3600);
}

// What the run costs, and how seconds follow from core-seconds.
std::string cost_text(const CostEstimate& estimate, std::size_t threads) {
  if (estimate.played_cases == 0) return "  cost: nothing, no game is missing\n";
  const std::string unknown =
      estimate.unknown_cases == 0
          ? ""
          : fmt::format(
                "  no estimate for {}: no game of the pilot ended there; a longer --pilot may say more\n",
                count_text(estimate.unknown_cases, "case"));
  if (estimate.unknown_cases == estimate.played_cases) return "  cost: unknown\n" + unknown;
  return fmt::format(
             "  cost: {}{}; {} on {} here ({:.2f} core-seconds per second: each had a core for {:.0f} % of "
             "the pilot)\n",
             estimate.unknown_cases == 0
                 ? ""
                 : fmt::format("of the other {}: ",
                               count_text(estimate.played_cases - estimate.unknown_cases, "case")),
             core_time_text(estimate.core_s), as_duration(estimate.wall_s), count_text(threads, "thread"),
             estimate.core_s / std::max(estimate.wall_s, 1e-9), 100 * estimate.core_share) +
         unknown;
}

std::string case_line(const Experiment& experiment, const CaseEstimate& known) {
  const std::string name =
      fmt::format("  case {}: {}: ", known.case_number, experiment.case_name(known.case_number));
  if (known.pilot_games == 0)
    return fmt::format("{}no game ended; one takes more than {}\n", name, as_duration(known.wall_s_per_game));
  const std::string games =
      experiment.common().stop
          ? fmt::format("{} of {}", with_commas(known.games), count_text(experiment.common().games, "game"))
          : count_text(known.games, "game");
  std::string text = fmt::format("{}{:.3g} ms per game, {}, {}", name, 1e3 * known.core_s_per_game, games,
                                 core_time_text(static_cast<double>(known.games) * known.core_s_per_game));
  if (known.half_width) text += fmt::format(", {} {:.2g} points", plus_minus(), 100 * *known.half_width);
  return text + fmt::format(" (pilot: {})\n", count_text(known.pilot_games, "game"));
}

// most_games: that the run plays without its stop rule.
std::string describe(const Experiment& experiment, std::uint64_t most_games, const CostEstimate& estimate,
                     std::size_t threads) {
  constexpr std::size_t kMostLines = 50;
  std::string text =
      fmt::format("Estimate, from a pilot of {} in {} on {}:\n", count_text(estimate.pilot_games, "game"),
                  as_duration(estimate.pilot_s), count_text(threads, "thread"));
  for (std::size_t i = 0; i < std::min(estimate.cases.size(), kMostLines); ++i)
    text += case_line(experiment, estimate.cases[i]);
  if (estimate.played_cases > kMostLines)
    text += fmt::format("  ... and {} more\n", count_text(estimate.played_cases - kMostLines, "case"));
  if (experiment.common().stop)
    text += fmt::format("  the stop rule: {} in all, of {} without it\n", with_commas(estimate.games),
                        count_text(most_games, "game"));
  text += cost_text(estimate, threads);
  if (estimate.unknown_cases == estimate.played_cases) return text;
  text += fmt::format("  report: about {}", size_text(static_cast<double>(estimate.report_bytes)));
  if (estimate.records)
    text += fmt::format("; records (--games-out): about {}, {} as .gz, {} as .zst",
                        size_text(estimate.records->text), size_text(estimate.records->gzip),
                        size_text(estimate.records->zstd));
  text += '\n';
  for (const CaseEstimate& known : estimate.cases)
    if (known.half_width) {
      text += "  " + std::string(plus_minus()) +
              ": half the width of the widest 95 % interval of the case, if all games come out like the "
              "pilot's\n";
      break;
    }
  return text;
}

RunPlan plan_of(const ValidateOptions& options) {
  if (!options.extend) return {.experiment = load_experiment(options.config, options.overrides), .shard = {}};
  RunOptions run;
  run.config = options.config;
  run.overrides = options.overrides;
  run.extend = options.extend;
  run.resume_anyway = true;  // nothing is played that would be kept
  return std::move(read_extension(run).plan);
}

int validate(const ValidateOptions& options) {
  RunPlan plan = plan_of(options);
  const Experiment& experiment = *plan.experiment;
  if (options.estimate) refuse_commands(experiment, options.config.string());
  print(describe(experiment));
  if (plan.extended) print(wrapped(plan.text(), output_width()) + '\n');
  if (!options.estimate) return 0;
  flush_output();
  const QuickExit quick_exit;  // leaves no player behind
  const std::size_t threads = thread_count(options.threads);
  const auto print_estimate = [&](const Experiment& played, const GameSet& games, std::string_view what) {
    print(std::string(what) +
          describe(played, games.size(), estimate(played, games, threads, options.pilot_s), threads));
    flush_output();
  };
  if (plan.added)
    print_estimate(*plan.added->experiment, plan.added->games,
                   "The strategies that the report lacks, on its games:\n");
  print_estimate(experiment, plan.missing(),
                 plan.added ? "All strategies, on the other games:\n" : std::string_view());
  return 0;
}

void add_validate_options(CommandSyntax& syntax, ValidateOptions& options) {
  syntax.argument("CONFIG", "the experiment (sapper-config/1)", path(options.config));
  add_overrides(syntax, options.overrides);
  syntax.option("--extend", "REPORT",
                "say what this report lacks, which run --extend would play, and estimate only that",
                path(options.extend));
  syntax.flag("--estimate", "play a pilot of each case and say what the run would cost and show",
              options.estimate);
  syntax.option("--pilot", "S", "seconds that the pilot takes, on all threads", seconds(options.pilot_s));
  add_threads(syntax, options.threads);
  add_allow_commands(syntax, options.overrides.allow_commands);
}

}  // namespace

Command validate_command() {
  return {.name = "validate",
          .summary = "show what a config would run, or what is wrong with it",
          .details =
              "--estimate plays the first games of each case (of 200 of them, where there are more) for some "
              "seconds and says what all games, or with --extend those that a report lacks, would take: "
              "core-seconds, time on this machine, the sizes of report and records, how many games a stop "
              "rule would play, and how wide intervals would be. Times hold for this machine, as busy as it "
              "is now: core-seconds are threads times seconds times the share of the time in which a thread "
              "had a core. Cases of which no game ends in the pilot have no estimate.",
          .examples = {"sapper validate data/experiments/classic.json",
                       "sapper validate data/experiments/strength.json --estimate --games 1M"},
          .declare = declared(add_validate_options, validate)};
}

}  // namespace sapper::experiments
