// Block operations for AVX-512.
#define SAPPER_ROW_VECTOR_PARTS 1
#include "sim/minesweeper/block_operations_sets.hpp"
#ifdef SAPPER_X86
#include "sim/minesweeper/row_vector.hpp"

namespace sapper::sim {
namespace {

#include "sim/minesweeper/block_operations.inc"

}  // namespace

const BlockOperations kAvx512BlockOperations{"avx512", dig<false>,    dig<true>,   show,
                                             remove,   spread<false>, spread<true>};

}  // namespace sapper::sim
#endif
