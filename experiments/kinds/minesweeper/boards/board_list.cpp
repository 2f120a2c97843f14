#include "experiments/kinds/minesweeper/boards/board_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "experiments/config/config.hpp"
#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/board_reader.hpp"
#include "experiments/kinds/minesweeper/boards/board_shapes.hpp"
#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/kinds/minesweeper/boards/levels.hpp"
#include "experiments/support/errors.hpp"
#include "sim/minesweeper/graph_game_rules.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::Cell;
using sim::FirstClickRule;
using sim::Grid;

constexpr std::uint64_t kMaxCells = std::uint64_t{Grid::kMaxSide} * Grid::kMaxSide;

int as_side(const json::Node& node) { return static_cast<int>(node.as_whole(1, Grid::kMaxSide)); }

// The entry's layers on boards of that topology: by default as many as rows. Levels have one.
int layers_of(const json::Node& entry, const NamedTopology& topology, const std::optional<json::Node>& layers,
              int rows) {
  if (!layers) return topology.is_layered() ? rows : 1;
  if (!topology.is_layered())
    layers->fail(fmt::format(" is for lattices in layers, but {} has the topology {}", entry.path(),
                             topology.lattice ? topology.lattice->name : name_of(topology.planes)));
  return as_side(*layers);
}

json::Node need_rows(const json::Node& entry) {
  if (const auto rows = entry.find("rows")) return *rows;
  entry.fail(" lacks the key \"rows\"; give `rows` and `cols`, or a `level`");
}

// Whether the entry holds its mines, as a list.
bool has_given_layout(const json::Node& entry) {
  const auto layout = entry.find("layout");
  return layout && !layout->is(json::Kind::string);
}

// The kind of layouts of an entry whose mines are laid at random.
Guessing guessing_of(const json::Node& entry) {
  const auto layout = entry.find("layout");
  return layout ? layout->as_row(kNoGuessKinds, "a kind of layout").guessing : Guessing::allowed;
}

// A level's rows, cols and mines may be given in addition to its name, as in the config in a report; they must then be
// the level's.
BoardEntry board_of_level(const json::Node& entry, const NamedTopology& topology, BoardShapes& shapes) {
  entry.expect_object({"level", "rows", "cols", "mines", "topology", "layout"});
  const json::Node name = entry.need("level");
  const Level& level = name.as_row(levels(), "the name of a level");
  for (const auto& [key, value] : {std::pair<std::string_view, std::uint64_t>("rows", level.rows),
                                   {"cols", level.cols},
                                   {"mines", level.mines}})
    if (const auto node = entry.find(key); node && node->as_whole(0, kMaxCells) != value)
      node->fail_value(fmt::format("level {} has {}; omit it", level.name, value));
  if (topology.is_layered())
    name.fail_value(fmt::format("a level has no layers, as {} needs them; expected \"rows\" and \"mines\"",
                                topology.lattice->name));
  Board board = shapes.board(topology, {level.rows, level.cols}, entry);
  board.mines = level.mines;
  board.level = level.name;
  board.guessing = guessing_of(entry);
  return {std::move(board), entry, name};
}

std::vector<Cell> read_layout(const json::Node& list, const Board& board) {
  std::vector<Cell> mines;
  for (const json::Node& mine : list.items()) mines.push_back(read_cell(mine, board));
  std::sort(mines.begin(), mines.end());
  if (std::adjacent_find(mines.begin(), mines.end()) != mines.end()) list.fail(" lists a mine twice");
  return mines;
}

// The layouts of a config's boards. A file is read once per board size, however often it is named, and the total of all
// layouts is limited: a small config may name large files, and its report, which contains them, must be readable as a
// config (json::Limits).
class Layouts {
 public:
  explicit Layouts(const std::filesystem::path& folder) : folder_(folder) {}

