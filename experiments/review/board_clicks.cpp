#include "experiments/review/board_clicks.hpp"

#include <fmt/format.h>

#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/review/review.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_text.hpp"
#include "sim/minesweeper/graph_layout.hpp"
#include "sim/minesweeper/grid.hpp"
#include "solvers/minesweeper/clicks/ring_clicks.hpp"
#include "solvers/minesweeper/clicks/zini.hpp"

namespace sapper::experiments {
namespace {

// The effort in reviews, where openings spread: on Expert some 10 ms, a few percent of what judging a game takes.
constexpr solvers::ClickLimit kReviewLimit{.questions = 120, .is_hasty = true};
constexpr std::uint32_t kMostReviewCells = 1 << 12;

struct ClickKindRow {
  solvers::ClickKind kind;
  std::string_view name, button;
};
constexpr std::array<ClickKindRow, 3> kClickKinds{{{solvers::ClickKind::dig, "dig", "left"},
                                                   {solvers::ClickKind::flag, "flag", "right"},
                                                   {solvers::ClickKind::chord, "chord", "chord"}}};

}  // namespace

BoardClicks count_clicks(const sim::Layout& layout, sim::Reveal reveal, const solvers::ClickLimit& limit) {
  if (!row_of(reveal).spreads) return {{}, {}, solvers::find_least_ring_clicks(layout, limit)};
  const solvers::ClickGraph graph(layout);
  const std::vector<solvers::Click> zini = solvers::find_zini(graph);
  return {graph.three_bv(), zini.size(), solvers::find_least_clicks(graph, zini, limit)};
}

minesweeper::Board CountedBoard::board() const {
  if (on_graph) return *on_graph;
  minesweeper::Board board;
  board.rows = grid->rows();
  board.cols = grid->cols();
  board.mines = static_cast<std::uint32_t>(mines.size());
  board.topology = grid->topology();
  return board;
}

std::string CountedBoard::name_of(sim::Cell cell) const {
  return on_graph ? minesweeper::cell_name(*on_graph, cell) : sim::cell_text(*grid, cell);
}

std::string refusal_to_count(const CountedBoard& board) {
  if (!row_of(board.reveal).opens)
    return "least clicks are counted where a 0 opens its neighbours: by the reveals flood and ring";
  if (board.on_graph && !row_of(board.reveal).spreads &&
      !solvers::have_mutual_openings(*board.on_graph->graph_board->graph))
    return "least clicks by the reveal ring are counted where cells open one another, not in one direction";
  return "";
}

BoardClicks count_clicks(const CountedBoard& board, const solvers::ClickLimit& limit) {
  if (!board.on_graph) {
    sim::Layout layout(*board.grid);
    layout.set_mines(board.mines);
    return count_clicks(layout, board.reveal, limit);
  }
  const sim::Graph& graph = *board.on_graph->graph_board->graph;
  sim::GraphLayout layout(graph);
  layout.set_mines(board.mines);
  if (!row_of(board.reveal).spreads) return {{}, {}, solvers::find_least_ring_clicks(graph, layout, limit)};
  // The layers of a lattice follow one another.
  const int rows = board.on_graph->rows * board.on_graph->layers().value_or(1);
  const solvers::ClickGraph clicks(graph, layout, {rows, board.on_graph->cols});
  const std::vector<solvers::Click> zini = solvers::find_zini(clicks);
  return {clicks.three_bv(), zini.size(), solvers::find_least_clicks(clicks, zini, limit)};
}

std::optional<double> efficiency_of(const BoardClicks& clicks) {
  if (!clicks.three_bv) return std::nullopt;
  const std::size_t made = clicks.least.clicks.size();
  return made == 0 ? 1 : static_cast<double>(*clicks.three_bv) / static_cast<double>(made);
}

std::string_view name_of(solvers::ClickKind kind) {
  return sim::find_row(kClickKinds, &ClickKindRow::kind, kind).name;
}
std::string_view button_of(solvers::ClickKind kind) {
  return sim::find_row(kClickKinds, &ClickKindRow::kind, kind).button;
}

std::optional<BoardClicks> clicks_of(const RecordedGame& game) {
  const std::uint32_t cells = game.on_graph ? game.on_graph->cell_count() : game.grid().cell_count();
  if (!row_of(game.rules.reveal).spreads || game.rules.motion != sim::MineMotion::fixed ||
      cells > kMostReviewCells)
    return std::nullopt;
  return count_clicks(CountedBoard{.name = game.file,
                                   .grid = game.rules.grid,
                                   .on_graph = game.on_graph,
                                   .mines = game.mines,
                                   .reveal = game.rules.reveal},
                      kReviewLimit);
}

std::string text_of(const PlayerClicks& clicks) {
  const auto list = [&](auto count) {
    std::string text;
    for (const PlayerClickKind& kind : kPlayerClickKinds)
      if (const std::uint32_t some = count(clicks.*kind.tally); some > 0)
        text += fmt::format("{}{}", text.empty() ? "" : ", ",
                            count_text(some, kind.name.substr(0, kind.name.size() - 1)));
    return text;
  };
  const ClickTally total = clicks.total();
  if (total.made == 0) return "no clicks";
  return fmt::format("{} ({}), {}", count_text(total.made, "click"),
                     list([](const ClickTally& tally) { return tally.made; }),
                     total.wasted() == 0
                         ? "none of them wasted"
                         : fmt::format("{} of them wasted ({})", with_commas(total.wasted()),
                                       list([](const ClickTally& tally) { return tally.wasted(); })));
}

std::string text_of(const solvers::LeastClicks& least) {
  return least.is_proven() ? std::to_string(least.at_least)
                           : fmt::format("{} to {}", least.at_least, least.clicks.size());
}

std::string clicks_text(const ReviewedGame& reviewed) {
  return reviewed.clicks ? clicks_text(*reviewed.clicks, reviewed.game.clicks) : std::string();
}

std::string clicks_text(const BoardClicks& clicks, const std::optional<PlayerClicks>& player) {
  return fmt::format("{}{}least clicks {}{}",
                     clicks.three_bv ? fmt::format("3BV {}, ", *clicks.three_bv) : std::string(),
                     clicks.zini ? fmt::format("ZiNi {}, ", *clicks.zini) : std::string(),
                     text_of(clicks.least), player ? "; the player made " + text_of(*player) : std::string());
}

boost::json::object to_json(const PlayerClicks& clicks) {
  boost::json::object object;
  for (const PlayerClickKind& kind : kPlayerClickKinds) {
    const ClickTally& tally = clicks.*kind.tally;
    object[kind.name] = {{"made", tally.made}, {"wasted", tally.wasted()}};
  }
  return object;
}

boost::json::object json_with_clicks(const ReviewedGame& reviewed) {
  boost::json::object object = to_json(reviewed);
  if (!reviewed.clicks) return object;
  boost::json::object& clicks = object["clicks"].emplace_object();
  const solvers::LeastClicks& least = reviewed.clicks->least;
  if (reviewed.clicks->zini) clicks["zini"] = *reviewed.clicks->zini;
  clicks["least"] = least.least() ? boost::json::value(*least.least()) : boost::json::value();
  clicks["lower"] = least.at_least;
  clicks["upper"] = least.clicks.size();
  if (reviewed.game.clicks) clicks["player"] = to_json(*reviewed.game.clicks);
  return object;
}

}  // namespace sapper::experiments
