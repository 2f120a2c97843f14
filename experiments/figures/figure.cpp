#include "experiments/figures/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <set>

#include "experiments/figures/figure_layout.hpp"
#include "experiments/support/file_kind.hpp"
#include "experiments/support/hash.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::figures {

std::string exponent_text(const ParameterEstimate& exponent) {
  const auto& [value, interval] = exponent;
  return interval ? fmt::format("{:.2f} ± {:.2f}", value, interval->half_width())
                  : fmt::format("{:.2f}", value);
}

std::string growth_text(const Series& series) {
  const auto number = [](double x) { return with_commas(static_cast<std::uint64_t>(std::llround(x))); };
  std::string text = series.exponent ? exponent_text(*series.exponent) : "no power law";
  const bool bends = series.fit.empty() || series.fit.front().first > series.points.front().x ||
                     series.fit.back().first < series.points.back().x;
  if (bends && !series.fit.empty())
    text += fmt::format(" from {} to {}", number(series.fit.front().first), number(series.fit.back().first));
  if (bends && series.end_slopes)
    text +=
        fmt::format(" (local slopes {:.2f} to {:.2f})", series.end_slopes->first, series.end_slopes->second);
  if (series.ns_per_cell)
    text += fmt::format(", {:.3g} ns per cell at {}", *series.ns_per_cell, number(series.points.back().x));
  return text;
}

std::vector<std::string> sources_of(std::span<const DataFile> files) {
  const auto reports =
      std::ranges::count_if(files, [](const DataFile& file) { return file.report != nullptr; });
  const auto names_by = [&](auto name_of) {
    std::vector<std::string> names;
    for (const DataFile& file : files)
      names.push_back(file.report && reports > 1 ? name_of(file) : std::string());
    return names;
  };
  const auto are_different = [&](const std::vector<std::string>& names) {
    return std::set<std::string>(names.begin(), names.end()).size() >= static_cast<std::size_t>(reports);
  };
  std::vector<std::string> names = names_by([](const DataFile& file) { return file.report_name(); });
  if (!are_different(names)) names = names_by([](const DataFile& file) { return file.file_name(); });
  if (!are_different(names)) names = names_by([](const DataFile& file) { return printable(file.name); });
  return names;
}

std::vector<LabelledResult> all_results(std::span<const DataFile> files) {
  const auto reports = static_cast<std::size_t>(
      std::ranges::count_if(files, [](const DataFile& file) { return file.report != nullptr; }));
  const std::vector<std::string> sources = sources_of(files);
  std::vector<LabelledResult> shown;
  std::size_t number = 0;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const DataFile& file = files[i];
    if (!file.report) continue;
    const std::string& source = sources[i];
    for (const Result& result : file.data.results)
      shown.push_back({&result, source.empty() ? result.label : fmt::format("{} ({})", result.label, source),
                       number, reports, source});
    ++number;
  }
  return shown;
}

Panel& FigureMaker::panel(const std::string& title, const Axis& y, const std::vector<CaseFacet>& facets) {
  const auto [place, is_new] = panels_.try_emplace(title, figure.panels.size());
  if (is_new) figure.panels.push_back({.title = title, .y = y, .facets = facets});
  return figure.panels[place->second];
}

Series& FigureMaker::series(Panel& panel, const std::string& label, const std::string& strategy) {
  const auto found = std::ranges::find(panel.series, label, &Series::label);
  if (found != panel.series.end()) return *found;
  Hash hash;
  hash.add("36139");
  hash.add(strategy);
  Series& made = panel.series.emplace_back();
  made.label = label;
  made.style = styles_.try_emplace(label, styles_.size()).first->second;
  made.colour = (hash.value() >> 32) % kColourCount;
  std::vector<std::string>& alike = strategies_[made.colour];
  const auto place = static_cast<std::size_t>(std::ranges::find(alike, strategy) - alike.begin());
  if (place == alike.size()) alike.push_back(strategy);
  made.mark = made.colour + 3 * place;
  made.dash = made.mark + place / kColourCount;  // marks are as many as colours
  return made;
}

Series& FigureMaker::next_series(Panel& panel, const std::string& label) {
  Series& found = series(panel, label);
  found.colour = found.style % kColourCount;
  found.mark = found.dash = found.style + found.style / kColourCount * 3;
  return found;
}

Series& FigureMaker::series(Panel& panel, const LabelledResult& shown) {
  Series& found = series(panel, shown.label, shown.result->label);
  if (shown.reports > 1) {
    found.dash = shown.report;
    found.strategy = shown.result->label;
    found.report = shown.source;
  }
  return found;
}

void FigureMaker::share_scale() {
  if (figure.panels.empty()) return;
  AxisRange range = figure.panels.front().y.is_logarithmic ? AxisRange{1e300, 1e-300} : AxisRange{};
  for (const Panel& panel : figure.panels) range = with_values(range, panel);
  for (Panel& panel : figure.panels) {
    panel.y.least = range.least;
    panel.y.most =
        range.most > range.least ? range.most + (range.most - range.least) * 0.05 : range.least + 1;
  }
}

}  // namespace sapper::experiments::figures
