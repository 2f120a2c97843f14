#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>
#include <optional>

#include "experiments/kinds/minesweeper/boards/board_shapes.hpp"
#include "experiments/kinds/minesweeper/experiment/minesweeper_experiment.hpp"
#include "experiments/kinds/minesweeper/game/calibration.hpp"
#include "experiments/kinds/minesweeper/game/tally.hpp"
#include "experiments/kinds/paired/result_parts.hpp"
#include "experiments/report/results_table.hpp"
#include "experiments/run/calibration_bin.hpp"
#include "experiments/run/fields.hpp"
#include "experiments/run/interval_json.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/run/timing.hpp"
#include "experiments/stats/rate_text.hpp"
#include "experiments/stats/sprt.hpp"
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
  if (board.is_graph()) object["cells"] = board.cell_count();
  if (!board.is_graph()) object["topology"] = topology_text(board);
  return object;
}

std::uint64_t digs_of(const StrategyCounts& counts) {
  return std::accumulate(counts.moves.begin(), counts.moves.end(), std::uint64_t{0});
}

// The bins that hold guesses.
void add_calibration(bj::object& result, const RiskBins& bins, bool calibrated) {
  constexpr auto kCount = static_cast<double>(RiskBins::kCount);
  std::vector<CalibrationBin> filled;
  for (std::size_t i = 0; i < RiskBins::kCount; ++i) {
    if (bins.guesses[i] == 0) continue;
    const Calibration all{bins.losses[i], RiskBins::value(bins.risk[i]), RiskBins::value(bins.variance[i])};
    filled.push_back({static_cast<double>(i) / kCount, static_cast<double>(i + 1) / kCount, bins.guesses[i],
                      all.predicted_losses, all.losses,
                      calibrated && all.has_z() ? std::optional(all.z()) : std::nullopt});
  }
  set_path(result, "guess_risk.calibration", as_json(filled));
}

// `calibrated`: whether predicted and actual losses must agree within the standard error.
void add_guess_risk(bj::object& result, const StrategyCounts& counts, bool calibrated) {
  const Calibration all = calibration_of(counts);
  const bool has_z = calibrated && all.has_z();
  set_path(result, "guess_risk.predicted_losses", rounded(all.predicted_losses));
  set_path(result, "guess_risk.losses", all.losses);
  set_path(result, "guess_risk.standard_error", rounded(std::sqrt(all.variance)));
  set_path(result, "guess_risk.z", has_z ? bj::value(rounded(all.z())) : bj::value());
  set_path(result, "guess_risk.calibrated", calibrated);
  set_path(result, "guess_risk.verdict",
           bj::string(!calibrated ? "not tested: risks are those of random layouts, this one is fixed"
                      : has_z     ? verdict_of(all.z())
                                  : "not tested: no guess could be lost and won"));
  add_calibration(result, counts.risk_bins, calibrated);
}

void add_adjusted_rate(bj::object& result, const std::optional<AdjustedRate>& exact) {
  result["win_rate_adjusted"] = exact ? as_json(exact->value) : nullptr;
  set_interval(result, "adjusted", exact ? std::optional(exact->interval) : std::nullopt);
  result["variance_ratio"] = exact ? as_json(exact->variance_ratio) : nullptr;
}

// Won or lost is W at the start, minus what was given away, plus luck.
void add_judged(bj::object& result, const JudgedGames& judged) {
  result["judged"] = nullptr;
  if (judged.games == 0) return;
  const auto games = static_cast<double>(judged.games);
  const double w_start = judged.w_start.value() / games;
  const double given_away = judged.mean_given_away();
  bj::object object{{"games", judged.games},
                    {"wins", judged.wins},
                    {"w_start", rounded(w_start)},
                    {"given_away", rounded(given_away)}};
  set_interval(object, "given_away", judged.interval_95());
  object["luck"] = rounded(static_cast<double>(judged.wins) / games - w_start + given_away);
  object["unjudged_digs"] = judged.unjudged;
  result["judged"] = std::move(object);
}

