#include "experiments/minesweeper/player.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace sapper::experiments::minesweeper {

using solvers::MoveKind;

Player::Player(const Config& config, const Board& board)
    : seed_(config.seed),
      board_key_(key_of(board)),
      first_cell_(first_cell_on(board, config.first_click)),
      game_(config.rules_of(board)) {}

void Player::choose_first_dig(solvers::Strategy& strategy) {
  digs_.clear();
  if (first_cell_ == sim::kNoCell) {
    strategy.plan({}, digs_);
    if (digs_.empty()) fail_idle();
  } else {
    digs_.push_back({first_cell_, MoveKind::first, 0});
  }
  solvers::Move& first = digs_.front();
  first.p_mine = sim::first_dig_risk(game_.rules(), first.cell);
  first.kind = first.p_mine > 0 ? MoveKind::guess : MoveKind::first;
}

void Player::count_end(const solvers::Strategy& strategy, MoveKind last, std::uint32_t guesses,
                       StrategyTally& tally) const {
  ++tally.guess_histogram[std::min<std::size_t>(guesses, kGuessBins - 1)];
  for (const sim::Cell flagged : strategy.fallible_flags()) {
    ++tally.flags;
    tally.wrong_flags += !game_.layout().is_mine(flagged);
  }
  if (game_.status() != sim::Game::Status::lost) return;
  switch (last) {
    case MoveKind::guess:
      ++tally.guess_losses;
      break;
    case MoveKind::pinv:
      ++tally.wrong_digs;
      break;
    default: {
      const sim::Grid& grid = *game_.rules().grid;
      throw std::logic_error(fmt::format("a mine lay at [{}, {}], which was held for certainly safe ({})",
                                         grid.row_of(game_.exploded()), grid.col_of(game_.exploded()),
                                         solvers::kMoveKindNames[static_cast<std::size_t>(last)]));
    }
  }
}

void Player::fail_idle() const { throw std::logic_error("the strategy planned no dig of a hidden cell"); }

}  // namespace sapper::experiments::minesweeper
