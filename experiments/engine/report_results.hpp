// What a report says of win rates, read back: for comparing reports.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/engine/differences.hpp"

namespace sapper::experiments {

struct ReportResult {
  std::size_t case_number = 0;
  std::string case_name;
  std::string label;
  // What was played, as text: results of the same key, seed and game number are of the same board.
  std::string key;
  // All that the report says of the result but for the case's number.
  std::string content;
  std::uint64_t games = 0;
  std::uint64_t wins = 0;
  std::optional<AdjustedRate> adjusted;  // where the exact risks are calibrated
};

struct ReportResults {
  std::string file;
  std::string name;
  std::uint64_t seed = 0;
  std::vector<ReportResult> results;

  const ReportResult* find(std::size_t case_number, const std::string& label) const;  // null: there is none
};

// InputError where the file is no report of win rates.
ReportResults read_report_results(const std::filesystem::path& file);

// Which of its games a player won, and the exact risk that each took: from records (--games-out).
struct PlayedGame {
  bool is_won = false;
  bool is_lost_by_guess = false;
  double risk = 0;  // sum of P(mine) over its guesses
};
class GameRecords {
 public:
  // InputError where a line is no record.
  explicit GameRecords(const std::filesystem::path& file);
  // Games 0, 1, ... of a case and label; nothing unless the file holds the first `games` of them.
  std::optional<std::vector<PlayedGame>> find(std::size_t case_number, const std::string& label,
                                              std::uint64_t games) const;

 private:
  struct Series {
    std::size_t case_number;
    std::string label;
    std::vector<PlayedGame> games;  // in the file's order
    bool is_complete = true;        // these are games 0, 1, 2, ...
  };
  std::vector<Series> series_;
};

}  // namespace sapper::experiments
