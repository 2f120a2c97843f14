#include "experiments/commands/run_setup.hpp"

#include <fmt/format.h>

#include <limits>
#include <system_error>
#include <utility>

#include "experiments/cli/console.hpp"
#include "experiments/commands/report_output.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/config/config_difference.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/report/csv.hpp"
#include "experiments/run/record_file.hpp"
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

Report read_extension(const RunOptions& given, Shard shard) {
  if (!shard.is_whole()) throw InputError("run: --extend and --shard are mutually exclusive");
  if (given.seed)
    throw InputError("run: --extend and --seed are mutually exclusive; the seed is the report's");
  Report report = load_report(*given.extend);
  const std::string name = given.extend->string();
  if (!report.shard.is_whole())
    throw InputError::in_file(name, "holds a shard; expected the report of a whole experiment");
  if (!report.is_finished)
    throw InputError::in_file(name, fmt::format("is unfinished ({}); expected a finished report, or --resume",
                                                report.progress_text()));
  const std::shared_ptr<const Experiment> before = report.experiment;
  const Overrides overrides{given.seed, given.games, given.allow_commands};
  report.experiment =
      given.config ? load_experiment(*given.config, overrides) : experiment_of(report, overrides);
  const Experiment& experiment = *report.experiment;
  refuse_commands(experiment, given.config ? given.config->string() : name);
  if (const std::string difference = difference_of(before->config(), experiment.config(), Games::ignored);
      !difference.empty())
    throw InputError::in_file(name,
                              fmt::format("belongs to a different experiment than {} ({})",
                                          printable(given.config->string(), sim::kLongestPath), difference));
  const std::uint64_t games = experiment.common().games;
  if (games < before->common().games || (!given.config && !given.games && games == before->common().games))
    throw InputError::in_file(name, fmt::format("has {} already; expected --games above that",
                                                counted(before->common().games, "game")));
  const std::string build =
      report.build_id().empty() ? "of an earlier version" : printable(report.build_id());
  if (report.build_id() != build_id() && !given.resume_anyway)
    throw InputError::in_file(
        name, fmt::format("was written by the build {}, this is {}; add --resume-anyway to extend it anyway "
                          "(the report will say so)",
                          build, build_id()));
  const std::vector<ProgramFile> programs = experiment.program_files();
  if (const std::string changed = changed_program(report.programs, programs);
      !changed.empty() && !given.resume_anyway)
    throw InputError::in_file(name,
                              fmt::format("{} has changed since its games were played; add "
                                          "--resume-anyway to extend it anyway (the report will say so)",
                                          changed));
  if (report.build_id() != build_id())
    report.other_builds.push_back(report.build_id().empty() ? "an earlier version" : report.build_id());
  report.use_programs(programs);
  report.is_finished = false;
  return report;
}

// The last game that was played; nullopt if there is none.
std::optional<GamePlace> last_game_of(const Report& report) {
  if (report.stretches.empty()) return std::nullopt;
  const Stretch& last = report.stretches.back();
  return GamePlace{last.case_number, last.games.last - 1};
}

// The checkpoint of a finished run is irrelevant, unless it has records.
void remove_checkpoint(const Report& finished, const fs::path& checkpoint) {
  try {
    std::error_code ignored;
    if (!read_checkpoint(checkpoint, finished.experiment, finished.shard, OtherBuilds::accepted)
             .records.filter)
      fs::remove(checkpoint, ignored);
  } catch (const InputError&) {  // of another run
  }
}

// The table of a finished run, unless it is there.
void write_table(const fs::path& file, const Report& report) {
  if (holds_something(file)) {
    std::string table;
    write_csv([&](std::string_view text) { table += text; }, report);
    if (sim::read_input(file, std::numeric_limits<std::size_t>::max() / 2).content == table) return;
    throw InputError::in_file(file.string(),
                              "holds another table; choose another output, or remove it to write this one");
  }
  check_output(file);
  write_csv(file, report);
}

}  // namespace

std::string usual_name(const Report& report) {
  const Shard shard = report.shard;
  return shard.is_whole() ? report.name()
                          : fmt::format("{}.shard-{}-of-{}", report.name(), shard.number, shard.count);
}

Report read_setup(const RunOptions& options) {
  check_together(options);
  const Shard shard = read_shard(options.shard);
  if (options.extend) return read_extension(options, shard);
  if (!options.config) throw InputError("run: CONFIG is missing: the experiment (sapper-config/1)");
  Report report(load_experiment(*options.config, {options.seed, options.games, options.allow_commands}));
  refuse_commands(*report.experiment, options.config->string());
  report.shard = shard;
  report.programs = report.experiment->program_files();
  return report;
}

std::optional<Report> finished_report(const RunOptions& options, const Report& setup,
                                      const RunOutputs& outputs) {
  if (options.force || options.is_to_standard_output()) return std::nullopt;
  OutputContent content = content_of(outputs.report(), *setup.experiment, setup.shard);
  const std::string name = outputs.report().string();
  std::error_code ignored;
  switch (content.kind) {
    case OutputContent::Kind::nothing:
      return std::nullopt;
    case OutputContent::Kind::fewer: {
      if (options.extend && fs::equivalent(outputs.report(), *options.extend, ignored)) return std::nullopt;
      throw InputError::in_file(
          name, fmt::format("{}; --extend {} plays only those that are missing, --force replaces it",
                            content.description, shell_quoted_file(name)));
    }
    case OutputContent::Kind::other:
      throw InputError::in_file(
          name, fmt::format("{}; choose another output, or add --force to replace it", content.description));
    case OutputContent::Kind::same:
      break;
  }
  if (const std::string changed =
          changed_program(content.report->programs, setup.experiment->program_files());
      !changed.empty())
    throw InputError::in_file(name, fmt::format("holds this experiment, complete, but played by {}; choose "
                                                "another output, or add --force to replace it",
                                                another_version(changed)));
  if (!outputs.records()) return std::move(content.report);
  if (fs::exists(outputs.checkpoint(), ignored)) return std::nullopt;  // not all records are written
  const auto last = last_game_of(*content.report);
  if (last && !ends_with_record(*outputs.records(), options.games_where, *last))
    throw InputError::in_file(name, fmt::format("holds this experiment, complete, but {} does not hold its "
                                                "records; add --force to rerun it and write its records",
                                                printable(outputs.records()->string(), sim::kLongestPath)));
  return std::move(content.report);
}

void show_finished(const RunOptions& options, const RunOutputs& outputs, const Report& finished) {
  if (outputs.csv()) write_table(*outputs.csv(), finished);
  std::error_code ignored;
  if (options.resume && fs::exists(outputs.checkpoint(), ignored))
    remove_checkpoint(finished, outputs.checkpoint());
  if (options.quiet) return;
  const std::string name = printable(outputs.report().string(), sim::kLongestPath);
  print_error(
      fmt::format("{} holds this experiment, complete ({}); --force reruns it", name, summary_of(finished)));
  print(table_of(finished, fmt::format("report: {}", name)));
}

std::optional<Report> unfinished_report(const RunOptions& options, const Report& setup,
                                        const fs::path& checkpoint) {
  std::error_code ignored;
  if (options.is_to_standard_output() || !fs::exists(checkpoint, ignored)) return std::nullopt;
  if (!options.resume && (!options.resume_anyway || options.extend))
    throw InputError::in_file(
        checkpoint.string(),
        "holds an unfinished run; add --resume to continue it, or delete it to start over");
  return read_checkpoint(checkpoint, setup.experiment, setup.shard,
                         options.resume_anyway ? OtherBuilds::accepted : OtherBuilds::refused);
}

}  // namespace sapper::experiments
