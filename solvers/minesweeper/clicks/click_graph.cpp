#include "solvers/minesweeper/clicks/click_graph.hpp"

#include <algorithm>

#include "solvers/minesweeper/clicks/source_groups.hpp"

namespace sapper::solvers {

using sim::Cell;

namespace {

class CellsOfGrid {
 public:
  explicit CellsOfGrid(const sim::Layout& layout) : layout_(layout) {}

  bool is_mine(Cell cell) const { return layout_.is_mine(cell); }
  bool is_zero(Cell cell) const { return !is_mine(cell) && layout_.number(cell) == 0; }
  sim::Neighbors sees(Cell cell) const { return layout_.grid().neighbors(cell); }
  sim::Neighbors opens(Cell zero) const { return layout_.grid().neighbors(zero); }
  sim::Neighbors opened_by(Cell cell) const { return layout_.grid().neighbors(cell); }
  bool does_open(Cell, Cell) const { return true; }  // a zero, all that it sees

 private:
  const sim::Layout& layout_;
};

class CellsOfGraph {
 public:
  CellsOfGraph(const sim::Graph& graph, const sim::GraphLayout& layout)
      : graph_(graph), layout_(layout), opened_by_(graph.cell_count()) {
    for (Cell cell = 0; cell < graph.cell_count(); ++cell)
      if (is_zero(cell))
        for (const Cell opened : graph.opens(cell)) opened_by_[opened].push_back(cell);
  }

  bool is_mine(Cell cell) const { return layout_.is_mine(cell); }
  bool is_zero(Cell cell) const { return !is_mine(cell) && layout_.numbers()[cell] == 0; }
  std::span<const Cell> sees(Cell cell) const { return graph_.sees(cell); }
  std::span<const Cell> opens(Cell zero) const { return graph_.opens(zero); }
  std::span<const Cell> opened_by(Cell cell) const { return opened_by_[cell]; }  // zeros
  bool does_open(Cell zero, Cell seen) const {
    const std::span<const Cell> opened = graph_.opens(zero);
    return std::ranges::find(opened, seen) != opened.end();
  }

