#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "experiments/kinds/minesweeper/boards/board_files.hpp"
#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/kinds/minesweeper/game/game_in_play.hpp"
#include "experiments/play/advised_move.hpp"
#include "experiments/play/dialogue.hpp"
#include "experiments/play/graph_sheet.hpp"
#include "experiments/play/play_session.hpp"
#include "experiments/play/played_board.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/graph_game.hpp"
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
        dealer_(setup.config, setup.only_case()),
        game_(dealer_),
        is_flagged_(board_.cell_count()) {
    game_.start(dealer_.id_of(0));
  }

  const sim::Grid& sheet() const override { return sheet_.grid(); }
  std::uint32_t cell_count() const override { return graph().cell_count(); }
  int largest_number() const override { return sheet_.largest_number(); }
  bool is_shown(Cell cell) const override { return !view().is_hidden(cell); }
  bool is_flagged(Cell cell) const override { return is_flagged_[cell]; }
  std::uint32_t hidden_count() const override { return game_.game().hidden_count(); }
  std::uint32_t mine_count() const override { return game_.game().rules().mine_count; }
  std::uint32_t flag_count() const override { return flag_count_; }
  bool is_laid() const override { return game_.game().is_laid(); }
  bool is_over() const override { return game_.is_over(); }
  bool is_won() const override { return game_.game().is_won(); }
  Cell exploded() const override { return game_.game().exploded(); }

  // An opening takes flags away, as on grids.
  void dig(Cell cell) override {
    game_.dig(cell, DealerOf<solvers::OnGraphs>::kMostTriesForAPerson);
    for (const Cell shown : game_.game().shown())
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
    return advised_on<solvers::OnGraphs>(game_.game().rules(), view(), seed);
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
    const bool has_commas = text.find(',') != std::string_view::npos;
    std::vector<std::uint64_t> coordinates;
    for (std::string_view part : split(text, has_commas ? "," : " ")) {
      while (has_commas && part.starts_with(' ')) part.remove_prefix(1);
      while (has_commas && part.ends_with(' ')) part.remove_suffix(1);
      if (part.empty() && !has_commas) continue;
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
  BoardPicture finished() const override { return sheet_.finished(game_.game(), flags()); }
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
  DealerOf<solvers::OnGraphs> dealer_;
  GameInPlayOf<solvers::OnGraphs> game_;
  std::vector<bool> is_flagged_;  // [cell]
  std::uint32_t flag_count_ = 0;
};

}  // namespace

std::unique_ptr<PlayedBoard> start_game_on_graph(const MinesweeperSetup& setup) {
  return std::make_unique<PlayedGraph>(setup);
}

std::unique_ptr<PlayedBoard> start_game(const MinesweeperSetup& setup) {
  return setup.board().graph_board ? start_game_on_graph(setup) : start_game_on_grid(setup);
}

}  // namespace sapper::experiments::minesweeper