  // Sets the board's mines, its first dig, and its size if it is not given. Returns the rule of that dig.
  std::optional<sim::FirstClickRule> read(const json::Node& name, bool is_size_given, Board& board) {
    const std::filesystem::path path = folder_ / board.file;
    const auto size = is_size_given ? std::optional(board.size()) : std::nullopt;
    Layout& layout = read_[{path.string(), size ? size->rows : 0, size ? size->cols : 0}];
    if (!layout.mines) {
      ReadBoard read = parse(name, path, size);
      layout = {read.file.rows, read.file.cols, share(name, std::move(read.file.mines)), read.topology,
                read.first};
    }
    board.rows = layout.rows;
    board.cols = layout.cols;
    board.fixed_mines = layout.mines;
    if (layout.topology && *layout.topology != board.topology)
      name.fail(fmt::format(" is a board on a {0}; expected \"topology\": \"{0}\"",
                            sim::name_of(*layout.topology)));
    if (!layout.first) return std::nullopt;
    board.first = sim::cell_at(board.size(), {layout.first->row, layout.first->col});
    return layout.first->rule;
  }
  std::shared_ptr<const std::vector<Cell>> share(const json::Node& node, std::vector<Cell> mines) {
    mine_count_ += mines.size();
    if (mine_count_ > kMostMines)
      node.fail(fmt::format(" brings the mines of all layouts to {}; a config may contain at most {}",
                            mine_count_, kMostMines));
    return std::make_shared<const std::vector<Cell>>(std::move(mines));
  }

 private:
  static ReadBoard parse(const json::Node& name, const std::filesystem::path& path,
                         std::optional<sim::BoardSize> size) {
    try {
      return read_board(path, size);
    } catch (const InputError& error) {
      name.fail(fmt::format(" cannot be used: {}", error.what()));
    }
  }

  static constexpr std::size_t kMostMines = 600'000;
  struct Layout {
    int rows = 0;
    int cols = 0;
    std::shared_ptr<const std::vector<Cell>> mines;
    std::optional<sim::Topology> topology = {};
    std::optional<FirstClick> first = {};
  };

  const std::filesystem::path& folder_;
  std::map<std::tuple<std::string, int, int>, Layout> read_;  // [file, rows, cols], which are 0 if not given
  std::size_t mine_count_ = 0;
};

// With the entry's first dig; its number of mines, if it gives one, is the layout's.
BoardEntry checked_layout(Board board, const json::Node& entry, const json::Node& layout,
                          std::optional<sim::FirstClickRule> first_rule) {
  if (const auto first = entry.find("first")) board.first = read_cell(*first, board);
  board.mines = static_cast<std::uint32_t>(board.fixed_mines->size());
  if (const auto count = entry.find("mines"); count && count->as_whole(0, kMaxCells) != board.mines)
    count->fail_value(fmt::format("the layout has {} mines; omit it", board.mines));
  return {std::move(board), entry, layout, first_rule};
}

BoardEntry with_mines(Board board, const json::Node& entry, const json::Node& layout, Layouts& layouts) {
  board.fixed_mines = layouts.share(layout, read_layout(layout, board));
  return checked_layout(std::move(board), entry, layout, {});
}

// A layout from a file, or from the entry itself, as in the config in a report, where `file` only records its origin.
BoardEntry board_with_layout(const json::Node& entry, const NamedTopology& topology, BoardShapes& shapes,
                             Layouts& layouts) {
  entry.expect_object({"file", "layout", "rows", "cols", "layers", "mines", "topology", "first"});
  const auto file = entry.find("file");
  const auto layout = entry.find("layout");
  const auto rows = entry.find("rows");
  const auto cols = entry.find("cols");
  const auto layers = entry.find("layers");
  if (topology.lattice && file)
    file->fail(": board files are of squares and hexagons; expected the mines as a list, \"layout\"");
  Board board;
  board.topology = topology.planes;
  if (layout || rows || cols || layers) {
    board.rows = as_side(need_rows(entry));
    board.cols = cols ? as_side(*cols) : board.rows;
    const int depth = layers_of(entry, topology, layers, board.rows);
    if (topology.lattice) board = shapes.board(topology, {board.rows, board.cols, depth}, entry);
  }
  if (file) board.file = file->as_string();
  if (file && board.file.empty()) file->fail_value("expected the path of a board file");
  if (layout) return with_mines(std::move(board), entry, *layout, layouts);
  const std::optional<sim::FirstClickRule> first_rule = layouts.read(*file, rows.has_value(), board);
  return checked_layout(std::move(board), entry, *file, first_rule);
}

// The mines on a graph, as a list of cells.
BoardEntry graph_with_layout(const json::Node& entry, BoardShapes& shapes, Layouts& layouts) {
  entry.expect_object({"graph", "layout", "mines", "first"});
  return with_mines(shapes.board_on_graph(entry.need("graph")), entry, entry.need("layout"), layouts);
}

// The density or the mines of a board, and the node that gives them.
struct Amount {
  json::Node node;
  std::optional<double> density = {};  // nullopt: the node is a number of mines
};

