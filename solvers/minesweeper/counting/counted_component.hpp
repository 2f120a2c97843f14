// A component of the frontier: its groups and constraints, its number of ways by number of mines and, under the weights
// induced by the rest of the board, the risk of each group. It is kept from move to move until a move changes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "solvers/minesweeper/counting/counting.hpp"
#include "solvers/minesweeper/counting/eliminator.hpp"
#include "solvers/minesweeper/counting/frontier.hpp"
#include "solvers/minesweeper/counting/frontier_builder.hpp"
#include "solvers/minesweeper/deduction/local_rules.hpp"

namespace sapper::solvers {

// Shared by equivalent cells: those of a group, or the unknown cells away from the frontier.
struct Risk {
  double p_mine = 0;  // 0 or 1 only where one of the following is false
  bool can_be_mine = false;
  bool can_be_free = false;
};

// p_mine clamped to [0, 1], and to the open interval where counts exclude certainty.
Risk make_risk(double p_mine, bool can_be_mine, bool can_be_free);

// Doubles range from 2^-1022 to 2^1023; values computed in them must stay within this many binary orders of magnitude.
inline constexpr double kSafeBinaryOrders = 1000;

class CountedComponent {
 public:
  // The budget must outlive the object. owner: the only one that may count it again; others only read and combine.
  explicit CountedComponent(CountingBudget* budget = nullptr, const void* owner = nullptr)
      : owner_(owner), budget_(budget), narrow_(budget) {}
  const void* owner() const { return owner_; }

  // Finds the component that has the given cell as a constraint, as the builder's append_component; call count() next.
  // False if there is none: the object is then invalid until the next find().
  template <class Builder, class Knowledge>
  [[nodiscard]] bool find(Builder& builder, const Knowledge& knowledge, sim::Cell constraint) {
    frontier_.clear();
    if (!builder.append_component(knowledge, constraint, frontier_)) return false;
    component_ = frontier_.component(0);
    return true;
  }

  // Counts by number of mines. ComponentTooWide as Eliminator's.
  void count(std::size_t max_entries = Eliminator<double>::kMaxEntries);
  // Discards the counts, and their memory if it is large.
  void release();
  bool is_possible() const { return range() > 0; }  // some assignment meets all constraints

  // After count(), if some assignment is possible: fills risks() with what is certain whatever the mine count; other
  // p_mine are undefined.
  void find_certainty();

  const Component& component() const { return component_; }
  std::uint32_t group_count() const { return component_.group_count(); }
  std::span<const sim::Cell> cells() const { return frontier_.cells(); }  // group by group
  std::span<const sim::Cell> constraint_cells() const { return frontier_.constraint_cells(); }
  std::span<const sim::Cell> cells_of_group(std::uint32_t group) const {
    return frontier_.cells_of_group(group);
  }

  // Ways with min_mines() + extra mines, extra < range().
  std::size_t range() const {
    return is_wide_ ? wide_->counts().counts.size() : narrow_.counts().counts.size();
  }
  std::uint32_t min_mines() const {
    return is_wide_ ? wide_->counts().min_mines : narrow_.counts().min_mines;
  }
  // The maximum number of states in one layer of the counting, and the number in all layers.
  std::size_t width() const { return is_wide_ ? wide_->width() : narrow_.width(); }
  std::size_t entry_count() const { return is_wide_ ? wide_->entry_count() : narrow_.entry_count(); }
  template <class Number>
  Number ways(std::size_t extra) const {
    if constexpr (std::is_same_v<Number, WideNumber>) {
      if (is_wide_) return wide_->counts().counts[extra];
      return WideNumber(narrow_.counts().counts[extra]);
    } else {
      return narrow_.counts().counts[extra];
    }
  }

  // Calls visit with the eliminator that holds the counts and the layers behind them.
  template <class Visit>
  decltype(auto) visit_layers(Visit visit) const {
    return is_wide_ ? visit(*wide_) : visit(narrow_);
  }

  // [group], kept until count(): the mean share of the group's cells that are mines, over the ways with min_mines() +
  // extra mines, which must exist. 0 and 1 mean certainty. Only for components without wide counts.
  bool is_wide() const { return is_wide_; }
  std::span<const double> shares_with(std::size_t extra);

  // Fills risks() from the weights that the rest of the board induces on each number of mines ([range()], up to a
  // common factor, at least one positive).
  void take_risks(std::span<const double> weights);
  void take_risks(std::span<const WideNumber> weights);
  // [group], after find_certainty() or take_risks().
  std::span<const Risk> risks() const { return risks_; }
  // Calls visit(cell, is_mine) with the cells that are certain by risks(), group by group.
  template <class Visit>
  void visit_certain(Visit visit) const {
    for (std::uint32_t group = 0; group < group_count(); ++group) {
      const Risk& risk = risks_[group];
      if (risk.can_be_mine && risk.can_be_free) continue;
      for (const sim::Cell cell : cells_of_group(group)) visit(cell, risk.can_be_mine);
    }
  }

 private:
  void count_wide(std::size_t max_entries);
  template <class Number>
  void take_certainty(Eliminator<Number>& eliminator, std::vector<GroupMarginal<Number>>& marginals);
  template <class Number>
  void fill_risks(const MineCounts<Number>& counts, std::span<const Number> weights,
                  std::span<const GroupMarginal<Number>> marginals);

  const void* owner_;
  Frontier frontier_;  // of this component alone
  Component component_;

  CountingBudget* budget_;
  Eliminator<double> narrow_;
  std::unique_ptr<Eliminator<WideNumber>> wide_;  // created on first use
  bool is_wide_ = false;                          // counts may exceed the range of doubles
  std::vector<Risk> risks_;
  std::vector<double> shares_;  // [extra][group], or empty
  std::vector<GroupMarginal<double>> narrow_marginals_;
  std::vector<GroupMarginal<WideNumber>> wide_marginals_;
  std::vector<double> narrow_weights_;
};

// Counts these components, in parallel where that pays. cell_count: of all of them together. Throws what count() throws.
void count_components(std::span<CountedComponent* const> components, std::size_t cell_count,
                      std::size_t max_entries);

}  // namespace sapper::solvers
