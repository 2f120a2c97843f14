// `sapper tune CONFIG --parameters PLAYER.SETTING,...`: tunes settings of players, and tests what was found.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/commands/resumable.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/config/config.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/report/tuning_report.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/external_inputs.hpp"
#include "experiments/run/game_failed.hpp"
#include "experiments/run/interruption.hpp"
#include "experiments/run/player_tuning.hpp"
#include "experiments/run/progress_line.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/stats/statistics.hpp"
#include "experiments/support/atomic_file.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/output_file.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostIterations = 100'000;
constexpr double kTravel = 2000;  // the default rate is this over the number of games, at most 1

struct TuneOptions {
  fs::path config;
  std::string parameters;
  std::optional<fs::path> output;  // -o; default: NAME.tune.json in the current folder
  std::uint64_t games = 100'000;   // of each player and side, over all cases
  std::uint64_t iterations = 200;
  std::optional<double> spread, rate, d1;
  std::optional<std::uint64_t> test_games;
  ConfigOverrides overrides;
  ResumeOptions resumed;
  unsigned threads = 0;  // 0: all cores
  bool force = false;
  bool quiet = false;
  ProgressMode progress = ProgressMode::automatic;
};

std::string name_of_setting(const NumberSetting& setting) { return setting.player + '.' + setting.name; }

// What --parameters may call it: by its player's label or, if it is the only player of its strategy and no label is the
// strategy's name, by that.
std::vector<std::string> names_of_setting(const NumberSetting& setting,
                                          const std::vector<NumberSetting>& all) {
  std::vector<std::string> names{name_of_setting(setting)};
  if (std::ranges::all_of(all, [&](const NumberSetting& other) {
        return other.player == setting.player ||
               (other.strategy != setting.strategy && other.player != setting.strategy);
      }))
    names.push_back(setting.strategy + '.' + setting.name);
  return names;
}

[[noreturn]] void refuse_parameter(std::string_view parameter, const std::string& what) {
  throw InputError::in_value("--parameters", parameter, what);
}

struct FoundSetting {
  const NumberSetting* setting = nullptr;
  std::size_t length = 0;  // of its name in the text
};

// The setting that the text begins with: the longest name before a comma, a `=` or the end; labels may contain these.
FoundSetting setting_at(std::string_view text, const std::vector<NumberSetting>& all) {
  FoundSetting found;
  for (const NumberSetting& setting : all)
    for (const std::string& name : names_of_setting(setting, all)) {
      if (!text.starts_with(name) || name.size() < found.length) continue;
      if (text.size() > name.size() && text[name.size()] != ',' && text[name.size()] != '=') continue;
      found = {&setting, name.size()};
    }
  if (found.setting != nullptr) return found;
  std::vector<std::string> names;
  names.reserve(all.size());
  for (const NumberSetting& setting : all) names.push_back(names_of_setting(setting, all).back());
  throw json::unknown_name("--parameters", text.substr(0, text.find_first_of(",=")),
                           std::vector<std::string_view>(names.begin(), names.end()));
}

// `FROM..TO`.
Interval read_range(std::string_view parameter, std::string_view text) {
  const std::size_t dots = text.find("..");
  const auto from = parse_number<double>(text.substr(0, dots));
  const auto to = dots == std::string_view::npos ? std::nullopt : parse_number<double>(text.substr(dots + 2));
  if (!from || !to || !(*from < *to) || !std::isfinite(*to - *from))
    refuse_parameter(parameter, "expected a range FROM..TO, such as 0..0.2");
  return {*from, *to};
}

// parameter: the setting's name, of this length, and the range if one is given.
TunedSetting tuned_setting(const NumberSetting& setting, std::string_view parameter,
                           std::size_t name_length) {
  const std::string_view name = parameter.substr(0, name_length);
  std::optional<Interval> range = setting.range;
  if (parameter.size() > name_length) {
    const Interval given = read_range(parameter, parameter.substr(name_length + 1));
    if (range && (given.low < range->low || given.high > range->high))
      refuse_parameter(parameter, fmt::format("expected a range within {} to {}", range->low, range->high));
    range = given;
  }
  if (!range)
    refuse_parameter(parameter, fmt::format("an external player's setting needs a range: {}=FROM..TO", name));
  if (setting.is_whole && (range->low != std::floor(range->low) || range->high != std::floor(range->high)))
    refuse_parameter(parameter, "expected a range of whole numbers");
  if (setting.value < range->low || setting.value > range->high)
    refuse_parameter(
        parameter,
        fmt::format("the config's value, {}, from which the search starts, is outside", setting.value));
  return {setting.name, range->low, range->high, setting.is_whole, setting.value};
}

