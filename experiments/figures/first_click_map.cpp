#include "experiments/figures/first_click_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_symmetry.hpp"
#include "sim/minesweeper/first_click.hpp"

namespace sapper::experiments::figures {
namespace {

using Entry = std::pair<std::string, const Result*>;

template <class Row, std::size_t count>
const Row* find_row(const std::array<Row, count>& rows, std::string_view name) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

// The classes of the board's cells; of a board from a file each cell is its own.
sim::CellClasses classes_of(const sim::Grid& grid, sim::FirstClickRule rule, bool has_board_file) {
  if (!has_board_file) return sim::classify_cells(grid, sim::cells_free_by_rule(grid, rule));
  sim::CellClasses classes;
  classes.representatives.resize(grid.cell_count());
  std::iota(classes.representatives.begin(), classes.representatives.end(), sim::Cell{0});
  classes.class_of.assign(classes.representatives.begin(), classes.representatives.end());
  return classes;
}

// Whether two results differ in their first cell at most.
bool belong_together(const Entry& a, const Entry& b) {
  const Result& one = *a.second;
  const Result& other = *b.second;
  return a.first == b.first && one.rows == other.rows && one.cols == other.cols && one.mines == other.mines &&
         one.topology == other.topology && one.rule == other.rule && one.reveal == other.reveal &&
         one.motion == other.motion && one.has_board_file == other.has_board_file;
}

// What the results of one map differ in from others' beside board, rule and label.
std::array<std::string, 4> others_of(const Result& result) {
  return {result.topology, result.reveal.empty() ? "" : result.reveal + " reveal",
          result.motion.empty() ? "" : result.motion + " mines",
          result.has_board_file ? result.case_name : ""};
}

// Without points if the cells of the results do not cover the board. is_told: which of others_of() the title names.
Panel map_of(const std::vector<Entry>& entries, const std::array<bool, 4>& is_told) {
  const Result& first = *entries.front().second;
  Panel panel;
  const auto* const topology = find_row(sim::kTopologies, first.topology);
  const auto* const rule = find_row(sim::kFirstClickRules, first.rule);
  if (topology == nullptr || rule == nullptr) return panel;
  const sim::Grid grid(first.rows, first.cols, topology->topology);
  const sim::CellClasses classes = classes_of(grid, rule->rule, first.has_board_file);
  std::vector<const Result*> of_class(classes.representatives.size(), nullptr);
  for (const Entry& entry : entries) {
    const auto [row, col] = *entry.second->first_cell;
    if (row < grid.rows() && col < grid.cols()) of_class[classes.class_of[grid.at(row, col)]] = entry.second;
  }
  if (of_class.size() < 2 || std::find(of_class.begin(), of_class.end(), nullptr) != of_class.end())
    return panel;
  panel.scale =
      fmt::format("{} × {}, {}, {}", first.rows, first.cols, counted(first.mines, "mine"), first.rule);
  const auto others = others_of(first);
  for (std::size_t i = 0; i < others.size(); ++i)
    if (is_told[i] && !others[i].empty()) panel.scale += ", " + others[i];
  panel.title = entries.front().first + ": " + panel.scale;
  panel.rows = grid.rows();
  panel.cols = grid.cols();
  panel.has_shifted_rows = grid.topology() == sim::Topology::hex;
  panel.y.name = "row";
  panel.series.push_back({"win rate", 0, 0, 0, {}});
  for (sim::Cell cell = 0; cell < grid.cell_count(); ++cell) {
    const Result& result = *of_class[classes.class_of[cell]];
    const double value = 100 * *result.win_rate;
    panel.series[0].points.push_back(
        {static_cast<double>(grid.col_of(cell)), static_cast<double>(grid.row_of(cell)),
         100 * result.low.value_or(*result.win_rate), 100 * result.high.value_or(*result.win_rate),
         fmt::format("{:.6g}", value)});
  }
  return panel;
}

}  // namespace

std::vector<Panel> first_click_panels(std::span<const Entry> results) {
  std::vector<std::vector<Entry>> groups;
  for (const Entry& entry : results) {
    if (!entry.second->first_cell || !entry.second->win_rate || entry.second->rows == 0 ||
        entry.second->cols == 0)
      continue;
    const auto group = std::find_if(groups.begin(), groups.end(),
                                    [&](const auto& other) { return belong_together(other.front(), entry); });
    if (group == groups.end())
      groups.push_back({entry});
    else
      group->push_back(entry);
  }
  std::array<bool, 4> is_told{};
  for (const auto& group : groups)
    for (std::size_t i = 0; i < is_told.size(); ++i)
      is_told[i] =
          is_told[i] || others_of(*group.front().second)[i] != others_of(*groups.front().front().second)[i];
  std::vector<Panel> panels;
  for (const auto& group : groups)
    if (Panel panel = map_of(group, is_told); !panel.series.empty()) panels.push_back(std::move(panel));
  return panels;
}

}  // namespace sapper::experiments::figures
