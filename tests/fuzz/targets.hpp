// What reads text from outside, as targets of fuzzing: a target takes any bytes, and whatever they are, it returns or
// throws an error for the user (InputError, RunError). Anything else is a bug.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sapper::tests {

struct FuzzTarget {
  std::string_view name;
  void (*read)(const std::string& bytes);
  // Well-formed inputs to begin with: the repository's own data, and files that the program writes.
  std::vector<std::string> (*seeds)();
};

std::span<const FuzzTarget> fuzz_targets();
const FuzzTarget* find_fuzz_target(std::string_view name);  // null: there is none

// Runs the target. Exceptions that are no errors for the user pass through.
void run_fuzz_target(const FuzzTarget& target, const std::string& bytes);

// The seeds, and the inputs in data/fuzz/NAME: those that once were mishandled.
std::vector<std::string> fuzz_corpus(const FuzzTarget& target);

}  // namespace sapper::tests
