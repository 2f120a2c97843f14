// The key of a board in the random streams of its games (sim::GameId): only the size, so that komis are compared on the
// same games, as far as the players allow.
#pragma once

#include <cstdint>

namespace sapper::experiments::go {

// "go" in the high bits, the size in the low bits.
constexpr std::uint64_t key_of_size(int size) {
  return std::uint64_t{0x676F} << 48 | static_cast<std::uint64_t>(size);
}

}  // namespace sapper::experiments::go
