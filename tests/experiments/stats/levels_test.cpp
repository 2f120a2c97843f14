// The level of every interval and test that the program prints: how often the interval holds the truth, how often the test
// errs. Summed over all outcomes where these can be enumerated, else simulated with fixed seeds, by code that draws
// games and knows nothing of the formulas. data/reports.md has the table: claim, level, test.
//
// SAPPER_TEST_COVERAGE=1 prints what each found, with more and longer runs, and plays real games besides. A correct
// level fails for one seed in a million.
#include <fmt/format.h>

#include <boost/json/parse.hpp>
#include <boost/math/distributions/binomial.hpp>
#include <filesystem>
#include <memory>
#include <set>

#include "experiments/config/stop_rule.hpp"
#include "experiments/figures/figure_kinds.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/kinds/minesweeper/comparison/judgement.hpp"
#include "experiments/kinds/minesweeper/comparison/published.hpp"
#include "experiments/kinds/minesweeper/game/calibration.hpp"
#include "experiments/kinds/minesweeper/game/tally.hpp"
#include "experiments/review/review.hpp"
#include "experiments/run/driver.hpp"
#include "experiments/run/expected_games.hpp"
#include "experiments/stats/crossing.hpp"
#include "experiments/stats/differences.hpp"
#include "experiments/stats/fitted_laws.hpp"
#include "experiments/stats/sprt.hpp"
#include "experiments/stats/statistics.hpp"
#include "experiments/stats/threshold.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/test.hpp"
#include "tests/support/text.hpp"

