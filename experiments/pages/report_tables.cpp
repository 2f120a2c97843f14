#include "experiments/pages/report_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "experiments/pages/report_summary.hpp"
#include "experiments/report/report_comparison.hpp"
#include "experiments/stats/statistics.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::pages {
namespace {

using figures::DataFile;
using figures::shown_name;

// An underflowed value is not 0.
std::string p_cell(double p_value) {
  if (p_value < 1e-300) return "< 1e-300";
  return p_value < 1e-4 ? fmt::format("{:.1e}", p_value) : fmt::format("{:.4f}", p_value);
}

// Columns that say which case of which report a row is about.
void add_case_columns(SortedTable& table, const PageReports& reports) {
  if (reports.has_several()) table.column("report", true);
  table.column("board", true);
  table.column("case");
}

void add_case_cells(SortedTable& table, const PageReports& reports, const DataFile& file,
                    const CaseLabels& played) {
  if (reports.has_several()) table.cell(reports.short_name_of(file));
  table.cell(shown_name(played.name));
  table.cell(std::to_string(played.number));
}

void add_pairs(SortedTable& table, const PageReports& reports, const DataFile& a, const DataFile& b) {
  ReportComparison comparison;
  try {
    comparison = compare_reports({*a.report, *b.report, {}, {}, {}});
  } catch (const InputError&) {
    return;  // they have nothing in common, or no win rates
  }
  for (const ComparedResult& result : comparison.results) {
    table.row();
    table.cell(result.a.label == result.b.label ? result.a.label : result.a.label + ", " + result.b.label);
    for (const PlayedResult* const side : {&result.a, &result.b}) {
      const double rate =
          side->games == 0 ? 0 : static_cast<double>(side->wins) / static_cast<double>(side->games);
      table.cell(fmt::format("{:.2f}", 100 * rate), rate);
    }
    table.cell(fmt::format("{:+.2f}", 100 * result.difference.value), result.difference.value);
    table.cell(result.difference.interval.low, 100, 2);
    table.cell(result.difference.interval.high, 100, 2);
    table.cell(p_cell(result.difference.p_value), result.difference.p_value);
    table.cell(p_cell(result.p_value_holm), result.p_value_holm);
    table.cell(shown_name(result.a.case_name));
    table.cell(reports.short_name_of(a));
    table.cell(reports.short_name_of(b));
  }
}

std::vector<std::string> phase_names(const PageReports& reports) {
  std::vector<std::string> names;
  for (const DataFile& file : reports.files())
    for (const Result& result : file.data.results)
      for (const Phase& phase : result.timing.phases)
        if (std::find(names.begin(), names.end(), phase.name) == names.end()) names.push_back(phase.name);
  return names;
}

}  // namespace

std::string PageReports::name_of(const DataFile& report) const {
  const std::string name = report.report_name();
  return has_namesake(report) ? fmt::format("{} ({})", name, printable(report.name)) : name;
}

std::string PageReports::short_name_of(const DataFile& report) const {
  if (!has_namesake(report)) return report.report_name();
  std::string_view file = report.name;
  for (const std::string_view ending : {".json", ".report"})
    if (file.size() > ending.size() && file.ends_with(ending)) file.remove_suffix(ending.size());
  return printable(file);
}

bool PageReports::has_namesake(const DataFile& report) const {
  const std::string name = report.report_name();
  return std::count_if(files_.begin(), files_.end(),
                       [&](const DataFile& file) { return file.report_name() == name; }) > 1;
}

SortedTable results_table(const PageReports& reports) {
  SortedTable table("results-table",
                    "One row for each case and strategy. Rates in percent, with Wilson's 95 % interval.");
  table.column("strategy", true);
  table.columns({"win rate", "low", "high"});
  add_case_columns(table, reports);
  table.columns({"games", "guesses per game", "games/s"});
  for (const DataFile& file : reports.files())
    for (const Result& result : file.data.results) {
      table.row();
      table.cell(result.label);
      table.cell(result.win_rate ? win_percent(result) : "", result.win_rate);
      table.cell(result.low, 100, 2);
      table.cell(result.high, 100, 2);
      add_case_cells(table, reports, file, *result.played);
      table.cell(with_commas(result.games), static_cast<double>(result.games));
      table.cell(result.mean_guesses, 1, 3);
      table.cell(with_commas(static_cast<std::uint64_t>(std::max(result.timing.games_per_s, 0.0))),
                 result.timing.games_per_s);
    }
  return table;
}

