// `sapper analyze POSITION`: the exact posterior of a position, or of each position of a file of JSON
// objects.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace sapper::experiments {

struct AnalyzeOptions {
  std::filesystem::path position;                // "-": standard input
  bool trusts_flags = false;                     // a flag is evidence of a mine rather than a mark
  std::optional<std::filesystem::path> picture;  // -o: of the one position; .svg, .pdf or .png
  bool force = false;                            // replaces an existing picture
  std::optional<std::string> what_if;            // ROW,COL: the cell whose dig is analysed
  std::optional<std::string> explain;            // ROW,COL: the certain cell whose proof is sought
  bool leaves_out_moves = false;                 // omits the strategies' moves
  unsigned jobs = 1;                             // positions of standard input to analyse in parallel
  bool json = false;       // one object per position (sapper-analysis/1) instead of a drawing
  unsigned threads = 0;    // 0: all cores
  std::uint64_t seed = 0;  // of the strategies' random choices
};

// Prints to standard output; returns the exit status. InputError if the file is invalid or no layout satisfies
// one of its positions; the results of those before it have been printed. JSON objects on standard input are answered
// one by one and immediately, errors included; the status is then 2 (or 1) if there was an error.
int analyze(const AnalyzeOptions& options);

}  // namespace sapper::experiments