// Whether no single timed game dominates the times of phases.
bool has_stable_phases(const StrategyCounts& counts, double ticks) {
  constexpr std::uint64_t kFewestGames = 20;
  constexpr double kLargestShare = 0.1;
  return counts.phase_games >= kFewestGames &&
         static_cast<double>(counts.longest_phase_ticks) <= kLargestShare * ticks;
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
    std::string verdict = verdict_of(worst_, results_, where_);
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

// `Expert (16 x 30, 99 mines): rules gives away 3.20 ± 0.41 points of win rate per game; 100 games judged`.
std::string judged_text(const std::string& board, const std::string& strategy, const JudgedGames& judged) {
  const double mean = judged.mean_given_away();
  const std::optional<Interval> interval = judged.interval_95();
  return fmt::format("{}: {} gives away {} points of win rate per game; {} judged", board,
                     printable(strategy),
                     interval ? interval_text(mean, *interval, 2) : fmt::format("{:.2f}", 100 * mean),
                     count_text(judged.games, "game"));
}

// The errors that the referee found in a strategy's decisions on all boards; empty if there are none.
std::string errors_in(const StrategyCounts& all) {
  const auto share = [](std::uint64_t part, std::uint64_t whole, std::string_view one,
                        std::string_view many) {
    return fmt::format("{} of {} {}", with_commas(part), with_commas(whole), whole == 1 ? one : many);
  };
  std::vector<std::string> errors;
  if (all.missed_safe > 0)
    errors.push_back(share(all.missed_safe, all.guesses(), "guess", "guesses") +
                     " made while a cell was certainly safe");
  if (all.wrong_claims > 0)
    errors.push_back(share(all.wrong_claims, all.claims, "claim of certainty", "claims of certainty") +
                     " wrong");
  if (all.forfeits > 0) errors.push_back(count_text(all.forfeits, "game") + " forfeited");
  return fmt::format("{}", fmt::join(errors, "; "));
}

}  // namespace

boost::json::object MinesweeperExperiment::result(std::size_t case_number, std::size_t strategy,
                                                  const CaseTally& tally) const {
  const Case& played = config_.cases[case_number];
  const Board& board = config_.boards[played.board];
  const StrategyCounts& counts = tally.player(strategy);
  const bool calibrated = predicts_losses(board);
  bj::object result{{"case", case_number},
                    {"board", board_json(board)},
                    {"first_click", first_click_json(config_, played)},
                    {"reveal", sim::name_of(played.reveal)},
                    {"motion", sim::name_of(played.motion)},
                    {"strategy", config_.strategies[strategy].entry->name},
                    {"label", labels_[strategy]}};
  add_win_rate(result, config_, counts.wins, tally.games());
  add_adjusted_rate(result, calibrated ? adjusted_rate_of(counts, tally.games()) : std::nullopt);
  result["digs_per_game"] = rounded_ratio(digs_of(counts), tally.games());
  result["guesses_per_game"] = rounded_ratio(counts.guesses(), tally.games());
  set_path(result, "guesses.total", counts.guesses());
  add_guess_risk(result, counts, calibrated);
  const auto guesses = static_cast<double>(counts.guesses());
  result["mean_guess_risk"] = counts.guesses() == 0 ? 0 : rounded(counts.guess_risk.value() / guesses);
  result["mean_excess_risk"] = as_json(counts.excess_risk.mean());
  set_interval(result, "excess_risk", counts.excess_risk.interval_95(tally.games()));
  result["missed_safe"] = counts.missed_safe;
  add_judged(result, counts.judged);
  const solvers::FrontierTally& frontier = counts.frontier;
  set_path(result, "frontier.mean_components", rounded_ratio(frontier.components, frontier.analyses));
  set_path(result, "frontier.mean_cells", rounded_ratio(frontier.cells, frontier.analyses));
  add_reported(result, counts);
  bj::value belief_error;  // of the player's own P(mine); null if it states none
  if (counts.beliefs > 0)
    belief_error = rounded(std::sqrt(counts.squared_errors.value() / static_cast<double>(counts.beliefs)));
  set_path(result, "decisions.belief_error", std::move(belief_error));
  return result;
}

Interval MinesweeperExperiment::win_interval(const StrategyCounts& counts, std::uint64_t games) const {
  if (config_.stop && config_.stop->is_adjusted)
    if (const auto adjusted = adjusted_rate_of(counts, games)) return adjusted->interval;
  return PairedExperiment::win_interval(counts, games);
}

