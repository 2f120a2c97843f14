// Go positions from drawings, for tests.
#pragma once

#include "sim/go/board.hpp"
#include "sim/go/game.hpp"
#include "sim/go/text.hpp"
#include "sim/random/stream.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {

// The board that these lines draw, of X (black), O (white) and . (empty), the highest line first.
// Every chain must have a liberty.
inline sim::go::Board go_board(const std::vector<std::string>& lines) {
  using namespace sim::go;
  const auto size = static_cast<int>(lines.size());
  Board board(size);
  for (int row = 0; row < size; ++row) {
    const std::string& line = lines[static_cast<std::size_t>(size - 1 - row)];
    for (int col = 0; col < size; ++col) {
      const char sign = line[static_cast<std::size_t>(col)];
      if (sign != '.') board.play(board.at(row, col), sign == 'X' ? Color::black : Color::white);
    }
  }
  return board;
}

// X, O and . as go_board() reads them.
inline std::vector<std::string> lines_of(const sim::go::Board& board) {
  using namespace sim::go;
  std::vector<std::string> lines;
  for (int row = board.size() - 1; row >= 0; --row) {
    std::string line;
    for (int col = 0; col < board.size(); ++col) line += "XO."[index_of(board.color(board.at(row, col)))];
    lines.push_back(line);
  }
  return lines;
}

inline sim::go::Point go_point(const sim::go::Board& board, std::string_view text) {
  const auto point = sim::go::parse_point(board, text);
  EXPECT_TRUE(point.has_value()) << text;
  return point.value_or(sim::go::kPass);
}

// Plays one of the legal moves, or passes.
inline void play_any(sim::go::Game& game, sim::Stream& choices) {
  std::vector<sim::go::Point> legal{sim::go::kPass};
  for (const sim::go::Point point : game.board().empty_points())
    if (game.is_legal(point)) legal.push_back(point);
  game.play(legal[choices.below(static_cast<std::uint32_t>(legal.size()))]);
}

// Plays moves in turn: `C3 pass B2`. Each must be legal.
inline void play_all(sim::go::Game& game, std::string_view moves) {
  using namespace sim::go;
  while (!moves.empty()) {
    const std::string_view word = moves.substr(0, moves.find(' '));
    moves.remove_prefix(std::min(word.size() + 1, moves.size()));
    ASSERT_EQ(game.play(go_point(game.board(), word)), Verdict::legal) << word << '\n' << draw(game.board());
  }
}

}  // namespace sapper::tests
