#include "solvers/minesweeper/counting/eliminator.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "sim/support/contracts.hpp"
#include "sim/support/interruptible.hpp"
#include "solvers/minesweeper/counting/big_integer.hpp"

namespace sapper::solvers {
namespace {

constexpr unsigned kMineBits = KeyLayout<std::uint64_t>::kMineBits;
// With tagged groups: the number of mine bits that count all mines; the bits above count tagged ones.
constexpr unsigned kUntaggedBits = 10;
constexpr unsigned kMaxRuns = sim::kMaxNeighbors + 1;

// The capacity grows by doubling; memory beyond `size` is not touched.
template <class T>
[[gnu::noinline]] void grow(std::vector<T>& values, std::size_t size) {
  values.resize(size);
}

// Grows the buffer to `size` at least; keeps its contents.
template <class T>
inline void provide(std::vector<T>& values, std::size_t size) {
  if (values.size() < size) [[unlikely]]
    grow(values, size);
}

// A pass over many states may take seconds, one over a layer at most a fraction of one.
void end_if_interrupted_at(std::size_t states) {
  constexpr std::size_t kMany = 1 << 12;
  if (states >= kMany) sim::end_if_interrupted();
}

// Components of few constraints are counted in the order of their constraints unless that takes more entries than a
// search for a better order costs: in Expert games, hardly ever. Larger ones are wide too often for the attempt to be
// worth it (measured: Expert games and hard positions). With these limits it needs none of the budget.
constexpr std::uint32_t kFewConstraints = 32;
constexpr std::size_t most_entries_in_turn(std::size_t groups) { return 100 + 20 * groups; }

// Upper bounds on the ways (including the layer before the step) and children that a merge may write, before the actual
// number is known.
template <class Step>
std::size_t room_for_ways(const Step& step) {
  return (step.entry_count + 1) * (step.size + 2);
}
template <class Step>
std::size_t room_for_children(const Step& step) {
  return (step.entry_count + 1) * (step.size + 1);
}

}  // namespace

template <class Number>
void Eliminator<Number>::count(const Component& component, std::size_t max_entries) {
  SAPPER_EXPECT(max_entries >= kFewEntries && max_entries <= kMaxEntries);
  max_entries_ = max_entries;
  keeps_layers_ = true;
  eliminate(component, {});
}

template <class Number>
void Eliminator<Number>::count_only(const Component& component) {
  max_entries_ = kMaxEntries;
  keeps_layers_ = false;
  eliminate(component, {});
}

template <class Number>
void Eliminator<Number>::count_tagged(const Component& component, std::span<const std::uint8_t> is_tagged) {
  SAPPER_EXPECT(is_tagged.empty() || component.cell_count >> kUntaggedBits == 0);
  max_entries_ = kMaxEntries;
  keeps_layers_ = true;
  eliminate(component, is_tagged);
}

template <class Number>
void Eliminator<Number>::eliminate(const Component& component, std::span<const std::uint8_t> is_tagged) {
  release();
  ties_ = nullptr;
  cell_count_ = component.cell_count;
  if (component.cell_count >> kMineBits != 0)
    throw ComponentTooWide("a component of " + std::to_string(component.cell_count) + " cells; at most " +
                           std::to_string((1U << kMineBits) - 1) + " can be counted");
  const bool has_wide_constraints = component.has_wide_constraints;
  if (component.constraint_count() <= kFewConstraints && !has_wide_constraints &&
      pass_forward<std::uint64_t, false>(component, order_.in_turn(component), is_tagged,
                                         most_entries_in_turn(component.group_count())))
    return;
  std::span<const std::uint32_t> order = order_.find(component);
  const std::uint32_t plain_open_at_once = order_.open_at_once();
  open_at_once_ = plain_open_at_once;
  const bool fits_machine_word =
      !has_wide_constraints && open_at_once_ <= KeyLayout<unsigned __int128>::kSlots;
  if (fits_machine_word && pass_in_order(component, order, is_tagged, kFewEntries)) return;
  if (is_tagged.empty() && !has_wide_constraints && tied_.tie(component)) {
    if (tied_.is_contradictory()) return forget_states();
    // A variable under many constraints opens them all at once: ties may widen what has no wires.
    plain_order_.assign(order.begin(), order.end());
    order = plain_order_;
    const double plain_bound = order_.bound();
    const auto tied_order = find_tied_order();
    if (order_.bound() < plain_bound) {
      ties_ = &tied_;
      order = tied_order;
      open_at_once_ = order_.open_at_once();
    }
  }
  if (ties_ != nullptr) {
    if (pass_in_order(tied_.component(), order, is_tagged, kFewEntries)) return;
    // The bounds are no more than that: more than a few states are counted without ties where that was possible.
    if (!fits_machine_word) return eliminate_many(tied_.component(), order, is_tagged);
    ties_ = nullptr;
    order = plain_order_;
    open_at_once_ = plain_open_at_once;
  } else if (!fits_machine_word && pass_in_order(component, order, is_tagged, kFewEntries)) {
    return;
  }
  eliminate_many(component, order, is_tagged);
}

// No assignment is possible.
template <class Number>
void Eliminator<Number>::forget_states() {
  counts_.counts.clear();
  final_mines_.clear();
  final_tagged_.clear();
  steps_.clear();
  width_ = entry_count_ = 0;
}

// The variables under constraints in the best order that is found, then the others.
template <class Number>
std::span<const std::uint32_t> Eliminator<Number>::find_tied_order() {
  const auto constrained = order_.find(tied_.constrained());
  tied_order_.assign(constrained.begin(), constrained.end());
  for (auto variable = static_cast<std::uint32_t>(tied_order_.size());
       variable < tied_.component().group_count(); ++variable)
    tied_order_.push_back(variable);
  return tied_order_;
}

// Counts more than a few entries: measured first, if the layers are to be kept.
template <class Number>
void Eliminator<Number>::eliminate_many(const Component& component, std::span<const std::uint32_t> order,
                                        std::span<const std::uint8_t> is_tagged) {
  if (!keeps_layers_) {
    pass_in_order(component, order, is_tagged, std::numeric_limits<std::size_t>::max());
    return;
  }
  if (max_entries_ == kFewEntries) throw_too_many_states();
  keeps_layers_ = false;
  const bool is_few_enough = pass_in_order(component, order, is_tagged, max_entries_);
  keeps_layers_ = true;
  if (!is_few_enough) throw_too_many_states();
  take_of_budget(entry_count_);
  ways_.reserve(max_ways_);
  children_.reserve(max_children_);
  pass_in_order(component, order, is_tagged, kMaxEntries);
}

// By keys that hold the constraints that are open at once in this order.
template <class Number>
bool Eliminator<Number>::pass_in_order(const Component& component, std::span<const std::uint32_t> order,
                                       std::span<const std::uint8_t> is_tagged, std::size_t max_entries) {
  const std::uint32_t open = open_at_once_;
  const auto pass = [&]<class Key>(Key /*kind of key*/) {
    return ties_ != nullptr ? pass_forward<Key, true>(component, order, is_tagged, max_entries)
                            : pass_forward<Key, false>(component, order, is_tagged, max_entries);
  };
  if (component.has_wide_constraints) {
    if (open <= KeyLayout<FewWideSlots>::kSlots)
      return pass_forward<FewWideSlots, false>(component, order, is_tagged, max_entries);
    if (open <= KeyLayout<ManyWideSlots>::kSlots)
      return pass_forward<ManyWideSlots, false>(component, order, is_tagged, max_entries);
    throw_too_many_states();
  }
  if (open <= KeyLayout<std::uint64_t>::kSlots) return pass(std::uint64_t{});
  if (open <= KeyLayout<unsigned __int128>::kSlots) return pass(static_cast<unsigned __int128>(0));
#ifndef __wasm__  // where less code is worth more
  if (open <= KeyLayout<FewWords>::kSlots) return pass(FewWords{});
#endif
  if (open <= KeyLayout<ManyWords>::kSlots) return pass(ManyWords{});
  throw_too_many_states();
}

template <class Number>
template <class Key, bool kIsTied>
bool Eliminator<Number>::pass_forward(const Component& component, std::span<const std::uint32_t> order,
                                      std::span<const std::uint8_t> is_tagged, std::size_t max_entries) {
  using Slots = KeyLayout<Key>;
  constexpr std::uint16_t kNoSlot = 0xFFFF;
  SAPPER_EXPECT(order.size() == component.group_count());
  const std::uint32_t constraints = component.constraint_count();
  places_.assign(constraints, Place{kNoSlot, 0});
  for (std::uint32_t group = 0; group < component.group_count(); ++group)
    for (const std::uint32_t constraint : component.constraints_of(group))
      places_[constraint].cells_left =
          static_cast<std::uint16_t>(places_[constraint].cells_left + component.sizes[group]);

  steps_.clear();
  provide(ways_, 1);
  ways_[0] = Number(1);
  width_ = 1;
  entry_count_ = 1;
  max_ways_ = 1;
  std::size_t child_count = 0;
  provide(keys<Key>().layers[0], 1);
  keys<Key>().layers[0][0] = Key(0);
  auto free_slots = SlotSet<Slots::kSlots>::all();
  Key left_in_slots(0);  // cells left of each open constraint, at most what a slot can hold
  int parity = 0;
  std::size_t first_entry = 0;
  std::size_t entry_count = 1;
  std::size_t first_child = 0;
  for (const std::uint32_t group : order) {
    const std::uint32_t size = component.sizes[group];
    Key opened(0);  // what newly open constraints need
    Key slots(0);   // what a mine of the group takes from the needs: a one in each slot of its constraints
    SlotSet<Slots::kSlots> closed;
    for (const std::uint32_t constraint : component.constraints_of(group)) {
      Place& place = places_[constraint];
      if (place.slot == kNoSlot) {
        if (free_slots.is_empty()) [[unlikely]]
          return false;
        place.slot = static_cast<std::uint16_t>(free_slots.take());
        SAPPER_EXPECT(component.needs[constraint] <= Slots::kLargestNeed);
        opened |= Slots::in_slot(place.slot, component.needs[constraint]);
      }
      slots += Slots::in_slot(place.slot, 1);
      place.cells_left = static_cast<std::uint16_t>(place.cells_left - size);
      left_in_slots &= ~Slots::in_slot(place.slot, 2 * Slots::kLargestNeed + 1);
      left_in_slots |= Slots::in_slot(place.slot, std::min<unsigned>(place.cells_left, Slots::kLargestNeed));
      closed.insert_if(place.cells_left == 0, place.slot);
    }
    free_slots |= closed;  // for the following steps
    std::uint32_t mine = !is_tagged.empty() && is_tagged[group] != 0 ? 1 + (1U << kUntaggedBits) : 1;
    Key taken_by_none(0);
    if constexpr (kIsTied) {
      mine = ties_->mines_of(group);
      // Each mine of the variable gives back to the constraints that count what it leaves free.
      for (std::uint32_t i = component.group_begin[group]; i < component.group_begin[group + 1]; ++i) {
        if (!ties_->is_falling(i)) continue;
        const std::uint16_t slot = places_[component.group_constraints[i]].slot;
        slots -= Slots::in_slot(slot, 2);
        taken_by_none += Slots::in_slot(slot, size);
      }
    }
    end_if_interrupted_at(entry_count);
    // Written in place: a copy of a step in memory would have to wait until its fields have been stored.
    Step& step = steps_.emplace_back();
    step = {group, size, first_entry, entry_count, first_child, mine};
    const std::size_t entries = take_group<Key, kIsTied>(
        step, Transition<Key>{opened, slots, left_in_slots | Slots::guards(), taken_by_none}, parity);
    max_ways_ = std::max(max_ways_, entry_count_ - entry_count + room_for_ways(step));
    max_children_ = child_count + room_for_children(step);
    child_count += entry_count * (size + 1);
    if (keeps_layers_) {
      first_entry += entry_count;
      first_child += entry_count * (size + 1);
    } else {
      const auto layer = ways_.begin() + static_cast<std::ptrdiff_t>(entry_count);
      std::move(layer, layer + static_cast<std::ptrdiff_t>(entries), ways_.begin());
    }
    entry_count = entries;
    entry_count_ += entries;
    parity = 1 - parity;
    width_ = std::max(width_, entries);
    if (entry_count_ > max_entries) return false;
    if (entries > kMaxEntries) throw_too_many_states();
  }

  // All constraints are closed: the remaining keys are the mine counts.
  const Key* const final_keys = keys<Key>().layers[parity].data();
  counts_.counts.clear();
  final_mines_.clear();
  final_tagged_.clear();
  if (entry_count == 0) return true;
  if (!is_tagged.empty()) {
    for (std::size_t i = 0; i < entry_count; ++i) {
      const auto mines = static_cast<std::uint32_t>(final_keys[i]);
      final_mines_.push_back(mines & ((1U << kUntaggedBits) - 1));
      final_tagged_.push_back(mines >> kUntaggedBits);
    }
    return true;
  }
  const auto fewest = static_cast<std::uint32_t>(final_keys[0]);
  const auto most = static_cast<std::uint32_t>(final_keys[entry_count - 1]);
  counts_.min_mines = fewest + (ties_ != nullptr ? ties_->base_mines() : 0);
  counts_.counts.resize(most - fewest + 1, Number(0));
  for (std::size_t i = 0; i < entry_count; ++i) {
    final_mines_.push_back(static_cast<std::uint32_t>(final_keys[i]) - fewest);
    counts_.counts[final_mines_.back()] = ways_[first_entry + i];
  }
  return true;
}

template <class Number>
void Eliminator<Number>::throw_too_many_states() const {
  throw ComponentTooWide("a component of " + std::to_string(cell_count_) + " cells needs more than " +
                         std::to_string(max_entries_) + " states; the limit");
}

template <class Number>
void Eliminator<Number>::take_of_budget(std::size_t entries) {
  entries = std::min(entries, kMaxEntries);
  if (entries <= granted_) return;
  // Doubles like the memory until the required number is known.
  const std::size_t wanted = std::max(entries, std::min(2 * granted_, kFewEntries));
  if (budget_ && !budget_->take(wanted - granted_))
    throw ComponentTooWide("a component of " + std::to_string(cell_count_) + " cells needs more than " +
                           std::to_string(granted_) +
                           " states, and the other components leave no more for it");
  granted_ = wanted;
}

template <class Number>
void Eliminator<Number>::release_memory() {
  ways_ = {};
  children_ = {};
  keys_ = {};
  sources_ = {};
  if (budget_) budget_->give_back(granted_ - kFreeEntries);
  granted_ = kFreeEntries;
}

template <class Number>
template <class Key, bool kIsTied>
std::size_t Eliminator<Number>::take_group(const Step& step, const Transition<Key>& transition, int parity) {
  const std::uint32_t runs = step.size + 1;
  const std::size_t stride = step.entry_count + 1;
  // The merge's needs are bounded before they are known; wider keys must do with the memory of machine words.
  constexpr std::size_t kKeyBytes = sizeof(Key), kWordBytes = sizeof(unsigned __int128);
  if (stride * runs > 2 * kMaxEntries / std::max<std::size_t>(kKeyBytes / kWordBytes, 1))
    throw_too_many_states();
  if (const std::size_t entries = step.first_entry + stride * runs / 2; entries > granted_) [[unlikely]]
    take_of_budget(entries);
  std::vector<Key>& next = keys<Key>().layers[1 - parity];
  provide(next, step.entry_count * runs);
  provide(ways_, step.first_entry + room_for_ways(step));
  provide(children_, step.first_child + room_for_children(step));
  provide(keys<Key>().runs, stride * runs);
  provide(sources_, stride * runs);
  const Key* const before = keys<Key>().layers[parity].data();
  // Most groups are small: with a fixed number of runs the loops over them are straight-line code.
  if constexpr (sizeof(Key) <= sizeof(unsigned __int128) && !kIsTied) {
    if (runs == 2) return filter_and_merge<2>(step, transition, before, next.data());
    if (runs == 3) return filter_and_merge<3>(step, transition, before, next.data());
  }
  return filter_and_merge<0, Key, kIsTied>(step, transition, before, next.data());
}

// kRuns: the group's size + 1, or 0 if it is known only at run time.
template <class Number>
template <unsigned kRuns, class Key, bool kIsTied>
std::size_t Eliminator<Number>::filter_and_merge(const Step& step, const Transition<Key>& transition,
                                                 const Key* before, Key* after) {
  filter_runs<kRuns, Key, kIsTied>(step, transition, before);
  return merge_runs<kRuns>(step, after);
}

template <class Number>
template <unsigned kRuns, class Key, bool kIsTied>
void Eliminator<Number>::filter_runs(const Step& step, const Transition<Key>& transition, const Key* keys) {
  using Slots = KeyLayout<Key>;
  constexpr Key kGuards = Slots::guards();
  // These are locals because the stores below may alias what the references point to.
  const Key opened = transition.opened;
  const Key slots = transition.slots;
  const Key left_guarded = transition.left_guarded;
  const Key mine(step.mine);
  const auto entries = static_cast<std::uint32_t>(step.entry_count);
  const std::size_t stride = step.entry_count + 1;
  const std::uint32_t runs = kRuns != 0 ? kRuns : step.size + 1;
  Key* const run_keys = this->keys<Key>().runs.data();
  std::uint32_t* const sources = sources_.data();
  std::uint32_t* child = children_.data() + step.first_child;
  std::array<std::size_t, kRuns != 0 ? kRuns : kMaxRuns> end{};  // of each run
  for (std::uint32_t x = 0; x < runs; ++x) end[x] = x * stride;
  for (std::uint32_t entry = 0; entry < entries; ++entry) {
    const Key key = keys[entry] + opened;
    Key needs = (key & ~Slots::kMines) | kGuards;
    if constexpr (kIsTied) needs -= transition.taken_by_none;
    Key mines = key & Slots::kMines;
    for (std::uint32_t x = 0; x < runs; ++x) {
      const Key spare = left_guarded - (needs & ~kGuards);
      run_keys[end[x]] = (needs & ~kGuards) | mines;
      sources[end[x]] = entry;
      end[x] += (needs & spare & kGuards) == kGuards;
      *child++ = kNoChild;
      needs -= slots;
      mines += mine;
    }
  }
  for (std::uint32_t x = 0; x < runs; ++x) {
    run_keys[end[x]] = ~Key(0);  // above every key, as guard bits are clear in keys
    sources[end[x]] = entries;
  }
}

template <class Number>
template <unsigned kRuns, class Key>
std::size_t Eliminator<Number>::merge_runs(const Step& step, Key* next) {
  constexpr Key kEnd = ~Key(0);
  const std::uint32_t runs = kRuns != 0 ? kRuns : step.size + 1;
  const std::size_t stride = step.entry_count + 1;
  std::array<const Key*, kRuns != 0 ? kRuns : kMaxRuns> head{};
  std::array<const std::uint32_t*, kRuns != 0 ? kRuns : kMaxRuns> source{};
  for (std::uint32_t x = 0; x < runs; ++x) {
    head[x] = keys<Key>().runs.data() + x * stride;
    source[x] = sources_.data() + x * stride;
  }
  const Number* const ways_before = ways_.data() + step.first_entry;
  Number* const ways_after = ways_.data() + step.first_entry + step.entry_count;
  std::uint32_t* const children = children_.data() + step.first_child;
  const auto& choose = kChoose[runs - 1];
  for (std::uint32_t count = 0;; ++count) {
    Key lowest = *head[0];
    for (std::uint32_t x = 1; x < runs; ++x) lowest = std::min(lowest, *head[x]);
    if (lowest == kEnd) return count;
    Number ways(0);
    for (std::uint32_t x = 0; x < runs; ++x) {
      const bool is_lowest = *head[x] == lowest;
      const std::uint32_t from = *source[x];
      if constexpr (std::is_same_v<Number, double>) {
        const double of_run = times(ways_before[from], choose[x]);
        ways += is_lowest ? of_run : 0;
      } else if (is_lowest) {
        ways += times(ways_before[from], choose[x]);
      }
      // If it is not the lowest, it is overwritten later; past the end, it is never read.
      children[std::size_t{from} * runs + x] = count + 1;
      head[x] += is_lowest;
      source[x] += is_lowest;
    }
    next[count] = lowest;
    ways_after[count] = std::move(ways);
  }
}

// The possible values of the marginals if every mine count is possible: the passes of marginals() without the sums.
template <class Number>
void Eliminator<Number>::certainty(std::span<GroupMarginal<Number>> marginals) {
  if (ties_ != nullptr) return tied_certainty(marginals);
  alive_after_.assign(final_mines_.size() + 1, 1);
  alive_after_[kNoChild] = 0;
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    end_if_interrupted_at(step->entry_count);
    const std::uint32_t runs = step->size + 1;
    std::uint8_t can_hold_mine = 0;
    std::uint8_t can_hold_free = 0;
    provide(alive_before_, step->entry_count + 1);
    const std::uint8_t* const after = alive_after_.data();
    std::uint8_t* const before = alive_before_.data();
    before[kNoChild] = 0;
    const std::uint32_t* child = children_.data() + step->first_child;
    for (std::size_t entry = 1; entry <= step->entry_count; ++entry) {
      const std::uint8_t none = after[*child++];
      std::uint8_t some = 0;
      for (std::uint32_t x = 1; x + 1 < runs; ++x) some |= after[*child++];
      const std::uint8_t all = after[*child++];
      before[entry] = none | some | all;
      can_hold_free |= none | some;
      can_hold_mine |= some | all;
    }
    marginals[step->group] = {Number(0), can_hold_mine != 0, can_hold_free != 0};
    alive_after_.swap(alive_before_);
  }
}

