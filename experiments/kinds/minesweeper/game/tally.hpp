// The counters over games of one case, for each strategy. Integers only, so that the order of summation does not
// matter. A new counter is a member, its row in each_counter, and the line that counts.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "experiments/kinds/paired/batch_times.hpp"
#include "experiments/kinds/paired/paired_tally.hpp"
#include "experiments/stats/differences.hpp"
#include "experiments/stats/statistics.hpp"
#include "sim/minesweeper/board_statistics.hpp"
#include "solvers/minesweeper/analysis/dig_judge.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"

namespace sapper::experiments::minesweeper {

// A sum of non-negative numbers below 2^20 in units of 2^-40. The high and low parts of each summand are summed
// separately, which allows 2^34 summands and needs no carry.
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

// A sum of numbers of either sign.
struct SignedSum {
  FixedPointSum positive;
  FixedPointSum negative;  // their magnitudes

  void add(double value) { value < 0 ? negative.add(-value) : positive.add(value); }
  double value() const { return positive.value() - negative.value(); }
};

// The sums of whole numbers and of their squares, also in two parts: up to 2^39 numbers up to 2^24.
struct WholeSum {
  std::uint64_t sum = 0;
  std::array<std::uint64_t, 2> squares{};

  void add(std::uint64_t number) {
    sum += number;
    squares[0] += number * number >> 24;
    squares[1] += number * number & 0xFFFFFF;
  }
  double mean(std::uint64_t count) const { return static_cast<double>(sum) / static_cast<double>(count); }
  double square_sum() const {
    return static_cast<double>(squares[0]) * 0x1p24 + static_cast<double>(squares[1]);
  }
  // The standard deviation of the numbers.
  double deviation(std::uint64_t count) const {
    const double square = square_sum() / static_cast<double>(count);
    return std::sqrt(std::max(0.0, square - mean(count) * mean(count)));
  }
};

// The boards played, each counted once: as laid for the first strategy.
struct BoardCounts {
  WholeSum bv3;  // sim/minesweeper/board_statistics.hpp
  WholeSum openings;
  WholeSum isolated;  // numbers that touch no opening

  void add(const sim::BoardStatistics& board) {
    bv3.add(board.three_bv);
    openings.add(board.openings);
    isolated.add(board.three_bv - board.openings);
  }

  template <class Self, class Visit>
  static void each_counter(Self& self, Visit visit) {
    visit(Counter{"bv3"}, self.bv3.sum);
    visit(Counter{"bv3_squared"}, self.bv3.squares);
    visit(Counter{"openings"}, self.openings.sum);
    visit(Counter{"openings_squared"}, self.openings.squares);
    visit(Counter{"isolated"}, self.isolated.sum);
    visit(Counter{"isolated_squared"}, self.isolated.squares);
  }
};

// The excess risk of guesses: their P(mine) minus the lowest of any hidden cell. Its mean is that of all guesses; for the
// interval games are independent and the guesses of one are not, so that the mean is a ratio of two sums over games
// (Cochran, Sampling Techniques, 1977, section 6.4), with the interval of bounded values (mean_interval_95).
struct ExcessRisk {
  WholeSum guesses;            // of each game, those whose lowest risk is known
  FixedPointSum excess;        // the sum over a game's guesses
  FixedPointSum squared;       // its square
  FixedPointSum with_guesses;  // its product with the number of guesses

  void add(std::uint64_t game_guesses, double game_excess) {
    guesses.add(game_guesses);
    if (game_excess == 0) return;
    excess.add(game_excess);
    squared.add(game_excess * game_excess);
    with_guesses.add(game_excess * static_cast<double>(game_guesses));
  }
  std::optional<double> mean() const;                              // nullopt without guesses
  std::optional<Interval> interval_95(std::uint64_t games) const;  // nullopt also for a single game
};

// What the games that were judged dig by dig gave away (solvers/minesweeper/analysis/dig_judge.hpp).
struct JudgedGames {
  std::uint64_t games = 0;
  std::uint64_t wins = 0;
  std::uint64_t unjudged = 0;  // digs whose frontier was too wide to count
  FixedPointSum w_start;
  // The chance given away in a game: the sum of W of the best cell minus W of the dig, with no threshold, which would bias
  // the mean; and its square.
  SignedSum given_away;
  FixedPointSum squared;

