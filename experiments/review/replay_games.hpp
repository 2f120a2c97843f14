// The games of sapper's own replays (sapper-replay/1), one per player, whose name is the strategy's label.
//
// A file is read one game at a time, in time and memory linear in its size: all boards together have at most
// kMostCellsPerByte cells per byte of it, beside one of the largest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "experiments/kinds/minesweeper/boards/board_shapes.hpp"
#include "experiments/review/recorded_game.hpp"
#include "experiments/support/json/document.hpp"
#include "experiments/support/json/node.hpp"

namespace sapper::experiments {

class ReplayGames {
 public:
  static constexpr std::uint64_t kMostCells = 1'000'000;
  // A game on a board with mines takes more bytes for them alone.
  static constexpr std::uint64_t kMostCellsPerByte = 10;

  // InputError if it lists no players.
  explicit ReplayGames(json::Document replay);
  ReplayGames(const ReplayGames&) = delete;  // nodes point to the document
  ReplayGames& operator=(const ReplayGames&) = delete;

  // The next game; nullopt after the last one. InputError if a game is wrong, also if a dig shows other cells or numbers
  // than the rules say; the games after that one can still be read, but not after a board that is too much. Replays of earlier versions do not tell `reveal`,
  // `motion` and the board's `layout`: such a game has the reveal by which its digs show what they do, and the layout
  // that its case's name tells.
  std::optional<RecordedGame> next();

 private:
  void read(const json::Node& player, RecordedGame& game);
  minesweeper::Board read_board(const json::Node& board);

  json::Document replay_;
  std::filesystem::path folder_;  // that a graph's file is in
  minesweeper::BoardShapes shapes_;
  std::vector<json::Node> players_;
  std::size_t next_ = 0;
  std::uint64_t cells_ = 0;  // of the boards of games so far
};

}  // namespace sapper::experiments
