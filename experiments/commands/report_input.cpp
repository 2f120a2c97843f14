#include "experiments/commands/report_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "experiments/commands/report_output.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

Report open_report(const std::filesystem::path& file) {
  Report report = load_report(file);
  note_unfinished(report);
  return report;
}

std::vector<Report> open_reports(std::span<const std::string> files) {
  std::vector<Report> reports = load_reports(files);
  for (const Report& report : reports) note_unfinished(report);
  return reports;
}

std::vector<figures::DataFile> open_results(std::span<const std::string> files) {
  std::vector<figures::DataFile> results;
  for (Report& report : open_reports(files)) results.push_back(figures::data_of(std::move(report)));
  return results;
}

std::vector<figures::DataFile> open_data(std::span<const std::string> files) {
  std::vector<figures::DataFile> data;
  for (const std::string& file : files) {
    data.push_back(figures::read_data(file));
    if (data.back().report) note_unfinished(*data.back().report);
  }
  return data;
}

std::vector<std::string> names_of(const std::optional<std::string>& list) {
  std::vector<std::string> names;
  if (list)
    for (const std::string_view name : split(*list, ",")) names.emplace_back(name);
  return names;
}

const std::filesystem::path& needed_output(const std::optional<std::filesystem::path>& output,
                                           std::string_view missing,
                                           std::span<const std::string_view> endings) {
  if (!output) throw InputError(std::string(missing));
  if (!endings.empty() &&
      std::ranges::find(endings, lower_case(output->extension().string())) == endings.end())
    throw InputError::in_file(output->string(),
                              fmt::format("expected a name that ends in {}", endings.front()));
  return *output;
}

}  // namespace sapper::experiments
