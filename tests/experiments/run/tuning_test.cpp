// Tuning over an experiment whose win rates are known: players win games by a parabola of their setting.
// Label: threads
#include "experiments/run/tuning.hpp"

#include <cmath>
#include <optional>

#include "experiments/kinds/paired/paired_experiment.hpp"
#include "experiments/kinds/paired/paired_tally.hpp"
#include "experiments/kinds/paired/paired_worker.hpp"
#include "experiments/report/tuning_report.hpp"
#include "experiments/run/player_tuning.hpp"
#include "experiments/run/record_filter.hpp"
#include "experiments/run/report_parts.hpp"
#include "experiments/support/errors.hpp"
#include "sim/random/stream.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"
#include "tests/support/text.hpp"

namespace sapper::experiments {
namespace {

struct CoinCounts {
  std::uint64_t wins = 0;
  std::uint64_t play_ns() const { return 0; }

  template <class Self, class Visit>
  static void each_counter(Self& self, Visit visit) {
    visit(Counter{"wins", CounterRole::reported}, self.wins);
  }
};
using CoinTally = PairedTally<CoinCounts>;

struct CoinConfig : CommonConfig {
  std::vector<double> values{0.9};
  std::vector<std::string> players{"coin"};
  std::uint64_t fails_at = ~std::uint64_t{0};

  std::size_t case_count() const { return 2; }
  std::vector<std::string> labels() const { return players; }
};
CaseProperties properties_of(const CoinConfig&, std::size_t number) {
  return {{"coin", number, CaseProperty::Role::board, true, "coin " + std::to_string(number)}};
}
boost::json::object to_json(const CoinConfig& config) {
  return {{"schema", "sapper-config/1"}, {"seed", config.seed}, {"value", config.values.front()}};
}

// The optimum is 0.4; the second case is won less often.
double chance(std::size_t case_number, double value) {
  return 0.7 - 0.1 * static_cast<double>(case_number) - 0.5 * (value - 0.4) * (value - 0.4);
}

class CoinWorker final : public GameByGameWorker<CoinTally> {
 public:
  CoinWorker(const Experiment& owner, const CoinConfig& config) : GameByGameWorker(owner), config_(config) {}

 private:
  void start_case(std::size_t) override {}
  std::optional<bool> play_game(std::size_t player, std::uint64_t game, const std::atomic<bool>& abandon,
                                CoinCounts& counts) override {
    if (abandon) return std::nullopt;
    if (game == config_.fails_at) throw std::runtime_error("boom");
    sim::Stream luck({config_.seed, case_number(), game}, sim::StreamPurpose::layout);
    const bool is_won = luck.uniform() < chance(case_number(), config_.values[player]);
    counts.wins += is_won;
    return is_won;
  }
  const CoinConfig& config_;
};

class CoinExperiment final : public PairedExperiment<CoinConfig, CoinTally>, public PlayerTuning {
 public:
  using PairedExperiment::PairedExperiment;
  ExperimentParts parts() const override {
    ExperimentParts parts = PairedExperiment::parts();
    parts.tuning = this;
    return parts;
  }
  double game_cost(std::size_t) const override { return 1; }
  std::uint64_t first_chunk(std::size_t) const override { return 1; }
  std::unique_ptr<Worker> make_worker(std::optional<RecordFilter>) const override {
    return std::make_unique<CoinWorker>(*this, config_);
  }
  std::string summary(const TallyOf&, std::optional<double>, std::size_t) const override { return ""; }
  std::string outline() const override { return ""; }
  std::vector<NumberSetting> number_settings() const override {
    return {{"coin", "coin", "value", config_.values.front(), Interval{0, 1}, false}};
  }
  std::unique_ptr<Experiment> pair_of_variants(const std::string&, std::uint64_t seed,
                                               const PlayerVariant& first,
                                               const PlayerVariant& second) const override {
    CoinConfig config = config_;
    config.seed = seed;
    config.games = kMaxGames;
    config.players = {first.label, second.label};
    config.values = {first.settings.front().value, second.settings.front().value};
    config.stop.emplace().sprt.emplace().a = first.label;
    config.stop->sprt->b = second.label;
    return std::make_unique<CoinExperiment>(config);
  }

