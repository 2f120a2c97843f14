// The progress shown on standard error while an experiment runs (progress_line.hpp): time left, speed, the case that is
// played and its rates.
//
// Under a stop rule the time left is an estimate: the case that is played ends when games like those before would end it
// (expected_games.hpp), and the cases after it take the share of their games that those before have taken.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/run/driver.hpp"
#include "experiments/run/game_range.hpp"
#include "experiments/run/progress_line.hpp"
#include "experiments/run/tally.hpp"

namespace sapper::experiments {

class Progress {
 public:
  // The games that the report holds now do not count for the speed and the time left. games: that it holds in the end.
  Progress(const Report& report, ProgressMode mode, GameSet games);

  // Call after games of a case were added to the report. Cheap unless a line is due.
  void update(std::size_t case_number);
  // Clears the line.
  void finish() { line_.clear(); }

 private:
  struct Amount {
    double plays = 0;
    double cost = 0;
    double core_s = 0;
    double whole_cost = 0;  // the same, with cases that a stop rule ended counted as whole
    // What the cases took, and would have taken without a stop rule, with the games of earlier runs.
    double taken = 0;
    double most = 0;
  };
  Amount done(std::size_t case_number);
  double core_s_of(std::size_t case_number) const;  // of the games in the report
  double cost_left(std::size_t case_number, const Tally& tally, const Amount& now) const;
  std::string text(std::size_t case_number);
  GameRange range_of(std::size_t case_number) const { return games_.range_of(case_number); }

  const Report& report_;
  const Experiment& experiment_;
  std::size_t plays_per_game_;
  GameSet games_;
  ProgressLine line_;
  double total_cost_ = 0;
  // [case] of the games played by earlier runs.
  std::vector<std::uint64_t> games_before_;
  std::vector<double> core_s_before_;
  // Cases below counted_cases_ get no more games in this run.
  std::size_t counted_cases_ = 0;
  Amount counted_;
};

}  // namespace sapper::experiments
