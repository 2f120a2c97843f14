// Judges digs by the chance to win: what each gave away, and how lucky the player was with it.
//
// W is the chance to win under the strongest play, given what the player sees. For each judged dig:
//   W of the best cell, which is W of the position, and W of the dig: before it is known what the dig shows;
//   chance given away: their difference;
//   luck: W at the next judged dig (at the end 1 or 0), minus W of the best cell, plus the chance given away.
// So over a game, by telescoping:
//   won (1) or lost (0) = W at the start - sum of chances given away + sum of luck.
//
// The first dig of a game is judged, every dig that may hit a mine, and giving up; then W is 0. Digs of cells that
// are certainly safe give nothing away, in whatever order: as long as the mines stay where they are, what they show can
// only help. What they show is part of the luck of the judged dig before them. Flags are marks and change nothing.
//
// A dig may be of several cells at once (a chord): it survives if none of them is a mine.
//
// W is exact on boards that `optimal` solves with its default settings, and where at most 512 layouts are left (Endgame:
// with at most 192 cells that may be mines or free, and a search of at most 10^7 scans, of which no more than 640,000 were
// needed in any of 10,000 positions). Elsewhere `expert` chooses the best cell; then it and the dig are played out on
// common layouts, drawn afresh, so that their difference does not depend on how the best cell was chosen, and play-outs
// continue as `expert` plays at effort 0 (DigPlayouts). Their W is low, by a point in the mean and by up to ten in a
// position, which the standard errors do not contain; the difference suffers less. What is less than kDetectable standard
// errors does not count as given away.
//
// First digs that the rule protects are compared with other first cells by `optimal`; by known values of boards played
// often (FirstCellValues); else by play-outs: of a cell of each kind (corner, border, second ring, further in; on graphs by
// how many cells it sees) and of the one dug, the best by a first round is compared with the one dug in a second. Cells for
// which the rule leaves no layout are no first cells.
//
// A dig is forced if nothing could be gained or lost by another: W is exact, no cell is certainly safe, and every cell that
// is not certainly a mine has the same W. Where W comes from play-outs, that is not known, and no dig counts as forced. A
// first cell that was given to the player is no choice either: W at the start is that of this cell.
//
// Cost: microseconds where it is exact, else per judged dig that of `expert` at this effort and of one or two play-outs
// (some 30 microseconds on an Expert board) per layout.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sim/minesweeper/cell_symmetry.hpp"
#include "sim/minesweeper/game_rules.hpp"
#include "sim/random/stream.hpp"
#include "solvers/minesweeper/analysis/claim.hpp"
#include "solvers/minesweeper/analysis/inference.hpp"
#include "solvers/minesweeper/choice/board_family.hpp"
#include "solvers/minesweeper/choice/dig_playouts.hpp"
#include "solvers/minesweeper/exact/endgame/endgame.hpp"
#include "solvers/minesweeper/exact/optimal/optimal_solver.hpp"
#include "solvers/minesweeper/posterior/cell_risks.hpp"

namespace sapper::solvers {

// The positions of which W is computed exactly; the lesser kinds serve to measure how good play-outs are.
enum class ExactValues : std::uint8_t {
  none,
  ends,    // where few layouts are left
  boards,  // also everywhere on boards that `optimal` solves
};

// W of the first cells of one kind of board, square, estimated from many games.
struct FirstCellValues {
  struct Value {
    sim::Cell cell = sim::kNoCell;
    double w = 0;
    double error = 0;  // standard error
  };
  sim::BoardSize size;
  std::uint32_t mine_count = 0;
  sim::FirstClickRule rule = sim::FirstClickRule::safe;
  std::vector<Value> classes;  // one cell of each class of cells that are alike (cell_symmetry.hpp)
  Value best;                  // by games other than those that chose it
};

// Who chose the first cell of a game.
enum class FirstCellChoice : std::uint8_t { player, given };

struct JudgeSettings {
  int effort = 4;  // of `expert`, which chooses the best cell
  std::uint32_t layouts =
      400;  // at least 2, per play-out comparison; at the start of a game four times as many
  ExactValues exact = ExactValues::boards;
  std::span<const FirstCellValues> first_cells{};  // of the boards that have them; must outlive the judge
};

struct JudgedDig {
  std::uint32_t number = 0;      // of the dig in its game, from 1
  std::vector<sim::Cell> cells;  // hidden ones, dug at once; empty: the player gave up
  // The exact probability that some cell of the dig is a mine, and the lowest of a hidden cell.
  double p_mine = 0;
  double lowest_p_mine = 0;
  // If the dig may hit a mine, or the player gave up: the certainly safe cells that could have been dug instead, and the
  // least inference that finds one.
  std::uint32_t missed_safe = 0;
  std::optional<Inference> least_inference{};
  Claim claim{};  // what the player said about the dig
  sim::Cell best = sim::kNoCell;
  double w_best = 0;
  double w_dig = 0;
  // Standard error of w_best and w_dig by the sampled layouts, the larger one; 0: exact.
  double w_error = 0;
  double given_away = 0;
  double given_away_error = 0;  // standard error of w_best - w_dig
  double luck = 0;
  bool is_forced = false;  // every cell that could be dug has the same W; or the first cell was given