 private:
  boost::json::object result(std::size_t, std::size_t, const CoinTally&) const override { return {}; }
  std::string replay_player(std::size_t, std::uint64_t, const std::string&) const override { return ""; }
};

constexpr std::uint64_t kIterations = 60;

TuningPlan plan_of(double start = 0.9) {
  TuningPlan plan;
  plan.players = {{"coin", {{"value", 0, 1, false, start}}}};
  plan.iterations = kIterations;
  plan.games = 400;
  plan.rate = 0.04;
  plan.test_games = 20'000;
  plan.d1 = 0.05;
  return plan;
}
Tuning tuning_of(const TuningPlan& plan, std::uint64_t fails_at = ~std::uint64_t{0}) {
  CoinConfig config;
  config.name = "coins";
  config.fails_at = fails_at;
  config.values = {plan.players.front().settings.front().start};
  return {std::make_shared<CoinExperiment>(config), plan};
}

constexpr std::atomic<bool> kNever = false;

// All that must not depend on how it was played.
std::string trace_of(const Tuning& tuning) {
  const std::string text = text_of(tuning, TuningRun{}, TuneFile::trace);
  return text.substr(0, text.find("\n  \"timing\""));
}

std::string whole_trace(std::size_t threads) {
  Tuning tuning = tuning_of(plan_of());
  EXPECT_EQ(tuning.play(threads, kNever, {}), Outcome::finished);
  EXPECT_TRUE(tuning.is_finished());
  return trace_of(tuning);
}

TEST(Tuning, FindsTheOptimumAndConfirmsTheGain) {
  Tuning tuning = tuning_of(plan_of());
  ASSERT_EQ(tuning.play(2, kNever, {}), Outcome::finished);
  EXPECT_NEAR(tuning.found(0).front(), 0.4, 0.12);
  const auto test = tuning.tested(0);
  ASSERT_TRUE(test);
  EXPECT_EQ(test->accepted, Hypothesis::d1) << "0.125 is gained";
  EXPECT_EQ(test->sample.variance_ratio, 0) << "there are no risks";
  EXPECT_NEAR(test->sample.sum / static_cast<double>(test->counts.games), 0.125, 0.04);
  EXPECT_THAT(tuning_table(tuning, 80),
              AllOf(HasSubstr("coin: 60 of 60 iterations, 800 games a side in each, 96,000 games in all."),
                    HasSubstr("accepts d1 = 0.05 rather than d0 = 0"), HasSubstr("coin (tuned)"),
                    HasSubstr("\nBetter: the test confirms a gain of 5 points. In a config: \"value\": 0.")));
}

TEST(Tuning, DoesNotConfirmAGainThatIsNotThere) {
  TuningPlan plan = plan_of(0.4);
  plan.rate = 0.001;  // it stays near the optimum
  Tuning tuning = tuning_of(plan);
  ASSERT_EQ(tuning.play(2, kNever, {}), Outcome::finished);
  EXPECT_EQ(tuning.tested(0)->accepted, Hypothesis::d0);
  EXPECT_THAT(
      tuning_table(tuning, 80),
      AllOf(HasSubstr("\nNot better: the test finds no gain of 5 points. Keep the config's \"value\": 0.4\n"),
            Not(HasSubstr("In a config"))));
}

// What is counted once more, game by game.
TEST(Tuning, PlaysBothSidesOnCommonAndFreshGames) {
  Tuning tuning = tuning_of(plan_of());
  int steps = 0;
  ASSERT_EQ(tuning.play(3, kNever, [&] { ++steps; }), Outcome::finished);
  const std::vector<TuningStep>& played = tuning.played()[0].steps;
  ASSERT_EQ(played.size(), kIterations);
  EXPECT_GT(steps, static_cast<int>(kIterations)) << "the test's looks too";
  for (std::size_t k = 0; k < played.size(); k += 7) {
    std::uint64_t only_plus = 0, only_minus = 0;
    for (std::size_t number = 0; number < 2; ++number)
      for (std::uint64_t game = 400 * k; game < 400 * (k + 1); ++game) {
        const double draw = sim::Stream({1, number, game}, sim::StreamPurpose::layout).uniform();
        const bool plus = draw < chance(number, played[k].plus[0]);
        const bool minus = draw < chance(number, played[k].minus[0]);
        only_plus += plus && !minus;
        only_minus += minus && !plus;
      }
    EXPECT_EQ(played[k].games, 800U);
    EXPECT_EQ(played[k].only_plus, only_plus) << k;
    EXPECT_EQ(played[k].only_minus, only_minus) << k;
    EXPECT_NEAR(played[k].difference,
                (static_cast<double>(only_plus) - static_cast<double>(only_minus)) / 800, 1e-9);
  }
}

TEST(Tuning, IsTheSameForAnyNumberOfThreads) {
  const std::string one = whole_trace(1);
  EXPECT_EQ(whole_trace(2), one);
  EXPECT_EQ(whole_trace(8), one);
}

// Interrupted after every few steps, and continued from the file each time.
TEST(Tuning, IsTheSameAfterInterruptions) {
  const std::string whole = whole_trace(2);
  const tests::TemporaryFolder folder;
  const auto checkpoint = folder.path() / "c.checkpoint";
  int rounds = 0;
  for (bool is_finished = false; !is_finished; ++rounds) {
    ASSERT_LT(rounds, 60);
    Tuning tuning = tuning_of(plan_of());
    if (rounds > 0) {
      EXPECT_EQ(resume(checkpoint, {}, tuning), 0);
    }
    std::atomic<bool> interrupt = false;
    int steps = 0;
    is_finished = tuning.play(3, interrupt, [&] { interrupt = ++steps == 7; }) == Outcome::finished;
    if (is_finished) {
      EXPECT_EQ(trace_of(tuning), whole);
    } else {
      folder.write("c.checkpoint", text_of(tuning, {}, TuneFile::checkpoint));
    }
  }
  EXPECT_GT(rounds, 8);
}

// As when its trace could not be written.
TEST(Tuning, GoesOnWhereNothingIsLeftToPlay) {
  Tuning whole = tuning_of(plan_of());
  ASSERT_EQ(whole.play(2, kNever, {}), Outcome::finished);
  const tests::TemporaryFolder folder;
  Tuning tuning = tuning_of(plan_of());
  resume(folder.write("c.checkpoint", text_of(whole, {}, TuneFile::checkpoint)), {}, tuning);
  EXPECT_TRUE(tuning.is_finished());
  EXPECT_EQ(trace_of(tuning), trace_of(whole));
}

TEST(Tuning, KeepsWhatWasPlayedWhenAGameFails) {
  Tuning tuning = tuning_of(plan_of(), 400 * 3 + 5);
  EXPECT_THAT(tests::message_of<GameFailed>([&] { (void)tuning.play(2, kNever, {}); }), HasSubstr("boom"));
  EXPECT_EQ(tuning.played()[0].steps.size(), 3U);
}

TEST(Tuning, RefusesCheckpointsOfOthers) {
  Tuning tuning = tuning_of(plan_of());
  std::atomic<bool> interrupt = false;
  int steps = 0;
  ASSERT_EQ(tuning.play(1, interrupt, [&] { interrupt = ++steps == 3; }), Outcome::interrupted);
  const std::string text = text_of(tuning, {}, TuneFile::checkpoint);
  const tests::TemporaryFolder folder;
  const auto refusal = [&](const std::string& content, const TuningPlan& plan) {
    Tuning other = tuning_of(plan);
    return tests::message_of<InputError>([&] { resume(folder.write("c", content), {}, other); });
  };
  EXPECT_EQ(refusal(text, plan_of()), "");
  TuningPlan longer = plan_of();
  longer.iterations = 61;
  EXPECT_THAT(refusal(text, longer), HasSubstr("c: belongs to a different tuning"));
  const auto edited = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    const std::size_t at = changed.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return changed.replace(at, from.size(), to);
  };
  const auto damaged = [&](const std::string& from, const std::string& to) {
    std::string changed = edited(from, to);
    const std::string hash = hash_of_checkpoint(changed);
    return changed.replace(changed.rfind("fnv1a-64:"), hash.size(), hash);
  };
  EXPECT_EQ(refusal(damaged("\"seed\": 1", "\"note\": \"later\", \"seed\": 1"), plan_of()), "");
  EXPECT_THAT(refusal(damaged("\"seed\": 1", "\"seed\": 2"), plan_of()),
              HasSubstr("belongs to a different tuning"));
  EXPECT_THAT(refusal(damaged("\"beta\": 0.05", "\"beta\": 0.06"), plan_of()),
              HasSubstr("belongs to a different tuning"));
  const std::string invalid = "is not a valid checkpoint of a tuning; delete it and run without --resume";
  EXPECT_THAT(refusal(text.substr(0, text.size() / 2), plan_of()), HasSubstr(invalid));
  EXPECT_THAT(refusal(damaged("\"complete\": false", "\"complete\": true"), plan_of()), HasSubstr(invalid));
  EXPECT_THAT(refusal(damaged("\"games\": 800", "\"games\": 801"), plan_of()), HasSubstr(invalid));
  EXPECT_THAT(refusal(damaged("\"only_plus\": ", "\"only_plus\": 9"), plan_of()), HasSubstr(invalid));
  EXPECT_THAT(refusal(damaged("\"difference\"", "\"gain\""), plan_of()), HasSubstr(invalid));
  // The first difference, from which the next values follow.
  const std::size_t at = text.find("\"difference\": ");
  const std::string first = text.substr(at, text.find('\n', at) - at);
  const std::string other = "\"difference\": 0";
  ASSERT_NE(first, other);
  EXPECT_THAT(refusal(damaged(first, other), plan_of()), HasSubstr(invalid));
  EXPECT_THAT(refusal(damaged("\"values\": [0.9]", "\"values\": [0.8]"), plan_of()), HasSubstr(invalid));
  // Nothing follows from these.
  const std::string hash = "c: is damaged or was edited: its content hashes to fnv1a-64:";
  EXPECT_THAT(refusal(edited(first, other), plan_of()), HasSubstr(hash));
  EXPECT_THAT(refusal(edited("\"only_plus\": ", "\"only_plus\": 1"), plan_of()), HasSubstr(hash));
  EXPECT_THAT(refusal(edited("\"wall_s\": 0", "\"wall_s\": 1"), plan_of()), HasSubstr(hash));
  EXPECT_THAT(refusal(damaged("\"test_counters\": []", "\"test_counters\": [[1]]"), plan_of()),
              HasSubstr(invalid));
  EXPECT_THAT(refusal(damaged("\"build_id\": \"", "\"build_id\": \"x"), plan_of()),
              HasSubstr("was written by another build"));
}

}  // namespace
}  // namespace sapper::experiments
