#include "experiments/kinds/tablet/algorithm_experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "experiments/kinds/paired/paired_tally.hpp"
#include "experiments/kinds/paired/paired_worker.hpp"
#include "experiments/kinds/paired/result_parts.hpp"
#include "experiments/kinds/tablet/game_start.hpp"
#include "experiments/kinds/tablet/study_texts.hpp"
#include "experiments/kinds/tablet/tablet_experiment.hpp"
#include "experiments/report/results_table.hpp"
#include "experiments/run/game_range.hpp"
#include "experiments/run/record_filter.hpp"
#include "experiments/run/result.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/run/timing.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "solvers/support/phase_timer.hpp"
#include "solvers/tablet/tablet_values.hpp"

namespace sapper::experiments::tablet {
namespace {

namespace bj = boost::json;
using json::rounded;

using CaseTally = PairedTally<AlgorithmCounts>;

static_assert(2 * kMaxSide < solvers::nim::kDeepestPlain, "plain reaches the end of every tablet");

struct Solution {
  int value = 0;
  std::uint64_t states = 0;
};

// nullopt if it takes too many states.
std::optional<Solution> solve(const sim::tablet::Tablet& tablet, solvers::nim::Algorithm algorithm,
                              std::uint64_t max_states) {
  try {
    const auto solver =
        solvers::tablet::make_solver(tablet, {.algorithm = algorithm, .max_states = max_states});
    const int value = solvers::tablet::value_of(tablet, *solver);
    return Solution{value, solver->states()};
  } catch (const solvers::nim::TooManyStates&) {
    return std::nullopt;
  }
}

class AlgorithmWorker final : public GameByGameWorker<CaseTally> {
 public:
  AlgorithmWorker(const Experiment& owner, const Config& config) : GameByGameWorker(owner), config_(config) {}

 private:
  void start_case(std::size_t) override {}
  bool play_chunk(std::size_t player, GameRange games, const std::atomic<bool>& abandon,
                  CaseTally& tally) override {
    if (player == 0) values_.assign(games.size(), std::nullopt);
    first_game_ = games.first;
    return GameByGameWorker::play_chunk(player, games, abandon, tally);
  }
  std::optional<bool> play_game(std::size_t player, std::uint64_t game, const std::atomic<bool>& /*abandon*/,
                                AlgorithmCounts& counts) override {
    const sim::tablet::Tablet tablet = start_of(config_, case_number(), game).tablet;
    const std::uint64_t begin_ns = solvers::thread_ns();
    const std::optional<Solution> solution = solve(tablet, config_.algorithms[player], config_.max_states);
    (solution ? counts.solved_ns : counts.refused_ns) += solvers::thread_ns() - begin_ns;
    if (!solution) return false;
    ++counts.solved;
    counts.states += solution->states;
    std::optional<int>& value = values_[game - first_game_];
    counts.disagreements += value && *value != solution->value;
    if (!value) value = solution->value;
    return false;  // nobody wins
  }

