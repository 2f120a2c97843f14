#include "solvers/minesweeper/clicks/click_graph.hpp"

#include <algorithm>

namespace sapper::solvers {

using sim::Cell;

ClickGraph::ClickGraph(const sim::Layout& layout)
    : grid_(&layout.grid()), unit_of_(layout.grid().cell_count(), kNoUnit) {
  find_openings(layout);
  find_numbers(layout);
  find_chords(layout);
}

void ClickGraph::find_openings(const sim::Layout& layout) {
  std::vector<Cell> work;
  for (Cell first = 0; first < layout.grid().cell_count(); ++first) {
    if (layout.is_mine(first) || layout.number(first) != 0 || unit_of_[first] != kNoUnit) continue;
    unit_of_[first] = unit_count();
    work.assign(1, first);
    while (!work.empty()) {
      const Cell zero = work.back();
      work.pop_back();
      for (const Cell neighbor : layout.grid().neighbors(zero)) {
        if (layout.number(neighbor) != 0 || unit_of_[neighbor] != kNoUnit) continue;
        unit_of_[neighbor] = unit_count();
        work.push_back(neighbor);
      }
    }
    cell_of_.push_back(first);
  }
  opening_count_ = unit_count();
}

void ClickGraph::find_numbers(const sim::Layout& layout) {
  border_.resize(opening_count_);
  for (Cell cell = 0; cell < layout.grid().cell_count(); ++cell) {
    if (layout.is_mine(cell) || layout.number(cell) == 0) continue;
    const Unit number = unit_of_[cell] = unit_count();
    cell_of_.push_back(cell);
    std::vector<Unit>& openings = border_.emplace_back();
    for (const Cell neighbor : layout.grid().neighbors(cell)) {
      const Unit unit = unit_of_[neighbor];
      if (unit < opening_count_ && std::ranges::find(openings, unit) == openings.end())
        openings.push_back(unit);
    }
    for (const Unit opening : openings) border_[opening].push_back(number);
  }
}

void ClickGraph::find_chords(const sim::Layout& layout) {
  chords_into_.resize(unit_count());
  for (Unit number = opening_count_; number < unit_count(); ++number) {
    Chord chord{number, {}, {}};
    for (const Cell neighbor : layout.grid().neighbors(cell_of_[number])) {
      const Unit unit = unit_of_[neighbor];
      if (unit == kNoUnit)
        chord.flags.push_back(neighbor);
      else if (std::ranges::find(chord.opens, unit) == chord.opens.end())
        chord.opens.push_back(unit);
    }
    if (are_opened_by_one_dig(chord.opens)) continue;
    for (const Unit unit : chord.opens)
      chords_into_[unit].push_back(static_cast<std::uint32_t>(chords_.size()));
    chords_.push_back(std::move(chord));
  }
}

std::uint32_t ClickGraph::three_bv() const {
  return opening_count_ +
         static_cast<std::uint32_t>(std::count_if(border_.begin() + opening_count_, border_.end(),
                                                  [](const auto& border) { return border.empty(); }));
}

bool ClickGraph::are_opened_by_one_dig(std::span<const Unit> units) const {
  if (units.empty()) return true;
  const auto opens_all = [&](Unit dug) {
    return std::ranges::all_of(units, [&](Unit unit) {
      return unit == dug || std::ranges::find(border_[unit], dug) != border_[unit].end();
    });
  };
  const Unit first = units.front();
  if (is_worth_a_dig(first)) return opens_all(first);
  return std::ranges::any_of(border_[first], opens_all);
}

}  // namespace sapper::solvers
