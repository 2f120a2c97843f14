// Counts a component by dynamic programming over its groups, one at a time, in a good elimination order
// (bucket elimination: Dechter, "Bucket elimination: a unifying framework for reasoning", 1999, on the
// constraints' sums).
//
// State: what each open constraint still needs, and the mines laid so far, packed into one key: four bits per open
// constraint (the slot is reused once it closes), the mines in the low bits. Equal states merge. Laying x mines in a
// group subtracts the same number from all keys, which preserves their order: a layer is a sorted array, and the next
// one is the merge of one sorted run per x. No hashing, no sorting, and with doubles no allocation after warm-up. The
// checks that no need becomes negative or exceeds the cells left operate on all slots at once. Runs are filtered and
// merged branch-free: the branches would be unpredictable.
//
// A component that takes more than kFewEntries, or keys of more than a machine word, is counted in fewer variables if its
// numbers tie cells together (tied_component.hpp) and that has a smaller bound on its states: a step then processes all
// groups that one variable stands for. Components with constraints of more than eight cells (lattices, graphs) are counted
// with keys of wider slots, and without ties.
//
// A backward pass over the same layers gives the marginals of all groups. Cost: layers x states x (group size
// + 1). Limits: 2^20 cells, kMaxEntries entries over all layers, at most twice as many to merge at a time (fewer where
// keys are wide), and the position's budget; beyond them ComponentTooWide is thrown, whatever the number of open
// constraints. A component of more than kFewEntries is measured first, in the memory of two layers: a refused one never
// allocates its entries, and a counted one allocates exactly what it needs, without copies of growing buffers.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "solvers/minesweeper/counting/counting.hpp"
#include "solvers/minesweeper/counting/elimination_order.hpp"
#include "solvers/minesweeper/counting/state_key.hpp"
#include "solvers/minesweeper/counting/tied_component.hpp"

namespace sapper::solvers {

// The entries that all eliminators of a position may keep together, on any threads. The first few of each eliminator
// are free.
class CountingBudget {
 public:
  explicit CountingBudget(std::size_t entries) : left_(static_cast<std::int64_t>(entries)) {}

  // Returns false and takes nothing if fewer are left.
  [[nodiscard]] bool take(std::size_t entries) {
    const auto wanted = static_cast<std::int64_t>(entries);
    if (left_.fetch_sub(wanted, std::memory_order_relaxed) >= wanted) return true;
    left_.fetch_add(wanted, std::memory_order_relaxed);
    return false;
  }
  void give_back(std::size_t entries) {
    left_.fetch_add(static_cast<std::int64_t>(entries), std::memory_order_relaxed);
  }

 private:
  std::atomic<std::int64_t> left_;
};

template <class Number>
class Eliminator {
 public:
  static constexpr std::size_t kMaxEntries = 20'000'000;
  static constexpr std::size_t kFewEntries = 1 << 20;

  // With a budget, which must outlive the object, entries beyond the first kFreeEntries are taken from it.
  explicit Eliminator(CountingBudget* budget = nullptr) : budget_(budget) {}

  // Counts by number of mines; the component's spans must stay valid until the marginals have been computed.
  // max_entries: kFewEntries to kMaxEntries; ComponentTooWide beyond.
  void count(const Component& component, std::size_t max_entries = kMaxEntries);
  // The same counts, in the memory of two layers: marginals and certainty are not available afterwards.
  void count_only(const Component& component);
  const MineCounts<Number>& counts() const { return counts_; }

  // Counts by number of mines and separately by the number of them in tagged groups; the results are final_mines()
  // (then of all mines), final_tagged() and ways_to_end(). is_tagged: [group], or empty. Fewer than 1024 cells where
  // some group is tagged, tagged or not. The component need not be connected.
  void count_tagged(const Component& component, std::span<const std::uint8_t> is_tagged);

  // weights: [counts().counts.size()], by number of mines; marginals: [groups]. For the last component counted, which
  // must have an assignment of positive weight.
  void marginals(std::span<const Number> weights, std::span<GroupMarginal<Number>> marginals);
  // The same, with a weight for each state of the last layer.
  void marginals_of_states(std::span<const Number> weights, std::span<GroupMarginal<Number>> marginals);

  // Computes only the can_hold_... of the marginals, for positive weights of all numbers of mines.
  void certainty(std::span<GroupMarginal<Number>> marginals);

  // Discards the last component counted; if it took any of the budget, returns that and frees the memory.
  void release() {
    if (granted_ > kFreeEntries) [[unlikely]]
      release_memory();
  }

  // The maximum number of states in one layer of the last component counted, mine counts included.
  std::size_t width() const { return width_; }
  // The number of states in all its layers.
  std::size_t entry_count() const { return entry_count_; }

  // The layers themselves, for walks through the assignments (posterior/layouts.cpp). A step processes one group in each state
  // of a layer.
  struct Step {
    std::uint32_t group;  // or the variable of a tied component
    std::uint32_t size;
    std::size_t first_entry;  // into ways_: the states before the step
    std::size_t entry_count;
    std::size_t first_child;  // into children_: size + 1 per entry
    std::uint32_t mine = 1;   // what a mine of the group adds to a key
  };
  // A child is an entry of the next layer, numbered from 1; kNoChild is an impossible state, which the passes over a
  // layer treat as one of weight 0.
  static constexpr std::uint32_t kNoChild = 0;
  std::span<const Step> steps() const { return steps_; }
  // Sets the mines of the step's groups, where it lays that many. mines_in: [group].
  void lay(const Step& step, std::uint32_t mines, std::span<std::uint8_t> mines_in) const;
  std::span<const std::uint32_t> children() const { return children_; }
  std::span<const Number> ways() const { return ways_; }
  // [state of the last layer] mines beyond counts().min_mines; after count_tagged() with tags, all mines
  std::span<const std::uint32_t> final_mines() const { return final_mines_; }
  std::span<const std::uint32_t> final_tagged() const { return final_tagged_; }
  std::span<const Number> ways_to_end() const {
    return std::span(ways_).subspan(steps_.back().first_entry + steps_.back().entry_count,
                                    final_mines_.size());
  }

