#include "experiments/pages/report_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/config/stop_rule.hpp"
#include "experiments/figures/figure_layout.hpp"
#include "experiments/pages/report_tables.hpp"
#include "experiments/report/rate_series.hpp"
#include "experiments/report/thresholds.hpp"
#include "experiments/run/comparison.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/known_faults.hpp"
#include "experiments/run/result.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/stats/differences.hpp"
#include "experiments/stats/statistics.hpp"
#include "experiments/support/append_format.hpp"
#include "experiments/support/markup.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::pages {
namespace {

using figures::DataFile;
using figures::evenly_spread;
using figures::shown_name;

constexpr double kLevel = 0.05;
constexpr std::size_t kMostDown = 24, kMostAcross = 16;  // rows and columns of a matrix on the page
constexpr std::size_t kFewCases = 4;                     // each has a sentence

std::string percent(double share) { return fmt::format("{:.2f}", 100 * share); }

// The results of a case with win rates, and which of them lead.
struct CaseRanking {
  const CaseLabels* played = nullptr;
  std::vector<const Result*> results;
  const Result* best = nullptr;      // the first of the highest rate
  const Result* next = nullptr;      // the first of the highest rate of the others
  const Comparison* pair = nullptr;  // best and next on the same games, if they were compared
  bool is_tie() const { return next != nullptr && *next->win_rate == *best->win_rate; }
  double lead() const { return *best->win_rate - *next->win_rate; }
  // Whether the lead is more than chance makes, without an adjustment for the number of comparisons.
  bool is_clear() const { return !is_tie() && pair != nullptr && pair->p_value < kLevel; }
};

std::vector<CaseRanking> standings_of(const DataFile& file) {
  std::vector<CaseRanking> standings;
  for (const Result& result : file.data.results) {
    if (!result.win_rate) continue;
    if (standings.empty() || standings.back().played != result.played.get())
      standings.emplace_back().played = result.played.get();
    standings.back().results.push_back(&result);
  }
  std::map<std::size_t, CaseRanking*> of_case;
  for (CaseRanking& standing : standings) {
    for (const Result* const result : standing.results) {
      if (standing.best == nullptr || *result->win_rate > *standing.best->win_rate)
        standing.next = std::exchange(standing.best, result);
      else if (standing.next == nullptr || *result->win_rate > *standing.next->win_rate)
        standing.next = result;
    }
    of_case[standing.played->number] = &standing;
  }
  for (const Comparison& comparison : file.data.comparisons) {
    const auto found = of_case.find(comparison.played->number);
    if (found == of_case.end() || found->second->next == nullptr) continue;
    const std::string &best = found->second->best->label, &next = found->second->next->label;
    if ((comparison.a == best && comparison.b == next) || (comparison.a == next && comparison.b == best))
      found->second->pair = &comparison;
  }
  return standings;
}

std::string rate_with_interval(const Result& result) {
  return win_percent(result) + " %" +
         (result.low && result.high
              ? fmt::format(" (95 % interval {} to {})", percent(*result.low), percent(*result.high))
              : std::string());
}

// The results that the games do not distinguish from the best.
std::string rivals_of(const DataFile& file, const Result& best) {
  std::string rivals;
  for (const Comparison& comparison : file.data.comparisons) {
    if (comparison.played->number != best.played->number || comparison.p_value < kLevel) continue;
    if (comparison.only_a == comparison.only_b)
      continue;  // equally good: named with the best, or not compared with it
    if (comparison.a != best.label && comparison.b != best.label) continue;
    rivals += fmt::format("{}{} (p = {:.2g})", rivals.empty() ? "; not distinguishable from " : ", ",
                          comparison.a == best.label ? comparison.b : comparison.a, comparison.p_value);
  }
  return rivals;
}

std::string winner_of(const DataFile& file, const CaseRanking& standing) {
  std::string names;  // of all with the best rate
  for (const Result* const result : standing.results)
    if (*result->win_rate == *standing.best->win_rate) names += (names.empty() ? "" : ", ") + result->label;
  return fmt::format("<li>{}: <strong>{}</strong>, {}{}</li>\n", escaped(shown_name(standing.played->name)),
                     escaped(names), rate_with_interval(*standing.best),
                     escaped(rivals_of(file, *standing.best)));
}

// How often a strategy alone has the highest win rate of a case.
struct Tops {
  std::string label;
  std::size_t cases = 0;
  std::size_t clear = 0;  // of these, beyond chance
};

// The most frequent first.
std::vector<Tops> tops_of(std::span<const CaseRanking> standings) {
  std::vector<Tops> tops;
  for (const CaseRanking& standing : standings) {
    if (standing.next == nullptr || standing.is_tie()) continue;
    auto found = std::ranges::find(tops, standing.best->label, &Tops::label);
    if (found == tops.end()) found = tops.insert(tops.end(), {standing.best->label});
    ++found->cases;
    found->clear += standing.is_clear() ? 1U : 0U;
  }
  std::ranges::stable_sort(tops, std::greater<>(), &Tops::cases);
  return tops;
}

// Black or white text on a shade of blue that is the darker the higher the share, so that grey shows the same order.
std::string shade_of(double share) {
  constexpr std::array<double, 3> kLight{247, 251, 255}, kDark{8, 64, 129};
  std::array<int, 3> colour{};
  double luminance = 0;
  constexpr std::array<double, 3> kWeights{0.2126, 0.7152, 0.0722};  // of sRGB's channels
  for (std::size_t i = 0; i < colour.size(); ++i) {
    colour[i] =
        static_cast<int>(std::lround(kLight[i] + (kDark[i] - kLight[i]) * std::clamp(share, 0.0, 1.0)));
    luminance += kWeights[i] * std::pow(colour[i] / 255.0, 2.2);
  }
  // Black and white text have the same contrast with a background of this luminance.
  constexpr double kEvenContrast = 0.18;
  return fmt::format("background: #{:02x}{:02x}{:02x}; color: {}", colour[0], colour[1], colour[2],
                     luminance > kEvenContrast ? "#000" : "#fff");
}

// A table with heads of rows and columns, coloured by shares.
class Matrix {
 public:
  Matrix(std::string name, std::string caption, std::string_view corner, std::span<const std::string> across)
      : name_(std::move(name)), caption_(std::move(caption)) {
    text_ = fmt::format("<thead><tr><th scope=\"col\" class=\"text\">{}</th>", escaped(corner));
    for (const std::string& head : across) append_format(text_, "<th scope=\"col\">{}</th>", escaped(head));
    text_ += "</tr></thead>\n<tbody>\n";
  }
  void row(std::string_view head) {
    append_format(text_, "{}<tr><th scope=\"row\" class=\"text\">{}</th>", is_first_ ? "" : "</tr>\n",
                  escaped(head));
    is_first_ = false;
  }
  // Two lines, and what a pointer shows; `share` is what colours it.
  void cell(const std::optional<double>& share, std::string_view text, std::string_view below = {},
            std::string_view title = {}) {
    text_ += "<td";
    if (share) append_format(text_, " style=\"{}\"", shade_of(*share));
    if (!title.empty()) append_format(text_, " title=\"{}\"", escaped(title));
    append_format(text_, ">{}", escaped(text));
    if (!below.empty()) append_format(text_, "<br/><small>{}</small>", escaped(below));
    text_ += "</td>";
  }
  std::string markup() const {
    return fmt::format(
        "<p class=\"caption\">{1}</p>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
        "aria-label=\"{0}\"><table class=\"matrix\">\n{2}{3}</tbody>\n</table></div>\n",
        name_, escaped(caption_), text_, is_first_ ? "" : "</tr>\n");
  }

