// `sapper merge REPORT... -o OUT`: joins the reports of shards into that of the whole experiment.
#include "experiments/report/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/commands/report_output.hpp"
#include "experiments/config/config_difference.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/support/atomic_file.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/output_lock.hpp"
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

// All of one experiment: that of the first report. InputError names the one that is foreign.
void refuse_others(const std::vector<Report>& reports) {
  const Experiment* last = reports.front().experiment.get();
  const boost::json::object config = last->config();
  for (const Report& report : reports) {
    if (report.experiment.get() == last) continue;
    last = report.experiment.get();
    const std::string difference = difference_of(last->config(), config, Games::compared);
    if (!difference.empty())
      throw InputError::in_file(report.file,
                                fmt::format("is of another experiment than {} ({})",
                                            printable(reports.front().file, sim::kLongestPath), difference));
  }
}

// Those other than the first report's, in the order of the reports.
std::vector<std::string> other_builds(const std::vector<Report>& reports, bool are_accepted) {
  std::vector<std::string> builds;
  const std::string first = reports.front().build_id();
  for (const Report& report : reports) {
    const std::string build = report.build_id();
    if (build == first || std::find(builds.begin(), builds.end(), build) != builds.end()) continue;
    if (!are_accepted)
      throw InputError::in_file(
          report.file,
          fmt::format("was written by the build {}, {} by {}; add --other-builds to join them all "
                      "the same (the report will say so)",
                      printable(build), printable(reports.front().file, sim::kLongestPath),
                      printable(first)));
    builds.push_back(build);
  }
  if (!builds.empty() && first != build_id()) builds.push_back(first);
  return builds;
}

int merge(const MergeOptions& options) {
  if (!options.output) throw InputError("merge: --output is missing: the file that takes the joined report");
  const std::string started = now_utc();
  std::vector<Report> reports = load_reports(options.reports);
  refuse_others(reports);
  const std::shared_ptr<const Experiment> experiment = reports.front().experiment;
  std::vector<std::string> builds = other_builds(reports, options.other_builds);

  const bool is_to_standard_output = *options.output == "-";
  const fs::path output = is_to_standard_output ? fs::path("-") : resolve_output(*options.output);
  std::optional<OutputLock> lock;
  if (!is_to_standard_output) {
    lock.emplace(output);
    const OutputContent there = content_of(output, *experiment, {});
    if (!options.force && there.kind != OutputContent::Kind::nothing &&
        there.kind != OutputContent::Kind::same)
      throw InputError::in_file(
          output.string(),
          fmt::format("{}; choose another output, or add --force to replace it", there.description));
    check_output(output);
  }

  Played played = experiments::merge(*experiment, reports);
  played.other_builds.insert(played.other_builds.end(), builds.begin(), builds.end());
  Making making{1, started, {}};
  for (const Report& report : reports) {
    making.threads = std::max<std::size_t>(making.threads, report.threads);
    making.merged.push_back({{"shard", report.shard.number},
                             {"of", report.shard.count},
                             {"host", report.environment_text("host")},
                             {"started", report.environment_text("started")},
                             {"wall_s", report.wall_s},
                             {"threads", report.threads},
                             {"build_id", report.build_id()}});
  }
  if (is_to_standard_output) {
    write_report([](std::string_view text) { print(text); }, *experiment, played, making);
    return 0;
  }
  write_report(output, *experiment, played, making);
  if (!options.quiet)
    print(table_of(*experiment, played, making.threads,
                   fmt::format("{}; report: {}", counted(reports.size(), "part"),
                               printable(output.string(), sim::kLongestPath))));
  return 0;
}

Action declare_merge(Syntax& syntax) {
  const auto options = std::make_shared<MergeOptions>();
  syntax.arguments("REPORT", "the reports of all shards, in any order", more_texts(options->reports), 1,
                   std::numeric_limits<std::size_t>::max());
  syntax.option("-o, --output", "FILE", "where the joined report goes; - is standard output",
                path(options->output));
  syntax.flag("--force", "replace what the output holds", options->force);
  syntax.flag("--other-builds", "join reports of different builds of the program", options->other_builds);
  syntax.flag("--quiet", "do not print the table", options->quiet);
  return [options] { return merge(*options); };
}

}  // namespace

Command merge_command() {
  return {
      .name = "merge",
      .summary = "join the reports of shards into one",
      .details =
          "The joined report has the bytes of the undivided run's, outside timing and environment. What "
          "is missing, there twice or of another experiment is named, and nothing is written. A stop rule "
          "is decided here: it looks at fixed numbers of games, and what the parts have played beyond the "
          "look at which it ends a case is dropped.\n\n"
          "Records of parts are joined by `cat`, in the order of the parts.",
      .examples = {"sapper merge part1.json part2.json part3.json -o whole.json"},
      .declare = declare_merge};
}

}  // namespace sapper::experiments
