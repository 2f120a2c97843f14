#include "experiments/tablet/algorithm_experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "experiments/support/thread_time.hpp"
#include "experiments/tablet/outline.hpp"
#include "solvers/tablet/tablet_values.hpp"

namespace sapper::experiments::tablet {
namespace {

namespace bj = boost::json;
using json::rounded;

enum Counter : std::size_t {
  kSolved,  // within max_states
  kStates,  // of the tablets solved
  kDisagreements,
  kSolvedNs,   // processor time of the tablets solved
  kRefusedNs,  // and of those given up
  kCounterCount
};

static_assert(2 * kMaxSide < solvers::nim::kDeepestPlain, "plain reaches the end of every tablet");

const CountTally& counts(const Tally& tally) { return dynamic_cast<const CountTally&>(tally); }

struct Solution {
  int value = 0;
  std::uint64_t states = 0;
};

// Nothing where it takes too many states.
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

class AlgorithmWorker final : public Worker {
 public:
  explicit AlgorithmWorker(const Config& config) : config_(config) {}

  bool play(std::size_t board, std::uint64_t first, std::uint64_t last, const std::atomic<bool>& abandon,
            Tally& tally) override {
    auto& counts = dynamic_cast<CountTally&>(tally);
    for (std::uint64_t game = first; game < last; ++game)
      if (!solve_one(start_of(config_, board, game).tablet, abandon, counts)) return false;
    counts.add_games(last - first);
    return true;
  }

 private:
  bool solve_one(const sim::tablet::Tablet& tablet, const std::atomic<bool>& abandon,
                 CountTally& counts) const {
    std::optional<int> first_value;
    for (std::size_t i = 0; i < config_.algorithms.size(); ++i) {
      if (abandon.load(std::memory_order_relaxed)) return false;
      const std::uint64_t begin_ns = thread_ns();
      const std::optional<Solution> solution = solve(tablet, config_.algorithms[i], config_.max_states);
      counts.of(i, solution ? kSolvedNs : kRefusedNs) += thread_ns() - begin_ns;
      if (!solution) continue;
      ++counts.of(i, kSolved);
      counts.of(i, kStates) += solution->states;
      counts.of(i, kDisagreements) += first_value && *first_value != solution->value;
      if (!first_value) first_value = solution->value;
    }
    return true;
  }

  const Config& config_;
};

double mean(std::uint64_t total, std::uint64_t count) {
  return count == 0 ? 0 : static_cast<double>(total) / static_cast<double>(count);
}

std::string as_time(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.1f} us", seconds * 1e6);
  return seconds < 1 ? fmt::format("{:.1f} ms", seconds * 1e3) : fmt::format("{:.2f} s", seconds);
}

}  // namespace

