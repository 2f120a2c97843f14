// `sapper thresholds REPORT`: where along a sweep each strategy wins a share of its games.
#include "experiments/report/thresholds.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/commands/report_input.hpp"
#include "experiments/commands/report_output.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/figures/data_file.hpp"
#include "experiments/support/json/writer.hpp"

namespace sapper::experiments {
namespace {

struct ThresholdsOptions {
  std::string file;
  std::optional<std::string> level, strategies, cases;
  RateLink link = RateLink::logistic;
  bool is_json = false;
};

int thresholds(const ThresholdsOptions& options) {
  std::vector<figures::DataFile> files = open_results(std::span(&options.file, 1));
  figures::Selection selection;
  selection.strategies = names_of(options.strategies);
  if (options.cases) selection.cases = read_cases(*options.cases);
  figures::select(files, selection);
  const Thresholds found = thresholds_of(files.front().data, level_of(options.level), options.link);
  print(options.is_json ? json::to_text(thresholds_json(*files.front().report, found)) + "\n"
                        : thresholds_text(found, output_width()));
  return 0;
}

void add_thresholds_options(CommandSyntax& syntax, ThresholdsOptions& options) {
  syntax.argument("REPORT", "a report of a sweep over densities", text(options.file));
  add_level(syntax, options.level);
  syntax.option("--link", "LINK", "the curve that is fitted",
                choice(options.link,
                       Choices<RateLink>{{"logistic", RateLink::logistic}, {"probit", RateLink::probit}}));
  syntax.option("--strategies", "A,B", "only these strategies, by their labels", text(options.strategies));
  add_cases(syntax, options.cases);
  syntax.flag("--json", "print JSON (sapper-thresholds/1)", options.is_json);
}

}  // namespace

Command thresholds_command() {
  return {
      .name = "thresholds",
      .summary = "find where along a sweep a share of the games is won",
      .details =
          "A logistic or probit curve is fitted to the win rates of each strategy along the axis, such as "
          "the mine density: where it passes the level, with a 95 % interval, its slope, and the p value of "
          "its lack of fit. Where none fits the place is interpolated. Places of strategies on the "
          "same games are compared in pairs. plot --kind threshold "
          "draws the places.",
      .examples = {"sapper thresholds densities.report.json",
                   "sapper thresholds densities.report.json --level 0.9 --link probit --json"},
      .declare = declared(add_thresholds_options, thresholds)};
}

}  // namespace sapper::experiments