// As certainty(), where a variable stands for several groups, or for none that varies.
template <class Number>
void Eliminator<Number>::tied_certainty(std::span<GroupMarginal<Number>> marginals) {
  alive_after_.assign(final_mines_.size() + 1, 1);
  alive_after_[kNoChild] = 0;
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    end_if_interrupted_at(step->entry_count);
    bool can_hold_mine = false;
    bool can_hold_free = false;
    provide(alive_before_, step->entry_count + 1);
    alive_before_[kNoChild] = 0;
    const std::uint32_t* child = children_.data() + step->first_child;
    for (std::size_t entry = 1; entry <= step->entry_count; ++entry) {
      alive_before_[entry] = 0;
      for (std::uint32_t x = 0; x <= step->size; ++x) {
        if (alive_after_[*child++] == 0) continue;
        alive_before_[entry] = 1;
        can_hold_mine |= x > 0;
        can_hold_free |= x < step->size;
      }
    }
    give_members(*step, {Number(0), can_hold_mine, can_hold_free}, Number(0), Number(0), marginals);
    alive_after_.swap(alive_before_);
  }
}

template <class Number>
void Eliminator<Number>::marginals(std::span<const Number> weights,
                                   std::span<GroupMarginal<Number>> marginals) {
  SAPPER_EXPECT(weights.size() == counts_.counts.size());
  provide(after_, final_mines_.size() + 1);
  after_[kNoChild] = Number(0);
  for (std::size_t i = 0; i < final_mines_.size(); ++i) after_[i + 1] = weights[final_mines_[i]];
  pass_all_back(marginals);
}

