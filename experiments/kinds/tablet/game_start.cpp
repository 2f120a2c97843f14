#include "experiments/kinds/tablet/game_start.hpp"

namespace sapper::experiments::tablet {

namespace {

using sim::tablet::Tablet;

// The key of a board in random streams: `tabl` and its sides.
std::uint64_t key_of(const Board& board) {
  constexpr std::uint64_t kTablet = 0x7461626C;
  return kTablet << 32 | static_cast<std::uint64_t>(board.cols) << 16 |
         static_cast<std::uint64_t>(board.rows);
}

Tablet center_of(const Board& board) { return {board.cols, board.rows, board.cols / 2, board.rows / 2}; }

}  // namespace

sim::GameId game_id(const Config& config, std::size_t board, std::uint64_t game) {
  return {config.seed, key_of(config.boards[board]), game};
}

GameStart start_of(const Config& config, std::size_t board, std::uint64_t game) {
  sim::Stream random(game_id(config, board, game), sim::StreamPurpose::layout);
  GameStart start{center_of(config.boards[board]), config.first == FirstPlayer::erring};
  if (config.poison.where == PoisonPlacement::Where::given) {
    start.tablet.poison_col = config.poison.col;
    start.tablet.poison_row = config.poison.row;
  } else if (config.poison.where == PoisonPlacement::Where::random) {
    start.tablet.poison_col = static_cast<int>(random.below(static_cast<std::uint32_t>(start.tablet.cols)));
    start.tablet.poison_row = static_cast<int>(random.below(static_cast<std::uint32_t>(start.tablet.rows)));
  }
  if (config.first == FirstPlayer::random) start.erring_begins = random.below(2) == 1;
  return start;
}

std::vector<Tablet> starts_of(const Config& config, std::size_t board) {
  if (config.poison.where != PoisonPlacement::Where::random) return {start_of(config, board, 0).tablet};
  const auto [cols, rows] = config.boards[board];
  std::vector<Tablet> starts;
  for (int row = 0; row <= (rows - 1) / 2; ++row)
    for (int col = 0; col <= (cols - 1) / 2; ++col) starts.push_back({cols, rows, col, row});
  return starts;
}

}  // namespace sapper::experiments::tablet
