// Finds where two JSON values differ: a report and what follows from its counters, a game's record and the game played
// again.
#pragma once

#include <boost/json/value.hpp>
#include <functional>
#include <optional>
#include <string>

namespace sapper::experiments::json {

struct Difference {
  std::string path;  // `results[3].won`, from the path given to first_difference
  // Null where one value has a member of that name and the other does not.
  const boost::json::value* first = nullptr;
  const boost::json::value* second = nullptr;
};

// What counts as no difference.
struct Tolerance {
  // Whether two values are the same that are neither both objects nor both lists.
  std::function<bool(const boost::json::value& first, const boost::json::value& second)> are_same;
  // Whether `first` may lack a member whose value in `second` is this.
  std::function<bool(const boost::json::value& second)> may_be_missing;
};

// Equal values; numbers by value, so that 1 and 1.0 are the same.
bool is_same_scalar(const boost::json::value& first, const boost::json::value& second);

// The first difference, in the order of the members of `second`, then of those that only `first` has; lists of different
// lengths differ as a whole. nullopt if there is none. The order of keys does not matter. path: of the two values.
std::optional<Difference> first_difference(const boost::json::value& first, const boost::json::value& second,
                                           const std::string& path = {}, const Tolerance& tolerance = {});

}  // namespace sapper::experiments::json
