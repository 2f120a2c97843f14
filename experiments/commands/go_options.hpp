// Go's options, shared by `gtp` and `play go`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "experiments/cli/syntax.hpp"
#include "sim/go/game.hpp"
#include "solvers/go/player.hpp"

namespace sapper::experiments::go {

struct GoSettings {
  int size = 19;  // 1 to 25
  sim::go::Scoring scoring = sim::go::Scoring::area;
  std::optional<int> komi_halves = {};  // default: depends on the scoring
  std::uint32_t playouts = solvers::go::kDefaultPlayouts;

  int komi() const;  // in half points
};

// --size, --komi, --scoring, --playouts.
void add_settings(Syntax& syntax, GoSettings& settings);

enum class Humans : std::uint8_t { no, yes };  // whether `human` is allowed; the target is then nullopt
void add_player(Syntax& syntax, const std::string& name, const std::string& help,
                std::optional<solvers::go::PlayerKind>& player, Humans humans);

}  // namespace sapper::experiments::go
