// The parts of a report that all kinds of experiment share: win rates, paired comparisons, timings.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "experiments/engine/config.hpp"
#include "experiments/engine/paired_tally.hpp"
#include "experiments/engine/statistics.hpp"

namespace sapper::experiments {

// part / whole to nine digits; 0 of nothing.
double rounded_ratio(std::uint64_t part, std::uint64_t whole);

// Adds `games`, `wins`, `win_rate`, `ci95`, `ci_low`, `ci_high` (Wilson) and `stopped_by` (`games` or
// `half_width`) to a result.
void add_win_rate(boost::json::object& result, const CommonConfig& common, std::uint64_t wins,
                  std::uint64_t games);

// One player's counts against another's over the same games.
struct PairedCounts {
  std::uint64_t games = 0;
  std::uint64_t both = 0;
  std::uint64_t only_a = 0;
  std::uint64_t only_b = 0;
};
// `case`, `board`, `a`, `b`, the four cells of the table, the exact McNemar `p_value`, and the `difference` of
// the win rates (a less b) with its 95 % interval.
boost::json::object comparison_of(std::size_t case_number, std::size_t board, std::string_view a,
                                  std::string_view b, const PairedCounts& counts);

// Of all pairs of players, (0,1), (0,2), ..., (1,2), ...
template <class Counts>
boost::json::array paired_comparisons(std::size_t case_number, std::size_t board,
                                      std::span<const std::string> labels, const PairedTally<Counts>& tally) {
  boost::json::array comparisons;
  for (std::size_t a = 0; a < labels.size(); ++a)
    for (std::size_t b = a + 1; b < labels.size(); ++b) {
      const std::uint64_t both = tally.both_won(a, b);
      comparisons.push_back(
          comparison_of(case_number, board, labels[a], labels[b],
                        {tally.games(), both, tally.player(a).wins - both, tally.player(b).wins - both}));
    }
  return comparisons;
}

// The widest half-width of the players' win rates: what a stop rule looks at.
template <class Counts>
double widest_half_width(const PairedTally<Counts>& tally) {
  double widest = 0;
  for (std::size_t i = 0; i < tally.player_count(); ++i)
    widest = std::max(widest, wilson_95(tally.player(i).wins, tally.games()).half_width());
  return widest;
}

// `case`, `label`, `games_per_s`, `games_per_core_s`, `core_s`, `phases` (empty).
boost::json::object timing_of(std::size_t case_number, std::string_view label, std::uint64_t games,
                              std::uint64_t core_ns, double wall_per_core_s);

}  // namespace sapper::experiments
