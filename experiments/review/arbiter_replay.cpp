// Minesweeper Arbiter's replays (.avf), of versions 0.35 to 0.52, and those of Freesweeper, which imitates them.
//
// Facts from the parsers of two public projects (data/replays.md): version, 4 bytes, level (3 to 5, or 6 followed by
// columns - 1, rows - 1 and the number of mines), the mines as row and column from 1; further on a text such as
// [0|26.10.2022.23:13:27:2236|26.23:13:29:7764|B7T3.52], with the 3BV after B and the time plus 1 s after T; then the
// mouse events, 8 bytes each, up to one at second 0 (seconds count from 1); and at the end the names of the player and
// of the program.
#include <algorithm>
#include <array>
#include <cmath>

#include "experiments/review/mouse_game.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

constexpr int kArbiterCellSide = 16;
constexpr std::size_t kArbiterEventBytes = 8;
constexpr int kArbiterMove = 1;
constexpr char kQuestionMarksOn = 17;

struct ArbiterLevel {
  int code;
  sim::BoardSize size;
  int mines;
};
constexpr std::array kArbiterLevels{ArbiterLevel{3, {8, 8}, 10}, ArbiterLevel{4, {16, 16}, 40},
                                    ArbiterLevel{5, {16, 30}, 99}};
constexpr int kArbiterCustomLevel = 6;

struct ArbiterAction {
  int code;
  MouseAction action;
};
constexpr std::array kArbiterActions{
    ArbiterAction{3, MouseAction::press_left},      ArbiterAction{5, MouseAction::release_left},
    ArbiterAction{9, MouseAction::press_right},     ArbiterAction{11, MouseAction::press_left_with_shift},
    ArbiterAction{17, MouseAction::release_right},  ArbiterAction{21, MouseAction::release_left},
    ArbiterAction{33, MouseAction::press_middle},   ArbiterAction{65, MouseAction::release_middle},
    ArbiterAction{145, MouseAction::release_right}, ArbiterAction{193, MouseAction::release_middle},
};

const ArbiterAction* find_arbiter_action(int code) {
  const auto found = std::ranges::find(kArbiterActions, code, &ArbiterAction::code);
  return found == kArbiterActions.end() ? nullptr : &*found;
}

void read_arbiter_board(ByteReader& reader, MouseGame& game) {
  const std::size_t position = reader.position();
  const int code = reader.u8();
  const auto level = std::ranges::find(kArbiterLevels, code, &ArbiterLevel::code);
  int mines = 0;
  if (level != kArbiterLevels.end()) {
    game.size = level->size;
    mines = level->mines;
  } else if (code == kArbiterCustomLevel) {
    const int cols = reader.u8() + 1;
    game.size = {reader.u8() + 1, cols};
    mines = reader.u16();
  } else {
    reader.fail_at(position, "level " + std::to_string(code) + "; Arbiter has 3 (beginner) to 6 (custom)");
  }
  game.mines = read_mines(reader, game.size, mines, MineOrder::row_col, 1);
}

// Skips to the text in brackets and reads it, with the byte two before it, which says whether there are question marks.
void read_arbiter_summary(ByteReader& reader, MouseGame& game) {
  const std::size_t begin = reader.position();
  std::string_view before;
  do {
    const auto skipped = reader.skip_to("[");
    if (!skipped)
      reader.fail_at(
          begin, "no text such as [0|26.10.2022.23:13:27:2236|26.23:13:29:7764|B7T3.52] follows the board");
    before = *skipped;
    reader.bytes(1);
  } while (reader.has_ahead(0, "|") || !reader.has_ahead(1, "|"));
  game.has_question_marks = before.size() >= 2 && before[before.size() - 2] == kQuestionMarksOn;
  const std::size_t position = reader.position();
  std::string text(reader.until(']'));
  std::ranges::replace(text, ',', '.');
  const std::size_t bv3_at = text.rfind('B');
  const std::size_t time_at = bv3_at == std::string::npos ? bv3_at : text.find('T', bv3_at);
  if (time_at == std::string::npos) reader.fail_at(position, "no 3BV and time such as B7T3.52 in this text");
  const std::string_view all = text;
  const auto bv3 = parse_whole_number(all.substr(bv3_at + 1, time_at - bv3_at - 1),
                                      sim::Grid::kMaxSide * sim::Grid::kMaxSide);
  const auto time_s = parse_number<double>(all.substr(time_at + 1));
  constexpr double kLongest_s = 4'000'000;
  if (!bv3 || !time_s || !(std::abs(*time_s) < kLongest_s))
    reader.fail_at(position + bv3_at, "no 3BV and time such as B7T3.52 here");
  game.bv3 = static_cast<int>(*bv3);
  game.time_ms = static_cast<std::uint32_t>(std::max(std::lround((*time_s - 1) * 1000), 0L));
}

