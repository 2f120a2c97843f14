// Exact best play in an end-game: a position whose layouts are few enough to be listed, on grids and graphs.
//
// The value is the share of the layouts, all equally likely, that best play wins. See layout_game.hpp. Before a
// protected first dig the layouts depend on the cell dug: then the value is the largest share, over the first cells, of
// the layouts that the rule allows for the cell.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/minesweeper/first_click.hpp"
#include "solvers/minesweeper/exact/endgame/layout_game.hpp"
#include "solvers/minesweeper/posterior/graph_posterior.hpp"
#include "solvers/minesweeper/posterior/layouts.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::solvers {

// Scans of a set's cells before an end-game's search gives up.
inline constexpr std::uint64_t kEndgameBudget = 20'000;

template <class AnyPosterior>
class EndgameOf {
 public:
  using Board = typename AnyPosterior::Board;

  // The board must outlive the object.
  explicit EndgameOf(const Board& board, sim::FirstClickRule first_click = sim::FirstClickRule::unprotected);

  // Solves the position of a combined posterior if it has 2 to `max_layouts` <= LayoutList::kMostLayouts
  // layouts. False if it has more, or if the search exceeds its budget. Precondition: the knowledge has not grown since
  // combine().
  [[nodiscard]] bool solve(const AnyPosterior& posterior, std::uint32_t max_layouts,
                           std::uint64_t budget = kEndgameBudget);

  // After solve(): a best dig, the layouts that it wins under best play, and the number of layouts (for a protected
  // first dig: those that the rule allows for it).
  sim::Cell best_cell() const { return best_cell_; }
  std::uint32_t won() const { return won_; }
  std::uint32_t layout_count() const { return layout_count_; }
  double win_probability() const { return static_cast<double>(won_) / layout_count_; }

  struct CellValue {
    sim::Cell cell;
    std::uint32_t free;  // layouts in which it holds no mine
    std::uint32_t won;   // layouts won by digging it first, then by best play
  };
  // After solve(): every cell that is free in some layout, best_cell() first, then by layouts won, then by layouts in
  // which it is free. Only best_cell() for a protected first dig, or if the search exceeds the budget for the whole
  // list.
  std::vector<CellValue> values(std::uint64_t budget = 100 * kEndgameBudget);
  // After solve(): the layouts won by digging all of these hidden cells at once, then by best play. nullopt for a protected
  // first dig, or if the search exceeds the budget.
  std::optional<std::uint32_t> won_by(std::span<const sim::Cell> cells,
                                      std::uint64_t budget = 100 * kEndgameBudget);

 private:
  using Knowledge = typename AnyPosterior::Knowledge;
  static constexpr std::uint32_t kNowhere = 0xFFFFFFFF;

  template <std::size_t kWords>
  bool search(const Knowledge& knowledge, std::unique_ptr<LayoutGame<kWords>>& game, std::uint64_t budget);
  template <std::size_t kWords>
  void choose_first(LayoutGame<kWords>& game, ScanBudget& scans);
  template <std::size_t kWords>
  std::vector<CellValue> values_in(LayoutGame<kWords>& game, std::uint64_t budget);
  template <std::size_t kWords>
  std::optional<std::uint32_t> won_by_in(LayoutGame<kWords>& game, std::span<const sim::Cell> cells,
                                         std::uint64_t budget);
  // place: in the list's cells, or kNowhere for a cell known to be safe.
  template <std::size_t kWords>
  bool add_cell(const Knowledge& knowledge, sim::Cell cell, std::uint32_t place,
                LayoutGame<kWords>& game) const;

  const Board* board_;
  sim::FirstClickRule first_click_;
  std::size_t max_numbers_;  // that a cell may show
  LayoutList list_;
  std::vector<std::uint32_t> place_of_;  // [cell] in the list's cells
  std::vector<sim::Cell> cell_at_;       // [cell of the game]
  std::vector<sim::Cell> kept_free_;     // scratch of choose_first()
  std::unique_ptr<LayoutGame<1>> small_;
  std::unique_ptr<LayoutGame<8>> medium_;  // made when first needed
  std::unique_ptr<LayoutGame<64>> large_;
  sim::Cell best_cell_ = sim::kNoCell;
  std::uint32_t won_ = 0;
  std::uint32_t layout_count_ = 0;
  bool is_protected_dig_ = false;  // the solved position is before a protected first dig
};
using Endgame = EndgameOf<Posterior>;

extern template class EndgameOf<Posterior>;
extern template class EndgameOf<GraphPosterior>;

}  // namespace sapper::solvers
