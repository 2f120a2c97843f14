// The instruction sets that block operations are compiled for.
#pragma once

#include "sim/minesweeper/block_operations.hpp"
#include "sim/support/instruction_sets.hpp"

namespace sapper::sim {

extern const BlockOperations kBaselineBlockOperations;
#ifdef SAPPER_X86
extern const BlockOperations kAvx2BlockOperations;
extern const BlockOperations kAvx512BlockOperations;
#endif

}  // namespace sapper::sim
