// Creates an experiment from a config of any kind of game, by the table of kinds.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/report.hpp"

namespace sapper::experiments {

// The names of the kinds, as configs give them in "game".
std::vector<std::string_view> kinds_of_experiment();

// Reads a config of any kind of game, or the config in a report.
std::unique_ptr<Experiment> load_experiment(const std::filesystem::path& file,
                                            const ConfigOverrides& overrides = {});
// The experiment of a report, with overrides of its config's values.
std::unique_ptr<Experiment> experiment_of(const Report& report, const ConfigOverrides& overrides);
// The same from text; `name` replaces the file in errors, and files named in the config are relative to `folder`.
std::unique_ptr<Experiment> parse_experiment(std::string text, const std::string& name,
                                             const std::filesystem::path& folder,
                                             const ConfigOverrides& overrides = {});

// Reads and checks a report (run/report_file.hpp).
Report load_report(const std::filesystem::path& file);
// Loads several reports. Reports with the same config share their experiment.
std::vector<Report> load_reports(std::span<const std::string> files);

}  // namespace sapper::experiments
