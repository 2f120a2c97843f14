// How good a player's answers to labelled positions are. An answer is a line of JSON:
//
//   {"id": "classic:0:7:min_risk:3", "safe": [[r, c], ...], "mine": [[r, c], ...], "dig": [r, c], "text": "..."}
//
// `id` names the position; each of the others may be left out: cells called certainly safe or mines, the cell that the
// player would dig, and whatever text belongs to it, which is passed over.
//
// A measure is a ratio of sums over positions, such as the certain cells found to all of them. Its standard error is that
// of a ratio estimated from positions drawn independently (Cochran, Sampling Techniques, 1977, section 2.11), and so is
// that of a difference between two players, whose answers to the same positions vary together.
#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "experiments/support/json/node.hpp"
#include "sim/minesweeper/grid.hpp"
#include "solvers/minesweeper/analysis/inference.hpp"

namespace sapper::experiments::minesweeper {

enum class Measure : std::uint8_t {
  safe_exact_match,
  safe_recall,
  safe_precision,
  mine_exact_match,
  mine_recall,
  mine_precision,
  risk,
  excess_risk,
  win_chance_lost,
};
inline constexpr std::size_t kMeasureCount = 9;
// The paths of the measures in the JSON.
inline constexpr std::array<std::string_view, kMeasureCount> kMeasurePaths{
    "safe.exact_match", "safe.recall",   "safe.precision",       "mine.exact_match",        "mine.recall",
    "mine.precision",   "dig.mean_risk", "dig.mean_excess_risk", "dig.mean_win_chance_lost"};

// A position's part of the two sums of a measure.
struct Term {
  double part = 0;
  double whole = 0;
};
// nullopt: the measure does not look at the answer.
using Terms = std::array<std::optional<Term>, kMeasureCount>;

struct Estimate {
  std::uint64_t positions = 0;
  std::optional<double> value;           // nullopt where there is nothing to divide by
  std::optional<double> standard_error;  // nullopt also for a single position
};

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
  std::uint64_t solved = 0;       // digs in positions with the win chance of every dig
};

struct PositionScore {
  std::uint64_t positions = 0;
  std::uint64_t answered = 0;
  CallScore safe;
  CallScore mine;
  DigScore dig;
  std::array<Estimate, kMeasureCount> estimates;  // [Measure]

  const Estimate& operator[](Measure measure) const { return estimates[static_cast<std::size_t>(measure)]; }
};

// The first player's value of a measure minus the second's, over the positions that both answered.
struct Difference {
  std::array<double, 2> values{};
  Estimate difference;
};

class PositionScorer {
 public:
  // A line of a file of positions. InputError with the place of what is wrong.
  void add_position(const json::Document& line);
  // A line of a player's answers, after all positions. InputError with the place of what is wrong; also for a position
  // that is not there, or that the player answered before.
  void add_answer(const json::Document& line, std::size_t player = 0);
  PositionScore score(std::size_t player = 0) const;
  // Between the players 0 and 1, [Measure]; nullopt where they have no answers to compare.
  std::array<std::optional<Difference>, kMeasureCount> differences() const;

 private:
  struct Certain {
    bool is_mine = false;
    std::size_t inference = 0;
  };
  struct PositionLabels {
    std::vector<std::uint64_t> sides;  // rows and columns, with layers three, of a graph the cells
    std::vector<double> p_mine;        // [cell], negative where shown
    std::unordered_map<sim::Cell, Certain> certain;
    double lowest = 1;
    std::unordered_map<sim::Cell, double> values;  // of a solved end
    double best_value = 0;
    std::size_t number = 0;  // of the position, from 0
  };
  // Another player's answers count apart.
  struct Player {
    PositionScore counts;                       // without estimates
    std::vector<std::optional<Terms>> answers;  // [position]
  };

  // The hidden cell of a list [r, c], with layers [l, r, c], or of a graph's number; nullopt if it is shown or not on the
  // board: whatever numbers a player writes, its answer is wrong, not the file.
  static std::optional<sim::Cell> hidden_cell(const json::Node& node, const PositionLabels& labels);
  static void count_calls(const json::Node& list, const PositionLabels& labels, bool as_mines,
                          CallScore& score, Terms& terms);
  static void count_dig(const json::Node& cell, const PositionLabels& labels, DigScore& score, Terms& terms);

  std::unordered_map<std::string, PositionLabels> positions_;
  std::vector<Player> players_{1};
};

// `sapper-score/1`, and as a table. With a second player, its score and the differences too.
boost::json::object score_json(const PositionScorer& scorer, std::size_t players = 1);
std::string score_text(const PositionScorer& scorer, std::size_t players = 1);

}  // namespace sapper::experiments::minesweeper
