#include "experiments/figures/first_click_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "experiments/figures/data_file.hpp"

namespace sapper::experiments::figures {
namespace {

using Entry = std::pair<std::string, const Result*>;

// Without points if the cells of the results do not cover the board.
Panel map_of(const std::vector<Entry>& entries) {
  const CellMap& board = *entries.front().second->played->map;
  const auto cell_count = static_cast<std::size_t>(board.rows) * static_cast<std::size_t>(board.cols);
  Panel panel;
  std::vector<const Result*> of_cell(cell_count, nullptr);
  for (const Entry& entry : entries)
    for (const std::uint32_t cell : entry.second->played->map->cells) of_cell[cell] = entry.second;
  if (entries.size() < 2 || std::find(of_cell.begin(), of_cell.end(), nullptr) != of_cell.end()) return panel;
  panel.scale = shown_name(board.label);
  panel.title = entries.front().first + ": " + panel.scale;
  panel.rows = board.rows;
  panel.cols = board.cols;
  panel.has_shifted_rows = board.has_shifted_rows;
  panel.y.name = "row";
  panel.series.push_back({"win rate", 0, 0, 0, {}});
  for (std::size_t cell = 0; cell < cell_count; ++cell) {
    const Result& result = *of_cell[cell];
    const auto cols = static_cast<std::size_t>(board.cols);
    panel.series[0].points.push_back({static_cast<double>(cell % cols), static_cast<double>(cell / cols),
                                      100 * result.low.value_or(*result.win_rate),
                                      100 * result.high.value_or(*result.win_rate),
                                      fmt::format("{:.6g}", 100 * *result.win_rate)});
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
  return panels;
}

}  // namespace sapper::experiments::figures
