// Reads a report (sapper-report/2) and checks it: the hash over config and counters, that each case is there once with
// all its games, that the counters can be those of games, and that everything else outside timing and environment follows
// from them. Against accidents and edits by hand; who computes the hash anew can write what the counters allow.
//
// The text is read twice, front to back, first for the counters and then for what must follow from them, which is never
// held as a whole: time is linear, memory that of the text and the counters. Boost.JSON's parser rather than simdjson's
// On-Demand (3.0.1), which reads reports twice as fast but takes an index of the size of the text, and checks less.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "experiments/report/report_model.hpp"

namespace sapper::experiments {

// Whether the beginning of a plain file says that it is a report of this program, of any version.
bool looks_like_report(const std::filesystem::path& file);

// Makes the experiment of a report's config, which is given as JSON; file: the report's name.
using MakeExperiment =
    std::function<std::shared_ptr<const Experiment>(std::string config, const std::string& file)>;

// InputError, naming the file and what is wrong.
Report read_report(const std::filesystem::path& file, const MakeExperiment& make);

}  // namespace sapper::experiments
