#include "experiments/run/case_results.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "experiments/run/case_property.hpp"
#include "experiments/run/comparison.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/fields.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/run/timing.hpp"

namespace sapper::experiments {

boost::json::array CaseResults::comparisons(std::size_t case_number, const Tally& tally) const {
  return as_json(comparisons_of(case_number, tally)).as_array();
}

boost::json::array CaseResults::timings(std::size_t case_number, const Tally& tally,
                                        double wall_per_core_s) const {
  boost::json::array timings;
  for (Timing& timing : timings_of(case_number, tally, wall_per_core_s))
    timings.push_back(std::move(timing.json));
  return timings;
}

boost::json::object facts_of_case(const Experiment& experiment, std::size_t case_number, const Tally& tally) {
  const CaseProperties properties = experiment.properties(case_number);
  return {{"case", case_number},
          {"name", label_of(properties)},
          {"games", tally.games()},
          {"properties", to_json(properties)}};
}

}  // namespace sapper::experiments
