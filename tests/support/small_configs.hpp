// An experiment of every kind, each of a few quick games.
#pragma once

#include <string>
#include <vector>

namespace sapper::tests {

inline std::vector<std::string> small_configs_of_every_kind() {
  const std::string head = R"({"schema": "sapper-config/1", "name": "small", "games": 4, )";
  return {
      head +
          R"("boards": [{"rows": 5, "mines": 5}], "motion": ["fixed", "moving"], "strategies": ["rules"]})",
      head + R"("game": "go", "boards": [{"size": [2, 3], "komi": 0.5}], "strategies": ["random"]})",
      head +
          R"("game": "tablet", "study": "erring_player", "boards": [{"rows": [3, 7]}], "error_rates": [0, 0.3]})",
      head +
          R"("game": "tablet", "study": "algorithms", "boards": [{"rows": [2, 5]}], "algorithms": ["memo"]})"};
}

}  // namespace sapper::tests
