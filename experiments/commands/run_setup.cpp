#include "experiments/commands/run_setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string_view>
#include <system_error>
#include <utility>

#include "experiments/cli/console.hpp"
#include "experiments/commands/report_output.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/external_inputs.hpp"
#include "experiments/run/record_file.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/support/atomic_file.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/output_file.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

// The checkpoint of a finished run is irrelevant, unless it has records.
void remove_checkpoint(const Report& finished, const fs::path& checkpoint) {
  try {
    std::error_code ignored;
    if (!read_checkpoint(checkpoint, finished.experiment, finished.shard, OtherBuildPolicy::accepted)
             .records.filter)
      fs::remove(checkpoint, ignored);
  } catch (const InputError&) {  // of another run
  }
}

// `2,000 games each`, or `1,000 to 2,000 games each` where a stop rule ends cases; of a shard: `3,000 games`.
std::string games_text(const Report& report) {
  if (!report.shard.is_whole()) return count_text(report.game_count(), "game");
  std::uint64_t fewest = report.games_of(0);
  std::uint64_t most = fewest;
  for (std::size_t number = 1; number < report.experiment->case_count(); ++number) {
    fewest = std::min(fewest, report.games_of(number));
    most = std::max(most, report.games_of(number));
  }
  return (fewest < most ? with_commas(fewest) + " to " : std::string()) + count_text(most, "game") + " each";
}

// `2,000 games each, played by BUILD on HOST`.
std::string summary_of(const Report& report) {
  std::string text = games_text(report);
  if (const std::string build = report.build_id(); !build.empty()) text += ", played by " + printable(build);
  if (const std::string host = report.environment_text("host"); !host.empty())
    text += " on " + printable(host);
  return text;
}

// The last game of which a run to this report writes a record; nullopt if it adds none.
std::optional<GamePlace> last_recorded(const Report& finished, const RunPlan& plan) {
  const GameSet recorded = finished.games().minus(plan.kept);
  if (recorded.empty()) return std::nullopt;
  const GameSet::Range& last = recorded.ranges().back();
  return GamePlace{last.case_number, last.games.last - 1};
}

// Results of a finished run, unless they are there.
void write_results(const fs::path& file, const Report& report, const ResultsFormat& format) {
  if (holds_something(file)) {
    constexpr std::size_t kAnySize = std::numeric_limits<std::size_t>::max() / 2;
    if (sim::read_input(file, kAnySize).content == text_of(report, format.write)) return;
    throw InputError::in_file(
        file.string(),
        fmt::format("holds another {}; choose another output, or remove it to write this one", format.name));
  }
  check_output(file);
  save(file, report, format.write);
}

}  // namespace

std::string usual_name(const RunOptions& options, const RunPlan* plan) {
  if (plan == nullptr) return options.extend->stem().stem().string();
  const auto [number, count] = plan->shard;
  const std::string& name = plan->experiment->common().name;
  return plan->shard.is_whole() ? name : fmt::format("{}.shard-{}-of-{}", name, number, count);
}

RunSetup read_config(const RunOptions& options) {
  if (!options.config) throw InputError("run: CONFIG is missing: the experiment (sapper-config/1)");
  const std::shared_ptr<const Experiment> experiment = load_experiment(*options.config, options.overrides);
  refuse_missing_file(*experiment, options.config->string());
  // A replay may show only players that are there.
  if (!options.replay || !commands_of(*experiment).empty())
    refuse_commands(*experiment, options.config->string());
  return {.plan = {.experiment = experiment, .shard = read_shard(options.shard)}};
}

RunSetup read_extension(const RunOptions& given) {
  Report report = load_report(*given.extend);
  const std::string name = given.extend->string();
  const auto refuse = [&](const std::string& wrong) { return InputError::in_file(name, wrong); };
  const auto require_accepted = [&](const std::string& other) {
    if (!given.resume_anyway)
      throw refuse(other + "; add --resume-anyway to extend it anyway (the report will say so)");
  };
  if (!report.shard.is_whole()) throw refuse("holds a shard; expected the report of a whole experiment");
  if (!report.is_finished)
    throw refuse(
        fmt::format("is unfinished ({}); expected a finished report, or --resume", report.progress_text()));
  const std::shared_ptr<const Experiment> experiment =
      given.config ? load_experiment(*given.config, given.overrides) : experiment_of(report, given.overrides);
  refuse_commands(*experiment, given.config ? given.config->string() : name);
  const std::uint64_t games_before = report.experiment->common().games;
  if (!given.config && (!given.overrides.games || experiment->common().games < games_before))
    throw refuse(fmt::format("has {} already; expected --games to be at least that",
                             count_text(games_before, "game")));
  const std::string build = report.build_id();
  const std::vector<ProgramFile> programs = program_files_of(*experiment);
  const fs::path folder = (given.config ? *given.config : *given.extend).parent_path();
  RunSetup setup{
      .plan = plan_extension(std::move(report), experiment, [&](std::string config, const std::string& file) {
        return parse_experiment(std::move(config), file, folder,
                                {{}, {}, given.overrides.allow_commands, {}});
      })};
  Report& before = setup.plan.extended->report;
  if (build != build_id())
    require_accepted(fmt::format("was written by the build {}, this is {}",
                                 build.empty() ? "of an earlier version" : printable(build), build_id()));
  if (const std::string changed = changed_program(before.programs, programs); !changed.empty())
    require_accepted(changed + " has changed since its games were played");
  if (build != build_id()) before.other_builds.push_back(build.empty() ? "an earlier version" : build);
  before.use_programs(programs);
  return setup;
}

