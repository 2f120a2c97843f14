#include "experiments/review/clicks_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/pages/page.hpp"
#include "experiments/pages/replay_page.hpp"
#include "experiments/review/board_drawings.hpp"
#include "experiments/support/markup.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/game.hpp"
#include "sim/minesweeper/graph_game.hpp"
#include "sim/minesweeper/graph_layout.hpp"
#include "sim/minesweeper/layout.hpp"

namespace sapper::experiments::pages {
namespace {

namespace bj = boost::json;
using solvers::Click;
using solvers::ClickKind;

// The cells that a chord digs, in its order.
std::vector<sim::Cell> ascending(const auto& seen) {
  std::vector<sim::Cell> cells;
  for (const sim::Cell cell : seen) cells.push_back(cell);
  std::ranges::sort(cells);
  return cells;
}

// Makes the clicks one after another. Calls take(click, what it showed).
template <class Take>
void follow_clicks(const CountedBoard& board, const Take& take) {
  const auto mine_count = static_cast<std::uint32_t>(board.mines.size());
  std::vector<sim::Cell> shown;
  if (board.on_graph) {
    const std::shared_ptr<const sim::Graph>& graph = board.on_graph->graph_board->graph;
    sim::GraphLayout layout(*graph);
    layout.set_mines(board.mines);
    sim::GraphGame game({.graph = graph, .mine_count = mine_count, .reveal = board.reveal});
    game.resume(
        {graph, std::vector(graph->cell_count(), sim::GraphPosition::kHidden), {.count = mine_count}, {}, {}},
        layout);
    for (const Click& click : board.clicks.least.clicks) {
      game.forget_shown();
      if (click.kind == ClickKind::dig) game.dig(click.cell);
      if (click.kind == ClickKind::chord)
        for (const sim::Cell cell : ascending(graph->sees(click.cell)))
          if (!layout.is_mine(cell)) game.dig(cell);  // mines have flags
      shown.assign(game.shown().begin(), game.shown().end());
      take(click, shown, [&](sim::Cell cell) { return layout.numbers()[cell]; });
    }
    return;
  }
  sim::Layout layout(*board.grid);
  layout.set_mines(board.mines);
  sim::Game game({.grid = board.grid, .mine_count = mine_count, .reveal = board.reveal});
  game.resume(sim::View(*board.grid, mine_count), layout);
  for (const Click& click : board.clicks.least.clicks) {
    game.forget_shown();
    if (click.kind == ClickKind::flag) game.flag(click.cell);
    if (click.kind == ClickKind::dig) game.dig(click.cell);
    if (click.kind == ClickKind::chord)
      for (const sim::Cell cell : ascending(board.grid->neighbors(click.cell))) game.dig(cell);
    shown.clear();
    sim::for_each_cell(game.shown(), [&](sim::Cell cell) { shown.push_back(cell); });
    take(click, shown, [&](sim::Cell cell) { return layout.number(cell); });
  }
}

// The coordinates, then the number.
bj::array numbered(const minesweeper::Board& board, sim::Cell cell, int number) {
  const bj::value place = cell_json(board, cell);
  bj::array list = place.is_array() ? place.get_array() : bj::array{place};
  list.push_back(number);
  return list;
}

// The clicks as a player of a replay.
bj::object player_of(const CountedBoard& counted) {
  const minesweeper::Board board = counted.board();
  bj::array steps;
  follow_clicks(counted, [&](const Click& click, const std::vector<sim::Cell>& cells, const auto& number_of) {
    bj::array shown;
    for (const sim::Cell cell : cells) shown.push_back(numbered(board, cell, number_of(cell)));
    steps.push_back(bj::object{{"cell", cell_json(board, click.cell)},
                               {"why", name_of(click.kind)},
                               {"opened", shown.size()},
                               {"shown", std::move(shown)}});
  });
  bj::object facts;
  if (counted.on_graph) {
    add_shape(facts, board);
    facts["mines"] = counted.mines.size();
  } else {
    minesweeper::add_view_facts(facts,
                                sim::View(*counted.grid, static_cast<std::uint32_t>(counted.mines.size())));
  }
  bj::array mines;
  for (const sim::Cell mine : counted.mines) mines.push_back(cell_json(board, mine));
  return {{"strategy", printable_file(counted.name)},
          {"won", true},
          {"end", fmt::format("all is open after {}", count_text(steps.size(), "click"))},
          {"mines", std::move(mines)},
          {"board", std::move(facts)},
          {"digs", std::move(steps)}};
}

std::string section_of(const CountedBoard& board) {
  std::string clicks;
  for (const Click& click : board.clicks.least.clicks)
    clicks +=
        fmt::format("{}{} {}", clicks.empty() ? "" : "; ", name_of(click.kind), board.name_of(click.cell));
  return fmt::format(
      "<h3>{}</h3>\n<p>{}, {}. {}.</p>\n<p class=\"note\">{}</p>\n", escaped(printable_file(board.name)),
      board.on_graph ? escaped(shape_text(*board.on_graph))
                     : fmt::format("{} x {}", board.grid->rows(), board.grid->cols()),
      count_text(board.mines.size(), "mine"), escaped(clicks_text(board.clicks, board.player)), clicks);
}

}  // namespace

std::string clicks_page(std::span<const CountedBoard> boards) {
  const std::span<const CountedBoard> first = boards.first(std::min(boards.size(), kMostClickedBoards));
  const std::string title = boards.size() == 1
                                ? "Least clicks of " + printable_file(boards.front().name)
                                : fmt::format("Least clicks of {}", count_text(boards.size(), "board"));
  std::vector<const minesweeper::Board*> on_graphs;
  for (const CountedBoard& board : first) on_graphs.push_back(board.on_graph.get());
  std::string body = fmt::format(
      "<h1>{}</h1>\n<p class=\"note\">Digs, flags and chords that open all free cells of a board whose mines "
      "are "
      "known. Two numbers are bounds: no sequence has fewer clicks than the first, and this one has as many "
      "as "
      "the second. Cells are row,col from 0{}.{}</p>\n",
      escaped(title), cells_note(on_graphs),
      boards.size() > first.size() ? fmt::format(" The first {} boards.", first.size()) : std::string());
  bj::array players;
  std::string sections;
  for (const CountedBoard& board : first) {
    players.push_back(player_of(board));
    sections += section_of(board);
  }
  bj::value facts = players.front().at("board");
  bj::array drawings = add_drawings(on_graphs, players);
  bj::object replay{
      {"clicks", true}, {"start", 0}, {"board", std::move(facts)}, {"players", std::move(players)}};
  if (!drawings.empty()) replay["drawings"] = std::move(drawings);
  body += steps_markup(
      replay,
      "Keys: left and right step, Home and End jump, p plays. On the board the arrow keys look at "
      "cells, and n and b step. The address says what is shown: #20 is the board before click "
      "20, #20-2 that of the second board.");
  body += "<h2>Sequences</h2>\n" + sections;
  return make_page(title, body, replay_script());
}

}  // namespace sapper::experiments::pages
