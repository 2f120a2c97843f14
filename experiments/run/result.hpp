// A player's games of one case, as figures, pages and comparisons use them: the numbers of the object that reports and tables
// hold, which the kind of game makes (case_results.hpp).
#pragma once

#include <boost/json/fwd.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/run/calibration_bin.hpp"
#include "experiments/run/timing.hpp"
#include "experiments/stats/statistics.hpp"

namespace sapper::experiments {

struct CaseLabels;

// What a kind of game lacks is empty.
struct Result {
  std::shared_ptr<const CaseLabels> played;  // set by results_of (report_results.hpp)
  std::string label;
  std::uint64_t games = 0;
  std::optional<std::uint64_t> wins;
  std::optional<double> win_rate, low, high;  // with its 95 % interval
  std::optional<AdjustedRate> adjusted;       // where the exact risks are calibrated
  std::vector<double> guess_histogram;        // [guesses] games
  std::optional<double> mean_guesses, predicted_losses, losses, standard_error;
  std::optional<double> mean_excess_risk;  // per guess
  std::optional<double> given_away;        // per judged game, of the chance to win
  std::optional<double> z;                 // of losses against predicted losses, if they must agree
  std::vector<CalibrationBin> calibration;
  Timing timing;  // set by results_of

  // The paths of the numbers in the object. That of `adjusted` are several.
  template <class Self, class Visit>
  static void each_field(Self& self, Visit visit) {
    visit("label", self.label);
    visit("games", self.games);
    visit("wins", self.wins);
    visit("win_rate", self.win_rate);
    visit("ci_low", self.low);
    visit("ci_high", self.high);
    visit("guesses.histogram", self.guess_histogram);
    visit("guesses_per_game", self.mean_guesses);
    visit("guess_risk.predicted_losses", self.predicted_losses);
    visit("guess_risk.losses", self.losses);
    visit("guess_risk.standard_error", self.standard_error);
    visit("guess_risk.z", self.z);
    visit("guess_risk.calibration", self.calibration);
    visit("mean_excess_risk", self.mean_excess_risk);
    visit("judged.given_away", self.given_away);
  }
};

// What the object lacks or holds as null keeps its default.
Result read_result(const boost::json::object& object);

}  // namespace sapper::experiments