  void add(const solvers::JudgedGame& game) {
    ++games;
    wins += game.is_won;
    unjudged += game.unjudged;
    w_start.add(game.w_start);
    given_away.add(game.difference);
    squared.add(game.difference * game.difference);
  }
  double mean_given_away() const { return given_away.value() / static_cast<double>(games); }
  // The mean's 95 % interval; nullopt for fewer than two games.
  std::optional<Interval> interval_95() const;

  template <class Self, class Visit>
  static void each_counter(Self& self, Visit visit) {
    const auto visit_judged = [&](std::string_view name, auto& counter) {
      visit(Counter{name, CounterRole::internal, Aggregation::sum, {}, kPaths}, counter);
    };
    visit_judged("judged.games", self.games);
    visit_judged("judged.wins", self.wins);
    visit_judged("judged.unjudged", self.unjudged);
    visit_judged("judged.w_start", self.w_start.parts);
    visit_judged("judged.given_away", self.given_away.positive.parts);
    visit_judged("judged.given_away_below_0", self.given_away.negative.parts);
    visit_judged("judged.squared", self.squared.parts);
  }

 private:
  static constexpr std::array<std::string_view, 1> kPaths{"judged"};
};

// Guesses by their risk, in bins of width 1/20; the last one includes 1. Risks are summed in units of 2^-30, which
// allows 2^34 guesses per bin.
struct RiskBins {
  static constexpr std::size_t kCount = 20;
  using Bins = std::array<std::uint64_t, kCount>;
  Bins guesses{};
  Bins losses{};
  Bins risk{};
  Bins variance{};  // P(mine) (1 - P(mine))

  // Risks such as 1/2 are bounds of bins: despite rounding errors they count in the bin above.
  static std::size_t bin_of(double risk) {
    return std::min(static_cast<std::size_t>((risk + 1e-9) * kCount), kCount - 1);
  }
  void add(double p_mine) {
    const auto units = [](double value) { return static_cast<std::uint64_t>(std::llround(value * 0x1p30)); };
    const std::size_t bin = bin_of(p_mine);
    ++guesses[bin];
    risk[bin] += units(p_mine);
    variance[bin] += units(p_mine * (1 - p_mine));
  }
  static double value(std::uint64_t units) { return static_cast<double>(units) * 0x1p-30; }
};

// What reports lack that were written before excess risks were counted.
inline constexpr std::array<std::string_view, 4> kExcessRiskPaths{"mean_excess_risk", "excess_risk_ci_low",
                                                                  "excess_risk_ci_high", "missed_safe"};

inline constexpr std::size_t kGuessBins = 32;  // games with 0, 1, ... 30 guesses, and with more

// The counters of one strategy. Each thread counts into its own tally; the alignment prevents false sharing.
struct alignas(64) StrategyCounts {
  std::uint64_t wins = 0;
  std::uint64_t won_without_guess = 0;
  std::array<std::uint64_t, solvers::kMoveKindCount> moves{};  // digs made, by kind
  std::array<std::uint64_t, kGuessBins> guess_histogram{};
  FixedPointSum guess_risk;      // P(mine) of every guess
  FixedPointSum guess_variance;  // P(mine) (1 - P(mine)) of every guess
  FixedPointSum risk_squared;    // the square of the sum of its guesses' risks, for every game
  FixedPointSum risk_of_losses;  // that sum, over the games that a guess lost
  RiskBins risk_bins;
  ExcessRisk excess_risk;
  JudgedGames judged;
  std::uint64_t guess_losses = 0;
  std::uint64_t wrong_digs = 0;    // mines dug that were considered safe
  std::uint64_t forfeits = 0;      // games lost because the player resigned or failed
  std::uint64_t missed_safe = 0;   // guesses made while some cell was certainly safe
  std::uint64_t claims = 0;        // digs claimed to be certain
  std::uint64_t wrong_claims = 0;  // those of them that could have been mines
  std::uint64_t beliefs = 0;       // P(mine) values that an external player stated, and their squared
  FixedPointSum squared_errors;    // differences from the exact ones
  std::uint64_t flags = 0;         // fallible flags at the end of games, and the wrong ones among them
  std::uint64_t wrong_flags = 0;
  solvers::FrontierTally frontier;
  std::uint64_t core_ns = 0;                 // the strategy's and the boards' time, not the referee's
  std::uint64_t program_ns = 0;              // processor time of an external player's program
  std::uint64_t waiting_ns = 0;              // a thread's time off the processor while it asks that program
  std::uint64_t boards_ns = 0;               // counting what is on the boards
  std::uint64_t referee_ns = 0;              // judging guesses
  solvers::PhaseTimer::Ticks phase_ticks{};  // of the games that are timed
  std::uint64_t phase_games = 0;             // the number of timed games
  std::uint64_t longest_phase_ticks = 0;     // the longest phase of a game
  BatchTimes core_batches;                   // core_ns and program_ns of the chunks

