#include "solvers/minesweeper/exact/endgame/endgame.hpp"

#include <algorithm>

#include "sim/support/contracts.hpp"

namespace sapper::solvers {

bool Endgame::solve(const Posterior& posterior, std::uint32_t max_layouts, std::uint64_t budget) {
  if (!list_.fill(posterior, max_layouts)) return false;
  SAPPER_EXPECT(list_.layout_count() >= 2);
  const LocalRules& knowledge = posterior.knowledge();
  for (std::uint32_t place = 0; place < list_.cells().size(); ++place)
    place_of_[list_.cells()[place]] = place;
  const bool is_solved = list_.layout_count() <= 64    ? search(knowledge, small_, budget)
                         : list_.layout_count() <= 512 ? search(knowledge, medium_, budget)
                                                       : search(knowledge, large_, budget);
  for (const sim::Cell cell : list_.cells()) place_of_[cell] = kNowhere;
  return is_solved;
}

template <std::size_t kWords>
bool Endgame::search(const LocalRules& knowledge, std::unique_ptr<LayoutGame<kWords>>& game,
                     std::uint64_t budget) {
  if (!game) game = std::make_unique<LayoutGame<kWords>>();
  game->start();
  cell_at_.clear();
  auto& cells = game->cells();
  const auto add = [&](sim::Cell cell, std::uint32_t place) {
    if (fill_masks(knowledge, cell, place, cells.emplace_back()))
      cell_at_.push_back(cell);
    else
      cells.pop_back();
  };
  for (std::uint32_t place = 0; place < list_.cells().size(); ++place) add(list_.cells()[place], place);
  const sim::View& view = knowledge.view();
  // Strategies have dug the cells that are known to be safe: only then are all hidden ones mines or unknown.
  const std::int64_t known_mines = static_cast<std::int64_t>(view.mine_count()) - knowledge.mines_left();
  if (view.hidden_count() != knowledge.unknown_count() + known_mines)
    sim::visit_cells(
        view.grid(), [&](std::uint32_t word) { return view.hidden()[word]; },
        [&](sim::Cell cell) {
          if (knowledge.is_safe(cell)) add(cell, kNowhere);
          return true;
        });
  ScanBudget scans{budget};
  is_protected_dig_ = view.hidden_count() == view.grid().cell_count() &&
                      sim::row_of(first_click_).protection == sim::Protection::first_dig;
  if (is_protected_dig_) {
    choose_first(view.grid(), *game, scans);
  } else {
    const auto choice = game->best(LayoutSet<kWords>::first(list_.layout_count()), scans);
    best_cell_ = cell_at_[choice.cell];
    won_ = choice.won;
    layout_count_ = list_.layout_count();
  }
  return !scans.is_spent;
}

// The dig itself is free, so it wins what best play wins of the layouts that the rule allows for it.
template <std::size_t kWords>
void Endgame::choose_first(const sim::Grid& grid, LayoutGame<kWords>& game, ScanBudget& scans) {
  won_ = 0;
  layout_count_ = 1;
  for (sim::Cell cell = 0; cell < grid.cell_count() && !scans.is_spent; ++cell) {
    LayoutSet<kWords> allowed = LayoutSet<kWords>::first(list_.layout_count());
    const sim::ProtectedCells kept_free = sim::protected_cells(grid, first_click_, cell);
    for (std::size_t index = 0; index < cell_at_.size(); ++index)
      if (kept_free.contains(cell_at_[index])) allowed = allowed & game.cells()[index].free;
    if (allowed.is_empty()) continue;
    const std::uint32_t won = game.value(allowed, scans);
    if (std::uint64_t{won} * layout_count_ <= std::uint64_t{won_} * allowed.size()) continue;
    best_cell_ = cell;
    won_ = won;
    layout_count_ = allowed.size();
  }
}

std::vector<Endgame::CellValue> Endgame::values(std::uint64_t budget) {
  if (is_protected_dig_) return {{best_cell_, layout_count_, won_}};
  return list_.layout_count() <= 64    ? values_in(*small_, budget)
         : list_.layout_count() <= 512 ? values_in(*medium_, budget)
                                       : values_in(*large_, budget);
}

template <std::size_t kWords>
std::vector<Endgame::CellValue> Endgame::values_in(LayoutGame<kWords>& game, std::uint64_t budget) {
  const LayoutSet<kWords> all = LayoutSet<kWords>::first(list_.layout_count());
  std::vector<CellValue> values;
  std::vector<CellValue> best;
  ScanBudget scans{budget};
  for (std::uint32_t i = 0; i < cell_at_.size(); ++i) {
    const sim::Cell cell = cell_at_[i];
    const std::uint32_t free = game.cells()[i].free.size();
    if (cell == best_cell_) best = {{cell, free, won_}};
    if (!scans.is_spent) values.push_back({cell, free, game.value_of(i, all, scans)});
  }
  if (scans.is_spent) return best;
  std::sort(values.begin(), values.end(), [&](const CellValue& a, const CellValue& b) {
    if ((a.cell == best_cell_) != (b.cell == best_cell_)) return a.cell == best_cell_;
    if (a.won != b.won) return a.won > b.won;
    return a.free != b.free ? a.free > b.free : a.cell < b.cell;
  });
  return values;
}

std::optional<std::uint32_t> Endgame::won_by(std::span<const sim::Cell> cells, std::uint64_t budget) {
  if (is_protected_dig_) return std::nullopt;
  return list_.layout_count() <= 64    ? won_by_in(*small_, cells, budget)
         : list_.layout_count() <= 512 ? won_by_in(*medium_, cells, budget)
                                       : won_by_in(*large_, cells, budget);
}

// Where all of the cells are free, digging them costs nothing.
template <std::size_t kWords>
std::optional<std::uint32_t> Endgame::won_by_in(LayoutGame<kWords>& game, std::span<const sim::Cell> cells,
                                                std::uint64_t budget) {
  LayoutSet<kWords> survived = LayoutSet<kWords>::first(list_.layout_count());
  for (const sim::Cell cell : cells) {
    const auto found = std::find(cell_at_.begin(), cell_at_.end(), cell);
    if (found == cell_at_.end()) return 0;  // a mine in every layout
    survived = survived & game.cells()[static_cast<std::size_t>(found - cell_at_.begin())].free;
  }
  if (survived.is_empty()) return 0;
  ScanBudget scans{budget};
  const std::uint32_t won = game.value(survived, scans);
  if (scans.is_spent) return std::nullopt;
  return won;
}

// False if the cell is free in no layout.
template <std::size_t kWords>
bool Endgame::fill_masks(const LocalRules& knowledge, sim::Cell cell, std::uint32_t place,
                         CellInLayouts<kWords>& masks) const {
  const std::size_t words = list_.word_count();
  const LayoutSet<kWords> all = LayoutSet<kWords>::first(list_.layout_count());
  masks.free = all;
  if (place != kNowhere)
    for (std::size_t word = 0; word < words; ++word) masks.free.words[word] &= ~list_.mines(place)[word];
  masks.number_count = 0;
  if (masks.free.is_empty()) return false;
  // The number of mines among the unknown neighbours by layout, one plane per bit.
  std::array<LayoutSet<kWords>, 4> planes{};
  unsigned unknown = 0;
  for (const sim::Cell neighbor : knowledge.grid().neighbors(cell)) {
    if (place_of_[neighbor] == kNowhere) continue;
    ++unknown;
    const auto mines = list_.mines(place_of_[neighbor]);
    for (std::size_t word = 0; word < words; ++word) {
      std::uint64_t carry = mines[word];
      for (auto& plane : planes) {
        const std::uint64_t sum = plane.words[word] ^ carry;
        carry &= plane.words[word];
        plane.words[word] = sum;
      }
    }
  }
  for (unsigned mines = 0; mines <= unknown; ++mines) {
    LayoutSet<kWords> shows = masks.free;
    for (unsigned bit = 0; bit < planes.size(); ++bit)
      for (std::size_t word = 0; word < words; ++word)
        shows.words[word] &= (mines >> bit & 1) != 0 ? planes[bit].words[word] : ~planes[bit].words[word];
    if (!shows.is_empty()) masks.shows[masks.number_count++] = shows;
  }
  return true;
}

}  // namespace sapper::solvers
