#include "experiments/play/minesweeper_play.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <istream>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/play/advice.hpp"
#include "experiments/play/cell_names.hpp"
#include "experiments/play/play_command.hpp"
#include "experiments/play/rules_text.hpp"
#include "experiments/play/typed_line.hpp"
#include "experiments/support/atomic_file.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/position.hpp"
#include "solvers/minesweeper/counting/counting.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::Cell;
using sim::Game;
using Kind = PlayCommand::Kind;

// Thrown where input is read, when the player quits or the input ends.
struct Farewell {};

class Session {
 public:
  Session(std::istream& in, std::ostream& out, const MinesweeperSetup& setup, const PlayStyle& style)
      : in_(in),
        out_(out),
        setup_(setup),
        style_(style),
        drawing_(style.drawing),
        game_(setup.config.rules_of(setup.only_case())) {
    game_.start({setup.config.seed, key_of(setup.board()), 0});
  }

  PlayEnd play() {
    out_ << introduction(setup_) << '\n' << command_help();
    try {
      while (game_.status() == Game::Status::playing) {
        show_board();
        while (!take_turn()) {
        }
      }
    } catch (const Farewell&) {
      out_ << "The game ends here, unfinished.\n" << std::flush;
      return PlayEnd::left;
    }
    tell_end();
    return game_.status() == Game::Status::won ? PlayEnd::won : PlayEnd::lost;
  }

 private:
  const sim::View& view() const { return game_.view(); }
  const sim::Grid& grid() const { return view().grid(); }
  std::string name_of(Cell cell) const { return cell_name(grid(), cell); }
  bool asks_for_row_and_column() const {
    return setup_.asking == MinesweeperSetup::Asking::for_row_and_column;
  }
  // A cell to explain commands with.
  std::string example() const { return name_of(example_cell(grid())); }

  std::string command_help() const {
    const std::string cell = example();
    if (asks_for_row_and_column())
      return fmt::format("Type a row, then a column; or f {0} to flag, u {0}, hint, save FILE, help, quit.\n",
                         cell) +
             notation_note(grid());
    return fmt::format("{0} or d {0} digs, f {0} flags, u {0} unflags; hint, save FILE, help, quit.\n",
                       cell) +
           notation_note(grid());
  }

  // Makes room for a board.
  void begin_board() {
    if (style_.terminal_columns) drawing_.columns = style_.terminal_columns();
    if (style_.redraw == Redraw::in_place && has_shown_board_) out_ << kClearScreen << title(setup_);
    out_ << '\n';
    has_shown_board_ = true;
  }

  void show_board() {
    begin_board();
    out_ << draw_view(view(), last_dug_, drawing_)
         << fmt::format("Round {}. {} still to find; {}, {} flagged.\n", digs_ + 1,
                        counted(view().hidden_count() - view().mine_count(), "free cell"),
                        counted(view().mine_count(), "mine"), view().flag_count());
  }

  // One line, trimmed. Throws Farewell at the end of the input.
  std::string ask(std::string_view question) {
    const std::optional<std::string> answer = ask_line(question, in_, out_, style_.echo);
    if (!answer) throw Farewell();
    return *answer;
  }

  // Asks for a command and carries it out. Returns whether the board has changed.
  bool take_turn() {
    const bool asks_for_row = asks_for_row_and_column();
    const std::string line = ask(asks_for_row ? fmt::format("Row ({}): ", row_range(grid())) : "> ");
    if (asks_for_row && !line.empty())
      if (const auto row = read_row(grid(), line)) return dig_in_row(*row);
    const PlayCommand command = parse_command(line);
    switch (command.kind) {
      case Kind::dig:
      case Kind::flag:
      case Kind::unflag:
        return change_cell(command);
      case Kind::hint:
        give_hint(command.argument);
        return false;
      case Kind::save:
        save(command.argument);
        return false;
      case Kind::help:
        out_ << command_help() << legend(drawing_) << explain_rules(setup_)
             << fmt::format(
                    "hint shows P(mine) of every cell and a good move; hint {} that of one cell.\n"
                    "save FILE writes the position, for sapper analyze.\n",
                    example());
        return false;
      case Kind::quit:
        throw Farewell();
      case Kind::empty:
        out_ << command_help();
        return false;
    }
    return false;
  }

  bool dig_in_row(int row) {
    for (;;) {
      const std::string line = ask(fmt::format("Column ({}): ", col_range(grid())));
      if (line.empty()) return false;  // another row
      if (const auto col = read_col(grid(), line)) return dig(grid().at(row, *col));
      if (parse_command(line).kind == Kind::quit) throw Farewell();
      out_ << fmt::format(
          "{} is not a column; expected a number from {}, or an empty line for another row.\n",
          quoted_input(line), col_range(grid()));
    }
  }

  bool change_cell(const PlayCommand& command) {
    if (command.argument.empty()) {
      return complain("Expected a cell, such as " + example() + ".");
    }
    const CellReading reading = read_cell(grid(), command.argument);
    if (reading.cell == sim::kNoCell) {
      return complain(reading.complaint + "; help lists the commands.");
    }
    switch (command.kind) {
      case Kind::flag:
        return flag(reading.cell);
      case Kind::unflag:
        return unflag(reading.cell);
      default:
        return dig(reading.cell);
    }
  }

