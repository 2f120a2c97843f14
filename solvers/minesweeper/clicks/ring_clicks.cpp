#include "solvers/minesweeper/clicks/ring_clicks.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "sim/support/interruptible.hpp"
#include "solvers/minesweeper/clicks/click_formula.hpp"
#include "solvers/minesweeper/clicks/source_groups.hpp"

namespace sapper::solvers {

namespace {

using sim::Cell;
using Outcome = ClickFormula::Outcome;

constexpr std::uint32_t kNoPlace = std::numeric_limits<std::uint32_t>::max();

struct RingBoard {
  explicit RingBoard(const sim::Layout& layout) : RingBoard(layout.grid().cell_count()) {
    const auto neighbors = [&](Cell cell) { return layout.grid().neighbors(cell); };
    fill(
        layout, [&](Cell cell) { return layout.number(cell); }, neighbors, neighbors);
  }
  RingBoard(const sim::Graph& graph, const sim::GraphLayout& layout) : RingBoard(graph.cell_count()) {
    fill(
        layout, [&](Cell cell) { return layout.numbers()[cell]; },
        [&](Cell cell) { return graph.sees(cell); }, [&](Cell cell) { return graph.opens(cell); });
  }

  Cell cell_count() const { return static_cast<Cell>(is_free.size()); }
  // A chord that digs one cell is replaced by that dig, which needs no flags.
  bool is_worth_a_chord(Cell cell) const { return around[cell].size() > 1; }
  // Calls visit(guard) for the zeros with `zero` in their ring that a chord digs before it.
  template <class Visit>
  void each_guard(Cell chord, Cell zero, Visit visit) const {
    for (const Cell guard : around[chord])
      if (guard < zero && is_zero[guard] && std::ranges::binary_search(ring[guard], zero)) visit(guard);
  }

  std::vector<bool> is_free, is_zero;         // [cell]
  std::vector<std::vector<Cell>> around;      // [free cell] the free ones that a chord on it digs, ascending
  std::vector<std::vector<Cell>> chorded_by;  // [free cell] in whose `around` it is, ascending
  std::vector<std::vector<Cell>> ring;   // [free cell] the free ones that it shows if it is a 0, ascending
  std::vector<std::vector<Cell>> mines;  // [free cell] those that a chord on it needs flagged

 private:
  explicit RingBoard(std::size_t cells)
      : is_free(cells), is_zero(cells), around(cells), chorded_by(cells), ring(cells), mines(cells) {}

  template <class Layout, class Number, class Sees, class Opens>
  void fill(const Layout& layout, const Number& number, const Sees& sees, const Opens& opens) {
    for (Cell cell = 0; cell < is_free.size(); ++cell) {
      is_free[cell] = !layout.is_mine(cell);
      is_zero[cell] = is_free[cell] && number(cell) == 0;
      if (!is_free[cell]) continue;
      for (const Cell seen : sees(cell)) (layout.is_mine(seen) ? mines : around)[cell].push_back(seen);
      for (const Cell opened : opens(cell))
        if (!layout.is_mine(opened)) ring[cell].push_back(opened);
      std::ranges::sort(around[cell]);
      std::ranges::sort(ring[cell]);
      for (const Cell seen : around[cell]) chorded_by[seen].push_back(cell);
    }
  }
};

// The three sets.
struct RingPlan {
  explicit RingPlan(Cell cells) : is_dug(cells), is_chorded(cells), has_ring(cells) {}

  // True if a chord must wait until this cell is shown: it is a 0 to which no ring comes before the chord does.
  bool is_waited_for(const RingBoard& board, Cell chord, Cell cell) const {
    if (!board.is_zero[cell] || has_ring[cell]) return false;
    bool is_guarded = false;
    board.each_guard(chord, cell, [&](Cell guard) { is_guarded = is_guarded || has_ring[guard]; });
    return !is_guarded;
  }

