// The parts of a report that all kinds of experiment share: win rates, paired comparisons, timings.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/run/comparison.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/run/timing.hpp"
#include "experiments/stats/differences.hpp"
#include "experiments/stats/sprt.hpp"

namespace sapper::experiments {

// `12.34 %`; 0 if `whole` is 0.
std::string percent_text(std::uint64_t part, std::uint64_t whole);

// The columns of a table of results that say how fast the players are: games per second of processor time, and of wall time
// where that says something of the program.
class SpeedColumns {
 public:
  explicit SpeedColumns(std::optional<double> wall_per_core_s) : wall_per_core_s_(wall_per_core_s) {}

  // Appended to the headings and to the numbers of a row; `-` if there is no time. thread_ns: of the thread that plays.
  std::vector<std::string> heads(std::vector<std::string> heads) const;
  std::vector<std::string> row(std::vector<std::string> numbers, std::uint64_t games, std::uint64_t core_ns,
                               std::uint64_t thread_ns) const;

 private:
  std::optional<double> wall_per_core_s_;
};

// `NAME: game 3 of case 0, 9 x 9, komi 7.5; seed 1` and a line break; played: what was played, here the case.
std::string replay_head(const CommonConfig& common, std::size_t case_number, std::uint64_t game,
                        std::string_view played);

// part / whole; 0 if `whole` is 0. The second is rounded as in reports.
double ratio(std::uint64_t part, std::uint64_t whole);
double rounded_ratio(std::uint64_t part, std::uint64_t whole);

// Adds `games`, `wins`, `win_rate`, `ci_low`, `ci_high` (Wilson) and `stopped_by` (`games`, `half_width` or
// `sprt`) to a result.
void add_win_rate(boost::json::object& result, const CommonConfig& common, std::uint64_t wins,
                  std::uint64_t games);

// `case`, `board`, `a`, `b`, the four cells of the table, and the `difference` of the win rates (a minus b) with its 95 %
// interval and the `p_value` that agrees with it (differences.hpp).
Comparison comparison_of(std::size_t case_number, std::size_t board, std::string_view a, std::string_view b,
                         const PairedCounts& counts);

// a != b, in either order.
template <class Tally>
PairedCounts paired_counts(const Tally& tally, std::size_t a, std::size_t b) {
  const std::uint64_t both = tally.both_won(std::min(a, b), std::max(a, b));
  return {tally.games(), both, tally.player(a).wins - both, tally.player(b).wins - both};
}

// The sample of the stop rule's sequential test, whose labels are among the players'. A tally whose players' risks are
// known has the adjusted difference of the tested pair (adjusted_difference of its case_counts()).
template <class Tally>
SprtSample sprt_sample(const Sprt& sprt, std::span<const std::string> labels, const Tally& tally) {
  const std::pair<std::size_t, std::size_t> tested = tested_players(sprt, labels);
  const PairedCounts counts = paired_counts(tally, tested.first, tested.second);
  const auto& a = tally.player(tested.first);
  const auto& b = tally.player(tested.second);
  if constexpr (requires { tally.case_counts().adjusted_difference(counts, a, b); })
    if (sprt.is_adjusted)
      return adjusted_sample_of(counts, tally.case_counts().adjusted_difference(counts, a, b));
  return sample_of(counts);
}

// The comparisons of all pairs of players, (0,1), (0,2), ..., (1,2), ...; the pair of the sequential test holds its
// result as `sprt`.
template <class Tally>
std::vector<Comparison> paired_comparisons(const CommonConfig& common, std::size_t case_number,
                                           std::size_t board, std::span<const std::string> labels,
                                           const Tally& tally) {
  std::vector<Comparison> comparisons;
  const Sprt* const sprt = common.stop && common.stop->sprt ? &*common.stop->sprt : nullptr;
  for (std::size_t a = 0; a < labels.size(); ++a)
    for (std::size_t b = a + 1; b < labels.size(); ++b) {
      Comparison comparison =
          comparison_of(case_number, board, labels[a], labels[b], paired_counts(tally, a, b));
      if (sprt != nullptr && std::minmax(sprt->a, sprt->b) == std::minmax(labels[a], labels[b]))
        comparison.sprt = sprt_json(*sprt, sprt_sample(*sprt, labels, tally));
      comparisons.push_back(std::move(comparison));
    }
  return comparisons;
}

// An inconsistency in the players' counts or those of a pair; empty if there is none.
template <class Tally>
std::string contradiction_of(const Tally& tally, std::span<const std::string> labels) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 62;
  for (const std::uint64_t value : tally.counters())
    if (value >= kMost) return "a counter of " + std::to_string(value);
  const auto of = [&](std::uint64_t count, const char* what) {
    return std::to_string(count) + what + std::to_string(tally.games()) + " games";
  };
  for (std::size_t i = 0; i < tally.player_count(); ++i) {
    const auto& counts = tally.player(i);
    std::string wrong;
    if constexpr (requires { counts.wins; })
      if (counts.wins > tally.games()) wrong = of(counts.wins, " wins of ");
    if constexpr (requires { counts.contradiction(tally.games()); })
      if (wrong.empty()) wrong = counts.contradiction(tally.games());
    if (!wrong.empty()) return labels[i] + ": " + wrong;
    if constexpr (requires { counts.wins; })
      for (std::size_t j = 0; j < i; ++j) {
        const std::uint64_t both = tally.both_won(j, i);
        const std::uint64_t wins = tally.player(j).wins + counts.wins;
        if (both > std::min(tally.player(j).wins, counts.wins) || wins - both > tally.games())
          return labels[j] + " and " + labels[i] + ": " + of(both, " games won by both of ");
      }
  }
  return {};
}

// `case`, `label`, `games_per_s`, `games_per_core_s`, `core_s`, `core_s_per_game`, `phases` (empty). core_ns: processor time; thread_ns: that
// of the thread that plays, including what it waits for.
Timing timing_of(std::size_t case_number, std::string_view label, std::uint64_t games, std::uint64_t core_ns,
                 std::uint64_t thread_ns, double wall_per_core_s);
// Adds the 95 % interval of the processor time of a game, `core_s_per_game_ci_low` and `_high`; null if it is unknown.
void add_interval(Timing& timing);

}  // namespace sapper::experiments