 private:
  std::string name_, caption_, text_;
  bool is_first_ = true;
};

// Which part of a matrix is shown; empty if all is.
std::string sampling_note(std::size_t down, std::size_t row_count, std::size_t across,
                          std::size_t column_count) {
  if (down == row_count && across == column_count) return {};
  return fmt::format(" Shown, evenly chosen: {} of {} and {} of {}; the table of results has all.", down,
                     count_text(row_count, "row"), across, count_text(column_count, "column"));
}

// Points with these decimals; with one significant digit if they would show as nothing.
std::string points_text(double points, int decimals) {
  return points < std::pow(10, -decimals) ? fmt::format("{:.1g}", points)
                                          : fmt::format("{:.{}f}", points, decimals);
}

std::string title_of(const CaseRanking& standing) {
  std::string title = fmt::format("{}: {} {}", shown_name(standing.played->name), standing.best->label,
                                  rate_with_interval(*standing.best));
  if (standing.next != nullptr)
    title += standing.is_tie()
                 ? fmt::format(", as {}", standing.next->label)
                 : fmt::format(", {} points more than {}{}", points_text(100 * standing.lead(), 2),
                               standing.next->label,
                               standing.pair != nullptr ? fmt::format(" (p = {:.2g})", standing.pair->p_value)
                                                        : std::string());
  return title;
}

std::string lead_text(const CaseRanking& standing) {
  if (standing.next == nullptr)
    return standing.best->low && standing.best->high
               ? fmt::format("± {:.1f}", 50 * (*standing.best->high - *standing.best->low))
               : std::string();
  if (standing.is_tie()) {
    const auto alike = std::ranges::count_if(standing.results, [&](const Result* result) {
      return *result->win_rate == *standing.best->win_rate;
    });
    return fmt::format("{} alike", alike);
  }
  return fmt::format("{} {}{}", standing.best->label, standing.is_clear() ? "+" : "≈",
                     points_text(100 * standing.lead(), 1));
}

// The cases of a sweep by their places: series across, values on the axis down; nullopt if fewer than half of the
// places have a case, or one has two.
struct SweepGrid {
  std::vector<std::string> series;
  std::vector<double> values;
  std::map<std::pair<double, std::string>, const CaseRanking*> cases;
};
std::optional<SweepGrid> grid_of(std::span<const CaseRanking> standings) {
  SweepGrid grid;
  for (const CaseRanking& standing : standings) {
    const CaseLabels& played = *standing.played;
    if (played.axis_name.empty()) return std::nullopt;
    if (!grid.cases.try_emplace({played.asked_axis, played.series}, &standing).second) return std::nullopt;
    if (std::ranges::find(grid.series, played.series) == grid.series.end())
      grid.series.push_back(played.series);
    grid.values.push_back(played.asked_axis);
  }
  std::ranges::sort(grid.values);
  grid.values.erase(std::unique(grid.values.begin(), grid.values.end()), grid.values.end());
  const bool is_sweep =
      grid.values.size() >= 3 && 2 * grid.cases.size() >= grid.series.size() * grid.values.size();
  return is_sweep ? std::optional(std::move(grid)) : std::nullopt;
}

// The series that a matrix shows: all, or of a factorial design whole rows and columns, as in the figure, or an even sample.
std::vector<std::string> shown_series(const SweepGrid& grid) {
  if (grid.series.size() <= kMostAcross) return grid.series;
  figures::Figure figure;
  for (const std::string& series : grid.series)
    for (const auto& [place, standing] : grid.cases)
      if (place.second == series) {
        figure.panels.push_back({.title = series, .facets = standing->played->facets});
        break;
      }
  std::vector<std::string> shown;
  if (const std::size_t across = figures::arrange_in_grid(figure); across > 0) {
    figures::keep_part_of_grid(figure.panels, across, kMostAcross);
    for (const figures::Panel& panel : figure.panels) shown.push_back(panel.title);
  } else {
    for (const std::size_t place : evenly_spread(grid.series.size(), kMostAcross))
      shown.push_back(grid.series[place]);
  }
  return shown;
}

std::string matrix_of(const SweepGrid& grid, bool has_leads) {
  const std::vector<std::size_t> down = evenly_spread(grid.values.size(), kMostDown);
  const std::vector<std::string> across = shown_series(grid);
  std::vector<std::string> heads;
  heads.reserve(across.size());
  for (const std::string& series : across) heads.push_back(shown_name(series));
  const std::string caption =
      (has_leads
           ? "The highest win rate of each case in percent, the darker the higher; below it the strategy and "
             "its "
             "lead over the next in points (≈: it may be chance, p at least 0.05 on the same games)."
           : "Win rates in percent, the darker the higher, with half of their 95 % intervals.") +
      sampling_note(down.size(), grid.values.size(), across.size(), grid.series.size());
  Matrix matrix("win rates", caption, grid.cases.begin()->second->played->axis_name, heads);
  for (const std::size_t row : down) {
    matrix.row(fmt::format("{:.4g}", grid.values[row]));
    for (const std::string& series : across) {
      const auto found = grid.cases.find({grid.values[row], series});
      if (found == grid.cases.end()) {
        matrix.cell({}, "");
        continue;
      }
      const CaseRanking& standing = *found->second;
      matrix.cell(standing.best->win_rate, fmt::format("{:.1f}", 100 * *standing.best->win_rate),
                  lead_text(standing), title_of(standing));
    }
  }
  return matrix.markup();
}

std::vector<std::string> labels_of(std::span<const CaseRanking> standings) {
  std::vector<std::string> labels;
  for (const CaseRanking& standing : standings)
    for (const Result* const result : standing.results)
      if (std::ranges::find(labels, result->label) == labels.end()) labels.push_back(result->label);
  return labels;
}

std::string matrix_of(std::span<const CaseRanking> standings) {
  const std::vector<std::string> labels = labels_of(standings);
  const std::vector<std::size_t> down = evenly_spread(standings.size(), kMostDown),
                                 across = evenly_spread(labels.size(), kMostAcross);
  std::vector<std::string> heads;
  heads.reserve(across.size());
  for (const std::size_t column : across) heads.push_back(labels[column]);
  Matrix matrix(
      "win rates",
      "Win rates in percent, the darker the higher, with half of their 95 % intervals; *: the highest of "
      "the case." +
          sampling_note(down.size(), standings.size(), across.size(), labels.size()),
      "board", heads);
  for (const std::size_t row : down) {
    const CaseRanking& standing = standings[row];
    matrix.row(shown_name(standing.played->name));
    for (const std::string& label : heads) {
      const auto found = std::ranges::find(standing.results, label, &Result::label);
      if (found == standing.results.end()) {
        matrix.cell({}, "");
        continue;
      }
      const Result& result = **found;
      const bool is_best = standing.next != nullptr && *result.win_rate == *standing.best->win_rate;
      matrix.cell(
          result.win_rate, win_percent(result) + (is_best ? " *" : ""),
          result.low && result.high ? fmt::format("± {:.2f}", 50 * (*result.high - *result.low)) : "",
          fmt::format("{}: {} {}", shown_name(standing.played->name), label, rate_with_interval(result)));
    }
  }
  return matrix.markup();
}

// The sentences of a page's case, by case.
using CaseSentences = std::map<std::size_t, std::string>;

void add_sentence(CaseSentences& sentences, const CaseLabels& played, const std::string& sentence) {
  std::string& text = sentences[played.number];
  text += text.empty()
              ? fmt::format("<strong>{}</strong>: {}", escaped(shown_name(played.name)), escaped(sentence))
              : "; " + escaped(sentence);
}

// Adds the cases in which another strategy is better than the one that is best most often.
void add_reversals(CaseSentences& sentences, const DataFile& file) {
  const std::vector<CaseRanking> standings = standings_of(file);
  const std::vector<Tops> tops = tops_of(standings);
  if (tops.empty() || standings.size() < 2 || 2 * tops.front().cases <= standings.size()) return;
  std::vector<double> p_values;
  for (const Comparison& comparison : file.data.comparisons) p_values.push_back(comparison.p_value);
  const std::vector<double> holm = holm_adjusted(p_values);
  for (std::size_t i = 0; i < holm.size(); ++i) {
    const Comparison& pair = file.data.comparisons[i];
    const bool is_a = pair.a == tops.front().label;
    if (holm[i] >= kLevel || (!is_a && pair.b != tops.front().label)) continue;
    const double difference = is_a ? pair.difference : -pair.difference;
    if (difference < 0)
      add_sentence(
          sentences, *pair.played,
          fmt::format(
              "{} wins {:.2f} points more than {}, which is the best of most cases (p = {:.2g} by Holm's "
              "correction for all comparisons)",
              is_a ? pair.b : pair.a, -100 * difference, tops.front().label, holm[i]));
  }
}

void add_deviations(CaseSentences& sentences, const DataFile& file) {
  std::size_t judged = 0;
  for (const Result& result : file.data.results) judged += result.z ? 1U : 0U;
  for (const Result& result : file.data.results)
    if (result.z && result.losses && result.predicted_losses &&
        judge_largest(*result.z, judged) != Deviation::expected)
      add_sentence(sentences, *result.played,
                   fmt::format("{} lost {:.0f} games by guesses whose risks add up to {:.1f} (z = {:+.2f})",
                               result.label, *result.losses, *result.predicted_losses, *result.z));
}

// Adds the cases to which a win rate rises along the axis while that of the sweep falls, or the reverse.
void add_turns(CaseSentences& sentences, const DataFile& file) {
  const std::vector<RateSeries> curves = rate_series_of(file.data);
  std::size_t steps = 0;
  for (const RateSeries& curve : curves) steps += curve.points.size() - 1;
  const auto rate_of = [](const RatePoint& point) {
    return static_cast<double>(point.wins) / static_cast<double>(point.games);
  };
  for (const RateSeries& curve : curves) {
    const double whole = rate_of(curve.points.back()) - rate_of(curve.points.front());
    for (std::size_t i = 1; i < curve.points.size(); ++i) {
      const RatePoint &before = curve.points[i - 1], &here = curve.points[i];
      const Difference step = independent_difference(rate_of(here), static_cast<double>(here.games),
                                                     rate_of(before), static_cast<double>(before.games));
      if (step.value * whole >= 0 || step.p_value * static_cast<double>(steps) >= kLevel) continue;
      add_sentence(
          sentences, *curve.results[i]->played,
          fmt::format(
              "{} wins {:.2f} points {} than at {:.4g} before it (p = {:.2g}, adjusted for the {} steps of "
              "the sweep)",
              curve.label, 100 * std::abs(step.value), step.value > 0 ? "more" : "fewer", before.x,
              step.p_value * static_cast<double>(steps), steps));
    }
  }
}

}  // namespace

