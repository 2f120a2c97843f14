// `sapper solve GAME ...`: exact values.
//
//   sapper solve tablet M N I J      the M x N tablet (columns x rows) with its poison at column I, row J,
//   from 0 sapper solve tablet M N --table  the same for every square as the poison sapper solve nim 3 4 5
//   Nim with these heaps sapper solve take K N            one heap of N, from which 1 to K are taken at a
//   time
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sapper::experiments {

struct SolveOptions {
  std::string game;                  // tablet, nim or take
  std::vector<std::string> numbers;  // as written
  bool table = false;
  std::optional<std::string> algorithm;     // plain, memo or normalized; default: normalized
  std::optional<std::uint64_t> max_states;  // default: solvers::nim::kDefaultMaxStates
  bool json = false;                        // sapper-solution/1 in place of text
  unsigned threads = 0;                     // 0: all that the machine has
};

// The answer, with a line break at its end. InputError if the options are wrong, or the algorithm needs too
// many states.
std::string solution_of(const SolveOptions& options);

// Prints it to standard output; answers the exit status, 0.
int solve(const SolveOptions& options);

}  // namespace sapper::experiments
