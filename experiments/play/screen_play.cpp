#include "experiments/play/screen_play.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/play/play_session.hpp"
#include "experiments/play/play_texts.hpp"
#include "experiments/play/setup_texts.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::Cell;
using Kind = PlayCommand::Kind;
using KeyKind = KeyPress::Kind;

constexpr std::size_t kLongestCommand = 4096;  // bytes
constexpr std::string_view kToEndOfLine = "\x1b[K";
constexpr std::string_view kBelow = "\x1b[J";
constexpr std::string_view kHome = "\x1b[H";
constexpr int kFewestBoardLines = 3;
constexpr std::string_view kMore = " [Tab]";  // ends a part of a message
constexpr std::string_view kKeys = "Arrow keys move, Enter digs, Space flags.\n";
// This line is shown where there is no message.
constexpr std::string_view kKeyLine = "Arrow keys move, Enter digs, Space flags; type hint, why, help, quit.";

std::vector<std::string> lines_of(std::string_view text) {
  const std::vector<std::string_view> lines = split_lines(text);
  return {lines.begin(), lines.end()};
}
// The text wrapped to lines of at most this many columns.
std::vector<std::string> lines_of(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines = lines_of(wrapped(text, columns));
  for (std::string& line : lines) line = fit(line, columns);
  return lines;
}

class Screen {
 public:
  Screen(KeySource& keys, std::ostream& out, const MinesweeperSetup& setup, const ScreenStyle& style)
      : keys_(keys), out_(out), style_(style), drawing_(style.drawing), session_(setup) {
    look_at_screen();
    drawing_ = session_.fitted(drawing_);
    cursor_ = on_board(grid().at(grid().rows() / 2, grid().cols() / 2));
    const std::string words = introduction(setup);
    message_ = key_help() + words.substr(words.find('\n') + 1);  // the title is shown above
  }

  PlayEnd play() {
    try {
      while (!session_.is_over()) take(next_key());
    } catch (const QuitRequest&) {
      leave();
      out_ << wrapped(kUnfinished, columns()) << std::flush;
      return PlayEnd::left;
    }
    show_end();
    return session_.board().is_won() ? PlayEnd::won : PlayEnd::lost;
  }

 private:
  const sim::Grid& grid() const { return session_.sheet(); }
  // The last row of a graph's table may have places without a cell.
  Cell on_board(Cell place) const { return std::min(place, session_.board().cell_count() - 1); }

  std::string key_help() const { return std::string(kKeys) + command_help(session_); }

  KeyPress next_key() {
    if (!keys_.has_more()) draw();
    KeyPress key = keys_.next();
    if (key.kind == KeyKind::end_of_input && typed_.empty()) throw QuitRequest();
    return key;
  }

  void take(const KeyPress& key) {
    if (key.kind == KeyKind::tab) return take_tab();
    part_of_message_ = 0;
    switch (key.kind) {
      case KeyKind::text:
        if (key.text == " " && typed_.empty()) return toggle_flag();
        if (typed_.size() + key.text.size() <= kLongestCommand) typed_ += key.text;
        return;
      case KeyKind::enter:
        return typed_.empty() && !row_ ? show_message(session_.dig(cursor_)) : run_typed();
      case KeyKind::erase:
        return erase();
      case KeyKind::erase_line:
        typed_.clear();
        return;
      case KeyKind::resized:
        has_cleared_ = false;
        return;
      default:
        return move(key.kind);
    }
  }

  // Shows the next part of a message, or is a blank in what is typed.
  void take_tab() {
    if (typed_.empty())
      ++part_of_message_;
    else if (typed_.size() < kLongestCommand)
      typed_ += ' ';
  }

  void erase() {
    while (!typed_.empty() && (static_cast<unsigned char>(typed_.back()) & 0xC0) == 0x80) typed_.pop_back();
    if (!typed_.empty()) typed_.pop_back();
  }

