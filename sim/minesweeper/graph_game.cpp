#include "sim/minesweeper/graph_game.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "sim/minesweeper/mine_draw.hpp"
#include "sim/support/contracts.hpp"

namespace sapper::sim {

GraphGame::GraphGame(GraphGameRules rules)
    : rules_(std::move(rules)), reveal_(&row_of(rules_.reveal)), layout_(*rules_.graph) {
  view_.graph = rules_.graph;
  view_.shown.assign(rules_.graph->cell_count(), GraphPosition::kHidden);
  view_.prior = {rules_.mine_count};
  hidden_count_ = rules_.graph->cell_count();
  drawn_.resize(rules_.mine_count);
}

void GraphGame::start(const GameId& id) {
  id_ = id;
  view_.shown.assign(rules_.graph->cell_count(), GraphPosition::kHidden);
  view_.prior = {rules_.mine_count};  // a position that was resumed may have had others
  view_.known_mines.clear();
  view_.known_safe.clear();
  hidden_count_ = rules_.graph->cell_count();
  is_laid_ = false;
  is_won_ = false;
  exploded_ = kNoCell;
  forget_shown();
  if (rules_.motion == MineMotion::moving) relaying_ = Stream(id, StreamPurpose::relaying);
}

void GraphGame::resume(const GraphPosition& view, const GraphLayout& layout) {
  SAPPER_EXPECT(rules_.motion == MineMotion::fixed);
  SAPPER_EXPECT(view.graph.get() == rules_.graph.get());
  view_ = view;
  layout_ = layout;
  hidden_count_ = view_.hidden_count();
  is_laid_ = true;
  exploded_ = kNoCell;
  forget_shown();
  check_won();
}

void GraphGame::lay(Cell first) {
  if (is_laid_) return;
  is_laid_ = true;
  const Graph& graph = *rules_.graph;
  is_taken_.assign(graph.cell_count(), 0);
  const bool is_relocated = rules_.first_click == FirstClickRule::relocate;
  if (rules_.fixed_mines) {
    drawn_ = *rules_.fixed_mines;
    for (const Cell mine : drawn_) is_taken_[mine] = 1;
  } else {
    kept_free_.clear();
    if (!is_relocated) append_protected_cells(graph, rules_.first_click, first, kept_free_);
    for (const Cell cell : kept_free_) is_taken_[cell] = 1;  // so that no mine is laid there
    Stream random(id_, StreamPurpose::layout);
    draw_mines(graph.cell_count() - static_cast<std::uint32_t>(kept_free_.size()), random);
  }
  if (is_relocated) relocate_mine(first);
  layout_.set_mines(drawn_);
}

void GraphGame::draw_mines(std::uint32_t allowed_count, Stream& random) {
  SAPPER_EXPECT(drawn_.size() <= allowed_count);
  const std::uint32_t cells = rules_.graph->cell_count();
  if (is_drawn_by_rejection(drawn_.size(), cells, allowed_count)) {
    draw_by_rejection(drawn_, cells, random,
                      [&](Cell cell) { return std::exchange(is_taken_[cell], std::uint8_t{1}) == 0; });
    return;
  }
  places_.clear();
  for (Cell cell = 0; cell < cells; ++cell)
    if (is_taken_[cell] == 0) places_.push_back(cell);
  draw_by_shuffle(drawn_, places_, random);
  for (const Cell mine : drawn_) is_taken_[mine] = 1;
}

// As sim::relocate_mine().
void GraphGame::relocate_mine(Cell from) {
  if (is_taken_[from] == 0) return;
  Stream random(id_, StreamPurpose::relocation);
  const std::uint32_t cells = rules_.graph->cell_count();
  SAPPER_EXPECT(drawn_.size() < cells);
  Cell to = random.below(cells);
  while (is_taken_[to] != 0) to = random.below(cells);
  is_taken_[from] = 0;
  is_taken_[to] = 1;
  *std::ranges::find(drawn_, from) = drawn_.back();  // in the order of Layout's
  drawn_.back() = to;
}

bool GraphGame::dig(Cell cell) {
  if (is_over() || !view_.is_hidden(cell)) return false;
  lay(cell);
  if (layout_.is_mine(cell)) {
    exploded_ = cell;
    return true;
  }
  const std::size_t first = shown_.size();
  show(cell);
  // The list grows during the loop: it is the queue of the opening.
  for (std::size_t i = first; reveal_->opens && i < shown_.size() && (reveal_->spreads || i == first); ++i) {
    if (layout_.numbers()[shown_[i]] != 0) continue;
    for (const Cell opened : rules_.graph->opens(shown_[i]))
      if (view_.is_hidden(opened)) show(opened);
  }
  check_won();
  if (rules_.motion == MineMotion::moving && !is_won_) move_mines();
  return true;
}

void GraphGame::dig(std::span<const Cell> cells) {
  for (const Cell cell : cells) dig(cell);
}

// As sim::lay_among_hidden(): uniformly among the hidden cells.
void GraphGame::move_mines() {
  const std::uint32_t cells = rules_.graph->cell_count();
  for (Cell cell = 0; cell < cells; ++cell) is_taken_[cell] = view_.is_hidden(cell) ? 0 : 1;
  draw_mines(hidden_count_, relaying_);
  layout_.set_mines(drawn_);
  for (Cell cell = 0; cell < cells; ++cell)
    if (!view_.is_hidden(cell)) view_.shown[cell] = layout_.numbers()[cell];
}

void GraphGame::show(Cell cell) {
  view_.shown[cell] = layout_.numbers()[cell];
  shown_.push_back(cell);
  --hidden_count_;
}

}  // namespace sapper::sim
