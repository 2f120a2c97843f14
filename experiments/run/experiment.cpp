#include "experiments/run/experiment.hpp"

#include <algorithm>

#include "experiments/config/config.hpp"
#include "experiments/config/stop_rule.hpp"
#include "experiments/run/case_property.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/game_range.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/run/won_games.hpp"
#include "experiments/support/errors.hpp"

namespace sapper::experiments {

std::string Experiment::case_name(std::size_t case_number) const { return label_of(properties(case_number)); }

bool is_stopped(const Experiment& experiment, const Tally& tally) {
  const auto& stop = experiment.common().stop;
  return stop && is_look(*stop, tally.games()) && is_met(*stop, experiment.stop_evidence(tally));
}

bool is_finished(const Experiment& experiment, const Tally& tally, const GameRange& range) {
  if (tally.games() >= range.size()) return true;
  return range.first == 0 && is_stopped(experiment, tally);
}

bool keeps_won_games(const Experiment& experiment) {
  const std::uint64_t plays_each = experiment.case_count() * experiment.labels().size();
  return plays_each > 0 && experiment.common().games <= kMostWonBits / plays_each &&
         experiment.parts().results.paired(*experiment.make_tally(), 0, 0).has_value();
}

std::size_t find_label(const Experiment& experiment, const std::string& label) {
  const std::vector<std::string> labels = experiment.labels();
  const auto place = std::find(labels.begin(), labels.end(), label);
  if (place != labels.end()) return static_cast<std::size_t>(place - labels.begin());
  const std::vector<std::string_view> known(labels.begin(), labels.end());
  throw json::unknown_name("--strategy", label, known);
}

}  // namespace sapper::experiments
