// JSON for people to read and programs to compare: indented by two blanks per level, objects and lists on one
// line where they fit, keys in the order of insertion, doubles in the shortest form that reads back as the
// same number.
#pragma once

#include <boost/json/value.hpp>
#include <functional>
#include <optional>
#include <string>

namespace sapper::experiments::json {

// No line break at the end; `indent`: the blanks before each line after the first.
std::string to_text(const boost::json::value& value, std::size_t indent = 0);

// On one line without blanks, ended by a line feed: for JSON Lines. Doubles are in the shortest decimal form, with an exponent
// below 1e-4 and from 1e16 on.
std::string to_line(const boost::json::value& value);

// The value rounded to nine significant digits, as in reports: readable, and independent of the last bits.
double rounded(double value);

// Finds where two JSON values differ: a report and what follows from its counters, a game's record and the game played
// again.

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
