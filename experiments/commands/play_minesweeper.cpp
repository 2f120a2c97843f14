#include "experiments/commands/play_minesweeper.hpp"

#include <iostream>
#include <limits>
#include <random>

#include "experiments/commands/console.hpp"
#include "experiments/commands/option_values.hpp"
#include "experiments/play/minesweeper_play.hpp"
#include "experiments/play/minesweeper_watch.hpp"
#include "experiments/play/terminal.hpp"
#include "experiments/support/errors.hpp"
#include "sim/minesweeper/grid.hpp"

namespace sapper::experiments {
namespace {

minesweeper::MinesweeperRequest read_request(const PlayArguments& arguments) {
  const auto whole = [&](const char* option, std::uint64_t least, std::uint64_t most) {
    return whole_number(option, arguments.value(option), least, most);
  };
  const auto whole_int = [&](const char* option, std::uint64_t least, std::uint64_t most) {
    const auto value = whole(option, least, most);
    return value ? std::optional(static_cast<int>(*value)) : std::nullopt;
  };
  constexpr std::uint64_t kMaxSide = sim::Grid::kMaxSide;

  minesweeper::MinesweeperRequest request;
  request.level = arguments.value("--level");
  request.course = whole_int("--course", 0, 2);
  request.size = whole_int("--size", 1, kMaxSide);
  if (const auto file = arguments.value("--file")) request.file = *file;
  request.rows = whole_int("--rows", 1, kMaxSide);
  request.cols = whole_int("--cols", 1, kMaxSide);
  request.mines = whole("--mines", 0, kMaxSide * kMaxSide);
  request.density = share("--density", arguments.value("--density"));
  request.first_click = arguments.value("--first-click");
  request.reveal = arguments.value("--reveal");
  request.topology = arguments.value("--topology");
  request.moving = arguments.has("--moving");
  // Another game each time, with a number short enough to be typed.
  request.seed = arguments.seed ? *arguments.seed : std::random_device{}() % 1'000'000;
  return request;
}

}  // namespace

int play_minesweeper_from(const PlayArguments& arguments) {
  const minesweeper::MinesweeperSetup setup = minesweeper::set_up(read_request(arguments));
  minesweeper::PlayStyle style;
  style.drawing.signs =
      !arguments.has("--plain") && shows_emoji() ? minesweeper::Signs::emoji : minesweeper::Signs::plain;
  style.drawing.colours = are_colours_wanted() ? minesweeper::Colours::on : minesweeper::Colours::off;
  style.drawing.columns = terminal_columns();
  if (!is_input_a_terminal()) style.echo = Echo::yes;

  const auto delay_s = seconds_or_none("--delay", arguments.value("--delay"));
  const auto bot = arguments.value("--bot");
  if (delay_s && !bot) throw InputError("--delay goes with --bot only");
  const QuickExit quick_exit;
  if (bot)
    minesweeper::watch_minesweeper(output_stream(), setup, {*bot, delay_s.value_or(0), style.drawing});
  else
    minesweeper::play_minesweeper(std::cin, output_stream(), setup, style);
  return 0;
}

}  // namespace sapper::experiments