template <class Number>
void Eliminator<Number>::marginals_of_states(std::span<const Number> weights,
                                             std::span<GroupMarginal<Number>> marginals) {
  SAPPER_EXPECT(weights.size() == final_mines_.size());
  provide(after_, final_mines_.size() + 1);
  after_[kNoChild] = Number(0);
  for (std::size_t i = 0; i < final_mines_.size(); ++i) after_[i + 1] = weights[i];
  pass_all_back(marginals);
}

// Starts from the weights of the last layer's states, in after_.
template <class Number>
void Eliminator<Number>::pass_all_back(std::span<GroupMarginal<Number>> marginals) {
  if (ties_ != nullptr) return pass_all_tied_back(marginals);
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    end_if_interrupted_at(step->entry_count);
    marginals[step->group] = step->size == 1   ? pass_back<2>(*step)
                             : step->size == 2 ? pass_back<3>(*step)
                                               : pass_back<0>(*step);
    after_.swap(before_);
  }
}

template <class Number>
void Eliminator<Number>::pass_all_tied_back(std::span<GroupMarginal<Number>> marginals) {
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    end_if_interrupted_at(step->entry_count);
    pass_tied_back(*step, marginals);
    after_.swap(before_);
  }
}

// Goes from the layer after a step to the one before. kRuns is that of merge_runs().
template <class Number>
template <unsigned kRuns>
GroupMarginal<Number> Eliminator<Number>::pass_back(const Step& step) {
  const std::uint32_t runs = kRuns != 0 ? kRuns : step.size + 1;
  const auto& choose = kChoose[runs - 1];
  provide(before_, step.entry_count + 1);
  const Number* const after = after_.data();
  Number* const before = before_.data();
  before[kNoChild] = Number(0);
  const Number* const ways = ways_.data() + step.first_entry;
  const std::uint32_t* child = children_.data() + step.first_child;
  GroupMarginal<Number> marginal{Number(0), false, false};
  for (std::size_t entry = 0; entry < step.entry_count; ++entry) {
    Number completions = after[*child++];  // with no mine in the group
    Number mines(0);
    for (std::uint32_t x = 1; x + 1 < runs; ++x) {
      const Number weighted = times(after[*child++], choose[x]);
      completions += weighted;
      mines += times(weighted, x);
    }
    marginal.can_hold_free |= !(completions == Number(0));
    const Number& with_all = after[*child++];
    completions += with_all;
    mines += times(with_all, runs - 1);
    marginal.can_hold_mine |= !(mines == Number(0));
    marginal.mines += ways[entry] * mines;
    before[entry + 1] = std::move(completions);
  }
  return marginal;
}

