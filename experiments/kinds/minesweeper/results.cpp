#include "experiments/kinds/minesweeper/results.hpp"

#include <cmath>
#include <numeric>
#include <optional>

#include "experiments/kinds/minesweeper/calibration.hpp"
#include "experiments/kinds/paired/result_parts.hpp"
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

void add_guesses(bj::object& result, const StrategyCounts& counts) {
  set_path(result, "guesses.total", counts.guesses());
}

std::uint64_t digs_of(const StrategyCounts& counts) {
  return std::accumulate(counts.moves.begin(), counts.moves.end(), std::uint64_t{0});
}

// The bins that hold guesses.
bj::array calibration_json(const RiskBins& bins, bool calibrated) {
  bj::array list;
  constexpr auto kCount = static_cast<double>(RiskBins::kCount);
  for (std::size_t i = 0; i < RiskBins::kCount; ++i) {
    if (bins.guesses[i] == 0) continue;
    const Calibration bin{bins.losses[i], RiskBins::value(bins.risk[i]), RiskBins::value(bins.variance[i])};
    list.push_back(bj::object{{"low", rounded(static_cast<double>(i) / kCount)},
                              {"high", rounded(static_cast<double>(i + 1) / kCount)},
                              {"guesses", bins.guesses[i]},
                              {"predicted_losses", rounded(bin.predicted_losses)},
                              {"losses", bin.losses},
                              {"z", calibrated && bin.has_z() ? bj::value(rounded(bin.z())) : bj::value()}});
  }
  return list;
}

// `calibrated`: whether predicted and actual losses must agree within the standard error.
void add_guess_risk(bj::object& result, const StrategyCounts& counts, bool calibrated) {
  const Calibration all = calibration_of(counts);
  const bool has_z = calibrated && all.has_z();
  bj::object risk{{"predicted_losses", rounded(all.predicted_losses)},
                  {"losses", all.losses},
                  {"standard_error", rounded(std::sqrt(all.variance))},
                  {"z", has_z ? bj::value(rounded(all.z())) : bj::value()},
                  {"calibrated", calibrated}};
  risk["verdict"] = !calibrated ? std::string(kNotCalibrated) : has_z ? verdict_of(all.z()) : kNothingToTest;
  risk["calibration"] = calibration_json(counts.risk_bins, calibrated);
  result["guess_risk"] = std::move(risk);
}

void add_adjusted_rate(bj::object& result, const std::optional<AdjustedRate>& adjusted) {
  const auto value_or_null = [&](double value) { return adjusted ? bj::value(rounded(value)) : bj::value(); };
  const AdjustedRate rate = adjusted.value_or(AdjustedRate{});
  result["win_rate_adjusted"] = value_or_null(rate.value);
  result["adjusted_ci_low"] = value_or_null(rate.interval.low);
  result["adjusted_ci_high"] = value_or_null(rate.interval.high);
  result["variance_ratio"] = value_or_null(rate.variance_ratio);
}

void add_frontier_means(bj::object& result, const solvers::FrontierTally& frontier) {
  set_path(result, "frontier.mean_components", rounded_ratio(frontier.components, frontier.analyses));
  set_path(result, "frontier.mean_cells", rounded_ratio(frontier.cells, frontier.analyses));
}

// The error of the player's own P(mine); null if it states none.
void add_belief_error(bj::object& result, const StrategyCounts& counts) {
  bj::value error;
  if (counts.beliefs > 0)
    error = rounded(std::sqrt(counts.squared_errors.value() / static_cast<double>(counts.beliefs)));
  set_path(result, "decisions.belief_error", std::move(error));
}

// Whether no single timed game dominates the times of phases.
bool has_stable_phases(const StrategyCounts& counts, double ticks) {
  constexpr std::uint64_t kFewestGames = 20;
  constexpr double kLargestShare = 0.1;
  return counts.phase_games >= kFewestGames &&
         static_cast<double>(counts.longest_phase_ticks) <= kLargestShare * ticks;
}

}  // namespace

bj::object result_of(const Config& config, std::size_t case_number, std::size_t strategy,
                     const CaseTally& tally) {
  const Case& played = config.cases[case_number];
  const Board& board = config.boards[played.board];
  const StrategyCounts& counts = tally.player(strategy);
  const bool calibrated = predicts_losses(board);
  bj::object result{{"case", case_number},
                    {"board", board_json(board)},
                    {"first_click", first_click_json(config, played)},
                    {"reveal", sim::name_of(played.reveal)},
                    {"motion", sim::name_of(played.motion)},
                    {"strategy", config.strategies[strategy].entry->name},
                    {"label", config.strategies[strategy].label}};
  add_win_rate(result, config, counts.wins, tally.games());
  add_adjusted_rate(result, calibrated ? adjusted_rate_of(counts, tally.games()) : std::nullopt);
  result["digs_per_game"] = rounded_ratio(digs_of(counts), tally.games());
  result["guesses_per_game"] = rounded_ratio(counts.guesses(), tally.games());
  add_guesses(result, counts);
  add_guess_risk(result, counts, calibrated);
  const auto guesses = static_cast<double>(counts.guesses());
  result["mean_guess_risk"] = counts.guesses() == 0 ? 0 : rounded(counts.guess_risk.value() / guesses);
  add_frontier_means(result, counts.frontier);
  add_reported(result, counts);
  add_belief_error(result, counts);
  return result;
}

void add_board_facts(bj::object& facts, const CaseTally& tally) {
  const BoardCounts& boards = tally.case_counts().boards;
  const std::uint64_t games = std::max<std::uint64_t>(tally.games(), 1);
  const auto add = [&](const std::string& name, const WholeSum& sum) {
    facts[name + "_mean"] = rounded(sum.mean(games));
    facts[name + "_deviation"] = rounded(sum.deviation(games));
  };
  add("bv3", boards.bv3);
  add("openings", boards.openings);
  add("isolated", boards.isolated);
}

void add_phases(bj::object& timing, const StrategyCounts& counts) {
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
  timing["phase_games"] = counts.phase_games;
  timing["phases_stable"] = has_stable_phases(counts, ticks);
  timing["referee_s"] = rounded(static_cast<double>(counts.referee_ns) * 1e-9);
}

}  // namespace sapper::experiments::minesweeper
