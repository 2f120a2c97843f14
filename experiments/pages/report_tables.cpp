#include "experiments/pages/report_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "experiments/figures/figure_kinds.hpp"
#include "experiments/report/report_comparison.hpp"
#include "experiments/run/comparison.hpp"
#include "experiments/run/result.hpp"
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

// Which case of which report a row is about.
void add_case(SortedTable& table, const PageReports& reports, const DataFile& file,
              const CaseLabels& played) {
  if (reports.has_several()) table.text("report", reports.short_name_of(file));
  table.text("board", shown_name(played.name));
  table.cell("case", std::to_string(played.number));
}

void add_pairs(SortedTable& table, const PageReports& reports, const DataFile& a, const DataFile& b) {
  ReportComparison comparison;
  try {
    comparison = compare_reports({*a.report, *b.report, {}, {}, {}});
  } catch (const InputError&) {
    return;  // they have nothing in common, or no win rates
  }
  const auto add_rate = [&](std::string_view column, const ComparableResult& side) {
    const double rate =
        side.games == 0 ? 0 : static_cast<double>(side.wins) / static_cast<double>(side.games);
    table.cell(column, rate, 100, 2);
  };
  for (const ComparedResult& result : comparison.results) {
    const Difference& difference = result.difference;
    table.row();
    table.text("strategy",
               result.a.label == result.b.label ? result.a.label : result.a.label + ", " + result.b.label);
    add_rate("win rate of A", result.a);
    add_rate("of B", result.b);
    table.cell("A − B", fmt::format("{:+.2f}", 100 * difference.value), difference.value);
    table.cell("low", difference.interval.low, 100, 2);
    table.cell("high", difference.interval.high, 100, 2);
    table.cell("p", p_cell(difference.p_value), difference.p_value);
    table.cell("p (Holm)", p_cell(result.p_value_holm), result.p_value_holm);
    table.text("board", shown_name(result.a.case_name));
    table.text("A", reports.short_name_of(a));
    table.text("B", reports.short_name_of(b));
  }
}