  std::vector<bool> is_dug, is_chorded, has_ring;  // [cell]
};

// Follows a plan, and knows the cells that it shows.
class RingReach {
 public:
  RingReach(const RingBoard& board, const RingPlan& plan)
      : board_(board), plan_(plan), is_shown_(board.cell_count()), is_made_(board.cell_count()) {
    for (Cell cell = 0; cell < board.cell_count(); ++cell)
      if (plan.is_dug[cell]) show(cell);
    while (!work_.empty()) {
      const Cell cell = work_.back();
      work_.pop_back();
      if (plan.has_ring[cell])
        for (const Cell opened : board.ring[cell]) show(opened);
      make_if_possible(cell);
      if (board.is_zero[cell])
        for (const Cell chord : board.chorded_by[cell]) make_if_possible(chord);
    }
  }

  bool is_shown(Cell cell) const { return is_shown_[cell]; }
  // In the order in which they are made.
  const std::vector<Cell>& chords() const { return chords_; }
  bool is_made(Cell chord) const { return is_made_[chord]; }

 private:
  void show(Cell cell) {
    if (is_shown_[cell]) return;
    is_shown_[cell] = true;
    work_.push_back(cell);
  }
  void make_if_possible(Cell chord) {
    if (!plan_.is_chorded[chord] || is_made_[chord] || !is_shown_[chord]) return;
    for (const Cell neighbor : board_.around[chord])
      if (!is_shown_[neighbor] && plan_.is_waited_for(board_, chord, neighbor)) return;
    is_made_[chord] = true;
    chords_.push_back(chord);
    for (const Cell neighbor : board_.around[chord]) show(neighbor);
  }

  const RingBoard& board_;
  const RingPlan& plan_;
  std::vector<bool> is_shown_, is_made_;  // [cell]
  std::vector<Cell> chords_, work_;
};

// A game in which clicks are made one after another, whatever plan they come from.
class RingTable {
 public:
  explicit RingTable(const RingBoard& board)
      : board_(board), is_shown_(board.cell_count()), is_flagged_(board.cell_count()) {
    for (Cell cell = 0; cell < board.cell_count(); ++cell) hidden_ += board.is_free[cell] ? 1 : 0;
  }

  // Makes a dig or a chord, with the flags that it lacks, if it shows anything.
  void make(ClickKind kind, Cell cell) {
    if (kind == ClickKind::dig && !is_shown_[cell]) {
      clicks_.push_back({kind, cell});
      dig(cell);
    } else if (kind == ClickKind::chord && can_chord(cell)) {
      for (const Cell mine : board_.mines[cell]) {
        if (!is_flagged_[mine]) clicks_.push_back({ClickKind::flag, mine});
        is_flagged_[mine] = true;
      }
      clicks_.push_back({kind, cell});
      for (const Cell neighbor : board_.around[cell])
        if (!is_shown_[neighbor]) dig(neighbor);
    }
  }
  bool can_chord(Cell cell) const {
    return is_shown_[cell] &&
           std::ranges::any_of(board_.around[cell], [&](Cell each) { return !is_shown_[each]; });
  }
  bool is_won() const { return hidden_ == 0; }
  // How many cells its dig shows.
  std::size_t gain(Cell cell) const {
    if (!board_.is_free[cell] || is_shown_[cell]) return 0;
    return board_.is_zero[cell] ? 1 + static_cast<std::size_t>(std::ranges::count_if(
                                          board_.ring[cell], [&](Cell each) { return !is_shown_[each]; }))
                                : 1;
  }
  const std::vector<Click>& clicks() const { return clicks_; }

 private:
  void show(Cell cell) {
    if (is_shown_[cell]) return;
    is_shown_[cell] = true;
    --hidden_;
  }
  void dig(Cell cell) {
    show(cell);
    if (board_.is_zero[cell])
      for (const Cell opened : board_.ring[cell]) show(opened);
  }

