#include "sim/minesweeper/block_operations.hpp"

#include <array>

#include "sim/support/instruction_sets.hpp"

namespace sapper::sim {

namespace baseline {
extern const BlockOperations kBlockOperations;
}
#ifdef SAPPER_X86
namespace avx2 {
extern const BlockOperations kBlockOperations;
}
namespace avx512 {
extern const BlockOperations kBlockOperations;
}
#endif

std::span<const BlockOperations* const> supported_block_operations() {
  static constexpr std::array kAll{
      &baseline::kBlockOperations,
#ifdef SAPPER_X86
      &avx2::kBlockOperations,
      &avx512::kBlockOperations,
#endif
  };
  return std::span(kAll).first(supported_instruction_sets());
}

}  // namespace sapper::sim
