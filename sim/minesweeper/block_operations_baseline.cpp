// Block operations in registers of 128 bits, which every target has.
#define SAPPER_ROW_VECTOR_PARTS 4
#include "sim/minesweeper/block_operations_sets.hpp"
#include "sim/minesweeper/row_vector.hpp"

namespace sapper::sim {
namespace {

#include "sim/minesweeper/block_operations.inc"

}  // namespace

const BlockOperations kBaselineBlockOperations{"baseline", dig<false>,    dig<true>,   show,
                                               remove,     spread<false>, spread<true>};

}  // namespace sapper::sim
