// The tally of an experiment in which several players (strategies, pairings, error rates) play the same
// games: the counters of the games themselves, for each player the counters of its table, and for each pair of
// players how many games both won.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "experiments/run/counters.hpp"
#include "experiments/run/tally.hpp"

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

}  // namespace sapper::experiments