// In states: those that are too many cost nothing where their number is known beforehand.
double AlgorithmExperiment::game_cost(std::size_t board) const {
  constexpr double kPlainGrowth = 4.5;  // of the states with a side; measured on squares of 3x3 to 7x7
  const auto [cols, rows] = config_.boards[board];
  const sim::nim::Heaps start = distances_of(start_of(config_, board, 0).tablet);
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

std::unique_ptr<Worker> AlgorithmExperiment::make_worker() const {
  return std::make_unique<AlgorithmWorker>(config_);
}

std::unique_ptr<Tally> AlgorithmExperiment::make_tally() const {
  return std::make_unique<CountTally>(config_.player_count(), kCounterCount);
}

bj::array AlgorithmExperiment::results(std::size_t board, const Tally& tally) const {
  bj::array results;
  for (std::size_t i = 0; i < config_.player_count(); ++i) {
    const auto count = [&](Counter counter) { return counts(tally).of(i, counter); };
    bj::value states = nullptr;  // unknown where nothing was solved
    if (count(kSolved) > 0)
      states = {{"total", count(kStates)}, {"mean", rounded(mean(count(kStates), count(kSolved)))}};
    results.push_back(bj::object{{"board", to_json(config_.boards[board])},
                                 {"poison", to_json(config_.poison)},
                                 {"strategy", config_.player_name(i)},
                                 {"games", tally.games()},
                                 {"solved", count(kSolved)},
                                 {"practical", count(kSolved) == tally.games()},
                                 {"states", std::move(states)},
                                 {"disagreements", count(kDisagreements)}});
  }
  return results;
}

bj::array AlgorithmExperiment::timings(std::size_t, const Tally& tally, double wall_per_core_s) const {
  bj::array timings;
  for (std::size_t i = 0; i < config_.player_count(); ++i) {
    const auto count = [&](Counter counter) { return counts(tally).of(i, counter); };
    bj::object timing = timing_of(tally.games(), count(kSolvedNs) + count(kRefusedNs), wall_per_core_s);
    timing["core_s_per_solution"] = nullptr;
    if (count(kSolved) > 0)
      timing["core_s_per_solution"] = rounded(mean(count(kSolvedNs), count(kSolved)) * 1e-9);
    timings.push_back(std::move(timing));
  }
  return timings;
}

double AlgorithmExperiment::core_s(const Tally& tally) const {
  return static_cast<double>(counts(tally).total(kSolvedNs) + counts(tally).total(kRefusedNs)) * 1e-9;
}

std::string AlgorithmExperiment::headline(const Tally& tally) const {
  std::string text;
  for (std::size_t i = 0; i < config_.player_count(); ++i)
    text += fmt::format("{}{} {} of {}", i == 0 ? "" : "  ", config_.player_name(i),
                        counts(tally).of(i, kSolved), tally.games());
  return text;
}

std::string AlgorithmExperiment::summary(const TallyOf& tally_of, double) const {
  std::vector<std::vector<std::string>> rows{{"tablet", "algorithm", "solved", "states", "time"}};
  std::uint64_t disagreements = 0;
  for (std::size_t board = 0; board < board_count(); ++board) {
    for (std::size_t i = 0; i < config_.player_count(); ++i) {
      const auto count = [&](Counter counter) { return counts(tally_of(board)).of(i, counter); };
      const bool has_any = count(kSolved) > 0;
      rows.push_back(
          {i == 0 ? board_name(board) : "", config_.player_name(i),
           fmt::format("{} of {}", with_commas(count(kSolved)), with_commas(tally_of(board).games())),
           has_any ? with_commas(count(kStates) / count(kSolved)) : "-",
           has_any ? as_time(mean(count(kSolvedNs), count(kSolved)) * 1e-9) : "-"});
      disagreements += count(kDisagreements);
    }
  }
  const std::string agreement = disagreements == 0
                                    ? "All values agree.\n"
                                    : fmt::format("{} VALUES DISAGREE.\n", with_commas(disagreements));
  return table_of(rows) + "\n" + limits(tally_of) + agreement +
         "States and processor time: means over the tablets solved\n";
}

std::string AlgorithmExperiment::limits(const TallyOf& tally_of) const {
  std::string text;
  for (std::size_t i = 0; i < config_.player_count(); ++i) {
    std::size_t board = 0;
    while (board < board_count() && counts(tally_of(board)).of(i, kSolved) == tally_of(board).games())
      ++board;
    text += board == board_count()
                ? fmt::format("{} is practical on all of these tablets.\n", config_.player_name(i))
                : fmt::format("{} stops being practical at {}: more than {} states.\n",
                              config_.player_name(i), board_name(board), with_commas(config_.max_states));
  }
  return text;
}

std::string AlgorithmExperiment::replay(std::size_t board, std::uint64_t game,
                                        const std::string* strategy) const {
  const sim::tablet::Tablet tablet = start_of(config_, board, game).tablet;
  const auto line = [&](std::size_t i) {
    const auto solution = solve(tablet, config_.algorithms[i], config_.max_states);
    if (!solution)
      return fmt::format("{}: more than {} states\n", config_.player_name(i),
                         with_commas(config_.max_states));
    return fmt::format("{}: value {}, {} states\n", config_.player_name(i), solution->value,
                       with_commas(solution->states));
  };
  std::string text = replay_head(config_, board, game);
  if (strategy) return text + line(config_.find_player(*strategy));
  for (std::size_t i = 0; i < config_.player_count(); ++i) text += line(i);
  return text;
}

std::string AlgorithmExperiment::outline() const { return outline_of(config_); }

}  // namespace sapper::experiments::tablet