  // A message is cleared by the next key; that of a hint stays with the risks.
  void move(KeyKind key) {
    if (!risks_) message_.clear();
    int row = grid().row_of(cursor_);
    int col = grid().col_of(cursor_);
    const int page = std::max(cut_.window.last_row - cut_.window.first_row - 1, 1);
    if (key == KeyKind::up) --row;
    if (key == KeyKind::down) ++row;
    if (key == KeyKind::left) --col;
    if (key == KeyKind::right) ++col;
    if (key == KeyKind::page_up) row -= page;
    if (key == KeyKind::page_down) row += page;
    if (key == KeyKind::home) col = 0;
    if (key == KeyKind::end) col = grid().cols() - 1;
    cursor_ =
        on_board(grid().at(std::clamp(row, 0, grid().rows() - 1), std::clamp(col, 0, grid().cols() - 1)));
  }

  void toggle_flag() {
    show_message(session_.board().is_flagged(cursor_) ? session_.unflag(cursor_) : session_.flag(cursor_));
  }

  void show_message(const std::string& message) {
    message_ = message;
    risks_.reset();
  }

  void run_typed() {
    const std::string line(trimmed(typed_));
    typed_.clear();
    risks_.reset();
    message_.clear();
    if (row_) return take_column(line);
    if (session_.asks_for_row_and_column())
      if (const auto row = read_row(grid(), line)) {
        row_ = row;
        return;
      }
    run(parse_command(line));
  }

  void take_column(const std::string& line) {
    if (const auto col = read_col(grid(), line)) {
      cursor_ = grid().at(*row_, *col);
      row_.reset();
      return show_message(session_.dig(cursor_));
    }
    if (line.empty())
      row_.reset();
    else if (parse_command(line).kind == Kind::quit)
      throw QuitRequest();
    else
      message_ = no_column(session_, line);
  }

  void run(const PlayCommand& command) {
    switch (command.kind) {
      case Kind::dig:
      case Kind::flag:
      case Kind::unflag:
        if (const CellReading reading = session_.board().read_cell(command.argument);
            reading.cell != sim::kNoCell)
          cursor_ = reading.cell;
        return show_message(session_.change_cell(command));
      case Kind::hint:
        return give_hint(command.argument);
      case Kind::why:
        message_ = session_.why(command.argument);
        return;
      case Kind::sees:
        message_ = session_.sees(command.argument);
        return;
      case Kind::save:
        message_ = session_.save(command.argument);
        return;
      case Kind::help:
        return show_pages(fmt::format("{}Tab shows the rest of a text that ends with{}.\n{}", kKeys, kMore,
                                      help_text(session_, fitted_drawing())));
      case Kind::quit:
        throw QuitRequest();
      case Kind::empty:
        message_ = key_help();
        return;
    }
  }

  void give_hint(const std::string& argument) {
    PlaySession::MoveHint hint = session_.hint(argument);
    message_ = std::move(hint.message);
    if (!hint.risks) return;
    cursor_ = hint.best;
    message_ += '\n' + risk_legend(session_, *hint.risks);
    risks_ = std::move(hint.risks);
  }

  void look_at_screen() {
    const ScreenSize size = style_.size();
    size_ = {std::max(size.columns, 20), std::max(size.lines, 6)};
  }
  std::size_t columns() const { return static_cast<std::size_t>(size_.columns); }

  void show_pages(const std::string& text) {
    look_at_screen();
    const std::vector<std::string> lines = lines_of(wrapped(text, columns()));
    const auto page = static_cast<std::size_t>(std::max(size_.lines - 2, 1));
    for (std::size_t first = 0; first < lines.size(); first += page) {
      out_ << kClearScreen;
      for (std::size_t i = first; i < std::min(first + page, lines.size()); ++i) out_ << lines[i] << '\n';
      out_ << (first + page < lines.size() ? "(any key: more)" : "(any key: back)") << std::flush;
      if (keys_.next().kind == KeyKind::end_of_input) throw QuitRequest();
    }
    has_cleared_ = false;
  }

