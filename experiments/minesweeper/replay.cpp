#include "experiments/minesweeper/replay.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/minesweeper/player.hpp"
#include "experiments/support/errors.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::Cell;

std::string place_of(const sim::Grid& grid, Cell cell) {
  return fmt::format("[{}, {}]", grid.row_of(cell), grid.col_of(cell));
}

// Writes one line per dig.
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

std::string replay_strategy(const Config& config, const Case& played, std::uint64_t number,
                            const solvers::StrategyChoice& choice) {
  Player player(config, played);
  const auto strategy = choice.make(player.game().rules());
  Script script;
  std::string text = fmt::format("{}\n", choice.label);
  try {
    const bool won = player.play(number, *strategy, script).is_won;
    text += script.text();
    text += won ? fmt::format("won after {} digs\n", script.digs())
                : fmt::format("lost at dig {}: a mine at {}\n", script.digs(),
                              place_of(player.game().view().grid(), player.game().exploded()));
  } catch (const std::logic_error& error) {
    text += script.text() + fmt::format("failed after {} digs: {}\n", script.digs(), error.what());
  }
  return text + "\n" + picture_of(player.game()) + "\n";
}

// A strategy of the config by its label, or any other by its name, with default settings.
solvers::StrategyChoice find_choice(const Config& config, const Case& played, const std::string& label) {
  std::vector<std::string> known = config.labels();
  for (const solvers::StrategyChoice& choice : config.strategies)
    if (choice.label == label) return choice;
  const solvers::StrategyEntry* entry = solvers::find_strategy(label);
  if (!entry) {
    for (const solvers::StrategyEntry& other : solvers::strategies()) known.emplace_back(other.name);
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    throw InputError(
        fmt::format("--strategy is \"{}\"; {}", label,
                    json::suggest(label, std::vector<std::string_view>(known.begin(), known.end()))));
  }
  solvers::StrategyChoice choice(*entry);
  if (const auto reason = choice.refusal(config.rules_of(played)))
    throw InputError(fmt::format("--strategy {}: {}", label, *reason));
  return choice;
}

}  // namespace

std::string replay_game(const Config& config, std::size_t case_number, std::uint64_t game,
                        const std::string* label) {
  const Case& played = config.cases[case_number];
  std::string text = fmt::format("{}: game {} of case {}, {}; seed {}\n\n", config.name, game, case_number,
                                 name_of(config, played), config.seed);
  if (label) return text + replay_strategy(config, played, game, find_choice(config, played, *label));
  for (const solvers::StrategyChoice& choice : config.strategies)
    text += replay_strategy(config, played, game, choice);
  return text;
}

}  // namespace sapper::experiments::minesweeper