std::string best_in_words(const DataFile& file) {
  const std::vector<CaseRanking> standings = standings_of(file);
  if (standings.empty()) return {};
  if (standings.size() <= kFewCases) {
    std::string items;
    for (const CaseRanking& standing : standings) items += winner_of(file, standing);
    return fmt::format(
        "<p>The highest win rate of each case, and the strategies that are not significantly worse (p at "
        "least 0.05, "
        "not adjusted for the number of comparisons):</p>\n<ul>\n{}</ul>\n",
        items);
  }
  const std::vector<Tops> tops = tops_of(standings);
  if (tops.empty()) return {};
  std::string text;
  std::size_t alone = 0;
  for (const Tops& top : tops) {
    alone += top.cases;
    text += fmt::format("{}<strong>{}</strong> {} ({})", text.empty() ? "" : ", ", escaped(top.label),
                        with_commas(top.cases), with_commas(top.clear));
  }
  return fmt::format(
      "<p>Of the {} cases, those where a strategy alone has the highest win rate, in brackets those where "
      "that is "
      "beyond chance (p below 0.05 against the next on the same games, not adjusted for the number of "
      "comparisons): {}{}.</p>\n",
      with_commas(standings.size()), text,
      alone < standings.size() ? fmt::format("; in {} several have it", with_commas(standings.size() - alone))
                               : std::string());
}

