#include "experiments/browser/persons_game.hpp"

#include <fmt/format.h>

#include <boost/json/value.hpp>

#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/kinds/minesweeper/game/dealer.hpp"
#include "experiments/kinds/minesweeper/game/game_in_play.hpp"
#include "experiments/support/errors.hpp"
#include "sim/minesweeper/position.hpp"
#include "solvers/minesweeper/choice/board_family.hpp"

namespace sapper::experiments::minesweeper {
namespace {

namespace bj = boost::json;
using sim::Cell;
using solvers::OnGraphs;
using solvers::OnGrids;

// Boards: OnGrids or OnGraphs.
template <class Boards>
class PersonsGameOf : public PersonsGame {
 public:
  PersonsGameOf(const Config& config, const Case& played, std::uint64_t number)
      : dealer_(config, played), game_(dealer_) {
    game_.start(dealer_.id_of(number));
  }

  void dig(Cell cell) final {
    const typename Boards::GameRules& rules = dealer_.rules();
    const bool has_given_mines = rules.fixed_mines != nullptr && !dealer_.needs_no_guess();
    if (!game_.game().is_laid() && !has_given_mines &&
        rules.mine_count > sim::max_mines(rules.board(), rules.first_click, cell))
      throw InputError(
          "the mines leave no room for a first dig there; expected another cell, or fewer mines");
    game_.dig(cell, DealerOf<Boards>::kMostTriesForAPerson);
  }

 protected:
  const typename Boards::View& view() const { return game_.view(); }

 private:
  Course course() const final {
    const typename Boards::Game& game = game_.game();
    return {game.rules().first_click, game.is_over(), game.exploded(), game_.tries()};
  }
  bool is_mine(Cell cell) const final { return game_.game().layout().is_mine(cell); }

  DealerOf<Boards> dealer_;
  GameInPlayOf<Boards> game_;
};

class GameOnGrid final : public PersonsGameOf<OnGrids> {
 public:
  using PersonsGameOf<OnGrids>::PersonsGameOf;

  sim::BoardSize size() const override { return view().grid().size(); }

 private:
  bj::object position() const override {
    bj::object object;
    add_view_facts(object, view());
    object["cells"] = shown_json(view().grid(), [&](Cell cell) {
      return view().is_shown(cell) ? static_cast<std::uint8_t>(view().number(cell)) : sim::kHidden;
    });
    return object;
  }
};

class GameOnGraph final : public PersonsGameOf<OnGraphs> {
 public:
  GameOnGraph(const Config& config, const Case& played, std::uint64_t number)
      : PersonsGameOf<OnGraphs>(config, played, number), board_(config.boards[played.board]) {
    const sim::Graph& graph = *board_.graph_board->graph;
    for (Cell cell = 0; cell < graph.cell_count(); ++cell)
      if (graph.sees(cell).size() >= sim::kNumberSigns.size())
        throw InputError(
            fmt::format("{}: a cell sees {} others; games of a person are on boards with at most {}",
                        minesweeper::name_of(board_), graph.sees(cell).size(), sim::kNumberSigns.size() - 1));
  }

  sim::BoardSize size() const override { return {board_.layers().value_or(1) * board_.rows, board_.cols}; }

 private:
  bj::object position() const override {
    bj::object object;
    add_shape(object, board_);
    object["rows"] = board_.rows;
    object["cols"] = board_.cols;
    object["mines"] = board_.mines;
    object["cells"] = rows_of_signs(size(), [&](Cell cell) {
      return view().is_hidden(cell) ? '.' : sim::kNumberSigns[view().shown[cell]];
    });
    return object;
  }

  Board board_;
};

}  // namespace

bj::object PersonsGame::json() const {
  const Course course = this->course();
  bj::object object = position();
  object["first_click"] = sim::name_of(course.first_click);
  object["status"] = !course.is_over ? "playing" : course.exploded == sim::kNoCell ? "won" : "lost";
  object["exploded"] =
      course.exploded == sim::kNoCell ? bj::value() : bj::value(cell_json(size(), course.exploded));
  object["tries"] = course.tries;
  bj::array mines;
  const Cell cells = static_cast<Cell>(size().rows) * static_cast<Cell>(size().cols);
  for (Cell cell = 0; course.is_over && cell < cells; ++cell)
    if (is_mine(cell)) mines.push_back(cell_json(size(), cell));
  object["mines_at"] = std::move(mines);
  return object;
}

std::unique_ptr<PersonsGame> start_game(const Config& config, const Case& played, std::uint64_t number) {
  if (config.boards[played.board].graph_board) return std::make_unique<GameOnGraph>(config, played, number);
  return std::make_unique<GameOnGrid>(config, played, number);
}

}  // namespace sapper::experiments::minesweeper
