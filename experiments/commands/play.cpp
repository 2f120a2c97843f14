#include "experiments/commands/play.hpp"

#include <fmt/format.h>

#include <array>
#include <iostream>
#include <string_view>

#include "experiments/errors.hpp"
#include "experiments/json/node.hpp"
#include "experiments/play/tablet_play.hpp"
#include "experiments/tablet/arguments.hpp"
#include "experiments/tablet/drawing.hpp"
#include "solvers/nim/solver.hpp"

namespace sapper::experiments {
namespace {

int play_tablet_from(const PlayOptions& options) {
  TabletPlayOptions play;
  play.tablet = {9, 7, 2, 3};
  if (!options.numbers.empty()) play.tablet = tablet::read_tablet(options.numbers, "play tablet");
  if (options.second) play.first = TabletPlayOptions::First::computer;
  try {
    play_tablet(std::cin, std::cout, play);
  } catch (const solvers::nim::TooManyStates& error) {
    throw InputError(
        fmt::format("play tablet: {} is too large: {}", tablet::size_of(play.tablet), error.what()));
  }
  return 0;
}

}  // namespace

int play(const PlayOptions& options) {
  constexpr std::array<std::string_view, 1> kGames{"tablet"};
  if (options.game == "tablet") return play_tablet_from(options);
  throw InputError(
      fmt::format("play: \"{}\" is no game; {}", options.game, json::suggest(options.game, kGames)));
}

}  // namespace sapper::experiments
