#include "solvers/minesweeper/clicks/least_clicks.hpp"

#include <algorithm>
#include <unordered_map>

#include "solvers/minesweeper/clicks/click_formula.hpp"
#include "solvers/minesweeper/clicks/click_plan.hpp"

namespace sapper::solvers {

namespace {

using Unit = ClickGraph::Unit;
using Outcome = ClickFormula::Outcome;
using End = ClickClock::End;

// Clicks on some of the cells, by cell.
using Selection = std::vector<bool>;

class LeastClicksSearch {
 public:
  // Looks for a plan with fewer clicks than `best`, which opens everything. movable: the cells whose clicks may differ from
  // those of `best`; all if it is empty.
  LeastClicksSearch(const ClickGraph& graph, ClickClock& clock, ClickPlan best, const Selection& movable = {})
      : graph_(graph),
        clock_(clock),
        formula_(clock),
        digs_(graph.unit_count()),
        chords_(graph.chords().size()),
        best_(std::move(best)) {
    add_clicks(movable);
    for (Unit unit = 0; unit < graph.unit_count(); ++unit)
      if (graph.is_worth_a_dig(unit)) require_click(std::span(&unit, 1));
  }

  // Until it is proven that there is none, or this end.
  void run(const End& end) {
    while (!is_proven() && !clock_.is_over(end)) {
      const Outcome outcome = formula_.find(end);
      if (outcome == Outcome::gave_up) break;
      if (outcome == Outcome::model) take_plan();
    }
  }

  bool is_proven() const { return at_least() >= best_.click_count(); }
  const ClickPlan& best() const { return best_; }
  void take_if_better(const ClickPlan& plan) {
    if (plan.click_count() < best_.click_count()) best_ = plan;
  }
  // Least clicks, if all cells are movable.
  std::uint32_t at_least() const { return formula_.at_least(); }

 private:
  void add_clicks(const Selection& movable) {
    const auto new_click = [&](sim::Cell cell, bool is_in_best) {
      return movable.empty() || movable[cell] ? formula_.new_click() : formula_.new_fixed_click(is_in_best);
    };
    for (Unit unit = 0; unit < graph_.unit_count(); ++unit)
      if (graph_.is_worth_a_dig(unit)) digs_[unit] = new_click(graph_.cell_of(unit), best_.has_dig(unit));
    std::unordered_map<sim::Cell, int> flags;
    const std::vector<sim::Cell> flagged = best_.flags();
    for (std::uint32_t i = 0; i < chords_.size(); ++i) {
      const ClickGraph::Chord& chord = graph_.chords()[i];
      chords_[i] = new_click(chord.cell, best_.has_chord(i));
      for (const sim::Cell mine : chord.flags) {
        int& flag = flags[mine];
        if (flag == 0) flag = new_click(mine, std::ranges::binary_search(flagged, mine));
        formula_.add_clause({-chords_[i], flag});
      }
    }
  }

  // A set of units has a dig in it, or a chord into it.
  void require_click(std::span<const Unit> set) {
    std::vector<int> clause;
    for (const Unit unit : set) {
      if (digs_[unit] != 0) clause.push_back(digs_[unit]);
      for (const std::uint32_t chord : graph_.chords_into(unit))
        if (std::ranges::find(set, graph_.chords()[chord].unit) == set.end())
          clause.push_back(chords_[chord]);
    }
    std::ranges::sort(clause);
    clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
    formula_.add_clause(clause);
  }

  // A plan with as few clicks as the bound allows; it may leave units hidden.
  void take_plan() {
    ClickPlan plan(graph_);
    for (Unit unit = 0; unit < graph_.unit_count(); ++unit)
      if (digs_[unit] != 0) plan.choose_dig(unit, formula_.is_true(digs_[unit]));
    for (std::uint32_t chord = 0; chord < chords_.size(); ++chord)
      plan.choose_chord(chord, formula_.is_true(chords_[chord]));
    for (const std::vector<Unit>& set : plan.unfounded_sets()) require_click(set);
    plan.complete();
    take_if_better(plan);
  }

  const ClickGraph& graph_;
  ClickClock& clock_;
  ClickFormula formula_;
  std::vector<int> digs_;    // [unit] variables; 0: not worth one
  std::vector<int> chords_;  // [chord] variables
  ClickPlan best_;
};

// Shares of the limit: the proof alone; then a search for better plans, at most; then the proof again.
constexpr double kShareOfFirstProof = 0.1;
constexpr double kShareOfWindows = 0.4;
// Rows and columns of the windows in which a plan is improved; cells of those on boards of one row, as graphs are.
constexpr int kWindowSide = 10;
constexpr int kWindowCells = kWindowSide * kWindowSide;
constexpr std::chrono::seconds kLongestWindow{2};
constexpr double kShareOfWindow = 0.05;

// Replaces the plan's clicks in one window after another by the fewest, until no window gains or the end.
ClickPlan improved_by_windows(const ClickGraph& graph, ClickClock& clock, ClickPlan plan, const End& end) {
  const auto [rows, cols] = graph.size();
  int gainless = 0;
  const int width = rows == 1 ? kWindowCells : kWindowSide;
  const int step = kWindowSide / 2, step_across = width / 2;
  const int down = (rows + step - 1) / step, across = (cols + step_across - 1) / step_across;
  for (int window = 0; gainless < down * across && !clock.is_over(end);
       window = (window + 1) % (down * across)) {
    Selection movable(graph.cell_count());
    for (int i = 0; i < kWindowSide * width; ++i) {
      const int row = window / across * step - step / 2 + i / width;
      const int col = window % across * step_across - step_across / 2 + i % width;
      if (row >= 0 && row < rows && col >= 0 && col < cols)
        movable[sim::cell_at(graph.size(), {row, col})] = true;
    }
    LeastClicksSearch search(graph, clock, plan, movable);
    search.run(clock.soon(kLongestWindow, kShareOfWindow, end));
    ++gainless;
    if (search.best().click_count() < plan.click_count()) gainless = 0;
    plan = search.best();
  }
  return plan;
}

}  // namespace

LeastClicks find_least_clicks(const ClickGraph& graph, std::span<const Click> known,
                              const ClickLimit& limit) {
  ClickClock clock(limit);
  ClickPlan digs(graph), known_plan(graph, known);
  digs.complete();
  known_plan.complete();
  LeastClicksSearch search(graph, clock, digs);
  search.take_if_better(known_plan);
  if (!limit.is_hasty) search.run(clock.after(kShareOfFirstProof));
  if (!limit.is_hasty && !search.is_proven())
    search.take_if_better(
        improved_by_windows(graph, clock, search.best(), clock.after(kShareOfFirstProof + kShareOfWindows)));
  search.run(clock.after(1));
  return {search.at_least(), search.best().clicks()};
}

}  // namespace sapper::solvers
