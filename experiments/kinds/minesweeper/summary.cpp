// Results for people: the rates in the progress line and the table at the end.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "experiments/kinds/minesweeper/calibration.hpp"
#include "experiments/kinds/minesweeper/results.hpp"
#include "experiments/kinds/paired/result_parts.hpp"
#include "experiments/report/results_table.hpp"
#include "experiments/stats/rate_text.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

// The columns after the strategy's.
std::vector<std::string> numbers_of(const StrategyCounts& counts, std::uint64_t game_count,
                                    double wall_per_core_s) {
  const auto games = static_cast<double>(std::max<std::uint64_t>(game_count, 1));
  const double wall_s = static_cast<double>(counts.core_ns) * 1e-9 * wall_per_core_s;
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
