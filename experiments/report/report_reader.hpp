// Reads a report (sapper-report/2) and checks it: the hash over config and counters, that each case appears once with
// all its games, that the counters are consistent, and that everything else outside timing and environment follows from
// them. Protects against accidents and manual edits; whoever recomputes the hash can write anything consistent.
//
// The text is read twice, front to back, first for the counters and then to check what is derived from them, which is
// never held as a whole: time is linear, memory that of the text and the counters. Boost.JSON's parser rather than
// simdjson's On-Demand (3.0.1), which reads reports twice as fast but needs an index of the size of the text and checks
// less.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "experiments/report/report_model.hpp"

namespace sapper::experiments {

// Whether a regular file begins like a report of this program, of any version.
bool looks_like_report(const std::filesystem::path& file);

// Creates the experiment from a report's config, given as JSON; file: the report's name.
using MakeExperiment =
    std::function<std::shared_ptr<const Experiment>(std::string config, const std::string& file)>;

// InputError, naming the file and the error.
Report read_report(const std::filesystem::path& file, const MakeExperiment& make);

}  // namespace sapper::experiments
