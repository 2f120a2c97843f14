#include "solvers/minesweeper/clicks/least_clicks.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "sim/support/interruptible.hpp"
#include "solvers/minesweeper/clicks/click_plan.hpp"
#include "solvers/minesweeper/deduction/sat_deduction.hpp"

namespace sapper::solvers {

namespace {

using Unit = ClickGraph::Unit;
using Outcome = SatFormula::Outcome;
using Clock = std::chrono::steady_clock;

// Between two looks at the clock.
constexpr int kConflictsAtOnce = 2000;
// The limits for leaving a click out of a core, and for raising a core's bound by one.
constexpr int kConflictsToReduce = 300;
constexpr int kConflictsToRaise = 3000;

// Clicks on some of the cells, by cell.
using Selection = std::vector<bool>;

class LeastClicksSearch {
 public:
  // Looks for a plan with fewer clicks than `best`, which opens everything. movable: the cells whose clicks may differ from
  // those of `best`; all if it is empty.
  LeastClicksSearch(const ClickGraph& graph, ClickPlan best, const Selection& movable = {})
      : graph_(graph), digs_(graph.unit_count()), chords_(graph.chords().size()), best_(std::move(best)) {
    add_clicks(movable);
    for (Unit unit = 0; unit < graph.unit_count(); ++unit)
      if (graph.is_worth_a_dig(unit)) require_click(std::span(&unit, 1));
  }

  // Until it is proven that there is none, or this time.
  void run(Clock::time_point end) {
    end_ = end;
    while (!is_proven() && Clock::now() < end) {
      const Outcome outcome = solve();
      if (outcome == Outcome::gave_up) break;
      if (outcome == Outcome::no_model)
        raise_bound();
      else
        take_plan();
    }
  }

  bool is_proven() const { return at_least_ >= best_.click_count(); }
  const ClickPlan& best() const { return best_; }
  void take_if_better(const ClickPlan& plan) {
    if (plan.click_count() < best_.click_count()) best_ = plan;
  }
  // Least clicks, if all cells are movable.
  std::uint32_t at_least() const { return at_least_; }

 private:
  // "More than `index` clicks of a core"; a click by itself is a core of its own.
  struct Count {
    std::size_t core;
    std::size_t index;
  };

  void add_clicks(const Selection& movable) {
    const auto new_click = [&](sim::Cell cell, bool is_in_best) {
      const int variable = formula_.new_variable();
      if (movable.empty() || movable[cell]) {
        forbidden_.push_back(variable);
      } else {
        formula_.add_clause({is_in_best ? variable : -variable});
        at_least_ += is_in_best ? 1 : 0;
      }
      formula_.try_first(-variable);
      return variable;
    };
    for (Unit unit = 0; unit < graph_.unit_count(); ++unit)
      if (graph_.is_worth_a_dig(unit)) digs_[unit] = new_click(graph_.cell_of(unit), best_.has_dig(unit));
    std::unordered_map<sim::Cell, int> flags;
    const std::vector<sim::Cell> flagged = best_.flags();
    for (std::uint32_t i = 0; i < chords_.size(); ++i) {
      const ClickGraph::Chord& chord = graph_.chords()[i];
      chords_[i] = new_click(graph_.cell_of(chord.number), best_.has_chord(i));
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
        if (std::ranges::find(set, graph_.chords()[chord].number) == set.end())
          clause.push_back(chords_[chord]);
    }
    std::ranges::sort(clause);
    clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
    formula_.add_clause(clause);
  }