// Players come in the order of the list; the settings of one player are tuned together.
std::vector<TunedPlayer> read_parameters(std::string_view list, const std::vector<NumberSetting>& all) {
  std::vector<TunedPlayer> players;
  for (std::size_t at = 0; at <= list.size();) {
    const FoundSetting found = setting_at(list.substr(at), all);
    const NumberSetting& setting = *found.setting;
    const std::size_t end = std::min(list.find(',', at + found.length), list.size());
    const std::string_view parameter = list.substr(at, end - at);
    auto player = std::find_if(players.begin(), players.end(),
                               [&](const TunedPlayer& other) { return other.label == setting.player; });
    if (player == players.end()) player = players.insert(players.end(), {setting.player, {}});
    for (const TunedSetting& other : player->settings)
      if (other.name == setting.name) refuse_parameter(parameter, "this setting is given twice");
    player->settings.push_back(tuned_setting(setting, parameter, found.length));
    at = end + 1;
  }
  return players;
}

TuningPlan plan_of(const TuneOptions& options, const Experiment& experiment) {
  const auto check = [](std::string_view option, const std::optional<double>& value, double most) {
    if (value && !(*value > 0 && *value <= most))
      throw InputError(fmt::format("{} is {}; expected a number above 0, at most {}", option, *value, most));
  };
  check("--spread", options.spread, 0.5);
  check("--rate", options.rate, 1);
  check("--d1", options.d1, 1);
  if (options.parameters.empty())
    throw InputError("tune: --parameters is missing: what to tune, such as progress.margin");
  const PlayerTuning* const tuning = experiment.parts().tuning;
  const std::vector<NumberSetting> all =
      tuning != nullptr ? tuning->number_settings() : std::vector<NumberSetting>();
  if (all.empty())
    throw InputError::in_file(
        options.config.string(),
        "has no player with settings that are numbers; expected one such as progress, or "
        "an external one with \"settings\"");
  TuningPlan plan;
  plan.players = read_parameters(options.parameters, all);
  const std::uint64_t cases = experiment.case_count();
  plan.iterations = options.iterations;
  plan.games = options.games / (options.iterations * cases);
  if (plan.games == 0)
    throw InputError(fmt::format("tune: --games is {}, fewer than one for each of {} and {}",
                                 with_commas(options.games), count_text(options.iterations, "iteration"),
                                 count_text(cases, "case")));
  const auto games = static_cast<double>(plan.games * plan.iterations * cases);
  plan.spread = options.spread.value_or(plan.spread);
  plan.rate = json::rounded(options.rate.value_or(std::min(1.0, kTravel / games)));
  plan.test_seed = experiment.common().seed + 1;
  plan.test_games = options.test_games.value_or(options.games) / cases;
  if (plan.test_games == 0 && options.test_games.value_or(0) > 0)
    throw InputError(fmt::format("tune: --test-games is {}, fewer than one for each of {}; 0: no test",
                                 *options.test_games, count_text(cases, "case")));
  plan.d1 = options.d1.value_or(plan.d1);
  return plan;
}

std::string progress_text(const Tuning& tuning) {
  for (std::size_t player = 0; player < tuning.played().size(); ++player) {
    const TunedGames& played = tuning.played()[player];
    const TunedPlayer& tuned = tuning.plan().players[player];
    const bool is_last = player + 1 == tuning.played().size() || tuning.played()[player + 1].steps.empty();
    if (!is_last) continue;
    if (const auto test = tuning.tested(player))
      return fmt::format("{}: test after {}, log likelihood ratio {:+.2f}", tuned.label,
                         count_text(test->counts.games, "game"),
                         log_likelihood_ratio(tuning.sprt(player), test->sample));
    std::string text =
        fmt::format("{}: iteration {} of {}", tuned.label, played.steps.size(), tuning.plan().iterations);
    const std::vector<double> values = tuning.values(player);
    for (std::size_t i = 0; i < values.size(); ++i)
      text += fmt::format(" {} {:.4g}", tuned.settings[i].name, values[i]);
    return text;
  }
  return {};
}

bool has_played(const Tuning& tuning) {
  return std::ranges::any_of(tuning.played(), [](const TunedGames& played) { return !played.steps.empty(); });
}