namespace {

// The command as it was given, with another report, of a name that is free: my.1000.report.json.
std::string command_beside(const fs::path& report, std::uint64_t games) {
  constexpr std::string_view kUsualEnding = ".report.json";
  const std::string name = report.filename().string();
  const std::string ending =
      name.ends_with(kUsualEnding) ? std::string(kUsualEnding) : report.extension().string();
  fs::path free;
  std::error_code ignored;
  for (int count = 1; free.empty() || fs::exists(free, ignored); ++count) {
    free = report;
    free.replace_filename(fmt::format("{}.{}{}{}", name.substr(0, name.size() - ending.size()), games,
                                      count == 1 ? std::string() : fmt::format("-{}", count), ending));
  }
  return changed_command(std::array<std::string_view, 2>{"-o", "--output"}, {},
                         " -o " + shell_quoted_file(fs::proximate(free, ignored).string()));
}

}  // namespace

std::optional<Report> finished_report(const RunOptions& options, const RunPlan& plan,
                                      const RunOutputs& outputs) {
  if (options.force || options.is_to_standard_output()) return std::nullopt;
  const Experiment& experiment = *plan.experiment;
  OutputContent content = content_of(outputs.report(), experiment, plan.shard);
  const std::string name = outputs.report().string();
  std::error_code ignored;
  const bool is_in_place = plan.extended && fs::equivalent(outputs.report(), *options.extend, ignored);
  if (is_in_place && content.kind != OutputContent::Kind::same) {
    if (plan.extended->lost.empty()) return std::nullopt;
    throw InputError::in_file(name, fmt::format("holds the games of {} that the extended report would lack; "
                                                "choose another output, or add --force to replace it",
                                                plan.extended->lost));
  }
  switch (content.kind) {
    case OutputContent::Kind::nothing:
      return std::nullopt;
    case OutputContent::Kind::fewer:
      throw InputError::in_file(
          name, fmt::format("{}; --extend {} plays only those that are missing, --force replaces it",
                            content.description, shell_quoted_file(name)));
    case OutputContent::Kind::more:
      throw InputError::in_file(
          name,
          outputs.are_others_new()
              ? fmt::format("{}; add --force to replace it, or play these games beside it: {}",
                            content.description, command_beside(outputs.report(), experiment.common().games))
              : fmt::format("{}; choose other outputs, or add --force to replace them", content.description));
    case OutputContent::Kind::other:
      throw InputError::in_file(
          name, fmt::format("{}; choose another output, or add --force to replace it", content.description));
    case OutputContent::Kind::same:
      break;
  }
  if (const std::string changed = changed_program(content.report->programs, program_files_of(experiment));
      !changed.empty())
    throw InputError::in_file(name, fmt::format("holds this experiment, complete, but played by {}; choose "
                                                "another output, or add --force to replace it",
                                                another_version(changed)));
  if (!outputs.records()) return std::move(content.report);
  if (fs::exists(outputs.checkpoint(), ignored)) return std::nullopt;  // not all records are written
  const std::optional<GamePlace> last = last_recorded(*content.report, plan);
  if (last && !ends_with_record(*outputs.records(), options.games_where, *last))
    throw InputError::in_file(name, fmt::format("holds this experiment, complete, but {} does not hold its "
                                                "records; this plays it again and writes them: {}",
                                                printable(outputs.records()->string(), sim::kLongestPath),
                                                changed_command({}, {}, " --force")));
  return std::move(content.report);
}

void show_finished(const RunOptions& options, const RunOutputs& outputs, const Report& finished) {
  for (std::size_t i = 0; i < kResultsFormats.size(); ++i)
    if (outputs.results()[i]) write_results(*outputs.results()[i], finished, kResultsFormats[i]);
  std::error_code ignored;
  if (options.resume && fs::exists(outputs.checkpoint(), ignored))
    remove_checkpoint(finished, outputs.checkpoint());
  if (options.quiet) return;
  const std::string name = printable(outputs.report().string(), sim::kLongestPath);
  print_error(fmt::format("{} holds this experiment, complete ({}); {}", name, summary_of(finished),
                          options.extend ? "0 games added" : "--force reruns it"));
  print(table_of(finished, fmt::format("report: {}", name)));
}

bool read_checkpoint(const RunOptions& options, const fs::path& checkpoint, RunSetup& setup) {
  std::error_code ignored;
  if (options.is_to_standard_output() || !fs::exists(checkpoint, ignored)) {
    if (options.resume && !options.quiet)
      print_error(fmt::format("no {} found; starting from {}",
                              printable(checkpoint.string(), sim::kLongestPath),
                              options.extend ? "the report" : "the first game"));
    return false;
  }
  if (!options.resume && (!options.resume_anyway || options.extend))
    throw InputError::in_file(
        checkpoint.string(),
        "holds an unfinished run; add --resume to continue it, or delete it to start over");
  const RunPlan& plan = setup.plan;
  const auto read = [&](const std::shared_ptr<const Experiment>& experiment) {
    return read_checkpoint(checkpoint, experiment, plan.shard,
                           options.resume_anyway ? OtherBuildPolicy::accepted : OtherBuildPolicy::refused);
  };
  if (plan.added && is_checkpoint_of(checkpoint, *plan.added->experiment))
    setup.added = read(plan.added->experiment);
  else
    setup.report = read(plan.experiment);
  return true;
}

}  // namespace sapper::experiments
