// The peak memory of this process, as the kernel counts it (Linux: VmHWM in proc(5)).
#pragma once

#include <cstdint>

namespace sapper::experiments {

// Returns unused memory to the system and resets the peak to the memory now in use. If the kernel does not allow that,
// the peak remains the one since the start of the process.
void restart_peak_memory();
// The peak since then, in bytes; 0 if unknown.
std::uint64_t peak_memory_bytes();

}  // namespace sapper::experiments
