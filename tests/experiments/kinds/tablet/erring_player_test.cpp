// The erring player: simulated win rates against exact ones, by a recursion over rectangles that shares no
// code with the simulation.
#include "experiments/kinds/tablet/erring_experiment.hpp"
#include "experiments/kinds/tablet/erring_game.hpp"
#include "experiments/kinds/tablet/game_start.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/experiment_texts.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/run/worker.hpp"
#include "experiments/support/errors.hpp"
#include "solvers/tablet/tablet_values.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/statistics.hpp"
#include "tests/support/tablet_oracle.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::tablet {
namespace {

// P(the erring player wins) from the rules.
class ExactOdds {
 public:
  explicit ExactOdds(double error_rate) : error_rate_(error_rate) {}

  double from(int m, int n, int i, int j, bool by_erring) {
    if (m == 1 && n == 1) return by_erring ? 0 : 1;
    const std::array<int, 5> key{m, n, i, j, by_erring};
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    double all = 0, best = 0;
    int all_count = 0, best_count = 0;
    const int value = values_.value(m, n, i, j);
    const auto see = [&](int cols, int rows, int col, int row) {
      const double odds = from(cols, rows, col, row, !by_erring);
      const int next = values_.value(cols, rows, col, row);
      all += odds;
      ++all_count;
      // A best move leads to a successor that gives the position its value.
      if (value > 0 ? next <= 0 && -next + 1 == value : next == -value - 1) {
        best += odds;
        ++best_count;
      }
    };
    for (int cut = 1; cut < m; ++cut) i < cut ? see(cut, n, i, j) : see(m - cut, n, i - cut, j);
    for (int cut = 1; cut < n; ++cut) j < cut ? see(m, cut, i, j) : see(m, n - cut, i, j - cut);
    const double error = by_erring ? error_rate_ : 0;
    return known_[key] = (1 - error) * best / best_count + error * all / all_count;
  }

  // Over all squares and both players to begin.
  double on(int m, int n) {
    double sum = 0;
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) sum += from(m, n, i, j, false) + from(m, n, i, j, true);
    return sum / (2.0 * m * n);
  }

 private:
  double error_rate_;
  tests::TabletOracle values_;
  std::map<std::array<int, 5>, double> known_;
};

Config config_with_rates(std::vector<Board> boards, std::vector<double> error_rates) {
  Config config;
  config.name = "test";
  config.boards = std::move(boards);
  config.error_rates = std::move(error_rates);
  config.games = 20'000;
  return config;
}

boost::json::array play_all(const ErringExperiment& experiment, std::size_t board) {
  const std::atomic<bool> abandon = false;
  std::string records;
  const auto tally = experiment.make_tally();
  EXPECT_TRUE(experiment.make_worker(std::nullopt)
                  ->play(board, {0, experiment.common().games}, abandon, *tally, records));
  return experiment.parts().results.results(board, *tally);
}

std::uint64_t count(const boost::json::value& value) { return value.to_number<std::uint64_t>(); }

