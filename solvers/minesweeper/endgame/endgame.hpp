// Exact best play of an end-game: a position with few enough layouts that all of them can be listed.
//
// The value is the share of the layouts, all equally likely, that best play wins. See layout_game.hpp.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "solvers/minesweeper/endgame/layout_game.hpp"
#include "solvers/minesweeper/posterior/layout_list.hpp"

namespace sapper::solvers {

class Endgame {
 public:
  // Sets of cells looked at before a search gives up.
  static constexpr std::uint64_t kDefaultBudget = 20'000;

  explicit Endgame(const sim::Grid& grid) : place_of_(grid.cell_count(), kNowhere) {}

  // Solves the position of a combined posterior if it has 2 to `most_layouts` <= LayoutList::kMostLayouts
  // layouts. False if it has more, or if the search runs out of its budget. No cell is known to be safe and still
  // hidden, and the knowledge has not grown since combine().
  [[nodiscard]] bool solve(const Posterior& posterior, std::uint32_t most_layouts,
                           std::uint64_t budget = kDefaultBudget);

  // After solve(): a best dig, the layouts that it wins under best play, and how many there are.
  sim::Cell best_cell() const { return best_cell_; }
  std::uint32_t won() const { return won_; }
  std::uint32_t layout_count() const { return list_.layout_count(); }
  double win_probability() const { return static_cast<double>(won_) / list_.layout_count(); }

 private:
  static constexpr std::uint32_t kNowhere = 0xFFFFFFFF;

  template <std::size_t kWords>
  bool search(const LocalRules& knowledge, std::unique_ptr<LayoutGame<kWords>>& game, std::uint64_t budget);
  template <std::size_t kWords>
  bool fill_masks(const LocalRules& knowledge, std::size_t place, CellInLayouts<kWords>& masks) const;

  LayoutList list_;
  std::vector<std::uint32_t> place_of_;  // [cell] in the list's cells
  std::vector<std::uint32_t> cell_at_;   // [cell of the game] place in the list's cells
  std::unique_ptr<LayoutGame<1>> small_;
  std::unique_ptr<LayoutGame<8>> medium_;  // made when first needed
  std::unique_ptr<LayoutGame<64>> large_;
  sim::Cell best_cell_ = sim::kNoCell;
  std::uint32_t won_ = 0;
};

}  // namespace sapper::solvers
