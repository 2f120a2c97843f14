#include "experiments/play/rules_text.hpp"

#include <fmt/format.h>

#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::FirstClickRule;

std::string_view explain(FirstClickRule rule) {
  switch (rule) {
    case FirstClickRule::unprotected:
      return "The first dig may hit a mine.";
    case FirstClickRule::safe:
      return "The first dig hits no mine.";
    case FirstClickRule::opening:
      return "The first dig hits no mine, nor has one around it.";
    case FirstClickRule::relocate:
      return "A mine hit by the first dig moves elsewhere.";
    case FirstClickRule::safe_corners:
      return "The corners hold no mine.";
  }
  return "";
}

std::string_view explain(sim::Topology topology) {
  switch (topology) {
    case sim::Topology::square:
      return "";
    case sim::Topology::torus:
      return "Opposite borders touch.\n";
    case sim::Topology::hex:
      return "A cell has six neighbours: two beside it, two above and two below.\n";
  }
  return "";
}

}  // namespace

std::string explain_rules(const MinesweeperSetup& setup) {
  return fmt::format(
      "{}\n{}\n{}{}", explain(setup.config.first_click.rule),
      setup.config.reveal == sim::Reveal::flood
          ? "A cell without mines around it opens its neighbours, and so on."
          : "A cell without mines around it opens its neighbours only.",
      explain(setup.board().topology),
      setup.config.motion == sim::MineMotion::moving
          ? "After each round the mines are laid anew among the hidden cells, and the numbers change.\n"
          : "");
}

std::string introduction(const MinesweeperSetup& setup) {
  const Board& board = setup.board();
  return fmt::format("Minesweeper: {}; seed {}\n{}.\n{}", name_of(board), setup.config.seed,
                     counted(board.mines, "mine") + (board.mines == 1 ? " was planted" : " were planted"),
                     explain_rules(setup));
}

bool is_first_dig_safe(const MinesweeperSetup& setup) {
  switch (setup.config.first_click.rule) {
    case FirstClickRule::safe:
    case FirstClickRule::opening:
    case FirstClickRule::relocate:
      return true;
    case FirstClickRule::unprotected:
    case FirstClickRule::safe_corners:
      return setup.board().mines == 0;
  }
  return false;
}

}  // namespace sapper::experiments::minesweeper
