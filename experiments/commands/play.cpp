#include "experiments/commands/play.hpp"

#include <fmt/format.h>

#include <array>

#include "experiments/commands/play_go.hpp"
#include "experiments/commands/play_minesweeper.hpp"
#include "experiments/commands/play_tablet.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/node.hpp"

namespace sapper::experiments {

std::span<const PlayGame> play_games() {
  static const std::array kGames{
      PlayGame{"minesweeper", "Minesweeper, or a strategy that plays it", nullptr, kPlayMinesweeperOptions,
               play_minesweeper_from},
      PlayGame{"tablet", "the poisoned tablet, against a perfect player", kPlayTabletWords,
               kPlayTabletOptions, play_tablet_from},
      PlayGame{"go", "Go, for two people or against the machine", nullptr, kPlayGoOptions, play_go_from},
  };
  return kGames;
}

const PlayGame& find_play_game(std::string_view argument) {
  if (argument.empty() || argument.front() == '-') return play_games().front();
  std::vector<std::string_view> names;
  for (const PlayGame& game : play_games()) {
    if (game.name == argument) return game;
    names.push_back(game.name);
  }
  throw InputError(fmt::format("play: \"{}\" is no game; {}", argument, json::suggest(argument, names)));
}

}  // namespace sapper::experiments