// The density that the config asks for; the properties have that of the whole number of mines.
bj::object MinesweeperExperiment::case_columns(std::size_t case_number) const {
  const auto& asked = config_.board_of(case_number).asked_density;
  if (!asked) return {};
  return {{"asked_density", *asked}};
}

// Adds the facts of the boards played: mean and deviation of their 3BV, openings and isolated numbers.
bj::object MinesweeperExperiment::case_facts(std::size_t case_number, const Tally& tally) const {
  bj::object facts = PairedExperiment::case_facts(case_number, tally);
  const BoardCounts& boards = CaseTally::of(tally).case_counts().boards;
  const std::uint64_t games = std::max<std::uint64_t>(tally.games(), 1);
  for (const auto& [name, sum] :
       {std::pair("bv3", &boards.bv3), {"openings", &boards.openings}, {"isolated", &boards.isolated}}) {
    facts[std::string(name) + "_mean"] = rounded(sum->mean(games));
    facts[std::string(name) + "_deviation"] = rounded(sum->deviation(games));
  }
  return facts;
}

// Adds the times of the phases, extrapolated from the timed games to all; they add up to core_s.
void MinesweeperExperiment::add_timing(Timing& timing, const StrategyCounts& counts) const {
  const double ticks = counts.timed_ticks();
  const double ticks_to_s = ticks > 0 ? static_cast<double>(counts.core_ns) * 1e-9 / ticks : 0;
  const double program_s = static_cast<double>(counts.program_ns) * 1e-9;
  bj::object phases;
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

std::string MinesweeperExperiment::summary(const TallyOf& tally_of, std::optional<double> wall_per_core_s,
                                           std::size_t width) const {
  const SpeedColumns speeds(wall_per_core_s);
  ResultsTable table(speeds.heads({"board", "strategy", "games", "win rate", "guesses/game"}));
  CalibrationLine calibration;
  std::string tests;
  std::vector<StrategyCounts> all(labels_.size());
  for (std::size_t number = 0; number < case_count(); ++number) {
    const CaseTally& tally = CaseTally::of(tally_of(number));
    if (tally.games() == 0) continue;  // interrupted run, or another shard
    const std::string name = case_name(number);
    table.begin_group(name);
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < labels_.size(); ++i) most = std::max(most, tally.player(i).wins);
    std::size_t with_most = 0;
    for (std::size_t i = 0; i < labels_.size(); ++i) with_most += tally.player(i).wins == most;
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      const StrategyCounts& counts = tally.player(i);
      table.add_row(labels_[i],
                    speeds.row({with_commas(tally.games()), rate_text(counts.wins, tally.games()),
                                fmt::format("{:.2f}", ratio(counts.guesses(), tally.games()))},
                               tally.games(), counts.play_ns(), counts.thread_ns()),
                    labels_.size() > 1 && with_most == 1 && counts.wins == most ? " *" : "");
      fold_into(all[i], counts);
      if (predicts_losses(config_.board_of(number))) calibration.add(name, labels_[i], counts);
    }
    for (std::size_t i = 0; i < labels_.size(); ++i)
      if (const JudgedGames& judged = tally.player(i).judged; judged.games > 0)
        tests += wrapped(judged_text(name, labels_[i], judged), width) + '\n';
    if (config_.stop && config_.stop->sprt) {
      const Sprt& sprt = *config_.stop->sprt;
      const auto [a, b] = tested_players(sprt, labels_);
      tests += wrapped(sprt_text(sprt, name, sprt_sample(sprt, labels_, tally), paired_counts(tally, a, b)),
                       width) +
               '\n';
    }
  }
  std::string text = table.text(width) + "\n" + tests + calibration.text(width);
  for (std::size_t i = 0; i < labels_.size(); ++i)
    if (const std::string errors = errors_in(all[i]); !errors.empty())
      text += wrapped(fmt::format("{}: {}", labels_[i], errors), width) + '\n';
  if (labels_.size() > 1) text += fmt::format("* most wins on its board; {}\n", rate_note());
  return text;
}

}  // namespace sapper::experiments::minesweeper
