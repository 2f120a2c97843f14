#include "solvers/minesweeper/deduction/tiles/tile_rules.hpp"

#include <array>

#include "solvers/minesweeper/deduction/tiles/tile_rules_sets.hpp"

namespace sapper::solvers {

std::span<const TileRulesSet* const> supported_tile_rules() {
#ifdef SAPPER_X86
  static constexpr std::array<const TileRulesSet*, 3> kAll{&kBaselineTileRules, &kAvx2TileRules,
                                                           &kAvx512TileRules};
#else
  static constexpr std::array<const TileRulesSet*, 1> kAll{&kBaselineTileRules};
#endif
  return std::span(kAll).first(sim::supported_instruction_sets());
}

}  // namespace sapper::solvers
