// Metasweeper's replays (.evf), versions 0 to 4 of the format.
//
// The format is described by its author ("evf format", in the repository eee555/ms-toollib).
#include <algorithm>
#include <array>

#include "experiments/review/mouse_game.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

struct EvfMode {
  int number;
  std::string_view name;
  std::string_view why_refused;  // empty: read
  sim::FirstClickRule first_click = sim::FirstClickRule::safe;
};
constexpr std::string_view kKnownBoard = "the player knows the board";
constexpr std::string_view kSelectedBoard = "the board is not laid at random";
constexpr std::string_view kMovingMines = "mines move";
constexpr std::string_view kRecursiveClicks = "a click also opens what follows from it";
constexpr std::array kEvfModes{
    EvfMode{0, "standard", ""},
    EvfMode{1, "UPK", kKnownBoard},
    EvfMode{2, "cheat", "the player sees the mines"},
    EvfMode{3, "density", ""},
    EvfMode{4, "win7", "", sim::FirstClickRule::opening},
    EvfMode{5, "competitive solvable", kSelectedBoard},
    EvfMode{6, "strong solvable", kSelectedBoard},
    EvfMode{7, "weak solvable", kMovingMines},
    EvfMode{8, "to be solvable", kMovingMines},
    EvfMode{9, "strong guessable", kMovingMines},
    EvfMode{10, "weak guessable", kMovingMines},
    EvfMode{11, "chording recursive", kRecursiveClicks},
    EvfMode{12, "flag recursive", kRecursiveClicks},
    EvfMode{13, "chording flag recursive", kRecursiveClicks},
    EvfMode{14, "solvable chording recursive", kSelectedBoard},
    EvfMode{15, "solvable flag recursive", kSelectedBoard},
    EvfMode{16, "solvable chording flag recursive", kSelectedBoard},
};

// [code - 2]
constexpr std::array kEvfActions{
    MouseAction::press_left,    MouseAction::release_left, MouseAction::press_right,
    MouseAction::release_right, MouseAction::press_middle, MouseAction::release_middle,
    MouseAction::set_flag,      MouseAction::press_second, MouseAction::toggle_left,
    MouseAction::toggle_right,  MouseAction::toggle_middle};
constexpr int kEvfMove = 1;
constexpr int kEvfFirstAction = 2;
constexpr int kEvfLastAction = 12;

sim::FirstClickRule read_evf_mode(ByteReader& reader) {
  const std::size_t position = reader.position();
  const int number = reader.u16();
  const auto mode = std::ranges::find(kEvfModes, number, &EvfMode::number);
  if (mode == kEvfModes.end()) refuse_mode(reader, position, std::to_string(number), "the rules are unknown");
  if (!mode->why_refused.empty()) refuse_mode(reader, position, mode->name, mode->why_refused);
  return mode->first_click;
}

// A bit per cell, row by row, the highest of a byte first.
std::vector<sim::Cell> read_evf_mines(ByteReader& reader, sim::BoardSize size, int count) {
  const std::size_t position = reader.position();
  const auto cells = static_cast<std::size_t>(size.rows) * static_cast<std::size_t>(size.cols);
  const std::string_view bits = reader.bytes((cells + 7) / 8);
  std::vector<sim::Cell> mines;
  for (std::size_t cell = 0; cell < cells; ++cell)
    if ((static_cast<unsigned char>(bits[cell / 8]) >> (7 - cell % 8) & 1) != 0)
      mines.push_back(static_cast<sim::Cell>(cell));
  if (mines.size() != static_cast<std::size_t>(count) || mines.size() == cells)
    reader.fail_at(position, "a board with " + count_text(mines.size(), "mine") + " of " +
                                 count_text(cells, "cell") + ", but the file says that it has " +
                                 std::to_string(count));
  return mines;
}

void add_evf_event(int code, sim::Cell cell, std::uint32_t time_ms, MouseGame& game) {
  if (code >= kEvfFirstAction)
    game.events.push_back({kEvfActions[static_cast<std::size_t>(code - kEvfFirstAction)], cell, time_ms});
}

[[noreturn]] void refuse_evf_event(const ByteReader& reader, std::size_t position, int code) {
  reader.fail_at(position, "event " + std::to_string(code) + " is unknown; the file is damaged");
}