  const RingBoard& board_;
  std::vector<bool> is_shown_, is_flagged_;  // [cell]
  std::size_t hidden_ = 0;
  std::vector<Click> clicks_;
};

// Without one click after another where the rest still wins. Flags are made where they are needed.
std::vector<Click> without_what_is_not_needed(const RingBoard& board, std::vector<Click> clicks) {
  for (std::size_t i = clicks.size(); i-- > 0;) {
    sim::end_if_interrupted();
    if (i >= clicks.size() || clicks[i].kind == ClickKind::flag) continue;
    RingTable table(board);
    for (std::size_t k = 0; k < clicks.size(); ++k)
      if (k != i) table.make(clicks[k].kind, clicks[k].cell);
    if (table.is_won() && table.clicks().size() < clicks.size()) clicks = table.clicks();
  }
  return clicks;
}

// The plan's clicks, and then the digs that show most.
std::vector<Click> completed(const RingBoard& board, const RingPlan& plan, const RingReach& reach) {
  RingTable table(board);
  for (const bool are_zeros : {true, false})
    for (Cell cell = 0; cell < board.cell_count(); ++cell)
      if (plan.is_dug[cell] && board.is_zero[cell] == are_zeros) table.make(ClickKind::dig, cell);
  for (const Cell chord : reach.chords()) table.make(ClickKind::chord, chord);
  while (!table.is_won()) {
    Cell best = 0;
    for (Cell cell = 0; cell < board.cell_count(); ++cell)
      if (board.is_free[cell] && table.gain(cell) > table.gain(best)) best = cell;
    table.make(ClickKind::dig, best);
    for (Cell cell = 0; cell < board.cell_count(); ++cell)
      if (plan.is_chorded[cell]) table.make(ClickKind::chord, cell);
  }
  return without_what_is_not_needed(board, table.clicks());
}

class RingSearch {
 public:
  RingSearch(const RingBoard& board, ClickClock& clock)
      : board_(board),
        clock_(clock),
        formula_(clock),
        digs_(board.cell_count()),
        chords_(board.cell_count()),
        rings_(board.cell_count()) {
    const RingPlan none(board.cell_count());
    best_ = completed(board, none, RingReach(board, none));
    add_clicks();
    add_rings();
    for (Cell cell = 0; cell < board.cell_count(); ++cell)
      if (board.is_free[cell]) require_entry(std::span(&cell, 1), none);
  }

  LeastClicks run(const ClickClock::End& end) {
    while (formula_.at_least() < best_.size() && !clock_.is_over(end)) {
      const Outcome outcome = formula_.find(end);
      if (outcome == Outcome::gave_up) break;
      if (outcome == Outcome::model) take_plan();
    }
    return {formula_.at_least(), best_};
  }

 private:
  void add_clicks() {
    std::map<Cell, int> flags;
    for (Cell cell = 0; cell < board_.cell_count(); ++cell) {
      if (!board_.is_free[cell]) continue;
      digs_[cell] = formula_.new_click();
      if (!board_.is_worth_a_chord(cell)) continue;
      chords_[cell] = formula_.new_click();
      for (const Cell mine : board_.mines[cell]) {
        int& flag = flags[mine];
        if (flag == 0) flag = formula_.new_click();
        formula_.add_clause({-chords_[cell], flag});
      }
    }
  }

  void add_rings() {
    for (Cell cell = 0; cell < board_.cell_count(); ++cell) {
      if (!board_.is_zero[cell]) continue;
      rings_[cell] = formula_.new_variable();
      formula_.add_clause({-digs_[cell], rings_[cell]});
      for (const Cell neighbor : board_.ring[cell])
        if (neighbor < cell && board_.is_zero[neighbor])
          formula_.add_clause({-rings_[cell], -rings_[neighbor]});
    }
  }

  // "The chord is made, and finds the hidden 0 with a ring or guarded": a variable that implies it.
  int entry_by(Cell chord, Cell zero) {
    int& entry = entries_[{chord, zero}];
    if (entry != 0) return entry;
    entry = formula_.new_variable();
    formula_.add_clause({-entry, chords_[chord]});
    std::vector<int> clause{-entry, rings_[zero]};
    board_.each_guard(chord, zero, [&](Cell guard) { clause.push_back(rings_[guard]); });
    formula_.add_clause(clause);
    return entry;
  }

