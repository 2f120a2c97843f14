#include "solvers/minesweeper/choice/playout_player.hpp"

#include <algorithm>
#include <stdexcept>

namespace sapper::solvers {

using sim::Cell;

template <class Boards>
void PlayoutPlayerOf<Boards>::start(Posterior& base) {
  base_ = &base;
  const typename Boards::Knowledge& known = base.knowledge();
  known_mines_.clear();
  for (Cell cell = 0; cell < Boards::board_of(known).cell_count(); ++cell)
    if (known.is_mine(cell)) known_mines_.push_back(cell);
  forget_entries();
  layout_number_ = 0;
  survived_ = survived_here_ = {};
}

template <class Boards>
void PlayoutPlayerOf<Boards>::release() {
  if (!base_->combine()) throw std::logic_error("a position became impossible by play-outs");
}

template <class Boards>
void PlayoutPlayerOf<Boards>::take_layout(const Layout& layout) {
  layout_ = &layout;
  ++layout_number_;
  survived_.add(survived_here_);
  survived_here_ = {};
}

template <class Boards>
void PlayoutPlayerOf<Boards>::SurvivalCounts::add(const SurvivalCounts& other) {
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    won[bin] += other.won[bin];
    count[bin] += other.count[bin];
  }
}

template <class Boards>
void PlayoutPlayerOf<Boards>::forget_entries() {
  entries_.clear();
  slots_.assign(kSlots, 0);
  safe_.clear();
  guesses_.clear();
  exact_.clear();
}

template <class Boards>
double PlayoutPlayerOf<Boards>::play(std::span<const Cell> first) {
  if (entries_.size() > kMostEntries) forget_entries();
  play_.resume(*base_, *layout_);
  made_.clear();
  luck_ = 0;
  for (const Cell cell : first) play_.game().dig(cell);
  const double won = play_on();
  record_end(won);
  return won - luck_;
}

// If the rules of the game open less than a flood, the rest is certain and dug next.
template <class Boards>
double PlayoutPlayerOf<Boards>::play_on() {
  typename Boards::Game& game = play_.game();
  while (!game.is_over()) {
    const std::uint32_t hidden = game.hidden_count();
    const Entry entry = look_up();
    if (entry.kind == Entry::Kind::exact) return exact_[entry.at];
    if (entry.kind == Entry::Kind::safe) {
      game.dig(std::span(safe_).subspan(entry.at, entry.count));
    } else {
      const Guess& guess = guesses_[entry.at];
      if (guess.layout == layout_number_) {
        luck_ += guess.luck;
        return guess.won;
      }
      const bool is_free = !layout_->is_mine(guess.cell);
      made_.push_back({entry.at, luck_, is_free});
      luck_ += ((is_free ? 1 : 0) - guess.p_free) * mean_after(guess.bin);
      game.dig(guess.cell);
    }
    if (game.hidden_count() == hidden)
      return 0;  // a mine, or the entry of another position with the same key
  }
  return game.is_won() ? 1 : 0;
}

// A new entry takes its slot from the previous one.
template <class Boards>
auto PlayoutPlayerOf<Boards>::look_up() -> Entry {
  const std::uint64_t key = play_.key();
  std::uint32_t& slot = slots_[key % kSlots];
  if (slot == 0 || entries_[slot - 1].key != key) {
    entries_.push_back(decide(key));
    slot = static_cast<std::uint32_t>(entries_.size());
  }
  return entries_[slot - 1];
}

template <class Boards>
auto PlayoutPlayerOf<Boards>::decide(std::uint64_t key) -> Entry {
  if (const auto& safe = play_.find_safe(); !safe.empty()) {
    const auto first = static_cast<std::uint32_t>(safe_.size());
    safe_.insert(safe_.end(), safe.begin(), safe.end());
    return {key, first, static_cast<std::uint32_t>(safe.size()), Entry::Kind::safe};
  }
  const Posterior& posterior = play_.posterior();
  if (endgame_.solve(posterior, endgame_layouts_)) {
    exact_.push_back(endgame_.win_probability());
    return {key, static_cast<std::uint32_t>(exact_.size()) - 1, 0, Entry::Kind::exact};
  }
  const Cell cell = look_ahead_ ? look_ahead_->judge(posterior, {}).front().cell : rule_.choose(posterior);
  const auto bin = static_cast<std::uint32_t>(posterior.log_layouts() / kLogLayoutsPerBin);
  guesses_.push_back({cell, std::min(bin, kBins - 1), 1 - posterior.p_mine(cell)});
  return {key, static_cast<std::uint32_t>(guesses_.size()) - 1, 0, Entry::Kind::guess};
}

// Records how the play-out ended, for other play-outs on this layout that reach its guesses, and for later layouts.
template <class Boards>
void PlayoutPlayerOf<Boards>::record_end(double won) {
  for (const MadeGuess& made : made_) {
    Guess& guess = guesses_[made.guess];
    guess.layout = layout_number_;
    guess.won = won;
    guess.luck = luck_ - made.luck_before;
    if (!made.is_survived) continue;
    survived_here_.won[guess.bin] += won;
    survived_here_.count[guess.bin] += 1;
  }
}

// Prior mean until play-outs provide data.
template <class Boards>
double PlayoutPlayerOf<Boards>::mean_after(std::size_t bin) const {
  constexpr double kSome = 4;
  constexpr double kMean = 0.6;
  return (survived_.won[bin] + kSome * kMean) / (survived_.count[bin] + kSome);
}

template class PlayoutPlayerOf<OnGrids>;
template class PlayoutPlayerOf<OnGraphs>;

}  // namespace sapper::solvers
