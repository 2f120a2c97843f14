// How good a player's answers to labelled positions are. An answer is a line of JSON:
//
//   {"id": "classic:0:7:min_risk:3", "safe": [[r, c], ...], "mine": [[r, c], ...], "dig": [r, c], "text": "..."}
//
// `id` names the position; each of the others may be left out: cells called certainly safe or mines, the cell that the
// player would dig, and whatever text belongs to it, which is passed over.
#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "experiments/support/json/node.hpp"
#include "sim/minesweeper/grid.hpp"
#include "solvers/minesweeper/analysis/inference.hpp"

namespace sapper::experiments::minesweeper {

// Calls of cells as certainly safe, or as mines.
struct CallScore {
  std::uint64_t positions = 0;  // with such a list
  std::uint64_t right = 0;
  std::uint64_t wrong = 0;    // of cells that are not certain that way
  std::uint64_t invalid = 0;  // not on the board (whatever the numbers), shown, or named twice
  // [inference] the certain cells of those positions, and how many of them were called.
  std::array<std::uint64_t, solvers::kInferenceNames.size()> cells{};
  std::array<std::uint64_t, solvers::kInferenceNames.size()> found{};
};

struct DigScore {
  std::uint64_t digs = 0;         // valid ones
  std::uint64_t invalid = 0;      // not on the board, or shown
  std::uint64_t missed_safe = 0;  // the cell might be a mine, and another was certainly safe
  std::uint64_t mines = 0;        // the cell was certainly a mine
  double risk = 0;                // summed; P(mine) of the cells
  double excess_risk = 0;         // summed; that minus the lowest one of the position
  std::uint64_t solved = 0;       // digs in positions with the win chance of every dig
  double win_chance_lost = 0;     // summed over these; the best dig's win chance minus this one's
};

struct PositionScore {
  std::uint64_t positions = 0;
  std::uint64_t answered = 0;
  CallScore safe;
  CallScore mine;
  DigScore dig;
};

class PositionScorer {
 public:
  // A line of a file of positions. InputError with the place of what is wrong.
  void add_position(const json::Document& line);
  // A line of answers, after all positions. InputError with the place of what is wrong; also for a position that is not there,
  // or that was answered before.
  void add_answer(const json::Document& line);
  const PositionScore& score() const { return score_; }

 private:
  struct Certain {
    bool is_mine = false;
    std::size_t inference = 0;
  };
  struct Labels {
    sim::BoardSize size;
    std::vector<double> p_mine;  // [cell], negative where shown
    std::unordered_map<sim::Cell, Certain> certain;
    double lowest = 1;
    std::unordered_map<sim::Cell, double> values;  // of a solved end
    double best_value = 0;
    bool is_answered = false;
  };

  // The hidden cell of a list [r, c]; nullopt if it is shown or not on the board: whatever numbers a player writes, its
  // answer is wrong, not the file.
  static std::optional<sim::Cell> hidden_cell(const json::Node& node, const Labels& labels);
  static void count_calls(const json::Node& list, const Labels& labels, bool as_mines, CallScore& score);
  void count_dig(const json::Node& cell, const Labels& labels);

  std::unordered_map<std::string, Labels> positions_;
  PositionScore score_;
};

// `sapper-score/1`, and as a table.
boost::json::object score_json(const PositionScore& score);
std::string score_text(const PositionScore& score);

}  // namespace sapper::experiments::minesweeper