  const Config& config_;
  std::uint64_t first_game_ = 0;
  std::vector<std::optional<int>> values_;  // [game of the chunk] by the first algorithm that found it
};

}  // namespace

// The cost in states; tablets with too many cost nothing if their number is known beforehand.
double AlgorithmExperiment::game_cost(std::size_t case_number) const {
  constexpr double kPlainGrowth =
      4.5;  // growth of the states per side length; measured on squares of 3x3 to 7x7
  const auto [cols, rows] = config_.boards[case_number];
  const sim::nim::Heaps start = distances_of(start_of(config_, case_number, 0).tablet);
  const auto most = static_cast<double>(config_.max_states);
  double cost = 1;
  for (const solvers::nim::Algorithm algorithm : config_.algorithms) {
    const auto states = solvers::nim::states_needed(std::span(&start, 1), algorithm);
    if (!states)
      cost += std::min(std::pow(kPlainGrowth, cols + rows - 2), most);
    else if (*states <= config_.max_states)
      cost += static_cast<double>(*states);
  }
  return cost;
}

std::unique_ptr<Worker> AlgorithmExperiment::make_worker(std::optional<RecordFilter>) const {
  return std::make_unique<AlgorithmWorker>(*this, config_);
}

boost::json::object AlgorithmExperiment::result(std::size_t case_number, std::size_t player,
                                                const CaseTally& tally) const {
  const AlgorithmCounts& counts = tally.player(player);
  bj::value states = nullptr;  // unknown if nothing was solved
  if (counts.solved > 0)
    states = {{"total", counts.states}, {"mean", rounded_ratio(counts.states, counts.solved)}};
  bj::object result{
      {"case", case_number},
      {"board", to_json(config_.boards[case_number])},
      {"poison", to_json(config_.poison)},
      {"strategy", labels_[player]},
      {"label", labels_[player]},
      {"games", tally.games()},
      {"practical", tally.games() == 0 ? bj::value() : bj::value(counts.solved == tally.games())},
      {"states", std::move(states)}};
  add_reported(result, counts);
  return result;
}

void AlgorithmExperiment::add_timing(Timing& timing, const AlgorithmCounts& counts) const {
  timing.json["core_s_per_solution"] = nullptr;
  if (counts.solved > 0)
    timing.json["core_s_per_solution"] = rounded(ratio(counts.solved_ns, counts.solved) * 1e-9);
}

std::string AlgorithmExperiment::headline_rate(const CaseTally& tally, std::size_t player) const {
  return fmt::format("{} of {}", tally.player(player).solved, tally.games());
}

std::string AlgorithmExperiment::summary(const TallyOf& tally_of, std::optional<double>,
                                         std::size_t width) const {
  ResultsTable table({"tablet", "algorithm", "solved", "states", "time"});
  std::uint64_t disagreements = 0, solved = 0;
  add_rows(
      tally_of,
      [&](const CaseTally& tally, std::size_t player) -> std::vector<std::string> {
        const AlgorithmCounts& counts = tally.player(player);
        disagreements += counts.disagreements;
        solved += counts.solved;
        const bool has_any = counts.solved > 0;
        return {fmt::format("{} of {}", with_commas(counts.solved), with_commas(tally.games())),
                has_any ? with_commas(counts.states / counts.solved) : "-",
                has_any ? as_time(ratio(counts.solved_ns, counts.solved) * 1e-9) : "-"};
      },
      table);
  const std::string agreement = disagreements > 0
                                    ? fmt::format("{} VALUES DISAGREE.\n", with_commas(disagreements))
                                : solved > 0 ? "All values agree.\n"
                                             : "No tablet was solved.\n";
  return table.text(width) + "\n" + limits(tally_of) + agreement +
         "States and processor time: means over the tablets solved\n";
}

std::string AlgorithmExperiment::limits(const TallyOf& tally_of) const {
  std::string text;
  std::vector<std::size_t> played;  // cases: an interrupted run and a shard lack some
  for (std::size_t number = 0; number < case_count(); ++number)
    if (tally_of(number).games() > 0) played.push_back(number);
  if (played.empty()) return text;
  for (std::size_t i = 0; i < labels_.size(); ++i) {
    const auto beyond = std::ranges::find_if(played, [&](std::size_t number) {
      const CaseTally& tally = CaseTally::of(tally_of(number));
      return tally.player(i).solved < tally.games();
    });
    if (beyond != played.end())
      text += fmt::format("{} is no longer practical at {}: more than {} states.\n", labels_[i],
                          case_name(*beyond), with_commas(config_.max_states));
    else if (played.size() == case_count())
      text += fmt::format("{} is practical on all these tablets.\n", labels_[i]);
    else
      text += fmt::format("{} is practical on the {} of {} tablets played.\n", labels_[i], played.size(),
                          case_count());
  }
  return text;
}

std::string AlgorithmExperiment::replay_player(std::size_t case_number, std::uint64_t game,
                                               const std::string& label) const {
  const auto solution = solve(start_of(config_, case_number, game).tablet,
                              config_.algorithms[find_label(*this, label)], config_.max_states);
  if (!solution) return fmt::format("{}: more than {} states\n", label, with_commas(config_.max_states));
  return fmt::format("{}: value {}, {} states\n", label, solution->value, with_commas(solution->states));
}

}  // namespace sapper::experiments::tablet
