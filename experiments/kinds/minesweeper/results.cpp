#include "experiments/kinds/minesweeper/results.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>
#include <optional>

#include "experiments/kinds/minesweeper/tally.hpp"
#include "experiments/kinds/paired/result_parts.hpp"
#include "experiments/report/results_table.hpp"
#include "experiments/stats/differences.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"

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
  constexpr auto kCount = static_cast<double>(RiskBins::kCount);
  for (std::size_t i = 0; i < RiskBins::kCount; ++i) {
    if (bins.guesses[i] == 0) continue;
    const Calibration all{bins.losses[i], RiskBins::value(bins.risk[i]), RiskBins::value(bins.variance[i])};
    result.calibration.push_back({rounded(static_cast<double>(i) / kCount),
                                  rounded(static_cast<double>(i + 1) / kCount), bins.guesses[i],
                                  rounded(all.predicted_losses), all.losses,
                                  calibrated && all.has_z() ? std::optional(all.z()) : std::nullopt});
  }
  set_path(result.json, "guess_risk.calibration", as_json(result.calibration));
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
  const double ticks = counts.timed_ticks();
  const double ticks_to_s = ticks > 0 ? static_cast<double>(counts.core_ns) * 1e-9 / ticks : 0;
  bj::object phases;
  const double program_s = static_cast<double>(counts.program_ns) * 1e-9;
  for (std::size_t phase = 0; phase < solvers::kPhaseCount; ++phase) {
    const auto name = static_cast<solvers::Phase>(phase);
    if (name == solvers::Phase::layout || name == solvers::Phase::referee) continue;
    double seconds = ticks_to_s * static_cast<double>(counts.phase_ticks[phase]);
    if (name == solvers::Phase::choice) seconds += program_s;
    seconds = rounded(seconds);
    timing.phases.push_back({std::string(solvers::kPhaseNames[phase]), seconds});
    phases[solvers::kPhaseNames[phase]] = seconds;
  }
  timing.has_stable_phases = has_stable_phases(counts, ticks);
  timing.json["phases"] = std::move(phases);
  timing.json["phase_games"] = counts.phase_games;
  timing.json["phases_stable"] = timing.has_stable_phases;
  timing.json["referee_s"] = rounded(static_cast<double>(counts.referee_ns) * 1e-9);
  if (counts.waiting_ns == 0) return;
  timing.json["program_core_s"] = rounded(program_s);
  timing.json["waiting_s"] = rounded(static_cast<double>(counts.waiting_ns) * 1e-9);
}

// Results for people: the rates in the progress line and the table at the end.

namespace {

// The columns after the strategy's.
std::vector<std::string> numbers_of(const StrategyCounts& counts, std::uint64_t game_count,
                                    double wall_per_core_s) {
  const auto games = static_cast<double>(std::max<std::uint64_t>(game_count, 1));
  const double wall_s = static_cast<double>(counts.thread_ns()) * 1e-9 * wall_per_core_s;
  return {with_commas(game_count), rate_text(counts.wins, game_count),
          fmt::format("{:.2f}", static_cast<double>(counts.guesses()) / games),
          wall_s > 0 ? with_commas(static_cast<std::uint64_t>(games / wall_s)) : "-"};
}

// The strategy with most wins is marked, unless there is a tie.
void add_rows(const Config& config, std::size_t case_number, const CaseTally& tally, double wall_per_core_s,
              ResultsTable& table) {
  const std::size_t count = config.strategies.size();
  std::uint64_t most = 0;
  std::size_t with_most = 0;
  for (std::size_t i = 0; i < count; ++i) most = std::max(most, tally.player(i).wins);
  for (std::size_t i = 0; i < count; ++i) with_most += tally.player(i).wins == most;
  table.begin_group(name_of(config, config.cases[case_number]));
  for (std::size_t i = 0; i < count; ++i)
    table.add_row(config.strategies[i].label, numbers_of(tally.player(i), tally.games(), wall_per_core_s),
                  count > 1 && with_most == 1 && tally.player(i).wins == most ? " *" : "");
}

std::string counted_with_commas(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", with_commas(count), count == 1 ? one : many);
}

// How the losses caused by guesses agree with their predicted risks, over all results.
class CalibrationLine {
 public:
  void add(const std::string& board, const std::string& strategy, const StrategyCounts& tally) {
    const Calibration calibration = calibration_of(tally);
    losses_ += calibration.losses;
    predicted_ += calibration.predicted_losses;
    if (!calibration.has_z()) return;
    ++results_;
    if (!where_.empty() && std::abs(calibration.z()) <= std::abs(worst_)) return;
    worst_ = calibration.z();
    where_ = fmt::format("{} on {}", printable(strategy), board);
  }
  std::string text(std::size_t width) const {
    if (results_ == 0) return "";
    std::string verdict = results_ == 1 ? verdict_of(worst_) : verdict_of_largest(worst_, results_, where_);
    verdict.front() = static_cast<char>(std::toupper(verdict.front()));
    return wrapped(fmt::format("Guesses lost {} games; their risks predicted {}.", with_commas(losses_),
                               with_commas(static_cast<std::uint64_t>(std::llround(predicted_)))),
                   width) +
           '\n' + wrapped(verdict + '.', width) + '\n';
  }

