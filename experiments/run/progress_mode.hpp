#pragma once

#include <cstdint>

namespace sapper::experiments {

// Whether a run shows its progress: on a terminal a line that is rewritten, elsewhere an occasional line (automatic);
// the same, but with the first line immediately (always); or nothing.
enum class ProgressMode : std::uint8_t { automatic, always, never };

}  // namespace sapper::experiments
