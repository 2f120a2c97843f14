// The instruction sets for which the rules on tiles are compiled.
#pragma once

#include "solvers/minesweeper/deduction/tiles/tile_rules.hpp"

#if defined(__x86_64__)
#define SAPPER_X86_TILE_RULES 1
#endif

namespace sapper::solvers {

extern const TileRulesSet kBaselineTileRules;
#ifdef SAPPER_X86_TILE_RULES
extern const TileRulesSet kAvx2TileRules;
extern const TileRulesSet kAvx512TileRules;
#endif

}  // namespace sapper::solvers
