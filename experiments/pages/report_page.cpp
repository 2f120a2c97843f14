#include "experiments/pages/report_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <stdexcept>

#include "experiments/figures/figure_kinds.hpp"
#include "experiments/figures/render.hpp"
#include "experiments/pages/page.hpp"
#include "experiments/pages/report_summary.hpp"
#include "experiments/pages/sorted_table.hpp"
#include "experiments/report/report_comparison.hpp"
#include "experiments/stats/statistics.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/markup.hpp"
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

class Page {
 public:
  explicit Page(std::span<const DataFile> files) : files_(files), has_several_(files.size() > 1) {}

  std::string write() {
    const std::string title = title_text();
    add("<h1>{}</h1>\n<nav aria-label=\"sections\"><a href=\"#summary\">Summary</a> <a "
        "href=\"#results\">Results</a> {}<a "
        "href=\"#figures\">Figures</a> <a href=\"#comparisons\">Comparisons</a> <a "
        "href=\"#calibration\">Calibration</a> <a "
        "href=\"#phases\">Time</a> <a href=\"#provenance\">Provenance</a></nav>\n<main>\n",
        escaped(title), has_several_ ? "<a href=\"#side-by-side\">Side by side</a> " : "");
    write_summary();
    write_results();
    write_side_by_side();
    write_figures();
    write_comparisons();
    write_calibration();
    write_phases();
    write_provenance();
    body_ += "</main>\n";
    return make_page(title, body_, kSortingScript);
  }

