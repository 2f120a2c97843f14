#include "experiments/support/peak_memory.hpp"

#include <fmt/chrono.h>
#include <malloc.h>

#include <fstream>
#include <string>

namespace sapper::experiments {

void restart_peak_memory() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
  constexpr const char* kResetPeak = "5";  // proc(5), clear_refs
  std::ofstream("/proc/self/clear_refs") << kResetPeak;
}

std::uint64_t peak_memory_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string key; status >> key;) {
    std::uint64_t kilobytes = 0;
    if (key == "VmHWM:" && status >> kilobytes) return kilobytes * 1024;
    std::getline(status, key);
  }
  return 0;
}

}  // namespace sapper::experiments
