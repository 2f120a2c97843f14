#include "experiments/kinds/minesweeper/experiment/graph_replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <exception>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "experiments/drawing/cell_shapes.hpp"
#include "experiments/drawing/text_board.hpp"
#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/kinds/minesweeper/experiment/replay.hpp"
#include "experiments/kinds/minesweeper/external/player_factory.hpp"
#include "experiments/support/json/writer.hpp"
#include "solvers/minesweeper/counting/counting.hpp"
#include "solvers/minesweeper/posterior/graph_posterior.hpp"

namespace sapper::experiments::minesweeper {

namespace bj = boost::json;

namespace {

using sim::Cell;
using sim::GraphPosition;

constexpr std::uint8_t kFirstLetter = 10, kLetters = 26;  // as in positions: a is 10

PictureCell shown_number(std::uint8_t number) {
  if (number == GraphPosition::kHidden) return {};
  if (number < kFirstLetter || number >= kFirstLetter + kLetters) return {CellSign::number, number};
  return {.sign = CellSign::letter, .letter = static_cast<char>('a' + number - kFirstLetter)};
}

class GraphReplayBoard final : public ReplayBoard {
 public:
  explicit GraphReplayBoard(const Board& board) : board_(board), shape_(*board.graph_board) {
    std::size_t most = 0;
    for (Cell cell = 0; cell < board.cell_count(); ++cell)
      most = std::max(most, shape_.graph->sees(cell).size());
    if (most >= kFirstLetter + kLetters) number_digits_ = static_cast<int>(std::to_string(most).size());
  }

  std::uint8_t hidden() const override { return GraphPosition::kHidden; }
  std::string_view convention() const override {
    return board_.is_graph() ? "numbers from 0" : board_.layers() ? "layer,row,col from 0" : "row,col from 0";
  }
  std::string name_of(Cell cell) const override { return shape_.name_of(cell); }
  bj::value cell_json(Cell cell) const override { return shape_.cell_json(cell); }
  bool has_rows() const override { return !board_.is_graph(); }
  std::string text_before(const ReplayedDig& dig) const override {
    return text_of([&](Cell cell) {
      return cell == dig.move.cell ? PictureCell{CellSign::asked} : shown_number(dig.before[cell]);
    });
  }
  bj::object position_json(const std::vector<std::uint8_t>& shown) const override {
    return graph_position_json(board_, shown);
  }
  bj::value risks_json(const ReplayedDig& dig) const override {
    return cells_in_rows(board_, [&](Cell cell) {
      return dig.before[cell] == GraphPosition::kHidden ? bj::value(json::rounded(dig.p_mine[cell]))
                                                        : bj::value();
    });
  }

  // The rows of all layers, below one another; empty without rows.
  std::string text_of(const std::function<PictureCell(Cell)>& picture) const {
    constexpr int kLabelWidth = 7;
    if (board_.is_graph()) return "";
    const sim::Grid grid(board_.rows, board_.cols);
    std::string text;
    for (Cell first = 0; first < board_.cell_count(); first += grid.cell_count()) {
      if (board_.layers())
        text += fmt::format("{:>{}}\n", fmt::format("layer {}", first / grid.cell_count()), kLabelWidth);
      text += draw_text({.grid = &grid,
                         .cell = [&](Cell cell) { return picture(first + cell); },
                         .number_digits = number_digits_},
                        {.label_width = kLabelWidth, .zero = '0'});
    }
    return text;
  }

 private:
  const Board& board_;
  const GraphBoard& shape_;
  int number_digits_ = 1;  // where the neighbours of a cell are more than there are letters
};

// nullopt if counting exceeds its limits.
std::optional<solvers::CellRisks> risks_on_graph(const GraphPosition& position) {
  solvers::GraphPosterior posterior(*position.graph);
  try {
    if (!posterior.compute(position)) return std::nullopt;
  } catch (const solvers::ComponentTooWide&) {
    return std::nullopt;
  }
  return posterior.cell_risks();
}

bj::array rounded_point(const sim::Graph::Point& point) {
  return {json::rounded(point.x), json::rounded(point.y)};
}

// Records every dig.
class GraphRecording final : public GraphPlayer::Observer {
 public:
  GraphRecording(const ReplayBoard& board, solvers::GraphStrategy& strategy, std::vector<ReplayedDig>& digs)
      : board_(board), strategy_(strategy), digs_(digs) {}

  void will_dig(const sim::GraphGame& game, const solvers::Move& move, const solvers::Claim& claim) override {
    ReplayedDig& dig = digs_.emplace_back();
    dig.move = move;
    dig.claim = claim;
    dig.before = game.view().shown;
    judge_risk(board_, dig, [&] { return risks_on_graph(game.view()); });
    if (move.kind == solvers::MoveKind::guess && digs_.size() > 1) dig.take(strategy_.explain());
  }
  void dug(const sim::GraphGame& game) override {
    ReplayedDig& dig = digs_.back();
    dig.after = game.view().shown;
    for (Cell cell = 0; cell < dig.after.size(); ++cell)
      dig.opened +=
          dig.before[cell] == GraphPosition::kHidden && dig.after[cell] != GraphPosition::kHidden ? 1 : 0;
  }

