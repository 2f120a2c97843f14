#include "experiments/run/expected_games.hpp"

#include <algorithm>

#include "experiments/config/config.hpp"
#include "experiments/config/stop_rule.hpp"
#include "experiments/run/driver.hpp"
#include "experiments/run/experiment.hpp"

namespace sapper::experiments {

std::unique_ptr<Tally> repeat_tally(const Experiment& experiment, const Tally& tally, std::uint64_t times) {
  std::unique_ptr<Tally> sum = experiment.make_tally();
  std::unique_ptr<Tally> power = experiment.make_tally();
  power->add(tally);
  for (; times > 0; times >>= 1U) {
    if ((times & 1U) != 0) sum->add(*power);
    if (times == 1) break;
    const std::unique_ptr<Tally> half = experiment.make_tally();
    half->add(*power);
    power->add(*half);
  }
  return sum;
}

std::uint64_t expected_games(const Experiment& experiment, const Tally& tally, std::uint64_t most) {
  const auto& stop = experiment.common().stop;
  const std::uint64_t games = tally.games();
  if (!stop || games == 0 || games >= most) return most;
  const auto is_enough = [&](std::uint64_t times) {
    return is_met(*stop, experiment.stop_evidence(*repeat_tally(experiment, tally, times)));
  };
  std::uint64_t enough = 1;
  while (!is_enough(enough)) {
    if (enough * games >= most) return most;
    enough *= 2;
  }
  // Too few copies, or 0; looks are a twentieth apart.
  std::uint64_t few = enough / 2;
  while (enough - few > std::max<std::uint64_t>(1, few / 20)) {
    const std::uint64_t middle = few + (enough - few) / 2;
    (is_enough(middle) ? enough : few) = middle;
  }
  return std::min(most, next_look(*stop, enough * games - 1));
}

}  // namespace sapper::experiments
