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

const GameSummary& GraphPlayer::play(std::uint64_t number, const AnyGraphPlayer& player, Observer* observer) {
  observer_ = observer;
  solvers::GraphStrategy& strategy = player.strategy;
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
  referee_.forget();
  strategy.start_game(number);
  strategy.begin(game_.view(), random_);
  choose_first_dig(player);
  phases.enter(Phase::layout);
  game_.lay(digs_.empty() ? 0 : digs_.moves.front().cell);
  for (;;) {
    ++summary_.turns;
    if (digs_.empty() && player.has_resigned()) break;
    phases.enter(Phase::reveal);
    if (!make_digs(phases)) fail_idle();
    if (game_.is_over()) break;
    if (do_mines_move()) {
      // The shown numbers have changed: previous knowledge is invalid.
      strategy.begin(game_.view(), random_);
      game_.forget_shown();
    }
    plan(player, game().shown());
    game_.forget_shown();
  }
  phases.stop();
  finish_summary(strategy);
  strategy.finish(summary_.is_won);
  return summary_;
}

void GraphPlayer::plan(const AnyGraphPlayer& player, std::span<const sim::Cell> shown) {
  digs_.clear();
  player.strategy.plan(shown, digs_);
  const std::span<const solvers::Claim> claims = player.claims();
  claims_.assign(claims.begin(), claims.end());
}

// As Player's.
void GraphPlayer::choose_first_dig(const AnyGraphPlayer& player) {
  if (dealer_.first_cell() == sim::kNoCell) {
    plan(player, {});
    if (digs_.empty() && player.has_resigned()) return;
    if (digs_.empty()) fail_idle();
    if (!digs_.safe.empty()) SAPPER_EXPECT(digs_.moves.empty());
    for (const sim::Cell cell : digs_.safe) digs_.moves.push_back({cell, digs_.safe_kind, 0});
    digs_.safe.clear();
  } else {
    digs_.clear();
    claims_.clear();
    digs_.moves.push_back({dealer_.first_cell(), MoveKind::first, 0});
  }
  solvers::Move& first = digs_.moves.front();
  first.p_mine = dealer_.needs_no_guess() ? 0 : sim::first_dig_risk(game().rules());
  first.is_judged = true;
  if (!claims_.empty()) claims_.front() = {};
  first.kind = first.p_mine > 0 ? MoveKind::guess : MoveKind::first;
  first.lowest_p_mine = first.p_mine;  // all other cells have the same risk
}

bool GraphPlayer::make_digs(solvers::PhaseTimer& phases) {
  std::uint32_t safe = 0;
  const std::size_t shown = game().shown().size();
  for (const sim::Cell cell : digs_.safe)
    if (safe == 0 || !do_mines_move()) safe += dig({cell, digs_.safe_kind, 0}, {}) ? 1 : 0;
  if (safe > 0) {
    count_digs(digs_.safe_kind, safe);
    see_from(shown);
  }
  bool any = safe > 0;
  for (std::size_t i = 0; i < digs_.moves.size(); ++i)
    if (!any || !do_mines_move())
      any |= make_dig(digs_.moves[i], i < claims_.size() ? claims_[i] : solvers::Claim(), phases);
  return any;
}

bool GraphPlayer::make_dig(solvers::Move& move, const solvers::Claim& claim, solvers::PhaseTimer& phases) {
  if (game_.is_over() || !game_.view().is_hidden(move.cell)) return false;
  if (!move.is_judged || move.kind == MoveKind::pinv) judge(move, claim, phases);
  count_digs(move.kind, 1);
  if (move.kind == MoveKind::guess) summary_.guesses.push_back({move.p_mine, move.lowest_p_mine});
  const std::size_t shown = game().shown().size();
  dig(move, claim);
  see_from(shown);
  return true;
}

void GraphPlayer::see_from(std::size_t begin) {
  if (do_mines_move())
    referee_.forget();
  else
    referee_.see(game().shown().subspan(begin));
}

bool GraphPlayer::dig(const solvers::Move& move, const solvers::Claim& claim) {
  if (game_.is_over() || !game_.view().is_hidden(move.cell)) return false;
  if (observer_ != nullptr) observer_->will_dig(game(), move, claim);
  game_.dig_next(move.cell);
  if (observer_ != nullptr) observer_->dug(game());
  return true;
}

void GraphPlayer::judge(solvers::Move& move, const solvers::Claim& claim, solvers::PhaseTimer& phases) {
  phases.enter(Phase::referee);
  {
    const RefereeOf<solvers::OnGraphs>::Session session(referee_);
    rule_on_dig(referee_, game_.view(), claim, move, summary_);
  }
  move.is_judged = true;
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
  summary_.is_forfeited = !game().is_over();
  if (summary_.is_won || summary_.is_forfeited) return;
  summary_.is_lost_by_guess = last_kind_ == MoveKind::guess;
  if (summary_.is_lost_by_guess || last_kind_ == MoveKind::pinv) return;
  throw std::logic_error(
      fmt::format("there was a mine at cell {} (from 0), which was considered certainly safe ({})",
                  game().exploded(), solvers::kMoveKindNames[static_cast<std::size_t>(last_kind_)]));
}

}  // namespace sapper::experiments::minesweeper
