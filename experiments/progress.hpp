// What a person sees on standard error while an experiment runs: on a terminal one line, rewritten; elsewhere a
// plain line now and then.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace sapper::experiments {

enum class ProgressMode : std::uint8_t { automatic, always, never };

}  // namespace sapper::experiments
