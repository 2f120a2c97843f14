#include "sim/minesweeper/block_operations.hpp"

#include <array>

#include "sim/minesweeper/block_operations_sets.hpp"

namespace sapper::sim {

std::span<const BlockOperations* const> supported_block_operations() {
#ifdef SAPPER_X86
  static constexpr std::array<const BlockOperations*, 3> kAll{&kBaselineBlockOperations,
                                                              &kAvx2BlockOperations, &kAvx512BlockOperations};
#else
  static constexpr std::array<const BlockOperations*, 1> kAll{&kBaselineBlockOperations};
#endif
  return std::span(kAll).first(supported_instruction_sets());
}

}  // namespace sapper::sim
