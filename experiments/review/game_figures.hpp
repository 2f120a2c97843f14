// Judged games in few numbers: decisions and how much they gave away, luck, survival.
#pragma once

#include <cstdint>

#include "solvers/minesweeper/analysis/dig_judge.hpp"

namespace sapper::experiments {

inline constexpr double kMostCharged = 0.2;

// Sums over games.
struct GameFigures {
  std::uint64_t games = 0;
  double w_start = 0;
  // Digs after the first that may hit a mine and are not forced, and giving up; and what they gave away together, without a
  // threshold, so that sums over many games are not biased.
  std::uint64_t decisions = 0;
  double given_away = 0;
  // The same with at most kMostCharged for a decision, so that one blunder does not outweigh the other decisions of twenty
  // games.
  double charged = 0;
  // Won (1) or lost (0), minus W at the start, plus what all digs gave away; and the variance of its error by play-outs.
  double luck = 0;
  double luck_variance = 0;
  // -log10 of the probability to survive the digs after the first that might hit a mine, and of the largest that there was
  // at each of them: 0 where a safe cell was known. Digs of certain mines do not count.
  double pluck = 0;
  double least_luck = 0;

  GameFigures& operator+=(const GameFigures& others);
};

GameFigures figures_of(const solvers::JudgedGame& judged);

}  // namespace sapper::experiments
