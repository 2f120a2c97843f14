// Readers of external text as fuzzing targets: for any bytes a target returns or throws a user error (InputError,
// RunError). Anything else is a bug.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sapper::tests {

struct FuzzTarget {
  std::string_view name;
  void (*read)(const std::string& bytes);
  // Well-formed seeds: the repository's data, and files that the program writes.
  std::vector<std::string> (*seeds)();
  // A bound on the processor time of inputs of kTimedBytes or more, which the libFuzzer program holds; 0: none.
  double max_s_per_megabyte = 0;
};
inline constexpr std::size_t kTimedBytes = 1 << 16;

std::span<const FuzzTarget> fuzz_targets();
const FuzzTarget* find_fuzz_target(std::string_view name);  // null: there is none

// Runs the target. Exceptions that are not user errors are passed on.
void run_fuzz_target(const FuzzTarget& target, const std::string& bytes);

// The seeds, and the inputs in data/fuzz/NAME that were once mishandled.
std::vector<std::string> fuzz_corpus(const FuzzTarget& target);

}  // namespace sapper::tests