void read_arbiter_events(ByteReader& reader, MouseGame& game) {
  const std::size_t begin = reader.position();
  // The first event is one of the first second, which has number 1; some bytes are before it.
  for (;; reader.bytes(1)) {
    if (reader.left() < kArbiterEventBytes) reader.fail_at(begin, "no mouse events follow the summary");
    const std::string_view next = reader.peek(kArbiterEventBytes);
    const auto code = static_cast<unsigned char>(next[0]);
    if (next[2] == 1 && static_cast<unsigned char>(next[1]) <= 1 &&
        (code == kArbiterMove || find_arbiter_action(code) != nullptr))
      break;
  }
  for (;;) {
    const std::size_t position = reader.position();
    const std::string_view event = reader.bytes(kArbiterEventBytes);
    const auto byte = [&](std::size_t i) { return static_cast<int>(static_cast<unsigned char>(event[i])); };
    const int second = byte(6) << 8 | byte(2);
    if (second == 0) break;
    if (byte(0) == kArbiterMove) continue;
    const ArbiterAction* const action = find_arbiter_action(byte(0));
    if (action == nullptr)
      reader.fail_at(position, "mouse event " + std::to_string(byte(0)) + " is unknown; the file is damaged");
    const int x = byte(1) << 8 | byte(3);
    const int y = byte(5) << 8 | byte(7);
    game.events.push_back({action->action, cell_at_pixel(game.size, kArbiterCellSide, x, y),
                           static_cast<std::uint32_t>((second - 1) * 1000 + byte(4) * 10)});
  }
  // The time in the summary is wrong in few files.
  const std::uint32_t end_ms = game.events.empty() ? 0 : game.events.back().time_ms;
  constexpr std::uint32_t kHalfStep_ms = 5;
  if (end_ms > *game.time_ms + kHalfStep_ms) game.time_ms = end_ms;
}

// The last two of the lines after the checksum.
void read_arbiter_names(ByteReader& reader, MouseGame& game) {
  constexpr std::string_view kChecksum = "cs=";
  constexpr std::size_t kChecksumBytes = 17;
  if (!reader.skip_to(kChecksum))
    reader.fail_at(reader.position(), "no checksum and names follow the mouse events; the file is truncated");
  reader.bytes(kChecksum.size() + kChecksumBytes);
  std::string_view rest = reader.bytes(reader.left());
  // Takes the last line.
  const auto take_line = [&] {
    const std::size_t end = rest.rfind('\r');
    const std::string_view line = rest.substr(end == std::string_view::npos ? 0 : end + 1);
    rest = rest.substr(0, end == std::string_view::npos ? 0 : end);
    return line;
  };
  const std::string_view program = take_line();
  game.program = decoded_name(program.substr(0, program.find("Copyright")));
  game.player = decoded_name(take_line());
  while (game.program.ends_with('.') || game.program.ends_with(' ')) game.program.pop_back();
}

}  // namespace

MouseGame read_arbiter(ByteReader reader) {
  MouseGame game;
  game.first_click = sim::FirstClickRule::safe;
  reader.bytes(5);
  read_arbiter_board(reader, game);
  read_arbiter_summary(reader, game);
  read_arbiter_events(reader, game);
  read_arbiter_names(reader, game);
  return game;
}

}  // namespace sapper::experiments
