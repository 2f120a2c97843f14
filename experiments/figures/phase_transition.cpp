// The figure of how win rates fall at the threshold of large boards. With mine density p on n cells, c = p n^(1/6): on square
// grids the shares of games that are won and that need no guess tend to exp(-c^6) and exp(-2 c^6), whatever the size
// (data/studies/phase_transition.md derives it).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "experiments/figures/figure_kinds.hpp"
#include "experiments/figures/figure_layout.hpp"
#include "experiments/run/result.hpp"
#include "experiments/stats/statistics.hpp"

namespace sapper::experiments::figures {
namespace {

// The law exp(-factor c^6), in percent.
Curve limit(double factor, double least, double most) {
  constexpr int kSteps = 60;
  Curve curve{factor == 1 ? "exp(-c⁶)" : fmt::format("exp(-{:g}c⁶)", factor), {}};
  for (int step = 0; step <= kSteps; ++step) {
    const double c = least + (most - least) * step / kSteps;
    curve.points.emplace_back(c, 100 * std::exp(-factor * std::pow(c, 6)));
  }
  return curve;
}

}  // namespace

void fill_phase_transition(FigureMaker& made, std::span<const DataFile> files) {
  made.figure = {
      .caption =
          "Games won and games that needed no guess against c = p n^(1/6), with p the mine density and "
          "n the number of cells, with 95 % intervals; dashed: their limits on large square boards.",
      .look = PlotStyle::points,
      .x = {.name = "c"},
      .layout = {.width_pt = kPagePt}};
  bool is_of_several = false;  // strategies
  const std::vector<LabelledResult> all = all_results(files);
  for (const LabelledResult& shown : all) is_of_several = is_of_several || shown.label != all.front().label;
  double least = HUGE_VAL, most = -HUGE_VAL;
  for (const LabelledResult& shown : all) {
    const Result& result = *shown.result;
    const CaseLabels& played = *result.played;
    if (!played.size || played.axis_name.empty() || !result.win_rate) continue;
    const double c = played.axis / 100 * std::pow(played.size->cells, 1.0 / 6);
    least = std::min(least, c);
    most = std::max(most, c);
    const std::string name = shown_name(played.series) + (is_of_several ? ", " + shown.label : std::string());
    made.series(made.panel("games won", {"games (%)", 0, 100}), name)
        .points.push_back({c, 100 * *result.win_rate, 100 * result.low.value_or(*result.win_rate),
                           100 * result.high.value_or(*result.win_rate)});
    if (result.guess_histogram.empty() || result.games == 0) continue;
    const auto free = static_cast<std::uint64_t>(result.guess_histogram.front());
    const Interval interval = wilson_95(free, result.games);
    made.series(made.panel("no guess needed", {"games (%)", 0, 100}), name)
        .points.push_back({c, 100 * static_cast<double>(free) / static_cast<double>(result.games),
                           100 * interval.low, 100 * interval.high});
  }
  for (Panel& panel : made.figure.panels) {
    std::size_t number = 0;
    for (Series& series : panel.series) {
      std::ranges::stable_sort(series.points, {}, &Point::x);
      series.colour = number++ % kColourCount;  // sizes, from the first to the last
      series.mark = series.colour;
    }
    panel.theory = limit(&panel == made.figure.panels.data() ? 1 : 2, least, most);
  }
}

}  // namespace sapper::experiments::figures
