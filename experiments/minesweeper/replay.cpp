#include "experiments/minesweeper/replay.hpp"

#include <fmt/format.h>

#include "experiments/minesweeper/player.hpp"
#include "experiments/support/errors.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::Cell;

std::string place_of(const sim::Grid& grid, Cell cell) {
  return fmt::format("[{}, {}]", grid.row_of(cell), grid.col_of(cell));
}

// Writes a line a dig.
class Script {
 public:
  void started(const sim::Game&) { text_ += "  dig  cell          why     P(mine)   opens\n"; }
  void dug(const sim::Game& game, const solvers::Move& move, std::uint32_t opened) {
    ++digs_;
    const std::string risk =
        move.kind == solvers::MoveKind::guess ? fmt::format("{:.6f}", move.p_mine) : std::string("-");
    text_ +=
        fmt::format("{:5}  {:<12}  {:<6}  {:>8}  {:>6}\n", digs_, place_of(game.view().grid(), move.cell),
                    solvers::kMoveKindNames[static_cast<std::size_t>(move.kind)], risk,
                    opened == 0 ? "mine" : std::to_string(opened));
  }
  std::uint64_t digs() const { return digs_; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::uint64_t digs_ = 0;
};

// Shown numbers; `*` mines, `X` the one that was dug, `.` hidden cells without one.
std::string picture_of(const sim::Game& game) {
  const sim::Grid& grid = game.view().grid();
  std::string text;
  for (int row = 0; row < grid.rows(); ++row) {
    text += grid.topology() == sim::Topology::hex && row % 2 == 1 ? "   " : "  ";
    for (int col = 0; col < grid.cols(); ++col) {
      const Cell cell = grid.at(row, col);
      char sign = '.';
      if (cell == game.exploded())
        sign = 'X';
      else if (game.layout().is_mine(cell))
        sign = '*';
      else if (game.view().is_shown(cell))
        sign = static_cast<char>('0' + game.view().number(cell));
      text += sign;
      text += col + 1 < grid.cols() ? ' ' : '\n';
    }
  }
  return text;
}

std::string replay_strategy(const Config& config, std::size_t board, std::uint64_t number,
                            const std::string& name) {
  Player player(config, config.boards[board]);
  const auto strategy = solvers::StrategyChoice(*solvers::find_strategy(name)).make(player.game().rules());
  Script script;
  StrategyTally tally;
  std::string text = fmt::format("{}\n", name);
  try {
    const bool won = player.play(number, *strategy, tally, script);
    text += script.text();
    text += won ? fmt::format("won after {} digs\n", script.digs())
                : fmt::format("lost at dig {}: a mine at {}\n", script.digs(),
                              place_of(player.game().view().grid(), player.game().exploded()));
  } catch (const std::logic_error& error) {
    text += script.text() + fmt::format("failed after {} digs: {}\n", script.digs(), error.what());
  }
  return text + "\n" + picture_of(player.game()) + "\n";
}

}  // namespace

std::string replay_game(const Config& config, std::size_t board, std::uint64_t game,
                        const std::string* strategy) {
  std::vector<std::string> names = config.strategies;
  if (strategy) {
    std::vector<std::string_view> known;
    for (const solvers::StrategyEntry& entry : solvers::strategies()) known.push_back(entry.name);
    const solvers::StrategyEntry* entry = solvers::find_strategy(*strategy);
    if (!entry)
      throw InputError(fmt::format("--strategy is \"{}\"; {}", *strategy, json::suggest(*strategy, known)));
    if (const auto reason = solvers::StrategyChoice(*entry).refusal(config.rules_of(config.boards[board])))
      throw InputError(fmt::format("--strategy {}: {}", *strategy, *reason));
    names = {*strategy};
  }
  std::string text = fmt::format("{}: game {} of board {}, {}; seed {}\n\n", config.name, game, board,
                                 name_of(config.boards[board]), config.seed);
  for (const std::string& name : names) text += replay_strategy(config, board, game, name);
  return text;
}

}  // namespace sapper::experiments::minesweeper
