// RawVF (.rawvf), the text that parsers of other formats write: revisions to 6.2.
//
// Facts from these parsers (data/replays.md): lines such as `Width: 30`, up to `Board:`; a line for each row, with * for a
// mine; `Events:`; then a line per event. Those of the mouse are `0.510 lr 5 1 (67 3)`: time in seconds, button, column
// and row from 1, pixels. Lines of other events say what follows from the mouse.
#include <algorithm>
#include <array>
#include <cmath>

#include "experiments/review/mouse_game.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

constexpr int kMostRawSide = 256;

struct RawAction {
  std::string_view code;
  MouseAction action;
};
constexpr std::array kRawActions{
    RawAction{"lc", MouseAction::press_left},
    RawAction{"lr", MouseAction::release_left},
    RawAction{"rc", MouseAction::press_right},
    RawAction{"rr", MouseAction::release_right},
    RawAction{"mc", MouseAction::press_middle},
    RawAction{"mr", MouseAction::release_middle},
    RawAction{"sc", MouseAction::press_left_with_shift},
};

// Programs whose first click hits no mine.
constexpr std::array<std::string_view, 4> kSafePrograms{"Arbiter", "Clone", "Vienna", "FreeSweeper"};

// The next line without its end; the last one may have none.
std::string_view read_raw_line(ByteReader& reader) {
  std::string_view line;
  if (const auto before = reader.skip_to("\n")) {
    line = *before;
    reader.bytes(1);
  } else {
    line = reader.bytes(reader.left());
  }
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string_view take_raw_word(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  const std::string_view word = rest.substr(0, rest.find_first_of(" \t"));
  rest.remove_prefix(word.size());
  return word;
}

// A time of the file in milliseconds; 0 before the start.
std::uint32_t raw_ms(const ByteReader& reader, std::size_t position, std::string_view text) {
  constexpr double kLongest_s = 4'000'000;
  const auto seconds = parse_number<double>(text);
  if (!seconds || !(std::abs(*seconds) < kLongest_s)) reader.fail_at(position, "no time in seconds here");
  return static_cast<std::uint32_t>(std::max(std::lround(*seconds * 1000), 0L));
}

void check_raw_mode(const ByteReader& reader, std::size_t position, std::string_view mode) {
  const std::string name = lower_case(mode);
  if (name == "upk") refuse_mode(reader, position, "UPK", "the player knows the board");
  if (name == "cheat") refuse_mode(reader, position, "cheat", "the player sees the mines");
  if (name != "classic" && name != "density" && !name.empty())
    refuse_mode(reader, position, decoded_name(mode), "the rules are unknown");
}

// The lines before the board. Returns the number of mines, if they state it.
std::optional<std::uint64_t> read_raw_header(ByteReader& reader, MouseGame& game) {
  const std::size_t begin = reader.position();
  std::optional<std::uint64_t> rows, cols, mines;
  std::string version;
  for (;;) {
    if (reader.left() == 0) reader.fail_at(begin, "no line `Board:` here; the file is truncated");
    const std::size_t position = reader.position();
    std::string_view value = read_raw_line(reader);
    const std::string key = lower_case(take_until(value, ':'));
    value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
    value = value.substr(0, value.find_last_not_of(" \t") + 1);
    if (key == "board") break;
    if (key == "program") game.program = decoded_name(value);
    if (key == "version") version = decoded_name(value);
    if (key == "player") game.player = decoded_name(value);
    if (key == "width") cols = parse_whole_number(value, kMostRawSide);
    if (key == "height") rows = parse_whole_number(value, kMostRawSide);
    if (key == "mines") mines = parse_whole_number(value, kMostRawSide * kMostRawSide);
    if (key == "marks") game.has_question_marks = lower_case(value) == "on";
    if (key == "mode") check_raw_mode(reader, position, value);
    if (key == "time" && !value.empty()) game.time_ms = raw_ms(reader, position, value);
    if (key == "status" && lower_case(value) == "won") game.won = true;
    if (key == "bbbv" && !value.empty())
      if (const auto bv3 = parse_whole_number(value, kMostRawSide * kMostRawSide); bv3 && *bv3 > 0)
        game.bv3 = static_cast<int>(*bv3);
  }
  if (!rows || !cols)
    reader.fail_at(begin, "no lines such as `Width: 30` and `Height: 16`, of 1 to 256 cells, here");
  game.size = checked_size(reader, begin, static_cast<int>(*rows), static_cast<int>(*cols));
  const bool is_safe = std::ranges::any_of(
      kSafePrograms, [&](std::string_view name) { return game.program.find(name) != std::string::npos; });
  if (is_safe) game.first_click = sim::FirstClickRule::safe;
  if (!version.empty()) game.program += " " + version;
  return mines;
}

void read_raw_board(ByteReader& reader, std::optional<std::uint64_t> mines, MouseGame& game) {
  const std::size_t begin = reader.position();
  const auto cols = static_cast<std::size_t>(game.size.cols);
  for (int row = 0; row < game.size.rows; ++row) {
    const std::size_t position = reader.position();
    const std::string_view cells = read_raw_line(reader);
    if (cells.size() != cols || cells.find_first_not_of("*0.") != std::string_view::npos)
      reader.fail_at(position,
                     "not a row of " + count_text(cols, "cell") + ", with * for a mine and 0 for others");
    for (std::size_t col = 0; col < cols; ++col)
      if (cells[col] == '*') game.mines.push_back(sim::cell_at(game.size, {row, static_cast<int>(col)}));
  }
  const std::size_t cells = cols * static_cast<std::size_t>(game.size.rows);
  if (game.mines.size() == cells) reader.fail_at(begin, "a board without a free cell");
  if (mines && *mines != game.mines.size())
    reader.fail_at(begin, "a board with " + count_text(game.mines.size(), "mine") +
                              ", but the file says that it has " + std::to_string(*mines));
}

// The cell that an event names; kNoCell: outside the board. Pixels tell what is left of it or above.
sim::Cell read_raw_cell(const ByteReader& reader, std::size_t position, std::string_view rest,
                        sim::BoardSize size) {
  const auto col = parse_number<int>(take_raw_word(rest));
  const auto row = parse_number<int>(take_raw_word(rest));
  if (!row || !col) reader.fail_at(position, "no column and row in this event of the mouse");
  const bool is_outside = *row < 1 || *col < 1 || *row > size.rows || *col > size.cols ||
                          rest.find('-') != std::string_view::npos;
  return is_outside ? sim::kNoCell : sim::cell_at(size, {*row - 1, *col - 1});
}

void read_raw_events(ByteReader& reader, MouseGame& game) {
  while (reader.left() > 0) {
    const std::size_t position = reader.position();
    std::string_view rest = read_raw_line(reader);
    const std::string_view time = take_raw_word(rest);
    const bool has_time = !time.empty() && (time[0] == '-' || (time[0] >= '0' && time[0] <= '9'));
    const std::string_view what = has_time ? take_raw_word(rest) : time;
    // Recordings of Vienna Minesweeper begin so, with the release of the first click.
    if (what == "start") game.omits_first_press = true;
    const auto action = std::ranges::find(kRawActions, what, &RawAction::code);
    if (!has_time || action == kRawActions.end()) continue;
    game.events.push_back(
        {action->action, read_raw_cell(reader, position, rest, game.size), raw_ms(reader, position, time)});
  }
}

}  // namespace

MouseGame read_raw_vf(ByteReader reader) {
  MouseGame game;
  const std::optional<std::uint64_t> mines = read_raw_header(reader, game);
  read_raw_board(reader, mines, game);
  const std::size_t position = reader.position();
  if (lower_case(read_raw_line(reader)) != "events:")
    reader.fail_at(position, "no line `Events:` after the board");
  read_raw_events(reader, game);
  return game;
}

}  // namespace sapper::experiments
