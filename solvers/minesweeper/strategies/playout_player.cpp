#include "solvers/minesweeper/strategies/playout_player.hpp"

#include <algorithm>
#include <stdexcept>

namespace sapper::solvers {

using sim::Cell;

void PlayoutPlayer::start(Posterior& base) {
  base_ = &base;
  const LocalRules& known = base.knowledge();
  known_mines_.clear();
  for (Cell cell = 0; cell < known.grid().cell_count(); ++cell)
    if (known.is_mine(cell)) known_mines_.push_back(cell);
  won_after_.fill(0);
  count_after_.fill(0);
}

void PlayoutPlayer::finish() {
  if (!base_->combine()) throw std::logic_error("a position became impossible by play-outs");
}

double PlayoutPlayer::play(const sim::Layout& layout, Cell first) {
  const LocalRules& known = base_->knowledge();
  view_ = known.view();
  safe_left_ = view_.hidden_count() - view_.mine_count();
  adopt(known, view_);
  posterior_.borrow(*base_, knowledge());
  survived_.clear();
  luck_ = 0;
  dig(layout, first);
  const double won = play_on(layout);
  for (const std::size_t bin : survived_) {
    won_after_[bin] += won;
    count_after_[bin] += 1;
  }
  return won - luck_;
}

double PlayoutPlayer::play_on(const sim::Layout& layout) {
  while (safe_left_ > 0) {
    digs_.clear();
    const bool is_certain = plan_by_rules(shown_, digs_);
    shown_.clear();
    if (is_certain || plan_by_posterior(posterior_, digs_)) {
      for (const Move& move : digs_)
        if (view_.is_hidden(move.cell)) dig(layout, move.cell);
      continue;
    }
    settle(posterior_);
    if (endgame_.solve(posterior_, kEndgameLayouts)) return endgame_.win_probability();
    const Cell cell = rule_.choose(posterior_);
    const double p_free = 1 - posterior_.p_mine(cell);
    const auto bin =
        std::min(static_cast<std::size_t>(posterior_.log_layouts() / kLogLayoutsPerBin), kBins - 1);
    const bool is_free = !layout.is_mine(cell);
    luck_ += ((is_free ? 1 : 0) - p_free) * mean_after(bin);
    if (!is_free) return 0;
    survived_.push_back(bin);
    dig(layout, cell);
  }
  shown_.clear();
  return 1;
}

// Before any play-out has said so, some are won.
double PlayoutPlayer::mean_after(std::size_t bin) const {
  constexpr double kSome = 4;
  constexpr double kMean = 0.6;
  return (won_after_[bin] + kSome * kMean) / (count_after_[bin] + kSome);
}

// Shows the cell and all that opens. Where the rules of the game open less, the rest is certain and dug next.
void PlayoutPlayer::dig(const sim::Layout& layout, Cell cell) {
  std::size_t next = shown_.size();
  view_.show(cell, layout.number(cell));
  shown_.push_back(cell);
  for (; next < shown_.size(); ++next) {
    if (layout.number(shown_[next]) != 0) continue;
    for (const Cell neighbor : knowledge().grid().neighbors(shown_[next])) {
      if (view_.is_shown(neighbor)) continue;
      view_.show(neighbor, layout.number(neighbor));
      shown_.push_back(neighbor);
    }
  }
  safe_left_ = view_.hidden_count() - view_.mine_count();
}

}  // namespace sapper::solvers
