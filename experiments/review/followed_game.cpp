#include "experiments/review/followed_game.hpp"

#include <algorithm>
#include <memory>

namespace sapper::experiments {

// A first-click rule that moves a mine has moved it already.
sim::GameRules rules_on_its_mines(const RecordedGame& recorded) {
  sim::GameRules rules = recorded.rules;
  if (sim::row_of(rules.first_click).make_room != nullptr)
    rules.first_click = sim::FirstClickRule::unprotected;
  rules.fixed_mines = std::make_shared<const std::vector<sim::Cell>>(recorded.mines);
  return rules;
}

FollowedGame::FollowedGame(const RecordedGame& recorded)
    : recorded_(recorded), game_(rules_on_its_mines(recorded)) {
  SAPPER_EXPECT(sim::row_of(recorded.rules.motion).move == nullptr);
  SAPPER_EXPECT(recorded.rules.mine_count == recorded.mines.size());
  game_.start({});
  game_.lay(recorded.digs.front().cells.front());
}

bool FollowedGame::next() {
  while (game_.status() == sim::Game::Status::playing && next_ < recorded_.digs.size()) {
    cells_.clear();
    const RecordedDig& dig = recorded_.digs[next_++];
    for (const sim::Cell cell : dig.cells)
      if (game_.view().is_hidden(cell)) cells_.push_back(cell);
    for (const sim::Cell cell : dig.flag_changes) {
      if (game_.view().is_flagged(cell))
        game_.unflag(cell);
      else
        game_.flag(cell);
    }
    if (!cells_.empty()) return true;
  }
  return false;
}

std::span<const sim::Cell> FollowedGame::make() {
  game_.forget_shown();
  const auto mine =
      std::find_if(cells_.begin(), cells_.end(), [&](sim::Cell cell) { return layout().is_mine(cell); });
  if (mine != cells_.end())
    game_.dig(*mine);
  else
    for (const sim::Cell cell : cells_) game_.dig(cell);
  shown_.clear();
  sim::for_each_cell(game_.shown(), [&](sim::Cell cell) { shown_.push_back(cell); });
  std::sort(shown_.begin(), shown_.end());
  return shown_;
}

GameEnding FollowedGame::ending() const {
  switch (game_.status()) {
    case sim::Game::Status::won:
      return GameEnding::won;
    case sim::Game::Status::lost:
      return GameEnding::lost;
    case sim::Game::Status::playing:
      break;
  }
  return GameEnding::given_up;
}

}  // namespace sapper::experiments