  std::uint64_t guesses() const { return moves[static_cast<std::size_t>(solvers::MoveKind::guess)]; }
  // The ticks of all phases except the referee's, in the timed games.
  double timed_ticks() const;
  // Laying the boards, extrapolated from the timed games.
  std::uint64_t layout_ns() const;
  // The strategy's own processor time, and the time of the thread that plays it.
  std::uint64_t play_ns() const { return core_ns - layout_ns() + program_ns; }
  std::uint64_t thread_ns() const { return core_ns - layout_ns() + waiting_ns; }
  std::uint64_t all_ns() const { return core_ns + waiting_ns + boards_ns + referee_ns; }
  // The error of play_ns() per game, as far as the games' variation goes; laying the boards hardly varies.
  std::optional<StandardError> time_error(std::uint64_t games) const {
    return core_batches.error(core_ns + program_ns, games);
  }
  // An inconsistency in the counts of this many games; empty if there is none.
  std::string contradiction(std::uint64_t games) const;

  template <class Self, class Visit>
  static void each_counter(Self& self, Visit visit) {
    visit(Counter{"wins"}, self.wins);
    visit(Counter{"won_without_guess", CounterRole::reported}, self.won_without_guess);
    visit(Counter{"moves", CounterRole::reported, Aggregation::sum, solvers::kMoveKindNames}, self.moves);
    visit(Counter{"guesses.histogram", CounterRole::reported}, self.guess_histogram);
    visit(Counter{"guess_risk"}, self.guess_risk.parts);
    visit(Counter{"guess_variance"}, self.guess_variance.parts);
    visit(Counter{"risk_squared"}, self.risk_squared.parts);
    visit(Counter{"risk_of_losses"}, self.risk_of_losses.parts);
    visit(Counter{"risk_bins.guesses"}, self.risk_bins.guesses);
    visit(Counter{"risk_bins.losses"}, self.risk_bins.losses);
    visit(Counter{"risk_bins.risk"}, self.risk_bins.risk);
    visit(Counter{"risk_bins.variance"}, self.risk_bins.variance);
    const auto visit_excess = [&](std::string_view name, auto& sum) {
      visit(Counter{name, CounterRole::internal, Aggregation::sum, {}, kExcessRiskPaths}, sum);
    };
    visit_excess("excess_risk.guesses", self.excess_risk.guesses.sum);
    visit_excess("excess_risk.guesses_squared", self.excess_risk.guesses.squares);
    visit_excess("excess_risk.excess", self.excess_risk.excess.parts);
    visit_excess("excess_risk.squared", self.excess_risk.squared.parts);
    visit_excess("excess_risk.with_guesses", self.excess_risk.with_guesses.parts);
    JudgedGames::each_counter(self.judged, visit);
    visit(Counter{"guess_risk.losses", CounterRole::reported}, self.guess_losses);
    visit(Counter{"decisions.wrong_digs", CounterRole::reported}, self.wrong_digs);
    visit(Counter{"decisions.forfeits", CounterRole::reported}, self.forfeits);
    visit(Counter{"decisions.missed_safe", CounterRole::reported}, self.missed_safe);
    visit(Counter{"decisions.claims", CounterRole::reported}, self.claims);
    visit(Counter{"decisions.wrong_claims", CounterRole::reported}, self.wrong_claims);
    visit(Counter{"decisions.beliefs", CounterRole::reported}, self.beliefs);
    visit(Counter{"squared_errors"}, self.squared_errors.parts);
    visit(Counter{"decisions.flags", CounterRole::reported}, self.flags);
    visit(Counter{"decisions.wrong_flags", CounterRole::reported}, self.wrong_flags);
    visit(Counter{"frontier.analyses", CounterRole::reported}, self.frontier.analyses);
    visit(Counter{"frontier.total_components", CounterRole::reported}, self.frontier.components);
    visit(Counter{"frontier.total_cells", CounterRole::reported}, self.frontier.cells);
    visit(Counter{"frontier.largest_component", CounterRole::reported, Aggregation::largest},
          self.frontier.largest_component);
    visit(Counter{"frontier.largest_width", CounterRole::reported, Aggregation::largest},
          self.frontier.largest_width);
    visit(Counter{"frontier.widths", CounterRole::reported}, self.frontier.widths);
    visit(Counter{"core_ns", CounterRole::timing}, self.core_ns);
    visit(Counter{"program_ns", CounterRole::timing}, self.program_ns);
    visit(Counter{"waiting_ns", CounterRole::timing}, self.waiting_ns);
    visit(Counter{"boards_ns", CounterRole::timing}, self.boards_ns);
    visit(Counter{"referee_ns", CounterRole::timing}, self.referee_ns);
    visit(Counter{"phase_ticks", CounterRole::timing, Aggregation::sum, solvers::kPhaseNames},
          self.phase_ticks);
    visit(Counter{"phase_games", CounterRole::timing}, self.phase_games);
    visit(Counter{"longest_phase_ticks", CounterRole::timing, Aggregation::largest},
          self.longest_phase_ticks);
    visit(Counter{"core_batches", CounterRole::timing}, self.core_batches.batches);
    visit(Counter{"core_batches.games", CounterRole::timing}, self.core_batches.games);
    visit(Counter{"core_batches.squares", CounterRole::timing}, self.core_batches.squares);
  }
};

// For the two strategies of an adjusted sequential test, a and b: with D = a's result - b's result and X = the loss by
// a guess - the guesses' risks (statistics.hpp), the sums of D X and of X X. All 0 without such a test.
struct TestedPair {
  SignedSum difference_a;
  SignedSum difference_b;
  SignedSum a_b;