// `{"from": 0.1, "to": 0.2, "step": 0.01}`: from, from + step, ... up to `to`, which is included if it is reached to
// within a millionth of a step.
void add_range(const json::Node& node, std::vector<Amount>& densities) {
  node.expect_object({"from", "to", "step"});
  const double from = node.need("from").as_number(0, 1);
  const double to = node.need("to").as_number(from, 1);
  const json::Node step_node = node.need("step");
  const double step = step_node.as_number(0, 1);
  const double count = step > 0 ? (to - from) / step + 1e-6 : static_cast<double>(kMaxSweepCells);
  if (count >= static_cast<double>(kMaxSweepCells))
    step_node.fail_value(fmt::format("expected a step that yields fewer than {} densities", kMaxSweepCells));
  // Via decimal digits, so that 0.1 + 2 x 0.1 is 0.3.
  for (int i = 0; i <= static_cast<int>(count); ++i)
    densities.push_back({node, std::round((from + i * step) * 1e12) / 1e12});
}

// An entry of rows, cols, layers and mines or density, any of which may be a list; or of a graph, and mines or density. A
// number of mines in addition to one density, as in the config in a report, must agree with the density.
class Product {
 public:
  explicit Product(const json::Node& entry) : entry_(entry), graph_(entry.find("graph")) {
    if (graph_) {
      for (const char* const key : {"rows", "cols", "layers", "topology", "level", "file"})
        if (const auto node = entry.find(key))
          node->fail(" is for boards of rows and columns; a \"graph\" is a board by itself");
      entry.expect_object({"graph", "mines", "density", "layout"});
    } else {
      entry.expect_object(
          {"level", "rows", "cols", "layers", "mines", "density", "file", "layout", "topology", "graph"});
      rows_ = need_rows(entry).items_or_itself();
      if (const auto cols = entry.find("cols")) cols_ = cols->items_or_itself();
      if (const auto layers = entry.find("layers")) layers_ = layers->items_or_itself();
    }
    const auto mines = entry.find("mines");
    const auto density = entry.find("density");
    if (!mines && !density) entry.fail(" lacks the key \"mines\" or \"density\"");
    const std::vector<json::Node> counts = mines ? mines->items_or_itself() : std::vector<json::Node>{};
    if (!density) {
      for (const json::Node& count : counts) amounts_.push_back({count});
      return;
    }
    for (const json::Node& item : density->items_or_itself())
      if (item.is(json::Kind::object))
        add_range(item, amounts_);
      else
        amounts_.push_back({item, item.as_number(0, 1)});
    if (counts.empty()) return;
    if (counts.size() > 1 || amounts_.size() > 1) fail_both();
    mines_ = counts.front();
  }
  std::uint64_t size() const {
    std::uint64_t count = amounts_.size();
    for (const auto* const sides : {&rows_, &cols_, &layers_})
      count *= std::max<std::uint64_t>(sides->size(), 1);
    return count;
  }
  bool is_graph() const { return graph_.has_value(); }
  void expand_graph(BoardShapes& shapes, std::vector<BoardEntry>& boards) const {
    add(shapes.board_on_graph(*graph_), boards);
  }
  void expand(const NamedTopology& topology, BoardShapes& shapes, std::vector<BoardEntry>& boards) const {
    const auto each_layers = [&](int rows, int cols) {
      const auto add_board = [&](const std::optional<json::Node>& layers) {
        add(shapes.board(topology, {rows, cols, layers_of(entry_, topology, layers, rows)}, entry_), boards);
      };
      if (layers_.empty()) add_board({});
      for (const json::Node& layers : layers_) add_board(layers);
    };
    for (const json::Node& row : rows_) {
      const int rows = as_side(row);
      if (cols_.empty()) each_layers(rows, rows);
      for (const json::Node& col : cols_) each_layers(rows, as_side(col));
    }
  }

 private:
  [[noreturn]] void fail_both() const {
    entry_.fail(" has both \"mines\" and \"density\"; expected one of them");
  }
  void add(Board board, std::vector<BoardEntry>& boards) const {
    board.guessing = guessing_of(entry_);
    for (const auto& [node, density] : amounts_) {
      const std::uint64_t mines =
          density ? static_cast<std::uint64_t>(std::llround(*density * board.cell_count()))
                  : node.as_whole(0, kMaxCells);
      if (mines > board.cell_count())
        node.fail(fmt::format(" is {}; {} has {} cells", mines,
                              board.is_graph() ? file_text(board) : shape_text(board), board.cell_count()));
      if (mines_ && mines_->as_whole(0, kMaxCells) != mines) fail_both();
      board.mines = static_cast<std::uint32_t>(mines);
      board.asked_density = density;
      boards.push_back({board, entry_, node});
    }
  }

