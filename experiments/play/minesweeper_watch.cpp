#include "experiments/play/minesweeper_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ostream>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>

#include "experiments/kinds/minesweeper/config/players.hpp"
#include "experiments/kinds/minesweeper/external/player_factory.hpp"
#include "experiments/kinds/minesweeper/game/graph_player.hpp"
#include "experiments/kinds/minesweeper/game/player.hpp"
#include "experiments/play/dialogue.hpp"
#include "experiments/play/graph_sheet.hpp"
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
  DrawingStyle& drawing() { return drawing_; }

  // The view before the dig, of a board of any kind.
  template <class View>
  void will_dig(const View& before, const Move& move) {
    risk_ = risk_of(before, move);
  }
  // name: of the cell; opened: how many cells the dig showed.
  void dug(const Move& move, const std::string& name, std::uint32_t opened, const BoardPicture& picture) {
    if (digs_ > 0 && options_.delay_s > 0)
      std::this_thread::sleep_for(std::chrono::duration<double>(options_.delay_s));
    ++digs_;
    guesses_ += move.kind == MoveKind::guess;
    const std::string what =
        fmt::format("Round {}: {} is dug, {}; P(mine) {}; {}", digs_, name, reason_of(move.kind), risk_,
                    opened == 0 ? std::string("a mine!") : fmt::format("opens {}.", opened));
    if (options_.screen)
      redraw(picture, move.cell, what);
    else
      out_ << '\n'
           << wrapped_to(what, static_cast<std::size_t>(drawing_.columns)) << '\n'
           << draw_text(picture, drawing_);
    out_ << std::flush;
  }

  std::string summary(bool is_won) const {
    return fmt::format("\n{} has {} after {}, {} of them guesses.\n", options_.strategy,
                       is_won ? "won" : "lost", count_text(digs_, "dig"), guesses_);
  }

 private:
  void redraw(const BoardPicture& picture, Cell cell, const std::string& what) {
    const ScreenSize size = options_.screen();
    const std::string text = wrapped_to(title(setup_) + what, static_cast<std::size_t>(size.columns));
    // One line below the board is left for the cursor.
    const auto lines = static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 2;
    cut_ = cut_board(picture, drawing_, size.columns, size.lines - lines, cell, cut_.window);
    out_ << (digs_ > 1 ? kClearScreen : std::string_view("\n")) << text << '\n'
         << draw_text(picture, drawing_, cut_);
  }

  // The exact risk of the cell dug. Strategies know it for certain cells and for some guesses.
  template <class View>
  std::string risk_of(const View& before, const Move& move) const {
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

// The observers of games on grids and on graphs.
struct GridObserver {
  Commentator& commentator;

  void started(const Game&) {}
  void will_dig(const Game& game, const Move& move, const solvers::Claim&) const {
    commentator.will_dig(game.view(), move);
  }
  void dug(const Game& game, const Move& move, std::uint32_t opened) const {
    commentator.dug(
        move, sim::cell_text(game.view().grid(), move.cell), opened,
        game.status() == Game::Status::playing ? picture_of(game.view(), move.cell) : finished_picture(game));
  }
};
class GraphObserver final : public GraphPlayer::Observer {
 public:
  GraphObserver(Commentator& commentator, const Board& board)
      : commentator_(commentator), board_(board), sheet_(board) {
    commentator.drawing().row_name = [this](int row) { return sheet_.row_name(row); };
  }

  const GraphSheet& sheet() const { return sheet_; }
  void will_dig(const sim::GraphGame& game, const Move& move, const solvers::Claim&) override {
    move_ = move;
    hidden_ = game.hidden_count();
    commentator_.will_dig(game.view(), move);
  }
  void dug(const sim::GraphGame& game) override {
    commentator_.dug(move_, cell_name(board_, move_.cell), hidden_ - game.hidden_count(),
                     game.is_over() ? sheet_.finished(game) : sheet_.picture_of(game.view(), move_.cell));
  }

 private:
  Commentator& commentator_;
  const Board& board_;
  GraphSheet sheet_;
  Move move_;
  std::uint32_t hidden_ = 0;
};

// A shell parses the command, and is killed together with everything that it starts.
void set_command(const std::string& command, solvers::Settings& settings) {
  for (std::size_t i = 0; i < settings.parameters().size(); ++i)
    if (settings.parameters()[i].name == "command") settings.set_texts(i, {"/bin/sh", "-c", command});
}

// Rules: of a board of any kind.
template <class Rules>
solvers::StrategyChoice find_player(const WatchOptions& options, const Rules& rules) {
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

// The config is the setup's, and may run commands.
bool watch_on_graph(std::ostream& out, const Config& config, const MinesweeperSetup& setup,
                    const WatchOptions& options) {
  const Board& board = setup.board();
  GraphPlayer player(config, setup.only_case());
  PlayerFactory factory(config, find_player(options, player.game().rules()));
  const AnyGraphPlayerPointer strategy = factory.make(0, player.game().rules());
  Commentator commentator(out, setup, options);
  GraphObserver observer(commentator, board);
  out << introduction(setup)
      << legend(fitting_signs(observer.sheet().grid(), options.drawing), observer.sheet().largest_number())
      << (board.is_graph() ? "Cells are numbers: that before the row, plus that above the column.\n"
          : board.layers() ? "Cells are layer,row,col from 0, as in files.\n"
                           : "Cells are row,col from 0, as in files.\n");
  const bool is_won = player.play(0, *strategy, &observer).is_won;
  out << commentator.summary(is_won) << std::flush;
  return is_won;
}

}  // namespace

bool watch_minesweeper(std::ostream& out, const MinesweeperSetup& setup, const WatchOptions& options) {
  Config config = setup.config;
  config.allows_commands = options.allow_commands;
  if (setup.board().graph_board) return watch_on_graph(out, config, setup, options);
  Player player(config, setup.only_case());
  PlayerFactory factory(config, find_player(options, player.game().rules()));
  const AnyPlayerPointer strategy = factory.make(0, player.game().rules());
  out << introduction(setup)
      << legend(fitting_signs(player.game().view().grid(), options.drawing), sim::kMaxNeighbors)
      << "Cells are row,col from 0, as in files.\n";
  Commentator commentator(out, setup, options);
  const bool is_won = player.play(0, *strategy, GridObserver{commentator}).is_won;
  out << commentator.summary(is_won) << std::flush;
  return is_won;
}

}  // namespace sapper::experiments::minesweeper