  // The state of the game in at most a few lines of the screen; `...` if some are omitted.
  std::vector<std::string> state_lines(std::string_view state) const {
    std::vector<std::string> lines = lines_of(std::string(state) + part_text(), columns());
    const std::size_t most = size_.lines < 12 ? 1 : 3;
    if (lines.size() > most) {
      lines.resize(most);
      lines.back() = fit(lines.back(), columns() - 3) + "...";
    }
    return lines;
  }

  // The present part of the message, in at most this many lines: all of it if it fits.
  std::vector<std::string> message_lines(int most) const {
    const auto count = static_cast<std::size_t>(std::max(most, 0));
    std::vector<std::string> lines = lines_of(message_, columns());
    if (lines.size() > count && count > 0) {
      lines = lines_of(wrapped(message_, columns() - kMore.size()));
      const std::size_t parts = (lines.size() + count - 1) / count;
      const auto first = lines.begin() + static_cast<std::ptrdiff_t>(part_of_message_ % parts * count);
      lines.erase(lines.begin(), first);
      lines.resize(std::min(lines.size(), count));
      lines.back() = fit(lines.back(), columns() - kMore.size()).append(kMore);
      for (std::string& line : lines) line = fit(line, columns());
    }
    lines.resize(std::min(lines.size(), count));
    return lines;
  }

  std::string prompt() const {
    if (row_) return col_question(session_);
    return session_.asks_for_row_and_column() ? row_question(session_) : std::string(kPrompt);
  }

  DrawingStyle fitted_drawing() const {
    DrawingStyle drawing = drawing_;
    drawing.columns = size_.columns;
    return drawing;
  }

  // Which part of the board is shown, if not all of it.
  std::string part_text() const {
    const BoardWindow& window = cut_.window;
    std::string text;
    if (window.last_row - window.first_row < grid().rows())
      text += fmt::format(" Rows {} to {} of {}.", session_.board().row_name(window.first_row),
                          session_.board().row_name(window.last_row - 1), grid().rows());
    if (window.last_col - window.first_col < grid().cols()) {
      const int first = first_col_label(session_.labels());
      text += fmt::format(" Columns {} to {} of {}.", window.first_col + first, window.last_col - 1 + first,
                          grid().cols());
    }
    return text;
  }

  std::string board() const {
    return draw_text(session_.is_over() ? session_.board().finished() : picture(), drawing_, cut_);
  }
  BoardPicture picture() const {
    return risks_ ? session_.board().picture(*risks_) : session_.board().picture(cursor_);
  }

  BoardTable table() const { return {grid(), drawing_, cut_.form}; }
  // The number of lines taken by the column numbers and the rows of the window.
  int label_count() const { return table().label_lines(); }
  int board_lines() const { return label_count() + cut_.window.last_row - cut_.window.first_row; }

  void cut(int lines, const BoardWindow& before) {
    cut_ = cut_board(picture(), drawing_, size_.columns, lines, cursor_, before);
  }

  // A board of which all rows fit is shown with all of them, or without one where the message would have no line
  // otherwise; the message is shown in parts then. Of a larger board a long message may take some, but not all, of the
  // lines. The description of the shown part may take a line too, which makes that part smaller. Returns the message's
  // lines.
  std::vector<std::string> share_lines(std::string_view state) {
    constexpr int kTitleAndPrompt = 2;
    const BoardWindow before = cut_.window;
    std::vector<std::string> message;
    std::size_t for_state = 0;
    for (std::size_t needed = 1; needed > for_state; needed = state_lines(state).size()) {
      for_state = needed;
      const int room = size_.lines - kTitleAndPrompt - static_cast<int>(for_state);
      cut(size_.lines, before);
      const int half = label_count() + std::max(kFewestBoardLines, room / 2);
      const bool is_key_line = message_.empty() && has_key_line_ && !session_.is_over();
      const int all = is_key_line ? room : room - 1;
      const int for_board = std::min(board_lines(), board_lines() <= room ? all : half);
      message = message_lines(room - for_board);
      if (is_key_line && room > for_board) message = {fit(kKeyLine, columns())};
      cut(room - static_cast<int>(message.size()), before);
    }
    return message;
  }

