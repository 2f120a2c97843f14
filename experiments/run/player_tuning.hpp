// Players with settings that are numbers, and pairs of their variants, for `tune`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/stats/statistics.hpp"
#include "solvers/support/settings.hpp"

namespace sapper::experiments {

class Experiment;

// A setting of a player that is a number.
struct NumberSetting {
  std::string player;    // its label
  std::string strategy;  // its name, which several players may share
  std::string name;
  double value = 0;
  std::optional<Interval>
      range;  // of the values that it may have; nullopt: only the player's own program knows
  bool is_whole = false;
};

// A player with some of its settings changed, under a label of its own.
struct PlayerVariant {
  std::string label;
  std::vector<solvers::NamedNumber> settings;
};

class PlayerTuning {
 public:
  virtual ~PlayerTuning() = default;
  virtual std::vector<NumberSetting> number_settings() const = 0;
  // The same cases under another seed, played by two variants of a player: its stop_evidence is that of a sequential test
  // of the first against the second, adjusted where risks are known, and it never stops. The settings are among
  // number_settings().
  virtual std::unique_ptr<Experiment> pair_of_variants(const std::string& player, std::uint64_t seed,
                                                       const PlayerVariant& first,
                                                       const PlayerVariant& second) const = 0;
};

}  // namespace sapper::experiments
