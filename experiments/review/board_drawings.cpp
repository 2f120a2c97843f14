#include "experiments/review/board_drawings.hpp"

#include <algorithm>
#include <boost/json/object.hpp>
#include <cstddef>
#include <map>
#include <string>

#include "experiments/kinds/minesweeper/boards/graph_board.hpp"

namespace sapper::experiments::pages {

using minesweeper::Board;

boost::json::array add_drawings(std::span<const Board* const> boards, boost::json::array& players) {
  std::map<std::string, std::size_t> numbers;  // by the drawing
  std::map<const minesweeper::GraphBoard*, std::size_t> known;
  boost::json::array drawings;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    if (boards[i] == nullptr) continue;
    const minesweeper::GraphBoard& board = *boards[i]->graph_board;
    const auto [of_board, is_unseen] = known.try_emplace(&board, 0);
    if (is_unseen) {
      const auto [number, is_new] =
          numbers.try_emplace(is_drawn(board) ? drawing_of(board) : std::string(), drawings.size());
      if (is_new) drawings.emplace_back(number->first);
      of_board->second = number->second;
    }
    players[i].as_object()["drawing"] = of_board->second;
  }
  return drawings;
}

std::string_view cells_note(std::span<const Board* const> boards) {
  const bool has_others = std::ranges::any_of(boards, [](const Board* board) { return board != nullptr; });
  return has_others ? ", in layers layer,row,col, of graphs numbers" : "";
}

}  // namespace sapper::experiments::pages
