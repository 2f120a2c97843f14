// The instruction sets for which the rules on tiles are compiled.
#pragma once

#include "sim/support/instruction_sets.hpp"
#include "solvers/minesweeper/deduction/tiles/tile_rules.hpp"

namespace sapper::solvers {

extern const TileRulesSet kBaselineTileRules;
#ifdef SAPPER_X86
extern const TileRulesSet kAvx2TileRules;
extern const TileRulesSet kAvx512TileRules;
#endif

}  // namespace sapper::solvers
