// Checks a report by playing some of its games again: games that are drawn at random from the records of a run, or whole
// stretches of games whose counters the report holds. What was read (report_file.hpp) is consistent in itself already.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "experiments/run/report.hpp"

namespace sapper::experiments {

struct Verification {
  // What differs from the report or the records, a line each; at most kMostDifferences of them are kept.
  std::vector<std::string> differences;
  std::uint64_t difference_count = 0;
  std::uint64_t games = 0;         // among which was drawn
  std::uint64_t played_games = 0;  // again
  std::uint64_t played_parts = 0;  // of records: games; else stretches
  std::uint64_t parts = 0;
  std::uint64_t records = 0;          // lines that were read
  std::uint64_t surplus_records = 0;  // of games that the report does not count, as beyond a stop rule's end
  bool has_all_games = false;         // of the report: then wins were compared, of each player and each pair
  // The probability that such a check finds nothing where one game in a hundred is false, however they are spread.
  double chance_to_pass = 1;

  static constexpr std::size_t kMostDifferences = 20;
  bool passed() const { return difference_count == 0; }
};

// What a check does at the moment, and how far it has come: `done` games of `games`; 0: unknown. Called often.
enum class VerifyStep : std::uint8_t { reading_records, playing_again };
using VerifyProgress = std::function<void(VerifyStep step, std::uint64_t done, std::uint64_t games)>;

// Reads all records and plays `sample` of their games again (0: none, for players that may not run). which: those that the run wrote (--games-where). InputError
// where a line is not a record.
Verification verify_records(const Report& report, const std::filesystem::path& records, RecordFilter which,
                            std::uint64_t sample, std::uint64_t seed, const VerifyProgress& report_progress);

// Plays `sample` of the report's stretches again, from the first game to the last, on `threads` threads.
Verification verify_stretches(const Report& report, std::uint64_t sample, std::uint64_t seed,
                              std::size_t threads, const VerifyProgress& report_progress);

}  // namespace sapper::experiments
