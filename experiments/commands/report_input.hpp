// The beginning of commands that read reports: the reports, those of their strategies that are meant, and the one file that
// the command writes.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/figures/data_file.hpp"
#include "experiments/run/report.hpp"

namespace sapper::experiments {

// Reads reports, and says on standard error how far the runs of unfinished ones are.
Report open_report(const std::filesystem::path& file);
std::vector<Report> open_reports(std::span<const std::string> files);
// Opens reports with their results, for figures, pages and tables.
std::vector<figures::DataFile> open_results(std::span<const std::string> files);
// Opens reports and other files with results (figures::read_data).
std::vector<figures::DataFile> open_data(std::span<const std::string> files);

// The names of a list such as `A,B`, which may be missing.
std::vector<std::string> names_of(const std::optional<std::string>& list);

// The file that a command writes. InputError if there is none, such as `page: -o FILE.html is missing: the page to write`, or
// if its name ends in none of `endings`, of which the message names the first.
const std::filesystem::path& needed_output(const std::optional<std::filesystem::path>& output,
                                           std::string_view missing,
                                           std::span<const std::string_view> endings = {});

}  // namespace sapper::experiments
