#include "experiments/run/tuning.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "experiments/config/config.hpp"
#include "experiments/config/stop_rule.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/chunk.hpp"
#include "experiments/run/in_order.hpp"
#include "experiments/run/player_tuning.hpp"
#include "experiments/support/json/writer.hpp"

namespace sapper::experiments {

namespace {

// The number of games after which the test looks, of each case.
StopRule looks() {
  StopRule stop;
  stop.min_games = 500;
  return stop;
}

// Plays these games of every case and adds them to the tallies, one for each case. False, with the tallies as they were,
// if `interrupt` became true.
bool play_games(const Experiment& experiment, GameRange games, std::size_t threads,
                const std::atomic<bool>& interrupt, std::vector<std::unique_ptr<Tally>>& tallies) {
  constexpr std::uint64_t kChunksPerThread = 4;
  const std::uint64_t size = std::max<std::uint64_t>(1, games.size() / (kChunksPerThread * threads));
  std::vector<Chunk> chunks(2 * threads);
  std::vector<std::unique_ptr<Tally>> added;
  for (Chunk& chunk : chunks) chunk.tally = experiment.make_tally();
  for (std::size_t i = 0; i < experiment.case_count(); ++i) added.push_back(experiment.make_tally());
  ChunkPlayer player(experiment, threads, std::nullopt);
  std::size_t case_number = 0;
  std::uint64_t next = games.first;
  bool is_whole = true;
  in_order(
      on_threads(threads), chunks,
      [&](Chunk& chunk) {
        if (next == games.last) {
          ++case_number;
          next = games.first;
        }
        if (case_number == experiment.case_count() || interrupt) return false;
        chunk.case_number = case_number;
        chunk.games = {next, std::min(games.last, next + size)};
        next = chunk.games.last;
        return true;
      },
      [&](Chunk& chunk, std::size_t slot) { player.play(chunk, slot, interrupt); },
      [&](Chunk& chunk) {
        if (chunk.failure) std::rethrow_exception(chunk.failure);
        is_whole = is_whole && chunk.is_complete;
        if (chunk.is_complete) added[chunk.case_number]->add(*chunk.tally);
      });
  if (!is_whole || case_number < experiment.case_count()) return false;
  for (std::size_t i = 0; i < tallies.size(); ++i) tallies[i]->add(*added[i]);
  return true;
}

std::vector<std::unique_ptr<Tally>> empty_tallies(const Experiment& experiment) {
  std::vector<std::unique_ptr<Tally>> tallies;
  for (std::size_t i = 0; i < experiment.case_count(); ++i) tallies.push_back(experiment.make_tally());
  return tallies;
}

// The counts of the first player against the second, and the difference, over all cases.
struct Evidence {
  PairedCounts counts;
  SprtSample sample;
};
Evidence evidence_of(const Experiment& pair, const std::vector<std::unique_ptr<Tally>>& tallies) {
  Evidence evidence;
  std::vector<SprtSample> samples;
  for (const auto& tally : tallies) {
    const PairedCounts counts = pair.parts().results.paired(*tally, 0, 1).value();
    evidence.counts.games += counts.games;
    evidence.counts.only_a += counts.only_a;
    evidence.counts.only_b += counts.only_b;
    samples.push_back(pair.stop_evidence(*tally).pair.value());
  }
  evidence.sample = mean_sample(samples);
  return evidence;
}

}  // namespace

Tuning::Tuning(std::shared_ptr<const Experiment> experiment, TuningPlan plan)
    : experiment_(std::move(experiment)), plan_(std::move(plan)), played_(plan_.players.size()) {
  for (const TunedPlayer& player : plan_.players) {
    std::vector<SpsaSetting> settings;
    for (const TunedSetting& setting : player.settings)
      settings.push_back({setting.from, setting.to, setting.is_whole, setting.start});
    searches_.emplace_back(std::move(settings), SpsaSchedule{plan_.iterations, plan_.spread, plan_.rate},
                           experiment_->common().seed);
  }
}

void Tuning::resume(std::size_t player, const std::vector<TuningStep>& steps,
                    const std::vector<std::vector<std::uint64_t>>& test_counters) {
  TunedGames& games = played_[player];
  if (steps.size() > plan_.iterations) throw std::invalid_argument("it has too many iterations");
  for (TuningStep step : steps) {
    if (step.games != plan_.games * experiment_->case_count() ||
        step.only_plus > step.games - std::min(step.games, step.only_minus))
      throw std::invalid_argument("the games of an iteration do not add up");
    Spsa& search = searches_[player];
    Spsa::Sides sides = search.sides();
    step.values = search.values();
    step.plus = std::move(sides.plus);
    step.minus = std::move(sides.minus);
    step.difference = json::rounded(step.difference);  // to the last bit, however the file was read
    search.update(step.difference, step.games);
    games.steps.push_back(std::move(step));
  }
  if (test_counters.empty()) return;
  if (steps.size() < plan_.iterations || test_counters.size() != experiment_->case_count())
    throw std::invalid_argument("its test is not of this experiment");
  const auto pair = test_of(player);
  games.tested = empty_tallies(*pair);
  for (std::size_t i = 0; i < test_counters.size(); ++i) {
    games.tested[i]->set_counters(test_counters[i]);
    if (games.tested[i]->games() != games.tested.front()->games() ||
        !pair->parts().results.contradiction(*games.tested[i]).empty())
      throw std::invalid_argument("the games of its test do not add up");
  }
}

std::vector<solvers::NamedNumber> Tuning::named(std::size_t player, const std::vector<double>& values) const {
  std::vector<solvers::NamedNumber> numbers;
  for (std::size_t i = 0; i < values.size(); ++i)
    numbers.push_back({plan_.players[player].settings[i].name, values[i]});
  return numbers;
}

Sprt Tuning::sprt(std::size_t player) const {
  const std::string& label = plan_.players[player].label;
  return {label + " (tuned)", label + " (before)", plan_.d0, plan_.d1, plan_.alpha, plan_.beta, true};
}

std::unique_ptr<Experiment> Tuning::test_of(std::size_t player) const {
  const Sprt test = sprt(player);
  std::vector<double> before;
  for (const TunedSetting& setting : plan_.players[player].settings) before.push_back(setting.start);
  return experiment_->parts().tuning->pair_of_variants(plan_.players[player].label, plan_.test_seed,
                                                       {test.a, named(player, found(player))},
                                                       {test.b, named(player, before)});
}

std::optional<Tuning::Tested> Tuning::tested(std::size_t player) const {
  if (played_[player].tested.empty()) return std::nullopt;
  const Evidence evidence = evidence_of(*test_of(player), played_[player].tested);
  return Tested{evidence.counts, evidence.sample, accepted(sprt(player), evidence.sample)};
}

bool Tuning::is_tested(std::size_t player) const {
  if (plan_.test_games == 0) return true;
  const std::optional<Tested> test = tested(player);
  return test && (test->accepted || played_[player].tested.front()->games() >= plan_.test_games);
}

bool Tuning::is_finished() const {
  for (std::size_t player = 0; player < searches_.size(); ++player)
    if (searches_[player].iteration() < plan_.iterations || !is_tested(player)) return false;
  return true;
}

bool Tuning::play_step(std::size_t player, std::size_t threads, const std::atomic<bool>& interrupt) {
  Spsa& search = searches_[player];
  const Spsa::Sides sides = search.sides();
  const std::string& label = plan_.players[player].label;
  const auto pair = experiment_->parts().tuning->pair_of_variants(
      label, experiment_->common().seed, {label + " (plus)", named(player, sides.plus)},
      {label + " (minus)", named(player, sides.minus)});
  std::vector<std::unique_ptr<Tally>> tallies = empty_tallies(*pair);
  const std::uint64_t first = search.iteration() * plan_.games;
  if (!play_games(*pair, {first, first + plan_.games}, threads, interrupt, tallies)) return false;
  const Evidence evidence = evidence_of(*pair, tallies);
  TuningStep step{search.values(),
                  sides.plus,
                  sides.minus,
                  evidence.counts.games,
                  evidence.counts.only_a,
                  evidence.counts.only_b,
                  json::rounded(evidence.sample.sum / static_cast<double>(evidence.counts.games))};
  search.update(step.difference, step.games);
  played_[player].steps.push_back(std::move(step));
  return true;
}

bool Tuning::play_test(std::size_t player, std::size_t threads, const std::atomic<bool>& interrupt) {
  const auto pair = test_of(player);
  TunedGames& played = played_[player];
  std::vector<std::unique_ptr<Tally>> tallies = empty_tallies(*pair);
  for (std::size_t i = 0; i < played.tested.size(); ++i) tallies[i]->add(*played.tested[i]);
  const std::uint64_t done = tallies.front()->games();
  const std::uint64_t next = std::min(plan_.test_games, next_look(looks(), done));
  if (!play_games(*pair, {done, next}, threads, interrupt, tallies)) return false;
  played.tested = std::move(tallies);
  return true;
}

Outcome Tuning::play(std::size_t threads, const std::atomic<bool>& interrupt,
                     const std::function<void()>& after_step) {
  for (std::size_t player = 0; player < searches_.size(); ++player)
    while (searches_[player].iteration() < plan_.iterations || !is_tested(player)) {
      const bool is_search = searches_[player].iteration() < plan_.iterations;
      if (interrupt ||
          !(is_search ? play_step(player, threads, interrupt) : play_test(player, threads, interrupt)))
        return Outcome::interrupted;
      if (after_step) after_step();
    }
  return Outcome::finished;
}

}  // namespace sapper::experiments
