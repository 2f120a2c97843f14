// A game as replay files record it: the board, and what the mouse did.
//
// Rules of the mouse, common to the programs whose files are read:
//   - The left button opens a hidden cell where it is released; not a flagged one.
//   - The right button flags a hidden cell where it is pressed, or removes the flag; with question marks the order is
//     flag, question mark, nothing. A question mark does not protect its cell.
//   - A chord opens the hidden cells around a shown number that has as many flags around it, except the flagged ones:
//     when the first of both buttons is released, the middle one is released, or the left one that was pressed with
//     Shift. The button that is released after a chord does nothing.
//   - An opening stops at flagged cells.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/review/byte_reader.hpp"
#include "experiments/review/recorded_game.hpp"

namespace sapper::experiments {

enum class MouseAction : std::uint8_t {
  press_left,
  release_left,
  press_right,
  release_right,
  press_middle,
  release_middle,
  press_left_with_shift,
  press_second,  // of the left and the right button the one that is not held; both if none is
  toggle_left,   // presses or releases
  toggle_right,
  toggle_middle,
  set_flag,  // before the first dig, by means that are not recorded
};

struct MouseEvent {
  MouseAction action;
  sim::Cell cell;  // kNoCell: outside the board
  std::uint32_t time_ms;
};

struct MouseGame {
  std::string player, program;
  sim::BoardSize size;
  std::vector<sim::Cell> mines;
  std::optional<sim::FirstClickRule> first_click;
  bool has_question_marks = false;
  bool omits_first_press = false;     // the file begins with the release of the first click
  bool clock_precedes_start = false;  // the times of events do not count from the first dig
  std::vector<MouseEvent> events;
  std::optional<bool> won;  // what the file says; nullopt: nothing, or that the game was left
  std::optional<std::uint32_t> time_ms;
  std::optional<int> bv3;
};

// The rows and columns of a board. InputError at `position` if there are none or more than the project's boards have.
sim::BoardSize checked_size(const ByteReader& reader, std::size_t position, int rows, int cols);

// A list of mines, a byte each for row and column, which count from `first`. InputError if there are as many as cells or
// more, one lies outside the board, or is listed twice.
enum class MineOrder : std::uint8_t { row_col, col_row };
std::vector<sim::Cell> read_mines(ByteReader& reader, sim::BoardSize size, int count, MineOrder order,
                                  int first);

// The cell at a pixel, counted from the upper left corner of the board; kNoCell outside.
sim::Cell cell_at_pixel(sim::BoardSize size, int cell_side, int x, int y);

// The game that the events play. Without digs if nothing is dug. InputError if it ends otherwise, or its board has another 3BV, than the file says.
RecordedGame play_mouse_game(const std::string& file, const MouseGame& game, ReadingMeter& meter);

// The beginning of a .mvf file of version 0.97 or later.
inline constexpr std::string_view kCloneSignature = "\x11Minesweeper Clone";

// The error about a game in a mode that cannot be judged. reason: `the player knows the board`.
[[noreturn]] void refuse_mode(const ByteReader& reader, std::size_t position, std::string_view mode,
                              std::string_view reason);

}  // namespace sapper::experiments
