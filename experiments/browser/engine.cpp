// The interface of Minesweeper in a page: functions that WebAssembly exports. Texts go in and come out as JSON (exchange.hpp);
// cells are rows and columns from 0.
//
// An error ends the call by an exception of the host (sapper_fail), which unwinds nothing: the instance must not be used
// afterwards.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <typeinfo>
#include <utility>
#include <variant>
#include <vector>

#include "experiments/analysis/analysis_members.hpp"
#include "experiments/analysis/analysis_text.hpp"
#include "experiments/analysis/any_position.hpp"
#include "experiments/analysis/graph_analysis_text.hpp"
#include "experiments/analysis/position_reader.hpp"
#include "experiments/browser/exchange.hpp"
#include "experiments/browser/persons_game.hpp"
#include "experiments/browser/win_chances.hpp"
#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/kinds/minesweeper/boards/graph_json.hpp"
#include "experiments/kinds/minesweeper/boards/lattice_file.hpp"
#include "experiments/kinds/minesweeper/boards/levels.hpp"
#include "experiments/kinds/minesweeper/config/config.hpp"
#include "experiments/kinds/minesweeper/experiment/proof_words.hpp"
#include "experiments/kinds/minesweeper/experiment/replay.hpp"
#include "experiments/review/replay_games.hpp"
#include "experiments/review/review.hpp"
#include "experiments/review/review_replay.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/document.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/board_file.hpp"
#include "sim/minesweeper/position.hpp"
#include "solvers/minesweeper/analysis/analysis.hpp"
#include "solvers/minesweeper/analysis/dig_outcomes.hpp"
#include "solvers/minesweeper/analysis/graph_analysis.hpp"
#include "solvers/minesweeper/analysis/proof.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

extern "C" [[noreturn]] __attribute__((import_module("sapper"), import_name("fail"))) void sapper_fail(
    const char* text, std::size_t size);
extern "C" __attribute__((import_module("sapper"), import_name("progress"))) void sapper_progress(
    std::size_t done, std::size_t of);

