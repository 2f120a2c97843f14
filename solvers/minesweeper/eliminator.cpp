#include "solvers/minesweeper/eliminator.hpp"

#include <algorithm>
#include <array>

#include "sim/contracts.hpp"

namespace sapper::solvers {
namespace {

// A key, from the low bits: the mines laid, then slots of four bits. A need is at most 7, so each slot's top
// bit is free to catch borrows: the guard.
constexpr unsigned kMineBits = 20;
constexpr unsigned kSlotBits = 4;
constexpr unsigned kLargestNeed = 7;

template <class Key>
struct Layout {
  static constexpr unsigned kSlots = (8 * sizeof(Key) - kMineBits) / kSlotBits;
  static constexpr Key kMines = (Key{1} << kMineBits) - 1;
  static constexpr Key guards() {
    Key all = 0;
    for (unsigned slot = 0; slot < kSlots; ++slot) all |= Key{8} << (kMineBits + slot * kSlotBits);
    return all;
  }
  static constexpr Key in_slot(unsigned slot, unsigned value) {
    return Key{value} << (kMineBits + slot * kSlotBits);
  }
};

}  // namespace

template <class Number>
void Eliminator<Number>::count(const Component& component) {
  if (component.cell_count >> kMineBits != 0)
    throw ComponentTooWide("a component of " + std::to_string(component.cell_count) + " cells; at most " +
                           std::to_string((1U << kMineBits) - 1) + " can be counted");
  const auto order = order_.find(component);
  if (order_.open_at_once() <= Layout<std::uint64_t>::kSlots) {
    eliminate<std::uint64_t>(component, order);
  } else if (order_.open_at_once() <= Layout<unsigned __int128>::kSlots) {
    eliminate<unsigned __int128>(component, order);
  } else {
    throw ComponentTooWide("a component of " + std::to_string(component.cell_count) + " cells with " +
                           std::to_string(order_.open_at_once()) + " constraints open at once; at most " +
                           std::to_string(Layout<unsigned __int128>::kSlots) + " can be counted");
  }
}

template <class Number>
template <class Key>
std::vector<Key>& Eliminator<Number>::keys(int parity) {
  if constexpr (sizeof(Key) == sizeof(std::uint64_t)) {
    return narrow_keys_[parity];
  } else {
    return wide_keys_[parity];
  }
}

template <class Number>
template <class Key>
void Eliminator<Number>::eliminate(const Component& component, std::span<const std::uint32_t> order) {
  using Slots = Layout<Key>;
  constexpr std::uint8_t kClosed = 0xFF;
  const std::uint32_t constraints = component.constraint_count();
  slot_of_.assign(constraints, kClosed);
  cells_left_.assign(constraints, 0);
  for (std::uint32_t group = 0; group < component.group_count(); ++group)
    for (const std::uint32_t constraint : component.constraints_of(group))
      cells_left_[constraint] = static_cast<std::uint8_t>(cells_left_[constraint] + component.sizes[group]);

  steps_.clear();
  children_.clear();
  ways_.assign(1, Number(1));
  width_ = 1;
  keys<Key>(0).assign(1, Key{0});
  std::uint64_t free_slots = (std::uint64_t{1} << Slots::kSlots) - 1;
  Key left_in_slots = 0;  // cells left of each open constraint, at most kLargestNeed
  int parity = 0;
  std::size_t first_entry = 0;
  for (const std::uint32_t group : order) {
    const std::uint32_t size = component.sizes[group];
    Key opened = 0;  // what newly open constraints need
    Key slots = 0;   // a one in each slot of the group's constraints
    std::uint64_t closed = 0;
    for (const std::uint32_t constraint : component.constraints_of(group)) {
      if (slot_of_[constraint] == kClosed) {
        const auto slot = static_cast<unsigned>(__builtin_ctzll(free_slots));
        free_slots &= free_slots - 1;
        slot_of_[constraint] = static_cast<std::uint8_t>(slot);
        SAPPER_EXPECT(component.needs[constraint] <= kLargestNeed);
        opened |= Slots::in_slot(slot, component.needs[constraint]);
      }
      const unsigned slot = slot_of_[constraint];
      slots |= Slots::in_slot(slot, 1);
      cells_left_[constraint] = static_cast<std::uint8_t>(cells_left_[constraint] - size);
      left_in_slots &= ~Slots::in_slot(slot, 0xF);
      left_in_slots |= Slots::in_slot(slot, std::min<unsigned>(cells_left_[constraint], kLargestNeed));
      if (cells_left_[constraint] == 0) closed |= std::uint64_t{1} << slot;
    }
    free_slots |= closed;  // for the steps to come
    const std::size_t entries = keys<Key>(parity).size();
    steps_.push_back({group, size, first_entry, entries, children_.size()});
    first_entry += entries;
    const Transition<Key> transition{opened, slots, left_in_slots | Slots::guards()};
    // Most groups are small: with a fixed number of runs the merge is straight code.
    if (size == 1) {
      take_group<2>(steps_.back(), keys<Key>(parity), keys<Key>(1 - parity), transition);
    } else if (size == 2) {
      take_group<3>(steps_.back(), keys<Key>(parity), keys<Key>(1 - parity), transition);
    } else {
      take_group<0>(steps_.back(), keys<Key>(parity), keys<Key>(1 - parity), transition);
    }
    parity = 1 - parity;
    width_ = std::max(width_, keys<Key>(parity).size());
    if (ways_.size() > kMaxEntries)
      throw ComponentTooWide("a component of " + std::to_string(component.cell_count) +
                             " cells needs more than " + std::to_string(kMaxEntries) +
                             " states; at most that many are kept");
  }

  // Every constraint is closed: the keys left are the mine counts.
  const std::vector<Key>& final_keys = keys<Key>(parity);
  counts_.counts.clear();
  final_mines_.clear();
  if (final_keys.empty()) return;
  counts_.min_mines = static_cast<std::uint32_t>(final_keys.front());
  counts_.counts.resize(static_cast<std::uint32_t>(final_keys.back()) - counts_.min_mines + 1, Number(0));
  for (std::size_t i = 0; i < final_keys.size(); ++i) {
    final_mines_.push_back(static_cast<std::uint32_t>(final_keys[i]) - counts_.min_mines);
    counts_.counts[final_mines_.back()] = ways_[first_entry + i];
  }
}

// kRuns: the group's size + 1, or 0 where it is known at run time only.
template <class Number>
template <unsigned kRuns, class Key>
void Eliminator<Number>::take_group(const Step& step, const std::vector<Key>& keys, std::vector<Key>& next,
                                    const Transition<Key>& transition) {
  using Slots = Layout<Key>;
  constexpr Key kGuards = Slots::guards();
  constexpr Key kEnd = ~Key{0};  // above every key: guards are clear in keys
  const std::uint32_t runs = kRuns != 0 ? kRuns : step.size + 1;
  const std::size_t entries = keys.size();

  // Run x holds the keys after x mines from this group, of the states that allow it.
  std::array<std::size_t, kRuns != 0 ? kRuns : 9> at{};
  std::array<Key, kRuns != 0 ? kRuns : 9> head{};
  const auto find_head = [&](std::uint32_t x) {
    for (; at[x] < entries; ++at[x]) {
      const Key key = keys[at[x]] + transition.opened;
      const Key needs = ((key & ~Slots::kMines) | kGuards) - transition.slots * x;
      if ((needs & kGuards) != kGuards) continue;
      if (((transition.left_guarded - (needs & ~kGuards)) & kGuards) != kGuards) continue;
      head[x] = (needs & ~kGuards) | ((key & Slots::kMines) + x);
      return;
    }
    head[x] = kEnd;
  };
  for (std::uint32_t x = 0; x < runs; ++x) find_head(x);

  children_.resize(step.first_child + entries * runs, kNoChild);
  next.resize(entries * runs);
  const std::size_t first_next = step.first_entry + entries;
  ways_.resize(first_next + entries * runs);
  const Number* const ways_before = ways_.data() + step.first_entry;
  Number* const ways_after = ways_.data() + first_next;
  std::uint32_t* const children = children_.data() + step.first_child;
  const auto& choose = kChoose[step.size];
  std::uint32_t count = 0;
  for (;; ++count) {
    Key lowest = head[0];
    for (std::uint32_t x = 1; x < runs; ++x) lowest = std::min(lowest, head[x]);
    if (lowest == kEnd) break;
    Number ways(0);
    for (std::uint32_t x = 0; x < runs; ++x) {
      if (head[x] != lowest) continue;
      ways += times(ways_before[at[x]], choose[x]);
      children[at[x] * runs + x] = count;
      ++at[x];
      find_head(x);
    }
    next[count] = lowest;
    ways_after[count] = std::move(ways);
  }
  next.resize(count);
  ways_.resize(first_next + count);
}

// Which marginals can be what, if every mine count is possible: the passes of marginals() without the sums.
template <class Number>
void Eliminator<Number>::certainty(std::span<GroupMarginal<Number>> marginals) {
  alive_after_.assign(final_mines_.size(), 1);
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    const std::uint32_t runs = step->size + 1;
    GroupMarginal<Number> marginal{Number(0), false, false};
    alive_before_.assign(step->entry_count, 0);
    const std::uint32_t* child = children_.data() + step->first_child;
    for (std::size_t entry = 0; entry < step->entry_count; ++entry)
      for (std::uint32_t x = 0; x < runs; ++x, ++child) {
        if (*child == kNoChild || !alive_after_[*child]) continue;
        alive_before_[entry] = 1;
        marginal.can_hold_mine |= x > 0;
        marginal.can_hold_free |= x < step->size;
      }
    marginals[step->group] = std::move(marginal);
    alive_after_.swap(alive_before_);
  }
}