SortedTable side_by_side_table(const PageReports& reports) {
  SortedTable table(
      "side-by-side-table",
      "The same case and strategy in two reports, A and B: win rates in percent, and their difference in "
      "percentage points with its 95 % interval and the p value that agrees with it, of independent games "
      "unless the results are the same; p (Holm): adjusted for the number of rows.");
  table.column("strategy", true);
  table.columns({"win rate of A", "of B", "A − B", "low", "high", "p", "p (Holm)"});
  table.columns({"board", "A", "B"}, true);
  const DataFile& first = reports.files().front();
  for (const DataFile& file : reports.files().subspan(1)) add_pairs(table, reports, first, file);
  return table;
}

SortedTable comparisons_table(const PageReports& reports) {
  SortedTable table(
      "comparisons-table",
      "Two strategies on the same games: difference of their win rates in percentage points with its 95 % "
      "interval, score McNemar test (p is below 0.05 exactly where the interval excludes 0), p adjusted for "
      "the number of comparisons in the report (Holm), and games that one alone won.");
  table.columns({"a", "b"}, true);
  table.columns({"a − b", "low", "high", "p", "p (Holm)"});
  add_case_columns(table, reports);
  table.columns({"only a", "only b"});
  for (const DataFile& file : reports.files()) {
    std::vector<double> p_values;
    for (const Comparison& comparison : file.data.comparisons) p_values.push_back(comparison.p_value);
    const std::vector<double> holm = holm_adjusted(p_values);
    std::size_t index = 0;
    for (const Comparison& comparison : file.data.comparisons) {
      table.row();
      table.cell(comparison.a);
      table.cell(comparison.b);
      table.cell(fmt::format("{:+.2f}", 100 * comparison.difference), comparison.difference);
      table.cell(comparison.low, 100, 2);
      table.cell(comparison.high, 100, 2);
      table.cell(p_cell(comparison.p_value), comparison.p_value);
      table.cell(p_cell(holm[index]), holm[index]);
      add_case_cells(table, reports, file, *comparison.played);
      table.cell(fmt::format("{:.0f}", comparison.only_a));
      table.cell(fmt::format("{:.0f}", comparison.only_b));
      ++index;
    }
  }
  return table;
}

SortedTable calibration_table(const PageReports& reports) {
  SortedTable table("calibration-table", "Losses by guesses against the sum of their exact risks.");
  table.column("strategy", true);
  table.columns({"predicted losses", "losses", "standard error", "z"});
  add_case_columns(table, reports);
  for (const DataFile& file : reports.files())
    for (const Result& result : file.data.results) {
      if (!result.predicted_losses || !result.losses) continue;
      table.row();
      table.cell(result.label);
      table.cell(fmt::format("{:.2f}", *result.predicted_losses));
      table.cell(fmt::format("{:.0f}", *result.losses));
      table.cell(result.standard_error, 1, 2);
      table.cell(result.z ? fmt::format("{:+.2f}", *result.z) : "", result.z);
      add_case_cells(table, reports, file, *result.played);
    }
  return table;
}

SortedTable phases_table(const PageReports& reports) {
  const std::vector<std::string> names = phase_names(reports);
  SortedTable table(
      "phases-table",
      "Processor time per game, in microseconds, by phase, from a sample of the games. It depends on the "
      "machine; ~: too few games, or one game dominates the time.");
  table.column("strategy", true);
  for (const std::string& name : names) table.column(name);
  add_case_columns(table, reports);
  for (const DataFile& file : reports.files())
    for (const Result& result : file.data.results) {
      if (result.timing.phases.empty() || result.games == 0) continue;
      table.row();
      table.cell(result.label);
      for (const std::string& name : names) {
        std::optional<double> us;
        for (const Phase& phase : result.timing.phases)
          if (phase.name == name) us = phase.seconds / static_cast<double>(result.games) * 1e6;
        table.cell(us ? fmt::format("{}{:.2f}", result.timing.has_stable_phases ? "" : "~ ", *us) : "", us);
      }
      add_case_cells(table, reports, file, *result.played);
    }
  return table;
}

}  // namespace sapper::experiments::pages
