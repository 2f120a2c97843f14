#include "experiments/kinds/minesweeper/game/graph_player.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <vector>

#include "sim/support/contracts.hpp"

namespace sapper::experiments::minesweeper {

using solvers::MoveKind;
using solvers::Phase;

GraphPlayer::GraphPlayer(const Config& config, const Case& played)
    : dealer_(config, played), game_(dealer_), referee_(*dealer_.rules().graph) {}

GraphPlayer::GraphPlayer(const sim::GraphGameRules& rules, std::uint64_t seed, std::uint64_t board_key,
                         sim::Cell first_cell)
    : dealer_(rules, seed, board_key, first_cell), game_(dealer_), referee_(*rules.graph) {}

const GameSummary& GraphPlayer::play(std::uint64_t number, solvers::GraphStrategy& strategy,
                                     Observer* observer) {
  observer_ = observer;
  solvers::PhaseTimer& phases = strategy.telemetry().phases;
  if (number % kTimedEvery == 0) phases.start(Phase::layout);
  const sim::GameId id = dealer_.id_of(number);
  game_.start(id);
  random_ = sim::Stream(id, sim::StreamPurpose::strategy);
  phases.enter(Phase::choice);
  std::vector<GuessRisk> guesses = std::move(summary_.guesses);  // keeps its memory
  guesses.clear();
  summary_ = {};
  summary_.number = number;
  summary_.guesses = std::move(guesses);
  strategy.begin(game_.view(), random_);
  choose_first_dig(strategy);
  phases.enter(Phase::layout);
  game_.lay(digs_.moves.front().cell);
  for (;;) {
    ++summary_.turns;
    phases.enter(Phase::reveal);
    if (!make_digs(phases)) throw std::logic_error("the strategy did not plan a dig of a hidden cell");
    if (game_.is_over()) break;
    digs_.clear();
    if (do_mines_move()) {
      // The shown numbers have changed: previous knowledge is invalid.
      strategy.begin(game_.view(), random_);
      game_.forget_shown();
    }
    strategy.plan(game().shown(), digs_);
    game_.forget_shown();
  }
  phases.stop();
  finish_summary(strategy);
  return summary_;
}

// As Player's.
void GraphPlayer::choose_first_dig(solvers::GraphStrategy& strategy) {
  digs_.clear();
  if (dealer_.first_cell() == sim::kNoCell) {
    strategy.plan({}, digs_);
    if (digs_.empty()) throw std::logic_error("the strategy did not plan a dig of a hidden cell");
    if (!digs_.safe.empty()) SAPPER_EXPECT(digs_.moves.empty());
    for (const sim::Cell cell : digs_.safe) digs_.moves.push_back({cell, digs_.safe_kind, 0});
    digs_.safe.clear();
  } else {
    digs_.moves.push_back({dealer_.first_cell(), MoveKind::first, 0});
  }
  solvers::Move& first = digs_.moves.front();
  first.p_mine = dealer_.needs_no_guess() ? 0 : sim::first_dig_risk(game().rules());
  first.is_judged = true;
  first.kind = first.p_mine > 0 ? MoveKind::guess : MoveKind::first;
  first.lowest_p_mine = first.p_mine;  // all other cells have the same risk
}

bool GraphPlayer::make_digs(solvers::PhaseTimer& phases) {
  std::uint32_t safe = 0;
  for (const sim::Cell cell : digs_.safe)
    if (safe == 0 || !do_mines_move()) safe += dig({cell, digs_.safe_kind, 0}) ? 1 : 0;
  if (safe > 0) count_digs(digs_.safe_kind, safe);
  bool any = safe > 0;
  for (solvers::Move& move : digs_.moves)
    if (!any || !do_mines_move()) any |= make_dig(move, phases);
  return any;
}

bool GraphPlayer::make_dig(solvers::Move& move, solvers::PhaseTimer& phases) {
  if (game_.is_over() || !game_.view().is_hidden(move.cell)) return false;
  if (!move.is_judged || move.kind == MoveKind::pinv) judge(move, phases);
  count_digs(move.kind, 1);
  if (move.kind == MoveKind::guess) summary_.guesses.push_back({move.p_mine, move.lowest_p_mine});
  return dig(move);
}

bool GraphPlayer::dig(const solvers::Move& move) {
  if (game_.is_over() || !game_.view().is_hidden(move.cell)) return false;
  if (observer_ != nullptr) observer_->will_dig(game(), move);
  game_.dig_next(move.cell);
  if (observer_ != nullptr) observer_->dug(game());
  return true;
}

void GraphPlayer::judge(solvers::Move& move, solvers::PhaseTimer& phases) {
  phases.enter(Phase::referee);
  const std::uint64_t begin_ns = solvers::thread_ns();
  if (move.kind == MoveKind::pinv) {
    ++summary_.claims;
    summary_.wrong_claims += !referee_.is_certain_safe(game_.view(), move.cell);
  } else {
    const DigAssessment ruling = referee_.judge_guess(game_.view(), move);
    move.p_mine = ruling.p_mine;
    move.lowest_p_mine = ruling.lowest_p_mine;
    summary_.missed_safe += ruling.is_safe_missed;
  }
  referee_ns_ += solvers::thread_ns() - begin_ns;
  phases.enter(Phase::reveal);
}

void GraphPlayer::count_digs(MoveKind kind, std::uint32_t digs) {
  last_kind_ = kind;
  summary_.moves[static_cast<std::size_t>(kind)] += digs;
}

void GraphPlayer::finish_summary(const solvers::GraphStrategy& strategy) {
  for (const sim::Cell flagged : strategy.fallible_flags()) {
    ++summary_.flags;
    summary_.wrong_flags += !game().layout().is_mine(flagged);
  }
  summary_.is_won = game().is_won();
  if (summary_.is_won) return;
  summary_.is_lost_by_guess = last_kind_ == MoveKind::guess;
  if (summary_.is_lost_by_guess || last_kind_ == MoveKind::pinv) return;
  throw std::logic_error(
      fmt::format("there was a mine at cell {} (from 0), which was considered certainly safe ({})",
                  game().exploded(), solvers::kMoveKindNames[static_cast<std::size_t>(last_kind_)]));
}

}  // namespace sapper::experiments::minesweeper
