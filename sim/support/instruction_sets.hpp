// The instruction sets that some sources are compiled for beside the one of the whole program, to be selected at run
// time: one program for all processors is as fast as one for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#if defined(__x86_64__)
#define SAPPER_X86 1
#endif

namespace sapper::sim {

// baseline: the one of the whole program.
enum class InstructionSet : std::uint8_t { baseline, avx2, avx512 };
inline constexpr std::size_t kInstructionSetCount = 3;

// Those that this processor has, in this order; the fastest is last.
std::span<const InstructionSet> supported_instruction_sets();

}  // namespace sapper::sim
