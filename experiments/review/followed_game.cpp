#include "experiments/review/followed_game.hpp"

#include <algorithm>
#include <memory>
#include <type_traits>

namespace sapper::experiments {

// A first-click rule that moves a mine has moved it already.
sim::GameRules rules_on_its_mines(const RecordedGame& recorded) {
  sim::GameRules rules = recorded.rules;
  if (sim::row_of(rules.first_click).make_room != nullptr)
    rules.first_click = sim::FirstClickRule::unprotected;
  rules.fixed_mines = std::make_shared<const std::vector<sim::Cell>>(recorded.mines);
  return rules;
}

namespace {

using sim::Cell;
using solvers::OnGraphs;
using solvers::OnGrids;

template <class Boards>
typename Boards::GameRules rules_for(const RecordedGame& recorded) {
  if constexpr (std::is_same_v<Boards, OnGraphs>)
    return recorded.graph_rules();
  else
    return rules_on_its_mines(recorded);
}

void start(sim::Game& game, const RecordedGame& recorded) {
  game.start({});
  game.lay(recorded.digs.front().cells.front());
}
void start(sim::GraphGame& game, const RecordedGame& recorded) {
  sim::GraphLayout layout(*game.rules().graph);
  layout.set_mines(recorded.mines);
  game.resume(OnGraphs::untouched(game.rules(), {}), layout);
}

void change_flag(sim::Game& game, Cell cell) {
  if (game.view().is_flagged(cell))
    game.unflag(cell);
  else
    game.flag(cell);
}
void change_flag(sim::GraphGame&, Cell) { SAPPER_EXPECT(false); }  // there are none

void append_cells(std::span<const sim::CellBlock> shown, std::vector<Cell>& cells) {
  sim::for_each_cell(shown, [&](Cell cell) { cells.push_back(cell); });
}
void append_cells(std::span<const Cell> shown, std::vector<Cell>& cells) {
  cells.insert(cells.end(), shown.begin(), shown.end());
}

GameEnding ending_of(const sim::Game& game) {
  switch (game.status()) {
    case sim::Game::Status::won:
      return GameEnding::won;
    case sim::Game::Status::lost:
      return GameEnding::lost;
    case sim::Game::Status::playing:
      break;
  }
  return GameEnding::given_up;
}
GameEnding ending_of(const sim::GraphGame& game) {
  return game.is_won() ? GameEnding::won : game.is_lost() ? GameEnding::lost : GameEnding::given_up;
}

}  // namespace

template <class Boards>
FollowedGameOf<Boards>::FollowedGameOf(const RecordedGame& recorded)
    : recorded_(recorded), game_(rules_for<Boards>(recorded)) {
  SAPPER_EXPECT(sim::row_of(recorded.rules.motion).move == nullptr);
  SAPPER_EXPECT(recorded.rules.mine_count == recorded.mines.size());
  start(game_, recorded);
}

template <class Boards>
bool FollowedGameOf<Boards>::next() {
  while (ending() == GameEnding::given_up && next_ < recorded_.digs.size()) {
    cells_.clear();
    const RecordedDig& dig = recorded_.digs[next_++];
    for (const Cell cell : dig.cells)
      if (game_.view().is_hidden(cell)) cells_.push_back(cell);
    for (const Cell cell : dig.flag_changes) change_flag(game_, cell);
    if (!cells_.empty()) return true;
  }
  return false;
}

template <class Boards>
std::span<const Cell> FollowedGameOf<Boards>::make() {
  game_.forget_shown();
  const auto mine =
      std::find_if(cells_.begin(), cells_.end(), [&](Cell cell) { return layout().is_mine(cell); });
  if (mine != cells_.end())
    game_.dig(*mine);
  else
    for (const Cell cell : cells_) game_.dig(cell);
  shown_.clear();
  append_cells(game_.shown(), shown_);
  std::sort(shown_.begin(), shown_.end());
  return shown_;
}

template <class Boards>
GameEnding FollowedGameOf<Boards>::ending() const {
  return ending_of(game_);
}

template class FollowedGameOf<OnGrids>;
template class FollowedGameOf<OnGraphs>;

}  // namespace sapper::experiments
