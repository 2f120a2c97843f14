#include "experiments/run/case_results.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "experiments/run/case_property.hpp"
#include "experiments/run/comparison.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/fields.hpp"
#include "experiments/run/result.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/run/timing.hpp"

namespace sapper::experiments {

boost::json::array CaseResults::results(std::size_t case_number, const Tally& tally) const {
  return json_of(results_of(case_number, tally));
}

boost::json::array CaseResults::comparisons(std::size_t case_number, const Tally& tally) const {
  return json_of(comparisons_of(case_number, tally));
}

boost::json::array CaseResults::timings(std::size_t case_number, const Tally& tally,
                                        double wall_per_core_s) const {
  return json_of(timings_of(case_number, tally, wall_per_core_s));
}

boost::json::object facts_of_case(const Experiment& experiment, std::size_t case_number, const Tally& tally) {
  const CaseProperties properties = experiment.properties(case_number);
  return {{"case", case_number},
          {"name", label_of(properties)},
          {"games", tally.games()},
          {"properties", to_json(properties)}};
}

}  // namespace sapper::experiments
