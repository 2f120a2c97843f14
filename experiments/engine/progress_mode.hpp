#pragma once

#include <cstdint>

namespace sapper::experiments {

// Whether a run shows its progress: on a terminal a line that is rewritten, elsewhere a line now and then
// (automatic); the rewritten line in any case; nothing.
enum class ProgressMode : std::uint8_t { automatic, always, never };

}  // namespace sapper::experiments