  void add(double difference, double excess_a, double excess_b) {
    difference_a.add(difference * excess_a);
    difference_b.add(difference * excess_b);
    a_b.add(excess_a * excess_b);
  }

  template <class Self, class Visit>
  static void each_counter(Self& self, Visit visit) {
    const auto visit_sum = [&](std::string_view positive, std::string_view negative, auto& sum) {
      visit(Counter{positive}, sum.positive.parts);
      visit(Counter{negative}, sum.negative.parts);
    };
    visit_sum("tested.difference_a", "tested.difference_a_below_0", self.difference_a);
    visit_sum("tested.difference_b", "tested.difference_b_below_0", self.difference_b);
    visit_sum("tested.a_b", "tested.a_b_below_0", self.a_b);
  }
};

// The counters of the games of a case, each counted once.
struct CaseCounts {
  BoardCounts boards;
  TestedPair tested;

  // The difference of the win rates of the two tested strategies, adjusted by both players' risks.
  std::optional<ControlledMean::Estimate> adjusted_difference(const PairedCounts& counts,
                                                              const StrategyCounts& a,
                                                              const StrategyCounts& b) const {
    const auto sum_of = [](const StrategyCounts& of) {
      return static_cast<double>(of.guess_losses) - of.guess_risk.value();
    };
    const auto squares_of = [](const StrategyCounts& of) {
      return static_cast<double>(of.guess_losses) - 2 * of.risk_of_losses.value() + of.risk_squared.value();
    };
    const double da = tested.difference_a.value();
    const double db = tested.difference_b.value();
    const double ab = tested.a_b.value();
    const auto only_a = static_cast<double>(counts.only_a);
    const auto only_b = static_cast<double>(counts.only_b);
    return ControlledMean(counts.games, {only_a - only_b, sum_of(a), sum_of(b)},
                          {{{only_a + only_b, da, db}, {da, squares_of(a), ab}, {db, ab, squares_of(b)}}})
        .estimate();
  }

  template <class Self, class Visit>
  static void each_counter(Self& self, Visit visit) {
    BoardCounts::each_counter(self.boards, visit);
    TestedPair::each_counter(self.tested, visit);
  }
};

using CaseTally = PairedTally<StrategyCounts, CaseCounts>;

}  // namespace sapper::experiments::minesweeper
