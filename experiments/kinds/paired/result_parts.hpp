// The tally of an experiment in which several players (strategies, pairings, error rates) play the same
// games: the counters of the games themselves, for each player the counters of its table, and for each pair of
// players how many games both won.
#pragma once

#include <algorithm>
#include <boost/json/object.hpp>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/run/comparison.hpp"
#include "experiments/run/counters.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/run/timing.hpp"
#include "experiments/stats/differences.hpp"
#include "experiments/stats/statistics.hpp"

namespace sapper::experiments {

// Counts: a struct with a counter table and a member `wins`. Each thread counts into its own tally; aligned Counts
// prevent false sharing. CaseCounts: what is counted once per game.
template <CountsTable Counts, CountsTable CaseCounts = NoCounters>
class PairedTally final : public Tally {
 public:
  using PlayerCounts = Counts;

  explicit PairedTally(std::size_t player_count)
      : players_(player_count), both_won_(player_count * (player_count - 1) / 2) {}

  std::uint64_t games() const override { return games_; }
  void clear() override { *this = PairedTally(players_.size()); }
  void add(const Tally& tally) override {
    const auto& other = of(tally);
    games_ += other.games_;
    fold_into(case_counts_, other.case_counts_);
    for (std::size_t i = 0; i < players_.size(); ++i) fold_into(players_[i], other.players_[i]);
    for (std::size_t i = 0; i < both_won_.size(); ++i) both_won_[i] += other.both_won_[i];
  }
  std::vector<CounterName> names() const override {
    std::vector<CounterName> names{{"games"}};
    append_names<CaseCounts>("case:", names);
    for (std::size_t i = 0; i < players_.size(); ++i) append_names<Counts>(std::to_string(i) + ':', names);
    for (std::size_t b = 1; b < players_.size(); ++b)
      for (std::size_t a = 0; a < b; ++a)
        names.push_back({"both_won." + std::to_string(a) + '.' + std::to_string(b)});
    return names;
  }
  std::vector<std::uint64_t> counters() const override {
    std::vector<std::uint64_t> counters{games_};
    append_values(case_counts_, counters);
    for (const Counts& player : players_) append_values(player, counters);
    counters.insert(counters.end(), both_won_.begin(), both_won_.end());
    return counters;
  }
  void set_counters(std::span<const std::uint64_t> counters) override {
    if (counters.size() != this->counters().size()) throw std::invalid_argument("another number of counters");
    std::size_t next = 0;
    games_ = counters[next++];
    const auto set = [&](const Counter&, auto, std::uint64_t& value) { value = counters[next++]; };
    each_value(case_counts_, set);
    for (Counts& player : players_) each_value(player, set);
    for (std::uint64_t& count : both_won_) count = counters[next++];
  }

  static const PairedTally& of(const Tally& tally) { return dynamic_cast<const PairedTally&>(tally); }
  static PairedTally& of(Tally& tally) { return dynamic_cast<PairedTally&>(tally); }

  void add_games(std::uint64_t count) { games_ += count; }
  CaseCounts& case_counts() { return case_counts_; }
  const CaseCounts& case_counts() const { return case_counts_; }
  std::size_t player_count() const { return players_.size(); }
  Counts& player(std::size_t index) { return players_[index]; }
  const Counts& player(std::size_t index) const { return players_[index]; }
  // Games that both players won; a < b.
  std::uint64_t& both_won(std::size_t a, std::size_t b) { return both_won_[pair_index(a, b)]; }
  std::uint64_t both_won(std::size_t a, std::size_t b) const { return both_won_[pair_index(a, b)]; }

 private:
  // (0,1), (0,2), (1,2), (0,3), ...
  static std::size_t pair_index(std::size_t a, std::size_t b) { return b * (b - 1) / 2 + a; }

  std::uint64_t games_ = 0;
  CaseCounts case_counts_;
  std::vector<Counts> players_;
  std::vector<std::uint64_t> both_won_;
};

// The parts of a report that all kinds of experiment share: win rates, paired comparisons, timings.

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