 private:
  std::size_t results_ = 0;
  std::uint64_t losses_ = 0;
  double predicted_ = 0;
  double worst_ = 0;
  std::string where_;
};

// The errors that the referee found in a strategy's decisions on all boards; empty if there are none.
std::string errors_of(const Config& config, std::size_t strategy, const Experiment::TallyOf& tally_of) {
  StrategyCounts all;
  for (std::size_t number = 0; number < config.cases.size(); ++number)
    fold_into(all, CaseTally::of(tally_of(number)).player(strategy));
  std::vector<std::string> errors;
  if (all.missed_safe > 0)
    errors.push_back(fmt::format("{} of {} made while a cell was certainly safe",
                                 with_commas(all.missed_safe),
                                 counted_with_commas(all.guesses(), "guess", "guesses")));
  if (all.wrong_claims > 0)
    errors.push_back(
        fmt::format("{} of {} wrong", with_commas(all.wrong_claims),
                    counted_with_commas(all.claims, "claim of certainty", "claims of certainty")));
  if (all.forfeits > 0) errors.push_back(counted_with_commas(all.forfeits, "game", "games") + " forfeited");
  if (errors.empty()) return "";
  return fmt::format("{}: {}", config.strategies[strategy].label, fmt::join(errors, "; "));
}

}  // namespace

std::string summary_of(const Config& config, const Experiment::TallyOf& tally_of, double wall_per_core_s,
                       std::size_t width) {
  ResultsTable table({"board", "strategy", "games", "win rate", "guesses/game", "games/s"});
  CalibrationLine calibration;
  std::string tests;
  const std::vector<std::string> labels = config.labels();
  for (std::size_t number = 0; number < config.cases.size(); ++number) {
    const CaseTally& tally = CaseTally::of(tally_of(number));
    if (tally.games() == 0) continue;  // interrupted run, or another shard
    const std::string name = name_of(config, config.cases[number]);
    add_rows(config, number, tally, wall_per_core_s, table);
    if (config.stop && config.stop->sprt)
      tests += wrapped(sprt_text(*config.stop->sprt, name, sprt_sample(*config.stop->sprt, labels, tally)),
                       width) +
               '\n';
    if (!predicts_losses(config.boards[config.cases[number].board])) continue;
    for (std::size_t i = 0; i < labels.size(); ++i) calibration.add(name, labels[i], tally.player(i));
  }
  std::string text = table.text(width) + "\n" + tests + calibration.text(width);
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (const std::string errors = errors_of(config, i, tally_of); !errors.empty())
      text += wrapped(errors, width) + '\n';
  if (labels.size() > 1) text += fmt::format("* most wins on its board; {}\n", rate_note());
  return text;
}

}  // namespace sapper::experiments::minesweeper
