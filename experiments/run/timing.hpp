// The speed of a player's games of one case.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <vector>

namespace sapper::experiments {

struct Phase {
  std::string name;
  double seconds = 0;  // of all games
};

struct Timing {
  std::string label;
  double games_per_s = 0;
  std::vector<Phase> phases;
  bool has_stable_phases = true;  // no single game dominates them
  boost::json::object json;
};

}  // namespace sapper::experiments