  json::Node entry_;
  std::optional<json::Node> graph_;  // then without sides
  std::vector<json::Node> rows_;
  std::vector<json::Node> cols_;    // empty: as many as rows
  std::vector<json::Node> layers_;  // empty: the default
  std::vector<Amount> amounts_;
  std::optional<json::Node> mines_;  // given in addition to a density
};

std::string why_protected(const Board& board, FirstClickRule rule, Cell first) {
  std::string where;
  if (row_of(rule).protection == sim::Protection::first_dig)
    where = first == sim::kNoCell ? " where the strategy chooses"
            : board.graph_board   ? fmt::format(" at {} (from 0)", cell_words(board, first))
                                : fmt::format(" at {} (row,col from 0)", sim::cell_text(board.size(), first));
  return fmt::format(" under the first-click rule {}{}", name_of(rule), where);
}

void check_room(const BoardEntry& entry, FirstClickRule rule, Cell first) {
  const Board& board = entry.board;
  if (board.mines + (board.graph_board ? sim::Graph::kMaxDegree : sim::kMaxNeighbors) + 1 <=
      board.cell_count())
    return;
  const std::uint32_t most = max_mines(board, rule, first);
  if (board.mines <= most) return;
  // A density, a level's name or a file gives the mines indirectly.
  const json::Node& node = entry.mines;
  const std::string given = node.is(json::Kind::number) ? "is " + std::string(node.text()) : "gives";
  const std::string count = std::to_string(board.mines);
  const bool is_count = node.is(json::Kind::number) && node.text() == count;
  node.fail(fmt::format(" {}{}; at most {} fit on {}{}", given,
                        is_count                      ? ""
                        : node.is(json::Kind::number) ? fmt::format(", which gives {} mines", count)
                                                      : fmt::format(" {} mines", count),
                        most, board.is_graph() ? file_text(board) : shape_text(board),
                        why_protected(board, rule, first)));
}

void check_layout(const BoardEntry& entry, FirstClickRule rule, Cell first,
                  const std::optional<json::Node>& cell) {
  const Board& board = entry.board;
  const sim::FirstClickRuleRow& row = row_of(rule);
  if (!board.fixed_mines || row.protection == sim::Protection::none || row.make_room != nullptr) return;
  if (first == sim::kNoCell && row.protection == sim::Protection::first_dig)
    (cell ? *cell : entry.entry)
        .fail(fmt::format(" lets the strategy choose, but the fixed mines of {} conflict with the rule {}; "
                          "expected a cell, or the rule unprotected or relocate",
                          entry.entry.path(), row.name));
  std::vector<Cell> kept_free;
  if (!board.graph_board)
    sim::append_protected_cells(Grid(board.rows, board.cols, board.topology), rule, first, kept_free);
  else if (board.graph_board->graph != nullptr)
    sim::append_protected_cells(*board.graph_board->graph, rule, first, kept_free);
  for (const Cell kept : kept_free)
    if (std::binary_search(board.fixed_mines->begin(), board.fixed_mines->end(), kept))
      entry.mines.fail(fmt::format(
          " has a mine at {}; the first-click rule {} keeps that cell free; expected "
          "another \"cell\" in \"first_click\", or its \"rule\" to be \"unprotected\" or \"relocate\"",
          board.graph_board ? fmt::format("{} (from 0)", cell_words(board, kept))
                            : fmt::format("{} (row,col from 0)", sim::cell_text(board.size(), kept)),
          name_of(rule)));
}

}  // namespace

void fail_twice(const json::Node& node) { node.fail(" is a duplicate; each may appear only once"); }