  // The set, ascending, is entered. Refutes the plan if that leaves it hidden.
  void require_entry(std::span<const Cell> set, const RingPlan& plan) {
    const auto is_inside = [&](Cell cell) { return std::ranges::binary_search(set, cell); };
    std::vector<int> clause;
    for (const Cell cell : set) {
      clause.push_back(digs_[cell]);
      for (const Cell zero : board_.ring[cell])  // openings are mutual
        if (rings_[zero] != 0 && !is_inside(zero)) clause.push_back(rings_[zero]);
      for (const Cell chord : board_.chorded_by[cell]) {
        if (chords_[chord] == 0 || is_inside(chord)) continue;
        const std::vector<Cell>& dug = board_.around[chord];
        const auto zero = std::ranges::find_if(
            dug, [&](Cell each) { return is_inside(each) && plan.is_waited_for(board_, chord, each); });
        clause.push_back(plan.is_chorded[chord] && zero != dug.end() ? entry_by(chord, *zero)
                                                                     : chords_[chord]);
      }
    }
    std::ranges::sort(clause);
    clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
    formula_.add_clause(clause);
  }
  void take_plan() {
    RingPlan plan(board_.cell_count());
    for (Cell cell = 0; cell < board_.cell_count(); ++cell) {
      plan.is_dug[cell] = digs_[cell] != 0 && formula_.is_true(digs_[cell]);
      plan.is_chorded[cell] = chords_[cell] != 0 && formula_.is_true(chords_[cell]);
      plan.has_ring[cell] = rings_[cell] != 0 && formula_.is_true(rings_[cell]);
    }
    const RingReach reach(board_, plan);
    std::vector<Click> clicks = completed(board_, plan, reach);
    if (clicks.size() < best_.size()) best_ = std::move(clicks);
    for (const std::vector<Cell>& set : hidden_sets(plan, reach)) require_entry(set, plan);
  }

  // Sets of cells that the plan leaves hidden and does not enter.
  std::vector<std::vector<Cell>> hidden_sets(const RingPlan& plan, const RingReach& reach) const {
    std::vector<Cell> hidden;
    std::vector<std::uint32_t> place(board_.cell_count(), kNoPlace);  // in `hidden`
    for (Cell cell = 0; cell < board_.cell_count(); ++cell) {
      if (!board_.is_free[cell] || reach.is_shown(cell)) continue;
      place[cell] = static_cast<std::uint32_t>(hidden.size());
      hidden.push_back(cell);
    }
    // An edge leads from a cell to each that is shown once it is.
    std::vector<std::vector<std::uint32_t>> successors(hidden.size());
    const auto add_edges = [&](Cell from, const std::vector<Cell>& cells) {
      if (place[from] == kNoPlace) return;
      for (const Cell to : cells)
        if (place[to] != kNoPlace && to != from) successors[place[from]].push_back(place[to]);
    };
    for (Cell cell = 0; cell < board_.cell_count(); ++cell) {
      if (plan.has_ring[cell]) add_edges(cell, board_.ring[cell]);
      if (!plan.is_chorded[cell] || reach.is_made(cell)) continue;
      add_edges(cell, board_.around[cell]);
      for (const Cell zero : board_.around[cell])
        if (place[zero] != kNoPlace && plan.is_waited_for(board_, cell, zero))
          add_edges(zero, board_.around[cell]);
    }
    std::vector<std::vector<Cell>> sets = source_groups(successors);
    for (std::vector<Cell>& set : sets)
      for (Cell& member : set) member = hidden[member];
    return sets;
  }

  const RingBoard& board_;
  ClickClock& clock_;
  ClickFormula formula_;
  std::vector<int> digs_, chords_, rings_;        // [cell] variables; 0: none
  std::map<std::pair<Cell, Cell>, int> entries_;  // of entry_by
  std::vector<Click> best_;
};

}  // namespace

namespace {

LeastClicks find_least(const RingBoard& board, const ClickLimit& limit) {
  ClickClock clock(limit);
  return RingSearch(board, clock).run(clock.after(1));
}

}  // namespace

LeastClicks find_least_ring_clicks(const sim::Layout& layout, const ClickLimit& limit) {
  return find_least(RingBoard(layout), limit);
}

LeastClicks find_least_ring_clicks(const sim::Graph& graph, const sim::GraphLayout& layout,
                                   const ClickLimit& limit) {
  return find_least(RingBoard(graph, layout), limit);
}

bool have_mutual_openings(const sim::Graph& graph) {
  for (Cell cell = 0; cell < graph.cell_count(); ++cell)
    for (const Cell opened : graph.opens(cell))
      if (std::ranges::find(graph.opens(opened), cell) == graph.opens(opened).end()) return false;
  return true;
}

}  // namespace sapper::solvers
