// Small configs of every kind of experiment, a second's work in all: for tests that run over the kinds. A new kind of
// experiment adds one or more; experiment_conformance_test.cpp says so.
#pragma once

#include <string>
#include <string_view>

#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::tests {

struct SampleConfig {
  std::string_view name;  // letters and underscores
  std::string_view kind;  // of experiment
  std::string_view
      members;  // of the config, beside the schema and the kind; at least two cases and two players
};

inline constexpr SampleConfig kSampleConfigs[] = {
    {"sweep", "minesweeper", R"("games": 24, "boards": [{"rows": [4, 5], "cols": 5, "density": [0.12, 0.2]},
      {"level": "Beginner"}], "strategies": ["random", "rules", {"name": "csp", "label": "by <layouts> & 'more'"},
      "min_risk", {"name": "expert", "effort": 0}, "pinv"])"},
    {"densities", "minesweeper",
     R"("games": 30, "boards": [{"rows": [4, 5], "cols": 5, "density": [0.08, 0.16, 0.24, 0.4]}],
      "strategies": ["rules", "csp"])"},
    {"rules", "minesweeper", R"("games": 12, "boards": [{"rows": 4, "mines": 3, "topology": "torus"},
      {"rows": 3, "cols": 5, "mines": 3, "topology": "hex"}], "first_click": [{"rule": "safe_corners", "cell": "corner"},
      {"rule": "relocate", "cell": "strategy"}], "reveal": ["flood", "ring"], "motion": ["fixed", "moving"],
      "strategies": ["csp", "progress"])"},
    {"clicks", "minesweeper",
     R"("games": 20, "boards": [{"rows": 3, "mines": 2}, {"rows": 3, "cols": 4, "mines": 2}],
      "first_click": {"rule": "safe", "cell": "all"}, "strategies": ["rules", "optimal"])"},
    {"layouts", "minesweeper", R"("games": 20, "boards": [{"rows": 3, "mines": 2, "layout": [[0, 1], [2, 2]]},
      {"rows": 3, "mines": 2}], "first_click": {"rule": "unprotected"}, "strategies": ["rules", "csp"])"},
    {"blocks", "minesweeper",
     R"("games": 6, "boards": [{"rows": 17, "cols": 33, "mines": 60, "topology": "hex"},
      {"rows": 2, "cols": 40, "mines": 9}], "first_click": [{"rule": "safe_corners", "cell": "corner"},
      {"rule": "safe_corners", "cell": [1, 4]}], "motion": ["fixed", "moving"], "strategies": ["rules", "min_risk"])"},
    {"shapes", "minesweeper", R"("games": 12, "boards": [
      {"rows": 4, "mines": 3, "topology": ["triangle", "cairo", "kagome", {"name": "knight", "joined": ["rows", "cols"]}]},
      {"rows": 2, "layers": 3, "mines": 2, "topology": "cube6"}, {"graph": "wheel", "mines": 2}, {"graph": "ring", "density": 0.3}],
      "files": {"wheel": {"schema": "sapper-graph/1", "sees": [[1, 2, 3, 4, 5], [0, 2, 5], [0, 1, 3], [0, 2, 4], [0, 3, 5], [0, 1, 4]],
                          "places": [[0, 0], [0, -1], [0.9, -0.3], [0.6, 0.8], [-0.6, 0.8], [-0.9, -0.3]]},
                "ring": {"schema": "sapper-graph/1", "sees": [[1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 0], [0, 1]]}},
      "first_click": {"rule": "safe", "cell": "strategy"}, "strategies": ["random", "rules", "csp", "min_risk"])"},
    {"stopped", "minesweeper", R"("games": 90, "boards": [{"rows": [4, 5], "mines": 4}],
      "stop": {"half_width": 0.11, "min_games": 20}, "strategies": ["rules", "csp"])"},
    {"tested", "minesweeper", R"("games": 90, "boards": [{"rows": [5, 6], "mines": 6}],
      "stop": {"sprt": {"strategies": ["min_risk", "random"], "d0": 0, "d1": 0.3, "difference": "adjusted"},
               "min_games": 20}, "strategies": ["min_risk", "random"])"},
    {"judged", "minesweeper",
     R"("games": 9, "boards": [{"rows": 3, "cols": 9, "mines": 7}, {"rows": 4, "cols": 5, "mines": 4}],
      "first_click": {"rule": "safe"}, "judge": 2, "strategies": ["rules", "progress"])"},
    {"go", "go",
     R"("games": 8, "boards": [{"size": [2, 4], "komi": [0.5, 3]}], "scoring": "majority", "end": "passes",
      "strategies": ["random", {"name": "uct", "playouts": 4}, {"black": "random", "white": {"name": "uct", "playouts": 3}}])"},
    {"go_stopped", "go", R"("games": 60, "boards": [{"size": [3, 4], "komi": 0.5}],
      "stop": {"half_width": 0.14, "min_games": 20}, "strategies": ["random", {"name": "uct", "playouts": 2}])"},
    {"tablet", "tablet", R"("games": 40, "study": "erring_player", "boards": [{"rows": [3, 5], "cols": 4}],
      "poison": "random", "first": "random", "error_rates": [0, 0.3, 1])"},
    {"tablet_algorithms", "tablet", R"("games": 3, "study": "algorithms", "boards": [{"rows": [2, 3, 4]}],
      "poison": "center", "algorithms": ["plain", "memo", "normalized"], "max_states": 400)"},
};

inline std::string text_of(const SampleConfig& sample) {
  return R"({"schema": "sapper-config/1", "name": ")" + std::string(sample.name) + R"(", "game": ")" +
         std::string(sample.kind) + R"(", )" + std::string(sample.members) + "}";
}

// All built-in strategies that play boards of any size: `"random", "rules", ...`.
inline std::string most_strategies() {
  std::string strategies;
  for (const auto& strategy : solvers::strategies())
    if (strategy.name != "optimal")
      strategies += (strategies.empty() ? "\"" : ", \"") + std::string(strategy.name) + "\"";
  return strategies;
}

}  // namespace sapper::tests
