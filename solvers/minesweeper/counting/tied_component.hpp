// A component in fewer variables: what its numbers tie together is counted as one.
//
// Two numbers that share all but a few cells say something about these alone: their difference. Where it leaves two cells,
// these are equal or complementary, and one stands for both; where it is at its bound, its cells are certain; where it
// leaves none, one of the numbers follows from the other and is dropped. Substituting makes further differences small,
// until none says anything. In a wire of the NP-completeness proof (Kaye, "Minesweeper is NP-complete", 2000) all cells
// become one variable, and a crossing keeps no number at all: n wires across n are 2n free bits, whatever their layout.
//
// A variable stands for one group, or for groups of one cell: each is equal to the variable or its complement. Numbers
// become sums of variables with small factors, of either sign. Sound, not complete: ties that need more than two numbers at
// a time are not found. Cost: the pairs of numbers that share a variable, at most kMostComparisons of them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "solvers/minesweeper/counting/frontier.hpp"

namespace sapper::solvers {

class TiedComponent {
 public:
  // A group of the original component that a variable stands for.
  struct Member {
    std::uint32_t group;
    std::uint8_t size;
    bool is_complement;  // it has as many mines as the variable leaves free
  };

  // True if anything is tied; the following functions are valid then. The component must outlive the object's use.
  [[nodiscard]] bool tie(const Component& component);

  // The numbers contradict one another; nothing else is known then.
  bool is_contradictory() const { return is_contradictory_; }

  // The variables as groups: first those under constraints, then the others. A constraint is listed as often for a group
  // as a mine there counts for it. In certain cells (the last group, of size 0) nothing varies.
  const Component& component() const { return component_; }
  // The constraints alone, with the groups under them; each is listed once for a group, as a search for an order expects.
  Component constrained() const;
  // The listing counts the cells that the group leaves free rather than its mines; by index in
  // component().group_constraints.
  bool is_falling(std::uint32_t listing) const { return is_falling_[listing] != 0; }
  // A mine of the variable adds this many.
  std::uint32_t mines_of(std::uint32_t variable) const { return mines_of_[variable]; }
  // Mines whatever the variables are.
  std::uint32_t base_mines() const { return base_mines_; }
  std::span<const Member> members(std::uint32_t variable) const {
    return std::span(members_).subspan(members_begin_[variable],
                                       members_begin_[variable + 1] - members_begin_[variable]);
  }

 private:
  static constexpr std::uint64_t kMostComparisons = 20'000'000;
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  struct Term {
    std::uint32_t group;
    std::int32_t factor;
  };
  // A sum of groups' mines: of a constraint, or of the difference of two.
  struct Sum {
    std::array<Term, 16> terms;
    std::uint32_t count = 0;
    std::int32_t total = 0;

    std::span<const Term> all() const { return std::span(terms).first(count); }
    void add(std::uint32_t group, std::int32_t factor);
  };
  // A group's mines: `base` and, unless `other` is kNone, `factor` times the mines of another group.
  struct Substitute {
    std::int32_t base;
    std::uint32_t other;
    std::int32_t factor;
  };

  void read(const Component& component);
  void compare_all();
  [[nodiscard]] bool compare(std::uint32_t constraint, std::uint32_t other);
  [[nodiscard]] bool conclude(Sum sum);
  void substitute(std::uint32_t group, const Substitute& by);
  void drop(std::uint32_t constraint);
  void touch(std::uint32_t constraint);
  Substitute resolve(std::uint32_t group) const;
  void choose_variables();
  void list_members();
  void list_constraints();

  Component original_;
  bool is_contradictory_ = false;
  bool has_ties_ = false;
  std::vector<Sum> sums_;                                   // [constraint]; empty once it is dropped
  std::vector<std::vector<std::uint32_t>> constraints_of_;  // [group] among others
  std::vector<std::optional<Substitute>> substitutes_;      // [group]
  std::vector<std::uint32_t> queue_;                        // constraints to compare
  std::vector<std::uint8_t> is_queued_;                     // [constraint]

  Component component_;
  std::uint32_t constrained_count_ = 0;  // variables under constraints
  std::vector<std::uint8_t> needs_, sizes_, is_falling_;
  std::vector<std::uint32_t> group_begin_, group_constraints_;
  std::vector<std::uint32_t> single_begin_, single_constraints_;  // the same, each once
  std::vector<std::uint32_t> variable_of_;                        // [group]
  std::vector<std::uint32_t> mines_of_;                           // [variable]
  std::vector<std::uint8_t> is_turned_;  // [variable] it counts what its first group leaves free
  std::vector<Member> members_;
  std::vector<std::uint32_t> members_begin_;
  std::uint32_t base_mines_ = 0;
};

}  // namespace sapper::solvers
