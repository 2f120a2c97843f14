// Tablets and their moves as text, and as JSON.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "sim/tablet/tablet.hpp"

namespace sapper::experiments::tablet {

// `9 x 7`: columns, then rows.
std::string size_of(const sim::tablet::Tablet& tablet);
// `the 9 x 7 tablet with its poison at column 3, row 0`.
std::string name_of(const sim::tablet::Tablet& tablet);
// `vertical cut before column 4`: a cut before column 4 is between columns 3 and 4.
std::string name_of(const sim::tablet::Move& move);
// The meaning of a value: `won in 191 moves`, `lost in 198 moves`, `lost: no move is left`.
std::string meaning_of(int value);

// The squares with column and row numbers: `X` the poison, `.` the others. One line per row.
std::string draw(const sim::tablet::Tablet& tablet);

boost::json::object to_json(const sim::tablet::Tablet& tablet);  // cols, rows, poison [column, row]
boost::json::object to_json(const sim::tablet::Move& move);      // cut, before

}  // namespace sapper::experiments::tablet