namespace sapper::experiments::minesweeper {
namespace {

namespace bj = boost::json;
using sim::Cell;

using browser::give;
using browser::input;
using browser::result;

AnyPosition read_any_position() {
  PositionReader reader(sim::Input{"position", input()});
  if (!reader.begins_with_object()) return any_position_of(sim::parse_position_text(reader.take_all()));
  return parse_any_position(*reader.next_object());
}

sim::Position position_of(const sim::PositionText& text) {
  return sim::make_position(text, sim::FlagMeaning::mark);
}

// For what lattices and graphs do not have.
sim::Position read_position() {
  const AnyPosition position = read_any_position();
  if (const auto* const text = std::get_if<sim::PositionText>(&position)) return position_of(*text);
  throw InputError(
      "proofs, outcomes of digs and chances to win are computed on squares and hexagons, not on lattices and "
      "graphs");
}

enum class FileKind : std::uint8_t { position, mine_list, board };

// Boards, whose mines a file names, are told from positions by their signs (MBF, maps) or the comma of the first mine.
FileKind kind_of(std::string_view text) {
  const auto is_control = [](char c) { return c >= 0 && c < ' ' && c != '\t' && c != '\n' && c != '\r'; };
  if (std::any_of(text.begin(), text.end(), is_control)) return FileKind::board;
  for (const std::string_view line : sim::split_lines(text)) {
    const std::string_view row = line.substr(0, line.find('#'));
    if (row.find('*') != std::string_view::npos) return FileKind::board;
    if (row.find(',') != std::string_view::npos &&
        row.find_first_not_of("0123456789, \t\r") == std::string_view::npos)
      return FileKind::mine_list;
  }
  return FileKind::position;
}

// A board as the page shows it: `layout` is a text per row, * mine, 0 to 8; `first` the first dig that the file names.
bj::object board_file_json(const sim::Grid& grid, std::span<const Cell> mines, bj::value first) {
  sim::Layout layout(grid);
  layout.set_mines(mines);
  const auto rows = sim::board_rows(grid, [&](Cell cell) {
    return layout.is_mine(cell) ? '*' : sim::sign_of(static_cast<std::uint8_t>(layout.number(cell)));
  });
  bj::array shown;
  for (const std::string& row : rows) shown.emplace_back(row);
  return {{"rows", grid.rows()},
          {"cols", grid.cols()},
          {"mines", mines.size()},
          {"topology", sim::name_of(grid.topology())},
          {"first_click", sim::name_of(sim::FirstClickRule::unprotected)},
          {"layout", std::move(shown)},
          {"first", std::move(first)}};
}

// A line that `sapper boards` writes.
bj::object written_board_json(const json::Document& document) {
  const json::Node root(document);
  const auto side = [&](const char* key) {
    return static_cast<int>(root.need(key).as_whole(1, sim::Grid::kMaxSide));
  };
  const sim::Topology topology = root.need("topology").as_row(sim::kTopologies, "a topology").topology;
  const sim::Grid grid(side("rows"), side("cols"), topology);
  std::vector<Cell> mines;
  for (const json::Node& mine : root.need("mines").items()) mines.push_back(read_cell(mine, grid.size()));
  std::sort(mines.begin(), mines.end());
  if (std::adjacent_find(mines.begin(), mines.end()) != mines.end())
    root.need("mines").fail(" lists a mine twice");
  const auto first = root.find("first");
  return board_file_json(grid, mines,
                         first ? bj::value(cell_json(grid, read_cell(*first, grid.size()))) : bj::value());
}

bj::object position_file_json(const PlacedGraphPosition& placed) {
  const sim::GraphPosition& position = placed.position;
  if (placed.board && placed.board->has_layers())
    throw InputError::at(placed.file, placed.mines_place, "a position in layers, which a page does not show");
  if (!position.prior.count)
    throw InputError::at(placed.file, placed.mines_place, "expected the number of mines");
  const auto sign = [&](Cell cell) {
    if (std::ranges::find(placed.flagged, cell) != placed.flagged.end()) return 'F';
    if (position.is_hidden(cell)) return '.';
    if (position.shown[cell] < sim::kNumberSigns.size()) return sim::kNumberSigns[position.shown[cell]];
    throw InputError::at(placed.file, placed.shown_places[cell],
                         fmt::format("a page shows numbers up to {}, not {}", sim::kNumberSigns.size() - 1,
                                     position.shown[cell]));
  };
  const sim::BoardSize size = placed.board
                                  ? sim::BoardSize{placed.board->size.rows, placed.board->size.cols}
                                  : sim::BoardSize{1, static_cast<int>(position.graph->cell_count())};
  bj::object object{{"rows", size.rows}, {"cols", size.cols}, {"mines", *position.prior.count}};
  if (placed.board)
    object["topology"] = topology_json(*placed.board->lattice);
  else
    object["graph"] = to_json(*position.graph);
  object["first_click"] = sim::name_of(sim::FirstClickRule::unprotected);
  object["cells"] = rows_of_signs(size, sign);
  return object;
}

bj::object position_file_json(const sim::PositionText& text) {
  const sim::Position position = sim::make_position(text, sim::FlagMeaning::mark);  // which checks it
  bj::array cells;
  for (const sim::PositionText::Row& row : text.rows) {
    std::string signs = row.characters;
    std::erase_if(signs, [](char sign) { return sign == ' ' || sign == '\t'; });
    cells.emplace_back(signs);
  }
  return {{"rows", position.grid->rows()},
          {"cols", position.grid->cols()},
          {"mines", text.mines},
          {"topology", sim::name_of(text.topology)},
          {"first_click", sim::name_of(text.first_click)},
          {"cells", std::move(cells)}};
}

bj::object any_file_json(const AnyPosition& any) {
  return std::visit([](const auto& position) { return position_file_json(position); }, any);
}

Cell cell_at(sim::BoardSize size, int row, int col) {
  if (row < 0 || row >= size.rows || col < 0 || col >= size.cols)
    throw InputError(fmt::format("the cell {},{} is not on the board, whose cells are {}", row, col,
                                 sim::cell_range(size)));
  return sim::cell_at(size, {row, col});
}

solvers::Analysis analysis_of(const sim::Position& position, solvers::Moves moves) {
  return solvers::analyze(position.view, position.trusted_mines, 0, moves);
}
// Flags are no evidence on lattices either.
solvers::Analysis analysis_of(const PlacedGraphPosition& placed) {
  const std::optional<LatticeBoard>& board = placed.board;
  return solvers::analyze_graph(
      placed.position, {[&](Cell cell) { return board ? board->name_of(cell) : std::to_string(cell); },
                        !board                ? "cells from 0"
                        : board->has_layers() ? "layer,row,col from 0"
                                              : "row,col from 0"});
}

// P(mine) at [row][col]; it is null where none was computed.
bj::array risks_json(const sim::Grid& grid, std::span<const double> p_mine) {
  return board_json(
      grid, [&](Cell cell) { return std::isnan(p_mine[cell]) ? bj::value() : bj::value(p_mine[cell]); });
}

std::unique_ptr<WinChances> chances;

std::optional<Config> config;
std::unique_ptr<PersonsGame> game;

const Config& current_config() {
  if (!config) throw InputError("there is no config; expected sapper_config before");
  return *config;
}

// A whole number as JavaScript passes it.
std::uint64_t checked_game(double number) {
  constexpr double kMost = 9007199254740992.0;  // 2^53
  if (!(number >= 0 && number < kMost && number == std::floor(number)))
    throw InputError("the game's number is not a whole number from 0 to 2^53");
  return static_cast<std::uint64_t>(number);
}

std::size_t checked_case(int number) {
  if (number < 0 || static_cast<std::size_t>(number) >= current_config().case_count())
    throw InputError(fmt::format("case {} does not exist; the config has cases 0 to {}", number,
                                 current_config().case_count() - 1));
  return static_cast<std::size_t>(number);
}

std::vector<RecordedGame> recordings;
ReviewSums reviewed_games;  // since the last series

// A reviewed game as a replay (sapper-replay/1) of one player, with its review.
bj::object review_json(const ReviewedGame& reviewed) {
  const RecordedGame& game = reviewed.game;
  bj::object replay{{"review", to_json(reviewed)},
                    {"schema", "sapper-replay/1"},
                    {"name", game.file},
                    {"case", 0},
                    {"case_name", game.program},
                    {"game", 0},
                    {"seed", 0}};
  for (auto& member : experiments::rules_json(game)) replay[member.key()] = std::move(member.value());
  if (game.on_graph) {
    if (bj::object files = files_json({game.on_graph.get(), 1}); !files.empty())
      replay["files"] = std::move(files);
    if (is_drawn(*game.on_graph->graph_board)) replay["drawing"] = drawing_of(*game.on_graph->graph_board);
  }
  replay["players"] = bj::array{player_of_replay(reviewed, game.player.empty() ? game.file : game.player)};
  return replay;
}

template <class Rows>
bj::array rows_json(const Rows& rows) {
  bj::array list;
  for (const auto& row : rows)
    list.push_back(bj::object{{"name", row.name}, {"description", row.description}});
  return list;
}

// Tells the host the sentence of an exception, and the number of the cell that it is about.
[[noreturn]] void fail(const std::exception& error) {
  bj::object object{{"error", error.what()}};
  if (const auto* inconsistent = dynamic_cast<const solvers::InconsistentPosition*>(&error)) {
    object["error"] = fmt::format("no layout of mines is consistent with this position: {}", error.what());
    object["index"] = inconsistent->inconsistency().cell == sim::kNoCell
                          ? bj::value()
                          : bj::value(inconsistent->inconsistency().cell);
  }
  const std::string text = json::to_line(object);
  sapper_fail(text.data(), text.size());
}

}  // namespace

// Strategies, first-click rules, topologies, lattices, ways to open, motions, levels and how the names of people's replays end.
SAPPER_EXPORT(sapper_list) void sapper_list() {
  bj::array strategies, lattices, board_levels, replays;
  for (const std::string_view ending : replay_endings()) replays.push_back(bj::string(ending));
  const sim::GameRules smallest{.grid = std::make_shared<const sim::Grid>(1, 1, sim::Topology::square)};
  for (const solvers::StrategyEntry& entry : solvers::strategies())
    if (!solvers::StrategyChoice(entry).refusal(smallest))
      strategies.push_back(bj::object{{"name", entry.name}, {"description", entry.description}});
  for (const sim::Lattice& lattice : shipped_lattices())
    if (find_named(sim::kTopologies, lattice.name) == nullptr)
      lattices.push_back(bj::object{
          {"name", lattice.name}, {"description", lattice.description}, {"layered", lattice.is_layered}});
  for (const Level& level : levels())
    board_levels.push_back(
        bj::object{{"name", level.name}, {"rows", level.rows}, {"cols", level.cols}, {"mines", level.mines}});
  give(bj::object{{"strategies", std::move(strategies)},
                  {"first_clicks", rows_json(sim::kFirstClickRules)},
                  {"topologies", rows_json(sim::kTopologies)},
                  {"lattices", std::move(lattices)},
                  {"reveals", rows_json(sim::kReveals)},
                  {"motions", rows_json(sim::kMineMotions)},
                  {"levels", std::move(board_levels)},
                  {"replays", std::move(replays)}});
}

// Reads a file of positions or boards: `cells` of a position, `layout` of a board (see above). number: of the one that is
// meant, from 1. rows, cols: of the board, for lists of mines, which do not say it.
SAPPER_EXPORT(sapper_read) void sapper_read(int rows, int cols, int number) {
  if (number < 1) throw InputError("positions and boards of a file are numbered from 1");
  PositionReader reader(sim::Input{"the file", input()});
  if (reader.begins_with_object()) {
    std::optional<PositionRequest> request = reader.next_object();
    for (int i = 1; i < number && request; ++i) request = reader.next_object();
    if (!request) throw InputError(fmt::format("the file has no line {}", number));
    const json::Document document = json::Document::parse(request->text, request->file);
    const bool is_position = json::Node(document).find("cells") || json::Node(document).find("shown");
    return give(is_position ? any_file_json(parse_any_position(std::move(*request)))
                            : written_board_json(document));
  }
  const sim::Input file{"the file", reader.take_all().content, static_cast<std::uint64_t>(number)};
  const FileKind kind = kind_of(file.content);
  if (kind == FileKind::position) return give(any_file_json(any_position_of(sim::parse_position_text(file))));
  const sim::BoardFile board = sim::parse_board(
      file, kind == FileKind::mine_list ? std::optional(sim::BoardSize{rows, cols}) : std::nullopt);
  give(board_file_json(sim::Grid(board.rows, board.cols, sim::Topology::square), board.mines, nullptr));
}

// Rows of P(mine) of the position that is the input; those of layers follow one another. Of a graph a list.
SAPPER_EXPORT(sapper_posterior) void sapper_posterior() {
  const AnyPosition any = read_any_position();
  if (const auto* const placed = std::get_if<PlacedGraphPosition>(&any)) {
    if (!placed->board) {
      bj::array risks;
      for (const double p_mine : analysis_of(*placed).p_mine) risks.push_back(number_json(p_mine));
      return give(risks);
    }
    const sim::LatticeSize size = placed->board->size;
    return give(risks_json(sim::Grid(size.layers * size.rows, size.cols), analysis_of(*placed).p_mine));
  }
  const sim::Position position = position_of(std::get<sim::PositionText>(any));
  solvers::Posterior posterior(*position.grid);
  // analyze() finds the words for an impossible one.
  if (!posterior.compute(position.view))
    return give(analysis_of(position, solvers::Moves::left_out).safe.size());
  give(risks_json(*position.grid, posterior.cell_risks().p_mine));
}

// The posterior of the position that is the input, computed some times over: for measuring.
SAPPER_EXPORT(sapper_repeat) void sapper_repeat(int times) {
  const sim::Position position = read_position();
  solvers::Posterior posterior(*position.grid);
  bool is_possible = false;
  for (int i = 0; i < times; ++i) is_possible = posterior.compute(position.view);
  give(is_possible);
}

// sapper-analysis/1
SAPPER_EXPORT(sapper_analyze) void sapper_analyze(bool lists_moves) {
  const AnyPosition any = read_any_position();
  if (const auto* const placed = std::get_if<PlacedGraphPosition>(&any)) {
    result() = graph_analysis_json(*placed, analysis_of(*placed));
    return;
  }
  const sim::Position position = position_of(std::get<sim::PositionText>(any));
  const solvers::Analysis analysis =
      analysis_of(position, lists_moves ? solvers::Moves::listed : solvers::Moves::left_out);
  result() = analysis_json(position.view, analysis);
}

// `explain` of sapper-analysis/1, and in `words` which numbers prove it, without the cell's name; null if the cell is not certain.
SAPPER_EXPORT(sapper_explain) void sapper_explain(int row, int col) {
  const sim::Position position = read_position();
  const Cell cell = cell_at(position.grid->size(), row, col);
  const solvers::Analysis analysis = analysis_of(position, solvers::Moves::left_out);
  if (position.view.is_shown(cell) || (analysis.p_mine[cell] > 0 && analysis.p_mine[cell] < 1))
    return give(nullptr);
  const std::optional<solvers::Proof> proof = solvers::prove(position.view, position.trusted_mines, cell);
  if (!proof) throw RunError("it would take too long to find the numbers that prove this cell");
  bj::object object = proof_json(*position.grid, analysis,
                                 {*proof, argument_of(position.view, position.trusted_mines, *proof)});
  object["words"] = proof_words(position.view, *proof);
  give(object);
}

// `what_if` of sapper-analysis/1; null for a shown cell and a certain mine.
SAPPER_EXPORT(sapper_what_if) void sapper_what_if(int row, int col) {
  const sim::Position position = read_position();
  const Cell cell = cell_at(position.grid->size(), row, col);
  if (position.view.is_shown(cell)) return give(nullptr);
  const WhatIfDug dug{{static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(col)},
                      solvers::dig_outcomes(position.view, position.trusted_mines, cell),
                      {}};
  give(dug.outcomes.empty() ? bj::value() : bj::value(what_if_json(*position.grid, dug)));
}

// Starts play-outs of the position that is the input; sapper_chances_more plays more layouts.
SAPPER_EXPORT(sapper_chances) void sapper_chances() {
  chances = std::make_unique<WinChances>(read_position());
  give(chances->json());
}
SAPPER_EXPORT(sapper_chances_more) void sapper_chances_more(int layouts) {
  if (!chances) throw InputError("there are no play-outs; expected sapper_chances before");
  chances->play(layouts);
  give(chances->json());
}

// Takes the input as the config of the games below, and names its cases and strategies.
SAPPER_EXPORT(sapper_config) void sapper_config() {
  config.reset();
  config = read_config(json::Document::parse(input(), "config"), {}, {});
  bj::array cases, strategies;
  for (std::size_t i = 0; i < config->case_count(); ++i) cases.emplace_back(name_of(*config, i));
  for (const std::string& label : config->labels()) strategies.emplace_back(label);
  give(
      bj::object{{"name", config->name}, {"cases", std::move(cases)}, {"strategies", std::move(strategies)}});
}

// How the board of a case is drawn and who neighbours whom, if it is a lattice or graph; else null. drawing: see CellShapes::svg; null
// without places, or of a very large board. sees: for each cell, row by row, the numbers of those that it sees.
SAPPER_EXPORT(sapper_shape) void sapper_shape(int case_number) {
  const auto& board = current_config().board_of(checked_case(case_number)).graph_board;
  if (!board || board->graph == nullptr) return give(nullptr);
  const sim::Graph& graph = *board->graph;
  bj::array sees;
  for (Cell cell = 0; cell < graph.cell_count(); ++cell) {
    const std::span<const Cell> cells = graph.sees(cell);
    sees.push_back(bj::array(cells.begin(), cells.end()));
  }
  bj::value drawing;
  if (is_drawn(*board)) drawing = drawing_of(*board);
  give(bj::object{{"drawing", std::move(drawing)}, {"sees", std::move(sees)}});
}

// A new game for a person.
SAPPER_EXPORT(sapper_game) void sapper_game(int case_number, double number) {
  const Case& played = current_config().cases[checked_case(case_number)];
  game = start_game(*config, played, checked_game(number));
  give(game->json());
}
SAPPER_EXPORT(sapper_dig) void sapper_dig(int row, int col) {
  if (!game) throw InputError("there is no game; expected sapper_game before");
  game->dig(cell_at(game->size(), row, col));
  give(game->json());
}

// Reads a replay: the input is the file's name, a line break, and its content. Names its games.
SAPPER_EXPORT(sapper_recordings) void sapper_recordings() {
  recordings.clear();
  std::string_view rest = input();
  const std::string name(take_until(rest, '\n'));
  const std::string content(rest);
  if (const std::size_t first = content.find_first_not_of(" \t\r\n");
      first != std::string::npos && content[first] == '{') {
    ReplayGames games(json::Document::parse(content, name));
    while (std::optional<RecordedGame> recorded = games.next()) recordings.push_back(*std::move(recorded));
  } else {
    const std::size_t dot = name.rfind('.');
    RecordingReader reader(sim::Input{name, content}, dot == std::string::npos ? "" : name.substr(dot));
    while (std::optional<RecordedGame> recorded = reader.next()) recordings.push_back(*std::move(recorded));
  }
  bj::array games;
  for (const RecordedGame& recorded : recordings)
    games.push_back(
        bj::object{{"file", recorded.file}, {"player", recorded.player}, {"digs", recorded.digs.size()}});
  give(games);
}

// The review of one of these games (review_json); the input is its first-click rule, or empty for that of the file. effort:
// of `expert`, which chooses the best cell.
SAPPER_EXPORT(sapper_review) void sapper_review(int index, int effort, int layouts) {
  if (index < 0 || static_cast<std::size_t>(index) >= recordings.size())
    throw InputError(fmt::format("there is no game {}; the file holds {}", index, recordings.size()));
  if (effort < 0 || effort > 4 || layouts < 2 || layouts > 100'000)
    throw InputError("expected an effort from 0 to 4 and 2 to 100000 layouts");
  std::optional<sim::FirstClickRule> rule;
  if (!input().empty()) rule = json::row_named(sim::kFirstClickRules, "first_click", input()).rule;
  Reviewer reviewer({.effort = effort, .layouts = static_cast<std::uint32_t>(layouts)}, rule);
  const RecordedGame& game = recordings[static_cast<std::size_t>(index)];
  const auto progress = [&](std::size_t digs) { sapper_progress(digs, game.digs.size()); };
  const ReviewedGame reviewed = reviewer.review(game, nullptr, progress);
  reviewed_games.add(reviewed);
  give(review_json(reviewed));
}

// Skill over time (sapper-review-series/1) of the games that were reviewed since the last series, in that order.
SAPPER_EXPORT(sapper_series) void sapper_series() {
  give(series_json(std::exchange(reviewed_games, {}).players()));
}

// sapper-replay/1 of a game; the input is the label of the strategy that plays, or empty for all of the config.
SAPPER_EXPORT(sapper_replay) void sapper_replay(int case_number, double number) {
  const std::string label = input();
  give(replay_json(current_config(), checked_case(case_number), checked_game(number),
                   label.empty() ? nullptr : &label, "strategy"));
}

}  // namespace sapper::experiments::minesweeper

// What the compiler calls for `throw`, with the object and its type. All that this code throws derives from
// std::exception, as its first base.
extern "C" {
void* __cxa_allocate_exception(std::size_t size) { return std::malloc(size); }
[[noreturn]] void __cxa_throw(void* thrown, std::type_info* /*type*/, void (* /*destroy*/)(void*)) {
  sapper::experiments::minesweeper::fail(*static_cast<std::exception*>(thrown));
}
// Objects of a thread live as long as the page's only one.
int __cxa_thread_atexit(void (* /*destroy*/)(void*), void* /*object*/, void* /*library*/) { return 0; }
// Debian's compiler runtime is built with checks of the stack, which nothing else provides.
std::uintptr_t __stack_chk_guard = 0x5A99E2;
[[noreturn]] void __stack_chk_fail() { __builtin_trap(); }
}