// As pass_back(), for a step of tied groups: complements have what the variable leaves free.
template <class Number>
void Eliminator<Number>::pass_tied_back(const Step& step, std::span<GroupMarginal<Number>> marginals) {
  const auto& choose = kChoose[step.size];
  provide(before_, step.entry_count + 1);
  before_[kNoChild] = Number(0);
  const Number* const ways = ways_.data() + step.first_entry;
  const std::uint32_t* child = children_.data() + step.first_child;
  GroupMarginal<Number> of_variable{Number(0), false, false};
  Number free_cells(0);
  Number total(0);
  for (std::size_t entry = 0; entry < step.entry_count; ++entry) {
    Number completions(0);
    Number mines(0);
    Number spared(0);
    for (std::uint32_t x = 0; x <= step.size; ++x) {
      const Number weighted = times(after_[*child++], choose[x]);
      completions += weighted;
      mines += times(weighted, x);
      spared += times(weighted, step.size - x);
    }
    of_variable.can_hold_mine |= !(mines == Number(0));
    of_variable.can_hold_free |= !(spared == Number(0));
    of_variable.mines += ways[entry] * mines;
    free_cells += ways[entry] * spared;
    total += ways[entry] * completions;
    before_[entry + 1] = std::move(completions);
  }
  give_members(step, of_variable, free_cells, total, marginals);
}

