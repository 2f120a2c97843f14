// Tunes settings of players by the games of an experiment (`sapper tune`), one player after another: SPSA (stats/spsa.hpp)
// over iterations of games that the player plays with its settings changed either way, then a sequential test of the
// settings that were found against those of the config, on boards of another seed.
//
// Both sides of an iteration play the same boards, and each iteration plays the next ones: game g of iteration k is game
// k * games + g of each case. What moves the settings is the difference of the two win rates, averaged over the cases,
// and adjusted by both sides' losses minus risks where risks are known (differences.hpp).
//
// The test pairs the players' games on each board, of which one, both or neither are won. (Engines pair two games with
// colours reversed; here a board has no colours, and common boards do what these pairs are for.) It looks after the
// numbers of games of a stop rule.
//
// Everything depends only on config and plan: differences are rounded to nine digits before use, so that a file of
// what was played (report/tuning_report.hpp) goes on as if nothing had happened.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/run/driver.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/stats/sprt.hpp"
#include "experiments/stats/spsa.hpp"
#include "solvers/support/settings.hpp"

namespace sapper::experiments {

struct TunedSetting {
  std::string name;
  double from = 0;
  double to = 1;
  bool is_whole = false;
  double start = 0;

  template <class Self, class Visit>
  static void each_field(Self& self, Visit visit) {
    visit("name", self.name);
    visit("from", self.from);
    visit("to", self.to);
    visit("is_whole", self.is_whole);
    visit("start", self.start);
  }
};

struct TunedPlayer {
  std::string label;
  std::vector<TunedSetting> settings;

  template <class Self, class Visit>
  static void each_field(Self& self, Visit visit) {
    visit("player", self.label);
    visit("settings", self.settings);
  }
};

struct TuningPlan {
  std::vector<TunedPlayer> players;
  std::uint64_t iterations = 200;
  std::uint64_t games = 1;  // of each side, case and iteration
  double spread = 0.1;      // of SpsaSchedule, as is `rate`
  double rate = 0.002;
  std::uint64_t test_seed = 2;
  std::uint64_t test_games = 0;  // the most of each case; 0: no test
  double d0 = 0;                 // of the test's Sprt, as are the following
  double d1 = 0.005;
  double alpha = 0.05;
  double beta = 0.05;

  template <class Self, class Visit>
  static void each_field(Self& self, Visit visit) {
    visit("players", self.players);
    visit("iterations", self.iterations);
    visit("games_per_iteration", self.games);
    visit("spread", self.spread);
    visit("rate", self.rate);
    visit("test_seed", self.test_seed);
    visit("test_games", self.test_games);
    visit("d0", self.d0);
    visit("d1", self.d1);
    visit("alpha", self.alpha);
    visit("beta", self.beta);
  }
};

// An iteration.
struct TuningStep {
  std::vector<double> values;  // of the settings, before it
  std::vector<double> plus, minus;
  std::uint64_t games = 0;                      // of each side, over all cases
  std::uint64_t only_plus = 0, only_minus = 0;  // games that only that side won
  double difference = 0;                        // of the win rates, adjusted where risks are known

  template <class Self, class Visit>
  static void each_field(Self& self, Visit visit) {
    visit("values", self.values);
    visit("plus", self.plus);
    visit("minus", self.minus);
    visit("games", self.games);
    visit("only_plus", self.only_plus);
    visit("only_minus", self.only_minus);
    visit("difference", self.difference);
  }
};

// What is played of a player's tuning.
struct TunedGames {
  std::vector<TuningStep> steps;
  // The tallies of the test, one for each case, of equally many games; none before its first look.
  std::vector<std::unique_ptr<Tally>> tested;
};

class Tuning {
 public:
  // Nothing is played yet. The experiment has the settings of the plan.
  Tuning(std::shared_ptr<const Experiment> experiment, TuningPlan plan);

  const Experiment& experiment() const { return *experiment_; }
  const TuningPlan& plan() const { return plan_; }
  const std::vector<TunedGames>& played() const { return played_; }
  // Games of each side of all iterations and cases.
  std::uint64_t games_per_player() const {
    return plan_.iterations * plan_.games * experiment_->case_count();
  }

  // Continues with what an earlier run has played, of which only the differences, the counts of games, and the test's
  // counters are taken; the rest follows, and is the caller's to compare. std::invalid_argument if it is not of this plan.
  void resume(std::size_t player, const std::vector<TuningStep>& steps,
              const std::vector<std::vector<std::uint64_t>>& test_counters);

  // Plays until everything is played or `interrupt` becomes true; then the iteration in play is dropped. Throws GameFailed.
  // after_step: called after each iteration and each look of a test.
  [[nodiscard]] Outcome play(std::size_t threads, const std::atomic<bool>& interrupt,
                             const std::function<void()>& after_step);
  bool is_finished() const;

  // A player's settings after its iterations so far; the rounded ones are those that are tested.
  std::vector<double> values(std::size_t player) const { return searches_[player].values(); }
  std::vector<double> found(std::size_t player) const { return searches_[player].rounded_values(); }
  // The test of what was found (a) against the config (b), and what is known of it; nullopt before its first look.
  Sprt sprt(std::size_t player) const;
  struct Tested {
    PairedCounts counts;  // over all cases
    SprtSample sample;
    std::optional<Hypothesis> accepted;  // nullopt: undecided
  };
  std::optional<Tested> tested(std::size_t player) const;

 private:
  std::vector<solvers::NamedNumber> named(std::size_t player, const std::vector<double>& values) const;
  std::unique_ptr<Experiment> test_of(std::size_t player) const;
  bool is_tested(std::size_t player) const;
  bool play_step(std::size_t player, std::size_t threads, const std::atomic<bool>& interrupt);
  bool play_test(std::size_t player, std::size_t threads, const std::atomic<bool>& interrupt);

  std::shared_ptr<const Experiment> experiment_;
  TuningPlan plan_;
  std::vector<Spsa> searches_;      // [player]
  std::vector<TunedGames> played_;  // [player]
};

}  // namespace sapper::experiments
