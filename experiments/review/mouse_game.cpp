#include "experiments/review/mouse_game.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "experiments/review/followed_game.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/board_statistics.hpp"
#include "sim/minesweeper/cell_text.hpp"

namespace sapper::experiments {
namespace {

using sim::Cell;
using sim::kNoCell;

class MouseTable {
 public:
  MouseTable(const MouseGame& game, RecordedGame& record, ReadingMeter& meter)
      : game_(game),
        record_(record),
        meter_(meter),
        table_(rules_on_its_mines(record)),
        is_questioned_(record.grid().cell_count(), false),
        is_mine_(record.grid().cell_count(), false) {
    for (const Cell mine : record.mines) is_mine_[mine] = true;
    table_.start({});
    table_.lay(0);
  }

  const PlayerClicks& clicks() const { return clicks_; }
  bool is_lost() const { return table_.status() == sim::Game::Status::lost; }
  bool is_won() const { return table_.status() == sim::Game::Status::won; }
  std::uint32_t safe_left() const { return table_.view().hidden_count() - table_.view().mine_count(); }

  void play(const MouseEvent& event) {
    meter_.add(1);
    time_ms_ = event.time_ms;
    switch (event.action) {
      case MouseAction::press_left:
        return press_left(false);
      case MouseAction::press_left_with_shift:
        return press_left(true);
      case MouseAction::release_left:
        return release_left(event.cell);
      case MouseAction::press_right:
        return press_right(event.cell);
      case MouseAction::release_right:
        return release_right(event.cell);
      case MouseAction::press_middle:
        return press_middle();
      case MouseAction::release_middle:
        return release_middle(event.cell);
      case MouseAction::press_second:
        if (!left_ && !right_) left_ = true;
        return left_ ? press_right(event.cell) : press_left(false);
      case MouseAction::toggle_left:
        return left_ ? release_left(event.cell) : press_left(false);
      case MouseAction::toggle_right:
        return right_ ? release_right(event.cell) : press_right(event.cell);
      case MouseAction::toggle_middle:
        return middle_ ? release_middle(event.cell) : press_middle();
      case MouseAction::set_flag:
        if (event.cell == kNoCell || sign_of(event.cell) != Sign::hidden) return;
        ++clicks_.flags.made;
        set_flag(event.cell);
    }
  }

 private:
  enum class Sign : std::uint8_t { hidden, flag, question_mark, shown };

  Sign sign_of(Cell cell) const {
    if (table_.view().is_shown(cell)) return Sign::shown;
    if (table_.view().is_flagged(cell)) return Sign::flag;
    return is_questioned_[cell] ? Sign::question_mark : Sign::hidden;
  }

  void press_left(bool with_shift) {
    if (middle_) return;
    left_ = true;
    shift_ = with_shift;
  }

  void release_left(Cell cell) {
    if (!left_ && !(game_.omits_first_press && record_.digs.empty())) return;
    const bool is_chord = right_ || shift_;
    const bool follows_chord = left_has_chorded_;
    left_ = shift_ = left_has_chorded_ = false;
    if (is_chord)
      chord(cell);
    else if (!follows_chord)
      click(cell);
  }

  void press_right(Cell cell) {
    if (middle_) return;
    right_ = true;
    shift_ = false;
    if (left_) return;
    ++clicks_.flags.made;
    is_flagless_ = cell == kNoCell || sign_of(cell) == Sign::shown;
    if (is_flagless_) return;
    const Sign sign = sign_of(cell);
    if (sign == Sign::hidden) return set_flag(cell);
    if (sign == Sign::flag) {
      table_.unflag(cell);
      note_flag_change(cell);
    }
    is_questioned_[cell] = sign == Sign::flag && game_.has_question_marks;
  }

  void release_right(Cell cell) {
    if (!right_) return;
    right_ = shift_ = false;
    left_has_chorded_ = left_;
    if (left_) chord(cell);
    is_flagless_ = false;
  }

  void press_middle() {
    left_ = right_ = shift_ = left_has_chorded_ = is_flagless_ = false;
    middle_ = true;
  }

  void release_middle(Cell cell) {
    if (!middle_) return;
    middle_ = false;
    chord(cell);
  }

  void set_flag(Cell cell) {
    if (is_mine_[cell] && was_flagged_.insert(cell).second) ++clicks_.flags.useful;
    table_.flag(cell);
    note_flag_change(cell);
  }

  // The second change undoes the first.
  void note_flag_change(Cell cell) {
    if (!flag_changes_.insert(cell).second) flag_changes_.erase(cell);
  }

  bool is_diggable(Cell cell) const {
    const Sign sign = sign_of(cell);
    return sign == Sign::hidden || sign == Sign::question_mark;
  }

  void click(Cell cell) {
    ++clicks_.digs.made;
    if (cell == kNoCell || !is_diggable(cell)) return;
    if (!is_mine_[cell]) ++clicks_.digs.useful;
    dig({cell});
  }

  void chord(Cell cell) {
    if (std::exchange(is_flagless_, false)) --clicks_.flags.made;
    if (cell == kNoCell) return;
    ++clicks_.chords.made;
    if (sign_of(cell) != Sign::shown) return;
    int flags = 0;
    std::vector<Cell> cells;
    for (const Cell neighbor : record_.grid().neighbors(cell)) {
      flags += static_cast<int>(sign_of(neighbor) == Sign::flag);
      if (is_diggable(neighbor)) cells.push_back(neighbor);
    }
    if (flags != table_.view().number(cell) || cells.empty()) return;
    ++clicks_.chords.useful;
    dig(std::move(cells));
  }

