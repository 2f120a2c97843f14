// Minesweeper Clone's replays (.mvf), of versions to 0.97 and of 2006 and 2007.
//
// Facts from the parsers of two public projects (data/replays.md). From 0.97 on: four texts (program, years, author,
// version), each after its length; 3 bytes; date, level, mode, time, in 0.97 also statistics; question marks; board;
// the player's name; and events, whose bits are permuted by a key that the file holds. Before: no header; board, question
// marks, events of 8 bytes, time, name, checksum. An event is the state of the buttons, the pointer and the clock.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

#include "experiments/review/mouse_game.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

constexpr int kCloneCellSide = 16;

// The state after an event.
struct CloneState {
  bool left = false, right = false, middle = false;
  int x = 0, y = 0;
  std::uint32_t time_ms = 0;
};

// The presses and releases between two states.
void add_clone_changes(const CloneState& before, const CloneState& after, MouseGame& game) {
  const sim::Cell cell = cell_at_pixel(game.size, kCloneCellSide, after.x, after.y);
  const auto add = [&](MouseAction action) { game.events.push_back({action, cell, after.time_ms}); };
  if (after.left && !before.left) add(MouseAction::press_left);
  if (after.right && !before.right) add(MouseAction::press_right);
  if (after.middle && !before.middle) add(MouseAction::press_middle);
  if (!after.left && before.left) add(MouseAction::release_left);
  if (!after.right && before.right) add(MouseAction::release_right);
  if (!after.middle && before.middle) add(MouseAction::release_middle);
}

// The places of the bits of an event. The key chooses digits; the bits are in the order of these digits.
class CloneBitOrder {
 public:
  CloneBitOrder(int key, bool is_097) {
    const double a = std::sqrt(key);
    const double b = std::sqrt(key + 1000.0);
    const double c = std::sqrt(a + 1000);
    const double d = std::sqrt(b + 1000);
    std::string digits;
    const auto add = [&](double value) {
      digits += fmt::format("{:08}", std::lround(std::abs(value) * 1e8)).substr(0, 8);
    };
    add(std::cos(c + 1000));
    add(std::sin(std::sqrt(b)));
    add(std::cos(c));
    add(std::sin(std::sqrt(a) + 1000));
    add(std::cos(d));
    if (!is_097) add(std::sin(d));
    bits_.resize(digits.size());
    std::iota(bits_.begin(), bits_.end(), std::size_t{0});
    std::ranges::stable_sort(bits_, {}, [&](std::size_t bit) { return digits[bit]; });
  }

  std::size_t event_bytes() const { return bits_.size() / 8; }
  // `count` bits from number `first` on, the lowest first.
  int number(std::string_view event, std::size_t first, std::size_t count) const {
    int number = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t bit = bits_[first + i];
      number |= (static_cast<unsigned char>(event[bit / 8]) >> bit % 8 & 1) << i;
    }
    return number;
  }

 private:
  std::vector<std::size_t> bits_;
};

CloneState clone_state_097(const CloneBitOrder& order, std::string_view event) {
  CloneState state;
  state.y = order.number(event, 3, 9);
  state.x = order.number(event, 12, 9);
  state.time_ms =
      static_cast<std::uint32_t>(order.number(event, 28, 10) * 1000 + order.number(event, 21, 7) * 10);
  return state;
}

CloneState clone_state_2006(const CloneBitOrder& order, std::string_view event) {
  constexpr int kMargin = 32;
  CloneState state;
  state.y = order.number(event, 3, 11) - kMargin;
  state.x = order.number(event, 14, 11) - kMargin;
  state.time_ms = static_cast<std::uint32_t>(order.number(event, 25, 22));
  return state;
}

void read_clone_board(ByteReader& reader, int first, MouseGame& game) {
  const std::size_t position = reader.position();
  const int cols = reader.u8();
  game.size = checked_size(reader, position, reader.u8(), cols);
  game.mines = read_mines(reader, game.size, reader.u16(), MineOrder::col_row, first);
}

void check_clone_mode(ByteReader& reader) {
  const std::size_t position = reader.position();
  const int mode = reader.u8();
  if (mode == 3) refuse_mode(reader, position, "UPK", "the player knows the board");
  if (mode != 1 && mode != 2)
    refuse_mode(reader, position, std::to_string(mode), "the rules are not the standard ones");
}

std::uint32_t read_clone_time_ms(ByteReader& reader) {
  const int seconds = reader.u16();
  return static_cast<std::uint32_t>(1000 * seconds + 10 * reader.u8());
}

