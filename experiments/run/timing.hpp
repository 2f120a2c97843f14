// The speed of a player's games of one case.
#pragma once

#include <algorithm>
#include <boost/json/object.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/stats/statistics.hpp"

namespace sapper::experiments {

struct PhaseTime {
  std::string name;
  double seconds = 0;  // of all games
};

// The standard error of a mean over games, by the variation of the games.
struct StandardError {
  double value = 0;
  std::uint64_t freedom = 0;  // degrees of freedom of Student's t
};

// The processor time of a game, in seconds.
struct MeanTime {
  double seconds = 0;
  std::optional<StandardError> error;  // nullopt: unknown

  std::optional<Interval> interval() const {  // 95 %
    if (!error) return std::nullopt;
    const double half_width = student_95(error->freedom) * error->value;
    return Interval{std::max(0.0, seconds - half_width), seconds + half_width};
  }
};

struct Timing {
  std::string label;
  double games_per_s = 0;       // of wall time
  double games_per_core_s = 0;  // of processor time
  MeanTime per_game;
  std::vector<PhaseTime> phases;
  bool has_stable_phases = true;  // no single game dominates them
  boost::json::object json;
};

}  // namespace sapper::experiments