// Fills in the marginals of the groups that a variable stands for. free_cells: as of_variable.mines; total: of all ways.
template <class Number>
void Eliminator<Number>::give_members(const Step& step, const GroupMarginal<Number>& of_variable,
                                      const Number& free_cells, const Number& total,
                                      std::span<GroupMarginal<Number>> marginals) const {
  for (const TiedComponent::Member& member : ties_->members(step.group)) {
    GroupMarginal<Number>& marginal = marginals[member.group];
    if (step.size == 0)
      marginal = {member.is_complement ? times(total, member.size) : Number(0), member.is_complement,
                  !member.is_complement};
    else if (member.is_complement)
      marginal = {free_cells, of_variable.can_hold_free, of_variable.can_hold_mine};
    else
      marginal = of_variable;
  }
}

template <class Number>
void Eliminator<Number>::lay(const Step& step, std::uint32_t mines, std::span<std::uint8_t> mines_in) const {
  if (ties_ == nullptr) {
    mines_in[step.group] = static_cast<std::uint8_t>(mines);
    return;
  }
  for (const TiedComponent::Member& member : ties_->members(step.group))
    mines_in[member.group] = static_cast<std::uint8_t>(member.is_complement ? member.size - mines : mines);
}

template class Eliminator<double>;
template class Eliminator<WideNumber>;
template class Eliminator<BigInteger>;

}  // namespace sapper::solvers
