// A report read back: its config as text, and the counters that it was computed from.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "experiments/engine/driver.hpp"
#include "experiments/support/json/document.hpp"

namespace sapper::experiments {

// Whether the beginning of a plain file says that it is a report of this program.
bool looks_like_report(const std::filesystem::path& file);

struct ReportFile {
  // InputError when the file cannot be read or is no report.
  static ReportFile read(const std::filesystem::path& file);

  // The config as a document of its own, with its places in the file.
  json::Document config() const;
  // The games of one case, or of a segment of it, with the values of all counters.
  struct Counted {
    std::size_t case_number = 0;
    GameRange games;
    std::vector<std::uint64_t> values;  // of `names`
    std::vector<std::uint64_t> timing;  // of `timing_names`
  };
  // InputError if the report has no counters, or others than this build's, or values that cannot be.
  std::vector<Segment> segments(const Experiment& experiment, std::vector<std::size_t>& case_numbers) const;
  // All that the report holds. Likewise.
  Played played(const Experiment& experiment) const;

  std::string name;  // of the file
  std::string config_text;
  json::Place config_place;
  Shard shard;
  std::vector<std::string> names;
  std::vector<std::string> timing_names;
  std::vector<Counted> counted;
  double wall_s = 0;
  std::uint64_t threads = 1;
  std::string build_id;  // empty: unknown
  std::string host;
  std::string started;
  std::vector<std::string> other_builds;
};

}  // namespace sapper::experiments
