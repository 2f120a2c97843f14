// What names a board in the random streams of its games (sim::GameId): the size alone, so that the same
// games, as far as the players let them, are compared over komis.
#pragma once

#include <cstdint>

namespace sapper::experiments::go {

// "go" above, the size below.
constexpr std::uint64_t key_of_size(int size) {
  return std::uint64_t{0x676F} << 48 | static_cast<std::uint64_t>(size);
}

}  // namespace sapper::experiments::go
