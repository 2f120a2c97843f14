#include "experiments/pages/report_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <stdexcept>

#include "experiments/figures/figure_kinds.hpp"
#include "experiments/figures/render.hpp"
#include "experiments/pages/page.hpp"
#include "experiments/pages/report_summary.hpp"
#include "experiments/pages/report_tables.hpp"
#include "experiments/pages/sorted_table.hpp"
#include "experiments/support/append_format.hpp"
#include "experiments/support/citation.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/markup.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::pages {
namespace {

using figures::DataFile;

class Page {
 public:
  explicit Page(std::span<const DataFile> files) : reports_(files) {}

  std::string write() {
    const std::string title = title_text();
    add("<h1>{}</h1>\n<nav aria-label=\"sections\"><a href=\"#summary\">Summary</a> <a "
        "href=\"#results\">Results</a> {}<a "
        "href=\"#figures\">Figures</a> <a href=\"#comparisons\">Comparisons</a> <a "
        "href=\"#calibration\">Calibration</a> <a "
        "href=\"#phases\">Time</a> <a href=\"#provenance\">Provenance</a></nav>\n<main>\n",
        escaped(title), reports_.has_several() ? "<a href=\"#side-by-side\">Side by side</a> " : "");
    write_summary();
    write_section("results", "Results", results_table(reports_), "There are no results.");
    if (reports_.has_several())
      write_section("side-by-side", "Side by side", side_by_side_table(reports_),
                    "These reports have no case and strategy in common.");
    write_figures();
    write_section("comparisons", "Comparisons", comparisons_table(reports_),
                  "One strategy alone: nothing to compare.");
    write_section("calibration", "Calibration", calibration_table(reports_),
                  "These games have no guesses with known risks.");
    write_section("phases", "Time", phases_table(reports_), "The report contains no phase times.");
    write_provenance();
    body_ += "</main>\n";
    return make_page(title, body_, kSortingScript);
  }

 private:
  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    append_format(body_, format, std::forward<Values>(values)...);
  }

  std::string title_text() const {
    std::string title;
    for (const DataFile& file : reports_.files()) title += (title.empty() ? "" : ", ") + file.report_name();
    return title + (reports_.has_several() ? ": reports" : ": report");
  }

  void write_summary() {
    body_ += "<section id=\"summary\">\n<h2>Summary</h2>\n";
    if (reports_.has_several()) body_ += "<div class=\"side\">\n";
    for (const DataFile& file : reports_.files()) {
      if (reports_.has_several()) add("<div><h3>{}</h3>\n", escaped(reports_.name_of(file)));
      body_ += report_summary(file);
      if (reports_.has_several()) body_ += "</div>\n";
    }
    body_ += reports_.has_several() ? "</div>\n</section>\n" : "</section>\n";
  }

  void write_section(std::string_view id, std::string_view title, const SortedTable& table,
                     std::string_view otherwise) {
    add("<section id=\"{}\">\n<h2>{}</h2>\n", id, title);
    body_ += table.is_empty() ? fmt::format("<p class=\"note\">{}</p>\n", otherwise) : table.markup();
    body_ += "</section>\n";
  }

  void write_figures() {
    body_ += "<section id=\"figures\">\n<h2>Figures</h2>\n<div class=\"figures\">\n";
    const std::vector<figures::Figure> figures = figures::figures_of(reports_.files());
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

  void write_provenance() {
    body_ += "<section id=\"provenance\">\n<h2>Provenance</h2>\n";
    if (reports_.has_several()) body_ += "<div class=\"side\">\n";
    for (const DataFile& file : reports_.files()) write_provenance(file);
    body_ += reports_.has_several() ? "</div>\n</section>\n" : "</section>\n";
  }

  void write_provenance(const DataFile& file) {
    if (reports_.has_several()) body_ += "<div>\n";
    add("<h3>{}</h3>\n<dl>\n<dt>file</dt><dd>{}</dd>\n", escaped(reports_.name_of(file)), escaped(file.name));
    for (const auto& member : file.report->environment)
      if (member.value().is_string() && member.key() != "citation")
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
    body_ += "</pre></details>\n<h3>To cite the program</h3>\n<pre class=\"whole\">";
    write_lines(bibtex(file.report->environment_text("sapper"), file.report->environment_text("commit")));
    body_ += "</pre>\n";
    if (reports_.has_several()) body_ += "</div>\n";
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

  PageReports reports_;
  std::string body_;
};

}  // namespace

std::string report_page(std::span<const DataFile> files) { return Page(files).write(); }

}  // namespace sapper::experiments::pages
