#include "experiments/play/minesweeper_setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string_view>
#include <vector>

#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/board_files.hpp"
#include "experiments/kinds/minesweeper/boards/board_reader.hpp"
#include "experiments/kinds/minesweeper/boards/board_shapes.hpp"
#include "experiments/kinds/minesweeper/boards/levels.hpp"
#include "experiments/support/data_folder.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/file_kind.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/graph_game_rules.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::FirstClickRule;
using sim::Grid;

constexpr std::string_view kDefaultLevel = "Beginner";
constexpr int kCourseSide = 9;
constexpr int kCellsPerCourseMine = 5;

// Refuses options that are mutually exclusive; `why` completes the message.
void refuse_together(std::string_view first, bool has_second, std::string_view second, std::string_view why) {
  if (has_second) throw InputError(fmt::format("{} and {} are mutually exclusive: {}", first, second, why));
}

// Returns the first dig that the board was drawn for, if it is known.
std::optional<FirstClick> lay_from_file(Board& board, const std::filesystem::path& path,
                                        const MinesweeperRequest& request) {
  if (request.cols && !request.rows) throw InputError("--cols requires --rows");
  std::optional<sim::BoardSize> size;
  if (request.rows) {
    size.emplace().rows = *request.rows;
    size->cols = request.cols.value_or(size->rows);
  }
  std::uint64_t taken = 0;
  ReadBoard read = read_board(path, size, &taken, LineShapes::all);
  if (read.on_graph) {
    if (request.topology)
      throw InputError(fmt::format("--topology {}: the board in the file is on {}", *request.topology,
                                   shape_text(*read.on_graph)));
    board = *read.on_graph;
    if (!board.file.empty()) board.file = (path.parent_path() / board.file).string();
    return std::nullopt;
  }
  if (request.topology)
    board.topology = json::row_named(sim::kTopologies, "--topology", *request.topology).topology;
  board.rows = read.file.rows;
  board.cols = read.file.cols;
  // If there are several lines, the name says which was taken.
  board.file =
      taken == 0 ? path.string() : fmt::format("{}#{}", sim::parse_numbered_path(path).file.string(), taken);
  board.mines = static_cast<std::uint32_t>(read.file.mines.size());
  board.fixed_mines = std::make_shared<const std::vector<sim::Cell>>(std::move(read.file.mines));
  if (read.topology && request.topology && sim::name_of(*read.topology) != *request.topology)
    throw InputError(fmt::format("--topology {}: the board in the file lies on a {}", *request.topology,
                                 sim::name_of(*read.topology)));
  if (read.topology) board.topology = *read.topology;
  if (read.first) board.first = sim::cell_at(board.size(), {read.first->row, read.first->col});
  return read.first;
}

void take_level(Board& board, std::string_view name) {
  const Level& level = json::row_named(levels(), "--level", name);
  board.level = level.name;
  board.rows = level.rows;
  board.cols = level.cols;
  board.mines = level.mines;
}

// Of a board of rows and columns; else squares.
void take_topology(Board& board, const MinesweeperRequest& request) {
  if (!request.topology) {
    if (request.layers) throw InputError("--layers needs --topology, a lattice in layers");
    return;
  }
  const auto* const planes = find_named(sim::kTopologies, lower_case(*request.topology));
  if (planes != nullptr && !request.layers)
    board.topology = planes->topology;
  else
    take_topology(*request.topology, board.level, request.layers, board);
}

// Of a board whose cells are there.
void take_mines(Board& board, const MinesweeperRequest& request) {
  const std::uint32_t cells = board.cell_count();
  const std::uint64_t mines =
      request.mines ? *request.mines : static_cast<std::uint64_t>(std::llround(*request.density * cells));
  if (mines > cells)
    throw InputError(
        board.graph_board
            ? fmt::format("--mines is {}; {} has {} cells", mines, shape_text(board), cells)
            : fmt::format("--mines is {}; {} x {} has {} cells", mines, board.rows, board.cols, cells));
  board.mines = static_cast<std::uint32_t>(mines);
}

void take_numbers(Board& board, const MinesweeperRequest& request) {
  if (!request.rows) throw InputError("a board needs --rows, and --mines or --density");
  if (request.mines.has_value() == request.density.has_value())
    throw InputError(
        request.mines ? "--mines and --density are mutually exclusive: either one gives the number of mines"
                      : "a board needs --mines or --density in addition to --rows");
  board.rows = *request.rows;
  board.cols = request.cols.value_or(board.rows);
  take_topology(board, request);
  take_mines(board, request);
}

