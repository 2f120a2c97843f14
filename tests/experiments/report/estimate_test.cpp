// The games that a pilot plays, and what it makes of them.
#include "experiments/report/estimate.hpp"

#include <mutex>
#include <thread>

#include "experiments/run/game_range.hpp"
#include "experiments/run/record_filter.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/run/worker.hpp"
#include "tests/support/order_experiment.hpp"

namespace sapper::tests {
namespace {

// Its first games are analyzed. Keeps what its workers were asked to play.
class AnalyzedExperiment final : public OrderExperiment {
 public:
  AnalyzedExperiment(std::uint64_t analyzed, std::uint64_t games)
      : OrderExperiment(2, games), analyzed_(analyzed) {}

  ExperimentParts parts() const override {
    ExperimentParts parts = OrderExperiment::parts();
    parts.analyzed_games = analyzed_;
    return parts;
  }
  std::unique_ptr<Worker> make_worker(std::optional<RecordFilter>) const override {
    return std::make_unique<Keeping>(*this);
  }

  mutable std::mutex mutex;
  mutable std::vector<GameRange> played;

 private:
  class Keeping final : public Worker {
   public:
    explicit Keeping(const AnalyzedExperiment& experiment)
        : experiment_(experiment), player_(experiment, true) {}
    bool play(std::size_t board, GameRange games, const std::atomic<bool>& abandon, Tally& tally,
              std::string& records) override {
      {
        const std::lock_guard lock(experiment_.mutex);
        experiment_.played.push_back(games);
      }
      return player_.play(board, games, abandon, tally, records);
    }

   private:
    const AnalyzedExperiment& experiment_;
    OrderWorker player_;
  };

  std::uint64_t analyzed_;
};

TEST(Pilot, TimesAnalyzedGamesApartFromTheOthers) {
  const AnalyzedExperiment some(5, 1'000'000'000);
  EXPECT_EQ(estimate(some, GameSet::all_of(some), 2, 0.2).games, 2'000'000'000U);
  EXPECT_THAT(some.played, testing::Contains(testing::Field(&GameRange::first, 0U)));
  EXPECT_THAT(some.played, testing::Contains(testing::Field(&GameRange::first, 5U)));
  for (const GameRange& games : some.played) EXPECT_TRUE(games.last <= 5 || games.first >= 5) << games.first;

  const AnalyzedExperiment none(0, 8), all(9, 8);
  for (const AnalyzedExperiment* experiment : {&none, &all}) {
    EXPECT_EQ(estimate(*experiment, GameSet::all_of(*experiment), 1, 100).pilot_games, 16U)
        << "of two cases, all games";
    EXPECT_EQ(experiment->played.front(), (GameRange{0, 1}));
  }
}

// Games that do not end.
class EndlessExperiment final : public OrderExperiment {
 public:
  explicit EndlessExperiment(std::uint64_t analyzed) : OrderExperiment(1, 8), analyzed_(analyzed) {}

  ExperimentParts parts() const override {
    ExperimentParts parts = OrderExperiment::parts();
    parts.analyzed_games = analyzed_;
    return parts;
  }
  std::unique_ptr<Worker> make_worker(std::optional<RecordFilter>) const override {
    return std::make_unique<Endless>();
  }

 private:
  class Endless final : public Worker {
   public:
    bool play(std::size_t, GameRange, const std::atomic<bool>& abandon, Tally&, std::string&) override {
      while (!abandon) std::this_thread::yield();
      return false;
    }
  };

  std::uint64_t analyzed_;
};

TEST(Pilot, SaysNothingOfCasesOfWhichNoGameEnds) {
  for (const std::uint64_t analyzed : {0, 4, 8}) {
    const EndlessExperiment endless(analyzed);
    const CostEstimate guess = estimate(endless, GameSet::all_of(endless), 1, 0.01);
    EXPECT_EQ(guess.unknown_cases, guess.played_cases);
    EXPECT_EQ(guess.pilot_games, 0U);
    EXPECT_EQ(guess.core_s, 0) << "of all games, nothing is known";
    EXPECT_GT(guess.cases[0].wall_s_per_game, 0) << analyzed;
  }
}

}  // namespace
}  // namespace sapper::tests
