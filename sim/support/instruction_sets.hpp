// The instruction sets that some sources are compiled for beside the one of the whole program, to be selected at run
// time: one program for all processors is nearly as fast as one for each. Such a source is compiled for each set, with
// SAPPER_INSTRUCTION_SET defined (compile_for_instruction_sets in CMakeLists.txt), and defines what it exports in the
// namespace of that name.
#pragma once

#include <cstddef>

#if defined(__x86_64__)
#define SAPPER_X86 1
#endif

namespace sapper::sim {

// How many of these sets this processor has, in this order: the one of the whole program, AVX2, AVX-512 (F). At least 1.
inline std::size_t supported_instruction_sets() {
#ifdef SAPPER_X86
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2")) return 1;
  return __builtin_cpu_supports("avx512f") ? 3 : 2;
#else
  return 1;
#endif
}

}  // namespace sapper::sim
