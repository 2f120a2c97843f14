#include "solvers/minesweeper/choice/resumed_game.hpp"

#include <concepts>
#include <cstdint>

#include "sim/minesweeper/cell_planes.hpp"
#include "sim/support/contracts.hpp"
#include "sim/support/interruptible.hpp"

namespace sapper::solvers {

template <class Boards>
auto ResumedGameOf<Boards>::find_safe() -> const std::vector<Shown>& {
  sim::end_if_interrupted();
  if (!has_knowledge_) {
    reasoner_.adopt(*base_, game_.view());
    has_knowledge_ = true;
  }
  digs_.clear();
  if constexpr (std::same_as<Boards, OnGrids>) {
    shown_.clear();
    for (const sim::CellBlock& block : game_.shown())
      block.for_each_row([&](std::uint32_t row) {
        sim::add_cells(shown_, game_.view().grid(), block.first_word + row, block.bits[row]);
      });
  } else {
    shown_.assign(game_.shown().begin(), game_.shown().end());
  }
  game_.forget_shown();
  in_key_ = 0;
  if (!reasoner_.plan_by_rules(shown_, digs_) && !reasoner_.plan_by_posterior(digs_))
    reasoner_.settle();
  else
    SAPPER_EXPECT(!digs_.safe.empty());
  return digs_.safe;
}

template class ResumedGameOf<OnGrids>;
template class ResumedGameOf<OnGraphs>;

}  // namespace sapper::solvers
