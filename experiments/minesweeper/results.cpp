#include "experiments/minesweeper/results.hpp"

#include <cmath>
#include <optional>

#include "experiments/engine/result_parts.hpp"
#include "experiments/support/json/writer.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using json::rounded;
namespace bj = boost::json;

bj::object board_json(const Board& board) {
  bj::object object = to_json(board);
  object.erase("topology");
  object.erase("density");
  object["density"] = rounded(board.density());
  if (board.asked_density) object["asked_density"] = *board.asked_density;
  object["topology"] = sim::name_of(board.topology);
  return object;
}

void add_guesses(bj::object& result, const StrategyCounts& counts, std::uint64_t games) {
  set_path(result, "guesses.total", counts.guesses());
  set_path(result, "guesses.mean", rounded_ratio(counts.guesses(), games));
}

// `calibrated`: whether predicted and actual losses must agree within the standard error, and so whether the
// exact risks can sharpen the win rate.
void add_guess_risk(bj::object& result, const StrategyCounts& counts, bool calibrated) {
  const double predicted = counts.guess_risk.value();
  const double error = std::sqrt(counts.guess_variance.value());
  const auto guesses = static_cast<double>(counts.guesses());
  result["guess_risk"] = bj::object{{"mean", counts.guesses() == 0 ? 0 : rounded(predicted / guesses)},
                                    {"predicted_losses", rounded(predicted)}};
  bj::object& risk = result["guess_risk"].get_object();
  risk["losses"] = counts.guess_losses;
  risk["standard_error"] = rounded(error);
  risk["z"] = nullptr;
  if (calibrated && error > 0)
    risk["z"] = rounded((static_cast<double>(counts.guess_losses) - predicted) / error);
  risk["calibrated"] = calibrated;
}

void add_adjusted_rate(bj::object& result, const StrategyCounts& counts, std::uint64_t games,
                       bool calibrated) {
  std::optional<AdjustedRate> adjusted;
  if (calibrated)
    adjusted = adjusted_win_rate({games, counts.wins, counts.guess_risk.value(), counts.risk_squared.value(),
                                  counts.risk_of_losses.value()});
  const auto value_or_null = [&](double value) { return adjusted ? bj::value(rounded(value)) : bj::value(); };
  const AdjustedRate rate = adjusted.value_or(AdjustedRate{});
  result["win_rate_adjusted"] = value_or_null(rate.value);
  result["adjusted_ci_low"] = value_or_null(rate.interval.low);
  result["adjusted_ci_high"] = value_or_null(rate.interval.high);
  result["variance_ratio"] = value_or_null(rate.variance_ratio);
}

void add_frontier_means(bj::object& result, const solvers::FrontierTally& frontier) {
  set_path(result, "frontier.components", rounded_ratio(frontier.components, frontier.analyses));
  set_path(result, "frontier.cells", rounded_ratio(frontier.cells, frontier.analyses));
}

}  // namespace

bj::array results_of(const Config& config, std::size_t case_number, const CaseTally& tally) {
  const Case& played = config.cases[case_number];
  const Board& board = config.boards[played.board];
  const bj::object board_object = board_json(board);
  bj::array results;
  for (std::size_t i = 0; i < config.strategies.size(); ++i) {
    const StrategyCounts& counts = tally.player(i);
    // Of fixed mines the risks are those of a random layout; digs in error lose games without a risk.
    const bool calibrated = !board.fixed_mines && counts.wrong_digs == 0;
    bj::object result{{"case", case_number},
                      {"board", board_object},
                      {"first_click", first_click_json(config, played)},
                      {"reveal", sim::name_of(played.reveal)},
                      {"mines", sim::name_of(played.motion)},
                      {"strategy", config.strategies[i].entry->name},
                      {"label", config.strategies[i].label}};
    add_win_rate(result, config, counts.wins, tally.games());
    add_adjusted_rate(result, counts, tally.games(), calibrated);
    add_guesses(result, counts, tally.games());
    add_guess_risk(result, counts, !board.fixed_mines);
    add_frontier_means(result, counts.frontier);
    add_reported(result, counts);
    results.push_back(std::move(result));
  }
  return results;
}

bj::array comparisons_of(const Config& config, std::size_t case_number, const CaseTally& tally) {
  return paired_comparisons(case_number, config.cases[case_number].board, config.labels(), tally);
}

bj::array timings_of(const Config& config, std::size_t case_number, const CaseTally& tally,
                     double wall_per_core_s) {
  bj::array timings;
  for (std::size_t i = 0; i < config.strategies.size(); ++i) {
    const StrategyCounts& counts = tally.player(i);
    bj::object timing =
        timing_of(case_number, config.strategies[i].label, tally.games(), counts.core_ns, wall_per_core_s);
    constexpr auto kReferee = static_cast<std::size_t>(solvers::Phase::referee);
    double ticks = 0;
    for (std::size_t phase = 0; phase < solvers::kPhaseCount; ++phase)
      if (phase != kReferee) ticks += static_cast<double>(counts.phase_ticks[phase]);
    bj::object phases;
    const double core_s = static_cast<double>(counts.core_ns) * 1e-9;
    for (std::size_t phase = 0; phase < solvers::kPhaseCount; ++phase)
      if (phase != kReferee)
        phases[solvers::kPhaseNames[phase]] =
            ticks > 0 ? rounded(core_s * static_cast<double>(counts.phase_ticks[phase]) / ticks) : 0.0;
    timing["phases"] = std::move(phases);
    timing["referee_s"] = rounded(static_cast<double>(counts.referee_ns) * 1e-9);
    timings.push_back(std::move(timing));
  }
  return timings;
}

}  // namespace sapper::experiments::minesweeper
