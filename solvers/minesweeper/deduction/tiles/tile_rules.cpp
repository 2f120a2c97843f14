#include "solvers/minesweeper/deduction/tiles/tile_rules.hpp"

#include <array>
#include <cstddef>

#include "solvers/minesweeper/deduction/tiles/tile_rules_sets.hpp"

namespace sapper::solvers {
namespace {

struct Supported {
  std::array<const TileRulesSet*, 3> sets{&kBaselineTileRules};
  std::size_t count = 1;

  Supported() {
#ifdef SAPPER_X86_TILE_RULES
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2")) sets[count++] = &kAvx2TileRules;
    if (__builtin_cpu_supports("avx512f")) sets[count++] = &kAvx512TileRules;
#endif
  }
};

}  // namespace

std::span<const TileRulesSet* const> supported_tile_rules() {
  static const Supported kSupported;
  return std::span(kSupported.sets).first(kSupported.count);
}

}  // namespace sapper::solvers
