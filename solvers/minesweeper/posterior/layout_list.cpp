#include "solvers/minesweeper/posterior/layout_list.hpp"

#include <algorithm>

#include "sim/support/contracts.hpp"
#include "solvers/minesweeper/counting/layer_walk.hpp"

namespace sapper::solvers {
namespace {

template <class Row>
void set_bit(Row& row, std::size_t bit) {
  row[bit / 64] |= std::uint64_t{1} << bit % 64;
}

// C(n, k) for 0 <= k <= n; exact while it is below 2^53.
double choose(std::int64_t n, std::int64_t k) {
  double result = 1;
  for (std::int64_t i = 1; i <= std::min(k, n - k); ++i)
    result = result * static_cast<double>(n - std::min(k, n - k) + i) / static_cast<double>(i);
  return result;
}

}  // namespace

bool LayoutList::fill(const Posterior& posterior, std::uint32_t limit) {
  SAPPER_EXPECT(limit <= kMostLayouts);
  layout_count_ = 0;
  if (posterior.knowledge().unknown_count() > kMostCells) return false;
  const double layouts = count(posterior);
  if (layouts > limit) return false;

  cells_.clear();
  rows_.clear();
  layouts_.clear();
  const auto components = posterior.components();
  component_count_ = components.size();
  if (parts_.size() < components.size()) parts_.resize(components.size());
  for (std::size_t index = 0; index < components.size(); ++index) {
    const std::size_t first_cell = cells_.size();
    const auto cells = components[index]->cells();
    cells_.insert(cells_.end(), cells.begin(), cells.end());
    list_component(*components[index], index, first_cell);
  }
  first_outside_ = cells_.size();
  if (posterior.outside_count() > 0)
    posterior.visit_outside([&](sim::Cell cell) {
      cells_.push_back(cell);
      return true;
    });
  SAPPER_EXPECT(cells_.size() == posterior.knowledge().unknown_count());
  join(0, 0, Row{});
  layout_count_ = static_cast<std::uint32_t>(layouts_.size());
  SAPPER_EXPECT(static_cast<double>(layout_count_) == layouts);
  transpose();
  return true;
}

// The number of layouts, from the last component to the first: suffixes_[i][e] are those of components i and
// later and of the cells outside, where the components before i have e extra mines.
double LayoutList::count(const Posterior& posterior) {
  const auto components = posterior.components();
  std::size_t max_extra = 0;
  std::int64_t fewest = 0;
  for (const CountedComponent* component : components) {
    max_extra += component->range() - 1;
    fewest += component->min_mines();
  }
  mines_outside_ = posterior.knowledge().mines_left() - fewest;
  if (suffixes_.size() < components.size() + 1) suffixes_.resize(components.size() + 1);

  const std::int64_t outside = posterior.outside_count();
  std::vector<double>& last = suffixes_[components.size()];
  last.assign(max_extra + 1, 0);
  for (std::size_t extra = 0; extra <= max_extra; ++extra) {
    const std::int64_t mines = mines_outside_ - static_cast<std::int64_t>(extra);
    if (mines >= 0 && mines <= outside) last[extra] = choose(outside, mines);
  }
  for (std::size_t index = components.size(); index-- > 0;) {
    const CountedComponent& component = *components[index];
    const std::vector<double>& after = suffixes_[index + 1];
    const std::size_t own = component.range() - 1;
    std::vector<double>& here = suffixes_[index];
    here.assign(after.size() - own, 0);
    for (std::size_t extra = 0; extra <= own; ++extra) {
      const double ways = ratio(component.ways<WideNumber>(extra), WideNumber(1));
      if (ways == 0) continue;
      for (std::size_t before = 0; before < here.size(); ++before)
        here[before] += ways * after[before + extra];
    }
  }
  return suffixes_[0][0];
}

void LayoutList::list_component(const CountedComponent& component, std::size_t index,
                                std::size_t first_cell) {
  parts_[index].assign(component.range(), Part{0, 0});
  mines_in_.assign(component.group_count(), 0);
  // Numbers of mines that the other components cannot complete are skipped: they may have many layouts.
  std::size_t max_before = suffixes_[index].size();
  component.visit_layers([&](const auto& layers) {
    for (std::size_t state = 0; state < layers.final_mines().size(); ++state) {
      const std::size_t extra = layers.final_mines()[state];
      const double* const after = suffixes_[index + 1].data() + extra;
      if (std::all_of(after, after + max_before, [](double ways) { return ways == 0; })) continue;
      Part& part = parts_[index][extra];
      part.first_row = rows_.size();
      for_each_assignment(layers, state, mines_in_, [&] { list_groups(component, 0, first_cell, Row{}); });
      part.row_count = rows_.size() - part.first_row;
    }
  });
}

// Appends the layouts of groups from this one on, the mines in each group given.
void LayoutList::list_groups(const CountedComponent& component, std::uint32_t group, std::size_t first_cell,
                             Row row) {
  if (group == component.group_count()) {
    rows_.push_back(row);
    return;
  }
  list_cells(component, group, first_cell, mines_in_[group],
             first_cell + component.cells_of_group(group).size(), row);
}

void LayoutList::list_cells(const CountedComponent& component, std::uint32_t group, std::size_t place,
                            unsigned mines, std::size_t group_end, Row row) {
  if (place == group_end) return list_groups(component, group + 1, group_end, row);
  if (mines < group_end - place) list_cells(component, group, place + 1, mines, group_end, row);
  if (mines == 0) return;
  set_bit(row, place);
  list_cells(component, group, place + 1, mines - 1, group_end, row);
}

void LayoutList::join(std::size_t index, std::size_t extra, const Row& row) {
  if (suffixes_[index][extra] == 0) return;
  if (index == component_count_)
    return join_outside(first_outside_, static_cast<std::size_t>(mines_outside_) - extra, row);
  for (std::size_t own = 0; own < parts_[index].size(); ++own) {
    const Part& part = parts_[index][own];
    for (std::size_t at = part.first_row; at < part.first_row + part.row_count; ++at) {
      Row joined = row;
      for (std::size_t word = 0; word < joined.size(); ++word) joined[word] |= rows_[at][word];
      join(index + 1, extra + own, joined);
    }
  }
}

void LayoutList::join_outside(std::size_t place, std::size_t mines, Row row) {
  if (place == cells_.size()) {
    layouts_.push_back(row);
    return;
  }
  if (mines < cells_.size() - place) join_outside(place + 1, mines, row);
  if (mines == 0) return;
  set_bit(row, place);
  join_outside(place + 1, mines - 1, row);
}

void LayoutList::transpose() {
  const std::size_t words = word_count();
  mines_.assign(cells_.size() * words, 0);
  for (std::size_t layout = 0; layout < layouts_.size(); ++layout)
    for (std::size_t word = 0; word < layouts_[layout].size(); ++word)
      for (std::uint64_t bits = layouts_[layout][word]; bits != 0; bits &= bits - 1) {
        const std::size_t place = word * 64 + static_cast<std::size_t>(__builtin_ctzll(bits));
        mines_[place * words + layout / 64] |= std::uint64_t{1} << layout % 64;
      }
}

}  // namespace sapper::solvers
