// JSON for people to read and programs to compare: indented by two blanks per level, objects and lists on one
// line where they fit, keys in the order of insertion, doubles in the shortest form that reads back as the
// same number.
#pragma once

#include <boost/json/value.hpp>
#include <string>

namespace sapper::experiments::json {

// No line break at the end; `indent`: the blanks before each line after the first.
std::string to_text(const boost::json::value& value, std::size_t indent = 0);

// On one line without blanks, ended by a line feed: for JSON Lines. Doubles are in the shortest decimal form, with an exponent
// below 1e-4 and from 1e16 on.
std::string to_line(const boost::json::value& value);

// The value rounded to nine significant digits, as in reports: readable, and independent of the last bits.
double rounded(double value);

}  // namespace sapper::experiments::json