// The exit status: 0, or 130 or 143 if a signal ended it, or 1 if it failed, after saving what was played. InputError
// before anything is written.
int tune(const TuneOptions& options) {
  TuningRun run;
  run.started = start_now();
  const std::shared_ptr<const Experiment> experiment = load_experiment(options.config, options.overrides);
  refuse_commands(*experiment, options.config.string());
  Tuning tuning(experiment, plan_of(options, *experiment));
  const InputFiles inputs = inputs_of(options.config, *experiment);
  const fs::path output =
      options.output ? *options.output : fs::path(experiment->common().name + ".tune.json");
  if (note_if_complete(options.resumed, overwrite_policy(options.force), options.quiet, inputs, output,
                       std::span(&output, 1)))
    return 0;
  OutputFile file(output, inputs, existing_output(options.force, options.resumed, output));
  run.programs = program_files_of(*experiment);
  run.threads = thread_count(options.threads);
  double wall_before_s = 0;
  const auto begin = std::chrono::steady_clock::now();
  const auto text = [&](TuneFile kind) {
    run.wall_s =
        wall_before_s + std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    end_now(run.started);
    return text_of(tuning, run, kind);
  };
  Resumable kept(options.resumed, {"tuning", "game", "played", ".tune.json"},
                 {file.path(), {}, options.force}, inputs, [&](const fs::path& checkpoint) {
                   AtomicFile written(checkpoint);
                   written.write(text(TuneFile::checkpoint));
                   written.commit();
                 });
  if (kept.has_checkpoint(options.quiet)) wall_before_s = resume(kept.file(), run, tuning);
  if (!options.quiet) note_excess_threads(run.threads);

  const Interruption interruption;
  Outcome outcome = Outcome::interrupted;
  std::string failure;
  {
    ProgressLine progress(options.quiet ? ProgressMode::never : options.progress);
    try {
      outcome = tuning.play(run.threads, interruption.flag(), [&] {
        if (progress.is_due()) progress.show(progress_text(tuning));
        if (kept.is_due()) kept.save();
      });
      if (outcome == Outcome::finished) kept.save();
    } catch (const GameFailed& failed) {
      failure = failed.without_advice();
    } catch (const std::exception& error) {
      failure = error_text(error);
    }
  }
  if (!failure.empty()) {
    print_error(failure);
    if (has_played(tuning)) kept.keep("failed");
    return 1;
  }
  if (outcome == Outcome::interrupted) {
    kept.keep("interrupted");
    return 128 + interruption.signal();
  }
  try {
    file.write_whole(text(TuneFile::trace));
  } catch (const RunError& error) {
    print_error(error.what());
    kept.keep("all games are played, but the trace is not written");
    return 1;
  }
  if (!options.quiet)
    print(tuning_table(tuning, output_width()) +
          fmt::format("Trace: {}\n", printable_file(file.path().string())));
  kept.remove();
  return 0;
}

void add_tune_options(CommandSyntax& syntax, TuneOptions& options) {
  syntax.argument("CONFIG", "the experiment, or a report of one", path(options.config));
  syntax.option("--parameters", "LIST",
                "what is tuned: PLAYER.SETTING[=FROM..TO],...; PLAYER is a label, or "
                "the name of a strategy that only one player has",
                text(options.parameters));
  syntax.option("-o, --output", "FILE", "where to write the trace", path(options.output), "NAME.tune.json");
  add_force(syntax, options.force);
  add_resume(syntax, options.resumed, "the trace's name and .checkpoint");
  syntax.option("--games", "N", "games of each side for each tuned player, over all cases",
                whole_number(options.games, 1, kMaxGames));
  syntax.option("--iterations", "K", "how many iterations these are divided into",
                whole_number(options.iterations, 1, kMostIterations));
  syntax.option("--spread", "C", "how far a setting is changed in the end, as a share of its range",
                share(options.spread), "0.1");
  syntax.option("--rate", "R", "how far a won game moves a setting in the end, in changes",
                share(options.rate), "2000 / games, at most 1");
  syntax.option("--test-games", "N", "the most games of the test, over all cases; 0: no test",
                whole_number(options.test_games, 0, kMaxGames), "--games");
  syntax.option("--d1", "D", "the gain in win rate that the test should confirm", share(options.d1), "0.005");
  syntax.option("--seed", "S", "the seed of all games, in place of the config's",
                whole_number(options.overrides.seed, 0, kMaxSeed));
  add_allow_commands(syntax, options.overrides.allow_commands);
  add_threads(syntax, options.threads);
  add_progress(syntax, options.quiet, options.progress);
}

}  // namespace

Command tune_command() {
  return {
      .name = "tune",
      .summary = "tune settings of strategies or of your own player",
      .details =
          "SPSA: each iteration changes all settings of a player at once, up or down by chance, plays both "
          "sides on the same boards, and moves the settings towards the better one. It starts from the "
          "config's values. Then a sequential test plays the settings found against these on boards of the "
          "next seed: is the win rate higher by D (--d1), or not at all? Differences are adjusted by exact "
          "risks where these are known.\n\n"
          "Settings of an external player are the numbers in its \"settings\", which its program is told "
          "with "
          "each case (data/players/PROTOCOL.md); they need a range. The same command gives the same trace "
          "for "
          "any number of threads and after any interruption. `sapper plot` draws it; data/tuning.md says "
          "more.",
      .examples = {"sapper tune my.json --parameters progress.margin,progress.bonus --games 1M",
                   "sapper tune bot.json --parameters bot.caution=0..1 --allow-commands"},
      .declare = declared(add_tune_options, tune)};
}

}  // namespace sapper::experiments
