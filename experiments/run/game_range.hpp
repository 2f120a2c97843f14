// Games first to last - 1 of a case.
#pragma once

#include <cstdint>

namespace sapper::experiments {

struct GameRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t size() const { return last - first; }
  bool operator==(const GameRange&) const = default;
};

}  // namespace sapper::experiments
