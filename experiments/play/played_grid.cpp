#include <fmt/format.h>

#include <sstream>
#include <stdexcept>

#include "experiments/kinds/minesweeper/game/game_in_play.hpp"
#include "experiments/play/advised_move.hpp"
#include "experiments/play/play_session.hpp"
#include "experiments/play/played_board.hpp"
#include "sim/minesweeper/game.hpp"
#include "sim/minesweeper/position.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::Cell;

class PlayedGrid final : public PlayedBoard {
 public:
  explicit PlayedGrid(const MinesweeperSetup& setup)
      : labels_(axis_labels(setup)), dealer_(setup.config, setup.only_case()), game_(dealer_) {
    game_.start(dealer_.id_of(0));
  }

  const sim::Grid& sheet() const override { return view().grid(); }
  std::uint32_t cell_count() const override { return sheet().cell_count(); }
  int largest_number() const override { return sim::kMaxNeighbors; }
  bool is_shown(Cell cell) const override { return view().is_shown(cell); }
  bool is_flagged(Cell cell) const override { return view().is_flagged(cell); }
  std::uint32_t hidden_count() const override { return view().hidden_count(); }
  std::uint32_t mine_count() const override { return view().mine_count(); }
  std::uint32_t flag_count() const override { return view().flag_count(); }
  bool is_laid() const override { return game_.game().is_laid(); }
  bool is_over() const override { return game_.is_over(); }
  bool is_won() const override { return game_.game().status() == sim::Game::Status::won; }
  Cell exploded() const override { return game_.game().exploded(); }

  void dig(Cell cell) override { game_.dig(cell, Dealer::kMostTriesForAPerson); }
  void flag(Cell cell) override { game_.flag(cell); }
  void unflag(Cell cell) override { game_.unflag(cell); }

  solvers::CellRisks risks() const override { return find_risks(view()); }
  std::pair<solvers::Move, std::string_view> advised_move(std::uint64_t seed) const override {
    return advised_on<solvers::OnGrids>(game_.game().rules(), view(), seed);
  }
  std::optional<solvers::Proof> prove(Cell cell, const solvers::ProofLimits& limits) const override {
    return solvers::prove(view(), {}, cell, limits);
  }
  std::string argument(const solvers::Proof& proof) const override {
    return short_argument(view(), proof, [this](Cell cell) { return name_of(cell); });
  }

  std::string name_of(Cell cell) const override { return cell_name(sheet(), cell, labels_); }
  CellReading read_cell(std::string_view text) const override {
    return minesweeper::read_cell(sheet(), text, labels_);
  }
  Cell example_cell() const override { return minesweeper::example_cell(sheet()); }
  std::string notation() const override { return notation_note(sheet(), labels_); }
  std::string row_name(int row) const override { return row_label(row, labels_); }
  std::string neighbors_text(Cell cell) const override {
    std::string text = name_of(cell) + " touches";
    for (const Cell neighbor : sheet().neighbors(cell)) text += ' ' + name_of(neighbor);
    return text;
  }
  bool has_unusual_neighbors() const override { return sheet().topology() != sim::Topology::square; }

  BoardPicture picture(Cell marked) const override { return picture_of(view(), marked); }
  BoardPicture picture(const solvers::CellRisks& risks) const override { return picture_of(view(), risks); }
  BoardPicture finished() const override { return finished_picture(game_.game()); }
  std::string position_file(const std::string& title, const std::string&) const override {
    std::ostringstream text;
    text << "# " << title << '\n';
    sim::write_position(text, view());
    return std::move(text).str();
  }

 private:
  const sim::View& view() const { return game_.view(); }

  AxisLabels labels_;
  Dealer dealer_;
  GameInPlay game_;
};

}  // namespace

std::unique_ptr<PlayedBoard> start_game_on_grid(const MinesweeperSetup& setup) {
  return std::make_unique<PlayedGrid>(setup);
}

}  // namespace sapper::experiments::minesweeper