template <class Number>
void Eliminator<Number>::marginals(std::span<const Number> weights,
                                   std::span<GroupMarginal<Number>> marginals) {
  SAPPER_EXPECT(weights.size() == counts_.counts.size());
  after_.clear();
  for (const std::uint32_t mines : final_mines_) after_.push_back(weights[mines]);
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    const std::uint32_t runs = step->size + 1;
    const auto& choose = kChoose[step->size];
    GroupMarginal<Number> marginal{Number(0), false, false};
    before_.assign(step->entry_count, Number(0));
    for (std::size_t entry = 0; entry < step->entry_count; ++entry) {
      Number completions(0);
      Number mines(0);
      for (std::uint32_t x = 0; x < runs; ++x) {
        const std::uint32_t child = children_[step->first_child + entry * runs + x];
        if (child == kNoChild || after_[child] == Number(0)) continue;
        const Number weighted = times(after_[child], choose[x]);
        completions += weighted;
        mines += times(weighted, x);
        marginal.can_hold_mine |= x > 0;
        marginal.can_hold_free |= x < step->size;
      }
      marginal.mines += ways_[step->first_entry + entry] * mines;
      before_[entry] = std::move(completions);
    }
    marginals[step->group] = std::move(marginal);
    after_.swap(before_);
  }
}

template class Eliminator<double>;
template class Eliminator<WideNumber>;
template class Eliminator<BigInteger>;

}  // namespace sapper::solvers
