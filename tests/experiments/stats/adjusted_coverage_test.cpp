// How often the intervals of adjusted win rates and differences cover the truth, simulated with fixed seeds.
//
// A game is a sequence of guesses with known risks until one is lost, so that risks and losses have the joint
// distribution of real games, and the true win rate is known exactly. SAPPER_TEST_COVERAGE=1 makes the table of the
// README with more and longer runs, and plays real games besides.
#include <fmt/format.h>

#include <boost/json/parse.hpp>

#include "experiments/kinds/load_experiment.hpp"
#include "experiments/run/driver.hpp"
#include "experiments/stats/differences.hpp"
#include "experiments/stats/statistics.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/test.hpp"
#include "tests/support/text.hpp"

namespace sapper::experiments {
namespace {

using Random = std::mt19937_64;

double uniform(Random& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

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

std::vector<Guess> repeated(std::size_t count, const Guess& guess) {
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
          {"many guesses", repeated(8, {0.9, 0.2})},
          {"lost in most games", repeated(16, {1, 0.2})}};
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

bool is_long_check() { return std::getenv("SAPPER_TEST_COVERAGE") != nullptr; }

// A correct interval, one that covers in 94 % of runs or more, falls below with a probability of 1e-6 each.
double min_coverage(std::size_t runs) {
  return 0.94 - 4.75 * std::sqrt(0.94 * 0.06 / static_cast<double>(runs));
}

TEST(AdjustedInterval, CoversTheWinRateWhereLossesOrWinsAreFew) {
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

TEST(AdjustedInterval, CoversTheWinRateWhereItEndsARun) {
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
TEST(AdjustedDifference, CoversTheDifferenceOfPairedGames) {
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

// A long run of real games, cut into short ones, whose truth is the whole run's adjusted rate.
TEST(AdjustedInterval, CoversTheWinRateOfRealGames) {
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

}  // namespace
}  // namespace sapper::experiments
