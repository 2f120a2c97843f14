#include "experiments/engine/experiment.hpp"

#include <fmt/format.h>

#include "experiments/support/errors.hpp"

namespace sapper::experiments {

void game_failed(const Experiment& experiment, std::size_t board, std::uint64_t game, std::string_view what) {
  throw RunError(fmt::format("board {} ({}), game {}: {} (play it again with --replay {}:{})", board,
                             experiment.board_name(board), game, what, board, game));
}

}  // namespace sapper::experiments
