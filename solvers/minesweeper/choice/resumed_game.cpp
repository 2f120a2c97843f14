#include "solvers/minesweeper/choice/resumed_game.hpp"

#include "sim/support/contracts.hpp"
#include "sim/support/interruptible.hpp"

namespace sapper::solvers {

const std::vector<sim::CellBlock>& ResumedGame::find_safe() {
  sim::end_if_interrupted();
  if (!has_knowledge_) {
    reasoner_.adopt(*base_, game_.view());
    has_knowledge_ = true;
  }
  digs_.clear();
  shown_.clear();
  for (const sim::CellBlock& block : game_.shown())
    block.for_each_row([&](std::uint32_t row) {
      sim::add_cells(shown_, game_.view().grid(), block.first_word + row, block.bits[row]);
    });
  game_.forget_shown();
  in_key_ = 0;
  if (!reasoner_.plan_by_rules(shown_, digs_) && !reasoner_.plan_by_posterior(digs_))
    reasoner_.settle();
  else
    SAPPER_EXPECT(!digs_.safe.empty());
  return digs_.safe;
}

}  // namespace sapper::solvers
