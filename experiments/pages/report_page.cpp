#include "experiments/pages/report_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>

#include "experiments/engine/report_comparison.hpp"
#include "experiments/figures/figure_kinds.hpp"
#include "experiments/figures/render.hpp"
#include "experiments/pages/page.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/markup.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::pages {
namespace {

using figures::Comparison;
using figures::DataFile;
using figures::Report;
using figures::Result;

constexpr std::string_view kScript = R"JS('use strict';
document.documentElement.classList.add('has-script');
function keyOf(cell) {
  const key = cell.dataset.key ?? cell.textContent.trim();
  return key !== '' && !isNaN(key) ? Number(key) : key;
}
function compare(a, b) {
  if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0;
  return typeof a === 'number' ? -1 : 1;
}
for (const table of document.querySelectorAll('table.sorted')) {
  const body = table.tBodies[0], heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.onclick = () => {
      const isDown = head.getAttribute('aria-sort') === 'ascending';
      heads.forEach((other) => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', isDown ? 'descending' : 'ascending');
      const rows = [...body.rows].map((row) => [keyOf(row.cells[column]), row]);
      rows.sort((a, b) => (isDown ? -1 : 1) * compare(a[0], b[0]));
      body.append(...rows.map((entry) => entry[1]));
    };
  });
}
for (const input of document.querySelectorAll('input[data-filters]')) {
  const table = document.getElementById(input.dataset.filters), said = document.getElementById(input.dataset.filters + '-count');
  input.oninput = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of table.tBodies[0].rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      shown += !row.hidden;
    }
    said.textContent = shown + ' of ' + table.tBodies[0].rows.length + ' rows';
  };
}
)JS";

std::string percent(double share) { return fmt::format("{:.2f}", 100 * share); }
// From the counts where the report has them, as on the terminal: 100 times the rate may lie below what it stands for.
std::string win_percent(const Result& result) {
  if (!result.wins || result.games == 0) return percent(*result.win_rate);
  return fmt::format("{:.2f}", 100.0 * static_cast<double>(*result.wins) / static_cast<double>(result.games));
}

// What underflowed is not 0.
std::string p_cell(double p_value) {
  if (p_value < 1e-300) return "< 1e-300";
  return p_value < 1e-4 ? fmt::format("{:.1e}", p_value) : fmt::format("{:.4f}", p_value);
}

// A table that the script makes sortable. Columns of text are flush left.
class Table {
 public:
  Table(std::string id, std::string caption) : id_(std::move(id)), caption_(std::move(caption)) {}

  void column(std::string name, bool is_text = false) { columns_.push_back({std::move(name), is_text}); }
  void row() {
    rows_ += rows_.empty() ? "<tr>" : "</tr>\n<tr>";
    at_ = 0;
    ++row_count_;
  }
  void cell(std::string_view text) {
    rows_ += fmt::format("<td{}>{}</td>", columns_[at_].is_text ? " class=\"text\"" : "", escaped(text));
    ++at_;
  }
  // key: by which the column is sorted.
  void cell(std::string_view text, double key) {
    rows_ += fmt::format("<td data-key=\"{:.12g}\">{}</td>", key, escaped(text));
    ++at_;
  }
  bool is_empty() const { return row_count_ == 0; }

  std::string markup() const {
    std::string head;
    for (const Column& column : columns_)
      head += fmt::format("<th scope=\"col\"{}>{}</th>", column.is_text ? " class=\"text\"" : "",
                          escaped(column.name));
    return fmt::format(
        "<div class=\"controls scripted\"><label for=\"{0}-filter\">Filter</label><input id=\"{0}-filter\" "
        "type=\"search\" "
        "data-filters=\"{0}\" placeholder=\"words that a row holds\"/><span id=\"{0}-count\" class=\"note\" "
        "aria-live=\"polite\"></span><span class=\"note\">Click a heading to sort.</span></div>\n<div "
        "class=\"scroll\" tabindex=\"0\" role=\"region\" "
        "aria-label=\"{1}\"><table id=\"{0}\" "
        "class=\"sorted\">\n<caption>{1}</caption>\n<thead><tr>{2}</tr></thead>\n<tbody>\n{3}</tr>\n</"
        "tbody>\n</table></div>\n",
        id_, escaped(caption_), head, rows_);
  }

