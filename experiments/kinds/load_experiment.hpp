// From a config of any kind of game to an experiment: the table of kinds.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "experiments/engine/experiment.hpp"
#include "experiments/engine/report_file.hpp"

namespace sapper::experiments {

// Reads a config of any kind of game, or a report for its config.
std::unique_ptr<Experiment> load_experiment(const std::filesystem::path& file,
                                            const Overrides& overrides = {});
// That of a report.
std::unique_ptr<Experiment> experiment_of(const ReportFile& report, const Overrides& overrides = {});
// Likewise from text; `name` stands for the file in errors, and files that the config names are relative to
// `folder`.
std::unique_ptr<Experiment> parse_experiment(std::string text, const std::string& name,
                                             const std::filesystem::path& folder,
                                             const Overrides& overrides = {});

}  // namespace sapper::experiments
