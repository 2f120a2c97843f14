// What is counted over games of one case, for each strategy. Integers only, so that the order of adding does
// not show. A further counter is a member and its row in each_counter, and the line that counts.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "experiments/engine/paired_tally.hpp"
#include "solvers/minesweeper/strategies/strategy.hpp"

namespace sapper::experiments::minesweeper {

// A sum of non-negative numbers below 2^20 in units of 2^-40. The high and low parts of each summand are added
// up apart, which leaves room for 2^34 summands and needs no carry.
struct FixedPointSum {
  std::array<std::uint64_t, 2> parts{};  // high and low

  void add(double value) {
    const auto units = static_cast<std::uint64_t>(std::llround(value * 0x1p40));
    parts[0] += units >> 30;
    parts[1] += units & 0x3FFFFFFF;
  }
  double value() const {
    return static_cast<double>(parts[0]) * 0x1p-10 + static_cast<double>(parts[1]) * 0x1p-40;
  }
};

inline constexpr std::size_t kGuessBins = 32;  // games with 0, 1, ... 30 guesses, and with more

// Of one strategy. Threads count into tallies of their own; the alignment keeps those out of one cache line.
struct alignas(64) StrategyCounts {
  std::uint64_t wins = 0;
  std::uint64_t won_without_guess = 0;
  std::array<std::uint64_t, solvers::kMoveKindCount> moves{};  // digs made, by kind
  std::array<std::uint64_t, kGuessBins> guess_histogram{};
  FixedPointSum guess_risk;      // P(mine) of every guess
  FixedPointSum guess_variance;  // P(mine) (1 - P(mine)) of every guess
  FixedPointSum risk_squared;    // of every game the square of its guesses' risks, added up
  FixedPointSum risk_of_losses;  // that sum over the games that a guess lost
  std::uint64_t guess_losses = 0;
  std::uint64_t wrong_digs = 0;  // mines dug that were thought safe
  std::uint64_t flags = 0;       // fallible flags at the end of games, and the wrong ones among them
  std::uint64_t wrong_flags = 0;
  solvers::FrontierTally frontier;
  std::uint64_t core_ns = 0;                                      // the referee's time excluded
  std::uint64_t referee_ns = 0;                                   // judging guesses
  std::array<std::uint64_t, solvers::kPhaseCount> phase_ticks{};  // of the games that are timed

  std::uint64_t guesses() const { return moves[static_cast<std::size_t>(solvers::MoveKind::guess)]; }

  template <class Self, class Visit>
  static void each_counter(Self& self, Visit visit) {
    visit(Counter{"wins"}, self.wins);
    visit(Counter{"won_without_guess", Role::reported}, self.won_without_guess);
    visit(Counter{"moves", Role::reported, Fold::sum, solvers::kMoveKindNames}, self.moves);
    visit(Counter{"guesses.histogram", Role::reported}, self.guess_histogram);
    visit(Counter{"guess_risk"}, self.guess_risk.parts);
    visit(Counter{"guess_variance"}, self.guess_variance.parts);
    visit(Counter{"risk_squared"}, self.risk_squared.parts);
    visit(Counter{"risk_of_losses"}, self.risk_of_losses.parts);
    visit(Counter{"guess_risk.losses", Role::reported}, self.guess_losses);
    visit(Counter{"decisions.wrong_digs", Role::reported}, self.wrong_digs);
    visit(Counter{"decisions.flags", Role::reported}, self.flags);
    visit(Counter{"decisions.wrong_flags", Role::reported}, self.wrong_flags);
    visit(Counter{"frontier.analyses", Role::reported}, self.frontier.analyses);
    visit(Counter{"frontier.total_components", Role::reported}, self.frontier.components);
    visit(Counter{"frontier.total_cells", Role::reported}, self.frontier.cells);
    visit(Counter{"frontier.largest_component", Role::reported, Fold::largest},
          self.frontier.largest_component);
    visit(Counter{"core_ns", Role::timing}, self.core_ns);
    visit(Counter{"referee_ns", Role::timing}, self.referee_ns);
    visit(Counter{"phase_ticks", Role::timing, Fold::sum, solvers::kPhaseNames}, self.phase_ticks);
  }
};

using CaseTally = PairedTally<StrategyCounts>;

}  // namespace sapper::experiments::minesweeper