void take_graph(Board& board, const MinesweeperRequest& request) {
  if (request.rows || request.cols || request.level || request.file || request.topology || request.layers)
    throw InputError(
        "--graph: a graph is a board by itself, without --level, --rows, --cols, --layers, --topology or "
        "--file");
  if (request.mines.has_value() == request.density.has_value())
    throw InputError("--graph needs --mines or --density");
  take_graph(*request.graph, board);
  take_mines(board, request);
}

MinesweeperSetup set_up_course(const MinesweeperRequest& request) {
  constexpr std::string_view kWhy = "a level of the course has its own board and rules";
  const int level = *request.course;
  refuse_together("--course", request.level.has_value(), "--level", kWhy);
  refuse_together("--course", request.file.has_value(), "--file", kWhy);
  refuse_together("--course", request.rows.has_value(), "--rows", "its levels 1 and 2 take --size");
  refuse_together("--course", request.cols.has_value(), "--cols", "its levels 1 and 2 take --size");
  refuse_together("--course", request.mines.has_value(), "--mines", kWhy);
  refuse_together("--course", request.density.has_value(), "--density", kWhy);
  refuse_together("--course", request.first_click.has_value(), "--first-click", kWhy);
  refuse_together("--course", request.reveal.has_value(), "--reveal", kWhy);
  refuse_together("--course", request.topology.has_value(), "--topology", kWhy);
  refuse_together("--course", request.graph.has_value(), "--graph", kWhy);
  refuse_together("--course", request.layers.has_value(), "--layers", kWhy);
  refuse_together("--course", request.moving, "--moving", "the mines move on its level 2");
  refuse_together("--course", request.guessing != Guessing::allowed, "--no-guess", kWhy);

  MinesweeperSetup setup;
  setup.asking = MinesweeperSetup::Asking::for_row_and_column;
  setup.config.first_clicks.front() = {FirstClickRule::safe_corners, FirstClick::Cell::corner};
  setup.config.reveals.front() = sim::Reveal::ring;
  Board board;
  if (level == 0) {
    refuse_together("--course 0", request.size.has_value(), "--size", "its board is 9 x 9");
    MinesweeperRequest file;
    file.rows = kCourseSide;
    lay_from_file(board, data_folder() / "boards" / "bombes.txt", file);
  } else {
    board.rows = board.cols = request.size.value_or(kCourseSide);
    board.mines = board.cell_count() / kCellsPerCourseMine;
    if (level == 2) setup.config.motions.front() = sim::MineMotion::moving;
  }
  setup.config.boards.push_back(std::move(board));
  return setup;
}

// Refuses what is not played on lattices and graphs at the terminal.
void refuse_on_graphs(const Board& board, const MinesweeperRequest& request) {
  const std::string shape = shape_text(board);
  if (static_cast<std::int64_t>(board.rows) * board.layers().value_or(1) > Grid::kMaxSide)
    throw InputError(
        fmt::format("{}: more than {} rows in all layers cannot be shown", shape, Grid::kMaxSide));
  if (!request.first_click) return;
  const FirstClickRule rule =
      json::row_named(sim::kFirstClickRules, "--first-click", *request.first_click).rule;
  if (!sim::is_for_graphs(rule))
    throw InputError(
        fmt::format("--first-click {}: {} has no corners to keep free", *request.first_click, shape));
  if (board.fixed_mines && rule != FirstClickRule::unprotected && rule != FirstClickRule::relocate)
    throw InputError(fmt::format(
        "--first-click {}: a board file fixes the mines; possible rules on {}: {}, {}", *request.first_click,
        shape, name_of(FirstClickRule::unprotected), name_of(FirstClickRule::relocate)));
}

