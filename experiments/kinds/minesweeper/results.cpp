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

std::uint64_t digs_of(const StrategyCounts& counts) {
  return std::accumulate(counts.moves.begin(), counts.moves.end(), std::uint64_t{0});
}

// The bins that hold guesses.
void add_calibration(Result& result, const RiskBins& bins, bool calibrated) {
  bj::array list;
  constexpr auto kCount = static_cast<double>(RiskBins::kCount);
  for (std::size_t i = 0; i < RiskBins::kCount; ++i) {
    if (bins.guesses[i] == 0) continue;
    const Calibration all{bins.losses[i], RiskBins::value(bins.risk[i]), RiskBins::value(bins.variance[i])};
    const CalibrationBin bin{
        rounded(static_cast<double>(i) / kCount), rounded(static_cast<double>(i + 1) / kCount),
        static_cast<double>(bins.guesses[i]), rounded(all.predicted_losses), static_cast<double>(all.losses)};
    result.calibration.push_back(bin);
    list.push_back(bj::object{{"low", bin.low},
                              {"high", bin.high},
                              {"guesses", bins.guesses[i]},
                              {"predicted_losses", bin.predicted},
                              {"losses", all.losses},
                              {"z", calibrated && all.has_z() ? bj::value(rounded(all.z())) : bj::value()}});
  }
  set_path(result.json, "guess_risk.calibration", std::move(list));
}

// `calibrated`: whether predicted and actual losses must agree within the standard error.
void add_guess_risk(Result& result, const StrategyCounts& counts, bool calibrated) {
  const Calibration all = calibration_of(counts);
  const bool has_z = calibrated && all.has_z();
  result.set("guess_risk.predicted_losses", &Result::predicted_losses, all.predicted_losses);
  result.losses = static_cast<double>(all.losses);
  set_path(result.json, "guess_risk.losses", all.losses);
  result.set("guess_risk.standard_error", &Result::standard_error, std::sqrt(all.variance));
  result.set("guess_risk.z", &Result::z, has_z ? std::optional(all.z()) : std::nullopt);
  set_path(result.json, "guess_risk.calibrated", calibrated);
  set_path(result.json, "guess_risk.verdict",
           bj::string(!calibrated ? std::string(kNotCalibrated)
                      : has_z     ? verdict_of(all.z())
                                  : kNothingToTest));
  add_calibration(result, counts.risk_bins, calibrated);
}

void add_adjusted_rate(Result& result, std::optional<AdjustedRate> adjusted) {
  if (adjusted)
    adjusted = {rounded(adjusted->value),
                {rounded(adjusted->interval.low), rounded(adjusted->interval.high)},
                rounded(adjusted->variance_ratio)};
  result.adjusted = adjusted;
  const auto value_or_null = [&](double value) { return adjusted ? bj::value(value) : bj::value(); };
  const AdjustedRate rate = adjusted.value_or(AdjustedRate{});
  result.json["win_rate_adjusted"] = value_or_null(rate.value);
  result.json["adjusted_ci_low"] = value_or_null(rate.interval.low);
  result.json["adjusted_ci_high"] = value_or_null(rate.interval.high);
  result.json["variance_ratio"] = value_or_null(rate.variance_ratio);
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

Result result_of(const Config& config, std::size_t case_number, std::size_t strategy,
                 const CaseTally& tally) {
  const Case& played = config.cases[case_number];
  const Board& board = config.boards[played.board];
  const StrategyCounts& counts = tally.player(strategy);
  const bool calibrated = predicts_losses(board);
  Result result;
  result.label = config.strategies[strategy].label;
  result.json = {{"case", case_number},
                 {"board", board_json(board)},
                 {"first_click", first_click_json(config, played)},
                 {"reveal", sim::name_of(played.reveal)},
                 {"motion", sim::name_of(played.motion)},
                 {"strategy", config.strategies[strategy].entry->name},
                 {"label", result.label}};
  add_win_rate(result, config, counts.wins, tally.games());
  add_adjusted_rate(result, calibrated ? adjusted_rate_of(counts, tally.games()) : std::nullopt);
  result.json["digs_per_game"] = rounded_ratio(digs_of(counts), tally.games());
  result.set("guesses_per_game", &Result::mean_guesses, rounded_ratio(counts.guesses(), tally.games()));
  set_path(result.json, "guesses.total", counts.guesses());
  add_guess_risk(result, counts, calibrated);
  const auto guesses = static_cast<double>(counts.guesses());
  result.json["mean_guess_risk"] = counts.guesses() == 0 ? 0 : rounded(counts.guess_risk.value() / guesses);
  add_frontier_means(result.json, counts.frontier);
  result.guess_histogram.assign(counts.guess_histogram.begin(), counts.guess_histogram.end());
  add_reported(result.json, counts);
  add_belief_error(result.json, counts);
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

void add_phases(Timing& timing, const StrategyCounts& counts) {
  constexpr auto kReferee = static_cast<std::size_t>(solvers::Phase::referee);
  double ticks = 0;
  for (std::size_t phase = 0; phase < solvers::kPhaseCount; ++phase)
    if (phase != kReferee) ticks += static_cast<double>(counts.phase_ticks[phase]);
  bj::object phases;
  const double core_s = static_cast<double>(counts.core_ns) * 1e-9;
  for (std::size_t phase = 0; phase < solvers::kPhaseCount; ++phase) {
    if (phase == kReferee) continue;
    const double seconds =
        ticks > 0 ? rounded(core_s * static_cast<double>(counts.phase_ticks[phase]) / ticks) : 0.0;
    timing.phases.push_back({std::string(solvers::kPhaseNames[phase]), seconds});
    phases[solvers::kPhaseNames[phase]] = seconds;
  }
  timing.has_stable_phases = has_stable_phases(counts, ticks);
  timing.json["phases"] = std::move(phases);
  timing.json["phase_games"] = counts.phase_games;
  timing.json["phases_stable"] = timing.has_stable_phases;
  timing.json["referee_s"] = rounded(static_cast<double>(counts.referee_ns) * 1e-9);
}

}  // namespace sapper::experiments::minesweeper
