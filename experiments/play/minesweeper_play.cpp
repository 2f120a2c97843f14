#include "experiments/play/minesweeper_play.hpp"

#include <fmt/format.h>

#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "experiments/play/play_session.hpp"
#include "experiments/play/play_texts.hpp"
#include "experiments/play/rules_text.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::Game;
using Kind = PlayCommand::Kind;

// Thrown where input is read, when the player quits or the input ends.
struct Farewell {};

class LineByLine {
 public:
  LineByLine(std::istream& in, std::ostream& out, const MinesweeperSetup& setup, const PlayStyle& style)
      : in_(in), out_(out), style_(style), drawing_(style.drawing), session_(setup) {
    drawing_.labels = session_.labels();
  }

  PlayEnd play() {
    fit_to_terminal();
    say(introduction(session_.setup()));
    say(command_help(session_));
    try {
      while (!session_.is_over()) {
        show_board();
        while (!take_turn()) {
        }
      }
    } catch (const Farewell&) {
      out_ << kUnfinished << std::flush;
      return PlayEnd::left;
    }
    fit_to_terminal();
    out_ << '\n' << draw_finished(session_.game(), drawing_);
    say(session_.end_line() + '\n');
    out_ << std::flush;
    return session_.game().status() == Game::Status::won ? PlayEnd::won : PlayEnd::lost;
  }

 private:
  void fit_to_terminal() {
    if (style_.terminal_columns) drawing_.columns = style_.terminal_columns();
  }

  // Prints text, wrapped between words to the width of the terminal.
  void say(std::string_view text) {
    out_ << (drawing_.columns > 0 ? wrapped(text, static_cast<std::size_t>(drawing_.columns))
                                  : std::string(text));
  }

  void show_board() {
    fit_to_terminal();
    out_ << '\n' << draw_view(session_.view(), session_.last_dug(), drawing_);
    say(session_.status_line() + '\n');
  }

  // Reads one line, trimmed. Throws Farewell at the end of the input.
  std::string ask(std::string_view question) {
    const std::optional<std::string> answer = ask_line(question, in_, out_, style_.echo);
    if (!answer) throw Farewell();
    return *answer;
  }

  // Asks for a command and executes it. Returns whether the board has changed.
  bool take_turn() {
    const bool asks_for_row = session_.asks_for_row_and_column();
    const std::string line = ask(asks_for_row ? row_question(session_) : kPrompt);
    if (asks_for_row && !line.empty())
      if (const auto row = read_row(session_.grid(), line)) return dig_in_row(*row);
    const PlayCommand command = parse_command(line);
    switch (command.kind) {
      case Kind::dig:
      case Kind::flag:
      case Kind::unflag:
        return show_message(session_.change_cell(command));
      case Kind::hint:
        give_hint(command.argument);
        return false;
      case Kind::save:
        say(session_.save(command.argument) + '\n');
        return false;
      case Kind::help:
        say(help_text(session_, drawing_));
        return false;
      case Kind::quit:
        throw Farewell();
      case Kind::empty:
        say(command_help(session_));
        return false;
    }
    return false;
  }

  bool dig_in_row(int row) {
    for (;;) {
      const std::string line = ask(col_question(session_));
      if (line.empty()) return false;  // another row
      if (const auto col = read_col(session_.grid(), line))
        return show_message(session_.dig(session_.grid().at(row, *col)));
      if (parse_command(line).kind == Kind::quit) throw Farewell();
      say(no_column(session_, line) + '\n');
    }
  }

  bool show_message(const PlaySession::Outcome& outcome) {
    if (!outcome.message.empty()) say(outcome.message + '\n');
    return outcome.has_changed;
  }

  void give_hint(const std::string& argument) {
    const PlaySession::Hint hint = session_.hint(argument);
    if (hint.risks) {
      out_ << '\n' << draw_risks(session_.view(), *hint.risks, drawing_);
      say(risk_legend(session_, *hint.risks) + '\n');
    }
    say(hint.message + '\n');
  }

  std::istream& in_;
  std::ostream& out_;
  const PlayStyle& style_;
  DrawingStyle drawing_;
  PlaySession session_;
};

}  // namespace

PlayEnd play_minesweeper(std::istream& in, std::ostream& out, const MinesweeperSetup& setup,
                         const PlayStyle& style) {
  return LineByLine(in, out, setup, style).play();
}

}  // namespace sapper::experiments::minesweeper
