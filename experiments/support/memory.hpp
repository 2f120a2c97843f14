// How much memory this process has held at most, from the kernel's account (Linux: VmHWM in proc(5)).
#pragma once

#include <cstdint>

namespace sapper::experiments {

// Hands unused memory back and begins the account anew. Where the kernel does not allow it, the account goes
// on from the start of the process.
void restart_peak_memory();
// The most bytes of memory in use at once since then; 0: unknown.
std::uint64_t peak_memory_bytes();

}  // namespace sapper::experiments
