// JSON as a person reads it and a program compares it: two blanks a level, an object or list on one line
// where it fits, keys in the order in which they were added, doubles in the shortest form that reads back the
// same.
#pragma once

#include <boost/json/value.hpp>
#include <string>

namespace sapper::experiments::json {

// No line break at the end; `indent`: the blanks before each further line.
std::string to_text(const boost::json::value& value, std::size_t indent = 0);

// The double nearest to the value that has nine significant digits: what reports hold, so that they stay
// readable and do not hang on the last bit.
double rounded(double value);

}  // namespace sapper::experiments::json
