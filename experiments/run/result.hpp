// A player's games of one case: the numbers, for figures, pages and comparisons, and the object that reports and tables
// show. Both are computed once, for all outputs.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/run/calibration_bin.hpp"
#include "experiments/run/timing.hpp"
#include "experiments/stats/statistics.hpp"

namespace sapper::experiments {

struct CaseLabels;

// What a kind of game lacks is empty.
struct Result {
  std::shared_ptr<const CaseLabels> played;  // set by results_of (report_results.hpp)
  std::string label;
  std::uint64_t games = 0;
  std::optional<std::uint64_t> wins;
  std::optional<double> win_rate, low, high;  // with its 95 % interval
  std::optional<AdjustedRate> adjusted;       // where the exact risks are calibrated
  std::vector<double> guess_histogram;        // [guesses] games
  std::optional<double> mean_guesses, predicted_losses, losses, standard_error;
  std::optional<double> mean_excess_risk;  // per guess
  std::optional<double> given_away;        // per judged game, of the chance to win
  std::optional<double> z;                 // of losses against predicted losses, if they must agree
  std::vector<CalibrationBin> calibration;
  Timing timing;             // set by results_of
  boost::json::object json;  // the report's: all of this, and what only the kind of game has

  // Sets a number, rounded as in reports, and its member in the report, a path like `guess_risk.z`; nullopt is null
  // there.
  void set(std::string_view path, std::optional<double> Result::*number, std::optional<double> value);
  // Sets a number to nullopt, and its member to null: it is unknown.
  void clear(std::string_view path);
};

}  // namespace sapper::experiments