std::string best_by_case(const DataFile& file) {
  const std::vector<CaseRanking> standings = standings_of(file);
  if (standings.size() < 2) return {};  // its figure and its sentence say it
  if (const std::optional<SweepGrid> grid = grid_of(standings))
    return matrix_of(*grid,
                     std::ranges::any_of(standings, [](const CaseRanking& s) { return s.next != nullptr; }));
  return matrix_of(standings);
}

std::string half_rates(const DataFile& file) {
  if (rate_series_of(file.data).empty()) return {};
  const Thresholds halves = thresholds_of(file.data, 0.5, RateLink::logistic);
  std::vector<std::string> series, labels;
  std::map<std::pair<std::string, std::string>, const StrategyThreshold*> found;
  bool is_any_interpolated = false;
  for (const StrategyThreshold& strategy : halves.strategies) {
    const auto& [board, label] = std::tie(strategy.rates.series, strategy.rates.label);
    if (std::ranges::find(series, board) == series.end()) series.push_back(board);
    if (std::ranges::find(labels, label) == labels.end()) labels.push_back(label);
    found[{board, label}] = &strategy;
    is_any_interpolated = is_any_interpolated || strategy.is_interpolated();
  }
  // All of them, since no other table has these places.
  Matrix matrix(
      "half of the games",
      fmt::format("Where each strategy wins half its games: {}, with 95 % intervals, as sapper thresholds "
                  "has them: by "
                  "a logistic curve through all cases{}.",
                  halves.axis_name,
                  is_any_interpolated
                      ? " or, marked ~, where the win rates do not lie along one, by interpolating the "
                        "log odds between the two cases next to the place, with an interval that holds "
                        "every place that theirs allow"
                      : ""),
      "board", labels);
  for (const std::string& row : series) {
    matrix.row(shown_name(row));
    for (const std::string& label : labels) {
      const auto at = found.find({row, label});
      matrix.cell({}, at == found.end()
                          ? ""
                          : place_text(*at->second, halves.level) + std::string(mark_of(*at->second)));
    }
  }
  if (series.size() <= kMostDown && labels.size() <= kMostAcross) return matrix.markup();
  return fmt::format("<details class=\"fold\"><summary>{} of {}</summary>\n{}</details>\n",
                     count_text(series.size(), "row"), count_text(labels.size(), "column"), matrix.markup());
}

