#include "experiments/run/known_faults.hpp"

#include <optional>
#include <utility>

#include "experiments/config/config.hpp"
#include "experiments/config/stop_rule.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/support/environment.hpp"

namespace sapper::experiments {

// Before version 0.4.0 sequential tests took the variance as seen for the true one.
std::vector<KnownFault> known_faults_of(const Experiment& experiment, std::string_view version) {
  std::vector<KnownFault> faults;
  const std::optional<StopRule>& stop = experiment.common().stop;
  if (stop && stop->sprt && is_before(version, 0, 4))
    faults.push_back(
        {"the sequential test erred more often than it says where the players rarely differ; it may have "
         "ended a case too early",
         {"sprt"},
         true});
  if (const KnownFaults* const own = experiment.parts().faults)
    for (KnownFault& fault : own->known_faults(version)) faults.push_back(std::move(fault));
  return faults;
}

}  // namespace sapper::experiments
