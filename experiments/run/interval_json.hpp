// How intervals stand in reports and in what compares them.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>

#include "experiments/run/fields.hpp"
#include "experiments/stats/statistics.hpp"

namespace sapper::experiments {

// Sets `NAME_ci_low` and `NAME_ci_high`, `ci_low` and `ci_high` without a name: rounded, null if it is unknown.
inline void set_interval(boost::json::object& object, const std::string& name,
                         const std::optional<Interval>& interval) {
  const std::string prefix = name.empty() ? name : name + '_';
  object[prefix + "ci_low"] = interval ? as_json(interval->low) : nullptr;
  object[prefix + "ci_high"] = interval ? as_json(interval->high) : nullptr;
}

}  // namespace sapper::experiments
