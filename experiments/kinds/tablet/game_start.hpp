// The start of each game of a tablet experiment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "experiments/kinds/tablet/config.hpp"
#include "sim/random/stream.hpp"
#include "sim/tablet/tablet.hpp"

namespace sapper::experiments::tablet {

struct GameStart {
  sim::tablet::Tablet tablet;
  bool erring_begins = false;
};
sim::GameId game_id(const Config& config, std::size_t board, std::uint64_t game);
GameStart start_of(const Config& config, std::size_t board, std::uint64_t game);
// Tablets that represent all that start_of() may return, up to mirroring.
std::vector<sim::tablet::Tablet> starts_of(const Config& config, std::size_t board);

}  // namespace sapper::experiments::tablet
