// `sapper analyze POSITION`: the exact posterior of a position, or of each position of a file of JSON
// objects.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace sapper::experiments {

struct AnalyzeOptions {
  std::filesystem::path position;            // "-": standard input
  bool trusts_flags = false;                 // a flag is evidence of a mine rather than a mark
  std::optional<std::filesystem::path> svg;  // -o: a picture of the one position
  bool json = false;       // one object per position (sapper-analysis/1) instead of a drawing
  unsigned threads = 0;    // 0: all that the machine has
  std::uint64_t seed = 0;  // of the choices that strategies draw
};

// Prints to standard output; returns the exit status, 0. InputError if the file is invalid or no layout
// satisfies one of its positions; the results of those before it have been printed.
int analyze(const AnalyzeOptions& options);

}  // namespace sapper::experiments
