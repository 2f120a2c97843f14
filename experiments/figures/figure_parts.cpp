#include "experiments/figures/figure_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "experiments/figures/figure_layout.hpp"
#include "experiments/support/hash.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::figures {
namespace {

std::size_t colour_of(const std::string& name) {
  Hash hash;
  hash.add("14976");
  hash.add(name);
  return (hash.value() >> 32) % kColourCount;
}

}  // namespace

std::vector<Shown> all_results(std::span<const DataFile> files) {
  std::vector<const DataFile*> reports;
  std::set<std::string> names;
  for (const DataFile& file : files)
    if (file.kind == FileKind::report) {
      reports.push_back(&file);
      names.insert(file.report_name());
    }
  std::vector<Shown> shown;
  std::size_t number = 0;
  for (const DataFile* const file : reports) {
    std::string source;
    if (reports.size() > 1)
      source = names.size() == reports.size() ? file->report_name()
                                              : printable(std::filesystem::path(file->name).stem().string());
    for (const Result& result : file->data.results)
      shown.push_back({&result, source.empty() ? result.label : fmt::format("{} ({})", result.label, source),
                       number, reports.size(), source});
    ++number;
  }
  return shown;
}

Series Styles::of(const std::string& label, const std::string& strategy, std::size_t report,
                  std::size_t reports) {
  const std::size_t style = styles_.try_emplace(label, styles_.size()).first->second;
  const std::size_t colour = colour_of(strategy);
  std::vector<std::string>& alike = names_[colour];
  auto place = std::find(alike.begin(), alike.end(), strategy);
  if (place == alike.end()) place = alike.insert(alike.end(), strategy);
  const auto round = static_cast<std::size_t>(place - alike.begin());
  const std::size_t mark = colour + 3 * round;
  Series series;
  series.label = label;
  series.style = style;
  series.colour = colour;
  series.mark = mark;
  series.dash = reports > 1 ? report : mark;
  return series;
}

Series& series_of(Panel& panel, Series made) {
  for (Series& series : panel.series)
    if (series.label == made.label) return series;
  panel.series.push_back(std::move(made));
  return panel.series.back();
}
Series& series_of(Panel& panel, const std::string& label, Styles& styles) {
  return series_of(panel, styles.of(label, label, 0, 1));
}
Series& series_of(Panel& panel, const Shown& shown, Styles& styles) {
  Series made = styles.of(shown.label, shown.result->label, shown.report, shown.reports);
  if (shown.reports > 1) {
    made.strategy = shown.result->label;
    made.report = shown.source;
  }
  return series_of(panel, std::move(made));
}

Panel& Panels::of(const std::string& title, const std::vector<CaseFacet>& facets) {
  const auto [place, is_new] = places_.try_emplace(title, figure_.panels.size());
  if (is_new) {
    figure_.panels.push_back({});
    figure_.panels.back().title = title;
    figure_.panels.back().facets = facets;
  }
  return figure_.panels[place->second];
}

Axis axis(std::string name, std::optional<double> least, std::optional<double> most) {
  return {std::move(name), false, least, most};
}

void share_scale(Figure& figure) {
  Range range;
  for (const Panel& panel : figure.panels) range = with_values(range, panel);
  for (Panel& panel : figure.panels) {
    panel.y.least = range.least;
    panel.y.most =
        range.most > range.least ? range.most + (range.most - range.least) * 0.05 : range.least + 1;
  }
}

}  // namespace sapper::experiments::figures
