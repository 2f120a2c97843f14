#include "solvers/minesweeper/strategies/no_guess.hpp"

#include <algorithm>
#include <utility>

#include "sim/minesweeper/first_click.hpp"
#include "sim/support/interruptible.hpp"

namespace sapper::solvers {

using sim::Cell;

// The finalizer of MurmurHash3, a bijection that maps 0 to itself.
sim::GameId id_of_try(const sim::GameId& id, std::uint64_t attempt) {
  std::uint64_t mixed = attempt;
  mixed = (mixed ^ mixed >> 33) * 0xFF51AFD7ED558CCDU;
  mixed = (mixed ^ mixed >> 33) * 0xC4CEB9FE1A85EC53U;
  mixed ^= mixed >> 33;
  return {id.seed, id.board_key ^ mixed, id.game};
}

NoGuessLayouts::NoGuessLayouts(sim::GameRules rules) : game_(std::move(rules)), play_(*game_.rules().grid) {}

std::optional<std::uint64_t> NoGuessLayouts::draw(const sim::GameId& id, Cell first,
                                                  std::uint64_t most_tries) {
  for (std::uint64_t attempt = 0; attempt < most_tries; ++attempt)
    if (solves(id, attempt, first)) return attempt + 1;
  return std::nullopt;
}

bool NoGuessLayouts::solves(const sim::GameId& id, std::uint64_t attempt, Cell first,
                            const CertainPlay::Watch& watch) {
  game_.start(id_of_try(id, attempt));
  game_.dig(first);
  return play_.play(game_, watch);
}

bool CertainPlay::play(sim::Game& game, const Watch& watch) {
  using Status = sim::Game::Status;
  game.forget_shown();
  reasoner_.begin(game.view());
  while (game.status() == Status::playing) {
    sim::end_if_interrupted();
    digs_.clear();
    if (!reasoner_.plan_by_rules(game.shown(), digs_) && !reasoner_.plan_by_posterior(digs_)) return false;
    game.forget_shown();
    if (!watch) {
      game.dig(digs_.safe);
      continue;
    }
    digs_.for_each([&](const Move& dig) {
      if (game.status() != Status::playing || !game.view().is_hidden(dig.cell)) return;
      watch(game.view(), dig);
      game.dig(dig.cell);
    });
  }
  return game.status() == Status::won;
}

RepairedLayouts::RepairedLayouts(const sim::GameRules& rules, std::uint32_t walk_steps)
    : grid_(rules.grid),
      rule_(rules.first_click),
      mine_count_(rules.mine_count),
      walk_steps_(walk_steps),
      layout_(*grid_),
      hidden_(*grid_, rules.mine_count, sim::cells_free_by_rule(*grid_, rules.first_click)),
      game_(rules),
      play_(*grid_),
      is_kept_free_(grid_->cell_count(), 0),
      is_in_area_(grid_->cell_count(), 0) {}

std::optional<std::uint64_t> RepairedLayouts::draw(const sim::GameId& id, Cell first,
                                                   std::uint64_t most_tries) {
  std::ranges::fill(is_kept_free_, std::uint8_t{0});
  is_kept_free_[first] = 1;
  const sim::ProtectedCells kept_free = sim::protected_cells(*grid_, rule_, first);
  for (const Cell cell : kept_free.cells()) is_kept_free_[cell] = 1;
  for (std::uint64_t attempt = 0; attempt < most_tries; ++attempt) {
    if (!repair(id_of_try(id, attempt), first)) continue;
    walk(first);
    return attempt + 1;
  }
  return std::nullopt;
}

bool RepairedLayouts::repair(const sim::GameId& id, Cell first) {
  sim::lay_mines(layout_, rule_, first, mine_count_, id);
  random_ = sim::Stream(id, sim::StreamPurpose::repair);
  moved_ = 0;
  if (layout_.is_mine(first)) return false;
  for (std::uint64_t moves_before = grid_->cell_count();;) {
    std::uint64_t moves = 0;
    for (start(first); !play_.play(game_); take_changes())
      if (++moves >= moves_before || !move_mines()) return false;
    if (moves == 0) return true;
    moves_before = moves;
  }
}

void RepairedLayouts::start(Cell first) {
  game_.resume(hidden_, layout_);
  game_.dig(first);
}

void RepairedLayouts::take_changes() {
  visible_.clear();
  for (Cell cell = 0; cell < grid_->cell_count(); ++cell)
    if (game_.view().is_shown(cell) && !layout_.is_mine(cell)) visible_.push_back(cell);
  game_.resume(hidden_, layout_);
  for (const Cell cell : visible_) game_.dig(cell);
}

void RepairedLayouts::walk(Cell first) {
  if (mine_count_ == 0) return;
  for (std::uint32_t step = 0; step < walk_steps_; ++step) {
    const Cell from = layout_.mines()[random_.below(mine_count_)];
    const Cell to = random_.below(grid_->cell_count());
    if (layout_.is_mine(to) || is_kept_free_[to] != 0) continue;
    move_mine(from, to);
    start(first);
    if (play_.play(game_)) continue;
    move_mine(to, from);
    moved_ -= 2;
  }
}

bool RepairedLayouts::move_mines() {
  const LocalRules& knowledge = play_.settled_knowledge();
  choose_area(knowledge);
  list_supply(knowledge);
  const auto full = static_cast<std::size_t>(
      std::ranges::count_if(area_, [this](Cell cell) { return layout_.is_mine(cell); }));
  const std::size_t empty = area_.size() - full;
  // The first cells of the supply that give enough mines, or enough room for them.
  std::size_t mines = 0;
  std::size_t free = 0;
  std::size_t length = 0;
  while (length < supply_.size() && (empty == 0 || mines < empty) && (full == 0 || free < full))
    ++(layout_.is_mine(supply_[length++]) ? mines : free);
  const bool fills = empty > 0 && mines == empty;
  if (!fills && (full == 0 || free < full)) return false;
  auto other = supply_.begin();
  for (const Cell cell : area_) {
    if (layout_.is_mine(cell) == fills) continue;
    while (layout_.is_mine(*other) != fills) ++other;
    move_mine(fills ? *other : cell, fills ? cell : *other);
    ++other;
  }
  return true;
}

void RepairedLayouts::choose_area(const LocalRules& knowledge) {
  area_.clear();
  knowledge.list_open_constraints(constraints_);
  if (constraints_.empty()) {
    for (Cell cell = 0; cell < grid_->cell_count(); ++cell)
      if (knowledge.is_unknown(cell)) area_.push_back(cell);
    return;
  }
  const Cell number = constraints_[random_.below(static_cast<std::uint32_t>(constraints_.size()))];
  for (const Cell cell : grid_->neighbors(number))
    if (knowledge.is_unknown(cell)) area_.push_back(cell);
}

void RepairedLayouts::list_supply(const LocalRules& knowledge) {
  for (const Cell cell : area_) is_in_area_[cell] = 1;
  near_.clear();
  far_.clear();
  known_.clear();
  for (Cell cell = 0; cell < grid_->cell_count(); ++cell) {
    if (is_kept_free_[cell] != 0 || is_in_area_[cell] != 0) continue;
    bool is_near = false;
    for (const Cell neighbor : grid_->neighbors(cell)) is_near |= knowledge.is_shown(neighbor);
    (!knowledge.is_unknown(cell) ? known_ : is_near ? near_ : far_).push_back(cell);
  }
  for (const Cell cell : area_) is_in_area_[cell] = 0;
  supply_.clear();
  append_shuffled(near_);
  append_shuffled(far_);
  append_shuffled(known_);
}

void RepairedLayouts::append_shuffled(std::vector<Cell>& cells) {
  random_.shuffle(std::span<Cell>(cells));
  supply_.insert(supply_.end(), cells.begin(), cells.end());
}

void RepairedLayouts::move_mine(Cell from, Cell to) {
  layout_.remove_mine(from);
  layout_.add_mine(to);
  ++moved_;
}

}  // namespace sapper::solvers