  bool complain(std::string_view what) {
    out_ << what << '\n';
    return false;
  }

  bool dig(Cell cell) {
    if (view().is_shown(cell))
      return complain(fmt::format("{} is already shown; dig a hidden cell.", name_of(cell)));
    if (view().is_flagged(cell))
      return complain(fmt::format("{0} is flagged; u {0} removes the flag.", name_of(cell)));
    game_.dig(cell);
    game_.forget_shown();
    last_dug_ = cell;
    ++digs_;
    return true;
  }

  bool flag(Cell cell) {
    if (view().is_shown(cell))
      return complain(fmt::format("{} is already shown; flags are for hidden cells.", name_of(cell)));
    if (view().is_flagged(cell))
      return complain(fmt::format("{0} is already flagged; u {0} removes the flag.", name_of(cell)));
    game_.flag(cell);
    return true;
  }

  bool unflag(Cell cell) {
    if (!view().is_flagged(cell))
      return complain(fmt::format("{0} has no flag; f {0} sets one.", name_of(cell)));
    game_.unflag(cell);
    return true;
  }

  void give_hint(const std::string& argument) {
    if (!game_.is_laid() && is_first_dig_safe(setup_)) {
      out_ << why_first_dig_is_safe(setup_) << " Whichever cell you dig now is free.\n";
      return;
    }
    std::optional<Cell> asked;
    if (!argument.empty()) {
      const CellReading reading = read_cell(grid(), argument);
      if (reading.cell == sim::kNoCell || view().is_shown(reading.cell)) {
        out_ << (reading.cell == sim::kNoCell ? reading.complaint
                                              : name_of(reading.cell) + " is already shown")
             << "; hint alone, or hint and a hidden cell.\n";
        return;
      }
      asked = reading.cell;
    }
    try {
      const Risks risks = find_risks(view());
      ++hints_;
      if (asked)
        out_ << fmt::format("{}: P(mine) {:.6g}\n", name_of(*asked), risks.p_mine[*asked]);
      else
        show_risks(risks);
    } catch (const solvers::ComponentTooWide&) {
      out_ << "This position is too complex to be counted exactly.\n";
    }
  }

  void show_risks(const Risks& risks) {
    out_ << '\n'
         << draw_risks(view(), risks.p_mine, risks.safe, risks.mine, drawing_)
         << fmt::format(
                "o certainly free: {}, * certainly a mine: {}; with % or two digits: P(mine) in percent{}.\n",
                risks.safe.size(), risks.mine.size(), view().flag_count() > 0 ? "; F flag" : "");
    const Advice advice = advise(game_, setup_.config.seed);
    out_ << fmt::format("Best move: {} ({}), {}; P(mine) {:.6g} ({}).\n", name_of(advice.cell),
                        file_notation(grid(), advice.cell), reason_of(advice.kind), risks.p_mine[advice.cell],
                        advice.strategy);
  }

  void save(const std::string& name) {
    if (name.empty()) {
      out_ << "save needs the name of a file, such as: save position.txt\n";
      return;
    }
    std::error_code ignored;
    const bool is_own = std::find(saved_.begin(), saved_.end(), name) != saved_.end();
    if (!is_own && std::filesystem::exists(name, ignored)) {
      out_ << fmt::format("{} already exists; save needs a new name.\n", quoted_input(name));
      return;
    }
    std::ostringstream text;
    text << fmt::format("# sapper play: {}; seed {}, {}\n", minesweeper::name_of(setup_.board()),
                        setup_.config.seed, counted(digs_, "dig"));
    sim::write_position(text, view());
    try {
      AtomicFile file(check_output(name));
      file.write(text.str());
      file.commit();
    } catch (const std::runtime_error& error) {
      out_ << error.what() << '\n';
      return;
    }
    saved_.push_back(name);
    out_ << fmt::format("Saved. To analyse it: sapper analyze {}\n", shell_quoted(name));
  }

  void tell_end() {
    begin_board();
    out_ << draw_finished(game_, drawing_);
    const std::string effort =
        counted(digs_, "round") + (hints_ == 0 ? std::string() : ", with " + counted(hints_, "hint"));
    if (game_.status() == Game::Status::won)
      out_ << fmt::format("Congratulations: you have found every free cell, in {}.\n", effort);
    else
      out_ << fmt::format("{} was a mine: you have lost, after {}.\n", name_of(game_.exploded()), effort);
    out_ << std::flush;
  }

  std::istream& in_;
  std::ostream& out_;
  const MinesweeperSetup& setup_;
  const PlayStyle& style_;
  DrawingStyle drawing_;
  Game game_;
  bool has_shown_board_ = false;
  Cell last_dug_ = sim::kNoCell;
  std::size_t digs_ = 0;
  std::size_t hints_ = 0;
  std::vector<std::string> saved_;  // files written by this game, which it may replace
};

}  // namespace

PlayEnd play_minesweeper(std::istream& in, std::ostream& out, const MinesweeperSetup& setup,
                         const PlayStyle& style) {
  return Session(in, out, setup, style).play();
}

}  // namespace sapper::experiments::minesweeper
