// The games of sapper's own replays as recorded games.
#include <algorithm>

#include "experiments/kinds/minesweeper/board.hpp"
#include "experiments/review/review.hpp"
#include "experiments/support/json/node.hpp"
#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/layout.hpp"

namespace sapper::experiments {
namespace {

constexpr std::uint64_t kLongestSide = 10'000;
constexpr std::uint64_t kMostCells = 1'000'000;

// The numbers that a dig showed are those of the layout.
void check_numbers(const json::Node& shown, const sim::Layout& layout) {
  for (const json::Node& entry : shown.items()) {
    const std::vector<json::Node> values = entry.items();
    if (values.size() != 3) entry.fail_value("expected [row, col, number]");
    const sim::Cell cell = minesweeper::read_cell(values[0], values[1], layout.grid().size());
    if (layout.is_mine(cell) || values[2].as_whole(0, 8) != static_cast<std::uint64_t>(layout.number(cell)))
      entry.fail(
          " is not the number of the cell: the mines moved, or the file was changed; only games whose mines "
          "stay "
          "where they are can be judged");
  }
}

solvers::Move::Claim claim_of(const json::Node& dig) {
  solvers::Move::Claim claim;
  if (const auto is_safe = dig.find("claimed_safe")) {
    claim.is_made = true;
    claim.is_certain = is_safe->as_bool();
  }
  if (const auto belief = dig.find("belief")) claim.p_mine = belief->as_number(0, 1);
  return claim;
}

}  // namespace

std::vector<RecordedGame> games_of_replay(const json::Document& replay) {
  const json::Node root(replay);
  const json::Node board = root.need("board");
  const auto rows = static_cast<int>(board.need("rows").as_whole(1, kLongestSide));
  const auto cols = static_cast<int>(board.need("cols").as_whole(1, kLongestSide));
  if (static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(cols) > kMostCells)
    board.fail(" has more than 1,000,000 cells, the most that are judged");
  const sim::Topology topology = board.need("topology").as_row(sim::kTopologies, "topology").topology;
  const auto grid = std::make_shared<const sim::Grid>(rows, cols, topology);
  const std::uint64_t mine_count = board.need("mines").as_whole(0, grid->cell_count());
  std::optional<sim::FirstClickRule> first_click;
  if (const auto rule = root.find("first_click"))
    first_click = rule->as_row(sim::kFirstClickRules, "first-click rule").rule;
  std::vector<RecordedGame> games;
  for (const json::Node& player : root.need("players").nonempty_items()) {
    RecordedGame game;
    game.file = replay.name();
    game.player = player.need("strategy").as_string();
    game.program = "sapper";
    game.grid = grid;
    game.first_click = first_click;
    const json::Node mines = player.need("mines");
    for (const json::Node& mine : mines.items())
      game.mines.push_back(minesweeper::read_cell(mine, grid->size()));
    std::sort(game.mines.begin(), game.mines.end());
    if (game.mines.size() != mine_count ||
        std::adjacent_find(game.mines.begin(), game.mines.end()) != game.mines.end())
      mines.fail(" does not list each of the board's mines once");
    sim::Layout layout(*grid);
    layout.set_mines(game.mines);
    const json::Node digs = player.need("digs");
    for (const json::Node& dig : digs.nonempty_items()) {
      game.digs.push_back({{minesweeper::read_cell(dig.need("cell"), grid->size())}, {}, {}, claim_of(dig)});
      check_numbers(dig.need("shown"), layout);
    }
    games.push_back(std::move(game));
  }
  return games;
}

}  // namespace sapper::experiments
