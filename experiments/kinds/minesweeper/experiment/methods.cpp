// MinesweeperExperiment::methods(): how its games are played, in sentences for a paper.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "experiments/kinds/minesweeper/boards/board_shapes.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/kinds/minesweeper/experiment/minesweeper_experiment.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using Texts = std::vector<std::string>;

// `a, b and c`.
std::string list_of(const Texts& texts) {
  if (texts.size() < 2) return texts.empty() ? "" : texts.front();
  return fmt::format("{} and {}", fmt::join(texts.begin(), texts.end() - 1, ", "), texts.back());
}

// `16 x 30 cells`, `60 cells of the graph g.json`.
std::string cells_text(const Board& board, std::string_view unit = " cells") {
  if (board.is_graph())
    return fmt::format("{} of the graph {}", count_text(board.cell_count(), "cell"), file_text(board));
  const std::string layers = board.layers() ? fmt::format("{} x ", *board.layers()) : "";
  return fmt::format("{}{} x {}{}", layers, board.rows, board.cols, unit);
}

// `16 x 30 cells with 99 mines, ...`, or their ranges if there are many.
std::string boards_text(const std::vector<Board>& boards) {
  constexpr std::size_t kMostNamed = 8;
  Texts names;
  for (const Board& board : boards) {
    const std::string name = fmt::format("{} with {}{}", cells_text(board), count_text(board.mines, "mine"),
                                         board.level.empty() ? "" : fmt::format(" ({})", board.level));
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  if (names.size() <= kMostNamed) return list_of(names);
  const auto by_cells = [](const Board& a, const Board& b) { return a.cell_count() < b.cell_count(); };
  const auto by_density = [](const Board& a, const Board& b) { return a.density() < b.density(); };
  const auto [smallest, largest] = std::ranges::minmax_element(boards, by_cells);
  const auto [sparsest, densest] = std::ranges::minmax_element(boards, by_density);
  std::set<std::string> sizes;
  std::set<std::optional<double>> asked;
  for (const Board& board : boards) {
    sizes.insert(cells_text(board));
    asked.insert(board.asked_density);
  }
  return fmt::format(
      "{} combinations of size and number of mines: {}{}, {}from {:.1f} to {:.1f} % of mines", names.size(),
      sizes.size() == 1 ? "" : fmt::format("{} sizes, from {} to ", sizes.size(), cells_text(*smallest, "")),
      cells_text(*largest),
      asked.contains(std::nullopt) || asked.size() == 1 ? ""
                                                        : fmt::format("and {} densities, ", asked.size()),
      100 * sparsest->density(), 100 * densest->density());
}

// Topologies of the planes, lattices, graphs.
std::string topologies_text(const std::vector<Board>& boards) {
  Texts texts;
  const auto add = [&](std::string_view name, std::string_view description) {
    std::string text = description.empty() ? std::string(name) : fmt::format("{} ({})", name, description);
    if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
  };
  for (const sim::TopologyRow& row : sim::kTopologies)
    if (std::ranges::any_of(
            boards, [&](const Board& board) { return !board.graph_board && board.topology == row.topology; }))
      add(row.name, row.description);
  for (const Board& board : boards) {
    if (!board.graph_board) continue;
    if (board.is_graph())
      add("graphs", "files list which cells each cell sees");
    else
      add(topology_text(board), board.graph_board->lattice->lattice->description);
  }
  return list_of(texts);
}

template <class Rows, class IsUsed>
std::string rows_text(const Rows& rows, IsUsed is_used) {
  Texts texts;
  for (const auto& row : rows)
    if (is_used(row)) texts.push_back(fmt::format("{} ({})", row.name, row.description));
  return list_of(texts);
}

std::string layouts_text(const std::vector<Board>& boards) {
  Texts texts;
  const auto has = [&](auto is_so) { return std::ranges::any_of(boards, is_so); };
  if (has([](const Board& board) { return predicts_losses(board); }))
    texts.emplace_back(
        "Mines were laid at random, with equal probability for each layout that the first-click rule "
        "allows.");
  for (const NoGuessKind& kind : kNoGuessKinds)
    if (has([&](const Board& board) { return board.guessing == kind.guessing; }))
      texts.push_back(fmt::format(
          "{} had layouts that inference alone solves from the first cell, drawn by the method `{}`{}.",
          has([](const Board& board) { return board.guessing == Guessing::allowed; }) ? "Other boards"
                                                                                      : "Boards",
          kind.method,
          kind.guessing == Guessing::none ? ", all equally likely" : ", not all equally likely"));
  if (has([](const Board& board) { return board.fixed_mines != nullptr; }))
    texts.emplace_back("Boards from files had the same mines in every game.");
  return fmt::format("{}", fmt::join(texts, " "));
}

std::string first_cell_text(const FirstClick& first, const std::vector<Board>& boards) {
  switch (first.cell) {
    case FirstClick::Cell::corner:
      return "in a corner";
    case FirstClick::Cell::center:
      return "at the centre";
    case FirstClick::Cell::strategy:
      return "where the strategy chose";
    case FirstClick::Cell::all:
      return "on one cell of each class of cells that symmetries of the board map to one another";
    case FirstClick::Cell::numbered:
      return fmt::format("on cell {} (from 0)", first.number);
    case FirstClick::Cell::board: {
      const auto has_first = [](const Board& board) { return board.first.has_value(); };
      if (std::ranges::any_of(boards, &Board::is_graph) && std::ranges::none_of(boards, has_first))
        return std::ranges::all_of(boards, &Board::is_graph)
                   ? "on cell 0"
                   : fmt::format("on cell 0 of graphs, elsewhere {}",
                                 first_cell_text({first.rule, usual_first_cell(first.rule)}, boards));
      std::string own = "on the cell that the board was drawn for";
      if (std::ranges::all_of(boards, has_first)) return own;
      const std::string usual = first_cell_text({first.rule, usual_first_cell(first.rule)}, boards);
      return std::ranges::none_of(boards, has_first) ? usual
                                                     : fmt::format("{}, or {} if none is known", own, usual);
    }
    case FirstClick::Cell::given:
      break;
  }
  const std::string layer = first.layer ? fmt::format("layer {}, ", *first.layer) : "";
  return fmt::format("at {}row {}, column {} (from 0)", layer, first.row, first.col);
}

std::string strategies_text(const std::vector<solvers::StrategyChoice>& strategies) {
  Texts texts;
  for (const solvers::StrategyChoice& strategy : strategies)
    texts.push_back(fmt::format(
        "{} ({}{})", strategy.label,
        strategy.label.starts_with(strategy.entry->name) ? "" : fmt::format("{}: ", strategy.entry->name),
        strategy.entry->description));
  return fmt::format("{}", fmt::join(texts, "; "));
}

}  // namespace

std::string MinesweeperExperiment::methods() const {
  const auto used_reveal = [&](const sim::RevealRow& row) {
    return std::ranges::find(config_.reveals, row.reveal) != config_.reveals.end();
  };
  const auto used_motion = [&](const sim::MineMotionRow& row) {
    return std::ranges::find(config_.motions, row.motion) != config_.motions.end();
  };
  Texts first_clicks;
  for (const FirstClick& first : config_.first_clicks)
    first_clicks.push_back(fmt::format("{}, under the rule {} ({})", first_cell_text(first, config_.boards),
                                       sim::name_of(first.rule), row_of(first.rule).description));
  return fmt::format(
      "The boards had {}; topology: {}. {} The first dig was {}. Opening: {}. Mines: {}. {}: {}.",
      boards_text(config_.boards), topologies_text(config_.boards), layouts_text(config_.boards),
      fmt::join(first_clicks, "; or "), rows_text(sim::kReveals, used_reveal),
      rows_text(sim::kMineMotions, used_motion),
      config_.strategies.size() == 1 ? "The strategy was" : "The strategies were",
      strategies_text(config_.strategies));
}

}  // namespace sapper::experiments::minesweeper
