#include "experiments/kinds/minesweeper/game/player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "sim/minesweeper/cell_text.hpp"
#include "sim/support/contracts.hpp"
#include "solvers/minesweeper/posterior/lowest_risk.hpp"

namespace sapper::experiments::minesweeper {

using solvers::MoveKind;

namespace {

void count_claim(const solvers::Claim& claim, const DigAssessment& ruling, GameSummary& summary) {
  summary.claims += claim.is_certain;
  summary.wrong_claims += claim.is_certain && ruling.kind == MoveKind::guess;
  if (!claim.p_mine) return;
  ++summary.beliefs;
  const double error = *claim.p_mine - ruling.p_mine;
  summary.squared_errors += error * error;
}

}  // namespace

template <class Boards>
void rule_on_dig(RefereeOf<Boards>& referee, const typename Boards::View& view, const solvers::Claim& claim,
                 solvers::Move& move, GameSummary& summary) {
  if (claim.is_made) {
    const DigAssessment ruling = referee.rule(view, move.cell);
    move.kind = ruling.kind;
    move.p_mine = ruling.p_mine;
    move.lowest_p_mine = ruling.lowest_p_mine;
    summary.missed_safe += ruling.is_safe_missed;
    count_claim(claim, ruling, summary);
  } else if (move.kind == MoveKind::pinv) {
    const DigAssessment ruling = referee.rule(view, move.cell);
    ++summary.claims;
    summary.wrong_claims += ruling.kind == MoveKind::guess;
  } else {
    const DigAssessment ruling = referee.judge_guess(view, move);
    move.p_mine = ruling.p_mine;
    move.lowest_p_mine = ruling.lowest_p_mine;
    summary.missed_safe += ruling.is_safe_missed;
  }
}

template void rule_on_dig(RefereeOf<solvers::OnGrids>&, const sim::View&, const solvers::Claim&,
                          solvers::Move&, GameSummary&);
template void rule_on_dig(RefereeOf<solvers::OnGraphs>&, const sim::GraphPosition&, const solvers::Claim&,
                          solvers::Move&, GameSummary&);

Player::Player(const Config& config, const Case& played)
    : dealer_(config, played), game_(dealer_), referee_(*game().rules().grid) {}

void Player::plan(const AnyPlayer& player, std::span<const sim::CellBlock> shown) {
  digs_.clear();
  player.strategy.plan(shown, digs_);
  const std::span<const solvers::Claim> claims = player.claims();
  claims_.assign(claims.begin(), claims.end());
}

void Player::choose_first_dig(const AnyPlayer& player) {
  if (dealer_.first_cell() == sim::kNoCell) {
    plan(player, {});
    if (digs_.empty() && player.has_resigned()) return;
    if (digs_.empty()) fail_idle();
  } else {
    digs_.clear();
    claims_.clear();
    digs_.moves.push_back({dealer_.first_cell(), MoveKind::first, 0});
  }
  // The first dig has a kind of its own, even if it is one of several that are safe by the rules.
  if (!digs_.safe.empty()) {
    SAPPER_EXPECT(digs_.moves.empty());
    sim::for_each_cell(digs_.safe, [&](sim::Cell cell) {
      digs_.moves.push_back({cell, digs_.safe_kind, 0});
    });
    digs_.safe.clear();
  }
  solvers::Move& first = digs_.moves.front();
  first.p_mine = dealer_.needs_no_guess() ? 0 : sim::first_dig_risk(game().rules(), first.cell);
  first.is_judged = true;
  if (!claims_.empty()) claims_.front() = {};
  first.kind = first.p_mine > 0 ? MoveKind::guess : MoveKind::first;
  // On a new board the cells known to be safe are those that a rule keeps free for the whole game.
  const bool is_safe_missed = first.kind == MoveKind::guess && !game_.view().free_by_rule().empty();
  summary().missed_safe += is_safe_missed;
  first.lowest_p_mine = is_safe_missed ? 0 : first.p_mine;  // all other cells have the same risk
}

void Player::judge(solvers::Move& move, const solvers::Claim& claim, solvers::PhaseTimer& phases) {
  if (leaves_guesses_ && move.kind == MoveKind::guess && !claim.is_made) return leave(move);
  phases.enter(solvers::Phase::referee);
  {
    const Referee::Session session(referee_);
    rule_on_dig(referee_, game_.view(), claim, move, summary());
  }
  move.is_judged = true;
  phases.enter(solvers::Phase::reveal);
}

void Player::leave(const solvers::Move& guess) {
  if (left_count_ == left_.size()) left_.push_back({game_.view(), {}, 0, 0});
  DeferredGuess& left = left_[left_count_++];
  left.view = game_.view();
  left.move = guess;
  left.game = played_;
  left.index = summary().guesses.size();
}

std::span<const GameSummary> Player::settle() {
  std::optional<Referee::Session> session;
  if (left_count_ > 0) session.emplace(referee_);
  for (const DeferredGuess& left : std::span(left_).first(left_count_)) {
    GameSummary& game = games_[left.game];
    current_game_ = game.number;
    const DigAssessment ruling = referee_.judge_guess(left.view, left.move);
    game.guesses[left.index] = {ruling.p_mine, ruling.lowest_p_mine};
    game.missed_safe += ruling.is_safe_missed;
  }
  left_count_ = 0;
  return std::span(games_).first(std::exchange(played_, 0));
}

void Player::start_summary(std::uint64_t number) {
  if (played_ == games_.size()) games_.emplace_back();
  std::vector<GuessRisk> guesses = std::move(summary().guesses);  // keeps its memory
  guesses.clear();
  summary() = {};
  summary().number = current_game_ = number;
  summary().guesses = std::move(guesses);
}

void Player::finish_summary(const solvers::Strategy& strategy) {
  GameSummary& played = summary();
  for (const sim::Cell flagged : strategy.fallible_flags()) {
    ++played.flags;
    played.wrong_flags += !game().layout().is_mine(flagged);
  }
  played.is_won = game().status() == sim::Game::Status::won;
  played.is_forfeited = !game_.is_over();
  if (played.is_won || played.is_forfeited) return;
  played.is_lost_by_guess = last_kind_ == MoveKind::guess;
  if (last_kind_ == MoveKind::guess || last_kind_ == MoveKind::pinv) return;
  throw std::logic_error(
      fmt::format("there was a mine at {} (row,col from 0), which was considered certainly safe ({})",
                  sim::cell_text(*game().rules().grid, game().exploded()),
                  solvers::kMoveKindNames[static_cast<std::size_t>(last_kind_)]));
}

double GameSummary::total_risk() const {
  return std::accumulate(guesses.begin(), guesses.end(), 0.0,
                         [](double sum, const GuessRisk& guess) { return sum + guess.p_mine; });
}

bool GameSummary::has_excess_risk() const {
  return std::any_of(guesses.begin(), guesses.end(),
                     [](const GuessRisk& guess) { return guess.excess() > solvers::LowestRisk::kTie; });
}

void count(const GameSummary& game, StrategyCounts& counts) {
  const std::vector<GuessRisk>& guesses = game.guesses;
  counts.wins += game.is_won;
  counts.won_without_guess += game.is_won && guesses.empty();
  for (std::size_t kind = 0; kind < solvers::kMoveKindCount; ++kind) counts.moves[kind] += game.moves[kind];
  ++counts.guess_histogram[std::min<std::size_t>(guesses.size(), kGuessBins - 1)];
  double risk_of_game = 0;
  double excess_of_game = 0;
  std::uint64_t compared = 0;
  for (const GuessRisk& guess : guesses) {
    const double risk = guess.p_mine;
    risk_of_game += risk;
    excess_of_game += guess.excess();
    compared += guess.lowest.has_value();
    counts.guess_risk.add(risk);
    counts.guess_variance.add(risk * (1 - risk));
    counts.risk_bins.add(risk);
  }
  if (game.is_lost_by_guess) ++counts.risk_bins.losses[RiskBins::bin_of(guesses.back().p_mine)];
  counts.risk_squared.add(risk_of_game * risk_of_game);
  if (game.is_lost_by_guess) counts.risk_of_losses.add(risk_of_game);
  counts.excess_risk.add(compared, excess_of_game);
  counts.guess_losses += game.is_lost_by_guess;
  counts.wrong_digs += !game.is_won && !game.is_lost_by_guess && !game.is_forfeited;
  counts.forfeits += game.is_forfeited;
  counts.missed_safe += game.missed_safe;
  counts.claims += game.claims;
  counts.wrong_claims += game.wrong_claims;
  counts.beliefs += game.beliefs;
  counts.squared_errors.add(game.squared_errors);
  counts.flags += game.flags;
  counts.wrong_flags += game.wrong_flags;
}

void fail_idle() { throw std::logic_error("the strategy did not plan a dig of a hidden cell"); }

}  // namespace sapper::experiments::minesweeper
