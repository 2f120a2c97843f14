#include "experiments/pages/report_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <span>

#include "experiments/stats/statistics.hpp"
#include "experiments/support/markup.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::pages {

using figures::DataFile;

namespace {

std::string percent(double share) { return fmt::format("{:.2f}", 100 * share); }

std::uint64_t games_of(const DataFile& file) {
  std::uint64_t games = 0;
  for (const Result& result : file.data.results) games += result.games;
  return games;
}

// The results that the games do not distinguish from the best.
std::string rivals_of(const DataFile& file, const Result& best) {
  constexpr double kLevel = 0.05;
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

// The best strategy of a case, whose results these are; empty if they have no win rates.
std::string winner(const DataFile& file, std::span<const Result> results) {
  const Result* best = nullptr;
  std::string names;  // of all with the best rate
  for (const Result& result : results) {
    if (!result.win_rate || (best && *result.win_rate < *best->win_rate)) continue;
    const bool is_tie = best && *result.win_rate == *best->win_rate;
    if (!is_tie) names.clear();
    if (!names.empty()) names += ", ";
    names += result.label;
    best = &result;
  }
  if (!best) return {};
  return fmt::format("<li>{}: <strong>{}</strong>, {} %{}{}</li>\n",
                     escaped(figures::shown_name(best->played->name)), escaped(names), win_percent(*best),
                     best->low && best->high
                         ? fmt::format(" (95 % interval {} to {})", percent(*best->low), percent(*best->high))
                         : std::string(),
                     escaped(rivals_of(file, *best)));
}

// The best strategy of each case, for the first cases. Results of a case are consecutive.
std::string winners(const DataFile& file, std::size_t case_count) {
  constexpr std::size_t kMost = 12;
  const std::span<const Result> all = file.data.results;
  std::string items;
  std::size_t listed = 0;
  for (std::size_t begin = 0, end = 0; begin < all.size() && listed < kMost; begin = end) {
    while (end < all.size() && all[end].played == all[begin].played) ++end;
    const std::string item = winner(file, all.subspan(begin, end - begin));
    listed += !item.empty();
    items += item;
  }
  if (items.empty()) return {};
  std::string text = fmt::format(
      "<p>The highest win rate of each case, and the strategies that are not significantly worse (p at least "
      "0.05, not adjusted for the number of comparisons):</p>\n<ul>\n{}</ul>\n",
      items);
  if (case_count > kMost)
    text += fmt::format("<p class=\"note\">and {} more cases: see the table.</p>\n", case_count - kMost);
  return text;
}

// Results share boards, so their deviations are not independent: the largest one is judged by a bound that is valid
// under any dependence.
std::string verdict(const DataFile& file) {
  double worst = 0;
  std::size_t judged = 0;
  for (const Result& result : file.data.results) {
    if (!result.z) continue;
    ++judged;
    if (std::abs(*result.z) > std::abs(worst)) worst = *result.z;
  }
  if (judged == 0) return {};
  const Deviation deviation = judge_largest(worst, judged);
  return fmt::format(
      "<p>Losses by guesses against the sum of their exact risks: the largest deviation of {} is z = "
      "{:+.2f}; {}.{}</p>\n",
      counted(judged, "result"), worst,
      deviation == Deviation::expected ? "the probabilities agree with what happened"
      : deviation == Deviation::unlikely
          ? "unlikely by chance: rerun with another seed"
          : "the probabilities do <strong>not</strong> agree with what happened",
      judged > 1 ? " Results on the same boards are correlated; the threshold allows for that." : "");
}

}  // namespace

// The config's note, in its own lines.
std::string note_of(const DataFile& file) {
  const std::string& note = file.report->experiment->common().note;
  if (note.empty()) return {};
  std::string lines;
  for (const std::string_view line : split_lines(note))
    lines += (lines.empty() ? "" : "<br/>\n") + escaped(line);
  return fmt::format("<p>{}</p>\n", lines);
}

std::string report_summary(const DataFile& file) {
  std::set<std::size_t> cases;
  std::set<std::string> labels;
  for (const Result& result : file.data.results) {
    cases.insert(result.played->number);
    labels.insert(result.label);
  }
  return note_of(file) +
         fmt::format("<p>{} on {}: {} games in all, in {} on {}.</p>\n",
                     labels.size() == 1 ? "1 strategy" : fmt::format("{} strategies", labels.size()),
                     counted(cases.size(), "case"), with_commas(games_of(file)),
                     as_duration(file.report->wall_s), counted(file.report->threads, "thread")) +
         winners(file, cases.size()) + verdict(file);
}

std::string win_percent(const Result& result) {
  if (!result.wins || result.games == 0) return percent(*result.win_rate);
  return fmt::format("{:.2f}", 100.0 * static_cast<double>(*result.wins) / static_cast<double>(result.games));
}

}  // namespace sapper::experiments::pages
