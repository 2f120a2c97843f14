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
#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/kinds/minesweeper/boards/levels.hpp"
#include "experiments/support/errors.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::Cell;
using sim::FirstClickRule;
using sim::Grid;

constexpr std::uint64_t kMaxCells = std::uint64_t{Grid::kMaxSide} * Grid::kMaxSide;

int as_side(const json::Node& node) { return static_cast<int>(node.as_whole(1, Grid::kMaxSide)); }

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
BoardEntry board_of_level(const json::Node& entry, sim::Topology topology) {
  entry.expect_object({"level", "rows", "cols", "mines", "topology", "layout"});
  const json::Node name = entry.need("level");
  const Level& level = name.as_row(levels(), "the name of a level");
  for (const auto& [key, value] : {std::pair<std::string_view, std::uint64_t>("rows", level.rows),
                                   {"cols", level.cols},
                                   {"mines", level.mines}})
    if (const auto node = entry.find(key); node && node->as_whole(0, kMaxCells) != value)
      node->fail_value(fmt::format("level {} has {}; omit it", level.name, value));
  Board board{level.rows, level.cols, level.mines, topology, level.name};
  board.guessing = guessing_of(entry);
  return {std::move(board), entry, name};
}

std::vector<Cell> read_layout(const json::Node& list, const Board& board) {
  std::vector<Cell> mines;
  for (const json::Node& mine : list.items()) mines.push_back(read_cell(mine, board.size()));
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

// A layout from a file, or from the entry itself, as in the config in a report, where `file` only records its origin.
BoardEntry board_with_layout(const json::Node& entry, sim::Topology topology, Layouts& layouts) {
  entry.expect_object({"file", "layout", "rows", "cols", "mines", "topology", "first"});
  const auto file = entry.find("file");
  const auto layout = entry.find("layout");
  const auto rows = entry.find("rows");
  const auto cols = entry.find("cols");
  Board board;
  board.topology = topology;
  if (file) board.file = file->as_string();
  if (file && board.file.empty()) file->fail_value("expected the path of a board file");
  if (layout || rows || cols) {
    board.rows = as_side(need_rows(entry));
    board.cols = cols ? as_side(*cols) : board.rows;
  }
  std::optional<sim::FirstClickRule> first_rule;
  if (layout) {
    board.fixed_mines = layouts.share(*layout, read_layout(*layout, board));
  } else {
    first_rule = layouts.read(*file, rows.has_value(), board);
  }
  if (const auto first = entry.find("first")) board.first = read_cell(*first, board.size());
  board.mines = static_cast<std::uint32_t>(board.fixed_mines->size());
  if (const auto count = entry.find("mines"); count && count->as_whole(0, kMaxCells) != board.mines)
    count->fail_value(fmt::format("the layout has {} mines; omit it", board.mines));
  return {std::move(board), entry, layout ? *layout : *file, first_rule};
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

// An entry of rows, cols and mines or density, any of which may be a list. A number of mines in addition to one
// density, as in the config in a report, must agree with the density.
class Product {
 public:
  explicit Product(const json::Node& entry) : entry_(entry) {
    entry.expect_object({"level", "rows", "cols", "mines", "density", "file", "layout", "topology"});
    rows_ = need_rows(entry).items_or_itself();
    if (const auto cols = entry.find("cols")) cols_ = cols->items_or_itself();
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
    return static_cast<std::uint64_t>(rows_.size()) * std::max<std::uint64_t>(cols_.size(), 1) *
           amounts_.size();
  }
  void expand(sim::Topology topology, std::vector<BoardEntry>& boards) const {
    for (const json::Node& row : rows_) {
      const int rows = as_side(row);
      if (cols_.empty()) add(rows, rows, topology, boards);
      for (const json::Node& col : cols_) add(rows, as_side(col), topology, boards);
    }
  }

 private:
  [[noreturn]] void fail_both() const {
    entry_.fail(" has both \"mines\" and \"density\"; expected one of them");
  }
  void add(int rows, int cols, sim::Topology topology, std::vector<BoardEntry>& boards) const {
    Board board{rows, cols, 0, topology};
    board.guessing = guessing_of(entry_);
    for (const auto& [node, density] : amounts_) {
      const std::uint64_t mines =
          density ? static_cast<std::uint64_t>(std::llround(*density * board.cell_count()))
                  : node.as_whole(0, kMaxCells);
      if (mines > board.cell_count())
        node.fail(fmt::format(" is {}; {} x {} has {} cells", mines, rows, cols, board.cell_count()));
      if (mines_ && mines_->as_whole(0, kMaxCells) != mines) fail_both();
      board.mines = static_cast<std::uint32_t>(mines);
      board.asked_density = density;
      boards.push_back({board, entry_, node});
    }
  }

  json::Node entry_;
  std::vector<json::Node> rows_;
  std::vector<json::Node> cols_;  // empty: as many as rows
  std::vector<Amount> amounts_;
  std::optional<json::Node> mines_;  // given in addition to a density
};

std::string why_protected(const Board& board, FirstClickRule rule, Cell first) {
  std::string where;
  if (row_of(rule).protection == sim::Protection::first_dig)
    where = first == sim::kNoCell
                ? " where the strategy chooses"
                : fmt::format(" at {} (row,col from 0)", sim::cell_text(board.size(), first));
  return fmt::format(" under the first-click rule {}{}", name_of(rule), where);
}

void check_room(const BoardEntry& entry, FirstClickRule rule, Cell first) {
  const Board& board = entry.board;
  if (board.mines + sim::kMaxNeighbors + 1 <= board.cell_count()) return;
  const std::uint32_t most = max_mines(Grid(board.rows, board.cols, board.topology), rule, first);
  if (board.mines <= most) return;
  // A density, a level's name or a file gives the mines indirectly.
  const json::Node& node = entry.mines;
  const std::string given = node.is(json::Kind::number) ? "is " + std::string(node.text()) : "gives";
  const std::string count = std::to_string(board.mines);
  const bool is_count = node.is(json::Kind::number) && node.text() == count;
  node.fail(fmt::format(" {}{}; at most {} fit on {} x {}{}", given,
                        is_count                      ? ""
                        : node.is(json::Kind::number) ? fmt::format(", which gives {} mines", count)
                                                      : fmt::format(" {} mines", count),
                        most, board.rows, board.cols, why_protected(board, rule, first)));
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
  const Grid grid(board.rows, board.cols, board.topology);
  const sim::ProtectedCells kept_free = protected_cells(grid, rule, first);
  for (const Cell kept : kept_free.cells())
    if (std::binary_search(board.fixed_mines->begin(), board.fixed_mines->end(), kept))
      entry.mines.fail(fmt::format(
          " has a mine at {} (row,col from 0); the first-click rule {} keeps that cell free; expected "
          "another \"cell\" in \"first_click\", or its \"rule\" to be \"unprotected\" or \"relocate\"",
          sim::cell_text(grid, kept), name_of(rule)));
}

}  // namespace

void fail_twice(const json::Node& node) { node.fail(" is a duplicate; each may appear only once"); }

std::vector<sim::Topology> read_topologies(const json::Node& object, std::vector<sim::Topology> fallback) {
  return read_values(object, "topology", "a topology", sim::kTopologies, &sim::TopologyRow::topology,
                     std::move(fallback));
}

std::vector<BoardEntry> expand_boards(const json::Node& list, const std::vector<sim::Topology>& topologies,
                                      const std::filesystem::path& folder, std::uint64_t plays_per_board) {
  const std::vector<json::Node> entries = list.nonempty_items();
  const auto is_product = [](const json::Node& entry) {
    return !entry.find("level") && !entry.find("file") && !has_given_layout(entry);
  };
  std::uint64_t count = 0;
  for (const json::Node& entry : entries) {
    if (!entry.is(json::Kind::object)) entry.fail_value("expected an object, a board");
    if (const auto size = entry.find("size"))
      size->fail(" is not a key of a board; expected \"rows\" and \"cols\" (left out: as many as rows)");
    count += (is_product(entry) ? Product(entry).size() : 1) * read_topologies(entry, topologies).size();
    if (count * plays_per_board > kMaxSweepCells)
      list.fail(fmt::format(" x strategies expands to {} runs{}; at most {} are allowed",
                            count * plays_per_board, &entry == &entries.back() ? "" : " or more",
                            kMaxSweepCells));
  }
  Layouts layouts(folder);
  std::vector<BoardEntry> boards;
  boards.reserve(count);
  for (const json::Node& entry : entries)
    for (const sim::Topology topology : read_topologies(entry, topologies)) {
      if (is_product(entry))
        Product(entry).expand(topology, boards);
      else if (entry.find("level"))
        boards.push_back(board_of_level(entry, topology));
      else
        boards.push_back(board_with_layout(entry, topology, layouts));
    }
  return boards;
}

std::size_t check_first_click(const BoardEntry& entry, const FirstClick& first,
                              const std::optional<json::Node>& cell) {
  const Board& board = entry.board;
  if (first.cell == FirstClick::Cell::given && (first.row >= board.rows || first.col >= board.cols))
    cell->fail(fmt::format(
        " is [{}, {}], outside {}, which is {} x {}; expected a row from 0 to {} and a column from 0 to {}",
        first.row, first.col, entry.entry.path(), board.rows, board.cols, board.rows - 1, board.cols - 1));
  const std::vector<Cell> first_cells = first_cells_on(board, first);
  for (const Cell first_cell : first_cells) {
    check_room(entry, first.rule, first_cell);
    check_layout(entry, first.rule, first_cell, cell);
  }
  return first_cells.size();
}

}  // namespace sapper::experiments::minesweeper
