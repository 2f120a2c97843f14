// P(mine) of every cell, exactly: given the view, every layout that meets the shown numbers and the mine
// count is equally likely (first-click rules keep it so; cells that the rules keep free count as safe).
//
// The local rules go first. Each component of the frontier is counted by number of mines; the components are
// combined with the mine count and the C(cells, mines) ways to lay the rest away from the frontier; each
// component then gets its marginals under the weights that the rest of the board lends it. Doubles where
// nothing can leave their range, wide numbers elsewhere: relative error below 1e-12, at any board size and
// density. 0 and 1 come from counts.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "solvers/minesweeper/counting.hpp"
#include "solvers/minesweeper/eliminator.hpp"
#include "solvers/minesweeper/frontier.hpp"
#include "solvers/minesweeper/local_rules.hpp"
#include "solvers/minesweeper/phase_timer.hpp"

namespace sapper::solvers {

// What makes a position impossible.
struct Contradiction {
  enum class Kind : std::uint8_t { none, number, component, mine_count } kind = Kind::none;
  sim::Cell cell = sim::kNoCell;  // number: the shown number that the local rules cannot meet
  std::uint32_t component = 0;    // component: of the frontier, whose numbers contradict one another
  std::int64_t fewest_mines = 0;  // mine_count: what the numbers allow, known mines included
  std::int64_t most_mines = 0;
};

class Posterior {
 public:
  // One object serves one thread; the grid must outlive it.
  explicit Posterior(const sim::Grid& grid);
  ~Posterior();

  // From a view alone. False if no layout is consistent with it: see contradiction(). ComponentTooWide if
  // some component passes the eliminator's limits.
  bool compute(const sim::View& view);
  // From what is known after the local rules have come to a fixed point.
  bool compute(const LocalRules& knowledge, PhaseTimer* phases = nullptr);

  // Of a hidden cell, after a successful compute; the knowledge must not have changed since.
  double p_mine(sim::Cell cell) const;
  bool is_certain_safe(sim::Cell cell) const;
  bool is_certain_mine(sim::Cell cell) const;

  const Contradiction& contradiction() const { return contradiction_; }
  const LocalRules& knowledge() const { return *knowledge_; }
  const Frontier& frontier() const { return frontier_; }

  // A set of cells that are alike: a frontier group, or the unknown cells away from the frontier.
  struct Risk {
    double p_mine;
    bool can_be_mine;
    bool can_be_free;
  };
  std::span<const Risk> group_risks() const { return group_risks_; }  // [frontier group]
  // The unknown cells away from the frontier; meaningful if there are any.
  const Risk& outside_risk() const { return outside_risk_; }
  std::uint32_t outside_count() const { return outside_count_; }

 private:
  struct CountedComponent;
  template <class Number>
  struct Scratch;

  bool count_components();
  void find_counted_components();
  bool find_mine_range();
  template <class Number>
  bool combine();
  template <class Number>
  void multiply_prefixes(Scratch<Number>& scratch) const;
  template <class Number>
  void fill_outside_ways(std::vector<Number>& ways) const;
  template <class Number>
  bool take_outside_risk(const Scratch<Number>& scratch);
  template <class Number>
  Scratch<Number>& scratch();
  const Risk& risk_of(sim::Cell cell) const;
  bool fail(const Contradiction& contradiction);
  bool fail_mine_count();

  LocalRules own_knowledge_;
  const LocalRules* knowledge_ = nullptr;
  Frontier frontier_;
  Contradiction contradiction_;
  std::vector<std::unique_ptr<CountedComponent>> pool_;  // of this position and earlier ones
  std::vector<std::uint32_t>
      slot_of_constraint_;                    // [cell] where a component with this first constraint may be
  std::vector<CountedComponent*> counted_;    // [component]
  std::vector<CountedComponent*> uncounted_;  // of these, the ones to count
  std::uint64_t computation_ = 0;
  std::vector<Risk> group_risks_;
  Risk outside_risk_{};
  std::uint32_t outside_count_ = 0;
  // Mines on the frontier beyond its fewest: 0..most_extra_; with e extra ones, mines_outside_ - e lie
  // outside.
  std::uint32_t most_extra_ = 0;
  std::int64_t mines_outside_ = 0;
  std::int64_t fewest_mines_ = 0;  // on the whole board, by the numbers alone
  std::int64_t most_mines_ = 0;
  bool is_wide_ = false;  // ways of the whole board may leave the range of doubles

  std::unique_ptr<Scratch<double>> narrow_;
  std::unique_ptr<Scratch<WideNumber>> wide_;
};

}  // namespace sapper::solvers
