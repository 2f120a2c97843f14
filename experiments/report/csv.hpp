// Results as a table for spreadsheets and data frames (RFC 4180): one row per case and player, under flat names.
#pragma once

#include <boost/json/value.hpp>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/run/report.hpp"

namespace sapper::experiments {

// A name and its value; nested objects' members as `outer_inner`. Pairs of whole numbers (cells) are `row,col`;
// other lists are left out.
struct FlatMember {
  std::string name;
  boost::json::value value;
};
std::vector<FlatMember> flattened(const boost::json::object& object);

// Text that begins with = + - @ ' tab or CR, which a spreadsheet might run as a formula, is prefixed with an
// apostrophe. The columns are `case`, `case_name`, the case's properties by
// name (`rows`, `mines`, `density`) and `asked_density`, then the members of the report's results, cases and
// timing.results, in the order in which they first appear; empty where a row has none.
void write_csv(const std::function<void(std::string_view)>& write, const Report& report);
// To a file, atomically. RunError if it cannot be written.
void write_csv(const std::filesystem::path& file, const Report& report);

}  // namespace sapper::experiments
