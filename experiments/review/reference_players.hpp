// The players with whom reviewed ones are compared: strategies of which many games were judged, level by level
// (data/reference/players.json, made by `sapper review --reference-out`).
//
// Skill is a percentile: the place of a player's charged loss per decision (game_figures.hpp) among those of the reference
// players, interpolated between two of them, 100 for nothing. Its range has the players for whom as much, and as little,
// charged in so many decisions has a probability of at least 0.5 % each (the confidence set of a test: Neyman, "Outline of
// a theory of statistical estimation", 1937), also interpolated. It holds a player's place in 95 % of cases and more
// (data/studies/judging.md), fewer than 99 %, as decisions count as independent draws from the player's own losses.
//
// Luck is a percentile too: how many series of as many games, each of one reference player, had less luck; half of those
// with the same. Its range has those with the same, and 1.96 standard errors by which play-outs may be wrong. Where W at the
// start is not that of the table (another first-click rule, a given cell, another board), the luck of the table's games is
// what they would have had at that W, and won and lost ones are weighted so that its mean stays the same.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/review/game_figures.hpp"
#include "experiments/stats/simulated_sums.hpp"
#include "sim/minesweeper/game_rules.hpp"

namespace sapper::experiments {

// 0 to 100.
struct RangedPercentile {
  double value = 0;
  double low = 0;
  double high = 100;
};

struct ReferencePlayer {
  std::string name;
  std::uint64_t games = 0;
  std::uint64_t decisions = 0;
  std::vector<ValueShare> losses;  // per decision: the mean of each class of charged losses
  std::vector<ValueShare> luck;    // per game: the mean of each of equal shares of the games, ascending

  double charged_per_decision() const;
};

struct ReferenceLevel {
  std::string name;
  sim::BoardSize size;
  std::uint32_t mine_count = 0;
  double w_start = 0;
  std::vector<ReferencePlayer> players;  // at least two; from the one that is charged most per decision

  bool has_board(const sim::GameRules& rules) const;  // none without a grid
  // The player's place among `players`: the middle of its part of 0 to 100.
  double place_of(std::size_t player) const;
  // nullopt without a decision.
  std::optional<RangedPercentile> skill(std::uint64_t decisions, double charged) const;
  // luck, error: of the sum over the games; w_at_start: W at the start of one, in the mean.
  RangedPercentile luck(std::uint64_t games, double luck, double error, double w_at_start) const;
  const ReferencePlayer& nearest(double skill) const;
};

// Those of data/reference/players.json.
const std::deque<ReferenceLevel>& reference_levels();
// The level that has the board, else the one whose chance to win at the start is nearest to `w_start`.
const ReferenceLevel& reference_level(const sim::GameRules& rules, double w_start);

// How players play who are charged as much per decision as a reference player, in a word or two; its name where there is none.
std::string_view word_for(std::string_view reference_player);

// Some games of a player beside those of the reference players.
struct SkillAndLuck {
  const ReferenceLevel* level = nullptr;
  bool is_own_level = true;  // the games are of the level's board
  GameFigures figures;
  // nullopt without a decision.
  std::optional<double> given_away_per_decision;
  std::optional<RangedPercentile> skill;
  std::optional<std::string> word;
  RangedPercentile luck;
};
SkillAndLuck skill_and_luck_of(const ReferenceLevel& level, bool is_own_level, const GameFigures& figures);

}  // namespace sapper::experiments
