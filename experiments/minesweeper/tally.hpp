// What is counted over games of one board. Integers only, so that the order of adding does not show.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "experiments/engine/experiment.hpp"
#include "solvers/minesweeper/strategies/strategy.hpp"

namespace sapper::experiments::minesweeper {

// A sum of probabilities in units of 2^-40. The high and low 20 bits of each summand are added up apart,
// which leaves 44 bits for the number of summands and needs no carry.
struct ProbabilitySum {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  void add(double p) {
    const auto units = static_cast<std::uint64_t>(std::llround(p * 0x1p40));
    high += units >> 20;
    low += units & 0xFFFFF;
  }
  double value() const { return static_cast<double>(high) * 0x1p-20 + static_cast<double>(low) * 0x1p-40; }
};

inline constexpr std::size_t kGuessBins = 32;  // games with 0, 1, ... 30 guesses, and with more

// Of one strategy. Threads count into tallies of their own; the alignment keeps those out of one cache line.
struct alignas(64) StrategyTally {
  std::uint64_t wins = 0;
  std::array<std::uint64_t, solvers::kMoveKindCount> moves{};  // digs made, by kind
  std::array<std::uint64_t, kGuessBins> guess_histogram{};
  ProbabilitySum guess_risk;      // P(mine) of every guess
  ProbabilitySum guess_variance;  // P(mine) (1 - P(mine)) of every guess
  std::uint64_t guess_losses = 0;
  std::uint64_t wrong_digs = 0;  // mines dug that were thought safe
  std::uint64_t flags = 0;       // fallible flags at the end of games, and the wrong ones among them
  std::uint64_t wrong_flags = 0;
  solvers::FrontierTally frontier;
  // Not part of reproducible results.
  std::uint64_t core_ns = 0;
  std::array<std::uint64_t, solvers::kPhaseCount> phase_ticks{};  // of the games that are timed

  std::uint64_t guesses() const { return moves[static_cast<std::size_t>(solvers::MoveKind::guess)]; }
  void add(const StrategyTally& other);
  // Calls visit(counter) for every counter, in a fixed order.
  template <class Self, class Visit>
  static void each_counter(Self& self, Visit visit);
};

class BoardTally final : public Tally {
 public:
  explicit BoardTally(std::size_t strategy_count);

  std::uint64_t games() const override { return games_; }
  void clear() override;
  void add(const Tally& other) override;
  std::vector<std::uint64_t> counters() const override;
  void set_counters(std::span<const std::uint64_t> counters) override;

  void add_games(std::uint64_t count) { games_ += count; }
  std::size_t strategy_count() const { return strategies_.size(); }
  StrategyTally& of(std::size_t strategy) { return strategies_[strategy]; }
  const StrategyTally& of(std::size_t strategy) const { return strategies_[strategy]; }
  // Games that both strategies won; a < b.
  std::uint64_t& both_won(std::size_t a, std::size_t b) { return both_won_[pair_index(a, b)]; }
  std::uint64_t both_won(std::size_t a, std::size_t b) const { return both_won_[pair_index(a, b)]; }

 private:
  // (0,1), (0,2), (1,2), (0,3), ...
  static std::size_t pair_index(std::size_t a, std::size_t b) { return b * (b - 1) / 2 + a; }

  std::uint64_t games_ = 0;
  std::vector<StrategyTally> strategies_;
  std::vector<std::uint64_t> both_won_;
};

template <class Self, class Visit>
void StrategyTally::each_counter(Self& self, Visit visit) {
  visit(self.wins);
  for (auto& count : self.moves) visit(count);
  for (auto& count : self.guess_histogram) visit(count);
  visit(self.guess_risk.high);
  visit(self.guess_risk.low);
  visit(self.guess_variance.high);
  visit(self.guess_variance.low);
  visit(self.guess_losses);
  visit(self.wrong_digs);
  visit(self.flags);
  visit(self.wrong_flags);
  visit(self.frontier.analyses);
  visit(self.frontier.components);
  visit(self.frontier.cells);
  visit(self.frontier.largest_component);
  visit(self.core_ns);
  for (auto& ticks : self.phase_ticks) visit(ticks);
}

}  // namespace sapper::experiments::minesweeper
