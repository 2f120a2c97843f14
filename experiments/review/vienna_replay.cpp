// Vienna Minesweeper's replays (.rmv), formats 1 and 2.
//
// Facts from the parsers of three public projects (data/replays.md): "*rmv", the format's version, sizes of all sections;
// then the sections: result as text (format 1), program, player, board, flags set before the start, properties, more
// properties (format 2), events, time, checksum. Among the events are those of the mouse, the cells that changed, and
// how the game ended. The first press of the left button is missing: recording begins with its release.
#include <array>
#include <span>

#include "experiments/review/mouse_game.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

// In format 1 pixels count from the corner of the window.
constexpr int kViennaLeftMargin = 12;
constexpr int kViennaTopMargin = 56;

// [code - 2]
constexpr std::array kViennaActions{MouseAction::press_left,   MouseAction::release_left,
                                    MouseAction::press_right,  MouseAction::release_right,
                                    MouseAction::press_middle, MouseAction::release_middle};
constexpr int kViennaMove = 1;
constexpr int kViennaFirstButton = 2;
constexpr int kViennaLastButton = 7;
constexpr int kViennaShortMove = 28;

struct ViennaHeader {
  int version;
  std::size_t result_bytes, program_bytes, player_bytes, board_bytes, flags_bytes, property_bytes,
      extension_bytes, event_bytes;
};

ViennaHeader read_vienna_header(ByteReader& reader) {
  ViennaHeader header{};
  reader.bytes(4);  // *rmv
  header.version = reader.u16();
  if (header.version != 1 && header.version != 2)
    reader.fail_at(4, "format " + std::to_string(header.version) + " of .rmv; 1 and 2 are read");
  const bool is_second = header.version == 2;
  reader.bytes(is_second ? 2 : 0);  // the program and its major version
  reader.bytes(4);                  // the file's size, which is 2 too small in format 2
  const auto size = [&] { return static_cast<std::size_t>(reader.u16()); };
  header.result_bytes = is_second ? 0 : size();
  header.program_bytes = size();
  header.player_bytes = size();
  header.board_bytes = size();
  header.flags_bytes = size();
  header.property_bytes = size();
  header.extension_bytes = is_second ? size() : 0;
  header.event_bytes = reader.number(4);
  reader.bytes(2);  // of the checksum
  return header;
}

// `#3BV:106#` in the result of format 1. 0, as of lost games, says nothing.
std::optional<int> vienna_bv3(std::string_view result) {
  for (std::string_view field : split(result, "#")) {
    if (take_until(field, ':') != "3BV") continue;
    const auto bv3 = parse_whole_number(field, UINT16_MAX);
    if (bv3 && *bv3 != 0) return static_cast<int>(*bv3);
  }
  return std::nullopt;
}

// `Vienna Minesweeper - Home Edition - Release 3.0H`, without what follows.
std::string vienna_program(std::string_view text) {
  text = text.substr(0, std::min(text.find("Copyright"), text.find("(c)")));
  return decoded_name(text);
}

void read_vienna_properties(ByteReader properties, int version, MouseGame& game, int& cell_side) {
  game.has_question_marks = properties.u8() != 0;
  properties.u8();  // whether no flags were set
  const std::size_t position = properties.position();
  const int mode = properties.u8();
  if (mode == 1) refuse_mode(properties, position, "UPK", "the player knows the board");
  if (mode == 2) refuse_mode(properties, position, "cheat", "the player sees the mines");
  if (version == 1) return;
  properties.u8();                  // level
  const int low = properties.u8();  // 3BV, low byte first
  const int bv3 = low | properties.u8() << 8;
  if (bv3 != 0) game.bv3 = bv3;
  const std::size_t side_position = properties.position();
  cell_side = properties.u8();
  if (cell_side == 0) properties.fail_at(side_position, "cells of 0 pixels");
}

void read_vienna_events(ByteReader& reader, int version, int cell_side, MouseGame& game) {
  const int left = version == 1 ? kViennaLeftMargin : 0;
  const int top = version == 1 ? kViennaTopMargin : 0;
  for (;;) {
    const std::size_t position = reader.position();
    const int code = reader.u8();
    if (code == 0 && version == 1) {
      reader.bytes(4);  // a clock
    } else if (code >= kViennaMove && code <= kViennaLastButton) {
      const auto time_ms = static_cast<std::uint32_t>(reader.number(3));
      reader.u8();  // flags set
      const int x = reader.u16() - left;
      const int y = reader.u16() - top;
      if (code >= kViennaFirstButton)
        game.events.push_back({kViennaActions[static_cast<std::size_t>(code - kViennaFirstButton)],
                               cell_at_pixel(game.size, cell_side, x, y), time_ms});
    } else if ((code == kViennaShortMove && version == 2) || (code >= 9 && code <= 14) ||
               (code >= 18 && code <= 27)) {
      // Time and way since the event before, which those of buttons have in full; or a cell that changed, which follows
      // from the mouse.
      reader.bytes(2);
    } else if (code >= 15 && code <= 17) {
      if (code != 17) game.won = code == 16;
      return;
    } else {
      reader.fail_at(position, "event " + std::to_string(code) + " is unknown; the file is damaged");
    }
  }
}

}  // namespace

MouseGame read_vienna(ByteReader reader) {
  MouseGame game;
  game.first_click = sim::FirstClickRule::safe;
  game.omits_first_press = true;
  const ViennaHeader header = read_vienna_header(reader);
  game.bv3 = vienna_bv3(reader.bytes(header.result_bytes));
  game.program = vienna_program(reader.bytes(header.program_bytes));
  ByteReader player = reader.section(header.player_bytes);
  if (player.u16() > 0) game.player = decoded_name(player.bytes(static_cast<std::size_t>(player.u8())));
  ByteReader board = reader.section(header.board_bytes);
  board.bytes(4);  // a time
  const std::size_t size_position = board.position();
  const int cols = board.u8();
  game.size = checked_size(board, size_position, board.u8(), cols);
  game.mines = read_mines(board, game.size, board.u16(), MineOrder::col_row, 0);
  ByteReader flags = reader.section(header.flags_bytes);
  for (int left = header.flags_bytes == 0 ? 0 : flags.u16(); left > 0; --left) {
    const int col = flags.u8();
    const int row = flags.u8();
    game.events.push_back({MouseAction::set_flag, cell_at_pixel(game.size, 1, col, row), 0});
  }
  int cell_side = 16;
  read_vienna_properties(reader.section(header.property_bytes), header.version, game, cell_side);
  reader.bytes(header.extension_bytes);
  ByteReader events = reader.section(header.event_bytes);
  read_vienna_events(events, header.version, cell_side, game);
  game.time_ms = static_cast<std::uint32_t>(events.number(3));
  return game;
}

}  // namespace sapper::experiments
