// What tables, figures and comparisons need from a report: its results, comparisons and times, which its experiment
// computes from the counters. Fields that a kind of game lacks are empty.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/run/report.hpp"
#include "experiments/stats/statistics.hpp"

namespace sapper::experiments {

// A property that varies over the sweep: `rows` is `16`. The density is the one asked for.
struct CaseFacet {
  std::string name, value;
};

// The labels of a case.
struct CaseLabels {
  std::size_t number = 0;
  std::string name;               // `Expert (16 x 30, 99 mines)`
  std::string series;             // without what changes along the axis: `16 x 30`
  std::string axis_name;          // `mine density (%)`; empty without an axis
  double axis = 0;                // scaled
  std::string board;              // `name` without the first click and other settings
  std::vector<CaseFacet> facets;  // what varies over the sweep
  std::optional<CellMap> map;     // its place in a map of its board
};

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

// A player's games of one case.
struct Result {
  std::shared_ptr<const CaseLabels> played;
  std::string label;
  std::uint64_t games = 0;
  std::optional<std::uint64_t> wins;
  std::optional<double> win_rate, low, high;  // with its 95 % interval
  std::optional<AdjustedRate> adjusted;       // where the exact risks are calibrated
  std::vector<double> guess_histogram;        // [guesses] games
  std::optional<double> mean_guesses, predicted_losses, losses, standard_error;
  std::optional<double> z;  // of losses against predicted losses, if they must agree
  std::vector<CalibrationBin> calibration;
  std::vector<Phase> phases;
  bool has_stable_phases = true;  // no single game dominates them
  std::optional<double> games_per_s;
};

// Two players on the same games of a case.
struct Comparison {
  std::shared_ptr<const CaseLabels> played;
  std::string a, b;
  double both = 0, only_a = 0, only_b = 0, neither = 0;
  double difference = 0;
  std::optional<double> low, high;
  double p_value = 1;
};

struct ReportResults {
  std::vector<Result> results;  // in the order of cases, then of players
  std::vector<Comparison> comparisons;
};
ReportResults results_of(const Report& report);

// Reads one of the experiment's results; timing and case are left empty.
Result read_result(const boost::json::object& result);

}  // namespace sapper::experiments