std::vector<BoardEntry> expand_boards(const json::Node& root, const std::filesystem::path& folder,
                                      std::uint64_t plays_per_board) {
  const json::Node list = root.need("boards");
  const std::vector<json::Node> entries = list.nonempty_items();
  BoardShapes shapes(root, folder);
  const std::vector<NamedTopology> of_all = shapes.topologies(root, {NamedTopology{}});
  const auto is_product = [](const json::Node& entry) {
    return !has_given_layout(entry) && (entry.find("graph") || (!entry.find("level") && !entry.find("file")));
  };
  std::uint64_t count = 0;
  for (const json::Node& entry : entries) {
    if (!entry.is(json::Kind::object)) entry.fail_value("expected an object, a board");
    if (const auto size = entry.find("size"))
      size->fail(" is not a key of a board; expected \"rows\" and \"cols\" (left out: as many as rows)");
    const std::uint64_t topologies = entry.find("graph") ? 1 : shapes.topologies(entry, of_all).size();
    count += (is_product(entry) ? Product(entry).size() : 1) * topologies;
    if (count * plays_per_board > kMaxSweepCells)
      list.fail(fmt::format(" x strategies expands to {} runs{}; at most {} are allowed",
                            count * plays_per_board, &entry == &entries.back() ? "" : " or more",
                            kMaxSweepCells));
  }
  Layouts layouts(folder);
  std::vector<BoardEntry> boards;
  boards.reserve(count);
  for (const json::Node& entry : entries) {
    if (entry.find("graph")) {
      if (is_product(entry))
        Product(entry).expand_graph(shapes, boards);
      else
        boards.push_back(graph_with_layout(entry, shapes, layouts));
      continue;
    }
    for (const NamedTopology& topology : shapes.topologies(entry, of_all)) {
      if (is_product(entry))
        Product(entry).expand(topology, shapes, boards);
      else if (entry.find("level"))
        boards.push_back(board_of_level(entry, topology, shapes));
      else
        boards.push_back(board_with_layout(entry, topology, shapes, layouts));
    }
  }
  shapes.check_all_used();
  return boards;
}

namespace {

// Corners and symmetries are those of the planes; graphs have no rows and columns either.
void check_first_click_on_graph(const BoardEntry& entry, const FirstClick& first,
                                const std::optional<json::Node>& cell) {
  const Board& board = entry.board;
  const std::string name = board.is_graph() ? file_text(board) : shape_text(board);
  if (!sim::is_for_graphs(first.rule))
    entry.entry.fail(
        fmt::format(": {} has no corners to keep free; expected another first-click rule than {}", name,
                    name_of(first.rule)));
  if (first.cell == FirstClick::Cell::all)
    cell->fail_value(
        fmt::format("the symmetries of {} are not known; expected one cell, or \"strategy\"", name));
  if (!board.is_graph()) return;
  if (first.cell == FirstClick::Cell::corner || first.cell == FirstClick::Cell::center ||
      first.cell == FirstClick::Cell::given)
    cell->fail(
        fmt::format(" needs rows and columns, which {} has not; expected a cell's number, \"strategy\", or "
                    "\"board\" (cell 0)",
                    name));
  if (first.cell == FirstClick::Cell::numbered && first.number >= board.cell_count())
    cell->fail_value(fmt::format("{} has {}; expected a number from 0 to {}", name,
                                 count_text(board.cell_count(), "cell"), board.cell_count() - 1));
}

// A given cell has coordinates of the board's kind, within it.
void check_given_cell(const BoardEntry& entry, const FirstClick& first,
                      const std::optional<json::Node>& cell) {
  const Board& board = entry.board;
  const std::optional<int> layers = board.layers();
  if (first.cell == FirstClick::Cell::numbered)
    cell->fail(fmt::format(" is a cell's number, as graphs have them; on {} expected [{}row, column], from 0",
                           shape_text(board), layers ? "layer, " : ""));
  if (first.cell != FirstClick::Cell::given) return;
  if (first.layer.has_value() != layers.has_value())
    cell->fail(fmt::format(" has {} numbers; on {} expected [{}row, column], from 0", first.layer ? 3 : 2,
                           shape_text(board), layers ? "layer, " : ""));
  if (layers && *first.layer >= *layers)
    cell->fail(fmt::format(" has layer {}, outside {}, which is {}; expected a layer from 0 to {}",
                           *first.layer, entry.entry.path(), shape_text(board), *layers - 1));
  if (first.row >= board.rows || first.col >= board.cols)
    cell->fail(fmt::format(
        " is [{}, {}], outside {}, which is {} x {}; expected a row from 0 to {} and a column from 0 to {}",
        first.row, first.col, entry.entry.path(), board.rows, board.cols, board.rows - 1, board.cols - 1));
}

}  // namespace

std::size_t check_first_click(const BoardEntry& entry, const FirstClick& first,
                              const std::optional<json::Node>& cell) {
  const Board& board = entry.board;
  if (board.graph_board) check_first_click_on_graph(entry, first, cell);
  if (!board.is_graph()) check_given_cell(entry, first, cell);
  const std::vector<Cell> first_cells = first_cells_on(board, first);
  for (const Cell first_cell : first_cells) {
    check_room(entry, first.rule, first_cell);
    check_layout(entry, first.rule, first_cell, cell);
  }
  return first_cells.size();
}

}  // namespace sapper::experiments::minesweeper
