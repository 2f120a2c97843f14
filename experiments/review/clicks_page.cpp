#include "experiments/review/clicks_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <utility>
#include <vector>

#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/pages/page.hpp"
#include "experiments/pages/replay_page.hpp"
#include "experiments/support/markup.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_text.hpp"
#include "sim/minesweeper/game.hpp"

namespace sapper::experiments::pages {
namespace {

namespace bj = boost::json;
using solvers::Click;
using solvers::ClickKind;

void make_click(sim::Game& game, const Click& click) {
  if (click.kind == ClickKind::flag) return game.flag(click.cell);
  if (click.kind == ClickKind::dig) {
    game.dig(click.cell);
    return;
  }
  std::vector<sim::Cell> around;
  for (const sim::Cell neighbor : game.view().grid().neighbors(click.cell)) around.push_back(neighbor);
  std::ranges::sort(around);
  for (const sim::Cell neighbor : around) game.dig(neighbor);
}

// The clicks as a player of a replay.
bj::object player_of(const CountedBoard& board) {
  const sim::Grid& grid = *board.grid;
  const auto mine_count = static_cast<std::uint32_t>(board.mines.size());
  sim::Layout layout(grid);
  layout.set_mines(board.mines);
  sim::Game game({.grid = board.grid, .mine_count = mine_count, .reveal = board.reveal});
  game.resume(sim::View(grid, mine_count), layout);
  bj::array steps;
  for (const Click& click : board.clicks.least.clicks) {
    game.forget_shown();
    make_click(game, click);
    bj::array shown;
    sim::for_each_cell(game.shown(), [&](sim::Cell cell) {
      shown.push_back(bj::array{grid.row_of(cell), grid.col_of(cell), layout.number(cell)});
    });
    steps.push_back(bj::object{{"cell", minesweeper::cell_json(grid, click.cell)},
                               {"why", name_of(click.kind)},
                               {"opened", shown.size()},
                               {"shown", std::move(shown)}});
  }
  bj::object facts;
  minesweeper::add_view_facts(facts, sim::View(grid, mine_count));
  return {{"strategy", printable_file(board.name)},
          {"won", true},
          {"end", fmt::format("all is open after {}", count_text(steps.size(), "click"))},
          {"mines", minesweeper::cells_json(grid.size(), board.mines)},
          {"board", std::move(facts)},
          {"digs", std::move(steps)}};
}

std::string section_of(const CountedBoard& board) {
  std::string clicks;
  for (const Click& click : board.clicks.least.clicks)
    clicks += fmt::format("{}{} {}", clicks.empty() ? "" : "; ", name_of(click.kind),
                          sim::cell_text(*board.grid, click.cell));
  return fmt::format(
      "<h3>{}</h3>\n<p>{}, {}. {}.</p>\n<p class=\"note\">{}</p>\n", escaped(printable_file(board.name)),
      fmt::format("{} x {}", board.grid->rows(), board.grid->cols()), count_text(board.mines.size(), "mine"),
      escaped(clicks_text(board.clicks, board.player)), clicks);
}

}  // namespace

std::string clicks_page(std::span<const CountedBoard> boards) {
  const std::span<const CountedBoard> first = boards.first(std::min(boards.size(), kMostClickedBoards));
  const std::string title = boards.size() == 1
                                ? "Least clicks of " + printable_file(boards.front().name)
                                : fmt::format("Least clicks of {}", count_text(boards.size(), "board"));
  std::string body = fmt::format(
      "<h1>{}</h1>\n<p class=\"note\">Digs, flags and chords that open all free cells of a board whose mines "
      "are "
      "known. Two numbers are bounds: no sequence has fewer clicks than the first, and this one has as many "
      "as "
      "the second. Cells are row,col from 0.{}</p>\n",
      escaped(title),
      boards.size() > first.size() ? fmt::format(" The first {} boards.", first.size()) : std::string());
  bj::array players;
  std::string sections;
  for (const CountedBoard& board : first) {
    players.push_back(player_of(board));
    sections += section_of(board);
  }
  bj::value facts = players.front().at("board");
  body += steps_markup(
      {{"clicks", true}, {"start", 0}, {"board", std::move(facts)}, {"players", std::move(players)}},
      "Keys: left and right step, Home and End jump, p plays. On the board the arrow keys look at "
      "cells, and n and b step. The address says what is shown: #20 is the board before click "
      "20, #20-2 that of the second board.");
  body += "<h2>Sequences</h2>\n" + sections;
  return make_page(title, body, replay_script());
}

}  // namespace sapper::experiments::pages