  // w_best - w_dig: what the dig gave away, whether it can be told from 0 or not.
  double difference() const { return w_best - w_dig; }
  // It tells something about the player: a choice made with numbers on the board.
  bool is_decision() const { return number > 1 && !is_forced; }
  double excess_risk() const { return std::max(p_mine - lowest_p_mine, 0.0); }
  bool is_claim_wrong() const { return claim.is_certain && p_mine > 0; }
  bool is_exact() const { return w_error == 0; }
};

struct JudgedGame {
  bool is_won = false;
  double w_start = 0;
  double given_away = 0;  // sums over the digs
  double luck = 0;
  // The sum of w_best - w_dig: given_away without the threshold, and unbiased, for means over many games.
  double difference = 0;
  std::uint32_t dig_count = 0;  // of all digs, judged or certain
  std::uint32_t wrong_claims = 0;
  std::uint32_t unjudged = 0;   // digs left out: a frontier, there or in a play-out, was too wide to count
  std::vector<JudgedDig> digs;  // the judged ones, in order
};

// Boards: OnGrids or OnGraphs.
template <class Boards>
class GameJudgeOf {
 public:
  using GameRules = typename Boards::GameRules;
  using View = typename Boards::View;
  using Posterior = typename Boards::Posterior;

  // Differences of less than this many standard errors count as 0.
  static constexpr double kDetectable = 2;

  // Games of these rules, with mines that do not move (std::invalid_argument if they do) and are laid at random. One
  // object serves one thread, and judges one game after another.
  GameJudgeOf(const GameRules& rules, const JudgeSettings& settings);

  // Starts a game. All random choices depend on the id alone, so that a judgement can be repeated.
  void begin(const sim::GameId& id, FirstCellChoice first_cell = FirstCellChoice::player);
  // Call before each dig of a game, certain or not: with the view before it and the hidden cells that it digs, at least
  // one; at the first dig, of a view that shows nothing, one. std::logic_error if no layout is consistent with the view.
  void will_dig(const View& view, std::span<const sim::Cell> cells, const Claim& claim = {});
  // Call instead of a dig if the player gives up; then finish() with `is_won` false.
  void will_give_up(const View& view);
  // The judgement, valid until the next begin().
  const JudgedGame& finish(bool is_won);

 private:
  // W of the position and of a dig; error: as JudgedDig::w_error and given_away_error.
  struct Values {
    sim::Cell best = sim::kNoCell;
    double w_best = 0;
    double w_dig = 0;
    double error = 0;
    double difference_error = 0;
    bool is_forced = false;

    double difference() const { return w_best - w_dig; }
  };

  void judge(const View& view, std::span<const sim::Cell> cells, const Claim& claim);
  bool is_first_cell(sim::Cell cell) const;
  sim::Cell any_first_cell() const;
  Values first_values(const View& view, sim::Cell first);
  Values find_first_values(const View& view, sim::Cell first);
  std::optional<Values> known_first_values(sim::Cell first) const;
  Values played_first_values(sim::Cell first, sim::Stream& random);
  Values played_first(sim::Cell first, std::uint32_t layouts, sim::Stream& random);
  Values play_first(sim::Cell first, std::uint32_t layouts, sim::Stream& random);
  void compute(const View& view);
  // compute() was called with the view before all of these.
  double p_all_free(const View& view, std::span<const sim::Cell> cells);
  void add_missed(const View& view, JudgedDig& dig) const;
  Values values_of(const View& view, std::span<const sim::Cell> cells, double p_free, std::uint32_t layouts,
                   sim::Stream& random);
  // True if w(cell) is w_best for every hidden cell that may be free; w: nullopt if it is not known.
  template <class WinProbability>
  bool are_all_alike(const View& view, double w_best, WinProbability w) const;
  std::optional<Values> exact_values(const View& view, std::span<const sim::Cell> cells, double p_free);
  Values played_values(const View& view, std::span<const sim::Cell> cells, double p_free,
                       std::uint32_t layouts, sim::Stream& random);
  sim::Cell choose_best(const View& view, sim::Stream& random);
  void add(JudgedDig dig, const Values& values);
  void settle(double w);

  GameRules rules_;
  JudgeSettings settings_;
  std::shared_ptr<optimal::OptimalSolverOf<GameRules>> solver_;  // null: the board is not solved
  std::unique_ptr<typename Boards::Strategy> expert_;
  Posterior posterior_;
  Posterior conditional_;  // given that some cells are free
  CellRisks risks_;
  EndgameOf<Posterior> endgame_;
  DigPlayoutsOf<Boards> playouts_;
  sim::CellClasses classes_;
  std::map<std::pair<std::uint32_t, FirstCellChoice>, Values> first_values_;  // by class of the first cell
  std::map<std::pair<sim::Cell, std::uint32_t>, Values> values_as_first_;  // on graphs: by cell and layouts

  sim::Stream random_;
  FirstCellChoice first_cell_ = FirstCellChoice::player;
  std::vector<bool> is_certain_;  // [cell] found certainly safe in this game
  JudgedGame game_;
};
using GameJudge = GameJudgeOf<OnGrids>;
using GraphGameJudge = GameJudgeOf<OnGraphs>;

extern template class GameJudgeOf<OnGrids>;
extern template class GameJudgeOf<OnGraphs>;

}  // namespace sapper::solvers
