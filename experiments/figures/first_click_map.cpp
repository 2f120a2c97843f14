#include "experiments/figures/first_click_map.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "experiments/figures/data_file.hpp"
#include "experiments/stats/statistics.hpp"

namespace sapper::experiments::figures {
namespace {

using Entry = std::pair<std::string, const Result*>;

double variance_of(const Result& result) {
  if (!result.low || !result.high) return 0;
  const double error = (*result.high - *result.low) / (2 * kZ95);
  return error * error;
}

// Whether each result may be the best: none is better beyond chance. `better` is the one with the highest win rate, and
// the chance is 5 % that the truly best one is left out (one-sided tests, Bonferroni's correction). Games that share
// boards are positively correlated, which the variance of a difference here does not count: it errs towards too many.
std::vector<bool> may_be_best(const std::vector<Entry>& entries) {
  const Result& best = *std::max_element(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
                          return *a.second->win_rate < *b.second->win_rate;
                        })->second;
  std::vector<bool> is_as_good;
  for (const Entry& entry : entries) {
    const double difference = *best.win_rate - *entry.second->win_rate;
    const double error = std::sqrt(variance_of(best) + variance_of(*entry.second));
    const double p_value = difference <= 0 ? 1 : error > 0 ? two_sided_p_value(difference / error) / 2 : 0;
    is_as_good.push_back(p_value * static_cast<double>(entries.size() - 1) >= 0.05);
  }
  return is_as_good;
}

// The panel has no points if the cells of the results do not cover the board.
Panel map_of(const std::vector<Entry>& entries) {
  const CellMap& board = *entries.front().second->played->map;
  const auto cell_count = static_cast<std::size_t>(board.rows) * static_cast<std::size_t>(board.cols);
  Panel panel;
  std::vector<std::size_t> of_cell(cell_count, entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i)
    for (const std::uint32_t cell : entries[i].second->played->map->cells) of_cell[cell] = i;
  if (entries.size() < 2 || std::find(of_cell.begin(), of_cell.end(), entries.size()) != of_cell.end())
    return panel;
  const std::vector<bool> is_as_good = may_be_best(entries);
  panel.scale = shown_name(entries.front().second->played->board);
  panel.title = entries.front().first + ": " + shown_name(board.label);
  panel.rows = board.rows;
  panel.cols = board.cols;
  panel.has_shifted_rows = board.has_shifted_rows;
  panel.y.name = "row";
  panel.series.emplace_back().label = "win rate";
  for (std::size_t cell = 0; cell < cell_count; ++cell) {
    const Result& result = *entries[of_cell[cell]].second;
    const auto cols = static_cast<std::size_t>(board.cols);
    panel.series[0].points.push_back({static_cast<double>(cell % cols),
                                      static_cast<double>(cell / cols),
                                      100 * result.low.value_or(*result.win_rate),
                                      100 * result.high.value_or(*result.win_rate),
                                      {},
                                      100 * *result.win_rate,
                                      is_as_good[of_cell[cell]]});
  }
  return panel;
}

}  // namespace

std::vector<Panel> first_click_panels(std::span<const Entry> results) {
  std::map<std::pair<std::string, std::string>, std::size_t> group_of;
  std::vector<std::vector<Entry>> groups;
  for (const Entry& entry : results) {
    if (!entry.second->played->map || !entry.second->win_rate) continue;
    const auto [place, is_new] =
        group_of.try_emplace({entry.first, entry.second->played->map->key}, groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].push_back(entry);
  }
  std::vector<Panel> panels;
  for (const auto& group : groups)
    if (Panel panel = map_of(group); !panel.series.empty()) panels.push_back(std::move(panel));
  // Maps of one colour scale stand next to each other, with the bar that they share.
  std::vector<std::string> scales;
  for (const Panel& panel : panels)
    if (std::find(scales.begin(), scales.end(), panel.scale) == scales.end()) scales.push_back(panel.scale);
  std::stable_sort(panels.begin(), panels.end(), [&](const Panel& a, const Panel& b) {
    return std::find(scales.begin(), scales.end(), a.scale) <
           std::find(scales.begin(), scales.end(), b.scale);
  });
  return panels;
}

}  // namespace sapper::experiments::figures