 private:
  struct Column {
    std::string name;
    bool is_text;
  };
  std::string id_, caption_;
  std::vector<Column> columns_;
  std::string rows_;
  std::size_t at_ = 0;
  std::size_t row_count_ = 0;
};

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
    return make_page(title, body_, kScript);
  }

 private:
  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<Values>(values)...);
  }

  std::string title_text() const {
    std::string title;
    for (const DataFile& file : files_) title += (title.empty() ? "" : ", ") + file.report.name;
    return title + (has_several_ ? ": reports" : ": report");
  }
  // What a report is called where there are several.
  std::string name_of(const Report& report) const {
    std::size_t same = 0;
    for (const DataFile& file : files_) same += file.report.name == report.name;
    return same > 1 ? fmt::format("{} ({})", report.name, printable(report.file)) : report.name;
  }

  static std::uint64_t games_of(const Report& report) {
    std::uint64_t games = 0;
    for (const Result& result : report.results) games += result.games;
    return games;
  }

  void write_summary() {
    body_ += "<section id=\"summary\">\n<h2>Summary</h2>\n";
    if (has_several_) body_ += "<div class=\"side\">\n";
    for (const DataFile& file : files_) write_summary(file.report);
    body_ += has_several_ ? "</div>\n</section>\n" : "</section>\n";
  }

  void write_summary(const Report& report) {
    std::set<std::size_t> cases;
    std::set<std::string> labels;
    for (const Result& result : report.results) {
      cases.insert(result.case_number);
      labels.insert(result.label);
    }
    if (has_several_) add("<div><h3>{}</h3>\n", escaped(name_of(report)));
    add("<p>{} on {}: {} games in all, in {} on {}.</p>\n",
        labels.size() == 1 ? "1 strategy" : fmt::format("{} strategies", labels.size()),
        counted(cases.size(), "case"), with_commas(games_of(report)), as_duration(report.wall_s),
        counted(report.threads, "thread"));
    write_winners(report, cases);
    write_verdict(report);
    if (has_several_) body_ += "</div>\n";
  }

  // The best strategy of each case, as far as there is room.
  void write_winners(const Report& report, const std::set<std::size_t>& cases) {
    constexpr std::size_t kMost = 12;
    std::string items;
    std::size_t listed = 0;
    for (const std::size_t number : cases) {
      const Result* best = nullptr;
      std::string names;  // of all with the best rate
      for (const Result& result : report.results) {
        if (result.case_number != number || !result.win_rate) continue;
        if (best && *result.win_rate < *best->win_rate) continue;
        const bool is_tie = best && *result.win_rate == *best->win_rate;
        if (!is_tie) names.clear();
        if (!names.empty()) names += ", ";
        names += result.label;
        best = &result;
      }
      if (!best || listed++ >= kMost) continue;
      items += fmt::format("<li>{}: <strong>{}</strong>, {} %{}{}</li>\n", escaped(best->case_name),
                           escaped(names), win_percent(*best),
                           best->low && best->high ? fmt::format(" (95 % interval {} to {})",
                                                                 percent(*best->low), percent(*best->high))
                                                   : std::string(),
                           escaped(rivals_of(report, *best)));
    }
    if (items.empty()) return;
    add("<p>The highest win rate of each case, and the strategies that the games do not distinguish from it "
        "(p at "
        "least 0.05):</p>\n<ul>\n{}</ul>\n",
        items);
    if (listed > kMost) add("<p class=\"note\">and {} more cases: see the table.</p>\n", listed - kMost);
  }

  // Those from which the games do not distinguish the best result.
  static std::string rivals_of(const Report& report, const Result& best) {
    constexpr double kLevel = 0.05;
    std::string rivals;
    for (const Comparison& comparison : report.comparisons) {
      if (comparison.case_number != best.case_number || comparison.p_value < kLevel) continue;
      if (comparison.only_a == comparison.only_b)
        continue;  // as good: named with the best, or not compared with it
      if (comparison.a != best.label && comparison.b != best.label) continue;
      rivals += fmt::format("{}{} (p = {:.2g})", rivals.empty() ? "; not distinguishable from " : ", ",
                            comparison.a == best.label ? comparison.b : comparison.a, comparison.p_value);
    }
    return rivals;
  }

  // Strategies play the same games, so that their deviations do not add up independently: the largest one counts.
  void write_verdict(const Report& report) {
    constexpr double kMostLikely = 4;  // rarer than 1 in 10,000 for one result
    double worst = 0;
    std::size_t judged = 0;
    for (const Result& result : report.results) {
      const auto z = deviation(result);
      if (!z) continue;
      ++judged;
      if (std::abs(*z) > std::abs(worst)) worst = *z;
    }
    if (judged == 0) return;
    add("<p>Losses by guesses against the sum of their exact risks: the largest deviation of {} is z = "
        "{:+.2f}; {}.</p>\n",
        counted(judged, "result"), worst,
        std::abs(worst) < kMostLikely ? "the probabilities fit what happened"
                                      : "the probabilities do <strong>not</strong> fit what happened");
  }

  // Of losses from predicted losses, in standard errors; nullopt where they need not agree.
  static std::optional<double> deviation(const Result& result) {
    if (!result.losses || !result.predicted_losses || result.has_board_file) return std::nullopt;
    if (!result.standard_error || *result.standard_error <= 0) return std::nullopt;
    return (*result.losses - *result.predicted_losses) / *result.standard_error;
  }

  void write_results() {
    Table table("results-table",
                "One row for each case and strategy. Rates in percent, with Wilson's 95 % interval.");
    if (has_several_) table.column("report", true);
    table.column("case");
    table.column("board", true);
    table.column("strategy", true);
    for (const char* const name : {"games", "win rate", "low", "high", "guesses per game", "games/s"})
      table.column(name);
    for (const DataFile& file : files_)
      for (const Result& result : file.report.results) {
        table.row();
        if (has_several_) table.cell(name_of(file.report));
        table.cell(std::to_string(result.case_number));
        table.cell(result.case_name);
        table.cell(result.label);
        table.cell(with_commas(result.games), static_cast<double>(result.games));
        if (result.win_rate)
          table.cell(win_percent(result), *result.win_rate);
        else
          table.cell("");
        optional_cell(table, result.low, 100, 2);
        optional_cell(table, result.high, 100, 2);
        optional_cell(table, result.mean_guesses, 1, 3);
        if (result.games_per_s)
          table.cell(with_commas(static_cast<std::uint64_t>(std::max(*result.games_per_s, 0.0))),
                     *result.games_per_s);
        else
          table.cell("");
      }
    write_section("results", "Results", table, "There are no results.");
  }

  static void optional_cell(Table& table, const std::optional<double>& value, double factor, int digits) {
    if (value)
      table.cell(fmt::format("{:.{}f}", factor * *value, digits), *value);
    else
      table.cell("");
  }

  void write_section(std::string_view id, std::string_view title, const Table& table,
                     std::string_view otherwise) {
    add("<section id=\"{}\">\n<h2>{}</h2>\n", id, title);
    body_ += table.is_empty() ? fmt::format("<p class=\"note\">{}</p>\n", otherwise) : table.markup();
    body_ += "</section>\n";
  }

  // Each report next to the first, where both hold a case and a strategy.
  void write_side_by_side() {
    if (!has_several_) return;
    Table table(
        "side-by-side-table",
        "The same case and strategy in two reports, A and B: win rates in percent, and their difference in "
        "percentage points with its 95 % interval, of independent games unless the results are the same.");
    for (const char* const name : {"A", "B", "board", "strategy"}) table.column(name, true);
    for (const char* const name : {"win rate of A", "of B", "A − B", "low", "high", "p"}) table.column(name);
    const DataFile& first = files_.front();
    for (const DataFile& file : files_.subspan(1)) add_pairs(table, first, file);
    write_section("side-by-side", "Side by side", table, "These reports share no case and strategy.");
  }

  void add_pairs(Table& table, const DataFile& a, const DataFile& b) const {
    namespace fs = std::filesystem;
    std::error_code ignored;
    // They are read again; what cannot be, as a pipe, is left out.
    if (!fs::is_regular_file(a.report.file, ignored) || !fs::is_regular_file(b.report.file, ignored)) return;
    ReportComparison comparison;
    try {
      comparison = compare_reports(
          {read_report_results(a.report.file), read_report_results(b.report.file), {}, {}, {}});
    } catch (const InputError&) {
      return;  // they share nothing
    }
    for (const ComparedResult& result : comparison.results) {
      table.row();
      table.cell(name_of(a.report));
      table.cell(name_of(b.report));
      const Result* const played = a.report.find_case(result.a.case_number);
      table.cell(played ? played->case_name : result.a.case_name);
      table.cell(result.a.label == result.b.label ? result.a.label : result.a.label + ", " + result.b.label);
      for (const ReportResult* const side : {&result.a, &result.b}) {
        const double rate =
            side->games == 0 ? 0 : static_cast<double>(side->wins) / static_cast<double>(side->games);
        table.cell(fmt::format("{:.2f}", 100 * rate), rate);
      }
      table.cell(fmt::format("{:+.2f}", 100 * result.difference.value), result.difference.value);
      optional_cell(table, result.difference.interval.low, 100, 2);
      optional_cell(table, result.difference.interval.high, 100, 2);
      table.cell(p_cell(result.p_value), result.p_value);
    }
  }

  void write_figures() {
    body_ += "<section id=\"figures\">\n<h2>Figures</h2>\n<div class=\"figures\">\n";
    std::set<figures::Kind> kinds;
    for (const DataFile& file : files_)
      for (const figures::Kind kind : figures::kinds_of(file.report)) kinds.insert(kind);
    for (const figures::Kind kind : kinds) write_figure(kind);
    if (kinds.empty()) body_ += "<p class=\"note\">These results hold nothing that is drawn.</p>\n";
    body_ += "</div>\n</section>\n";
  }

  void write_figure(figures::Kind kind) {
    constexpr int kColumnPx = 340, kTallestPx = 560;  // of figures side by side
    const figures::Figure figure = figures::make_figure(kind, files_);
    std::string drawn;
    bool is_large = false;
    try {
      const figures::InlineFigure made = figures::render_inline(figure, fmt::format("{}-", figure.name));
      drawn = made.svg;
      // Never smaller than on paper: then it scrolls.
      drawn.insert(4, fmt::format(" style=\"min-width: {}px; max-width: {}px\"", made.width_px,
                                  made.width_px * 3 / 2));
      is_large = made.width_px > kColumnPx || made.height_px > kTallestPx;
      drawn = fmt::format("<div class=\"scroll\"{}>{}</div>", is_large ? " tabindex=\"0\"" : "", drawn);
    } catch (const figures::GnuplotMissing& missing) {
      drawn = fmt::format("<p>This figure is not drawn: {}.</p>", escaped(missing.what()));
    }
    add("<figure id=\"figure-{}\"{}>{}<figcaption>{}</figcaption></figure>\n", figure.name,
        is_large ? " class=\"large\"" : "", drawn, escaped(figure.caption));
  }

  void write_comparisons() {
    Table table(
        "comparisons-table",
        "Two strategies on the same games: difference of their win rates in percentage points with its 95 % "
        "interval, games that one alone won, exact McNemar test.");
    if (has_several_) table.column("report", true);
    table.column("case");
    table.column("board", true);
    table.column("a", true);
    table.column("b", true);
    for (const char* const name : {"a − b", "low", "high", "only a", "only b", "p"}) table.column(name);
    for (const DataFile& file : files_)
      for (const Comparison& comparison : file.report.comparisons) {
        table.row();
        if (has_several_) table.cell(name_of(file.report));
        const Result* const played = file.report.find_case(comparison.case_number);
        table.cell(std::to_string(comparison.case_number));
        table.cell(played ? played->case_name : "");
        table.cell(comparison.a);
        table.cell(comparison.b);
        table.cell(fmt::format("{:+.2f}", 100 * comparison.difference), comparison.difference);
        optional_cell(table, comparison.low, 100, 2);
        optional_cell(table, comparison.high, 100, 2);
        table.cell(fmt::format("{:.0f}", comparison.only_a));
        table.cell(fmt::format("{:.0f}", comparison.only_b));
        table.cell(p_cell(comparison.p_value), comparison.p_value);
      }
    write_section("comparisons", "Comparisons", table, "One strategy alone: nothing is compared.");
  }

  void write_calibration() {
    Table table("calibration-table", "Losses by guesses against the sum of their exact risks.");
    if (has_several_) table.column("report", true);
    table.column("case");
    table.column("board", true);
    table.column("strategy", true);
    for (const char* const name : {"predicted losses", "losses", "standard error", "z"}) table.column(name);
    for (const DataFile& file : files_)
      for (const Result& result : file.report.results) {
        if (!result.predicted_losses || !result.losses) continue;
        table.row();
        if (has_several_) table.cell(name_of(file.report));
        table.cell(std::to_string(result.case_number));
        table.cell(result.case_name);
        table.cell(result.label);
        table.cell(fmt::format("{:.2f}", *result.predicted_losses));
        table.cell(fmt::format("{:.0f}", *result.losses));
        optional_cell(table, result.standard_error, 1, 2);
        if (const auto z = deviation(result))
          table.cell(fmt::format("{:+.2f}", *z), *z);
        else
          table.cell("");
      }
    write_section("calibration", "Calibration", table, "These games have no guesses with known risks.");
  }

  void write_phases() {
    std::vector<std::string> names;
    for (const DataFile& file : files_)
      for (const Result& result : file.report.results)
        for (const figures::Phase& phase : result.phases)
          if (std::find(names.begin(), names.end(), phase.name) == names.end()) names.push_back(phase.name);
    Table table("phases-table",
                "Processor time per game, in microseconds, by phase. It depends on the machine.");
    if (has_several_) table.column("report", true);
    table.column("case");
    table.column("board", true);
    table.column("strategy", true);
    for (const std::string& name : names) table.column(name);
    for (const DataFile& file : files_)
      for (const Result& result : file.report.results) {
        if (result.phases.empty() || result.games == 0) continue;
        table.row();
        if (has_several_) table.cell(name_of(file.report));
        table.cell(std::to_string(result.case_number));
        table.cell(result.case_name);
        table.cell(result.label);
        for (const std::string& name : names) {
          std::optional<double> us;
          for (const figures::Phase& phase : result.phases)
            if (phase.name == name) us = phase.seconds / static_cast<double>(result.games) * 1e6;
          optional_cell(table, us, 1, 2);
        }
      }
    write_section("phases", "Time", table, "The report holds no times of phases.");
  }

  void write_provenance() {
    body_ += "<section id=\"provenance\">\n<h2>Provenance</h2>\n";
    if (has_several_) body_ += "<div class=\"side\">\n";
    for (const DataFile& file : files_) write_provenance(file.report);
    body_ += has_several_ ? "</div>\n</section>\n" : "</section>\n";
  }

  void write_provenance(const Report& report) {
    if (has_several_) body_ += "<div>\n";
    add("<h3>{}</h3>\n<dl>\n<dt>file</dt><dd>{}</dd>\n", escaped(name_of(report)), escaped(report.file));
    for (const auto& [name, value] : report.environment)
      add("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(value));
    const std::string config_file = report.name + ".json";
    add("</dl>\n<h3>To run it again</h3>\n<p>Save this config as <code>{}</code>, then run</p>\n<pre>sapper "
        "run {}</pre>\n<p "
        "class=\"note\">The same config and seed give the same results on any machine, whatever the number "
        "of "
        "threads.</p>\n<details open=\"open\"><summary>Config</summary>\n<pre>",
        escaped(config_file), escaped(shell_quoted(config_file)));
    write_lines(json::to_text(report.config));
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
