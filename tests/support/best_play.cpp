#include "tests/support/best_play.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "tests/support/kept_free.hpp"

namespace sapper::tests {

using sim::Cell;

Layouts allowed_layouts(const sim::Grid& grid, std::uint32_t mine_count, sim::FirstClickRule rule,
                        Cell first) {
  Layouts layouts = consistent_layouts(sim::View(grid, mine_count, sim::cells_free_by_rule(grid, rule)));
  const std::vector<Cell> kept = kept_free(grid, rule, first);
  std::erase_if(layouts, [&](std::uint64_t layout) {
    return std::ranges::any_of(kept, [&](Cell cell) { return has_mine(layout, cell); });
  });
  return layouts;
}

BestPlay::BestPlay(const sim::Grid& grid, Shortcut shortcut)
    : grid_(grid), shortcut_(shortcut), neighbors_(grid.cell_count(), 0) {
  if (grid.cell_count() > 32) throw std::invalid_argument("more than 32 cells");
  for (Cell cell = 0; cell < grid.cell_count(); ++cell)
    for (const Cell neighbor : grid.neighbors(cell)) neighbors_[cell] |= std::uint64_t{1} << neighbor;
}

void BestPlay::choose_values(std::uint32_t mine_count, std::vector<Cell> free_by_rule) {
  known_ = &values_[{mine_count, std::move(free_by_rule)}];
}

int BestPlay::number(std::uint64_t layout, Cell cell) const {
  return std::popcount(layout & neighbors_[cell]);
}

void BestPlay::show(Cell cell, int number, Shown& shown) const {
  shown.cells |= std::uint64_t{1} << cell;
  shown.numbers[cell / 16] |= static_cast<std::uint64_t>(number) << 4 * (cell % 16);
}

std::uint32_t BestPlay::value_of_dig(const sim::View& view, Cell cell) {
  choose_values(view.mine_count(), {view.free_by_rule().begin(), view.free_by_rule().end()});
  Shown shown;
  for (Cell other = 0; other < grid_.cell_count(); ++other)
    if (view.is_shown(other)) show(other, view.number(other), shown);
  const Layouts layouts = consistent_layouts(view);
  return cell == sim::kNoCell ? won_from(shown, layouts) : won_after(cell, shown, layouts);
}

BestPlayValue BestPlay::first_dig(std::uint32_t mine_count, sim::FirstClickRule rule, Cell first) {
  choose_values(mine_count, sim::cells_free_by_rule(grid_, rule));
  const Layouts layouts = allowed_layouts(grid_, mine_count, rule, first);
  return {won_after(first, {}, layouts), layouts.size()};
}

std::uint32_t BestPlay::won_after(Cell dug, const Shown& shown, const Layouts& layouts) {
  std::array<Layouts, sim::kMaxNeighbors + 1> by_number;
  for (const std::uint64_t layout : layouts)
    if (!has_mine(layout, dug)) by_number[static_cast<std::size_t>(number(layout, dug))].push_back(layout);
  std::uint32_t won = 0;
  for (std::size_t number = 0; number < by_number.size(); ++number) {
    if (by_number[number].empty()) continue;
    Shown after = shown;
    show(dug, static_cast<int>(number), after);
    won += won_from(after, by_number[number]);
  }
  return won;
}

// `layouts`: all that are consistent with what is shown.
std::uint32_t BestPlay::won_from(const Shown& shown, const Layouts& layouts) {
  const std::uint64_t all = (std::uint64_t{1} << grid_.cell_count()) - 1;
  // All layouts have equally many mines: the game is won in all that are left, or in none.
  if ((shown.cells | layouts.front()) == all) return static_cast<std::uint32_t>(layouts.size());
  if (shortcut_ == Shortcut::free_cells) {
    std::uint64_t not_free = shown.cells;
    for (const std::uint64_t layout : layouts) not_free |= layout;
    if (not_free != all) return won_after(static_cast<Cell>(std::countr_one(not_free)), shown, layouts);
  }
  if (const auto found = known_->find(shown); found != known_->end()) return found->second;
  std::uint32_t best = 0;
  for (Cell cell = 0; cell < grid_.cell_count(); ++cell)
    if (!has_mine(shown.cells, cell)) best = std::max(best, won_after(cell, shown, layouts));
  return (*known_)[shown] = best;
}

}  // namespace sapper::tests
