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
  std::optional<std::string> what_if;            // ROW,COL: the cell whose dig is looked into
  std::optional<std::string> explain;            // ROW,COL: the certain cell whose proof is sought
  bool leaves_out_moves = false;                 // of the strategies
  unsigned jobs = 1;                             // positions of standard input that are analysed at once
  bool json = false;       // one object per position (sapper-analysis/1) instead of a drawing
  unsigned threads = 0;    // 0: all that the machine has
  std::uint64_t seed = 0;  // of the choices that strategies draw
};

// Prints to standard output; returns the exit status. InputError if the file is invalid or no layout satisfies
// one of its positions; the results of those before it have been printed. JSON objects on standard input are
// answered one by one, each at once, errors included: then the status is 2 (or 1) if there was one.
int analyze(const AnalyzeOptions& options);

}  // namespace sapper::experiments