// 5 boards x 5 rates, each checked at 1e-6: a correct program fails for one seed in 40,000.
TEST(ErringPlayer, WinsAsOftenAsItsExactOdds) {
  SAPPER_LONG_TEST();
  const std::vector<double> rates{0, 0.05, 0.2, 0.6, 1};
  const ErringExperiment experiment(config_with_rates({{1, 1}, {3, 3}, {4, 2}, {5, 6}, {1, 9}}, rates));
  for (std::size_t board = 0; board < experiment.case_count(); ++board) {
    const boost::json::array results = play_all(experiment, board);
    for (std::size_t i = 0; i < rates.size(); ++i) {
      const int cols = results[i].at("board").at("cols").to_number<int>();
      const int rows = results[i].at("board").at("rows").to_number<int>();
      const double odds = ExactOdds(rates[i]).on(cols, rows);
      const std::uint64_t wins = count(results[i].at("wins"));
      EXPECT_GT(tests::binomial_p_value(wins, 20'000, odds), tests::kFalseAlarmRate)
          << cols << " x " << rows << ", rate " << rates[i] << ": " << wins << " wins of 20,000, exactly "
          << odds;
    }
  }
}

TEST(ErringPlayer, WithoutErrorsWinsWhatIsWon) {
  Config config = config_with_rates({{5, 4}}, {0});
  for (const FirstPlayer first : {FirstPlayer::erring, FirstPlayer::perfect}) {
    config.first = first;
    const boost::json::array results = play_all(ErringExperiment(config), 0);
    std::uint64_t won = 0;
    for (std::uint64_t game = 0; game < config.games; ++game) {
      const sim::nim::Heaps heaps = distances_of(start_of(config, 0, game).tablet);
      won += ((heaps[0] ^ heaps[1] ^ heaps[2] ^ heaps[3]) != 0) == (first == FirstPlayer::erring);
    }
    EXPECT_EQ(results[0].at("wins"), won);
    EXPECT_EQ(results[0].at("blunders"), 0u);
  }
}

// A move is random with the rate's probability, independently of all before it.
TEST(ErringPlayer, ErrsAtItsRate) {
  SAPPER_LONG_TEST();
  const ErringExperiment experiment(config_with_rates({{9, 9}}, {0.03, 0.5}));
  const boost::json::array results = play_all(experiment, 0);
  for (const auto& result : results) {
    const std::uint64_t random = count(result.at("moves").at("random"));
    const std::uint64_t moves = random + count(result.at("moves").at("best"));
    const double rate = result.at("error_rate").as_double();
    const double error = std::sqrt(static_cast<double>(moves) * rate * (1 - rate));
    EXPECT_NEAR(static_cast<double>(random), static_cast<double>(moves) * rate,
                5 * error);  // two rates at 6e-7
    EXPECT_LE(count(result.at("blunders")), random);
  }
}

TEST(ErringPlayer, EachMoveIsWhatItsScriptSays) {
  const Config config = config_with_rates({{8, 6}}, {0.3});
  const ErringExperiment experiment(config);
  const auto solver = experiment.solver_of(0);
  ErringGame player;
  for (std::uint64_t game = 0; game < 300; ++game) {
    const GameStart start = start_of(config, 0, game);
    std::vector<PlayedMove> script;
    ErringCounts counts;
    const bool is_won = player.play(start, 0.3, game_id(config, 0, game), *solver, counts, &script);
    sim::nim::Heaps heaps = distances_of(start.tablet);
    bool by_erring = start.erring_begins;
    ErringCounts seen;
    for (const PlayedMove& move : script) {
      EXPECT_EQ(move.before, heaps);
      EXPECT_EQ(move.by_erring, by_erring);
      ASSERT_TRUE(sim::nim::is_legal(heaps, move.move));
      heaps = sim::nim::after(heaps, move.move);
      EXPECT_EQ(move.next, solver->value(heaps));
      // A player who does not err achieves the value.
      EXPECT_TRUE(move.is_random || move.value == (move.next <= 0 ? 1 - move.next : -1 - move.next));
      EXPECT_TRUE(by_erring || !move.is_random);
      seen.moves += by_erring;
      seen.random_moves += move.is_random;
      seen.blunders += move.is_random && move.value > 0 && move.next > 0;
      by_erring = !by_erring;
    }
    EXPECT_EQ(heaps.total(), 0);
    EXPECT_EQ(is_won, !by_erring);
    EXPECT_EQ(counts.wins, is_won);
    EXPECT_EQ(counts.length, script.size());
    EXPECT_EQ(counts.moves, seen.moves);
    EXPECT_EQ(counts.random_moves, seen.random_moves);
    EXPECT_EQ(counts.blunders, seen.blunders);
  }
}

// The first moves of many games show it, by three tests at 1e-6.
TEST(ErringPlayer, ChoosesEvenlyAmongBestMovesAndAmongAll) {
  const sim::tablet::Tablet tablet{5, 5, 2, 2};  // four heaps of 2: lost, by taking one of any
  const auto solver = solvers::tablet::make_solver(tablet, {});
  const auto first_moves = [&](bool erring_begins, double rate) {
    std::map<std::pair<std::size_t, int>, std::uint64_t> chosen;
    ErringGame player;
    for (std::uint64_t game = 0; game < 4000; ++game) {
      std::vector<PlayedMove> script;
      ErringCounts counts;
      player.play({tablet, erring_begins}, rate, {1, 2, game}, *solver, counts, &script);
      ++chosen[{script.front().move.heap, script.front().move.left}];
    }
    std::vector<std::uint64_t> counts;
    counts.reserve(chosen.size());
    for (const auto& [move, count] : chosen) counts.push_back(count);
    return counts;
  };
  const auto moves = solvers::tablet::valued_moves(tablet, *solver);
  const int value = solvers::tablet::value_of(tablet, *solver);
  const auto best = static_cast<std::size_t>(
      std::count_if(moves.begin(), moves.end(), [&](const auto& move) { return move.value == value; }));
  ASSERT_GT(best, 1u);
  ASSERT_LT(best, moves.size());
  for (const auto& [counts, expected] :
       {std::pair{first_moves(false, 1), best}, std::pair{first_moves(true, 0), best},
        std::pair{first_moves(true, 1), moves.size()}}) {
    ASSERT_EQ(counts.size(), expected);
    EXPECT_GT(tests::uniformity_p_value(counts), tests::kFalseAlarmRate);
  }
}

TEST(ErringPlayer, ReplaysAGame) {
  const ErringExperiment experiment(config_with_rates({{6, 4}}, {0, 1}));
  const std::string all = experiment.parts().texts.replay(0, 3, nullptr);
  EXPECT_THAT(all, HasSubstr("test: game 3 of case 0, the 6 x 4 tablet with its poison at column "));
  EXPECT_THAT(all, HasSubstr("\nerring_0\n"));
  EXPECT_THAT(all, HasSubstr("\nerring_1\n"));
  EXPECT_THAT(all, HasSubstr(" (at random"));
  const std::string name = "erring_1";
  EXPECT_THAT(experiment.parts().texts.replay(0, 3, &name), Not(HasSubstr("erring_0")));
  const std::string wrong = "erring_2";
  EXPECT_THAT(tests::message_of<InputError>([&] { experiment.parts().texts.replay(0, 3, &wrong); }),
              HasSubstr("--strategy is \"erring_2\"; did you mean"));
}

}  // namespace
}  // namespace sapper::experiments::tablet