MinesweeperSetup set_up_board(const MinesweeperRequest& request) {
  refuse_together("--level", request.level && request.file, "--file", "either one names the board");
  refuse_together("--size", request.size.has_value(), "a board without --course",
                  "--rows and --cols give its size");
  const bool has_numbers = request.rows || request.cols || request.mines || request.density;
  refuse_together("--level", request.level && has_numbers, "--rows, --cols, --mines, --density",
                  "a level has its own");
  refuse_together("--file", request.file && (request.mines || request.density), "--mines, --density",
                  "the file gives the positions of the mines");
  const bool needs_no_guess = request.guessing != Guessing::allowed;
  refuse_together("--file", request.file && request.layers, "--layers", "the file says how many there are");
  refuse_together("--file", request.file && needs_no_guess, "--no-guess", "the file gives the mines");
  refuse_together("--moving", request.moving && needs_no_guess, "--no-guess",
                  "logic alone solves boards whose mines stay");
  MinesweeperSetup setup;
  Board board;
  board.guessing = request.guessing;
  std::optional<FirstClick> own;
  if (request.graph) {
    take_graph(board, request);
  } else if (request.file) {
    own = lay_from_file(board, *request.file, request);
  } else if (has_numbers) {
    take_numbers(board, request);
  } else {
    take_level(board, request.level ? std::string_view(*request.level) : kDefaultLevel);
    take_topology(board, request);
  }
  if (board.graph_board) refuse_on_graphs(board, request);

  FirstClick& first = setup.config.first_clicks.front();
  first.rule = request.file ? FirstClickRule::unprotected : FirstClickRule::opening;
  // The layout fits the first dig that it was drawn for. Of its rule only cells that stay free matter in the game.
  if (own && sim::row_of(own->rule).protection == sim::Protection::whole_game) first.rule = own->rule;
  if (request.first_click)
    first.rule = json::row_named(sim::kFirstClickRules, "--first-click", *request.first_click).rule;
  const bool has_own_cell = own.has_value() || (board.graph_board && board.first);
  first.cell = has_own_cell && !request.first_click ? FirstClick::Cell::board : usual_first_cell(first.rule);
  if (request.first_click) board.first.reset();
  if (request.reveal)
    setup.config.reveals.front() = json::row_named(sim::kReveals, "--reveal", *request.reveal).reveal;
  if (request.moving) setup.config.motions.front() = sim::MineMotion::moving;
  setup.config.boards.push_back(std::move(board));
  return setup;
}

// Whatever cell is dug first, the mines must fit under the first-click rule.
void check_room(const Board& board, FirstClickRule rule) {
  const std::uint32_t most = max_mines(board, rule, sim::kNoCell);
  if (board.mines <= most || (board.graph_board && board.fixed_mines)) return;
  throw InputError(fmt::format(
      "{} on {}: with the first-click rule {} it holds at most {}{}", count_text(board.mines, "mine"),
      board.graph_board ? shape_text(board) : fmt::format("{} x {}", board.rows, board.cols), name_of(rule),
      most, rule == FirstClickRule::opening ? " (--first-click chooses another)" : ""));
}

// The names of the rules that can be satisfied for any first cell although a file fixes the mines.
std::string rules_for_fixed_mines() {
  std::vector<std::string_view> names;
  for (const sim::FirstClickRuleRow& row : sim::kFirstClickRules)
    if (row.protection != sim::Protection::first_dig || row.make_room != nullptr) names.push_back(row.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

void check_fixed_mines(const Board& board, FirstClickRule rule) {
  const Grid grid(board.rows, board.cols, board.topology);
  const sim::FirstClickRuleRow& row = row_of(rule);
  if (row.protection == sim::Protection::first_dig && row.make_room == nullptr)
    throw InputError(fmt::format("--first-click {}: a board file fixes the mines; possible rules: {}",
                                 row.name, rules_for_fixed_mines()));
  for (const sim::Cell kept : cells_free_by_rule(grid, rule))
    if (std::binary_search(board.fixed_mines->begin(), board.fixed_mines->end(), kept))
      throw InputError::in_file(
          board.file,
          fmt::format("has a mine at {},{} (row,col from 0); the first-click rule {} keeps that cell free",
                      grid.row_of(kept), grid.col_of(kept), row.name));
}

}  // namespace

MinesweeperSetup set_up(const MinesweeperRequest& request) {
  MinesweeperSetup setup = request.course ? set_up_course(request) : set_up_board(request);
  setup.config.name = "play";
  setup.config.seed = request.seed;
  setup.config.games = 1;
  setup.config.cases = expand_cases(setup.config);
  const Board& board = setup.board();
  const FirstClickRule rule = setup.config.first_clicks.front().rule;
  if (board.fixed_mines && !board.graph_board) check_fixed_mines(board, rule);
  check_room(board, rule);
  return setup;
}

}  // namespace sapper::experiments::minesweeper
