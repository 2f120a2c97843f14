#include "sim/support/instruction_sets.hpp"

#include <array>

namespace sapper::sim {
namespace {

struct Supported {
  std::array<InstructionSet, kInstructionSetCount> sets{InstructionSet::baseline};
  std::size_t count = 1;

  Supported() {
#ifdef SAPPER_X86
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2")) sets[count++] = InstructionSet::avx2;
    if (__builtin_cpu_supports("avx512f")) sets[count++] = InstructionSet::avx512;
#endif
  }
};

}  // namespace

std::span<const InstructionSet> supported_instruction_sets() {
  static const Supported kSupported;
  return std::span(kSupported.sets).first(kSupported.count);
}

}  // namespace sapper::sim
