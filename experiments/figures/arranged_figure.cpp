// Win rates along any property that varies, with others as curves and panels.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "experiments/figures/figure.hpp"
#include "experiments/figures/figure_kinds.hpp"
#include "experiments/report/sweep_dimensions.hpp"
#include "experiments/run/result.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::figures {
namespace {

using Placed = SweepDimensions::Placed;

// The property along which the sweep measures, if it is not shown otherwise.
std::string usual_axis(const SweepDimensions& all, const FigureRequest& asked) {
  for (const Placed& placed : all.results()) {
    const std::string& property = placed.result->played->axis_property;
    if (contains(all.properties(), property) && !contains(asked.curves, property) &&
        !contains(asked.panels, property))
      return property;
  }
  throw InputError("plot: --axis is missing: what varies along the axis of these curves");
}

void check(const FigureRequest& asked, const SweepDimensions& all) {
  all.check_names("--curves", asked.curves);
  all.check_names("--panels", asked.panels);
  if (!asked.axis.empty()) all.check_names("--axis", {asked.axis});
  DimensionNames names = asked.curves;
  names.insert(names.end(), asked.panels.begin(), asked.panels.end());
  if (!asked.axis.empty()) names.push_back(asked.axis);
  std::ranges::sort(names);
  if (const auto twice = std::ranges::adjacent_find(names); twice != names.end())
    throw InputError(fmt::format("plot: {} is named twice in --axis, --curves and --panels", *twice));
}

// With what was not asked for: strategies as curves, if they are not elsewhere, and panels for what else tells results
// apart.
FigureRequest completed(FigureRequest asked, const SweepDimensions& all) {
  check(asked, all);
  if (asked.axis.empty()) asked.axis = usual_axis(all, asked);
  if (asked.curves.empty()) {
    for (const std::string_view name : {kStrategyDimension, kReportDimension})
      if (contains(all.names(), name) && !contains(asked.panels, name) && asked.axis != name)
        asked.curves.emplace_back(name);
    DimensionNames others = asked.panels;
    others.push_back(asked.axis);
    if (asked.curves.empty() && !asked.panels.empty()) asked.curves = all.others_than(others);
    if (asked.curves.empty()) asked.curves.emplace_back(kStrategyDimension);
  }
  DimensionNames chosen = asked.curves;
  chosen.push_back(asked.axis);
  chosen.insert(chosen.end(), asked.panels.begin(), asked.panels.end());
  for (std::string& name : all.others_than(chosen)) asked.panels.push_back(std::move(name));
  return asked;
}

// `torus, rows 8`: numbers have the name of what they are.
std::string text_of(const DimensionNames& names, const DimensionValues& values) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < names.size(); ++i)
    parts.push_back(has_telling_values(names[i]) || !parse_number<double>(values[i])
                        ? values[i]
                        : names[i] + ' ' + values[i]);
  return shown_name(fmt::format("{}", fmt::join(parts, ", ")));
}

// Where results are along the axis: at a number, or at the place of a name.
class ResultAxis {
 public:
  ResultAxis(const SweepDimensions& all, std::string name) : name_(std::move(name)) {
    for (const Placed& placed : all.results()) {
      const std::string value = SweepDimensions::values_of(placed, {name_}).front();
      if (!contains(values_, value)) values_.push_back(value);
      const CaseLabels& played = *placed.result->played;
      if (played.axis_property == name_ && axis_.name.empty()) axis_.name = played.axis_name;
    }
    if (!axis_.name.empty()) return;
    axis_.name = name_;
    if (!std::ranges::all_of(
            values_, [](const std::string& value) { return parse_number<double>(value).has_value(); }))
      axis_.categories = values_;
  }

  const Axis& axis() const { return axis_; }
  double place_of(const Placed& placed) const {
    const CaseLabels& played = *placed.result->played;
    if (played.axis_property == name_) return played.axis;
    const std::string value = SweepDimensions::values_of(placed, {name_}).front();
    if (axis_.categories.empty()) return parse_number<double>(value).value_or(0);
    return static_cast<double>(std::ranges::find(values_, value) - values_.begin());
  }

 private:
  std::string name_;
  std::vector<std::string> values_;
  Axis axis_;
};

}  // namespace

void fill_arranged(FigureMaker& made, std::span<const DataFile> files) {
  SweepDimensions all;
  const std::vector<LabelledResult> shown = all_results(files);
  std::vector<const LabelledResult*> places;
  for (const LabelledResult& result : shown)
    if (result.result->win_rate) {
      all.add(*result.result, result.source, shown_name(result.result->played->name));
      places.push_back(&result);
    }
  if (places.empty()) return;
  const FigureRequest arranged = completed(made.asked, all);
  const ResultAxis axis(all, arranged.axis);
  const bool are_strategies = std::ranges::all_of(arranged.curves, [](const std::string& name) {
    return name == kStrategyDimension || name == kReportDimension;
  });
  made.figure = {.caption = fmt::format("Win rate against {}, with 95 % intervals; curves: {}{}.",
                                        axis.axis().name.substr(0, axis.axis().name.find(" (")),
                                        fmt::join(arranged.curves, ", "),
                                        arranged.panels.empty()
                                            ? std::string()
                                            : fmt::format("; panels: {}", fmt::join(arranged.panels, ", "))),
                 .look = axis.axis().categories.empty() ? PlotStyle::lines : PlotStyle::points,
                 .x = axis.axis()};
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Placed& placed = all.results()[i];
    const Result& result = *placed.result;
    const DimensionValues values = SweepDimensions::values_of(placed, arranged.panels);
    std::vector<CaseFacet> facets;
    for (std::size_t facet = 0; facet < values.size(); ++facet)
      facets.push_back({arranged.panels[facet], values[facet]});
    Panel& panel = made.panel(text_of(arranged.panels, values), {"win rate (%)", 0, 100}, facets);
    const std::string label = text_of(arranged.curves, SweepDimensions::values_of(placed, arranged.curves));
    Series& series = are_strategies && contains(arranged.curves, kStrategyDimension)
                         ? made.series(panel, *places[i])
                         : made.next_series(panel, label);
    const auto percent = [](const std::optional<double>& rate) {
      return rate ? std::optional(100 * *rate) : std::nullopt;
    };
    series.points.push_back(
        {axis.place_of(placed), 100 * *result.win_rate, percent(result.low), percent(result.high)});
  }
  for (Panel& panel : made.figure.panels)
    for (Series& series : panel.series) std::ranges::stable_sort(series.points, {}, &Point::x);
}

}  // namespace sapper::experiments::figures
