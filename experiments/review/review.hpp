// Reviews recorded games: plays each again (followed_game.hpp) and judges every dig
// (solvers/minesweeper/analysis/dig_judge.hpp).
//
// A game that stops before its end counts as given up: as lost, with what was left of the chance to win given away.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "experiments/kinds/minesweeper/boards/first_cells.hpp"
#include "experiments/review/board_clicks.hpp"
#include "experiments/review/followed_game.hpp"
#include "experiments/review/recorded_game.hpp"
#include "experiments/review/reference_players.hpp"
#include "experiments/stats/statistics.hpp"
#include "solvers/minesweeper/analysis/dig_judge.hpp"

namespace sapper::experiments {

struct ReviewedGame {
  RecordedGame game;  // its first-click rule is the one by which it was judged
  GameEnding ending = GameEnding::lost;
  std::uint32_t bv3 = 0;
  solvers::JudgedGame judged;
  // Where they are counted: by review_games, not by Reviewer, as the browser's module has no SAT solver.
  std::optional<BoardClicks> clicks = std::nullopt;
};

// One object serves one thread; what it says of a game does not depend on the games before.
class Reviewer {
 public:
  // first_click: the rule of all games; if none is given, that of the game's file, else `safe`, or `unprotected` where the
  // first dig hit a mine.
  Reviewer(const solvers::JudgeSettings& settings, std::optional<sim::FirstClickRule> first_click)
      : settings_(settings), first_click_(first_click) {
    settings_.first_cells = minesweeper::first_cell_values();
  }

  // judged: what is known of the game from an earlier review by the same settings; null: nothing. InputError if the games of
  // its rules cannot be judged (minesweeper::refusal_to_judge), or the rule excludes the game's first dig. progress: called
  // after each dig with the number of digs so far.
  ReviewedGame review(RecordedGame game, const solvers::JudgedGame* judged = nullptr,
                      const std::function<void(std::size_t digs)>& progress = {});

 private:
  // A graph is known by its hash.
  using Board = std::tuple<int, int, sim::Topology, std::uint32_t, sim::FirstClickRule, sim::Reveal>;
  using BoardOnGraph = std::tuple<std::uint64_t, std::uint32_t, sim::FirstClickRule, sim::Reveal>;
  solvers::GameJudge& judge_for(const RecordedGame& game, const FollowedGame& followed);
  solvers::GraphGameJudge& judge_for(const RecordedGame& game,
                                     const FollowedGameOf<solvers::OnGraphs>& followed);

  solvers::JudgeSettings settings_;
  std::optional<sim::FirstClickRule> first_click_;
  std::map<Board, std::unique_ptr<solvers::GameJudge>> judges_;
  std::map<BoardOnGraph, std::unique_ptr<solvers::GraphGameJudge>> graph_judges_;
};

SkillAndLuck skill_and_luck_of(const ReviewedGame& reviewed);

// One line of sapper-review/1. Numbers are rounded to twelve decimals, so that the sum of a game holds to 1e-9.
boost::json::object to_json(const ReviewedGame& reviewed);
// The header of the table, and a game's rows of it: one for each judged dig.
std::string csv_header();
std::string to_csv(const ReviewedGame& reviewed);
// The judged digs of a game, costliest first, and its sums.
std::string text_of(const ReviewedGame& reviewed);
// The judged digs, costliest first: by chance given away, then by excess risk, then in order.
std::vector<const solvers::JudgedDig*> costliest_first(const ReviewedGame& reviewed);
// The mark of what a dig gave away, whether it can be told from 0 or not: from 2, 5 and 10 points of the chance to win on,
// by the words of GNU Backgammon. Empty for less.
struct DigMark {
  std::string_view sign, word;
};
DigMark mark_of(const solvers::JudgedDig& dig);
// What was wrong with a dig, in words for its player; empty if nothing was.
std::string mistake_of(const solvers::JudgedDig& dig);

// The rating of some games of a player that follow one another, among the games of one level.
struct SkillStep {
  std::uint64_t first = 0, last = 0;  // numbers of the games, from 1
  SkillAndLuck rating;
};

// The sums over the games of a player.
struct PlayerReview {
  struct Mean {
    double value = 0;
    std::optional<Interval> interval;  // 95 %; nullopt for a single game, of whose spread nothing is known
  };

  std::string player;
  std::uint64_t games = 0;
  std::uint64_t wins = 0;
  // Per game. The interval of `won` is Wilson's, that of `w_start`, which no player's games change, Student's, and none where
  // all are the same, those of the others that of bounded values (mean_interval_95).
  Mean won, w_start, given_away, luck, missed_digs, excess_risk;
  // W at the start minus what was given away, the mean of it over the games: the win rate at even luck.
  Mean even_luck;
  // Of the games of each level, in the order of their first games: of all, and step by step, at most 20 steps of at least 10
  // games each. No steps if there would be only one.
  struct OfLevel {
    SkillAndLuck rating;
    std::vector<SkillStep> steps;
  };
  std::vector<OfLevel> levels;
};

// Adds up games, in the order in which they come, by player.
class ReviewSums {
 public:
  void add(const ReviewedGame& reviewed);
  std::vector<PlayerReview> players() const;  // in the order of their first games

 private:
  struct Sum {
    ValueSums values;
    double most = 1;  // of the values and 1

    void add(double value);
    // For values of at least `least`.
    PlayerReview::Mean mean(double least = 0) const;
  };
  struct Player {
    std::string name;
    std::uint64_t games = 0, wins = 0;
    ValueSums w_start;
    Sum given_away, luck, missed_digs, excess_risk, even_luck;
    struct OfLevel {
      const ReferenceLevel* level = nullptr;
      bool is_own_level = true;  // of all games
      std::vector<GameFigures> games;
    };
    std::vector<OfLevel> levels;
  };
  static PlayerReview::OfLevel rated(const Player::OfLevel& played);

  std::vector<Player> players_;
};

std::string text_of(std::span<const PlayerReview> players);
// Skill over time: sapper-review-series/1, and as a table with one line per step.
boost::json::object series_json(std::span<const PlayerReview> players);
std::string series_csv(std::span<const PlayerReview> players);
// `Skill 62 (31 to 97), solid; Luck 8 (7 to 9): percentiles among the reference players of Expert, with 95 % ranges`
std::string headline_of(const SkillAndLuck& rating);
// `1.90 points given away per decision, in 7 decisions, small losses included`
std::string decisions_of(const SkillAndLuck& rating);
// `62 (31 to 97)`
std::string text_of(const RangedPercentile& percentile);
// Warns that the games may have been chosen by what happened in them, so that sums over them say nothing of others: as
// some were left out, or a player's games, at least five, all ended alike. A sentence; empty if nothing suggests it.
std::string selection_warning(std::span<const PlayerReview> players, bool leaves_out_games);

}  // namespace sapper::experiments
