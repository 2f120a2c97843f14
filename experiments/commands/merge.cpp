// `sapper merge REPORT... -o OUT`: merges the reports of shards into that of the whole experiment.
#include "experiments/report/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/commands/report_input.hpp"
#include "experiments/commands/report_output.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/config/config_difference.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/run/chunk.hpp"
#include "experiments/run/external_inputs.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/report_parts.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/output_file.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

struct MergeOptions {
  std::vector<std::string> reports;
  std::optional<fs::path> output;
  bool force = false;
  bool other_builds = false;
  bool quiet = false;
};

// Checks that all belong to the experiment of the first report. InputError names the first that does not.
void refuse_others(const std::vector<Report>& reports) {
  const Experiment& first = *reports.front().experiment;
  const Experiment* last = &first;
  for (const Report& report : reports) {
    if (report.experiment.get() == last) continue;
    last = report.experiment.get();
    const std::string difference = difference_of_stored(last->config(), first, GameCounts::compared);
    if (!difference.empty())
      throw InputError::in_file(report.file,
                                fmt::format("belongs to a different experiment than {} ({})",
                                            printable(reports.front().file, sim::kLongestPath), difference));
  }
}

// The builds and versions of players other than the first report's, in the order of the reports.
std::vector<std::string> other_builds(const std::vector<Report>& reports, bool are_accepted) {
  std::vector<std::string> builds;
  const auto add = [&](const Report& report, const std::string& build, const std::string& wrong) {
    if (!are_accepted)
      throw InputError::in_file(report.file,
                                wrong + "; add --other-builds to merge them anyway (the report will say so)");
    builds.push_back(build);
  };
  std::vector<ProgramFile> programs;
  for (const Report& report : reports) {
    add_program_files(report.programs, programs);
    if (const std::string changed = changed_program(programs, report.programs); !changed.empty())
      add(report, another_version(changed), "was played by " + another_version(changed));
  }
  const std::string first = reports.front().build_id();
  for (const Report& report : reports)
    if (const std::string build = report.build_id();
        build != first && std::ranges::find(builds, build) == builds.end())
      add(report, build,
          fmt::format("was written by the build {}, {} by {}", printable(build),
                      printable(reports.front().file, sim::kLongestPath), printable(first)));
  if (first != build_id()) builds.push_back(first);
  return builds;
}

bool have_same_results(const Report& a, const Report& b) {
  if (a.absent != b.absent) return false;
  const ReportParts parts(a);
  return std::ranges::equal(a.tallied, b.tallied, [&](const TalliedGames& one, const TalliedGames& other) {
    return parts.values(*one.tally, CounterGroup::reproducible) ==
           parts.values(*other.tally, CounterGroup::reproducible);
  });
}

// The file of -o. InputError if it must not be written: a finished report is kept where it may hold the same games.
class MergedReport {
 public:
  MergedReport(const MergeOptions& options, const Experiment& experiment)
      : file_(*options.output, InputFiles(options.reports), OverwritePolicy::replaced) {
    if (options.force) return;
    OutputContent there = content_of(file_.path(), experiment, {});
    if (there.kind == OutputContent::Kind::nothing) return;
    if (there.kind != OutputContent::Kind::same) refuse(there.description);
    finished_ = std::move(there.report);
  }
  // False if the file holds this report already. InputError if it holds another one.
  bool write(const Report& merged) {
    if (finished_) {
      if (have_same_results(*finished_, merged)) return false;
      refuse("holds this experiment with other results");
    }
    write_report([&](std::string_view text) { file_.write(text); }, merged);
    file_.commit();
    return true;
  }
  std::string name() const { return printable(file_.path().string(), sim::kLongestPath); }

 private:
  [[noreturn]] void refuse(std::string_view description) const {
    throw InputError::in_file(
        file_.path().string(),
        fmt::format("{}; choose another output, or add --force to replace it", description));
  }

  OutputFile file_;
  std::optional<Report> finished_;
};

int merge(const MergeOptions& options) {
  needed_output(options.output, "merge: --output is missing: the file for the merged report");
  const RunStart started = start_now();
  std::vector<Report> reports = load_reports(options.reports);
  refuse_others(reports);
  const std::vector<std::string> builds = other_builds(reports, options.other_builds);

  const bool is_to_standard_output = *options.output == "-";
  std::optional<MergedReport> output;
  if (!is_to_standard_output) output.emplace(options, *reports.front().experiment);

  Report merged = experiments::merge(reports);
  merged.other_builds.insert(merged.other_builds.end(), builds.begin(), builds.end());
  merged.started = started;
  end_now(merged.started);
  if (is_to_standard_output) {
    write_report([](std::string_view text) { print(text); }, merged);
    return 0;
  }
  if (!output->write(merged) && !options.quiet)
    print_error(fmt::format("{} holds this report already; --force writes it again", output->name()));
  if (!options.quiet)
    print(
        table_of(merged, fmt::format("{}; report: {}", count_text(reports.size(), "part"), output->name())));
  return 0;
}

void add_merge_options(CommandSyntax& syntax, MergeOptions& options) {
  syntax.arguments("REPORT", "the reports of all shards, in any order", more_texts(options.reports), 1,
                   std::numeric_limits<std::size_t>::max());
  syntax.option("-o, --output", "FILE", "where to write the merged report; - is standard output",
                path(options.output));
  add_force(syntax, options.force);
  syntax.flag("--other-builds",
              "merge reports of different builds of the program, or versions of external players",
              options.other_builds);
  syntax.flag("--quiet", "do not print the table", options.quiet);
}

}  // namespace

Command merge_command() {
  return {.name = "merge",
          .summary = "merge the reports of shards into one",
          .details =
              "The merged report equals that of the undivided run byte for byte, outside timing and "
              "environment. If games are missing, duplicated or from another experiment, the command names "
              "them and writes nothing. A stop rule is decided here: it is checked after fixed numbers of "
              "games, and games that the parts have played beyond the check that ends a case are dropped.\n\n"
              "Join the records of the parts with `cat`, in the order of the parts.",
          .examples = {"sapper merge part1.json part2.json part3.json -o whole.json"},
          .declare = declared(add_merge_options, merge)};
}

}  // namespace sapper::experiments