// Versions 0 to 3: each event has its time and place. A checksum of fixed length may follow the last.
void read_absolute_evf_events(ByteReader& reader, int cell_side, MouseGame& game) {
  constexpr int kEnd = 0;
  constexpr int kEndWithoutChecksum = 255;
  constexpr std::size_t kChecksumBytes = 32;
  for (;;) {
    const std::size_t position = reader.position();
    const int code = reader.u8();
    if (code == kEnd) reader.bytes(kChecksumBytes);
    if (code == kEnd || code == kEndWithoutChecksum) return;
    if (code > kEvfLastAction) refuse_evf_event(reader, position, code);
    const auto time_ms = static_cast<std::uint32_t>(reader.number(3));
    const int x = reader.u16();
    const int y = reader.u16();
    add_evf_event(code, cell_at_pixel(game.size, cell_side, x, y), time_ms, game);
  }
}

// Version 4: each event has what changed since the one before. A checksum follows the last.
void read_relative_evf_events(ByteReader& reader, int cell_side, MouseGame& game) {
  constexpr int kEnd = 0, kWin = 82, kFail = 83, kFirstOfBoard = 100, kLastOfBoard = 121, kNumber = 200,
                kText = 201, kPause = 255;
  std::uint32_t time_ms = 0;
  int x = 0;
  int y = 0;
  for (;;) {
    const std::size_t position = reader.position();
    const int code = reader.u8();
    if (code == kEnd) break;
    time_ms += static_cast<std::uint32_t>(reader.number(code == kPause ? 2 : 1));
    if (code >= kEvfMove && code <= kEvfLastAction) {
      x = static_cast<std::int16_t>(x + reader.u16());
      y = static_cast<std::int16_t>(y + reader.u16());
      add_evf_event(code, cell_at_pixel(game.size, cell_side, x, y), time_ms, game);
    } else if (code == kWin || code == kFail) {
      game.won = code == kWin;
    } else if (code == kNumber) {
      reader.bytes(2 + 8);
    } else if (code == kText) {
      reader.bytes(2);
      reader.until('\0');
    } else if (code >= kFirstOfBoard && code <= kLastOfBoard) {
      reader.fail_at(position,
                     "event " + std::to_string(code) +
                         ", a board event, which says how the board changed other than by the mouse; games "
                         "with such events are not read");
    } else if (code != kPause && code != 81 && code != 99) {
      refuse_evf_event(reader, position, code);
    }
  }
  reader.bytes(static_cast<std::size_t>(reader.u16()));  // checksum
}

}  // namespace

MouseGame read_metasweeper(ByteReader reader) {
  MouseGame game;
  game.clock_precedes_start = true;  // it starts at the first press of a button
  const int version = reader.u8();
  if (version > 4)
    reader.fail_at(0, "version " + std::to_string(version) + " of .evf; versions to 4 are read");
  const bool is_fourth = version == 4;
  const int summary = reader.u8();
  if (version >= 3) reader.bytes(1);  // settings
  const std::size_t size_position = reader.position();
  const int rows = reader.u8();
  game.size = checked_size(reader, size_position, rows, reader.u8());
  const int mine_count = reader.u16();
  const std::size_t side_position = reader.position();
  const int cell_side = reader.u8();
  if (cell_side == 0) reader.fail_at(side_position, "cells of 0 pixels");
  game.first_click = read_evf_mode(reader);
  game.bv3 = reader.u16();
  game.time_ms = static_cast<std::uint32_t>(reader.number(is_fourth ? 4 : 3));
  if (is_fourth) reader.bytes(2 + 8 + 8);  // country, start, end
  game.program = decoded_name(reader.until('\0'));
  const bool is_transcoded = is_fourth && (summary & 0x08) != 0;
  for (int texts = is_transcoded ? 2 : 0; texts > 0; --texts) reader.until('\0');  // by what; encoding
  game.player = decoded_name(reader.until('\0'));
  reader.until('\0');  // competition
  reader.until('\0');  // identifier
  if (is_fourth) {
    reader.bytes(static_cast<std::size_t>(reader.u16()));  // device
  } else {
    // Start, end, country, and from version 2 on device.
    for (int texts = version >= 2 ? 4 : 3; texts > 0; --texts) reader.until('\0');
  }
  game.mines = read_evf_mines(reader, game.size, mine_count);
  if (is_fourth) {
    for (int metrics = reader.u16(); metrics > 0; --metrics) reader.until('\0');
    read_relative_evf_events(reader, cell_side, game);
  } else {
    read_absolute_evf_events(reader, cell_side, game);
  }
  if ((summary & 0x80) != 0) game.won = true;
  return game;
}

}  // namespace sapper::experiments
