// Results as a table for spreadsheets and data frames (RFC 4180): one row per case and player, under flat names.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "experiments/run/report.hpp"

namespace sapper::experiments {

// Text that begins with = + - @ ' tab or CR, which a spreadsheet might run as a formula, is prefixed with an
// apostrophe. The columns are `case`, `case_name`, the case's properties by
// name (`rows`, `mines`, `density`) and `asked_density`, then the members of the report's results, cases and
// timing.results, in the order in which they first appear; empty where a row has none.
void write_csv(const std::function<void(std::string_view)>& write, const Report& report);
// To a file, atomically. RunError if it cannot be written.
void write_csv(const std::filesystem::path& file, const Report& report);

}  // namespace sapper::experiments