std::vector<std::string> phase_names(const PageReports& reports) {
  std::vector<std::string> names;
  for (const DataFile& file : reports.files())
    for (const Result& result : file.data.results)
      for (const PhaseTime& phase : result.timing.phases)
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

std::string win_percent(const Result& result) {
  if (!result.wins || result.games == 0) return fmt::format("{:.2f}", 100 * *result.win_rate);
  return fmt::format("{:.2f}", 100.0 * static_cast<double>(*result.wins) / static_cast<double>(result.games));
}

SortedTable results_table(const PageReports& reports) {
  SortedTable table(
      "results-table",
      "One row for each case and strategy. Rates in percent, with Wilson's 95 % interval; excess risk: "
      "P(mine) of the guesses minus the lowest possible, in percent, the mean.");
  const auto any_has = [&](std::optional<double> Result::*number) {
    return std::any_of(reports.files().begin(), reports.files().end(), [&](const DataFile& file) {
      return std::any_of(file.data.results.begin(), file.data.results.end(),
                         [&](const Result& result) { return (result.*number).has_value(); });
    });
  };
  const bool has_excess = any_has(&Result::mean_excess_risk);
  const bool has_judged = any_has(&Result::given_away);
  const bool any_has_cores = std::any_of(reports.files().begin(), reports.files().end(),
                                         [](const DataFile& file) { return file.report->has_cores(); });
  const auto add_speed = [&](std::string_view column, double speed) {
    table.cell(column, with_commas(static_cast<std::uint64_t>(std::max(speed, 0.0))), speed);
  };
  for (const DataFile& file : reports.files())
    for (const Result& result : file.data.results) {
      table.row();
      table.text("strategy", result.label);
      table.cell("win rate", result.win_rate ? win_percent(result) : "", result.win_rate);
      table.cell("low", result.low, 100, 2);
      table.cell("high", result.high, 100, 2);
      add_case(table, reports, file, *result.played);
      table.cell("games", with_commas(result.games), static_cast<double>(result.games));
      table.cell("guesses per game", result.mean_guesses, 1, 3);
      if (has_excess) table.cell("excess risk", result.mean_excess_risk, 100, 2);
      if (has_judged) table.cell("given away per game", result.given_away, 100, 2);
      add_speed("games per core-second", result.timing.games_per_core_s);
      if (any_has_cores) {
        if (file.report->has_cores())
          add_speed("games/s", result.timing.games_per_s);
        else
          table.cell("games/s", "", std::nullopt);
      }
    }
  return table;
}

SortedTable side_by_side_table(const PageReports& reports) {
  SortedTable table(
      "side-by-side-table",
      "The same case and strategy in two reports, A and B: win rates in percent, and their difference in "
      "percentage points with its 95 % interval and the p value that agrees with it, of independent games "
      "unless the results are the same; p (Holm): adjusted for the number of rows.");
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
  for (const DataFile& file : reports.files()) {
    std::vector<double> p_values;
    for (const Comparison& comparison : file.data.comparisons) p_values.push_back(comparison.p_value);
    const std::vector<double> holm = holm_adjusted(p_values);
    for (std::size_t i = 0; i < holm.size(); ++i) {
      const Comparison& comparison = file.data.comparisons[i];
      table.row();
      table.text("a", comparison.a);
      table.text("b", comparison.b);
      table.cell("a − b", fmt::format("{:+.2f}", 100 * comparison.difference), comparison.difference);
      table.cell("low", comparison.low, 100, 2);
      table.cell("high", comparison.high, 100, 2);
      table.cell("p", p_cell(comparison.p_value), comparison.p_value);
      table.cell("p (Holm)", p_cell(holm[i]), holm[i]);
      add_case(table, reports, file, *comparison.played);
      table.cell("only a", std::to_string(comparison.only_a));
      table.cell("only b", std::to_string(comparison.only_b));
    }
  }
  return table;
}

SortedTable calibration_table(const PageReports& reports) {
  SortedTable table("calibration-table", "Losses by guesses against the sum of their exact risks.");
  for (const DataFile& file : reports.files())
    for (const Result& result : file.data.results) {
      if (!result.predicted_losses || !result.losses) continue;
      table.row();
      table.text("strategy", result.label);
      table.cell("predicted losses", fmt::format("{:.2f}", *result.predicted_losses));
      table.cell("losses", fmt::format("{:.0f}", *result.losses));
      table.cell("standard error", result.standard_error, 1, 2);
      table.cell("z", result.z ? fmt::format("{:+.2f}", *result.z) : "", result.z);
      add_case(table, reports, file, *result.played);
    }
  return table;
}

SortedTable growth_table(const PageReports& reports) {
  SortedTable table(
      "growth-table",
      "How the processor time of a game grows with the board: as its number of cells to the power of the "
      "exponent, fitted to the longest stretch of sizes that follow one power to 10 %, with Student's 95 % "
      "interval; the slopes are those between neighbouring sizes. It depends on the machine.");
  const figures::Figure figure = figures::time_figure(reports.files());
  for (const figures::Panel& panel : figure.panels)
    for (const figures::Series& series : panel.series) {
      if (!series.end_slopes) continue;
      table.row();
      table.text("strategy", series.label);
      const bool is_fitted = series.exponent && !series.fit.empty();
      const auto end_of_fit = [&](std::size_t end) {
        return is_fitted ? std::optional(series.fit[end].first) : std::nullopt;
      };
      table.cell("exponent", is_fitted ? figures::exponent_text(*series.exponent) : "",
                 is_fitted ? std::optional(series.exponent->value) : std::nullopt);
      table.cell("from (cells)", end_of_fit(0), 1, 0);
      table.cell("to (cells)", end_of_fit(1), 1, 0);
      table.cell("slope at the smallest", series.end_slopes->first, 1, 2);
      table.cell("at the largest", series.end_slopes->second, 1, 2);
      table.cell("ns per cell there", series.ns_per_cell, 1, 3);
      table.text("boards", panel.title);
    }
  return table;
}

SortedTable phases_table(const PageReports& reports) {
  const std::vector<std::string> names = phase_names(reports);
  SortedTable table(
      "phases-table",
      "Processor time per game, in microseconds, by phase, from a sample of the games. It depends on the "
      "machine; ~: too few games, or one game dominates the time.");
  for (const DataFile& file : reports.files())
    for (const Result& result : file.data.results) {
      if (result.timing.phases.empty() || result.games == 0) continue;
      table.row();
      table.text("strategy", result.label);
      for (const std::string& name : names) {
        std::optional<double> us;
        for (const PhaseTime& phase : result.timing.phases)
          if (phase.name == name) us = phase.seconds / static_cast<double>(result.games) * 1e6;
        table.cell(name, us ? fmt::format("{}{:.2f}", result.timing.has_stable_phases ? "" : "~ ", *us) : "",
                   us);
      }
      add_case(table, reports, file, *result.played);
    }
  return table;
}

}  // namespace sapper::experiments::pages
