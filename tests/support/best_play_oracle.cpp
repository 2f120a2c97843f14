#include "tests/support/best_play_oracle.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "tests/support/kept_free.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::FirstClickRule;

using Layout = std::vector<bool>;  // [cell], a mine there
using Shown = std::string;         // [cell], '.' or a digit

class BestPlaySearch {
 public:
  explicit BestPlaySearch(const sim::Grid& grid) : grid_(grid) {}

  std::uint64_t won_after(Cell dug, const Shown& shown, const std::vector<Layout>& layouts) {
    std::map<Shown, std::vector<Layout>> outcomes;
    for (const Layout& layout : layouts) {
      if (layout[dug]) continue;
      Shown after = shown;
      dig(dug, layout, after);
      outcomes[after].push_back(layout);
    }
    std::uint64_t won = 0;
    for (const auto& [after, left] : outcomes) won += won_from(after, left);
    return won;
  }

 private:
  void dig(Cell cell, const Layout& layout, Shown& shown) const {
    if (shown[cell] != '.') return;
    int mines = 0;
    for (const Cell neighbor : grid_.neighbors(cell)) mines += layout[neighbor];
    shown[cell] = static_cast<char>('0' + mines);
    if (mines == 0)
      for (const Cell neighbor : grid_.neighbors(cell)) dig(neighbor, layout, shown);
  }

  std::uint64_t won_from(const Shown& shown, const std::vector<Layout>& layouts) {
    const auto hidden = std::count(shown.begin(), shown.end(), '.');
    if (hidden == std::count(layouts.front().begin(), layouts.front().end(), true)) return layouts.size();
    if (const auto known = won_.find(shown); known != won_.end()) return known->second;
    std::uint64_t best = 0;
    for (Cell cell = 0; cell < grid_.cell_count(); ++cell)
      if (shown[cell] == '.') best = std::max(best, won_after(cell, shown, layouts));
    return won_[shown] = best;
  }

  const sim::Grid& grid_;
  std::map<Shown, std::uint64_t> won_;
};

}  // namespace

bool is_allowed(const Layout& layout, const sim::Grid& grid, FirstClickRule rule, Cell first) {
  const std::vector<Cell> kept = kept_free(grid, rule, first);
  return std::ranges::none_of(kept, [&](Cell cell) { return layout[cell]; });
}

BestPlayValue best_play(const sim::Grid& grid, std::uint32_t mine_count, FirstClickRule rule, Cell first) {
  std::vector<Layout> layouts;
  Layout layout(grid.cell_count(), false);
  std::fill_n(layout.rbegin(), mine_count, true);
  do
    if (is_allowed(layout, grid, rule, first)) layouts.push_back(layout);
  while (std::next_permutation(layout.begin(), layout.end()));
  BestPlaySearch search(grid);
  return {search.won_after(first, Shown(grid.cell_count(), '.'), layouts), layouts.size()};
}

}  // namespace sapper::tests