 private:
  const ReplayBoard& board_;
  solvers::GraphStrategy& strategy_;
  std::vector<ReplayedDig>& digs_;
};

}  // namespace

GraphReplay::GraphReplay(const Config& config, std::size_t case_number, std::uint64_t number,
                         const solvers::StrategyChoice& choice)
    : board_(config.board_of(case_number)), label_(choice.label), player_(config, config.cases[case_number]) {
  const GraphReplayBoard board(board_);
  PlayerFactory factory(config, choice);
  const AnyGraphPlayerPointer strategy = factory.make(case_number, player_.game().rules());
  GraphRecording recording(board, (*strategy).strategy, digs_);
  try {
    const GameSummary& summary = player_.play(number, *strategy, &recording);
    is_won_ = summary.is_won;
    end_ = summary.is_forfeited ? fmt::format("given up after {} digs", digs_.size())
           : is_won_            ? fmt::format("won after {} digs", digs_.size())
                                : fmt::format("lost at dig {}: a mine at {}", digs_.size(),
                                              board.name_of(player_.game().exploded()));
  } catch (const std::exception& error) {
    end_ = fmt::format("failed after {} digs: {}", digs_.size(), error.what());
  }
}

std::string GraphReplay::text() const {
  return fmt::format("{}\n{}{}\n\n{}\n", label_, text_of(GraphReplayBoard(board_), digs_), end_, end_text());
}

std::string GraphReplay::end_text() const {
  const sim::GraphGame& game = player_.game();
  const GraphReplayBoard board(board_);
  if (board_.is_graph()) {
    std::string text = "mines at";
    std::vector<Cell> mines(game.layout().mines().begin(), game.layout().mines().end());
    std::ranges::sort(mines);
    for (const Cell mine : mines) text += fmt::format(" {}", mine);
    return text + '\n';
  }
  return board.text_of([&](Cell cell) -> PictureCell {
    if (cell == game.exploded()) return {CellSign::exploded};
    if (game.layout().is_mine(cell)) return {CellSign::mine};
    return shown_number(game.view().shown[cell]);
  }) + (game.exploded() == sim::kNoCell ? "(* mine, . hidden and free)\n"
                                        : "(* mine, X the mine that was dug, . hidden and free)\n");
}

bj::object GraphReplay::json() const {
  std::vector<Cell> mines(player_.game().layout().mines().begin(), player_.game().layout().mines().end());
  std::ranges::sort(mines);
  return player_json(GraphReplayBoard(board_), label_, is_won_, end_, mines, player_.game().exploded(),
                     digs_);
}

std::optional<ShownMistake> GraphReplay::mistake(RecordFilter kind, std::size_t after_dig) const {
  const GraphReplayBoard board(board_);
  for (std::size_t i = after_dig; i < digs_.size(); ++i) {
    const ReplayedDig& dig = digs_[i];
    if (!is_mistake(dig, kind)) continue;
    const std::string head = fmt::format("{}, dig {}: ", label_, i + 1);
    if (board_.is_graph()) return ShownMistake{i + 1, head + mistake_words(board, dig) + '\n'};
    const sim::Grid grid(board_.rows, board_.cols);
    const Cell first = dig.move.cell / grid.cell_count() * grid.cell_count();  // of its layer
    return ShownMistake{i + 1, head + mistake_text(board, dig, grid, first, shown_number)};
  }
  return std::nullopt;
}

void add_places(const GraphBoard& board, bj::object& object) {
  if (!is_drawn(board)) return;
  bj::array list;
  for (Cell cell = 0; cell < board.graph->cell_count(); ++cell) {
    if (!board.lattice) {
      list.push_back(rounded_point(board.graph->places()[cell]));
      continue;
    }
    bj::array outline;
    for (const auto& corner : sim::outline_of(*board.lattice->lattice, board.lattice->size, cell))
      outline.push_back(rounded_point(corner));
    list.push_back(std::move(outline));
  }
  object[board.lattice ? "outlines" : "places"] = std::move(list);
}

bj::object graph_rules_json(const Board& board, const sim::GraphGameRules& rules) {
  bj::object object;
  add_shape(object, board);
  object["mines"] = board.mines;
  object["layout"] = layout_name(rules.fixed_mines != nullptr, board.guessing);
  return {{"board", std::move(object)},
          {"first_click", sim::name_of(rules.first_click)},
          {"reveal", sim::name_of(rules.reveal)},
          {"motion", sim::name_of(rules.motion)}};
}

}  // namespace sapper::experiments::minesweeper
