#include "experiments/play/minesweeper_play.hpp"

#include <optional>
#include <string>
#include <string_view>

#include "experiments/kinds/minesweeper/game/player.hpp"
#include "experiments/play/board_table.hpp"
#include "experiments/play/play_session.hpp"
#include "experiments/play/play_texts.hpp"
#include "experiments/play/setup_texts.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {

namespace {

using Kind = PlayCommand::Kind;

class LineByLine {
 public:
  LineByLine(const Dialogue& dialogue, const MinesweeperSetup& setup, const DrawingStyle& style)
      : dialogue_(dialogue), style_(style), session_(setup) {}

  PlayEnd play() {
    dialogue_.say(introduction(session_.setup()));
    dialogue_.say(command_help(session_));
    try {
      while (!session_.is_over()) {
        dialogue_.out() << '\n' << draw_text(session_.board().picture(session_.last_dug()), fitted_style());
        dialogue_.say(session_.status_line() + '\n');
        while (!take_turn()) {
        }
      }
    } catch (const QuitRequest&) {
      dialogue_.out() << kUnfinished << std::flush;
      return PlayEnd::left;
    }
    dialogue_.out() << '\n' << draw_text(session_.board().finished(), fitted_style());
    dialogue_.say(session_.end_line() + '\n');
    dialogue_.out() << std::flush;
    return session_.board().is_won() ? PlayEnd::won : PlayEnd::lost;
  }

 private:
  DrawingStyle fitted_style() const {
    DrawingStyle style = session_.fitted(style_);
    style.columns = static_cast<int>(dialogue_.columns());
    return style;
  }

  // Reads one line, trimmed. Throws QuitRequest at the end of the input.
  std::string ask(std::string_view question) const {
    std::optional<std::string> answer = dialogue_.ask(question);
    if (!answer) throw QuitRequest();
    return *std::move(answer);
  }

  // Asks for a command and executes it. Returns whether the board has changed.
  bool take_turn() {
    const bool asks_for_row = session_.asks_for_row_and_column();
    const std::string line = ask(asks_for_row ? row_question(session_) : kPrompt);
    if (asks_for_row && !line.empty())
      if (const auto row = read_row(session_.sheet(), line)) return dig_in_row(*row);
    const PlayCommand command = parse_command(line);
    switch (command.kind) {
      case Kind::dig:
      case Kind::flag:
      case Kind::unflag:
        return has_effect(session_.change_cell(command));
      case Kind::hint:
        give_hint(command.argument);
        return false;
      case Kind::why:
        dialogue_.say(session_.why(command.argument) + '\n');
        return false;
      case Kind::sees:
        dialogue_.say(session_.sees(command.argument) + '\n');
        return false;
      case Kind::save:
        dialogue_.say(session_.save(command.argument) + '\n');
        return false;
      case Kind::help:
        dialogue_.say(help_text(session_, fitted_style()));
        return false;
      case Kind::quit:
        throw QuitRequest();
      case Kind::empty:
        dialogue_.say(command_help(session_));
        return false;
    }
    return false;
  }

  bool dig_in_row(int row) {
    for (;;) {
      const std::string line = ask(col_question(session_));
      if (line.empty()) return false;  // another row
      if (const auto col = read_col(session_.sheet(), line))
        return has_effect(session_.dig(session_.sheet().at(row, *col)));
      if (parse_command(line).kind == Kind::quit) throw QuitRequest();
      dialogue_.say(no_column(session_, line) + '\n');
    }
  }

  // Says why a command changed nothing.
  bool has_effect(const std::string& refusal) const {
    if (!refusal.empty()) dialogue_.say(refusal + '\n');
    return refusal.empty();
  }

  void give_hint(const std::string& argument) {
    const PlaySession::MoveHint hint = session_.hint(argument);
    if (hint.risks) {
      dialogue_.out() << '\n' << draw_text(session_.board().picture(*hint.risks), fitted_style());
      dialogue_.say(risk_legend(session_, *hint.risks) + '\n');
    }
    dialogue_.say(hint.message + '\n');
  }

  const Dialogue& dialogue_;
  DrawingStyle style_;
  PlaySession session_;
};

}  // namespace

PlayEnd play_minesweeper(const Dialogue& dialogue, const MinesweeperSetup& setup, const DrawingStyle& style) {
  return LineByLine(dialogue, setup, style).play();
}

}  // namespace sapper::experiments::minesweeper
