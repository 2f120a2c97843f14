#include "solvers/minesweeper/deduction/tiles/tile_rules.hpp"

#include <array>

#include "sim/support/instruction_sets.hpp"

namespace sapper::solvers {

namespace baseline {
extern const TileRulesSet kTileRules;
}
#ifdef SAPPER_X86
namespace avx2 {
extern const TileRulesSet kTileRules;
}
namespace avx512 {
extern const TileRulesSet kTileRules;
}
#endif

std::span<const TileRulesSet* const> supported_tile_rules() {
  static constexpr std::array kAll{
      &baseline::kTileRules,
#ifdef SAPPER_X86
      &avx2::kTileRules,
      &avx512::kTileRules,
#endif
  };
  return std::span(kAll).first(sim::supported_instruction_sets());
}

}  // namespace sapper::solvers
