#include "sim/support/instruction_sets.hpp"

namespace sapper::sim {
namespace {

std::size_t count_supported() {
#ifdef SAPPER_X86
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2")) return 1;
  return __builtin_cpu_supports("avx512f") ? 3 : 2;
#else
  return 1;
#endif
}

}  // namespace

std::size_t supported_instruction_sets() {
  static const std::size_t count = count_supported();
  return count;
}

}  // namespace sapper::sim
