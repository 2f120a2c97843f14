// From a config of any kind of game to an experiment: the table of kinds.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/report/report_model.hpp"
#include "experiments/run/experiment.hpp"

namespace sapper::experiments {

// The names of the kinds, as configs give them in "game".
std::vector<std::string_view> kinds_of_experiment();

// Reads a config of any kind of game, or a report for its config.
std::unique_ptr<Experiment> load_experiment(const std::filesystem::path& file,
                                            const Overrides& overrides = {});
// That of a report, with other values in place of its config's.
std::unique_ptr<Experiment> experiment_of(const Report& report, const Overrides& overrides);
// Likewise from text; `name` stands for the file in errors, and files that the config names are relative to
// `folder`.
std::unique_ptr<Experiment> parse_experiment(std::string text, const std::string& name,
                                             const std::filesystem::path& folder,
                                             const Overrides& overrides = {});

// Reads and checks a report (report/report_reader.hpp).
Report load_report(const std::filesystem::path& file);
// Likewise several. Reports with the same config share their experiment.
std::vector<Report> load_reports(std::span<const std::string> files);

}  // namespace sapper::experiments
