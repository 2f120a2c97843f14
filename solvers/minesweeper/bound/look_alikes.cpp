#include "solvers/minesweeper/bound/look_alikes.hpp"

#include <algorithm>
#include <bit>

#include "sim/support/contracts.hpp"

namespace sapper::solvers {

LookAlikes::LookAlikes(const sim::Grid& grid)
    : patterns_(place_ambiguous_patterns(grid)),
      cols_(static_cast<std::uint32_t>(grid.cols())),
      words_((grid.cell_count() + 63) / 64) {
  SAPPER_EXPECT(grid.topology() == sim::Topology::square && grid.cell_count() <= kMostBoundCells);
  for (sim::Cell cell = 0; cell < grid.cell_count(); ++cell) {
    insert(board_, cell);
    if (cell % cols_ != 0) insert(not_first_column_, cell);
    if (cell % cols_ != cols_ - 1) insert(not_last_column_, cell);
  }
}

LookAlikes::PaddedBits LookAlikes::padded(const CellBits& cells) {
  PaddedBits result{};
  std::copy(cells.begin(), cells.end(), result.begin());
  return result;
}

void LookAlikes::start(const CellBits& uncertain, const CellBits& certain_mines) {
  possible_.clear();
  const PaddedBits cells = padded(uncertain);
  PaddedBits mines = cells;
  for (std::size_t word = 0; word < kWords; ++word) mines[word] |= certain_mines[word];
  for (const PlacedPattern& pattern : patterns_) {
    Possible possible{&pattern, {}, kWords, 0};
    for (std::size_t word = 0; word < words_; ++word) {
      std::uint64_t places = pattern.places[word];
      for (const std::uint32_t distance : pattern.a) places &= shifted(cells, distance, word);
      for (const std::uint32_t distance : pattern.b) places &= shifted(cells, distance, word);
      for (const std::uint32_t distance : pattern.mines) places &= shifted(mines, distance, word);
      possible.places[word] = places;
      if (places == 0) continue;
      possible.first_word = std::min(possible.first_word, word);
      possible.end_word = word + 1;
    }
    if (possible.end_word > 0) possible_.push_back(possible);
  }
}

double LookAlikes::winnable_share(const CellBits& mines, sim::Cell dug) {
  exchanged_ = {};
  layouts_.assign(1, mines);
  for (std::size_t layout = 0; layout < layouts_.size(); ++layout) {
    link(layout, dug);
    if (layouts_.size() > kMostLayouts) return 1;
  }
  if (layouts_.size() == 1) return 1;
  return static_cast<double>(count_sets()) / static_cast<double>(layouts_.size());
}

// Adds the layouts that one exchange makes of this one.
void LookAlikes::link(std::size_t layout, sim::Cell dug) {
  const CellBits from = layouts_[layout];
  const PaddedBits mines = padded(from);
  for (const Possible& possible : possible_) {
    const PlacedPattern& pattern = *possible.pattern;
    for (std::size_t word = possible.first_word; word < possible.end_word; ++word) {
      std::uint64_t on_a = possible.places[word], on_b = on_a;
      const auto has_none = [&] { return (on_a | on_b) == 0; };
      for (std::size_t i = 0; i < pattern.a.size() && !has_none(); ++i) {
        const std::uint64_t in_a = shifted(mines, pattern.a[i], word);
        const std::uint64_t in_b = shifted(mines, pattern.b[i], word);
        on_a &= in_a & ~in_b;
        on_b &= in_b & ~in_a;
      }
      for (std::size_t i = 0; i < pattern.mines.size() && !has_none(); ++i) {
        const std::uint64_t some = shifted(mines, pattern.mines[i], word);
        on_a &= some;
        on_b &= some;
      }
      for (std::uint64_t left = on_a | on_b; left != 0; left &= left - 1) {
        const auto place = static_cast<sim::Cell>(64 * word) + static_cast<sim::Cell>(std::countr_zero(left));
        CellBits exchanged{};
        for (const std::uint32_t distance : pattern.a) insert(exchanged, place + distance);
        for (const std::uint32_t distance : pattern.b) insert(exchanged, place + distance);
        if (dug != sim::kNoCell && contains(exchanged, dug)) continue;
        CellBits other = from;
        for (std::size_t i = 0; i < kWords; ++i) {
          other[i] ^= exchanged[i];
          exchanged_[i] |= exchanged[i];
        }
        add(other);
        if (layouts_.size() > kMostLayouts) return;
      }
    }
  }
}

void LookAlikes::add(const CellBits& layout) {
  if (std::find(layouts_.begin(), layouts_.end(), layout) == layouts_.end()) layouts_.push_back(layout);
}

// The layouts in an order that depends on the class alone, each in the first set that it fits into.
std::size_t LookAlikes::count_sets() {
  std::sort(layouts_.begin(), layouts_.end());
  numbers_.clear();
  for (const CellBits& layout : layouts_) numbers_.push_back(numbers_of(layout));
  sets_.clear();
  for (std::size_t layout = 0; layout < layouts_.size(); ++layout) {
    const auto fits = [&](const std::vector<std::size_t>& set) {
      return std::all_of(set.begin(), set.end(),
                         [&](std::size_t other) { return look_the_same(layout, other); });
    };
    const auto set = std::find_if(sets_.begin(), sets_.end(), fits);
    if (set == sets_.end())
      sets_.push_back({layout});
    else
      set->push_back(layout);
  }
  return sets_.size();
}

bool LookAlikes::look_the_same(std::size_t layout, std::size_t other) const {
  for (std::size_t word = 0; word < words_; ++word) {
    std::uint64_t differing = 0;
    for (std::size_t digit = 0; digit < kDigits; ++digit)
      differing |= numbers_[layout].digits[digit][word] ^ numbers_[other].digits[digit][word];
    if ((differing & ~(layouts_[layout][word] | layouts_[other][word])) != 0) return false;
  }
  return true;
}

// Adds the mines of each direction to the numbers of all cells at once, in binary.
LookAlikes::Numbers LookAlikes::numbers_of(const CellBits& mines) const {
  Numbers numbers{};
  const auto add_neighbors = [&](std::uint32_t distance, bool is_behind, const CellBits* columns) {
    const PaddedBits cells = padded(mines);
    for (std::size_t word = 0; word < words_; ++word) {
      std::uint64_t carry = 0;
      if (is_behind) {  // bit i: cell i - distance
        const std::size_t words = distance / 64;
        const std::uint32_t bits = distance % 64;
        if (word >= words) carry = cells[word - words] << bits;
        if (word > words) carry |= cells[word - words - 1] >> 1 >> (63 - bits);
      } else {
        carry = shifted(cells, distance, word);
      }
      carry &= board_[word] & (columns != nullptr ? (*columns)[word] : ~std::uint64_t{0});
      for (CellBits& digit : numbers.digits) {
        const std::uint64_t both = digit[word] & carry;
        digit[word] ^= carry;
        carry = both;
      }
    }
  };
  add_neighbors(1, true, &not_first_column_);
  add_neighbors(1, false, &not_last_column_);
  add_neighbors(cols_, true, nullptr);
  add_neighbors(cols_, false, nullptr);
  add_neighbors(cols_ + 1, true, &not_first_column_);
  add_neighbors(cols_ + 1, false, &not_last_column_);
  add_neighbors(cols_ - 1, true, &not_last_column_);
  add_neighbors(cols_ - 1, false, &not_first_column_);
  return numbers;
}

}  // namespace sapper::solvers