std::string warnings(const DataFile& file) {
  const Report& report = *file.report;
  std::string items;
  double worst = 0;
  std::size_t judged = 0, unstopped = 0, stoppable = 0;
  for (const Result& result : file.data.results) {
    if (!result.z) continue;
    ++judged;
    if (std::abs(*result.z) > std::abs(worst)) worst = *result.z;
  }
  // Results share boards, so their deviations are not independent: the largest one is judged by a bound that is valid
  // under any dependence.
  const Deviation deviation = judged > 0 ? judge_largest(worst, judged) : Deviation::expected;
  if (deviation != Deviation::expected)
    items += fmt::format(
        "<li>Losses by guesses against the sum of their exact risks: the largest deviation of {} is z = "
        "{:+.2f}; {}.</li>\n",
        count_text(judged, "result"), worst,
        deviation == Deviation::unlikely
            ? "unlikely by chance: rerun with another seed"
            : "the probabilities do <strong>not</strong> agree with what happened");
  // A shard that starts or ends mid-case has only a part of that case's games.
  if (const auto& stop = report.experiment->common().stop;
      stop && report.is_finished && report.shard.is_whole())
    report.each_case([&](std::size_t /*number*/, const Tally& tally) {
      ++stoppable;
      unstopped += is_met(*stop, report.experiment->stop_evidence(tally)) ? 0U : 1U;
    });
  if (unstopped > 0)
    items +=
        fmt::format("<li>{} of {} ended by their number of games before the stop rule was satisfied.</li>\n",
                    unstopped, count_text(stoppable, "case"));
  for (const std::string& version : report.versions())
    for (const KnownFault& fault : known_faults_of(*report.experiment, version))
      items += fmt::format("<li>By {}, {}.</li>\n",
                           version.empty() ? "a version before 0.2.0" : escaped("version " + version),
                           escaped(fault.text));
  return items.empty() ? std::string() : "<ul class=\"warnings\">\n" + items + "</ul>\n";
}

std::string odd_cases(const DataFile& file) {
  constexpr std::size_t kMost = 12;
  CaseSentences sentences;
  add_reversals(sentences, file);
  add_deviations(sentences, file);
  add_turns(sentences, file);
  if (sentences.empty()) return {};
  std::string items;
  std::size_t count = 0;
  for (const auto& [number, text] : sentences)
    if (++count <= kMost) items += fmt::format("<li>{}.</li>\n", text);
  return fmt::format(
      "<ul>\n{}</ul>\n{}", items,
      count > kMost ? fmt::format("<p class=\"note\">and {} more.</p>\n", count - kMost) : std::string());
}

}  // namespace sapper::experiments::pages