  // On narrow screens it omits the name of the game.
  std::string heading() const {
    constexpr std::string_view kGame = "Minesweeper: ";
    std::string text = title(session_.setup());
    text.pop_back();  // its line break
    if (display_width(text) > columns() && text.starts_with(kGame)) text.erase(0, kGame.size());
    return fit(text, columns());
  }

  void draw() {
    look_at_screen();
    const std::string state = session_.is_over() ? session_.end_line() : session_.status_line();
    const std::vector<std::string> message = share_lines(state);
    const std::string_view clear_line = has_cleared_ ? kToEndOfLine : std::string_view();
    out_ << (has_cleared_ ? kHome : kClearScreen);
    has_cleared_ = true;
    for (const auto& lines : {std::vector{heading()}, lines_of(board()), state_lines(state), message})
      for (const std::string& line : lines) out_ << clear_line << line << '\n';
    if (!session_.is_over()) draw_prompt();
    out_ << std::flush;
  }

  void draw_prompt() {
    constexpr int kFirstOfBoard = 1;  // below the title
    const std::string question = prompt();
    const std::size_t room = columns() - std::min(columns() - 8, display_width(question) + 1);
    std::string typed = printable(typed_, kLongestCommand);
    drop_from_begin(typed, room);
    out_ << kBelow << fit(question, columns() - 1) << typed;
    if (!typed_.empty() || row_) return;
    const int line = kFirstOfBoard + label_count() + grid().row_of(cursor_) - cut_.window.first_row;
    const int column = table().end_of_sign(cursor_, cut_.window);
    const bool is_wide = cut_.form.signs == SignStyle::emoji;
    out_ << fmt::format("\x1b[{};{}H", line + 1, column + 1 - (is_wide ? 1 : 0));
  }

  // Keeps as many of the last characters as fit into `room` columns.
  static void drop_from_begin(std::string& text, std::size_t room) {
    std::size_t begin = 0;
    for (std::size_t width = display_width(text); width > room && begin < text.size();) {
      std::size_t end = begin + 1;
      while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
      width -= std::min(width, display_width(std::string_view(text).substr(begin, end - begin)));
      begin = end;
    }
    text.erase(0, begin);
  }

  // Moves to the last line, for text after the game.
  void leave() {
    typed_.clear();
    row_.reset();
    message_.clear();
    has_key_line_ = false;
    draw();
    out_ << fmt::format("\x1b[{};1H{}\n", size_.lines, kToEndOfLine);
  }

  void show_end() {
    risks_.reset();
    typed_.clear();
    message_.clear();
    if (session_.board().exploded() != sim::kNoCell) cursor_ = session_.board().exploded();
    for (;;) {
      draw();
      out_ << kBelow << std::flush;
      if (cut_.window == whole_board(grid())) return;
      message_ = "Arrow keys look around, Enter ends.";
      draw();
      out_ << kBelow << std::flush;
      const KeyPress key = keys_.next();
      if (key.kind == KeyKind::enter || key.kind == KeyKind::end_of_input || key.kind == KeyKind::text)
        return;
      if (key.kind == KeyKind::resized)
        has_cleared_ = false;
      else
        move(key.kind);
    }
  }

  KeySource& keys_;
  std::ostream& out_;
  const ScreenStyle& style_;
  DrawingStyle drawing_;
  PlaySession session_;
  Cell cursor_ = 0;
  ScreenSize size_;  // when the screen was last drawn
  BoardExcerpt cut_;
  std::string message_;
  bool has_key_line_ = true;
  std::size_t part_of_message_ = 0;  // shown, where there is not room for all of it
  std::string typed_;
  std::optional<int> row_;                   // in the course: the row typed; the column is asked for next
  std::optional<solvers::CellRisks> risks_;  // shown instead of the board
  bool has_cleared_ = false;
};

}  // namespace

PlayEnd play_on_screen(KeySource& keys, std::ostream& out, const MinesweeperSetup& setup,
                       const ScreenStyle& style) {
  return Screen(keys, out, setup, style).play();
}

}  // namespace sapper::experiments::minesweeper
