// Go's options, shared by `gtp` and `play go`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "experiments/cli/command_syntax.hpp"
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
void add_settings(CommandSyntax& syntax, GoSettings& settings);

enum class HumanPlayers : std::uint8_t { no, yes };  // whether `human` is allowed; the target is then null
void add_player(CommandSyntax& syntax, const std::string& name, const std::string& help,
                const solvers::go::PlayerEntry*& player, HumanPlayers humans);

}  // namespace sapper::experiments::go

namespace sapper::experiments::tablet {}  // namespace sapper::experiments::tablet
