// The parameters of a game: the board, the mines, the first-click rule, what a dig opens, whether mines move and what
// flags protect from. A reveal or a motion consists of its enum value and its row here.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "sim/minesweeper/first_click.hpp"
#include "sim/minesweeper/layout.hpp"
#include "sim/minesweeper/view.hpp"

namespace sapper::sim {

enum class Reveal : std::uint8_t { flood, ring, single };
enum class MineMotion : std::uint8_t { fixed, moving };

// Lays the mines of the layout again, uniformly among the hidden cells that the rules do not keep free.
inline void lay_among_hidden(Layout& layout, const View& view, Stream& random) {
  const auto mine_count = static_cast<std::uint32_t>(layout.mines().size());
  layout.lay_uniformly(mine_count, random, [&](auto visit) {
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
      if (view.is_shown(cell)) visit(cell);
    for (const Cell kept : view.free_by_rule())
      if (view.is_hidden(kept)) visit(kept);
  });
}

struct RevealRow {
  Reveal reveal;
  std::string_view name;
  std::string_view description;  // for lists
  std::string_view explanation;  // a sentence for a player
  bool opens;                    // a 0 that is dug shows its neighbours
  bool spreads;                  // so do the zeros that it shows
};
inline constexpr std::array<RevealRow, 3> kReveals{{
    {Reveal::flood, "flood", "openings spread",
     "A cell without mines around it opens its neighbours, and so on.", true, true},
    {Reveal::ring, "ring", "a 0 opens only its neighbours, without spreading further",
     "A cell without mines around it opens only its neighbours.", true, false},
    {Reveal::single, "single", "a dig shows one cell, a 0 too",
     "A dig shows one cell, also where no mine is around it.", false, false},
}};

struct MineMotionRow {
  MineMotion motion;
  std::string_view name;
  std::string_view description;  // for lists
  std::string_view explanation;  // a sentence for a player; may be empty
  // Changes the layout after each dig that did not end the game; null if the mines stay.
  void (*move)(Layout& layout, const View& view, Stream& random);
};
inline constexpr std::array<MineMotionRow, 2> kMineMotions{{
    {MineMotion::fixed, "fixed", "the mines stay where they are", "", nullptr},
    {MineMotion::moving, "moving",
     "after each turn that did not lose, the mines are laid again among the hidden cells",
     "After each round the mines are laid again among the hidden cells, and the numbers change.",
     lay_among_hidden},
}};

constexpr const RevealRow& row_of(Reveal reveal) { return find_row(kReveals, &RevealRow::reveal, reveal); }
constexpr const MineMotionRow& row_of(MineMotion motion) {
  return find_row(kMineMotions, &MineMotionRow::motion, motion);
}
constexpr std::string_view name_of(Reveal reveal) { return row_of(reveal).name; }
constexpr std::string_view name_of(MineMotion motion) { return row_of(motion).name; }

// What a flag keeps its cell hidden from. Games of this program and programs for people differ.
enum class FlagProtection : std::uint8_t {
  digs,               // an opening that reaches a flagged cell shows it and removes the flag
  digs_and_openings,  // an opening stops at a flagged cell
};

struct GameRules {
  using Board = Grid;
  using View = sim::View;
  const Board& board() const { return *grid; }

  std::shared_ptr<const Grid> grid;
  std::uint32_t mine_count = 0;
  FirstClickRule first_click = FirstClickRule::unprotected;
  Reveal reveal = Reveal::flood;
  MineMotion motion = MineMotion::fixed;
  // The mines of every game, from a board file; null: laid at random in each game.
  std::shared_ptr<const std::vector<Cell>> fixed_mines{};
  FlagProtection flag_protection = FlagProtection::digs;
};

// P(mine) under the first dig at `cell`, exact for mines laid at random. With mines from a board file it is the value
// for a random layout.
inline double first_dig_risk(const GameRules& rules, Cell cell) {
  return row_of(rules.first_click).first_dig_risk(*rules.grid, rules.mine_count, cell);
}

}  // namespace sapper::sim
