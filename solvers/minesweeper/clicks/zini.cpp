#include "solvers/minesweeper/clicks/zini.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace sapper::solvers {

using sim::Cell;
using Unit = ClickGraph::Unit;

namespace {

struct ReadingOrder {
  bool is_up, is_leftward, is_by_columns;
};

class GreedyPlan {
 public:
  GreedyPlan(const ClickGraph& graph, ReadingOrder order)
      : graph_(graph),
        is_shown_(graph.unit_count()),
        is_flagged_(graph.cell_count()),
        premiums_(graph.chords().size()),
        places_(graph.chords().size()),
        chords_around_(graph.cell_count()) {
    for (std::uint32_t i = 0; i < premiums_.size(); ++i) {
      const ClickGraph::Chord& chord = graph.chords()[i];
      places_[i] = place_of(chord.cell, order);
      premiums_[i] = premium_of(i);
      queue_.insert({-premiums_[i], places_[i], i});
      for (const Cell mine : chord.flags) chords_around_[mine].push_back(i);
    }
  }

  std::vector<Click> run() {
    while (!queue_.empty() && queue_.begin()->loss <= 0) make(queue_.begin()->chord);
    for (Unit unit = 0; unit < graph_.unit_count(); ++unit)
      if (graph_.is_worth_a_dig(unit) && !is_shown_[unit]) dig(unit);
    return std::move(clicks_);
  }

 private:
  // In the order in which the best chord is looked for.
  struct Candidate {
    int loss;  // the premium's negative
    Cell place;
    std::uint32_t chord;
    bool operator<(const Candidate& other) const {
      return std::tie(loss, place, chord) < std::tie(other.loss, other.place, other.chord);
    }
  };

  // Which of the cells it is in this order.
  Cell place_of(Cell cell, ReadingOrder order) const {
    const auto rows = static_cast<Cell>(graph_.size().rows), cols = static_cast<Cell>(graph_.size().cols);
    Cell row = cell / cols, col = cell % cols;
    if (order.is_up) row = rows - 1 - row;
    if (order.is_leftward) col = cols - 1 - col;
    return order.is_by_columns ? col * rows + row : row * cols + col;
  }

  int premium_of(std::uint32_t index) const {
    const ClickGraph::Chord& chord = graph_.chords()[index];
    const auto saved = std::ranges::count_if(
        chord.opens, [&](Unit unit) { return graph_.is_worth_a_dig(unit) && !is_shown_[unit]; });
    const auto flags = std::ranges::count_if(chord.flags, [&](Cell mine) { return !is_flagged_[mine]; });
    const bool needs_extra_dig = !is_shown_[chord.unit] && !graph_.is_worth_a_dig(chord.unit);
    return static_cast<int>(saved - flags) - 1 - (needs_extra_dig ? 1 : 0);
  }

  void update(std::uint32_t chord) {
    const int premium = premium_of(chord);
    if (premium == premiums_[chord]) return;
    queue_.erase({-premiums_[chord], places_[chord], chord});
    premiums_[chord] = premium;
    queue_.insert({-premium, places_[chord], chord});
  }

  void make(std::uint32_t index) {
    const ClickGraph::Chord& chord = graph_.chords()[index];
    if (!is_shown_[chord.unit]) dig(chord.unit);
    for (const Cell mine : chord.flags) {
      if (is_flagged_[mine]) continue;
      is_flagged_[mine] = true;
      clicks_.push_back({ClickKind::flag, mine});
      for (const std::uint32_t other : chords_around_[mine]) update(other);
    }
    clicks_.push_back({ClickKind::chord, chord.cell});
    for (const Unit unit : chord.opens) show(unit);
  }

  void dig(Unit unit) {
    clicks_.push_back({ClickKind::dig, graph_.cell_of(unit)});
    show(unit);
  }

  void show(Unit unit) {
    if (is_shown_[unit]) return;
    is_shown_[unit] = true;
    std::vector<Unit> work{unit};
    while (!work.empty()) {
      const Unit next = work.back();
      work.pop_back();
      for (const std::uint32_t chord : graph_.chords_on(next)) update(chord);
      for (const std::uint32_t chord : graph_.chords_into(next)) update(chord);
      for (const Unit shown : graph_.shows(next)) {
        if (is_shown_[shown]) continue;
        is_shown_[shown] = true;
        work.push_back(shown);
      }
    }
  }

  const ClickGraph& graph_;
  std::vector<bool> is_shown_;                             // [unit]
  std::vector<bool> is_flagged_;                           // [cell]
  std::vector<int> premiums_;                              // [chord]
  std::vector<Cell> places_;                               // [chord] in reading order
  std::vector<std::vector<std::uint32_t>> chords_around_;  // [mine] those that need its flag
  std::set<Candidate> queue_;
  std::vector<Click> clicks_;
};

}  // namespace

std::vector<Click> find_zini(const ClickGraph& graph) {
  std::vector<Click> best;
  bool is_first = true;
  for (const bool is_by_columns : {false, true})
    for (const bool is_up : {false, true})
      for (const bool is_leftward : {false, true}) {
        std::vector<Click> clicks = GreedyPlan(graph, {is_up, is_leftward, is_by_columns}).run();
        if (is_first || clicks.size() < best.size()) best = std::move(clicks);
        is_first = false;
      }
  return best;
}

}  // namespace sapper::solvers
