// Clicks chosen on a board whose mines are known: which digs and chords, and whether they open everything.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solvers/minesweeper/clicks/click_graph.hpp"

namespace sapper::solvers {

class ClickPlan {
 public:
  // No clicks. The graph must outlive the plan.
  explicit ClickPlan(const ClickGraph& graph);
  // The digs and chords among these. Instead of a number on the border of an opening it digs that opening, which shows
  // more.
  ClickPlan(const ClickGraph& graph, std::span<const Click> clicks);

  void choose_dig(ClickGraph::Unit unit, bool is_chosen) { digs_[unit] = is_chosen; }
  void choose_chord(std::uint32_t chord, bool is_chosen) { chords_[chord] = is_chosen; }

  bool has_dig(ClickGraph::Unit unit) const { return digs_[unit]; }
  bool has_chord(std::uint32_t chord) const { return chords_[chord]; }
  // The mines that its chords need flagged, ascending.
  std::vector<sim::Cell> flags() const;

  // The units that stay hidden, ascending. A chord counts once its number is shown.
  std::vector<ClickGraph::Unit> hidden() const;
  // The least sets of hidden units that no chosen chord from outside opens into; they share no unit. Each needs another dig in
  // it or chord into it.
  std::vector<std::vector<ClickGraph::Unit>> unfounded_sets() const;

  // Digs, flags and chords.
  std::uint32_t click_count() const;
  // Adds digs until nothing stays hidden, then leaves out digs and chords that are not needed.
  void complete();
  // In an order in which they can be made: the digs, then each chord after the flags that it is the first to need.
  // All must be shown in the end.
  std::vector<Click> clicks() const;

 private:
  struct Reach {
    std::vector<bool> is_shown;         // [unit]
    std::vector<std::uint32_t> chords;  // in the order in which they are made
  };
  Reach reach() const;
  bool opens_everything() const { return hidden().empty(); }

  const ClickGraph* graph_;
  std::vector<bool> digs_;    // [unit]
  std::vector<bool> chords_;  // [chord]
};

}  // namespace sapper::solvers
