// The value of every dig under best play, by a memoised search over views that follows the definition of the game: every
// hidden cell is tried in every view, the layouts left are split by the number that it shows, and a game is won when all
// free cells have been dug. Openings are dug cell by cell, which costs nothing.
//
// One shortcut can be switched off: a hidden cell without a mine in any layout left is dug at once. There are no bounds,
// no symmetry, no dominance. Cost: the views that any play can lead to, each once for the lifetime of the object; up to
// some 16 hidden cells with the shortcut, 11 without.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "sim/minesweeper/first_click.hpp"
#include "tests/support/layout_oracle.hpp"

namespace sapper::tests {

struct BestPlayValue {
  std::uint64_t won = 0;  // of `layouts`
  std::uint64_t layouts = 0;

  bool operator==(const BestPlayValue&) const = default;
};

// The layouts that the rule allows after a first dig of this cell; boards of at most 32 cells.
Layouts allowed_layouts(const sim::Grid& grid, std::uint32_t mine_count, sim::FirstClickRule rule,
                        sim::Cell first);

class BestPlay {
 public:
  enum class Shortcut : std::uint8_t { none, free_cells };

  // At most 32 cells. The grid must outlive the object.
  explicit BestPlay(const sim::Grid& grid, Shortcut shortcut = Shortcut::free_cells);

  // How many of the layouts that are consistent with the view best play wins, and how many it wins after this dig of a
  // hidden cell.
  std::uint32_t value(const sim::View& view) { return value_of_dig(view, sim::kNoCell); }
  std::uint32_t value_of_dig(const sim::View& view, sim::Cell cell);
  // The first dig counts all layouts that the rule then allows.
  BestPlayValue first_dig(std::uint32_t mine_count, sim::FirstClickRule rule, sim::Cell first);

 private:
  struct Shown {
    std::uint64_t cells = 0;                 // bit i: cell i is shown
    std::array<std::uint64_t, 2> numbers{};  // four bits a cell
    bool operator==(const Shown&) const = default;
  };
  struct HashOfShown {
    std::size_t operator()(const Shown& shown) const {
      constexpr std::uint64_t kFactor = 0x9E37'79B9'7F4A'7C15;
      const std::uint64_t hash = (shown.cells * kFactor ^ shown.numbers[0]) * kFactor ^ shown.numbers[1];
      return hash * kFactor >> 20;
    }
  };
  using Values = std::unordered_map<Shown, std::uint32_t, HashOfShown>;

  void choose_values(std::uint32_t mine_count, std::vector<sim::Cell> free_by_rule);
  int number(std::uint64_t layout, sim::Cell cell) const;
  void show(sim::Cell cell, int number, Shown& shown) const;
  std::uint32_t won_from(const Shown& shown, const Layouts& layouts);
  std::uint32_t won_after(sim::Cell dug, const Shown& shown, const Layouts& layouts);

  const sim::Grid& grid_;
  Shortcut shortcut_;
  std::vector<std::uint64_t> neighbors_;  // [cell], as bits
  // By the number of mines and the cells that are free by rule, which the layouts left depend on too.
  std::map<std::pair<std::uint32_t, std::vector<sim::Cell>>, Values> values_;
  Values* known_ = nullptr;  // those of the position in hand
};

}  // namespace sapper::tests