 private:
  void eliminate(const Component& component, std::span<const std::uint8_t> is_tagged);
  void eliminate_many(const Component& component, std::span<const std::uint32_t> order,
                      std::span<const std::uint8_t> is_tagged);
  void forget_states();
  std::span<const std::uint32_t> find_tied_order();
  bool pass_in_order(const Component& component, std::span<const std::uint32_t> order,
                     std::span<const std::uint8_t> is_tagged, std::size_t max_entries);
  // One pass over the groups; stops and returns false after more than `max_entries` in all layers, and if more constraints
  // are open than a key has slots.
  template <class Key, bool kIsTied>
  bool pass_forward(const Component& component, std::span<const std::uint32_t> order,
                    std::span<const std::uint8_t> is_tagged, std::size_t max_entries);
  void pass_all_back(std::span<GroupMarginal<Number>> marginals);
  // The effect of a step on the keys.
  template <class Key>
  struct Transition {
    Key opened;         // what newly open constraints need
    Key slots;          // what a mine takes from the needs
    Key left_guarded;   // the cells left in each slot, with the guards
    Key taken_by_none;  // of a tied variable: what no mine takes
  };
  // For each x, the run of the states after x mines from the step's group: ascending, and an end mark.
  template <unsigned kRuns, class Key, bool kIsTied>
  void filter_runs(const Step& step, const Transition<Key>& transition, const Key* keys);
  // Returns the number of states of the next layer.
  template <unsigned kRuns, class Key>
  std::size_t merge_runs(const Step& step, Key* next);
  template <unsigned kRuns, class Key, bool kIsTied = false>
  std::size_t filter_and_merge(const Step& step, const Transition<Key>& transition, const Key* before,
                               Key* after);
  template <class Key, bool kIsTied>
  std::size_t take_group(const Step& step, const Transition<Key>& transition, int parity);
  template <unsigned kRuns>
  GroupMarginal<Number> pass_back(const Step& step);
  void pass_all_tied_back(std::span<GroupMarginal<Number>> marginals);
  void tied_certainty(std::span<GroupMarginal<Number>> marginals);
  void pass_tied_back(const Step& step, std::span<GroupMarginal<Number>> marginals);
  void give_members(const Step& step, const GroupMarginal<Number>& of_variable, const Number& free_cells,
                    const Number& total, std::span<GroupMarginal<Number>> marginals) const;
  // The keys of the layers before and after a step and of all runs, by key type.
  template <class Key>
  struct Keys {
    std::array<std::vector<Key>, 2> layers;
    std::vector<Key> runs;  // [x][entry + 1]
  };
  // For 59 and 507 open constraints.
  using FewWords = WideKey<4>;
  using ManyWords = WideKey<32>;
  // For 29 and 253, where constraints have more than eight cells.
  using FewWideSlots = WideKey<4, 8>;
  using ManyWideSlots = WideKey<32, 8>;
  template <class Key>
  Keys<Key>& keys() {
    return std::get<Keys<Key>>(keys_);
  }
  void release_memory();
  void take_of_budget(std::size_t entries);
  [[noreturn]] void throw_too_many_states() const;

  EliminationOrder order_;
  TiedComponent tied_;
  const TiedComponent* ties_ = nullptr;  // tied_, if the last component is counted by its variables
  std::vector<std::uint32_t> plain_order_, tied_order_;
  std::uint32_t open_at_once_ = 0;  // in the order of the current count
  std::uint32_t cell_count_ = 0;    // of the current component
  MineCounts<Number> counts_;
  std::vector<Step> steps_;
  std::vector<Number> ways_;  // [entry], layer by layer: ways to reach the state
  std::vector<std::uint32_t> children_;
  std::tuple<Keys<std::uint64_t>, Keys<unsigned __int128>, Keys<FewWords>, Keys<ManyWords>,
             Keys<FewWideSlots>, Keys<ManyWideSlots>>
      keys_;
  std::vector<std::uint32_t> sources_;  // [x][entry + 1]: which entry a run's state comes from
  // These are not bytes, as in EliminationOrder.
  struct Place {
    std::uint16_t slot;
    std::uint16_t cells_left;  // of the constraint's groups not taken yet
  };
  std::vector<Place> places_;  // [constraint]
  // Backward pass: weighted completions of the layer after and before, from index 1 on; 0 at kNoChild.
  std::vector<Number> after_, before_;
  std::vector<std::uint32_t> final_mines_, final_tagged_;  // [entry of the last layer]
  std::vector<std::uint8_t> alive_after_, alive_before_;   // for certainty()
  std::size_t width_ = 0;
  std::size_t entry_count_ = 0;
  std::size_t max_ways_ = 0;               // the maximum size of ways_ in a pass that keeps all layers
  std::size_t max_children_ = 0;           // and of children_
  std::size_t max_entries_ = kMaxEntries;  // of the current count, where it keeps the layers
  bool keeps_layers_ = true;
  static constexpr std::size_t kFreeEntries = 1 << 16;
  CountingBudget* budget_;
  std::size_t granted_ = kFreeEntries;  // entries that may be kept without asking the budget for more
};

// Instantiated for BigInteger (big_integer.hpp) too.
extern template class Eliminator<double>;
extern template class Eliminator<WideNumber>;

}  // namespace sapper::solvers
