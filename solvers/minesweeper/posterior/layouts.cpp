#include "solvers/minesweeper/posterior/layouts.hpp"

#include <algorithm>
#include <array>

#include "sim/support/contracts.hpp"
#include "solvers/minesweeper/counting/eliminator.hpp"
#include "solvers/minesweeper/posterior/assignments.hpp"
#include "solvers/minesweeper/posterior/graph_posterior.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

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

// Moves `count` uniformly chosen values to the front.
void choose(std::span<sim::Cell> values, std::size_t count, sim::Stream& random) {
  for (std::size_t i = 0; i < count; ++i)
    std::swap(values[i], values[i + random.below(static_cast<std::uint32_t>(values.size() - i))]);
}

}  // namespace

template <class AnyPosterior>
bool LayoutList::fill(const AnyPosterior& posterior, std::uint32_t limit) {
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
template <class AnyPosterior>
double LayoutList::count(const AnyPosterior& posterior) {
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

template <class AnyPosterior>
void LayoutSampler::start(const AnyPosterior& posterior) {
  components_ = posterior.components();
  if (prefixes_.size() < components_.size() + 1) prefixes_.resize(components_.size() + 1);
  mines_outside_ = posterior.knowledge().mines_left();
  prefixes_[0].assign(1, WideNumber(1));
  for (std::size_t index = 0; index < components_.size(); ++index) {
    const CountedComponent& component = *components_[index];
    mines_outside_ -= component.min_mines();
    const std::vector<WideNumber>& before = prefixes_[index];
    std::vector<WideNumber>& after = prefixes_[index + 1];
    after.assign(before.size() + component.range() - 1, WideNumber());
    for (std::size_t extra = 0; extra < component.range(); ++extra) {
      const auto ways = component.ways<WideNumber>(extra);
      for (std::size_t i = 0; i < before.size(); ++i) after[i + extra] += before[i] * ways;
    }
  }
  const auto max_extra = static_cast<std::uint32_t>(prefixes_[components_.size()].size()) - 1;
  CombinedParts{components_, posterior.outside_count(), max_extra, mines_outside_}.fill_outside_ways(
      outside_ways_);
  outside_.clear();
  if (posterior.outside_count() > 0)
    posterior.visit_outside([&](sim::Cell cell) {
      outside_.push_back(cell);
      return true;
    });
  SAPPER_EXPECT(outside_.size() == posterior.outside_count());
  // A draw permutes outside_, which must not carry over between positions: it is rebuilt here.
}

void LayoutSampler::draw(sim::Stream& random, std::vector<sim::Cell>& mines) {
  mines.clear();
  const std::vector<WideNumber>& all = prefixes_[components_.size()];
  weights_.clear();
  for (std::size_t extra = 0; extra < all.size(); ++extra)
    weights_.push_back(all[extra] * outside_ways_[extra]);
  std::size_t extra_left = draw_index(random);
  const auto mines_outside = static_cast<std::size_t>(mines_outside_ - static_cast<std::int64_t>(extra_left));
  for (std::size_t index = components_.size(); index-- > 0;) {
    const CountedComponent& component = *components_[index];
    const std::vector<WideNumber>& before = prefixes_[index];
    weights_.assign(component.range(), WideNumber());
    for (std::size_t extra = 0; extra < component.range() && extra <= extra_left; ++extra)
      if (extra_left - extra < before.size())
        weights_[extra] = component.ways<WideNumber>(extra) * before[extra_left - extra];
    const std::size_t extra = draw_index(random);
    extra_left -= extra;
    draw_component(component, extra, random, mines);
  }
  choose(outside_, mines_outside, random);
  mines.insert(mines.end(), outside_.begin(), outside_.begin() + static_cast<std::ptrdiff_t>(mines_outside));
}

std::size_t LayoutSampler::draw_index(sim::Stream& random) {
  WideNumber total;
  for (const WideNumber& weight : weights_) total += weight;
  const double level = random.uniform();
  WideNumber sum;
  std::size_t last = 0;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    if (weights_[i] == WideNumber()) continue;
    last = i;
    sum += weights_[i];
    if (ratio(sum, total) > level) break;
  }
  return last;
}

void LayoutSampler::draw_component(const CountedComponent& component, std::size_t extra, sim::Stream& random,
                                   std::vector<sim::Cell>& mines) {
  mines_in_.assign(component.group_count(), 0);
  component.visit_layers([&](const auto& layers) {
    const auto found = std::ranges::lower_bound(layers.final_mines(), extra);
    SAPPER_EXPECT(found != layers.final_mines().end() && *found == extra);
    draw_assignment(layers, static_cast<std::size_t>(found - layers.final_mines().begin()), random,
                    mines_in_);
  });
  std::array<sim::Cell, sim::kMaxNeighbors> chosen;
  for (std::uint32_t group = 0; group < component.group_count(); ++group) {
    const std::size_t count = mines_in_[group];
    if (count == 0) continue;
    const auto cells = component.cells_of_group(group);
    std::ranges::copy(cells, chosen.begin());
    choose(std::span(chosen).first(cells.size()), count, random);
    mines.insert(mines.end(), chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(count));
  }
}

template bool LayoutList::fill(const Posterior&, std::uint32_t);
template bool LayoutList::fill(const GraphPosterior&, std::uint32_t);
template void LayoutSampler::start(const Posterior&);
template void LayoutSampler::start(const GraphPosterior&);

}  // namespace sapper::solvers
