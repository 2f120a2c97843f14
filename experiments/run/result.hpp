// What is computed of the games of a case, once, for all outputs: the numbers, for figures, pages and comparisons, and
// the objects that reports and tables show.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/stats/statistics.hpp"

namespace sapper::experiments {

struct CaseLabels;

// Guesses with an exact P(mine) in [low, high), and how many of them lost.
struct CalibrationBin {
  double low = 0;
  double high = 0;
  double guesses = 0;
  double predicted = 0;  // the sum of their P(mine)
  double losses = 0;
};

struct Phase {
  std::string name;
  double seconds = 0;  // of all games
};

// The speed of a player's games of one case.
struct Timing {
  std::string label;
  double games_per_s = 0;
  std::vector<Phase> phases;
  bool has_stable_phases = true;  // no single game dominates them
  boost::json::object json;
};

// A player's games of one case. What a kind of game lacks is empty.
struct Result {
  std::shared_ptr<const CaseLabels> played;  // set by results_of (report_results.hpp)
  std::string label;
  std::uint64_t games = 0;
  std::optional<std::uint64_t> wins;
  std::optional<double> win_rate, low, high;  // with its 95 % interval
  std::optional<AdjustedRate> adjusted;       // where the exact risks are calibrated
  std::vector<double> guess_histogram;        // [guesses] games
  std::optional<double> mean_guesses, predicted_losses, losses, standard_error;
  std::optional<double> z;  // of losses against predicted losses, if they must agree
  std::vector<CalibrationBin> calibration;
  Timing timing;             // set by results_of
  boost::json::object json;  // the report's: all of this, and what only the kind of game has

  // Sets a number, rounded as in reports, and its member in the report, a path like `guess_risk.z`; nullopt is null
  // there.
  void set(std::string_view path, std::optional<double> Result::*number, std::optional<double> value);
  // Sets a number to nullopt, and its member to null: it is unknown.
  void clear(std::string_view path);
};

// Two players on the same games of a case.
struct Comparison {
  std::shared_ptr<const CaseLabels> played;  // set by results_of
  std::string a, b;
  double both = 0, only_a = 0, only_b = 0, neither = 0;
  double difference = 0;
  std::optional<double> low, high;
  double p_value = 1;
  boost::json::object json;
};

// The objects of a list.
template <class Rows>
boost::json::array json_of(Rows&& rows) {
  boost::json::array list;
  for (auto& row : rows) list.push_back(std::move(row.json));
  return list;
}

}  // namespace sapper::experiments
