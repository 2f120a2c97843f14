#include "experiments/minesweeper/results.hpp"

#include <cmath>

#include "experiments/engine/statistics.hpp"
#include "experiments/support/json/writer.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using json::rounded;
namespace bj = boost::json;

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : rounded(static_cast<double>(part) / static_cast<double>(whole));
}

bj::object moves_of(const StrategyTally& tally) {
  bj::object moves;
  for (std::size_t i = 0; i < solvers::kMoveKindCount; ++i)
    moves[solvers::kMoveKindNames[i]] = tally.moves[i];
  return moves;
}

bj::object guesses_of(const StrategyTally& tally, std::uint64_t games) {
  bj::array histogram;
  for (const std::uint64_t count : tally.guess_histogram) histogram.emplace_back(count);
  return {{"total", tally.guesses()},
          {"mean", ratio(tally.guesses(), games)},
          {"histogram", std::move(histogram)}};
}

// `calibrated`: whether predicted and actual losses must agree within the standard error.
bj::object guess_risk_of(const StrategyTally& tally, bool calibrated) {
  const double predicted = tally.guess_risk.value();
  const auto guesses = static_cast<double>(tally.guesses());
  return {{"mean", tally.guesses() == 0 ? 0 : rounded(predicted / guesses)},
          {"predicted_losses", rounded(predicted)},
          {"losses", tally.guess_losses},
          {"standard_error", rounded(std::sqrt(tally.guess_variance.value()))},
          {"calibrated", calibrated}};
}

bj::object frontier_of(const solvers::FrontierTally& frontier) {
  return {{"analyses", frontier.analyses},
          {"components", ratio(frontier.components, frontier.analyses)},
          {"cells", ratio(frontier.cells, frontier.analyses)},
          {"largest_component", frontier.largest_component}};
}

}  // namespace

bj::array results_of(const Config& config, std::size_t board_number, const BoardTally& tally) {
  const Board& board = config.boards[board_number];
  bj::object board_object = to_json(board);
  board_object.erase("topology");
  board_object["density"] = rounded(board.density());
  board_object["topology"] = sim::name_of(board.topology);
  bj::array results;
  for (std::size_t i = 0; i < config.strategies.size(); ++i) {
    const StrategyTally& strategy = tally.of(i);
    const Interval interval = wilson_95(strategy.wins, tally.games());
    results.push_back(bj::object{
        {"board", board_object},
        {"first_click", to_json(config.first_click, board)},
        {"reveal", sim::name_of(config.reveal)},
        {"mines", sim::name_of(config.motion)},
        {"strategy", config.strategies[i]},
        {"games", tally.games()},
        {"wins", strategy.wins},
        {"win_rate", ratio(strategy.wins, tally.games())},
        {"ci95", {rounded(interval.low), rounded(interval.high)}},
        {"moves", moves_of(strategy)},
        {"guesses", guesses_of(strategy, tally.games())},
        {"guess_risk", guess_risk_of(strategy, !board.fixed_mines)},
        {"decisions",
         {{"wrong_digs", strategy.wrong_digs},
          {"flags", strategy.flags},
          {"wrong_flags", strategy.wrong_flags}}},
        {"frontier", frontier_of(strategy.frontier)},
    });
  }
  return results;
}

bj::array comparisons_of(const Config& config, std::size_t board, const BoardTally& tally) {
  bj::array comparisons;
  for (std::size_t a = 0; a < config.strategies.size(); ++a) {
    for (std::size_t b = a + 1; b < config.strategies.size(); ++b) {
      const std::uint64_t both = tally.both_won(a, b);
      const std::uint64_t only_a = tally.of(a).wins - both;
      const std::uint64_t only_b = tally.of(b).wins - both;
      comparisons.push_back(bj::object{{"board", board},
                                       {"a", config.strategies[a]},
                                       {"b", config.strategies[b]},
                                       {"both", both},
                                       {"only_a", only_a},
                                       {"only_b", only_b},
                                       {"neither", tally.games() - both - only_a - only_b},
                                       {"p_value", rounded(mcnemar_p_value(only_a, only_b))}});
    }
  }
  return comparisons;
}

bj::array timings_of(const Config& config, const BoardTally& tally, double wall_per_core_s) {
  bj::array timings;
  const auto games = static_cast<double>(tally.games());
  for (std::size_t i = 0; i < config.strategies.size(); ++i) {
    const StrategyTally& strategy = tally.of(i);
    const double core_s = static_cast<double>(strategy.core_ns) * 1e-9;
    const double per_core_s = core_s > 0 ? games / core_s : 0;
    double ticks = 0;
    for (const std::uint64_t phase : strategy.phase_ticks) ticks += static_cast<double>(phase);
    bj::object phases;
    for (std::size_t phase = 0; phase < solvers::kPhaseCount; ++phase)
      phases[solvers::kPhaseNames[phase]] =
          ticks > 0 ? rounded(core_s * static_cast<double>(strategy.phase_ticks[phase]) / ticks) : 0.0;
    timings.push_back(
        bj::object{{"games_per_s", wall_per_core_s > 0 ? rounded(per_core_s / wall_per_core_s) : 0.0},
                   {"games_per_core_s", rounded(per_core_s)},
                   {"core_s", rounded(core_s)},
                   {"phases", std::move(phases)}});
  }
  return timings;
}

}  // namespace sapper::experiments::minesweeper
