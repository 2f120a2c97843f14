#include "experiments/minesweeper/player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace sapper::experiments::minesweeper {

using solvers::MoveKind;

Player::Player(const Config& config, const Case& played)
    : seed_(config.seed),
      board_key_(key_of(config.boards[played.board])),
      first_cell_(played.first_cell),
      game_(config.rules_of(played)),
      referee_(*game_.rules().grid) {}

std::uint64_t Player::take_referee_ns() {
  const std::uint64_t elapsed_ns = referee_.elapsed_ns();
  referee_.reset_clock();
  return elapsed_ns;
}

void Player::choose_first_dig(solvers::Strategy& strategy) {
  digs_.clear();
  if (first_cell_ == sim::kNoCell) {
    strategy.plan({}, digs_);
    if (digs_.empty() && strategy.has_resigned()) return;
    if (digs_.empty()) fail_idle();
  } else {
    digs_.push_back({first_cell_, MoveKind::first, 0});
  }
  solvers::Move& first = digs_.front();
  first.p_mine = sim::first_dig_risk(game_.rules(), first.cell);
  first.is_judged = true;
  first.claim = {};
  first.kind = first.p_mine > 0 ? MoveKind::guess : MoveKind::first;
}

void Player::judge(solvers::Move& move, solvers::PhaseTimer& phases) {
  phases.enter(solvers::Phase::referee);
  if (move.claim.is_made) {
    const Ruling ruling = referee_.rule(game_.view(), move.cell);
    move.kind = ruling.kind;
    move.p_mine = ruling.p_mine;
    summary_.missed_safe += ruling.is_safe_missed;
    count_claim(move, ruling);
  } else if (move.kind == MoveKind::pinv) {
    const Ruling ruling = referee_.rule(game_.view(), move.cell);
    ++summary_.claims;
    summary_.wrong_claims += ruling.kind == MoveKind::guess;
  } else {
    const Ruling ruling = referee_.judge_guess(game_.view(), move);
    move.p_mine = ruling.p_mine;
    summary_.missed_safe += ruling.is_safe_missed;
  }
  move.is_judged = true;
  phases.enter(solvers::Phase::reveal);
}

void Player::count_claim(const solvers::Move& move, const Ruling& ruling) {
  summary_.claims += move.claim.is_certain;
  summary_.wrong_claims += move.claim.is_certain && ruling.kind == MoveKind::guess;
  if (!move.claim.p_mine) return;
  ++summary_.beliefs;
  const double error = *move.claim.p_mine - ruling.p_mine;
  summary_.squared_errors += error * error;
}

void Player::clear_summary() {
  std::vector<double> risks = std::move(summary_.guess_risks);  // keeps its memory
  risks.clear();
  summary_ = {};
  summary_.guess_risks = std::move(risks);
}

void Player::finish_summary() {
  summary_.is_won = game_.status() == sim::Game::Status::won;
  summary_.is_forfeited = game_.status() == sim::Game::Status::playing;
  if (summary_.is_won || summary_.is_forfeited) return;
  summary_.is_lost_by_guess = last_kind_ == MoveKind::guess;
  if (last_kind_ == MoveKind::guess || last_kind_ == MoveKind::pinv) return;
  const sim::Grid& grid = *game_.rules().grid;
  throw std::logic_error(fmt::format("a mine lay at [{}, {}], which was held for certainly safe ({})",
                                     grid.row_of(game_.exploded()), grid.col_of(game_.exploded()),
                                     solvers::kMoveKindNames[static_cast<std::size_t>(last_kind_)]));
}

void Player::count(const solvers::Strategy& strategy, StrategyCounts& counts) const {
  const std::vector<double>& risks = summary_.guess_risks;
  counts.wins += summary_.is_won;
  counts.won_without_guess += summary_.is_won && risks.empty();
  for (std::size_t kind = 0; kind < solvers::kMoveKindCount; ++kind)
    counts.moves[kind] += summary_.moves[kind];
  ++counts.guess_histogram[std::min<std::size_t>(risks.size(), kGuessBins - 1)];
  double risk_of_game = 0;
  for (const double risk : risks) {
    risk_of_game += risk;
    counts.guess_risk.add(risk);
    counts.guess_variance.add(risk * (1 - risk));
    counts.risk_bins.add(risk);
  }
  if (summary_.is_lost_by_guess) ++counts.risk_bins.losses[RiskBins::bin_of(risks.back())];
  counts.risk_squared.add(risk_of_game * risk_of_game);
  if (summary_.is_lost_by_guess) counts.risk_of_losses.add(risk_of_game);
  counts.guess_losses += summary_.is_lost_by_guess;
  counts.wrong_digs += !summary_.is_won && !summary_.is_lost_by_guess && !summary_.is_forfeited;
  counts.forfeits += summary_.is_forfeited;
  counts.missed_safe += summary_.missed_safe;
  counts.claims += summary_.claims;
  counts.wrong_claims += summary_.wrong_claims;
  counts.beliefs += summary_.beliefs;
  counts.squared_errors.add(summary_.squared_errors);
  for (const sim::Cell flagged : strategy.fallible_flags()) {
    ++counts.flags;
    counts.wrong_flags += !game_.layout().is_mine(flagged);
  }
}

void Player::fail_idle() const { throw std::logic_error("the strategy planned no dig of a hidden cell"); }

}  // namespace sapper::experiments::minesweeper
