// The players with whom reviewed ones are compared: strategies of which many games were judged, level by level
// (data/reference/players.json, made by `sapper review --reference-out`).
//
// Skill is a percentile: where a player's charged loss per decision (game_figures.hpp) lies among those of the reference
// players, interpolated between two of them, 100 for nothing. Its range has 95 %: the players for whom what is charged for so many decisions is
// neither too much nor too little, each with a probability of 0.5 % (the confidence set of a test: Neyman, "Outline of a
// theory of statistical estimation", 1937), also interpolated. Decisions count as independent draws from the player's
// own losses, which are simulated.
//
// Luck is a percentile too: how many series of as many games, each of one reference player, had less luck; half of those
// with the same. Its range has those with the same, and 1.96 standard errors by which play-outs may be wrong.
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
struct Percentile {
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

  bool has_board(const sim::GameRules& rules) const;
  // The player's place among `players`: the middle of its part of 0 to 100.
  double place_of(std::size_t player) const;
  // nullopt without a decision.
  std::optional<Percentile> skill(std::uint64_t decisions, double charged) const;
  Percentile luck(std::uint64_t games, double luck, double error) const;
  const ReferencePlayer& nearest(double skill) const;
};

// Those of data/reference/players.json.
const std::deque<ReferenceLevel>& reference_levels();
// The level that has the board, else the one whose chance to win at the start is nearest to `w_start`.
const ReferenceLevel& reference_level(const sim::GameRules& rules, double w_start);

// How players play who are charged as much per decision as a reference player, in a word or two; its name where there is none.
std::string_view word_for(std::string_view reference_player);

// What is said of a player by some games.
struct Rating {
  const ReferenceLevel* level = nullptr;
  bool is_own_level = true;  // the games are of the level's board
  GameFigures figures;
  // nullopt without a decision.
  std::optional<double> given_away_per_decision;
  std::optional<Percentile> skill;
  std::optional<std::string> word;
  Percentile luck;
};
Rating rating_of(const ReferenceLevel& level, bool is_own_level, const GameFigures& figures);

}  // namespace sapper::experiments
