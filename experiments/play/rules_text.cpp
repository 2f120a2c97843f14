#include "experiments/play/rules_text.hpp"

#include <fmt/format.h>

#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {
std::string explain_rules(const MinesweeperSetup& setup) {
  const Config& config = setup.config;
  std::string text;
  for (const std::string_view line :
       {row_of(config.first_clicks.front().rule).explanation, row_of(config.reveals.front()).explanation,
        row_of(setup.board().topology).explanation, row_of(config.motions.front()).explanation})
    if (!line.empty()) text.append(line) += '\n';
  return text;
}

std::string introduction(const MinesweeperSetup& setup) {
  const Board& board = setup.board();
  return fmt::format("Minesweeper: {}; seed {}\n{}.\n{}", name_of(board), setup.config.seed,
                     counted(board.mines, "mine") + (board.mines == 1 ? " was planted" : " were planted"),
                     explain_rules(setup));
}

bool is_first_dig_safe(const MinesweeperSetup& setup) {
  return row_of(setup.config.first_clicks.front().rule).protection == sim::Protection::first_dig ||
         setup.board().mines == 0;
}

}  // namespace sapper::experiments::minesweeper
