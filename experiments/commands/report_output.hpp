// The output file of a report and its present content: a finished report is never replaced unless requested.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "experiments/config/config.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/shard.hpp"

namespace sapper::experiments {

class Experiment;

// The content of a file, as seen by a run that would write its report there.
struct OutputContent {
  enum class Kind : std::uint8_t {
    nothing,  // no file, or an empty one
    same,     // exactly this experiment and shard, finished
    fewer,    // the same, but with fewer games
    more,     // the same, but with more games
    other,    // anything else
  };
  Kind kind = Kind::nothing;
  std::string description;       // of `fewer`, `more` and `other`: `holds ...`
  std::optional<Report> report;  // of `same` and `fewer`
};
OutputContent content_of(const std::filesystem::path& output, const Experiment& experiment, Shard shard);

// Says on standard error how far the run of an unfinished report is.
void note_unfinished(const Report& report);

// The config's note as lines of text; empty if it has none.
std::string note_text(const CommonConfig& config, std::size_t width);

// The table of what was played, with its note and a line that says how long it took and ends as given.
std::string table_of(const Report& report, const std::string& ending);

}  // namespace sapper::experiments
