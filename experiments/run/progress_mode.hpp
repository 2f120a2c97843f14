#pragma once

#include <cstdint>

namespace sapper::experiments {

// Whether a run shows its progress: on a terminal a line that is rewritten, elsewhere a line now and then
// (automatic); likewise, but the first line at once (always); nothing.
enum class ProgressMode : std::uint8_t { automatic, always, never };

}  // namespace sapper::experiments
