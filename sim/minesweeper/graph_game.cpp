#include "sim/minesweeper/graph_game.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "sim/minesweeper/mine_draw.hpp"
#include "sim/support/contracts.hpp"

namespace sapper::sim {

GraphGame::GraphGame(GraphGameRules rules) : rules_(std::move(rules)), reveal_(&row_of(rules_.reveal)) {
  view_.graph = rules_.graph;
  view_.prior = {rules_.mine_count};
  mines_.resize(rules_.mine_count);
}

void GraphGame::start(const GameId& id) {
  id_ = id;
  view_.shown.assign(rules_.graph->cell_count(), GraphPosition::kHidden);
  hidden_count_ = rules_.graph->cell_count();
  is_laid_ = false;
  is_won_ = false;
  exploded_ = kNoCell;
  forget_shown();
}

void GraphGame::lay(Cell first) {
  if (is_laid_) return;
  is_laid_ = true;
  const Graph& graph = *rules_.graph;
  is_mine_.assign(graph.cell_count(), 0);
  if (rules_.first_click == FirstClickRule::relocate) {
    draw_mines(graph.cell_count());
    relocate_mine(first);
  } else {
    kept_free_.clear();
    append_protected_cells(graph, rules_.first_click, first, kept_free_);
    for (const Cell cell : kept_free_) is_mine_[cell] = 1;  // so that no mine is laid there
    draw_mines(graph.cell_count() - static_cast<std::uint32_t>(kept_free_.size()));
    for (const Cell cell : kept_free_) is_mine_[cell] = 0;
  }
  numbers_.assign(graph.cell_count(), 0);
  for (const Cell mine : mines_)
    for (const Cell seeing : graph.seen_by(mine)) ++numbers_[seeing];
}

void GraphGame::draw_mines(std::uint32_t allowed_count) {
  SAPPER_EXPECT(mines_.size() <= allowed_count);
  Stream random(id_, StreamPurpose::layout);
  const std::uint32_t cells = rules_.graph->cell_count();
  if (is_drawn_by_rejection(mines_.size(), cells, allowed_count)) {
    draw_by_rejection(mines_, cells, random,
                      [&](Cell cell) { return std::exchange(is_mine_[cell], std::uint8_t{1}) == 0; });
    return;
  }
  places_.clear();
  for (Cell cell = 0; cell < cells; ++cell)
    if (is_mine_[cell] == 0) places_.push_back(cell);
  draw_by_shuffle(mines_, places_, random);
  for (const Cell mine : mines_) is_mine_[mine] = 1;
}

// As sim::relocate_mine().
void GraphGame::relocate_mine(Cell from) {
  if (is_mine_[from] == 0) return;
  Stream random(id_, StreamPurpose::relocation);
  const std::uint32_t cells = rules_.graph->cell_count();
  SAPPER_EXPECT(mines_.size() < cells);
  Cell to = random.below(cells);
  while (is_mine_[to] != 0) to = random.below(cells);
  is_mine_[from] = 0;
  is_mine_[to] = 1;
  *std::ranges::find(mines_, from) = to;
}

bool GraphGame::dig(Cell cell) {
  if (is_over() || !view_.is_hidden(cell)) return false;
  lay(cell);
  if (is_mine_[cell] != 0) {
    exploded_ = cell;
    return true;
  }
  const std::size_t first = shown_.size();
  show(cell);
  // The list grows during the loop: it is the queue of the opening.
  for (std::size_t i = first; reveal_->opens && i < shown_.size() && (reveal_->spreads || i == first); ++i) {
    if (numbers_[shown_[i]] != 0) continue;
    for (const Cell opened : rules_.graph->opens(shown_[i]))
      if (view_.is_hidden(opened)) show(opened);
  }
  is_won_ = hidden_count_ == rules_.mine_count;
  return true;
}

void GraphGame::show(Cell cell) {
  view_.shown[cell] = numbers_[cell];
  shown_.push_back(cell);
  --hidden_count_;
}

}  // namespace sapper::sim