 private:
  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<Values>(values)...);
  }

  std::string title_text() const {
    std::string title;
    for (const DataFile& file : files_) title += (title.empty() ? "" : ", ") + file.report_name();
    return title + (has_several_ ? ": reports" : ": report");
  }
  // The name of a report if there are several.
  std::string name_of(const DataFile& report) const {
    const std::string name = report.report_name();
    std::size_t same = 0;
    for (const DataFile& file : files_) same += file.report_name() == name;
    return same > 1 ? fmt::format("{} ({})", name, printable(report.name)) : name;
  }

  void write_summary() {
    body_ += "<section id=\"summary\">\n<h2>Summary</h2>\n";
    if (has_several_) body_ += "<div class=\"side\">\n";
    for (const DataFile& file : files_) {
      if (has_several_) add("<div><h3>{}</h3>\n", escaped(name_of(file)));
      body_ += report_summary(file);
      if (has_several_) body_ += "</div>\n";
    }
    body_ += has_several_ ? "</div>\n</section>\n" : "</section>\n";
  }

  void write_results() {
    SortedTable table("results-table",
                      "One row for each case and strategy. Rates in percent, with Wilson's 95 % interval.");
    if (has_several_) table.column("report", true);
    table.column("case");
    table.column("board", true);
    table.column("strategy", true);
    for (const char* const name : {"games", "win rate", "low", "high", "guesses per game", "games/s"})
      table.column(name);
    for (const DataFile& file : files_)
      for (const Result& result : file.data.results) {
        table.row();
        if (has_several_) table.cell(name_of(file));
        table.cell(std::to_string(result.played->number));
        table.cell(shown_name(result.played->name));
        table.cell(result.label);
        table.cell(with_commas(result.games), static_cast<double>(result.games));
        if (result.win_rate)
          table.cell(win_percent(result), *result.win_rate);
        else
          table.cell("");
        table.cell(result.low, 100, 2);
        table.cell(result.high, 100, 2);
        table.cell(result.mean_guesses, 1, 3);
        if (result.games_per_s)
          table.cell(with_commas(static_cast<std::uint64_t>(std::max(*result.games_per_s, 0.0))),
                     *result.games_per_s);
        else
          table.cell("");
      }
    write_section("results", "Results", table, "There are no results.");
  }

  void write_section(std::string_view id, std::string_view title, const SortedTable& table,
                     std::string_view otherwise) {
    add("<section id=\"{}\">\n<h2>{}</h2>\n", id, title);
    body_ += table.is_empty() ? fmt::format("<p class=\"note\">{}</p>\n", otherwise) : table.markup();
    body_ += "</section>\n";
  }

  // Each report compared with the first, if both have a case and a strategy.
  void write_side_by_side() {
    if (!has_several_) return;
    SortedTable table(
        "side-by-side-table",
        "The same case and strategy in two reports, A and B: win rates in percent, and their difference in "
        "percentage points with its 95 % interval and the p value that agrees with it, of independent games "
        "unless "
        "the results are the same; p (Holm): adjusted for the number of rows.");
    for (const char* const name : {"A", "B", "board", "strategy"}) table.column(name, true);
    for (const char* const name : {"win rate of A", "of B", "A − B", "low", "high", "p", "p (Holm)"})
      table.column(name);
    const DataFile& first = files_.front();
    for (const DataFile& file : files_.subspan(1)) add_pairs(table, first, file);
    write_section("side-by-side", "Side by side", table,
                  "These reports have no case and strategy in common.");
  }

  void add_pairs(SortedTable& table, const DataFile& a, const DataFile& b) const {
    ReportComparison comparison;
    try {
      comparison = compare_reports({*a.report, *b.report, {}, {}, {}});
    } catch (const InputError&) {
      return;  // they have nothing in common, or no win rates
    }
    for (const ComparedResult& result : comparison.results) {
      table.row();
      table.cell(name_of(a));
      table.cell(name_of(b));
      table.cell(shown_name(result.a.case_name));
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
    }
  }

  void write_figures() {
    body_ += "<section id=\"figures\">\n<h2>Figures</h2>\n<div class=\"figures\">\n";
    const std::vector<figures::Figure> figures = figures::figures_of(files_);
    for (const figures::Figure& figure : figures) write_figure(figure);
    if (figures.empty()) body_ += "<p class=\"note\">These results contain nothing to draw.</p>\n";
    body_ += "</div>\n</section>\n";
  }

  void write_figure(const figures::Figure& figure) {
    constexpr int kColumnPx = 340, kTallestPx = 560;  // of figures side by side
    std::string drawn;
    bool is_large = false;
    try {
      const figures::InlineFigure made = figures::render_inline(figure, fmt::format("{}-", figure.name));
      drawn = made.svg;
      // Never smaller than on paper: it scrolls instead.
      drawn.insert(4, fmt::format(" style=\"min-width: {}px; max-width: {}px\"", made.width_px,
                                  made.width_px * 3 / 2));
      is_large = made.width_px > kColumnPx || made.height_px > kTallestPx;
      drawn = fmt::format("<div class=\"scroll\"{}>{}</div>", is_large ? " tabindex=\"0\"" : "", drawn);
    } catch (const std::runtime_error& error) {  // the rest of the page is still written
      drawn = fmt::format("<p>This figure is not drawn: {}.</p>", escaped(error.what()));
    }
    add("<figure id=\"figure-{}\"{}>{}<figcaption>{}</figcaption></figure>\n", figure.name,
        is_large ? " class=\"large\"" : "", drawn, escaped(figure.caption));
  }

  void write_comparisons() {
    SortedTable table(
        "comparisons-table",
        "Two strategies on the same games: difference of their win rates in percentage points with its 95 % "
        "interval, games that one alone won, score McNemar test (p is below 0.05 exactly where the interval "
        "excludes 0), and p adjusted for the number of comparisons in the report (Holm).");
    if (has_several_) table.column("report", true);
    table.column("case");
    table.column("board", true);
    table.column("a", true);
    table.column("b", true);
    for (const char* const name : {"a − b", "low", "high", "only a", "only b", "p", "p (Holm)"})
      table.column(name);
    for (const DataFile& file : files_) {
      std::vector<double> p_values;
      for (const Comparison& comparison : file.data.comparisons) p_values.push_back(comparison.p_value);
      const std::vector<double> holm = holm_adjusted(p_values);
      std::size_t index = 0;
      for (const Comparison& comparison : file.data.comparisons) {
        table.row();
        if (has_several_) table.cell(name_of(file));
        table.cell(std::to_string(comparison.played->number));
        table.cell(shown_name(comparison.played->name));
        table.cell(comparison.a);
        table.cell(comparison.b);
        table.cell(fmt::format("{:+.2f}", 100 * comparison.difference), comparison.difference);
        table.cell(comparison.low, 100, 2);
        table.cell(comparison.high, 100, 2);
        table.cell(fmt::format("{:.0f}", comparison.only_a));
        table.cell(fmt::format("{:.0f}", comparison.only_b));
        table.cell(p_cell(comparison.p_value), comparison.p_value);
        table.cell(p_cell(holm[index]), holm[index]);
        ++index;
      }
    }
    write_section("comparisons", "Comparisons", table, "One strategy alone: nothing to compare.");
  }

  void write_calibration() {
    SortedTable table("calibration-table", "Losses by guesses against the sum of their exact risks.");
    if (has_several_) table.column("report", true);
    table.column("case");
    table.column("board", true);
    table.column("strategy", true);
    for (const char* const name : {"predicted losses", "losses", "standard error", "z"}) table.column(name);
    for (const DataFile& file : files_)
      for (const Result& result : file.data.results) {
        if (!result.predicted_losses || !result.losses) continue;
        table.row();
        if (has_several_) table.cell(name_of(file));
        table.cell(std::to_string(result.played->number));
        table.cell(shown_name(result.played->name));
        table.cell(result.label);
        table.cell(fmt::format("{:.2f}", *result.predicted_losses));
        table.cell(fmt::format("{:.0f}", *result.losses));
        table.cell(result.standard_error, 1, 2);
        if (const auto& z = result.z)
          table.cell(fmt::format("{:+.2f}", *z), *z);
        else
          table.cell("");
      }
    write_section("calibration", "Calibration", table, "These games have no guesses with known risks.");
  }

  void write_phases() {
    std::vector<std::string> names;
    for (const DataFile& file : files_)
      for (const Result& result : file.data.results)
        for (const Phase& phase : result.phases)
          if (std::find(names.begin(), names.end(), phase.name) == names.end()) names.push_back(phase.name);
    SortedTable table(
        "phases-table",
        "Processor time per game, in microseconds, by phase, from a sample of the games. It depends on the "
        "machine; ~: too few games, or one game dominates the time.");
    if (has_several_) table.column("report", true);
    table.column("case");
    table.column("board", true);
    table.column("strategy", true);
    for (const std::string& name : names) table.column(name);
    for (const DataFile& file : files_)
      for (const Result& result : file.data.results) {
        if (result.phases.empty() || result.games == 0) continue;
        table.row();
        if (has_several_) table.cell(name_of(file));
        table.cell(std::to_string(result.played->number));
        table.cell(shown_name(result.played->name));
        table.cell(result.label);
        for (const std::string& name : names) {
          std::optional<double> us;
          for (const Phase& phase : result.phases)
            if (phase.name == name) us = phase.seconds / static_cast<double>(result.games) * 1e6;
          if (us)
            table.cell(fmt::format("{}{:.2f}", result.has_stable_phases ? "" : "~ ", *us), *us);
          else
            table.cell("");
        }
      }
    write_section("phases", "Time", table, "The report contains no phase times.");
  }

  void write_provenance() {
    body_ += "<section id=\"provenance\">\n<h2>Provenance</h2>\n";
    if (has_several_) body_ += "<div class=\"side\">\n";
    for (const DataFile& file : files_) write_provenance(file);
    body_ += has_several_ ? "</div>\n</section>\n" : "</section>\n";
  }

  void write_provenance(const DataFile& file) {
    if (has_several_) body_ += "<div>\n";
    add("<h3>{}</h3>\n<dl>\n<dt>file</dt><dd>{}</dd>\n", escaped(name_of(file)), escaped(file.name));
    for (const auto& member : file.report->environment)
      if (member.value().is_string())
        add("<dt>{}</dt><dd>{}</dd>\n", escaped(printable(std::string(member.key()))),
            escaped(printable(std::string(member.value().get_string()), 200)));
    const std::string config_file = file.report_name() + ".json";
    add("</dl>\n<h3>To run it again</h3>\n<p>Save this config as <code>{}</code>, then run</p>\n<pre>sapper "
        "run {}</pre>\n<p "
        "class=\"note\">The same config and seed give the same results on any machine, whatever the number "
        "of "
        "threads.</p>\n<details open=\"open\"><summary>Config</summary>\n<pre>",
        escaped(config_file), escaped(shell_quoted(config_file)));
    write_lines(json::to_text(file.report->experiment->config()));
    body_ += "</pre></details>\n";
    if (has_several_) body_ += "</div>\n";
  }

  // Escaped line by line: line feeds stay.
  void write_lines(std::string_view text) {
    while (true) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      body_ += escaped(text.substr(0, end));
      if (end == text.size()) return;
      body_ += '\n';
      text.remove_prefix(end + 1);
    }
  }

  std::span<const DataFile> files_;
  bool has_several_;
  std::string body_;
};

}  // namespace

std::string report_page(std::span<const DataFile> files) { return Page(files).write(); }

}  // namespace sapper::experiments::pages