  void dig(std::vector<Cell> cells) {
    const std::uint32_t hidden = table_.view().hidden_count();
    for (const Cell cell : cells) table_.dig(cell);
    table_.forget_shown();
    meter_.add(hidden - table_.view().hidden_count());
    if (record_.digs.empty() && game_.clock_precedes_start) start_ms_ = time_ms_;
    const double time_s = (time_ms_ - std::min(start_ms_, time_ms_)) / 1000.0;
    record_.digs.push_back({std::move(cells), {flag_changes_.begin(), flag_changes_.end()}, time_s});
    flag_changes_.clear();
  }

  const MouseGame& game_;
  RecordedGame& record_;
  ReadingMeter& meter_;
  sim::Game table_;
  std::vector<bool> is_questioned_;  // [cell]
  std::vector<bool> is_mine_;        // [cell]
  std::set<Cell> flag_changes_;      // since the last dig
  std::set<Cell> was_flagged_;       // mines
  PlayerClicks clicks_;
  bool left_ = false, right_ = false, middle_ = false, shift_ = false;
  bool left_has_chorded_ = false;  // and is still held
  bool is_flagless_ = false;       // the last press of the right button: on a number or beside the board
  std::uint32_t time_ms_ = 0;      // of the event
  std::uint32_t start_ms_ = 0;     // from which digs count
};

void check_bv3(const RecordedGame& game) {
  if (!game.bv3) return;
  sim::Layout layout(game.grid());
  layout.set_mines(game.mines);
  const std::uint32_t bv3 = sim::BoardCounter().count(layout).three_bv;
  if (*game.bv3 != static_cast<int>(bv3))
    throw InputError::in_file(
        game.file, fmt::format("says that the board has a 3BV of {}, but it is {}; the file is damaged",
                               *game.bv3, bv3));
}

}  // namespace

sim::BoardSize checked_size(const ByteReader& reader, std::size_t position, int rows, int cols) {
  if (rows < 1 || cols < 1)
    reader.fail_at(position, fmt::format("a board of {} x {} (rows x columns); it has at least one of each",
                                         rows, cols));
  return {rows, cols};
}

std::vector<Cell> read_mines(ByteReader& reader, sim::BoardSize size, int count, MineOrder order, int first) {
  const int cells = size.rows * size.cols;
  if (count >= cells)
    reader.fail_at(reader.position(), fmt::format("{} on {}; at least one cell is free",
                                                  count_text(static_cast<std::uint64_t>(count), "mine"),
                                                  count_text(static_cast<std::uint64_t>(cells), "cell")));
  std::vector<bool> is_mine(static_cast<std::size_t>(cells));
  for (int i = 0; i < count; ++i) {
    const std::size_t position = reader.position();
    int row = reader.u8() - first;
    int col = reader.u8() - first;
    if (order == MineOrder::col_row) std::swap(row, col);
    if (row < 0 || row >= size.rows || col < 0 || col >= size.cols)
      reader.fail_at(position, fmt::format("a mine at {},{} lies outside the board; its cells are {}", row,
                                           col, sim::cell_range(size)));
    const Cell mine = sim::cell_at(size, {row, col});
    if (is_mine[mine]) reader.fail_at(position, fmt::format("the mine at {},{} is listed already", row, col));
    is_mine[mine] = true;
  }
  std::vector<Cell> mines;
  for (Cell cell = 0; cell < is_mine.size(); ++cell)
    if (is_mine[cell]) mines.push_back(cell);
  return mines;
}

Cell cell_at_pixel(sim::BoardSize size, int cell_side, int x, int y) {
  if (x < 0 || y < 0 || x >= size.cols * cell_side || y >= size.rows * cell_side) return kNoCell;
  return sim::cell_at(size, {y / cell_side, x / cell_side});
}

RecordedGame play_mouse_game(const std::string& file, const MouseGame& game, ReadingMeter& meter) {
  meter.add(static_cast<std::size_t>(game.size.rows) * static_cast<std::size_t>(game.size.cols));
  RecordedGame record;
  record.file = file;
  record.player = game.player;
  record.program = game.program;
  record.rules.grid = std::make_shared<const sim::Grid>(game.size.rows, game.size.cols);
  record.rules.mine_count = static_cast<std::uint32_t>(game.mines.size());
  record.rules.flag_protection = sim::FlagProtection::digs_and_openings;
  record.is_first_click_known = game.first_click.has_value();
  if (game.first_click) record.rules.first_click = *game.first_click;
  record.mines = game.mines;
  if (game.time_ms) record.time_s = *game.time_ms / 1000.0;
  record.bv3 = game.bv3;
  check_bv3(record);
  MouseTable table(game, record, meter);
  for (const MouseEvent& event : game.events) {
    table.play(event);
    if (table.is_lost() || table.is_won()) break;
  }
  record.clicks = table.clicks();
  if (table.is_lost() || table.is_won()) record.won = table.is_won();
  if (game.won && game.won != record.won)
    throw InputError::in_file(
        file, fmt::format("says that the game was {}, but its mouse events {}", *game.won ? "won" : "lost",
                          table.is_lost()
                              ? fmt::format("dig a mine after {} s", record.digs.back().time_s.value_or(0))
                          : table.is_won()
                              ? std::string("win it")
                              : fmt::format("leave {} hidden", count_text(table.safe_left(), "safe cell"))));
  return record;
}

void refuse_mode(const ByteReader& reader, std::size_t position, std::string_view mode,
                 std::string_view reason) {
  reader.fail_at(position,
                 fmt::format("a game in mode {}, where {}; its digs cannot be judged", mode, reason));
}

}  // namespace sapper::experiments