 private:
  const sim::Graph& graph_;
  const sim::GraphLayout& layout_;
  std::vector<std::vector<Cell>> opened_by_;  // [cell]
};

void add_once(std::vector<ClickGraph::Unit>& units, ClickGraph::Unit unit) {
  if (std::ranges::find(units, unit) == units.end()) units.push_back(unit);
}

}  // namespace

ClickGraph::ClickGraph(const sim::Layout& layout)
    : size_(layout.grid().size()), unit_of_(layout.grid().cell_count(), kNoUnit) {
  find(CellsOfGrid(layout));
}

ClickGraph::ClickGraph(const sim::Graph& graph, const sim::GraphLayout& layout, sim::BoardSize size)
    : size_(size), unit_of_(graph.cell_count(), kNoUnit) {
  find(CellsOfGraph(graph, layout));
}

template <class Cells>
void ClickGraph::find(const Cells& cells) {
  find_openings(cells);
  const Unit openings = unit_count();
  for (Cell cell = 0; cell < cell_count(); ++cell) {
    if (cells.is_mine(cell) || unit_of_[cell] != kNoUnit) continue;
    unit_of_[cell] = unit_count();
    cell_of_.push_back(cell);
  }
  shows_.resize(unit_count());
  shown_by_.resize(unit_count());
  for (Unit unit = openings; unit < unit_count(); ++unit) {
    for (const Cell opener : cells.opened_by(cell_of_[unit]))
      if (cells.is_zero(opener)) add_once(shown_by_[unit], unit_of_[opener]);
    for (const Unit opener : shown_by_[unit]) shows_[opener].push_back(unit);
  }
  find_worthy_units();
  find_chords(cells);
}

// The groups of zeros that open one another and that no zero outside opens, by their first cells.
template <class Cells>
void ClickGraph::find_openings(const Cells& cells) {
  std::vector<Cell> zeros;
  std::vector<std::uint32_t> place(cell_count(), kNoUnit);
  for (Cell cell = 0; cell < cell_count(); ++cell) {
    if (!cells.is_zero(cell)) continue;
    place[cell] = static_cast<std::uint32_t>(zeros.size());
    zeros.push_back(cell);
  }
  std::vector<std::vector<std::uint32_t>> successors(zeros.size());
  for (std::uint32_t i = 0; i < zeros.size(); ++i)
    for (const Cell opened : cells.opens(zeros[i]))
      if (place[opened] != kNoUnit) successors[i].push_back(place[opened]);
  std::vector<std::vector<std::uint32_t>> openings = source_groups(successors);
  std::ranges::sort(openings);
  for (const std::vector<std::uint32_t>& opening : openings) {
    for (const std::uint32_t i : opening) unit_of_[zeros[i]] = unit_count();
    cell_of_.push_back(zeros[opening.front()]);
  }
}

void ClickGraph::find_worthy_units() {
  const auto is_indirect = [&](Unit unit) {
    return !is_worth_a_dig(unit) && !is_worth_a_dig(shown_by_[unit].front());
  };
  bool is_any_indirect = false;
  for (Unit unit = 0; unit < unit_count(); ++unit) is_any_indirect = is_any_indirect || is_indirect(unit);
  if (!is_any_indirect) return;
  worthy_.assign(unit_count(), kNoUnit);
  std::vector<Unit> work;
  for (Unit source = 0; source < unit_count(); ++source) {
    if (!is_worth_a_dig(source)) continue;
    worthy_[source] = source;
    work.assign(1, source);
    while (!work.empty()) {
      const Unit unit = work.back();
      work.pop_back();
      for (const Unit shown : shows_[unit]) {
        if (worthy_[shown] != kNoUnit) continue;
        worthy_[shown] = source;
        work.push_back(shown);
      }
    }
  }
}

ClickGraph::Unit ClickGraph::worthy_unit(Unit unit) const {
  if (is_worth_a_dig(unit)) return unit;
  const Unit first = shown_by_[unit].front();
  return is_worth_a_dig(first) ? first : worthy_[unit];
}

template <class Cells>
void ClickGraph::find_chords(const Cells& cells) {
  chords_into_.resize(unit_count());
  chords_on_.resize(unit_count());
  for (Cell cell = 0; cell < cell_count(); ++cell) {
    const auto seen_from = cells.sees(cell);
    const bool is_zero = cells.is_zero(cell);
    if (cells.is_mine(cell) || (is_zero && cells.opens(cell).size() == seen_from.size())) continue;
    const Unit own = unit_of_[cell];
    Chord chord{cell, own, {}, {}};
    for (const Cell seen : seen_from) {
      const Unit unit = unit_of_[seen];
      if (unit == kNoUnit)
        chord.flags.push_back(seen);
      else if (unit != own && !(is_zero && cells.does_open(cell, seen)))
        add_once(chord.opens, unit);
    }
    if (are_opened_by_one_dig(chord.opens)) continue;
    const auto index = static_cast<std::uint32_t>(chords_.size());
    for (const Unit unit : chord.opens) chords_into_[unit].push_back(index);
    chords_on_[own].push_back(index);
    chords_.push_back(std::move(chord));
  }
}

std::uint32_t ClickGraph::three_bv() const {
  return static_cast<std::uint32_t>(
      std::ranges::count_if(shown_by_, [](const auto& units) { return units.empty(); }));
}

bool ClickGraph::are_opened_by_one_dig(std::span<const Unit> units) const {
  if (units.empty()) return true;
  const auto opens_all = [&](Unit dug) {
    return std::ranges::all_of(units, [&](Unit unit) {
      return unit == dug || std::ranges::find(shown_by_[unit], dug) != shown_by_[unit].end();
    });
  };
  const Unit first = units.front();
  if (is_worth_a_dig(first)) return opens_all(first);
  return std::ranges::any_of(shown_by_[first], opens_all);
}

}  // namespace sapper::solvers
