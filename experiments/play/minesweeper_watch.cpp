#include "experiments/play/minesweeper_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ostream>
#include <string>
#include <string_view>
#include <thread>

#include "experiments/kinds/minesweeper/config/players.hpp"
#include "experiments/kinds/minesweeper/external/player_factory.hpp"
#include "experiments/kinds/minesweeper/game/player.hpp"
#include "experiments/play/dialogue.hpp"
#include "experiments/play/play_session.hpp"
#include "experiments/play/setup_texts.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_text.hpp"
#include "solvers/minesweeper/counting/counting.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::minesweeper {

namespace {

using sim::Cell;
using sim::Game;
using solvers::Move;
using solvers::MoveKind;

// Shows each dig, with its risk in the view before it.
class Commentator {
 public:
  Commentator(std::ostream& out, const MinesweeperSetup& setup, const WatchOptions& options)
      : out_(out), setup_(setup), options_(options), drawing_(options.drawing) {
    drawing_.labels = AxisLabels::numbers;
  }

  void started(const Game&) {}
  void will_dig(const Game& game, const Move& move, const solvers::Claim&) {
    risk_ = risk_of(game.view(), move);
  }
  void dug(const Game& game, const Move& move, std::uint32_t opened) {
    if (digs_ > 0 && options_.delay_s > 0)
      std::this_thread::sleep_for(std::chrono::duration<double>(options_.delay_s));
    ++digs_;
    guesses_ += move.kind == MoveKind::guess;
    const std::string what = fmt::format(
        "Round {}: {} is dug, {}; P(mine) {}; {}", digs_, sim::cell_text(game.view().grid(), move.cell),
        reason_of(move.kind), risk_, opened == 0 ? std::string("a mine!") : fmt::format("opens {}.", opened));
    if (options_.screen)
      redraw(game, move.cell, what);
    else
      out_ << '\n'
           << wrapped_to(what, static_cast<std::size_t>(drawing_.columns)) << '\n'
           << draw_text(picture(game, move.cell), drawing_);
    out_ << std::flush;
  }

  std::string summary(bool is_won) const {
    return fmt::format("\n{} has {} after {}, {} of them guesses.\n", options_.strategy,
                       is_won ? "won" : "lost", count_text(digs_, "dig"), guesses_);
  }

 private:
  void redraw(const Game& game, Cell cell, const std::string& what) {
    const ScreenSize size = options_.screen();
    const std::string text = wrapped_to(title(setup_) + what, static_cast<std::size_t>(size.columns));
    // One line below the board is left for the cursor.
    const auto lines = static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 2;
    const BoardPicture drawn = picture(game, cell);
    cut_ = cut_board(drawn, drawing_, size.columns, size.lines - lines, cell, cut_.window);
    out_ << (digs_ > 1 ? kClearScreen : std::string_view("\n")) << text << '\n'
         << draw_text(drawn, drawing_, cut_);
  }

  static BoardPicture picture(const Game& game, Cell dug) {
    return game.status() == Game::Status::playing ? picture_of(game.view(), dug) : finished_picture(game);
  }

  // The exact risk of the cell dug. Strategies know it for certain cells and for some guesses.
  std::string risk_of(const sim::View& before, const Move& move) const {
    double p_mine = move.p_mine;
    if (digs_ > 0 && (move.kind == MoveKind::guess || move.kind == MoveKind::pinv)) {
      try {
        p_mine = find_risks(before).p_mine[move.cell];
      } catch (const solvers::ComponentTooWide&) {
        return "unknown (too complex to count)";
      }
    }
    return fmt::format("{:.4g}", p_mine);
  }

  std::ostream& out_;
  const MinesweeperSetup& setup_;
  const WatchOptions& options_;
  DrawingStyle drawing_;
  BoardExcerpt cut_;
  std::string risk_;
  std::size_t digs_ = 0;
  std::size_t guesses_ = 0;
};

// A shell parses the command, and is killed together with everything that it starts.
void set_command(const std::string& command, solvers::Settings& settings) {
  for (std::size_t i = 0; i < settings.parameters().size(); ++i)
    if (settings.parameters()[i].name == "command") settings.set_texts(i, {"/bin/sh", "-c", command});
}

solvers::StrategyChoice find_player(const WatchOptions& options, const sim::GameRules& rules) {
  const std::string& name = options.strategy;
  const solvers::StrategyEntry* const entry = find_entry(name);
  if (entry == nullptr) throw json::unknown_name("--bot", name, names_in(players()));
  solvers::StrategyChoice choice(*entry);
  if (!options.command.empty()) set_command(options.command, choice.settings);
  if (const auto reason = choice.refusal(rules))
    throw InputError(
        fmt::format("--bot {}: {}{}", name, *reason, is_program(*entry) ? "; --command gives it" : ""));
  return choice;
}

}  // namespace

bool watch_minesweeper(std::ostream& out, const MinesweeperSetup& setup, const WatchOptions& options) {
  Config config = setup.config;
  config.allows_commands = options.allow_commands;
  Player player(config, setup.only_case());
  PlayerFactory factory(config, find_player(options, player.game().rules()));
  const AnyPlayerPointer strategy = factory.make(0, player.game().rules());
  out << introduction(setup) << legend(fitting_signs(player.game().view().grid(), options.drawing))
      << "Cells are row,col from 0, as in files.\n";
  Commentator commentator(out, setup, options);
  const bool is_won = player.play(0, *strategy, commentator).is_won;
  out << commentator.summary(is_won) << std::flush;
  return is_won;
}

}  // namespace sapper::experiments::minesweeper
