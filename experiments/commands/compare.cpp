// `sapper compare A.json B.json`: compares two reports, with the significance of each difference.
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/commands/report_input.hpp"
#include "experiments/kinds/minesweeper/comparison/published.hpp"
#include "experiments/report/report_comparison.hpp"
#include "experiments/report/speed_comparison.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

struct CompareOptions {
  std::filesystem::path a;
  std::filesystem::path b;
  std::vector<std::string> games;         // records of A and of B
  std::optional<std::string> strategies;  // A,B
  bool is_speed = false;
  bool is_anyway = false;
  bool is_json = false;
};

// `A,B`: labels may contain commas, so all labels of the reports are tried.
std::pair<std::string, std::string> read_labels(const std::string& text, const Report& a) {
  for (const std::string& label : a.experiment->labels())
    if (text.starts_with(label + ",")) return {label, text.substr(label.size() + 1)};
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos)
    throw InputError::in_value("--strategies", text, "expected one strategy label from each report: A,B");
  return {text.substr(0, comma), text.substr(comma + 1)};
}

int compare_published(const CompareOptions& options) {
  if (options.is_speed)
    throw InputError("--speed: published figures have no times; expected two reports with it");
  if (!options.games.empty())
    throw InputError("--games: published figures have no records; expected two reports with it");
  const Report report = open_report(options.a);
  std::optional<std::pair<std::string, std::string>> labels;
  if (options.strategies) labels = read_labels(*options.strategies, report);
  const std::string file = options.b.string();
  const auto comparisons =
      minesweeper::compare_with_published(report, minesweeper::read_published(options.b), file, labels);
  print(options.is_json ? json::to_text(minesweeper::to_json(report, file, comparisons)) + "\n"
                        : minesweeper::text_of(comparisons, output_width()));
  return 0;
}

int compare(const CompareOptions& options) {
  if (options.is_anyway && !options.is_speed) throw InputError("--anyway requires --speed");
  if (minesweeper::is_published(options.b)) return compare_published(options);
  const std::vector<Report> reports = open_reports(std::array{options.a.string(), options.b.string()});
  ComparisonInput input{reports[0], reports[1], {}, {}, {}};
  if (options.games.size() == 2) {
    input.records_a.emplace(options.games[0]);
    input.records_b.emplace(options.games[1]);
  }
  if (options.strategies) input.labels = read_labels(*options.strategies, reports[0]);
  if (options.is_speed) {
    const SpeedComparison comparison =
        compare_speeds(input, options.is_anyway ? UnlikeReportPolicy::compared : UnlikeReportPolicy::refused);
    print(options.is_json ? json::to_text(speed_json(input, comparison)) + "\n"
                          : speed_text(input, comparison, output_width()));
    return 0;
  }
  const ReportComparison comparison = compare_reports(input);
  print(options.is_json ? json::to_text(comparison_json(input, comparison)) + "\n"
                        : comparison_text(input, comparison, output_width()));
  return 0;
}

void add_compare_options(CommandSyntax& syntax, CompareOptions& options) {
  syntax.argument("A.json", "a report", path(options.a));
  syntax.argument("B.json", "another report, or published win rates", path(options.b));
  syntax.option("--games", "A.jsonl B.jsonl", "the records of both (run --games-out), to pair the same games",
                more_files(options.games));
  syntax.option("--strategies", "A,B", "compare A's strategy with this label to B's (or a published player)",
                text(options.strategies), "the same label in both");
  syntax.flag("--speed", "compare the processor time of a game instead, as on two machines",
              options.is_speed);
  syntax.flag("--anyway", "with --speed: also where builds or games differ", options.is_anyway);
  syntax.flag("--json", "print JSON", options.is_json);
}

}  // namespace

Command compare_command() {
  return {
      .name = "compare",
      .summary = "compare the results of two reports",
      .details =
          "Cases with the same board, first click, reveal and motion of the mines are compared, and in "
          "each case the strategies with the same label: the difference of the win rates with its 95 % "
          "interval, its p value, and the p value adjusted for all comparisons in the table (Holm). "
          "Results of the same games are paired: reports say who won each game, unless an earlier version "
          "wrote them or the games are very many; then records can say it.\n\n"
          "B may be a file of published win rates, as in data/reference: then each result with a "
          "published figure of the same board, rule and first cell (or one alike it) is listed with the "
          "difference and its z.\n\n"
          "--speed compares two machines: processor time per game by case and strategy, with the 95 % "
          "intervals of its variation, the ratios, their geometric mean, and both environments. The same "
          "build must have played the same games.",
      .examples = {"sapper compare a.report.json b.report.json",
                   "sapper compare a.report.json b.report.json --games a.jsonl b.jsonl --json",
                   "sapper compare a.report.json a.report.json --strategies progress,min_risk",
                   "sapper compare --speed here.report.json there.report.json",
                   "sapper compare a.report.json data/reference/published.json"},
      .declare = declared(add_compare_options, compare)};
}

}  // namespace sapper::experiments