namespace sapper::experiments {
namespace {

using Random = std::mt19937_64;

double uniform(Random& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

bool is_long_check() { return std::getenv("SAPPER_TEST_COVERAGE") != nullptr; }

bool holds(const Interval& interval, double value) { return interval.low <= value && value <= interval.high; }

// How many runs a simulation makes; 20 times as many in a long check.
int run_count(int usual) { return is_long_check() ? 20 * usual : tests::case_count(usual); }

std::uint64_t draw(Random& random, std::uint64_t trials, double probability) {
  return std::binomial_distribution<std::uint64_t>(trials, probability)(random);
}

// The share of runs in which something was so.
class Share {
 public:
  void add(bool is_so) {
    ++runs_;
    count_ += is_so;
  }
  // The tolerance is 4.75 standard errors.
  void expect_at_least(double level, const std::string& what) const {
    print(what);
    EXPECT_GE(value(), level - tolerance(level)) << what;
  }
  void expect_at_most(double level, const std::string& what) const {
    print(what);
    EXPECT_LE(value(), level + tolerance(level)) << what;
  }
  double value() const { return count_ / runs_; }

 private:
  double tolerance(double level) const { return 4.75 * std::sqrt(level * (1 - level) / runs_); }
  void print(const std::string& what) const {
    if (is_long_check()) fmt::print("{:.4f} of {} runs: {}\n", value(), runs_, what);
  }

  double runs_ = 0;
  double count_ = 0;
};

struct Guess {
  double probability;  // that a game reaches it, unless lost before
  double risk;
};

struct Player {
  const char* name;
  std::vector<Guess> guesses;

  double win_rate() const {
    double rate = 1;
    for (const Guess& guess : guesses) rate *= 1 - guess.probability * guess.risk;
    return rate;
  }
};

std::vector<Guess> repeat_tally(std::size_t count, const Guess& guess) {
  return std::vector<Guess>(count, guess);
}

// Many small risks and a few large ones, in shares that make the adjusted estimate worth 1.1 to 25 times the games.
std::vector<Player> players() {
  return {{"rare even guesses", {{0.01, 0.5}}},
          {"rare guesses of all sizes", {{0.01, 0.2}, {0.01, 0.3}, {0.01, 0.5}, {0.0005, 0.9}}},
          {"small risks, few large ones", {{1, 0.004}, {1, 0.004}, {0.006, 0.5}}},
          {"some even guesses", {{0.05, 0.2}, {0.05, 0.5}}},
          {"small risks, and one in ten games at 0.9", {{1, 0.02}, {1, 0.02}, {0.1, 0.9}}},
          {"several guesses", {{0.4, 0.1}, {0.4, 0.25}, {0.4, 0.5}, {0.4, 0.25}}},
          {"many guesses", repeat_tally(8, {0.9, 0.2})},
          {"lost in most games", repeat_tally(16, {1, 0.2})}};
}

void play(const Player& player, std::uint64_t games, Random& random, RiskSums& sums) {
  for (std::uint64_t i = 0; i < games; ++i) {
    double risk = 0;
    bool is_lost = false;
    for (const Guess& guess : player.guesses) {
      if (guess.probability < 1 && uniform(random) >= guess.probability) continue;
      risk += guess.risk;
      sums.guess_variance += guess.risk * (1 - guess.risk);
      is_lost = uniform(random) < guess.risk;
      if (is_lost) break;
    }
    ++sums.games;
    sums.wins += !is_lost;
    sums.risk += risk;
    sums.risk_squared += risk * risk;
    if (is_lost) sums.risk_of_losses += risk;
  }
}

// The interval shown: the adjusted one, or the plain one if there is none.
AdjustedRate rate_of(const RiskSums& sums) {
  if (const auto adjusted = adjusted_win_rate(sums)) return *adjusted;
  const double rate = static_cast<double>(sums.wins) / static_cast<double>(sums.games);
  return {rate, wilson_95(sums.wins, sums.games), 1};
}

struct Simulated {
  double coverage = 0;
  double plain_coverage = 0;
  double median_ratio = 0;  // the variance ratio that runs report
  double true_ratio = 0;    // of the variances over the runs
};

template <class Play>  // makes the sums of one run
Simulated simulate(std::size_t runs, double truth, const Play& play_run) {
  Simulated simulated;
  std::vector<double> ratios;
  double square = 0;
  double plain_square = 0;
  const auto count = static_cast<double>(runs);
  for (std::size_t run = 0; run < runs; ++run) {
    const RiskSums sums = play_run();
    const AdjustedRate rate = rate_of(sums);
    const Interval plain = wilson_95(sums.wins, sums.games);
    simulated.coverage += (rate.interval.low <= truth && truth <= rate.interval.high) / count;
    simulated.plain_coverage += (plain.low <= truth && truth <= plain.high) / count;
    ratios.push_back(rate.variance_ratio);
    square += (rate.value - truth) * (rate.value - truth);
    const double plain_rate = static_cast<double>(sums.wins) / static_cast<double>(sums.games);
    plain_square += (plain_rate - truth) * (plain_rate - truth);
  }
  std::nth_element(ratios.begin(), ratios.begin() + static_cast<std::ptrdiff_t>(runs / 2), ratios.end());
  simulated.median_ratio = ratios[runs / 2];
  simulated.true_ratio = plain_square / square;
  return simulated;
}

// A correct interval, one that covers in 94 % of runs or more, falls below with a probability of 1e-6 each.
double min_coverage(std::size_t runs) {
  return 0.94 - 4.75 * std::sqrt(0.94 * 0.06 / static_cast<double>(runs));
}

TEST(Levels, AdjustedRate) {
  Random random(1);
  for (const Player& player : players())
    for (const std::uint64_t games : {200U, 1000U, 10'000U}) {
      if (games == 10'000 && !is_long_check()) continue;
      const std::size_t runs = (is_long_check() ? 20'000'000 : 400'000) / games;
      const Simulated found = simulate(runs, player.win_rate(), [&] {
        RiskSums sums;
        play(player, games, random, sums);
        return sums;
      });
      const std::string line = fmt::format(
          "win rate {:.3f}, {:5} games: covered {:.3f}, plain {:.3f}; ratio {:.2f}, true {:.2f}; {}",
          player.win_rate(), games, found.coverage, found.plain_coverage, found.median_ratio,
          found.true_ratio, player.name);
      if (is_long_check()) fmt::print("{}\n", line);
      SCOPED_TRACE(line);
      EXPECT_GE(found.coverage, min_coverage(runs));
      // Reliable: never much above the true value, and close to it once there are some events.
      EXPECT_LE(found.median_ratio, 1.2 * found.true_ratio);
      const double events = static_cast<double>(games) * std::min(player.win_rate(), 1 - player.win_rate());
      if (events * 2 > found.true_ratio * 20) {
        EXPECT_GE(found.median_ratio, 0.75 * found.true_ratio);
      }
    }
}

TEST(Levels, AdjustedRateWhereItEndsARun) {
  Random random(2);
  for (const Player& player : players())
    for (const double half_width : {0.01, 0.02}) {
      if (half_width == 0.01 && !is_long_check()) continue;
      StopRule stop;
      stop.half_width = half_width;
      stop.min_games = 200;
      const std::size_t runs = is_long_check() ? 10'000 : 500;
      const Simulated found = simulate(runs, player.win_rate(), [&] {
        RiskSums sums;
        do play(player, next_look(stop, sums.games) - sums.games, random, sums);
        while (rate_of(sums).interval.half_width() > half_width);
        return sums;
      });
      const std::string line = fmt::format("win rate {:.3f}, stopped at {}: covered {:.3f}; {}",
                                           player.win_rate(), half_width, found.coverage, player.name);
      if (is_long_check()) fmt::print("{}\n", line);
      EXPECT_GE(found.coverage, min_coverage(runs)) << line;
    }
}

// Two players who share the luck of the first guess, and then make independent ones.
TEST(Levels, AdjustedDifference) {
  SAPPER_LONG_TEST();
  Random random(3);
  struct Pair {
    double first, second_a, second_b;  // probabilities of guesses at 0.5
  };
  for (const Pair& pair :
       {Pair{0.5, 0.3, 0.3}, Pair{0.5, 0.4, 0.3}, Pair{0.02, 0.02, 0.02}, Pair{0.1, 0.03, 0.05}})
    for (const std::uint64_t games : {200U, 1000U}) {
      const double truth = (1 - pair.first / 2) * (pair.second_b - pair.second_a) / 2;
      const std::size_t runs = (is_long_check() ? 20'000'000 : 400'000) / games;
      std::size_t covered = 0;
      std::size_t plain_covered = 0;
      double width = 0;
      for (std::size_t run = 0; run < runs; ++run) {
        PairedCounts counts;
        ControlledMean mean;
        for (counts.games = 0; counts.games < games; ++counts.games) {
          const bool begins = uniform(random) < pair.first;
          const bool is_first_lost = begins && uniform(random) < 0.5;
          const auto finish = [&](double second) {  // won, control
            const double risk = begins ? 0.5 : 0;
            if (is_first_lost) return std::pair(false, 1 - risk);
            if (uniform(random) >= second) return std::pair(true, -risk);
            const bool is_lost = uniform(random) < 0.5;
            return std::pair(!is_lost, is_lost - risk - 0.5);
          };
          const auto [a_won, a_control] = finish(pair.second_a);
          const auto [b_won, b_control] = finish(pair.second_b);
          counts.only_a += a_won && !b_won;
          counts.only_b += b_won && !a_won;
          mean.add(a_won - b_won, a_control, b_control);
        }
        const Difference plain = paired_difference(counts.games, counts.only_a, counts.only_b);
        const auto estimate = mean.estimate();
        const Difference found = estimate ? adjusted_difference(counts, *estimate) : plain;
        covered += found.interval.low <= truth && truth <= found.interval.high;
        plain_covered += plain.interval.low <= truth && truth <= plain.interval.high;
        width += found.interval.half_width() / plain.interval.half_width() / static_cast<double>(runs);
        EXPECT_EQ(found.p_value<0.05, found.interval.low> 0 || found.interval.high < 0);
      }
      const std::string line = fmt::format(
          "difference {:+.3f}, {} games: covered {:.3f}, plain {:.3f}, width {:.2f} of the plain one's",
          truth, games, static_cast<double>(covered) / static_cast<double>(runs),
          static_cast<double>(plain_covered) / static_cast<double>(runs), width);
      if (is_long_check()) fmt::print("{}\n", line);
      EXPECT_GE(static_cast<double>(covered) / static_cast<double>(runs), min_coverage(runs)) << line;
    }
}

// The same of independent games, as `compare` states it of adjusted rates.
TEST(Levels, AdjustedIndependentDifference) {
  Random random(17);
  const std::vector<Player> all = players();
  for (const auto& [first, second] : {std::pair{3, 3}, std::pair{4, 5}, std::pair{5, 5}, std::pair{6, 7}}) {
    const Player& a = all[static_cast<std::size_t>(first)];
    const Player& b = all[static_cast<std::size_t>(second)];
    Share covered, rejected;
    for (int run = 0; run < run_count(600); ++run) {
      const auto rate_of_games = [&](const Player& player, std::uint64_t games) {
        RiskSums sums;
        play(player, games, random, sums);
        const AdjustedRate rate = rate_of(sums);
        return std::pair(rate.value, static_cast<double>(games) * rate.variance_ratio);
      };
      const auto [rate_a, games_a] = rate_of_games(a, 400);
      const auto [rate_b, games_b] = rate_of_games(b, 1000);
      const Difference found = independent_difference(rate_a, games_a, rate_b, games_b);
      covered.add(holds(found.interval, a.win_rate() - b.win_rate()));
      rejected.add(found.p_value < 0.05);
    }
    const std::string what = fmt::format("adjusted, independent: {} - {}", a.name, b.name);
    covered.expect_at_least(0.94, what);
    if (first == second) rejected.expect_at_most(0.06, "p < 0.05, " + what);
  }
}

// A long run of real games, cut into short ones, whose truth is the whole run's adjusted rate.
TEST(Levels, AdjustedRateOfRealGames) {
  if (!is_long_check()) GTEST_SKIP() << "SAPPER_TEST_COVERAGE is not set";
  for (const std::string board :
       {R"({"rows": 9, "mines": 6})", R"({"rows": 9, "mines": 8})", R"({"rows": 9, "mines": 10})",
        R"({"rows": 8, "mines": 13})", R"({"rows": 12, "mines": 38})"})
    for (const std::string strategy : {"min_risk", "progress"}) {
      const auto experiment = tests::experiment_of(
          fmt::format(R"("boards": [{}], "strategies": ["{}"], "games": 1000000)", board, strategy));
      std::vector<RiskSums> games;
      DriverOptions options;
      options.take_records = [&](std::string_view records) {
        for (const std::string& line : tests::lines_of(std::string(records))) {
          const boost::json::value record = boost::json::parse(line);
          RiskSums game{1, record.at("won").as_bool(), 0, 0, 0, 0};
          for (const boost::json::value& guess : record.at("guesses").as_array()) {
            const double risk = guess.to_number<double>();
            game.risk += risk;
            game.guess_variance += risk * (1 - risk);
          }
          game.risk_squared = game.risk * game.risk;
          if (game.wins == 0) game.risk_of_losses = game.risk;
          games.push_back(game);
        }
      };
      tests::play_all(*experiment, 2, {}, std::move(options));
      const auto sum = [&](std::size_t first, std::size_t count) {
        RiskSums sums;
        for (const RiskSums& game : std::span(games).subspan(first, count)) {
          sums.games += game.games;
          sums.wins += game.wins;
          sums.risk += game.risk;
          sums.guess_variance += game.guess_variance;
          sums.risk_squared += game.risk_squared;
          sums.risk_of_losses += game.risk_of_losses;
        }
        return sums;
      };
      const double truth = rate_of(sum(0, games.size())).value;
      for (const std::size_t size : {200U, 1000U, 10'000U}) {
        std::size_t next = 0;
        const std::size_t runs = games.size() / size;
        const Simulated found = simulate(runs, truth, [&] { return sum(size * next++, size); });
        fmt::print(
            "{} {}: win rate {:.4f}, {:5} games: covered {:.3f}, plain {:.3f}; ratio {:.2f}, true {:.2f}\n",
            board, strategy, truth, size, found.coverage, found.plain_coverage, found.median_ratio,
            found.true_ratio);
        EXPECT_GE(found.coverage, min_coverage(runs));
      }
    }
}

// [successes] of the binomial distribution.
std::vector<double> probabilities(std::uint64_t trials, double probability) {
  const boost::math::binomial_distribution<> law(static_cast<double>(trials), probability);
  std::vector<double> all;
  for (std::uint64_t i = 0; i <= trials; ++i) all.push_back(pdf(law, static_cast<double>(i)));
  return all;
}

// Wilson's coverage swings around 95 % with the rate and the number of games.
TEST(Levels, WinRate) {
  for (const std::uint64_t games : {10U, 50U, 200U, 1000U}) {
    double mean = 0, least = 1;
    constexpr int kRates = 99;
    for (int i = 1; i <= kRates; ++i) {
      const double rate = i / (kRates + 1.0);
      const std::vector<double> of_wins = probabilities(games, rate);
      double covered = 0;
      for (std::uint64_t wins = 0; wins <= games; ++wins)
        if (holds(wilson_95(wins, games), rate)) covered += of_wins[wins];
      mean += covered / kRates;
      least = std::min(least, covered);
    }
    if (is_long_check())
      fmt::print("{:.4f} covered in the mean, {:.4f} at the worst rate: {} games\n", mean, least, games);
    EXPECT_NEAR(mean, 0.952, 0.005) << games;
    EXPECT_GE(least, 0.83) << games;
  }
}

struct Coverage {
  double interval = 0;   // P(it contains the true difference)
  double rejection = 0;  // P(p < 0.05)

  void add(double probability, const Difference& difference, double truth) {
    if (holds(difference.interval, truth)) interval += probability;
    if (difference.p_value < 0.05) rejection += probability;
  }
};

// Sums over all outcomes: no simulation, hence no false alarms.
TEST(Levels, PairedDifference) {
  for (const std::uint64_t games : {40U, 160U}) {
    std::vector<std::vector<Difference>> all(games + 1);  // [discordant games][those that a won]
    for (std::uint64_t discordant = 0; discordant <= games; ++discordant)
      for (std::uint64_t a = 0; a <= discordant; ++a)
        all[discordant].push_back(paired_difference(games, a, discordant - a));
    for (const double share : {0.5, 0.6, 0.75, 0.95}) {  // of the discordant games that a wins
      std::vector<std::vector<double>> of_a;
      for (std::uint64_t discordant = 0; discordant <= games; ++discordant)
        of_a.push_back(probabilities(discordant, share));
      for (const double rate : {0.02, 0.05, 0.1, 0.2, 0.4, 0.7}) {  // of discordant games
        const std::vector<double> of_discordant = probabilities(games, rate);
        Coverage coverage;
        for (std::uint64_t discordant = 0; discordant <= games; ++discordant)
          for (std::uint64_t a = 0; a <= discordant; ++a)
            coverage.add(of_discordant[discordant] * of_a[discordant][a], all[discordant][a],
                         rate * (2 * share - 1));
        if (is_long_check())
          fmt::print("{:.4f} covered, p < 0.05 in {:.4f}: {} games, {} discordant, {} of them a's\n",
                     coverage.interval, coverage.rejection, games, rate, share);
        SCOPED_TRACE(testing::Message() << games << " games, " << rate << ", " << share);
        EXPECT_GT(coverage.interval, 0.93);
        if (share == 0.5) {
          EXPECT_LT(coverage.rejection, 0.054);
        }
      }
    }
  }
}

TEST(Levels, IndependentDifference) {
  constexpr std::uint64_t kGamesA = 60;
  constexpr std::uint64_t kGamesB = 90;
  std::vector<Difference> all;
  for (std::uint64_t a = 0; a <= kGamesA; ++a)
    for (std::uint64_t b = 0; b <= kGamesB; ++b)
      all.push_back(independent_difference(static_cast<double>(a) / kGamesA, kGamesA,
                                           static_cast<double>(b) / kGamesB, kGamesB));
  for (const double rate_a : {0.03, 0.1, 0.3, 0.5, 0.8, 0.97})
    for (const double rate_b : {0.03, 0.1, 0.3, 0.5, 0.8, 0.97}) {
      const std::vector<double> of_a = probabilities(kGamesA, rate_a);
      const std::vector<double> of_b = probabilities(kGamesB, rate_b);
      Coverage coverage;
      for (std::uint64_t a = 0; a <= kGamesA; ++a)
        for (std::uint64_t b = 0; b <= kGamesB; ++b)
          coverage.add(of_a[a] * of_b[b], all[a * (kGamesB + 1) + b], rate_a - rate_b);
      if (is_long_check())
        fmt::print("{:.4f} covered, p < 0.05 in {:.4f}: rates {} and {}\n", coverage.interval,
                   coverage.rejection, rate_a, rate_b);
      SCOPED_TRACE(testing::Message() << rate_a << " - " << rate_b);
      EXPECT_GT(coverage.interval, 0.935);
      if (rate_a == rate_b) {
        EXPECT_LT(coverage.rejection, 0.052);
      }
    }
}

// The chance that the adjusted p value of any true hypothesis is below 0.05, with some that are false.
TEST(Levels, Holm) {
  Random random(5);
  constexpr std::size_t kTests = 20;
  for (const std::size_t false_ones : {0U, 15U})
    for (const bool are_alike : {false, true}) {  // independent, or as of strategies on the same games
      Share rejected;
      for (int run = 0; run < run_count(4000); ++run) {
        const double common = uniform(random);
        std::vector<double> p_values(kTests, 1e-9);
        for (std::size_t i = false_ones; i < kTests; ++i) p_values[i] = are_alike ? common : uniform(random);
        const std::vector<double> adjusted = holm_adjusted(p_values);
        rejected.add(std::any_of(adjusted.begin() + static_cast<std::ptrdiff_t>(false_ones), adjusted.end(),
                                 [](double p_value) { return p_value < 0.05; }));
      }
      rejected.expect_at_most(0.05, fmt::format("Holm, {} tests, {} of them false, {}", kTests, false_ones,
                                                are_alike ? "alike" : "independent"));
    }
}

// Correlated results, as of cases that share boards: the verdict on the largest deviation.
TEST(Levels, LargestDeviation) {
  constexpr int kRuns = 4000;
  constexpr std::size_t kResults = 20;
  Random random(1);
  std::normal_distribution<> normal;
  for (const double correlation : {0.0, 0.5, 0.94, 1.0}) {
    int alarms = 0;
    for (int run = 0; run < kRuns; ++run) {
      const double common = normal(random);
      double largest = 0;
      for (std::size_t i = 0; i < kResults; ++i) {
        const double z = std::sqrt(correlation) * common + std::sqrt(1 - correlation) * normal(random);
        if (std::abs(z) > std::abs(largest)) largest = z;
      }
      alarms += judge_largest(largest, kResults) != Deviation::expected;
    }
    // 1 % or less; a correct bound fails for one seed in a million.
    EXPECT_LE(alarms, 0.01 * kRuns + 4.75 * std::sqrt(0.01 * kRuns)) << correlation;
  }
}

// Guesses of all risks, each lost with its own.
TEST(Levels, GuessRisk) {
  Random random(6);
  for (const int guesses : {200, 2000}) {
    Share beyond;
    for (int run = 0; run < run_count(guesses == 200 ? 2000 : 400); ++run) {
      minesweeper::Calibration calibration;
      for (int i = 0; i < guesses; ++i) {
        const double risk = 0.5 * uniform(random);
        calibration.predicted_losses += risk;
        calibration.variance += risk * (1 - risk);
        calibration.losses += uniform(random) < risk;
      }
      beyond.add(std::abs(calibration.z()) > kZ95);
    }
    beyond.expect_at_most(0.055, fmt::format("|z| > 1.96 of {} guesses", guesses));
  }
}

// The bins of that check, with all the risks of a bin: their z, and the interval of the share lost in figures, which
// should hold the mean risk. z is normal where some of the guesses are lost.
TEST(Levels, CalibrationBins) {
  Random random(13);
  for (const double lowest : {0.0, 0.05, 0.25, 0.5, 0.9})
    for (const std::uint64_t guesses : {20U, 200U, 2000U}) {
      if (lowest == 0 && guesses == 20) continue;
      Share beyond, covered;
      for (int run = 0; run < run_count(guesses == 2000 ? 400 : 2000); ++run) {
        minesweeper::Calibration bin;
        for (std::uint64_t i = 0; i < guesses; ++i) {
          const double risk = lowest + 0.05 * uniform(random);
          bin.predicted_losses += risk;
          bin.variance += risk * (1 - risk);
          bin.losses += uniform(random) < risk;
        }
        beyond.add(std::abs(bin.z()) > kZ95);
        covered.add(
            holds(wilson_95(bin.losses, guesses), bin.predicted_losses / static_cast<double>(guesses)));
      }
      const std::string what = fmt::format("{} guesses at {} to {}", guesses, lowest, lowest + 0.05);
      beyond.expect_at_most(guesses == 20 ? 0.08 : 0.065, "|z| > 1.96 of " + what);
      covered.expect_at_least(guesses == 20 ? 0.91 : 0.93, "the share lost of " + what);
    }
}

// A result here and a published one, of players of the same strength, on independent games. Without a published interval
// the figure counts as exact, as it is here.
TEST(Levels, PublishedDifference) {
  Random random(14);
  for (const double rate : {0.05, 0.39, 0.9})
    for (const std::uint64_t published_games : {0U, 1000U, 100'000U}) {
      constexpr std::uint64_t kGames = 2000;
      Share beyond, significant;
      for (int run = 0; run < run_count(2000); ++run) {
        minesweeper::PublishedComparison comparison;
        const std::uint64_t wins = draw(random, kGames, rate);
        comparison.rate = static_cast<double>(wins) / kGames;
        comparison.interval = wilson_95(wins, kGames);
        comparison.published.rate = rate;
        if (published_games > 0) {
          const std::uint64_t theirs = draw(random, published_games, rate);
          comparison.published.rate = static_cast<double>(theirs) / static_cast<double>(published_games);
          comparison.published.half_width = wilson_95(theirs, published_games).half_width();
        }
        comparison.test();
        beyond.add(std::abs(comparison.z.value()) > kZ95);
        significant.add(comparison.p_value < 0.05);
      }
      const std::string what =
          fmt::format("against a published figure of {} games, both won at {}", published_games, rate);
      beyond.expect_at_most(0.055, "|z| > 1.96 " + what);
      EXPECT_EQ(beyond.value(), significant.value()) << what;
    }
}

// The dots of a map of first cells: how often the truly best one has none. Six classes of cells; all alike, or one
// better than the others by a standard error or two.
TEST(Levels, MarkedFirstCells) {
  figures::DataFile data = tests::played_report(R"("games": 1, "boards": [{"rows": 5, "mines": 2}],
    "first_click": {"rule": "safe", "cell": "all"}, "strategies": ["rules"])");
  std::vector<Result>& results = data.data.results;
  ASSERT_EQ(results.size(), 6U);
  std::vector<figures::LabelledResult> shown;
  shown.reserve(results.size());
  for (const Result& result : results) shown.push_back({&result, "rules"});
  const std::uint32_t best = results.front().played->map->cells.front();
  Random random(15);
  for (const double rate : {0.1, 0.4, 0.9})
    for (const double lead : {0.0, 1.0, 2.0}) {  // in standard errors
      constexpr std::uint64_t kGames = 500;
      Share is_left_out;
      for (int run = 0; run < run_count(1000); ++run) {
        for (Result& result : results) {
          const double error = std::sqrt(rate * (1 - rate) / kGames);
          const std::uint64_t wins =
              draw(random, kGames, rate + (&result == &results.front() ? lead * error : 0));
          const Interval interval = wilson_95(wins, kGames);
          result.win_rate = static_cast<double>(wins) / kGames;
          result.low = interval.low;
          result.high = interval.high;
        }
        is_left_out.add(!figures::first_click_panels(shown).at(0).series.at(0).points.at(best).is_marked);
      }
      is_left_out.expect_at_most(
          0.05,
          fmt::format("the best first cell without a dot, rates of {}, a lead of {} errors", rate, lead));
    }
}

// Games that make some guesses, of which some risk more than the least: many a little, few by much, or all alike.
TEST(Levels, ExcessRisk) {
  Random random(7);
  struct Kind {
    const char* name;
    std::uint64_t most_guesses;  // in a game, from 0 on
    double share, least, most;   // of the guesses; what they risk
  };
  for (const Kind& kind :
       {Kind{"half of the guesses up to 0.2", 3, 0.5, 0, 0.2}, Kind{"one in ten up to 0.3", 3, 0.1, 0, 0.3},
        Kind{"one in 50 by 0.5 to 0.9", 3, 0.02, 0.5, 0.9},
        Kind{"one in 20 up to 0.5, many guesses", 12, 0.05, 0, 0.5},
        Kind{"half up to 0.2, at most one guess", 1, 0.5, 0, 0.2}, Kind{"all by 0.3", 3, 1, 0.3, 0.3}})
    for (const std::uint64_t games : {10U, 50U, 200U, 1000U}) {
      const double truth = kind.share * (kind.least + kind.most) / 2;
      Share covered;
      double width = 0;
      const int runs = run_count(games == 1000 ? 200 : games == 200 ? 500 : 1000);
      for (int run = 0; run < runs; ++run) {
        minesweeper::ExcessRisk risk;
        for (std::uint64_t game = 0; game < games; ++game) {
          const std::uint64_t guesses = random() % (kind.most_guesses + 1);
          double excess = 0;
          for (std::uint64_t guess = 0; guess < guesses; ++guess)
            if (uniform(random) < kind.share)
              excess += kind.least + (kind.most - kind.least) * uniform(random);
          risk.add(guesses, excess);
        }
        const auto interval = risk.interval_95(games);
        if (!interval) continue;  // without a guess none is stated
        EXPECT_GT(interval->half_width(), 0);
        covered.add(holds(*interval, truth));
        width += interval->half_width() / runs;
      }
      covered.expect_at_least(
          0.945, fmt::format("excess risk of {} games, half-width {:.3f}: {}", games, width, kind.name));
    }
}

// What games give away: most nothing, some a little, few everything.
struct Losses {
  const char* name;
  double mean;
  std::function<double(Random&)> draw;
};
std::vector<Losses> kinds_of_losses() {
  const auto power = [](double share, double exponent) {
    return
        [=](Random& random) { return uniform(random) < share ? std::pow(uniform(random), exponent) : 0.0; };
  };
  return {{"one in 20 games anything", 0.025, power(0.05, 1)},
          {"a quarter of games little", 0.25 / 4, power(0.25, 3)},
          {"all games, mostly hardly anything", 1.0 / 21, power(1, 20)},
          {"one in 30 games everything", 1.0 / 30,
           [](Random& random) { return uniform(random) < 1.0 / 30 ? 1 : 0; }},
          {"0.94 in nine of ten games", 0.9 * 0.94,
           [](Random& random) { return uniform(random) < 0.9 ? 0.94 : 0; }},
          {"0.94 in 97 of 100 games", 0.97 * 0.94,
           [](Random& random) { return uniform(random) < 0.97 ? 0.94 : 0; }},
          {"little in all games, much in one of 100", 0.99 * 0.01 + 0.01 * 0.75,
           [](Random& random) {
             return uniform(random) < 0.01 ? 0.5 + 0.5 * uniform(random) : 0.02 * uniform(random);
           }},
          {"as estimated by play-outs", 0.3 * 0.25, [](Random& random) {
             const double noise = 0.06 * (uniform(random) + uniform(random) - 1);
             return noise + (uniform(random) < 0.3 ? 0.5 * uniform(random) : 0.0);
           }}};
}

TEST(Levels, GivenAway) {
  Random random(8);
  for (const Losses& losses : kinds_of_losses())
    for (const int games : {10, 20, 50, 200}) {
      Share covered;
      double width = 0;
      const int runs = run_count(std::min(1000, 50'000 / games));
      for (int run = 0; run < runs; ++run) {
        minesweeper::JudgedGames judged;
        for (int game = 0; game < games; ++game) {
          solvers::JudgedGame one;
          one.difference = losses.draw(random);
          judged.add(one);
        }
        const Interval interval = judged.interval_95().value();
        EXPECT_GT(interval.half_width(), 0);
        covered.add(holds(interval, losses.mean));
        width += interval.half_width() / runs;
      }
      covered.expect_at_least(
          0.945, fmt::format("given away by {} games, half-width {:.3f}: {}", games, width, losses.name));
    }
}

// The gain of another choice of guesses per game, which only some games have, of either sign.
TEST(Levels, JudgedGain) {
  Random random(9);
  struct Kind {
    const char* name;
    double share, least, most;  // of the games; their gain
  };
  for (const Kind& kind :
       {Kind{"a third of games -0.08 to 0.12", 0.3, -0.08, 0.12},
        Kind{"one in 50 by 0.2 to 0.8", 0.02, 0.2, 0.8}, Kind{"one in ten loses 0 to 0.3", 0.1, -0.3, 0},
        Kind{"all by 0.05", 1, 0.05, 0.05}})
    for (const std::uint64_t games : {10U, 50U, 100U, 1000U}) {
      Share covered;
      double width = 0;
      const int runs = run_count(games == 1000 ? 200 : 1000);
      for (int run = 0; run < runs; ++run) {
        minesweeper::ChoiceGain gain;
        for (std::uint64_t game = 0; game < games; ++game) {
          if (uniform(random) >= kind.share) continue;
          const double value = kind.least + (kind.most - kind.least) * uniform(random);
          gain.sum += value;
          gain.squares += value * value;
        }
        EXPECT_GT(gain.half_width(games), 0);
        covered.add(std::abs(gain.mean(games) - kind.share * (kind.least + kind.most) / 2) <=
                    gain.half_width(games));
        width += gain.half_width(games) / runs;
      }
      covered.expect_at_least(0.945, fmt::format("gain of choices of judge, {} games, half-width {:.3f}: {}",
                                                 games, width, kind.name));
    }
}

// What `review` says of a player's games, besides what they give away: W at the start, by play-outs on one board or
// exact on two; luck of either sign; counts of missed digs; excess risks; the win rate at even luck.
TEST(Levels, ReviewedMeans) {
  SAPPER_LONG_TEST();
  Random random(16);
  std::normal_distribution<> normal;
  const auto grid = std::make_shared<const sim::Grid>(9, 9);
  for (const bool has_two_boards : {false, true})
    for (const int games : {10, 50, 200}) {
      Share w_start, luck, missed, excess, even_luck;
      double width = 0;
      const int runs = run_count(games == 200 ? 200 : 500);
      for (int run = 0; run < runs; ++run) {
        ReviewSums sums;
        for (int number = 0; number < games; ++number) {
          ReviewedGame game;
          game.game.rules.grid = grid;
          solvers::JudgedGame& judged = game.judged;
          const double w = has_two_boards ? (uniform(random) < 0.5 ? 0.9 : 0.4) : 0.6;
          judged.w_start = has_two_boards ? w : w + 0.02 * normal(random);
          const double given_away = uniform(random) < 0.2 ? 0.5 * w * uniform(random) : 0;
          judged.difference = given_away;
          judged.is_won = uniform(random) < w - given_away;
          for (int dig = 0; dig < 3; ++dig) {
            solvers::JudgedDig one;
            one.cells = {0};
            one.missed_safe = uniform(random) < 0.1;
            one.p_mine = uniform(random) < 0.1 ? 0.3 : 0;
            judged.digs.push_back(one);
          }
          sums.add(game);
        }
        const PlayerReview player = sums.players().at(0);
        const auto add = [](Share& share, const PlayerReview::Mean& mean, double truth) {
          share.add(holds(mean.interval.value(), truth));
        };
        const double w = has_two_boards ? 0.65 : 0.6;
        add(w_start, player.w_start, w);
        add(luck, player.luck, 0);
        add(missed, player.missed_digs, 0.3);
        add(excess, player.excess_risk, 0.09);
        add(even_luck, player.even_luck, w * 0.95);
        width += player.even_luck.interval->half_width() / runs;
      }
      const std::string what =
          fmt::format("{} games, {}", games, has_two_boards ? "two boards" : "one board");
      w_start.expect_at_least(0.93, "W at the start: " + what);
      luck.expect_at_least(0.945, "luck: " + what);
      missed.expect_at_least(0.945, "digs with safe cells known: " + what);
      excess.expect_at_least(0.945, "excess risk of a game: " + what);
      even_luck.expect_at_least(0.945,
                                fmt::format("win rate at even luck, half-width {:.3f}: {}", width, what));
    }
}

// Stopping early, simulated with fixed seeds: how often intervals that a stop rule ended cover the truth, and how
// often the sequential test errs. Games are drawn, not played: only the counts matter.

// The interval that the stop rule ends with, of a player who wins at this rate.
Interval stopped_interval(const StopRule& stop, double win_rate, Random& random) {
  std::uint64_t games = 0;
  std::uint64_t wins = 0;
  for (;;) {
    const std::uint64_t look = next_look(stop, games);
    wins += draw(random, look - games, win_rate);
    games = look;
    const Interval interval = wilson_95(wins, games);
    if (interval.half_width() <= stop.half_width) return interval;
  }
}

TEST(Levels, WinRateWhereItEndsARun) {
  const int runs = run_count(2000);
  Random random(1);
  for (const double half_width : {0.02, 0.01})
    for (const double win_rate : {0.05, 0.2, 0.5, 0.85}) {
      StopRule stop;
      stop.half_width = half_width;
      Share covered;
      for (int run = 0; run < runs; ++run)
        covered.add(holds(stopped_interval(stop, win_rate, random), win_rate));
      covered.expect_at_least(0.945,
                              fmt::format("win rate {} that stop.half_width {} ended", win_rate, half_width));
    }
}

// The hypothesis that a sequential test accepts, and after how many games.
struct TestRun {
  Hypothesis accepted;
  std::uint64_t games;
};

// What the test was before version 0.4.0, for the price of the present one: the variance is taken as seen.
std::optional<Hypothesis> accepted_with_seen_variance(const Sprt& sprt, const PairedCounts& counts) {
  const auto n = static_cast<double>(counts.games);
  const double sum = static_cast<double>(counts.only_a) - static_cast<double>(counts.only_b);
  const double variance =
      (static_cast<double>(counts.only_a + counts.only_b) + 1) / (n + 2) - sum / (n + 2) * (sum / (n + 2));
  const double ratio = (sprt.d1 - sprt.d0) * (sum - n * (sprt.d0 + sprt.d1) / 2) / variance;
  if (ratio >= std::log((1 - sprt.beta) / sprt.alpha)) return Hypothesis::d1;
  if (ratio <= std::log(sprt.beta / (1 - sprt.alpha))) return Hypothesis::d0;
  return std::nullopt;
}

// Players of whom exactly one wins in a share `discordant` of the games, a more often by `difference`.
// decide(sprt, counts): the accepted hypothesis, if any.
template <class Decide>
TestRun run_test(const Sprt& sprt, std::uint64_t min_games, double difference, double discordant,
                 Random& random, const Decide& decide) {
  const double p_a = (discordant + difference) / 2;
  const double p_b = (discordant - difference) / 2;
  PairedCounts counts;
  StopRule stop;
  stop.min_games = min_games;
  for (;;) {
    const std::uint64_t look = next_look(stop, counts.games);
    const std::uint64_t only_a = draw(random, look - counts.games, p_a);
    counts.only_a += only_a;
    counts.only_b += p_b > 0 ? draw(random, look - counts.games - only_a, std::min(1.0, p_b / (1 - p_a))) : 0;
    counts.games = look;
    if (const auto hypothesis = decide(sprt, counts)) return {*hypothesis, counts.games};
  }
}

// Both errors at discordances from the least that a difference of d1 leaves, where a alone ever wins alone, to one half.
TEST(Levels, SequentialTest) {
  const auto decide = [](const Sprt& sprt, const PairedCounts& counts) {
    return accepted(sprt, sample_of(counts));
  };
  struct Design {
    double d0, d1;
    std::uint64_t min_games;
    double alpha = 0.05, beta = 0.05;
  };
  std::vector<Design> designs{{0, 0.005, 500}, {0, 0.3, 1}};
  if (is_long_check())
    designs = {{0, 0.005, 1}, {0, 0.005, 100},       {0, 0.005, 500}, {0, 0.005, 1000, 0.02, 0.1},
               {0, 0.05, 1},  {-0.01, 0.01, 1},      {0.01, 0.03, 1}, {-0.03, -0.01, 100},
               {0, 0.3, 1},   {0, 0.3, 1, 0.02, 0.1}};
  Random random(2);
  for (const Design& design : designs) {
    const Sprt sprt{"a", "b", design.d0, design.d1, design.alpha, design.beta};
    const double least = std::max(std::abs(design.d0), std::abs(design.d1));
    for (const double times : {1.0, 1.5, 2.0, 5.0, 20.0, 0.0}) {
      const double discordant = times > 0 ? times * least : 0.5;  // 0: one half
      if (discordant > 1 || (!is_long_check() && times == 20)) continue;
      Share false_d1, false_d0;
      std::array<double, 3> games{}, games_before{};  // at d0, d1, the middle
      const int runs = run_count(times > 0 ? 800 : 200) / (is_long_check() ? 4 : 1);
      for (int run = 0; run < runs; ++run) {
        const TestRun at_d0 = run_test(sprt, design.min_games, design.d0, discordant, random, decide);
        const TestRun at_d1 = run_test(sprt, design.min_games, design.d1, discordant, random, decide);
        false_d1.add(at_d0.accepted == Hypothesis::d1);
        false_d0.add(at_d1.accepted == Hypothesis::d0);
        if (!is_long_check()) continue;
        const std::array<double, 3> differences{design.d0, design.d1, (design.d0 + design.d1) / 2};
        for (std::size_t i = 0; i < differences.size() && run < runs / 4; ++i) {
          const auto played = [&](const auto& by) {
            return 4.0 *
                   static_cast<double>(
                       run_test(sprt, design.min_games, differences[i], discordant, random, by).games) /
                   runs;
          };
          games[i] += played(decide);
          games_before[i] += played(accepted_with_seen_variance);
        }
      }
      std::string what = fmt::format("d0 {}, d1 {}, from {} games on, {:.4f} discordant", design.d0,
                                     design.d1, design.min_games, discordant);
      if (is_long_check())
        what +=
            fmt::format("; games at d0 {:.0f}, d1 {:.0f}, midway {:.0f}; before 0.4.0 {:.0f}, {:.0f}, {:.0f}",
                        games[0], games[1], games[2], games_before[0], games_before[1], games_before[2]);
      false_d1.expect_at_most(design.alpha, "d1 accepted at d0: " + what);
      false_d0.expect_at_most(design.beta, "d0 accepted at d1: " + what);
    }
  }
}

// The mean over cases that differ in how often one of the players wins alone, and by how much.
TEST(Levels, SequentialTestOverSeveralCases) {
  const int runs = run_count(600);
  const Sprt sprt{"a", "b", 0, 0.01, 0.05, 0.05};
  const std::vector<double> discordant{0.05, 0.2, 0.4};
  const std::vector<double> away{-0.01, 0, 0.01};  // of the mean
  Random random(12);
  const StopRule stop;
  const auto accepts_d1 = [&](double difference) {
    std::vector<PairedCounts> counts(discordant.size());
    for (std::uint64_t games = 0;;) {
      const std::uint64_t look = next_look(stop, games);
      std::vector<SprtSample> samples;
      for (std::size_t i = 0; i < counts.size(); ++i) {
        const double p_a = (discordant[i] + difference + away[i]) / 2;
        const double p_b = (discordant[i] - difference - away[i]) / 2;
        const std::uint64_t only_a = draw(random, look - games, p_a);
        counts[i].only_a += only_a;
        counts[i].only_b += draw(random, look - games - only_a, p_b / (1 - p_a));
        counts[i].games = look;
        samples.push_back(sample_of(counts[i]));
      }
      games = look;
      if (const auto hypothesis = accepted(sprt, mean_sample(samples))) return *hypothesis == Hypothesis::d1;
    }
  };
  int false_d1 = 0, false_d0 = 0;
  for (int run = 0; run < runs; ++run) {
    false_d1 += accepts_d1(sprt.d0);
    false_d0 += !accepts_d1(sprt.d1);
  }
  const double most = runs * 0.05 + 3 * std::sqrt(runs * 0.05);
  EXPECT_LE(false_d1, most);
  EXPECT_LE(false_d0, most);
  EXPECT_GE(false_d1 + false_d0, runs * 0.02) << "games are not wasted";
}

// The reason to test sequentially: a difference far from the middle of d0 and d1 is decided after few games. A test
// with the same errors and a fixed number of games takes (2 x 1.645)^2 x variance / (d1 - d0)^2, here 32,000.
TEST(Levels, SequentialTestNeedsFewerGamesThanAFixedNumber) {
  Random random(3);
  const Sprt sprt{"a", "b", 0, 0.01};
  double games = 0;
  for (int run = 0; run < 200; ++run)
    games += static_cast<double>(run_test(sprt, 1000, 0.01, 0.3, random,
                                          [](const Sprt& test, const PairedCounts& counts) {
                                            return accepted(test, sample_of(counts));
                                          })
                                     .games) /
             200;
  EXPECT_LT(games, 24'000);
  EXPECT_GT(games, 10'000);
}

// Two players who first make the same guess, with the same luck, in half of the games, and then independent ones; the
// shares of risky guesses differ. a's win rate minus b's is 0.2 x (share of b - share of a) x 0.85.
struct GuessingPlayers {
  double risky_share_a;
  double risky_share_b;
};
struct GuessedGame {
  std::array<double, 2> is_won{};
  std::array<double, 2> excess{};  // loss minus risks
};
GuessedGame guess(const GuessingPlayers& players, Random& random) {
  std::uniform_real_distribution<> uniform;
  constexpr double kFirstRisk = 0.3;
  const bool begins_with_guess = uniform(random) < 0.5;
  const bool is_first_lost = begins_with_guess && uniform(random) < kFirstRisk;
  GuessedGame game;
  for (std::size_t player = 0; player < 2; ++player) {
    double risk = begins_with_guess ? kFirstRisk : 0;
    bool is_lost = is_first_lost;
    if (!is_lost) {
      const double share = player == 0 ? players.risky_share_a : players.risky_share_b;
      const double second = uniform(random) < share ? 0.5 : 0.3;
      risk += second;
      is_lost = uniform(random) < second;
    }
    game.is_won[player] = is_lost ? 0 : 1;
    game.excess[player] = (is_lost ? 1 : 0) - risk;
  }
  return game;
}

template <class Players>
TestRun run_adjusted_test(const Sprt& sprt, const Players& players, Random& random) {
  PairedCounts counts;
  ControlledMean difference;
  StopRule stop;
  stop.min_games = 500;
  for (;;) {
    for (const std::uint64_t look = next_look(stop, counts.games); counts.games < look; ++counts.games) {
      const GuessedGame game = guess(players, random);
      counts.only_a += game.is_won[0] > game.is_won[1];
      counts.only_b += game.is_won[1] > game.is_won[0];
      difference.add(game.is_won[0] - game.is_won[1], game.excess[0], game.excess[1]);
    }
    const SprtSample sample =
        sprt.is_adjusted ? adjusted_sample_of(counts, difference.estimate()) : sample_of(counts);
    if (const auto hypothesis = accepted(sprt, sample)) return {*hypothesis, counts.games};
  }
}

TEST(Levels, SequentialTestAdjusted) {
  SAPPER_LONG_TEST();
  constexpr int kRuns = 400;
  Random random(4);
  const double alpha = 0.05;
  for (const auto& [d0, d1] : {std::pair(0.0, 0.034), std::pair(-0.017, 0.017)}) {
    int false_d1 = 0;
    int false_d0 = 0;
    std::array<double, 2> games{};  // plain, adjusted
    for (const bool is_adjusted : {false, true}) {
      const Sprt sprt{"a", "b", d0, d1, alpha, alpha, is_adjusted};
      // Here b's share is 0.5.
      const GuessingPlayers under_d0{0.5 - d0 / 0.17, 0.5};
      const GuessingPlayers under_d1{0.5 - d1 / 0.17, 0.5};
      for (int run = 0; run < (is_adjusted ? kRuns : kRuns / 4); ++run) {
        const TestRun at_d0 = run_adjusted_test(sprt, under_d0, random);
        const TestRun at_d1 = run_adjusted_test(sprt, under_d1, random);
        games[is_adjusted] += static_cast<double>(at_d0.games + at_d1.games) / (is_adjusted ? 4 : 1);
        if (!is_adjusted) continue;
        false_d1 += at_d0.accepted == Hypothesis::d1;
        false_d0 += at_d1.accepted == Hypothesis::d0;
      }
    }
    // Three standard errors above.
    EXPECT_LE(false_d1, kRuns * alpha + 3 * std::sqrt(kRuns * alpha)) << d0 << ", " << d1;
    EXPECT_LE(false_d0, kRuns * alpha + 3 * std::sqrt(kRuns * alpha)) << d0 << ", " << d1;
    EXPECT_LT(games[1], 0.8 * games[0]);
    RecordProperty("false", false_d1 + false_d0);
  }
}

// Players who make the same guess, with the same luck, in half of the games, and in a few another one, each with its own.
struct RarelyDifferentPlayers {
  double share;  // of games with other guesses
  double risk_a, risk_b;
};
GuessedGame guess(const RarelyDifferentPlayers& players, Random& random) {
  GuessedGame game;
  const bool is_alike = uniform(random) < 0.5;
  const bool is_lost_alike = is_alike && uniform(random) < 0.3;
  const bool differs = !is_lost_alike && uniform(random) < players.share;
  for (std::size_t player = 0; player < 2; ++player) {
    double risk = is_alike ? 0.3 : 0;
    bool is_lost = is_lost_alike;
    if (differs) {
      const double second = player == 0 ? players.risk_a : players.risk_b;
      risk += second;
      is_lost = uniform(random) < second;
    }
    game.is_won[player] = is_lost ? 0 : 1;
    game.excess[player] = (is_lost ? 1 : 0) - risk;
  }
  return game;
}

// Exactly one of the players wins in 1 to 3 times d1 of the games.
TEST(Levels, SequentialTestAdjustedWherePlayersRarelyDiffer) {
  Random random(10);
  struct Case {
    double share, risk_a, risk_b;
  };
  for (const Case& one :
       {Case{0.03, 0, 0.4}, Case{0.04, 0.2, 0.5}, Case{0.03, 0.3, 0.9}, Case{0.2, 0.02, 0.08}}) {
    const double gain = 0.85 * one.share * (one.risk_b - one.risk_a);
    const Sprt sprt{"a", "b", 0, gain, 0.05, 0.05, true};
    Share false_d1, false_d0;
    for (int run = 0; run < run_count(150); ++run) {
      false_d1.add(run_adjusted_test(sprt, RarelyDifferentPlayers{one.share, one.risk_b, one.risk_b}, random)
                       .accepted == Hypothesis::d1);
      false_d0.add(run_adjusted_test(sprt, RarelyDifferentPlayers{one.share, one.risk_a, one.risk_b}, random)
                       .accepted == Hypothesis::d0);
    }
    const std::string what = fmt::format("adjusted, d1 {:.4f}, other guesses in {} of games, at {} and {}",
                                         gain, one.share, one.risk_a, one.risk_b);
    false_d1.expect_at_most(0.05, "d1 accepted at d0: " + what);
    false_d0.expect_at_most(0.05, "d0 accepted at d1: " + what);
  }
}

using Speeds = std::vector<std::vector<double>>;  // [repeat][thread count]

// What the runs of a repeat have in common besides the speed of the machine.
enum class Noise : std::uint8_t { independent, drifting };

// Speeds by a law on a machine whose speed differs between repeats. speed_up(threads).
template <class SpeedUp>
Speeds speeds_by(const SpeedUp& speed_up, std::span<const std::size_t> threads, std::size_t repeats,
                 double error, Noise noise, Random& random) {
  std::normal_distribution<> normal;
  Speeds speeds(repeats);
  for (std::vector<double>& repeat : speeds) {
    const double machine = 1000 * std::exp(0.2 * normal(random));
    double state = normal(random);
    for (const std::size_t count : threads) {
      state = noise == Noise::independent ? normal(random) : 0.8 * state + 0.6 * normal(random);
      repeat.push_back(machine * speed_up(static_cast<double>(count)) * std::exp(error * state));
    }
  }
  return speeds;
}

bool contains(const std::optional<ParameterEstimate>& fitted, double value) {
  return fitted && fitted->interval && holds(*fitted->interval, value);
}

TEST(Levels, SpeedLaws) {
  SAPPER_LONG_TEST();
  struct Law {
    double sigma, kappa;
  };
  const std::vector<std::size_t> two{1, 2}, four{1, 2, 3, 4}, five{1, 2, 4, 8, 16};
  std::vector<std::vector<std::size_t>> counts{two, five};
  if (is_long_check()) counts = {two, {1, 2, 4}, four, five, {1, 4, 16, 64}};
  Random random(11);
  for (const auto& threads : counts)
    for (const std::size_t repeats : {3U, 4U, 5U})
      for (const double error : {0.01, 0.05})
        for (const Noise noise : {Noise::independent, Noise::drifting})
          for (const Law& law : {Law{0.03, 0.001}, Law{0.2, 0.01}, Law{0, 0.0005}, Law{0.03, 0}}) {
            if (!is_long_check() && (error == 0.05) != (noise == Noise::drifting)) continue;
            Share sigma, kappa, peak, amdahl, gustafson;
            const double truth = law.kappa > 0 ? std::sqrt((1 - law.sigma) / law.kappa)
                                               : std::numeric_limits<double>::infinity();
            const auto fit = [&](const auto& speed_up, Workload workload) {
              return fit_speed_laws(threads, speeds_by(speed_up, threads, repeats, error, noise, random),
                                    workload);
            };
            for (int run = 0; run < run_count(150) / (is_long_check() ? 2 : 1); ++run) {
              const auto laws =
                  fit([&](double n) { return universal_speed_up(law.sigma, law.kappa, n); }, Workload::fixed);
              if (threads.size() > 2) {
                sigma.add(contains(laws->sigma, law.sigma));
                kappa.add(contains(laws->kappa, law.kappa));
                peak.add(contains(laws->peak_threads, truth));
              }
              const auto by_amdahl =
                  fit([&](double n) { return universal_speed_up(law.sigma, 0, n); }, Workload::fixed);
              amdahl.add(contains(by_amdahl->serial_share, law.sigma));
              const auto by_gustafson =
                  fit([&](double n) { return law.sigma + (1 - law.sigma) * n; }, Workload::per_thread);
              gustafson.add(contains(by_gustafson->serial_share, law.sigma));
            }
            const std::string what =
                fmt::format("{} repeats of {} thread counts up to {}, errors of {}{}, sigma {}, kappa {}",
                            repeats, threads.size(), threads.back(), error,
                            noise == Noise::drifting ? " that drift" : "", law.sigma, law.kappa);
            amdahl.expect_at_least(0.935, "serial share by Amdahl: " + what);
            gustafson.expect_at_least(0.935, "serial share by Gustafson: " + what);
            if (threads.size() <= 2) continue;
            sigma.expect_at_least(0.935, "sigma: " + what);
            kappa.expect_at_least(0.935, "kappa: " + what);
            peak.expect_at_least(0.935, "peak: " + what);
          }
}

TEST(Levels, CostExponent) {
  Random random(5);
  std::normal_distribution<double> normal;
  Share covered;
  for (int sample = 0; sample < run_count(1000); ++sample) {
    std::vector<std::pair<double, double>> points;
    for (const double x : {64, 256, 1024, 4096})
      points.emplace_back(x, std::pow(x, 0.83) * std::exp(0.3 * normal(random)));
    covered.add(contains(fit_power_law(points)->exponent, 0.83));
  }
  covered.expect_at_least(0.945, "exponent of four sizes");
}

// The coverage, summed over all outcomes of two points, where the true log odds are straight: at least 94 % wherever the
// true place is. Outcomes without a crossing say nothing and count as misses only where the interval is stated.
TEST(Levels, LevelCrossing) {
  const int games = 40;
  for (const auto& [level, truth] :
       {std::pair(0.5, 0.2), {0.5, 0.5}, {0.5, 0.7}, {0.8, 0.2}, {0.8, 0.5}, {0.8, 0.7}}) {
    for (const double slope : {2.0, 5.0}) {
      const double at_truth = std::log(level / (1 - level));
      const auto of_wins = [&, x_of_level = truth](double x) {
        return probabilities(games, 1 / (1 + std::exp(slope * (x - x_of_level) - at_truth)));
      };
      const std::vector<double> of_first = of_wins(0), of_last = of_wins(1);
      double stated = 0, covered = 0;
      for (int first = 0; first <= games; ++first)
        for (int last = 0; last <= games; ++last) {
          const double chance =
              of_first[static_cast<std::size_t>(first)] * of_last[static_cast<std::size_t>(last)];
          if (chance < 1e-9) continue;
          const auto crossing =
              level_crossing(std::vector<RatePoint>{{0, static_cast<std::uint64_t>(first), games},
                                                    {1, static_cast<std::uint64_t>(last), games}},
                             level);
          if (!crossing) continue;
          stated += chance;
          if (crossing->low.value_or(-1) <= truth && truth <= crossing->high.value_or(2)) covered += chance;
        }
      if (is_long_check())
        fmt::print("{:.4f} covered: {} is won at {}, slope {}\n", covered / stated, level, truth, slope);
      EXPECT_GT(covered / stated, 0.94) << level << ' ' << truth << ' ' << slope;
    }
  }
}

// Runs of a sweep of five places, whose rates lie along a curve; `scatter` adds normal noise to the line of each place, the
// same for both players, who share a part of their luck.
struct SweptPair {
  std::vector<RatePoint> a, b;
  std::vector<PairedPoint> pairs;
};
SweptPair swept_pair(Random& random, RateLink link, double place_a, double place_b, int games,
                     double scatter) {
  SweptPair swept;
  std::normal_distribution<double> normal;
  for (const double x : {12.0, 14.0, 16.0, 18.0, 20.0}) {
    const double noise = scatter * normal(random);
    const auto rate_of = [&](double place) {
      const double line = 0.6 * (place - x) + noise;
      return link == RateLink::logistic ? 1 / (1 + std::exp(-line)) : std::erfc(-line / std::sqrt(2.0)) / 2;
    };
    // B has A's luck in half of the games.
    const double rate_a = rate_of(place_a), rate_b = rate_of(place_b);
    const double both = (rate_a * rate_b + std::min(rate_a, rate_b)) / 2;
    PairedCounts counts{.games = static_cast<std::uint64_t>(games)};
    std::uint64_t left = counts.games;
    double share = 1;
    const auto take = [&](double probability) {
      const std::uint64_t taken =
          std::binomial_distribution<std::uint64_t>(left, std::clamp(probability / share, 0.0, 1.0))(random);
      left -= taken;
      share -= probability;
      return taken;
    };
    counts.both = take(both);
    counts.only_a = take(rate_a - both);
    counts.only_b = take(rate_b - both);
    swept.pairs.push_back({x, counts});
    swept.a.push_back({x, counts.both + counts.only_a, counts.games});
    swept.b.push_back({x, counts.both + counts.only_b, counts.games});
  }
  return swept;
}

// Where a level is passed by a fitted curve, its slope, what is said of its fit, and differences of places on the same games.
TEST(Levels, Thresholds) {
  Random random(47);
  for (const RateLink link : {RateLink::logistic, RateLink::probit})
    for (const int games : {50, 300}) {
      Share places, slopes, bad_fits, differences, errors;
      for (int run = 0; run < run_count(600); ++run) {
        const double place_b = run % 2 == 0 ? 16.3 : 17.1;
        const SweptPair swept = swept_pair(random, link, 16.3, place_b, games, 0);
        const auto a = fit_rate_curve(swept.a, link), b = fit_rate_curve(swept.b, link);
        ASSERT_TRUE(a && b);
        const Interval slope = a->slope_95();
        slopes.add(slope.low <= -0.6 && -0.6 <= slope.high);
        bad_fits.add(a->lack_of_fit_p < 0.05);
        const double level = run % 3 == 0 ? 0.8 : 0.5;
        const double line = link == RateLink::logistic ? std::log(level / (1 - level))
                                                       : (level == 0.5 ? 0 : 0.8416212335729143);
        const Crossing place = place_of_level(*a, level);
        places.add(!place.low || !place.high ||
                   (*place.low <= 16.3 - line / 0.6 && 16.3 - line / 0.6 <= *place.high));
        const Difference difference = difference_of_places(*a, *b, swept.pairs, level);
        differences.add(difference.interval.low <= 16.3 - place_b &&
                        16.3 - place_b <= difference.interval.high);
        if (place_b == 16.3) errors.add(difference.p_value < 0.05);
      }
      const std::string what =
          fmt::format("{} curve, {} games", link == RateLink::logistic ? "logistic" : "probit", games);
      places.expect_at_least(0.95, "place, " + what);
      slopes.expect_at_least(0.95, "slope, " + what);
      bad_fits.expect_at_most(games < 100 ? 0.072 : 0.05, "lack of fit, " + what);
      differences.expect_at_least(0.95, "difference of places, " + what);
      errors.expect_at_most(0.05, "p of it, " + what);
    }
}

// Where the places scatter about the curve by more than the games do.
TEST(Levels, ThresholdsOfScatteredRates) {
  Random random(48);
  Share places, differences;
  for (int run = 0; run < run_count(600); ++run) {
    const SweptPair swept = swept_pair(random, RateLink::logistic, 16.3, 16.9, 400, 0.4);
    const auto a = fit_rate_curve(swept.a, RateLink::logistic),
               b = fit_rate_curve(swept.b, RateLink::logistic);
    ASSERT_TRUE(a && b);
    const Crossing place = place_of_level(*a, 0.5);
    places.add(!place.low || !place.high || (*place.low <= 16.3 && 16.3 <= *place.high));
    const Difference difference = difference_of_places(*a, *b, swept.pairs, 0.5);
    differences.add(difference.interval.low <= -0.6 && -0.6 <= difference.interval.high);
  }
  places.expect_at_least(0.9, "place, scattered");
  differences.expect_at_least(0.95, "difference of places, scattered");
}

// The intersection-union test of `compare`: that A is better in all rows, where it is not in one.
TEST(Levels, BetterInAllRows) {
  Random random(49);
  Share errors;
  for (int run = 0; run < run_count(2000); ++run) {
    double p_value = 0;
    for (int row = 0; row < 4; ++row) {
      const double gain = row == run % 4 ? 0 : 0.2;
      const auto only_a = std::binomial_distribution<std::uint64_t>(200, 0.1 + gain)(random);
      const auto only_b = std::binomial_distribution<std::uint64_t>(200 - only_a, 0.1 / (0.9 - gain))(random);
      const Difference difference = paired_difference(200, only_a, only_b);
      p_value = std::max(p_value, difference.value > 0 ? difference.p_value / 2 : 1 - difference.p_value / 2);
    }
    errors.add(p_value < 0.05);
  }
  errors.expect_at_most(0.05, "better in all rows");
}

// The marks of `table`: any strategy unmarked of those that none beats, of five alike.
TEST(Levels, UnbeatenStrategies) {
  Random random(50);
  std::uniform_real_distribution<double> uniform;
  Share errors;
  for (int run = 0; run < run_count(1000); ++run) {
    std::array<std::array<bool, 100>, 5> won{};
    for (auto& of_one : won)
      for (bool& is_won : of_one) is_won = uniform(random) < 0.6;
    std::vector<double> p_values;
    for (std::size_t a = 0; a < won.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) {
        std::uint64_t only_a = 0, only_b = 0;
        for (std::size_t game = 0; game < won[a].size(); ++game) {
          only_a += won[a][game] && !won[b][game];
          only_b += won[b][game] && !won[a][game];
        }
        p_values.push_back(paired_difference(won[a].size(), only_a, only_b).p_value);
      }
    const std::vector<double> holm = holm_adjusted(p_values);
    errors.add(std::ranges::min(holm) < 0.05);
  }
  errors.expect_at_most(0.05, "unmarked though unbeaten");
}

// Every row of the table names tests that there are, and the page names every test here.
TEST(Levels, AreInTheTable) {
  const std::filesystem::path root = SAPPER_SOURCE_DIR;
  std::string tests;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "tests"))
    if (entry.path().extension() == ".cpp" || entry.path().extension() == ".py")
      tests += tests::content_of(entry.path());
  const std::string page = tests::content_of(root / "data" / "reports.md");
  const std::size_t begin = page.find("| claim | level found |");
  ASSERT_NE(begin, std::string::npos);
  std::set<std::string> named;
  for (const std::string& row : tests::lines_of(page.substr(begin, page.find("\n\n", begin) - begin))) {
    const std::string last = row.substr(row.rfind("| ", row.size() - 2) + 2);
    for (std::size_t open = last.find('`'); open != std::string::npos;) {
      const std::size_t close = last.find('`', open + 1);
      named.insert(last.substr(open + 1, close - open - 1));
      open = last.find('`', close + 1);
    }
  }
  EXPECT_GT(named.size(), 20U);
  const std::string opening = "TEST(Levels, ";
  const std::string source = tests::content_of(root / "tests/experiments/stats/levels_test.cpp");
  std::set<std::string> here;
  for (const std::string& line : tests::lines_of(source))
    if (line.starts_with(opening)) here.insert(line.substr(opening.size(), line.find(')') - opening.size()));
  here.erase("AreInTheTable");
  for (const std::string& name : here)
    EXPECT_NE(page.find('`' + name + '`'), std::string::npos) << name << " is not on the page";
  for (const std::string& name : named) {
    const std::size_t dot = name.find('.');
    const std::string definition = dot == std::string::npos
                                       ? "def " + name + '('
                                       : "TEST(" + name.substr(0, dot) + ", " + name.substr(dot + 1) + ')';
    const bool is_there = here.contains(name) || tests.find(definition) != std::string::npos;
    EXPECT_TRUE(is_there) << "there is no test " << name;
  }
}

}  // namespace
}  // namespace sapper::experiments
