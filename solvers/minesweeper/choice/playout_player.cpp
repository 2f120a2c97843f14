#include "solvers/minesweeper/choice/playout_player.hpp"

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
  if (table_.empty()) table_.resize(kTableSize);
  if (++generation_ == 0) {
    table_.assign(kTableSize, Entry{});
    generation_ = 1;
  }
  safe_cells_.clear();
  layout_number_ = 0;
  won_after_.fill(0);
  count_after_.fill(0);
}

void PlayoutPlayer::release() {
  if (!base_->combine()) throw std::logic_error("a position became impossible by play-outs");
}

void PlayoutPlayer::take_layout(const sim::Layout& layout) {
  layout_ = &layout;
  ++layout_number_;
}

double PlayoutPlayer::play(Cell first) {
  view_ = base_->knowledge().view();
  has_knowledge_ = false;
  guesses_.clear();
  luck_ = 0;
  key_ = 0;
  dig(first);
  const double won = play_on();
  pending_.clear();
  settle_accounts(won);
  return won - luck_;
}

double PlayoutPlayer::play_on() {
  for (;;) {
    if (view_.hidden_count() == view_.mine_count()) return 1;
    Entry& entry = look_up();
    if (entry.kind == Entry::Kind::exact) return entry.value;
    if (entry.kind == Entry::Kind::safe) {
      for (std::uint32_t i = 0; i < entry.safe_count; ++i) {
        const Cell cell = safe_cells_[entry.first_safe + i];
        if (layout_->is_mine(cell)) return 0;  // two positions with the same hash
        if (view_.is_hidden(cell)) dig(cell);
      }
      continue;
    }
    if (entry.layout == layout_number_) {
      luck_ += entry.luck;
      return entry.won;
    }
    const bool is_free = !layout_->is_mine(entry.cell);
    guesses_.push_back({entry.key, entry.bin, luck_, is_free});
    luck_ += ((is_free ? 1 : 0) - entry.value) * mean_after(entry.bin);
    if (!is_free) return 0;
    dig(entry.cell);
  }
}

// Replaces the previous entry in the table.
PlayoutPlayer::Entry& PlayoutPlayer::look_up() {
  Entry& entry = table_[key_ % kTableSize];
  if (entry.generation == generation_ && entry.key == key_) return entry;
  entry.key = key_;
  entry.generation = generation_;
  entry.layout = 0;
  find_out(entry);
  return entry;
}

void PlayoutPlayer::find_out(Entry& entry) {
  if (!has_knowledge_) {
    reasoner_.adopt(*base_, view_);
    has_knowledge_ = true;
  }
  digs_.clear();
  pending_blocks_.clear();
  for (const Cell cell : pending_) sim::add_cell(pending_blocks_, view_.grid(), cell);
  pending_.clear();
  const bool is_certain = reasoner_.plan_by_rules(pending_blocks_, digs_);
  if (is_certain) return keep_safe(entry);
  if (reasoner_.plan_by_posterior(digs_)) return keep_safe(entry);
  reasoner_.settle();
  const Posterior& posterior = reasoner_.posterior();
  if (endgame_.solve(posterior, endgame_layouts_)) {
    entry.kind = Entry::Kind::exact;
    entry.value = endgame_.win_probability();
    return;
  }
  entry.kind = Entry::Kind::guess;
  entry.cell = look_ahead_ ? look_ahead_->judge(posterior, {}).front().cell : rule_.choose(posterior);
  entry.value = 1 - posterior.p_mine(entry.cell);
  const auto bin = static_cast<std::size_t>(posterior.log_layouts() / kLogLayoutsPerBin);
  entry.bin = static_cast<std::uint8_t>(std::min(bin, kBins - 1));
}

void PlayoutPlayer::keep_safe(Entry& entry) {
  entry.kind = Entry::Kind::safe;
  entry.first_safe = static_cast<std::uint32_t>(safe_cells_.size());
  sim::for_each_cell(digs_.safe, [&](Cell cell) { safe_cells_.push_back(cell); });
  entry.safe_count = static_cast<std::uint32_t>(safe_cells_.size()) - entry.first_safe;
}

// Records how the play-out ended, and updates the values of guesses.
void PlayoutPlayer::settle_accounts(double won) {
  for (const Guess& guess : guesses_) {
    Entry& entry = table_[guess.key % kTableSize];
    if (entry.generation == generation_ && entry.key == guess.key) {
      entry.layout = layout_number_;
      entry.won = won;
      entry.luck = luck_ - guess.luck_before;
    }
    if (!guess.is_survived) continue;
    won_after_[guess.bin] += won;
    count_after_[guess.bin] += 1;
  }
}

// Prior mean until play-outs provide data.
double PlayoutPlayer::mean_after(std::size_t bin) const {
  constexpr double kSome = 4;
  constexpr double kMean = 0.6;
  return (won_after_[bin] + kSome * kMean) / (count_after_[bin] + kSome);
}

void PlayoutPlayer::show(Cell cell) {
  const int number = layout_->number(cell);
  view_.show(cell, number);
  pending_.push_back(cell);
  std::uint64_t mixed =
      (std::uint64_t{cell} * 16 + static_cast<std::uint64_t>(number) + 1) * 0x9E3779B97F4A7C15U;
  mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9U;
  mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBU;
  key_ ^= mixed ^ mixed >> 31;
}

// Shows the cell and its whole opening. If the rules of the game open less, the rest is certain and dug next.
void PlayoutPlayer::dig(Cell cell) {
  std::size_t next = pending_.size();
  show(cell);
  for (; next < pending_.size(); ++next) {
    const Cell shown = pending_[next];
    if (layout_->number(shown) != 0) continue;
    for (const Cell neighbor : view_.grid().neighbors(shown))
      if (view_.is_hidden(neighbor)) show(neighbor);
  }
}

}  // namespace sapper::solvers
