// `sapper analyze POSITION`: the exact posterior of a position, or of each position of a file of JSON
// objects.
#pragma once

#include <cstdint>
#include <filesystem>

namespace sapper::experiments {

struct AnalyzeOptions {
  std::filesystem::path position;  // "-": standard input
  bool trusts_flags = false;       // a flag is evidence of a mine rather than a mark
  bool json = false;               // an object a position (sapper-analysis/1) in place of a drawing
  unsigned threads = 0;            // 0: all that the machine has
  std::uint64_t seed = 0;          // of the choices that strategies draw
};

// Prints to standard output; answers the exit status, 0. InputError if the file is wrong or no layout
// satisfies a position of it; the positions before that one are answered.
int analyze(const AnalyzeOptions& options);

}  // namespace sapper::experiments