MouseGame read_clone_with_header(ByteReader& reader) {
  MouseGame game;
  std::array<std::string_view, 4> texts;
  for (std::string_view& text : texts) text = reader.bytes(static_cast<std::size_t>(reader.u8()));
  std::string_view version = texts[3];
  constexpr std::string_view kVersion = "version ";
  if (version.starts_with(kVersion)) version.remove_prefix(kVersion.size());
  const bool is_097 = version.starts_with("0.97");
  game.program = decoded_name(texts[0]) + " " + decoded_name(version);
  reader.bytes(3);
  reader.bytes(7);  // date
  reader.bytes(1);  // level
  check_clone_mode(reader);
  if (is_097) {
    game.time_ms = read_clone_time_ms(reader);
    game.bv3 = reader.u16();
    if (reader.u16() == game.bv3) game.won = true;  // 3BV solved
    reader.bytes(6);                                // clicks
  } else {
    game.time_ms = static_cast<std::uint32_t>(reader.number(3));
  }
  game.has_question_marks = reader.u8() != 0;
  read_clone_board(reader, 1, game);
  game.player = decoded_name(reader.bytes(static_cast<std::size_t>(reader.u8())));
  const CloneBitOrder order(reader.u16(), is_097);
  CloneState before;
  for (std::uint64_t left = reader.number(3); left > 0; --left) {
    const std::string_view event = reader.bytes(order.event_bytes());
    CloneState after = is_097 ? clone_state_097(order, event) : clone_state_2006(order, event);
    after.right = order.number(event, 0, 1) != 0;
    after.middle = order.number(event, 1, 1) != 0;
    after.left = order.number(event, 2, 1) != 0;
    add_clone_changes(before, after, game);
    before = after;
  }
  return game;
}

// The end of a file without header holds time, 100 bytes of name and a checksum of 22 bytes, the first and the last
// of which are 0; before 0.8 a checksum of 10 digits; before 0.76 no name.
struct CloneEnd {
  std::string_view version;
  std::size_t name_bytes, checksum_bytes;
};
CloneEnd find_clone_end(const ByteReader& reader, std::string_view content) {
  const std::string_view last = content.substr(content.size() - std::min<std::size_t>(content.size(), 22));
  if (last.size() == 22 && last.front() == '\0' && last.back() == '\0') return {"0.96 or earlier", 100, 22};
  if (last.size() < 13 ||
      last.substr(last.size() - 10).find_first_not_of("0123456789") != std::string_view::npos)
    reader.fail_at(content.size(),
                   "neither a header of Minesweeper Clone nor the checksum of its first versions; the file "
                   "is truncated or damaged");
  if (last.substr(last.size() - 13, 3) == "   ") return {"0.76", 100, 10};
  return {"0.75 or earlier", 0, 10};
}

MouseGame read_clone_without_header(ByteReader& reader) {
  MouseGame game;
  const std::string_view content = reader.peek(reader.left());
  const CloneEnd end = find_clone_end(reader, content);
  game.program = "Minesweeper Clone " + std::string(end.version);
  read_clone_board(reader, 0, game);
  game.has_question_marks = reader.u8() != 0;
  reader.bytes(1);
  const std::size_t end_bytes = 3 + end.name_bytes + end.checksum_bytes;
  if (reader.left() < end_bytes)
    reader.fail_at(reader.position(), "the file ends before its mouse events; it is truncated");
  ByteReader events = reader.section(reader.left() - end_bytes);
  game.time_ms = read_clone_time_ms(reader);
  game.player = decoded_name(reader.bytes(end.name_bytes));
  CloneState before;
  constexpr std::size_t kOldEventBytes = 8;
  while (events.left() >= kOldEventBytes) {
    CloneState after;
    after.time_ms = static_cast<std::uint32_t>(events.u8() * 1000);
    after.time_ms += static_cast<std::uint32_t>(events.u8() * 10);
    if (after.time_ms < before.time_ms || after.time_ms > *game.time_ms) break;  // other data follows
    const int buttons = events.u8();
    after.left = (buttons & 1) != 0;
    after.middle = (buttons & 2) != 0;
    after.right = (buttons & 4) != 0;
    after.x = events.u16();
    after.y = events.u16();
    events.bytes(1);
    add_clone_changes(before, after, game);
    before = after;
  }
  CloneState released = before;
  released.left = released.right = released.middle = false;
  add_clone_changes(before, released, game);
  return game;
}

}  // namespace

MouseGame read_clone(ByteReader reader) {
  MouseGame game = reader.has_ahead(0, kCloneSignature) ? read_clone_with_header(reader)
                                                        : read_clone_without_header(reader);
  game.first_click = sim::FirstClickRule::safe;
  return game;
}

}  // namespace sapper::experiments
