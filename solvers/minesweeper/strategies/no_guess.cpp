#include "solvers/minesweeper/strategies/no_guess.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "sim/minesweeper/first_click.hpp"
#include "sim/minesweeper/graph_game_rules.hpp"
#include "sim/support/interruptible.hpp"
#include "solvers/minesweeper/counting/counting.hpp"

namespace sapper::solvers {

using sim::Cell;

namespace {

template <class Boards>
bool wins(CertainPlayOf<Boards>& play, typename Boards::Game& game,
          const typename CertainPlayOf<Boards>::Watch& watch = {}) try {
  return play.play(game, watch);
} catch (const ComponentTooWide&) {
  return false;
}

// The lists of a graph may be in any order, on which layouts must not depend.
void put_in_order(const RepairedLayoutsOf<OnGraphs>&, std::vector<Cell>& cells) { std::ranges::sort(cells); }
void put_in_order(const RepairedLayoutsOf<OnGrids>&, std::vector<Cell>&) {}

}  // namespace

// The finalizer of MurmurHash3, a bijection that maps 0 to itself.
sim::GameId id_of_try(const sim::GameId& id, std::uint64_t attempt) {
  std::uint64_t mixed = attempt;
  mixed = (mixed ^ mixed >> 33) * 0xFF51AFD7ED558CCDU;
  mixed = (mixed ^ mixed >> 33) * 0xC4CEB9FE1A85EC53U;
  mixed ^= mixed >> 33;
  return {id.seed, id.board_key ^ mixed, id.game};
}

template <class Boards>
NoGuessLayoutsOf<Boards>::NoGuessLayoutsOf(typename Boards::GameRules rules)
    : game_(std::move(rules)), play_(game_.rules().board()) {}

template <class Boards>
std::optional<std::uint64_t> NoGuessLayoutsOf<Boards>::draw(const sim::GameId& id, Cell first,
                                                            std::uint64_t most_tries) {
  for (std::uint64_t attempt = 0; attempt < most_tries; ++attempt)
    if (solves(id, attempt, first)) return attempt + 1;
  return std::nullopt;
}

template <class Boards>
bool NoGuessLayoutsOf<Boards>::solves(const sim::GameId& id, std::uint64_t attempt, Cell first,
                                      const Watch& watch) {
  game_.start(id_of_try(id, attempt));
  game_.dig(first);
  return wins(play_, game_, watch);
}

template <class Boards>
bool CertainPlayOf<Boards>::play(typename Boards::Game& game, const Watch& watch) {
  game.forget_shown();
  reasoner_.begin(game.view());
  while (!game.is_over()) {
    sim::end_if_interrupted();
    digs_.clear();
    if (!reasoner_.plan_by_rules(game.shown(), digs_) && !reasoner_.plan_by_posterior(digs_)) return false;
    game.forget_shown();
    if (!watch) {
      game.dig(digs_.safe);
      continue;
    }
    digs_.for_each([&](const Move& dig) {
      if (game.is_over() || !game.view().is_hidden(dig.cell)) return;
      watch(game.view(), dig);
      game.dig(dig.cell);
    });
  }
  return game.is_won();
}

template <class Boards>
RepairedLayoutsOf<Boards>::RepairedLayoutsOf(const typename Boards::GameRules& rules,
                                             std::uint32_t walk_steps)
    : rules_(rules),
      walk_steps_(walk_steps),
      layout_(rules_.board()),
      hidden_(Boards::untouched(rules_, Boards::free_by_rule(rules_))),
      game_(rules_),
      play_(rules_.board()),
      is_kept_free_(rules_.board().cell_count(), 0),
      is_in_area_(rules_.board().cell_count(), 0) {}

template <class Boards>
std::optional<std::uint64_t> RepairedLayoutsOf<Boards>::draw(const sim::GameId& id, Cell first,
                                                             std::uint64_t most_tries) {
  std::vector<Cell> kept_free{first};
  sim::append_protected_cells(rules_.board(), rules_.first_click, first, kept_free);
  std::ranges::fill(is_kept_free_, std::uint8_t{0});
  for (const Cell cell : kept_free) is_kept_free_[cell] = 1;
  for (std::uint64_t attempt = 0; attempt < most_tries; ++attempt) {
    if (!repair(id_of_try(id, attempt), first)) continue;
    walk(first);
    return attempt + 1;
  }
  return std::nullopt;
}

template <class Boards>
bool RepairedLayoutsOf<Boards>::repair(const sim::GameId& id, Cell first) try {
  game_.start(id);
  game_.lay(first);
  layout_ = game_.layout();
  random_ = sim::Stream(id, sim::StreamPurpose::repair);
  moved_ = 0;
  if (layout_.is_mine(first)) return false;
  for (std::uint64_t moves_before = rules_.board().cell_count();;) {
    std::uint64_t moves = 0;
    for (start(first); !play_.play(game_); take_changes())
      if (++moves >= moves_before || !move_mines()) return false;
    if (moves == 0) return true;
    moves_before = moves;
  }
} catch (const ComponentTooWide&) {
  return false;
}

template <class Boards>
void RepairedLayoutsOf<Boards>::start(Cell first) {
  game_.resume(hidden_, layout_);
  game_.dig(first);
}

template <class Boards>
void RepairedLayoutsOf<Boards>::take_changes() {
  visible_.clear();
  for (Cell cell = 0; cell < rules_.board().cell_count(); ++cell)
    if (!game_.view().is_hidden(cell) && !layout_.is_mine(cell)) visible_.push_back(cell);
  game_.resume(hidden_, layout_);
  for (const Cell cell : visible_) game_.dig(cell);
}

template <class Boards>
void RepairedLayoutsOf<Boards>::walk(Cell first) {
  if (rules_.mine_count == 0) return;
  for (std::uint32_t step = 0; step < walk_steps_; ++step) {
    const Cell from = layout_.mines()[random_.below(rules_.mine_count)];
    const Cell to = random_.below(rules_.board().cell_count());
    if (layout_.is_mine(to) || is_kept_free_[to] != 0) continue;
    move_mine(from, to);
    start(first);
    if (wins(play_, game_)) continue;
    move_mine(to, from);
    moved_ -= 2;
  }
}

template <class Boards>
bool RepairedLayoutsOf<Boards>::move_mines() {
  const Knowledge& knowledge = play_.settled_knowledge();
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

template <class Boards>
void RepairedLayoutsOf<Boards>::choose_area(const Knowledge& knowledge) {
  area_.clear();
  knowledge.list_open_constraints(constraints_);
  if (constraints_.empty()) {
    for (Cell cell = 0; cell < rules_.board().cell_count(); ++cell)
      if (knowledge.is_unknown(cell)) area_.push_back(cell);
    return;
  }
  const Cell number = constraints_[random_.below(static_cast<std::uint32_t>(constraints_.size()))];
  for (const Cell cell : knowledge.seen_from(number))
    if (knowledge.is_unknown(cell)) area_.push_back(cell);
  put_in_order(*this, area_);
}

template <class Boards>
void RepairedLayoutsOf<Boards>::list_supply(const Knowledge& knowledge) {
  for (const Cell cell : area_) is_in_area_[cell] = 1;
  near_.clear();
  far_.clear();
  known_.clear();
  for (Cell cell = 0; cell < rules_.board().cell_count(); ++cell) {
    if (is_kept_free_[cell] != 0 || is_in_area_[cell] != 0) continue;
    bool is_near = false;
    for (const Cell number : knowledge.seeing(cell)) is_near |= knowledge.is_shown(number);
    (!knowledge.is_unknown(cell) ? known_ : is_near ? near_ : far_).push_back(cell);
  }
  for (const Cell cell : area_) is_in_area_[cell] = 0;
  supply_.clear();
  append_shuffled(near_);
  append_shuffled(far_);
  append_shuffled(known_);
}

template <class Boards>
void RepairedLayoutsOf<Boards>::append_shuffled(std::vector<Cell>& cells) {
  random_.shuffle(std::span<Cell>(cells));
  supply_.insert(supply_.end(), cells.begin(), cells.end());
}

template <class Boards>
void RepairedLayoutsOf<Boards>::move_mine(Cell from, Cell to) {
  layout_.remove_mine(from);
  layout_.add_mine(to);
  ++moved_;
}

template class CertainPlayOf<OnGrids>;
template class CertainPlayOf<OnGraphs>;
template class NoGuessLayoutsOf<OnGrids>;
template class NoGuessLayoutsOf<OnGraphs>;
template class RepairedLayoutsOf<OnGrids>;
template class RepairedLayoutsOf<OnGraphs>;

}  // namespace sapper::solvers
