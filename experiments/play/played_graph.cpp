#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "experiments/kinds/minesweeper/boards/board_files.hpp"
#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/play/advised_move.hpp"
#include "experiments/play/dialogue.hpp"
#include "experiments/play/graph_sheet.hpp"
#include "experiments/play/play_session.hpp"
#include "experiments/play/played_board.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/graph_game.hpp"
#include "sim/minesweeper/graph_layout.hpp"
#include "sim/support/input_text.hpp"
#include "solvers/minesweeper/posterior/graph_posterior.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::Cell;
using sim::GraphPosition;

class PlayedGraph final : public PlayedBoard {
 public:
  explicit PlayedGraph(const MinesweeperSetup& setup)
      : board_(setup.board()),
        shape_(*board_.graph_board),
        sheet_(board_),
        game_(setup.config.graph_rules_of(setup.only_case())),
        is_flagged_(board_.cell_count()) {
    game_.start({setup.config.seed, key_of(board_), 0});
    if (board_.fixed_mines) {
      sim::GraphLayout layout(*shape_.graph);
      layout.set_mines(*board_.fixed_mines);
      game_.resume(GraphPosition(view()), layout);
      is_laid_ = true;
    }
  }

  const sim::Grid& sheet() const override { return sheet_.grid(); }
  std::uint32_t cell_count() const override { return graph().cell_count(); }
  int largest_number() const override { return sheet_.largest_number(); }
  bool is_shown(Cell cell) const override { return !view().is_hidden(cell); }
  bool is_flagged(Cell cell) const override { return is_flagged_[cell]; }
  std::uint32_t hidden_count() const override { return game_.hidden_count(); }
  std::uint32_t mine_count() const override { return game_.rules().mine_count; }
  std::uint32_t flag_count() const override { return flag_count_; }
  bool is_laid() const override { return is_laid_; }
  bool is_over() const override { return game_.is_over(); }
  bool is_won() const override { return game_.is_won(); }
  Cell exploded() const override { return game_.exploded(); }

  // An opening takes flags away, as on grids.
  void dig(Cell cell) override {
    is_laid_ = true;
    game_.forget_shown();
    game_.dig(cell);
    for (const Cell shown : game_.shown())
      if (is_flagged_[shown]) unflag(shown);
  }
  void flag(Cell cell) override {
    is_flagged_[cell] = true;
    ++flag_count_;
  }
  void unflag(Cell cell) override {
    is_flagged_[cell] = false;
    --flag_count_;
  }

  solvers::CellRisks risks() const override { return find_risks(view()); }
  std::pair<solvers::Move, std::string_view> advised_move(std::uint64_t seed) const override {
    return advised_on<solvers::OnGraphs>(game_.rules(), view(), seed);
  }
  std::optional<solvers::Proof> prove(Cell cell, const solvers::ProofLimits& limits) const override {
    return solvers::prove(view(), cell, limits);
  }
  std::string argument(const solvers::Proof& proof) const override {
    return short_argument(view(), proof, [this](Cell cell) { return name_of(cell); });
  }

  std::string name_of(Cell cell) const override { return shape_.name_of(cell); }
  // Commas or blanks are between the numbers.
  CellReading read_cell(std::string_view text) const override {
    std::string numbers(text);
    std::ranges::replace(numbers, ',', ' ');
    std::vector<std::uint64_t> coordinates;
    for (const std::string_view part : split(numbers, " ")) {
      if (part.empty()) continue;
      const auto number = sim::parse_whole_number(part, sim::Graph::kMaxCells);
      coordinates.push_back(number.value_or(sim::Graph::kMaxCells));
    }
    if (const auto cell = shape_.cell_at(coordinates)) return {*cell};
    return {.complaint = fmt::format("{} is not a cell; cells are {} from {} to {}", quoted_input(text),
                                     convention(), name_of(0), name_of(cell_count() - 1))};
  }
  Cell example_cell() const override {
    return std::min(static_cast<Cell>(sheet_.grid().cols() + 1), cell_count() - 1);
  }
  std::string notation() const override {
    if (board_.is_graph())
      return fmt::format("Cells are numbers from 0 to {}: that before the row, plus that above the column.\n",
                         cell_count() - 1);
    const std::vector<Cell> example = shape_.coordinates_of(example_cell());
    std::string text = fmt::format("Cells are {} from 0: {} is ", convention(), name_of(example_cell()));
    if (board_.layers()) text += fmt::format("layer {}, ", example.front());
    return text + fmt::format("row {}, column {}.\n", example[example.size() - 2], example.back());
  }
  std::string row_name(int row) const override { return sheet_.row_name(row); }
  std::string neighbors_text(Cell cell) const override {
    std::string text = name_of(cell) + " counts the mines of";
    for (const Cell seen : graph().sees(cell)) text += ' ' + name_of(seen);
    if (graph().sees(cell).empty()) text += " no cell";
    return text;
  }
  bool has_unusual_neighbors() const override { return true; }

  BoardPicture picture(Cell marked) const override { return sheet_.picture_of(view(), marked, flags()); }
  BoardPicture picture(const solvers::CellRisks& risks) const override {
    return sheet_.picture_of(view(), risks, flags());
  }
  BoardPicture finished() const override { return sheet_.finished(game_, flags()); }
  std::string position_file(const std::string& title, const std::string& file) const override {
    Board board = board_;
    if (!board.file.empty()) board.file = name_beside(board.file, file);
    boost::json::object position{{"name", title}};
    for (auto& [key, value] : graph_position_json(board, view().shown)) position[key] = std::move(value);
    return json::to_line(position);
  }

 private:
  const sim::Graph& graph() const { return *shape_.graph; }
  const GraphPosition& view() const { return game_.view(); }
  std::string_view convention() const {
    return board_.is_graph() ? "numbers" : board_.layers() ? "layer,row,col" : "row,col";
  }

  GraphSheet::IsFlagged flags() const {
    if (flag_count_ == 0) return {};
    return [this](Cell cell) { return is_flagged(cell); };
  }

  const Board& board_;
  const GraphBoard& shape_;
  GraphSheet sheet_;
  sim::GraphGame game_;
  std::vector<bool> is_flagged_;  // [cell]
  std::uint32_t flag_count_ = 0;
  bool is_laid_ = false;
};

}  // namespace

std::unique_ptr<PlayedBoard> start_game_on_graph(const MinesweeperSetup& setup) {
  return std::make_unique<PlayedGraph>(setup);
}

std::unique_ptr<PlayedBoard> start_game(const MinesweeperSetup& setup) {
  return setup.board().graph_board ? start_game_on_graph(setup) : start_game_on_grid(setup);
}

}  // namespace sapper::experiments::minesweeper
