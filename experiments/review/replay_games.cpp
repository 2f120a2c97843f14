#include "experiments/review/replay_games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <memory>
#include <span>
#include <utility>

#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/kinds/minesweeper/boards/levels.hpp"
#include "experiments/review/followed_game.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/layout.hpp"
#include "sim/support/interruptible.hpp"

namespace sapper::experiments {
namespace {

using minesweeper::Board;
using minesweeper::Guessing;
using sim::Cell;

constexpr std::uint64_t kLongestSide = 10'000;

std::vector<Cell> read_cells(const json::Node& list, const Board& board) {
  std::vector<Cell> cells;
  for (const json::Node& cell : list.items()) cells.push_back(minesweeper::read_cell(cell, board));
  return cells;
}

// Cells in a list, each once; returns them ascending.
std::vector<Cell> read_set(const json::Node& list, const Board& board) {
  std::vector<Cell> cells = read_cells(list, board);
  std::sort(cells.begin(), cells.end());
  if (std::adjacent_find(cells.begin(), cells.end()) != cells.end()) list.fail(" lists a cell twice");
  return cells;
}

// Where a game's layout comes from.
struct LayoutKind {
  Guessing guessing = Guessing::allowed;
  bool is_fixed = false;
};

LayoutKind read_layout_kind(const json::Node& node) {
  std::vector<std::string_view> names{minesweeper::kRandomLayout, minesweeper::kGivenLayout};
  for (const minesweeper::NoGuessKind& kind : minesweeper::kNoGuessKinds) names.push_back(kind.name);
  const std::size_t choice = node.as_choice(names, "a kind of layout");
  if (choice < 2) return {Guessing::allowed, choice == 1};
  return {minesweeper::kNoGuessKinds[choice - 2].guessing, false};
}

// What a replay of an earlier version tells by the name of its case (minesweeper::name_of), such as `5 x 5, 4 mines, no
// guess`, or `bombs.txt (5 x 5, 4 mines)` with the name of a file where that of a level would be.
LayoutKind layout_kind_of_name(std::string_view case_name, sim::BoardSize size) {
  for (const minesweeper::NoGuessKind& kind : minesweeper::kNoGuessKinds)
    if (case_name.find(fmt::format(", {}", kind.title)) != std::string_view::npos)
      return {kind.guessing, false};
  const std::size_t name_end = case_name.find(fmt::format(" ({} x {}, ", size.rows, size.cols));
  const bool is_level = name_end == std::string_view::npos ||
                        find_named(minesweeper::levels(), case_name.substr(0, name_end)) != nullptr;
  return {Guessing::allowed, !is_level};
}

solvers::Claim claim_of(const json::Node& dig) {
  solvers::Claim claim;
  if (const auto is_safe = dig.find("claimed_safe")) {
    claim.is_made = true;
    claim.is_certain = is_safe->as_bool();
  }
  if (const auto belief = dig.find("belief")) claim.p_mine = belief->as_number(0, 1);
  return claim;
}

// flagged: at the dig before, and then at this one, ascending.
RecordedDig read_dig(const json::Node& node, const Board& board, std::vector<Cell>& flagged) {
  RecordedDig dig;
  dig.cells.push_back(minesweeper::read_cell(node.need("cell"), board));
  if (const auto cells = node.find("cells"); cells && !read_set(*cells, board).empty())
    dig.cells = read_cells(*cells, board);
  const std::vector<Cell> before = std::exchange(flagged, {});
  if (const auto flags = node.find("stopped_at")) {
    if (board.graph_board)
      flags->fail(" is of games with flags, which those on lattices and graphs have not");
    flagged = read_set(*flags, board);
    for (const Cell cell : dig.cells)
      if (std::binary_search(flagged.begin(), flagged.end(), cell)) flags->fail(" lists a cell that is dug");
  }
  std::set_symmetric_difference(before.begin(), before.end(), flagged.begin(), flagged.end(),
                                std::back_inserter(dig.flag_changes));
  dig.claim = claim_of(node);
  return dig;
}

// What a dig shows, cells ascending.
struct ShownCells {
  std::vector<Cell> cells;
  std::vector<int> numbers;  // [index in `cells`]
  bool operator==(const ShownCells&) const = default;
};

ShownCells read_shown(const json::Node& list, const Board& board) {
  const std::uint64_t most = board.graph_board ? sim::Graph::kMaxDegree : sim::kMaxNeighbors;
  std::vector<std::pair<Cell, int>> entries;
  for (const json::Node& entry : list.items()) {
    const std::vector<json::Node> values = entry.items();
    if (values.size() != (board.is_graph() ? 2 : board.layers() ? 4 : 3))
      entry.fail_value(board.is_graph() ? "expected [cell, number]"
                       : board.layers() ? "expected [layer, row, col, number]"
                                        : "expected [row, col, number]");
    const std::span<const json::Node> place = std::span(values).first(values.size() - 1);
    entries.emplace_back(board.graph_board ? minesweeper::read_cell(place, board, entry)
                                           : minesweeper::read_cell(place[0], place[1], board.size()),
                         static_cast<int>(values.back().as_whole(0, most)));
  }
  std::sort(entries.begin(), entries.end());
  ShownCells shown;
  for (const auto& [cell, number] : entries) {
    shown.cells.push_back(cell);
    shown.numbers.push_back(number);
  }
  return shown;
}

// The index of the first dig that shows something else than the rules say; nullopt if there is none.
std::optional<std::size_t> first_contradiction(const RecordedGame& game,
                                               const std::vector<ShownCells>& shown) {
  std::size_t checked = 0;
  const auto shows_nothing_before = [&](std::size_t end) {
    while (checked < end && shown[checked].cells.empty()) ++checked;
    return checked == end;
  };
  const bool is_so = follow(game, [&](auto followed) {
    while (followed.next()) {
      sim::end_if_interrupted();
      if (!shows_nothing_before(followed.index())) return false;
      ShownCells expected;
      const std::span<const Cell> cells = followed.make();
      expected.cells.assign(cells.begin(), cells.end());
      for (const Cell cell : cells) expected.numbers.push_back(followed.view().number(cell));
      if (shown[checked] != expected) return false;
      ++checked;
    }
    return shows_nothing_before(shown.size());
  });
  return is_so ? std::nullopt : std::optional(checked);
}

// Checks what the digs of a game with fixed mines show, and finds its reveal if the replay does not tell it.
void check_digs(const json::Node& digs, bool is_reveal_told, RecordedGame& game) {
  const std::vector<json::Node> nodes = digs.items();
  std::vector<ShownCells> shown;
  shown.reserve(nodes.size());
  const Board board = game.board();
  for (const json::Node& dig : nodes) shown.push_back(read_shown(dig.need("shown"), board));
  const std::optional<std::size_t> wrong = first_contradiction(game, shown);
  if (!wrong) return;
  const sim::Reveal usual = game.rules.reveal;
  for (const sim::RevealRow& other : sim::kReveals) {
    if (is_reveal_told || other.reveal == usual) continue;
    game.rules.reveal = other.reveal;
    if (!first_contradiction(game, shown)) return;
  }
  game.rules.reveal = usual;
  nodes[*wrong].need("shown").fail(
      fmt::format(" is not what the dig shows by the rules{}: the mines moved, or the file was changed",
                  is_reveal_told ? fmt::format(" (reveal {})", sim::name_of(game.rules.reveal)) : ""));
}

}  // namespace

ReplayGames::ReplayGames(json::Document replay)
    : replay_(std::move(replay)),
      folder_(std::filesystem::path(replay_.name()).parent_path()),
      shapes_(json::Node(replay_), folder_),
      players_(json::Node(replay_).need("players").nonempty_items()) {}

std::optional<RecordedGame> ReplayGames::next() {
  if (next_ == players_.size()) return std::nullopt;
  const json::Node& player = players_[next_++];
  RecordedGame game;
  game.file = replay_.name();
  game.player = player.need("strategy").as_string();
  game.program = "sapper";
  read(player, game);
  return game;
}

// The board's mines are still missing.
Board ReplayGames::read_board(const json::Node& node) {
  Board board;
  if (const auto graph = node.find("graph")) {
    for (const char* const other : {"topology", "rows", "cols", "layers"})
      if (const auto unused = node.find(other))
        unused->fail(" is not for boards on a graph; expected graph and mines alone");
    board = shapes_.board_on_graph(*graph);
    if (board.graph_board->graph == nullptr) node.fail(": " + board.graph_board->why_missing);
    if (const auto cells = node.find("cells"); cells && cells->as_whole(0, kMostCells) != board.cell_count())
      cells->fail(fmt::format(" is not the {} of the graph", count_text(board.cell_count(), "cell")));
  } else {
    const json::Node name = node.need("topology");
    if (name.is(json::Kind::array)) name.fail_value("expected one topology");
    const minesweeper::NamedTopology topology = shapes_.topologies(node, {}).front();
    sim::LatticeSize size{static_cast<int>(node.need("rows").as_whole(1, kLongestSide)),
                          static_cast<int>(node.need("cols").as_whole(1, kLongestSide))};
    if (topology.is_layered()) {
      size.layers = static_cast<int>(node.need("layers").as_whole(1, kLongestSide));
    } else if (const auto layers = node.find("layers")) {
      layers->fail(" is for lattices in layers");
    }
    const std::uint64_t cells = static_cast<std::uint64_t>(size.rows) *
                                static_cast<std::uint64_t>(size.cols) *
                                static_cast<std::uint64_t>(size.layers);
    if (cells > kMostCells) node.fail(" has more than 1,000,000 cells, the most that are judged");
    board = shapes_.board(topology, size, node);
  }
  const std::uint64_t cells = board.cell_count();
  if (cells > kMostCells) node.fail(" has more than 1,000,000 cells, the most that are judged");
  cells_ += cells;
  if (cells_ > kMostCells + kMostCellsPerByte * replay_.byte_count()) {
    next_ = players_.size();
    node.fail(fmt::format(": with this game the file asks for boards of {} cells, more than its {} may",
                          with_commas(cells_), count_text(replay_.byte_count(), "byte")));
  }
  return board;
}

// Reads the rules, the mines and the digs. A player may have rules of its own: those of games side by side.
void ReplayGames::read(const json::Node& player, RecordedGame& game) {
  const json::Node root(replay_);
  const auto find = [&](std::string_view key) {
    const auto own = player.find(key);
    return own ? own : root.find(key);
  };
  const json::Node board_node = player.find("board") ? player.need("board") : root.need("board");
  sim::GameRules& rules = game.rules;
  Board board = read_board(board_node);
  rules.mine_count = board.mines =
      static_cast<std::uint32_t>(board_node.need("mines").as_whole(0, board.cell_count()));
  const json::Node mines = player.need("mines");
  game.mines = read_set(mines, board);
  if (game.mines.size() != rules.mine_count) mines.fail(" does not list each of the board's mines once");
  LayoutKind layout;
  if (const auto told = board_node.find("layout"))
    layout = read_layout_kind(*told);
  else if (const auto name = root.find("case_name"))
    layout = layout_kind_of_name(name->as_string(), board.size());
  game.guessing = layout.guessing;
  if (layout.is_fixed) rules.fixed_mines = std::make_shared<const std::vector<Cell>>(game.mines);
  if (const auto rule = find("first_click")) {
    rules.first_click = rule->as_row(sim::kFirstClickRules, "a first-click rule").rule;
    game.is_first_click_known = true;
  }
  if (const auto given = find("first_cell_given"); given && given->as_bool())
    game.first_cell = solvers::FirstCellChoice::given;
  if (const auto reveal = find("reveal"))
    rules.reveal = reveal->as_row(sim::kReveals, "a way to open").reveal;
  if (const auto motion = find("motion"))
    rules.motion = motion->as_row(sim::kMineMotions, "what the mines do").motion;
  rules.flag_protection = sim::FlagProtection::digs_and_openings;
  const json::Node digs = player.need("digs");
  std::vector<Cell> flagged;
  const std::vector<json::Node> dig_nodes = digs.nonempty_items();
  game.digs.reserve(dig_nodes.size());
  for (const json::Node& dig : dig_nodes) {
    sim::end_if_interrupted();
    game.digs.push_back(read_dig(dig, board, flagged));
  }
  if (board.graph_board)
    game.on_graph = std::make_shared<const Board>(std::move(board));
  else
    rules.grid = std::make_shared<const sim::Grid>(board.rows, board.cols, board.topology);
  if (sim::row_of(rules.motion).move == nullptr) check_digs(digs, find("reveal").has_value(), game);
}

}  // namespace sapper::experiments