  Outcome solve() {
    std::vector<int> assumptions;
    for (const int variable : forbidden_) assumptions.push_back(-variable);
    for (;;) {
      sim::end_if_interrupted();
      const Outcome outcome = formula_.solve(assumptions, kConflictsAtOnce);
      if (outcome != Outcome::gave_up || Clock::now() >= end_) return outcome;
    }
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

  // After no_model: the assumptions that contradict one another.
  void raise_bound() {
    std::vector<int> core = reduced(needed(forbidden_));
    std::vector<int> sums;
    std::size_t allowed = 1;  // of the core's clicks
    if (core.size() > 1) {
      sums = formula_.add_totalizer(core, core.size());
      while (allowed < core.size() && Clock::now() < end_ &&
             formula_.solve(std::vector{-sums[allowed]}, kConflictsToRaise) == Outcome::no_model) {
        sim::end_if_interrupted();
        ++allowed;
      }
    }
    at_least_ += static_cast<std::uint32_t>(allowed);
    for (const int variable : core) {
      std::erase(forbidden_, variable);
      // One more of the core that it counts is allowed from now on.
      const auto count = counts_.find(variable);
      if (count != counts_.end()) forbid(count->second.core, count->second.index + 1);
    }
    cores_.push_back(std::move(sums));
    if (!cores_.back().empty()) forbid(cores_.size() - 1, allowed);
  }

  void forbid(std::size_t core, std::size_t index) {
    if (index >= cores_[core].size()) return;
    const int variable = cores_[core][index];
    counts_[variable] = {core, index};
    forbidden_.push_back(variable);
  }

  std::vector<int> needed(std::span<const int> forbidden) {
    std::vector<int> core;
    for (const int variable : forbidden)
      if (formula_.is_needed(-variable)) core.push_back(variable);
    return core;
  }

  // Leaves out what is not needed for the contradiction.
  std::vector<int> reduced(std::vector<int> core) {
    std::vector<int> assumptions;
    for (std::size_t i = 0; i < core.size() && core.size() > 1 && Clock::now() < end_;) {
      sim::end_if_interrupted();
      assumptions.clear();
      for (std::size_t j = 0; j < core.size(); ++j)
        if (j != i) assumptions.push_back(-core[j]);
      if (formula_.solve(assumptions, kConflictsToReduce) != Outcome::no_model) {
        ++i;
        continue;
      }
      // Those before i have been found necessary, and stay.
      std::vector<int> rest;
      for (std::size_t j = 0; j < core.size(); ++j)
        if (j != i && (j < i || formula_.is_needed(-core[j]))) rest.push_back(core[j]);
      core = std::move(rest);
    }
    return core;
  }

  const ClickGraph& graph_;
  Clock::time_point end_{};
  SatFormula formula_;
  std::vector<int> digs_;                // [unit] variables; 0: not worth one
  std::vector<int> chords_;              // [chord] variables
  std::vector<int> forbidden_;           // what the next question assumes to be false
  std::vector<std::vector<int>> cores_;  // [core][i] "more than i of its clicks"
  std::map<int, Count> counts_;          // by variable
  std::uint32_t at_least_ = 0;
  ClickPlan best_;
};

// Shares of the time: the proof alone; then a search for better plans, at most; then the proof again.
constexpr double kShareOfFirstProof = 0.1;
constexpr double kShareOfWindows = 0.4;
// Rows and columns of the windows in which a plan is improved.
constexpr int kWindowSide = 10;
constexpr std::chrono::seconds kLongestWindow{2};

// Replaces the plan's clicks in one window after another by the fewest, until no window gains or the time is over.
ClickPlan improved_by_windows(const ClickGraph& graph, const sim::Grid& grid, ClickPlan plan,
                              Clock::time_point end) {
  int gainless = 0;
  const int step = kWindowSide / 2;
  const int down = (grid.rows() + step - 1) / step, across = (grid.cols() + step - 1) / step;
  for (int window = 0; gainless < down * across && Clock::now() < end;
       window = (window + 1) % (down * across)) {
    Selection movable(grid.cell_count());
    for (int i = 0; i < kWindowSide * kWindowSide; ++i) {
      const int row = window / across * step - step / 2 + i / kWindowSide;
      const int col = window % across * step - step / 2 + i % kWindowSide;
      if (row >= 0 && row < grid.rows() && col >= 0 && col < grid.cols()) movable[grid.at(row, col)] = true;
    }
    LeastClicksSearch search(graph, plan, movable);
    search.run(std::min(end, Clock::now() + kLongestWindow));
    ++gainless;
    if (search.best().click_count() < plan.click_count()) gainless = 0;
    plan = search.best();
  }
  return plan;
}

}  // namespace

LeastClicks find_least_clicks(const ClickGraph& graph, std::span<const Click> known,
                              std::chrono::duration<double> limit) {
  // Limits of years would overflow the clock's count.
  constexpr std::chrono::duration<double> kLongest = std::chrono::hours(24 * 365);
  const auto begin = Clock::now();
  const auto after = [&](double share) {
    return begin + std::chrono::duration_cast<Clock::duration>(std::min(limit, kLongest) * share);
  };
  ClickPlan digs(graph), known_plan(graph, known);
  digs.complete();
  known_plan.complete();
  LeastClicksSearch search(graph, digs);
  search.take_if_better(known_plan);
  search.run(after(kShareOfFirstProof));
  if (!search.is_proven())
    search.take_if_better(
        improved_by_windows(graph, graph.grid(), search.best(), after(kShareOfFirstProof + kShareOfWindows)));
  search.run(after(1));
  return {search.at_least(), search.best().clicks()};
}

}  // namespace sapper::solvers
