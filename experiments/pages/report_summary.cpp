#include "experiments/pages/report_summary.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <set>

#include "experiments/engine/statistics.hpp"
#include "experiments/support/markup.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::pages {

using figures::Comparison;
using figures::Report;
using figures::Result;

namespace {

std::string percent(double share) { return fmt::format("{:.2f}", 100 * share); }

std::uint64_t games_of(const Report& report) {
  std::uint64_t games = 0;
  for (const Result& result : report.results) games += result.games;
  return games;
}

// Those from which the games do not distinguish the best result.
std::string rivals_of(const Report& report, const Result& best) {
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

// The best strategy of each case, as far as there is room.
std::string winners(const Report& report, const std::set<std::size_t>& cases) {
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
  if (items.empty()) return {};
  std::string text = fmt::format(
      "<p>The highest win rate of each case, and the strategies that the games do not distinguish from it "
      "(p at least 0.05, not adjusted for the number of comparisons):</p>\n<ul>\n{}</ul>\n",
      items);
  if (listed > kMost)
    text += fmt::format("<p class=\"note\">and {} more cases: see the table.</p>\n", listed - kMost);
  return text;
}

// Results share boards, so that their deviations are not independent: the largest one counts, by a bound that holds
// whatever their dependence.
std::string verdict(const Report& report) {
  double worst = 0;
  std::size_t judged = 0;
  for (const Result& result : report.results) {
    const auto z = deviation(result);
    if (!z) continue;
    ++judged;
    if (std::abs(*z) > std::abs(worst)) worst = *z;
  }
  if (judged == 0) return {};
  const Deviation deviation = judge_largest(worst, judged);
  return fmt::format(
      "<p>Losses by guesses against the sum of their exact risks: the largest deviation of {} is z = "
      "{:+.2f}; {}.{}</p>\n",
      counted(judged, "result"), worst,
      deviation == Deviation::expected   ? "the probabilities fit what happened"
      : deviation == Deviation::unlikely ? "unlikely by chance: run it with another seed"
                                         : "the probabilities do <strong>not</strong> fit what happened",
      judged > 1 ? " Results on the same boards deviate together; the threshold allows for it." : "");
}

}  // namespace

std::string report_summary(const Report& report) {
  std::set<std::size_t> cases;
  std::set<std::string> labels;
  for (const Result& result : report.results) {
    cases.insert(result.case_number);
    labels.insert(result.label);
  }
  return fmt::format("<p>{} on {}: {} games in all, in {} on {}.</p>\n",
                     labels.size() == 1 ? "1 strategy" : fmt::format("{} strategies", labels.size()),
                     counted(cases.size(), "case"), with_commas(games_of(report)), as_duration(report.wall_s),
                     counted(report.threads, "thread")) +
         winners(report, cases) + verdict(report);
}

std::string win_percent(const Result& result) {
  if (!result.wins || result.games == 0) return percent(*result.win_rate);
  return fmt::format("{:.2f}", 100.0 * static_cast<double>(*result.wins) / static_cast<double>(result.games));
}

std::optional<double> deviation(const Result& result) {
  if (!result.losses || !result.predicted_losses || result.has_board_file) return std::nullopt;
  if (!result.standard_error || *result.standard_error <= 0) return std::nullopt;
  return (*result.losses - *result.predicted_losses) / *result.standard_error;
}

}  // namespace sapper::experiments::pages
