// The digs of a replayed game, on a board of any kind: how they are judged, and how they are told as text and JSON (see
// replay.hpp).
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/drawing/board_picture.hpp"
#include "experiments/kinds/minesweeper/game/player.hpp"
#include "experiments/run/record_filter.hpp"
#include "sim/minesweeper/grid.hpp"
#include "solvers/minesweeper/analysis/proof.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::experiments::minesweeper {

// A dig and the board around it.
struct ReplayedDig {
  solvers::Move move;
  solvers::Claim claim;
  std::uint32_t opened = 0;
  std::vector<std::uint8_t> before;  // [cell] its number or ReplayBoard::hidden()
  std::vector<std::uint8_t> after;
  bool is_risky = false;  // it may have hit a mine
  // A risky dig has P(mine) before it, [cell], which is read only where hidden and empty if unknown; the lowest of any
  // hidden cell; the number of cells that were certainly safe; and what was wrong with it, empty if nothing was.
  std::vector<double> p_mine;
  GuessRisk risk;
  std::size_t missed_safe = 0;
  std::string mistake;
  // A guess has the strategy's explanation.
  std::string reason;
  std::optional<double> win_probability;
  std::vector<solvers::Explanation::Candidate> candidates;
  // No other dig has these, nor the first one.
  void take(const solvers::Explanation& explanation) {
    reason = explanation.why;
    win_probability = explanation.win_probability;
    candidates.assign(explanation.candidates.begin(), explanation.candidates.end());
  }
  // A certain cell has a proof.
  std::optional<solvers::Proof> proof;
  std::string proof_words, proof_numbers;
};

// What a replay says of its board.
class ReplayBoard {
 public:
  virtual ~ReplayBoard() = default;
  virtual std::uint8_t hidden() const = 0;          // stands for the number of a hidden cell
  virtual std::string_view convention() const = 0;  // `row,col from 0`
  virtual std::string name_of(sim::Cell cell) const = 0;
  virtual boost::json::value cell_json(sim::Cell cell) const = 0;
  virtual bool has_rows() const { return true; }  // by which it is drawn as text
  // The board before a guess, the cell as a question mark; empty without rows.
  virtual std::string text_before(const ReplayedDig& dig) const = 0;
  // What `sapper analyze` reads, of [cell] numbers.
  virtual boost::json::object position_json(const std::vector<std::uint8_t>& shown) const = 0;
  // P(mine) before the dig, in the lists of a position's cells, null where shown.
  virtual boost::json::value risks_json(const ReplayedDig& dig) const = 0;
};

// Fills what a dig that may hit a mine has, from the board before it. risks: of that board; nullopt if they cannot be
// counted.
void judge_risk(const ReplayBoard& board, ReplayedDig& dig,
                const std::function<std::optional<solvers::CellRisks>()>& risks);
// True for a dig that may hit a mine and is a mistake of this kind. The filter of records also keeps games where a guess
// beside a certainly safe cell was safe itself.
bool is_mistake(const ReplayedDig& dig, RecordFilter kind);

// A board before each risky dig, then a line for each dig.
std::string text_of(const ReplayBoard& board, std::span<const ReplayedDig> digs);

// `8,8 (?), P(mine) 1.0000, a mine; 1 safe cell missed (o)`.
std::string mistake_words(const ReplayBoard& board, const ReplayedDig& dig);
// The same, and the board before it, as many rows and columns around the cell as CaseDisplay::kMistakeLines and 80 columns
// allow. grid: a part of the board that holds the dig, from the cell `first` on.
std::string mistake_text(const ReplayBoard& board, const ReplayedDig& dig, const sim::Grid& grid,
                         sim::Cell first, PictureCell (*shown_cell)(std::uint8_t number));

// A game of one player: `strategy`, `won`, `end`, `mines`, `exploded`, `digs`.
boost::json::object player_json(const ReplayBoard& board, std::string_view label, bool is_won,
                                std::string_view end, std::span<const sim::Cell> mines, sim::Cell exploded,
                                std::span<const ReplayedDig> digs);

}  // namespace sapper::experiments::minesweeper
