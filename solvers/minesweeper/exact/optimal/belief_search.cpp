#include "solvers/minesweeper/exact/optimal/belief_search.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <new>
#include <utility>

#include "sim/support/contracts.hpp"
#include "sim/support/interruptible.hpp"
#include "solvers/support/parallel.hpp"

namespace sapper::solvers::optimal {
namespace {

// Smaller positions are cheaper to search than to look up.
constexpr std::uint32_t kTableFrom = 5;
// For larger positions the outcomes of all digs together would take too much memory.
constexpr std::uint32_t kDigTwiceFrom = 1U << 14;
constexpr std::uint64_t kReportEvery = 1024;
// Sets of at most this many layouts are faster to iterate as a list than as words.
constexpr std::uint32_t kListUpTo = 8;

// Operations on subsets of kWords words, known at compile time; 0: not known, a multiple of 8.
template <std::uint32_t kWords>
struct Subset {
  static std::uint32_t words(const LayoutPlanes& planes) { return kWords == 0 ? planes.words : kWords; }

  static std::uint32_t count_common(const std::uint64_t* a, const std::uint64_t* b, std::uint32_t words) {
    std::uint64_t count = 0;
    for (std::uint32_t w = 0; w < words; ++w) count += static_cast<std::uint64_t>(std::popcount(a[w] & b[w]));
    return static_cast<std::uint32_t>(count);
  }
  static std::uint32_t intersect(const std::uint64_t* a, const std::uint64_t* b, std::uint32_t words,
                                 std::uint64_t* common) {
    std::uint64_t count = 0;
    for (std::uint32_t w = 0; w < words; ++w) {
      common[w] = a[w] & b[w];
      count += static_cast<std::uint64_t>(std::popcount(common[w]));
    }
    return static_cast<std::uint32_t>(count);
  }
  static bool is_disjoint(const std::uint64_t* a, const std::uint64_t* b, std::uint32_t words) {
    for (std::uint32_t w = 0; w < words; ++w)
      if ((a[w] & b[w]) != 0) return false;
    return true;
  }
  static bool is_subset(const std::uint64_t* a, const std::uint64_t* b, std::uint32_t words) {
    for (std::uint32_t w = 0; w < words; ++w)
      if ((a[w] & ~b[w]) != 0) return false;
    return true;
  }
};

// The subset of the first `count` layouts.
void fill_first(std::uint64_t* subset, std::uint32_t words, std::uint32_t count) {
  for (std::uint32_t w = 0; w < words; ++w) {
    const std::uint32_t left = count > w * 64 ? count - w * 64 : 0;
    subset[w] = left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
  }
}

// The layouts of a subset, in order.
void write_layouts(const Position& position, CellMask* layouts) {
  for (std::uint32_t w = 0; w < position.planes->words; ++w)
    for (std::uint64_t left = position.subset[w]; left != 0; left &= left - 1)
      *layouts++ =
          position.planes->layouts[std::size_t{w} * 64 + static_cast<std::size_t>(std::countr_zero(left))];
}
std::span<CellMask> list_layouts(const Position& position, Scratch& scratch) {
  const std::span<CellMask> layouts(scratch.take(position.count), position.count);
  write_layouts(position, layouts.data());
  return layouts;
}

// Whether a list of the subset's layouts is faster to iterate than its words.
bool is_sparse(const Position& position) {
  return position.count <= std::max(position.planes->words, kListUpTo);
}

// How many of some layouts have a mine in each cell, all cells at once: bit c of plane k is bit k of the count
// of cell c.
struct MineCounter {
  std::array<CellMask, 32> planes;
  std::size_t plane_count = 0;
  CellMask in_any = 0;
  CellMask in_all = ~CellMask{0};

  void add(CellMask layout) {
    in_any |= layout;
    in_all &= layout;
    for (std::size_t k = 0; layout != 0; ++k) {
      if (k == plane_count) planes[plane_count++] = 0;
      const CellMask carry = planes[k] & layout;
      planes[k] ^= layout;
      layout = carry;
    }
  }
  // The least of these cells' counts.
  std::uint32_t fewest(CellMask cells) const {
    std::uint32_t least = 0;
    for (std::size_t k = plane_count; k-- > 0;) {
      const CellMask without = cells & ~planes[k];
      if (without != 0)
        cells = without;
      else
        least |= 1U << k;
    }
    return least;
  }
};

std::size_t lowest_cell(CellMask cells) { return static_cast<std::size_t>(std::countr_zero(cells)); }

}  // namespace

// A position that follows a dig, in a list. `position.upper` is its value once is_exact.
struct BeliefSearch::Child {
  Child* next;
  Position position;
  PositionKey key;
  bool is_exact;
  bool has_key;
};

// The outcome of a dig: the positions whose value is not known, and a bound on all layouts won.
struct BeliefSearch::Outcome {
  std::int64_t upper;  // at first all layouts in which the dig is free
  std::int64_t floor;  // outcomes with a smaller bound are irrelevant
  Child* open = nullptr;
};

struct BeliefSearch::Dig {
  sim::Cell cell;
  std::uint32_t free;  // layouts
  Outcome outcome;     // for large positions, from kDigTwiceFrom on, only its bound
};

namespace {

// function<kWords>() for the words of the position's planes.
template <class Function>
auto with_words(const Position& position, Function&& function) {
  // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a position without layouts has planes.
  const std::uint32_t words = position.planes->words;
  return words == 1   ? function.template operator()<1>()
         : words == 2 ? function.template operator()<2>()
         : words == 4 ? function.template operator()<4>()
         : words == 8 ? function.template operator()<8>()
                      : function.template operator()<0>();
}

}  // namespace

SearchContext::SearchContext(const NeighborMasks& neighbors, const PositionKeys& keys, ValueTable& table,
                             std::uint32_t parallel_from)
    : neighbors_(neighbors), keys_(keys), table_(table), parallel_from_(parallel_from) {}
SearchContext::~SearchContext() = default;

std::unique_ptr<BeliefSearch> SearchContext::take_search() {
  const std::lock_guard lock(mutex_);
  if (idle_.empty()) return std::make_unique<BeliefSearch>(*this);
  std::unique_ptr<BeliefSearch> search = std::move(idle_.back());
  idle_.pop_back();
  return search;
}

void SearchContext::return_search(std::unique_ptr<BeliefSearch> search) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(search));
}

void BeliefSearch::count_position() {
  if (++searched_ - reported_ < kReportEvery) return;
  context_.positions_.fetch_add(searched_ - reported_, std::memory_order_relaxed);
  reported_ = searched_;
  end_if_stopped();
}

void BeliefSearch::end_if_stopped() const {
  if (context_.is_stopped_.load(std::memory_order_relaxed)) throw SearchStopped();
  sim::end_if_interrupted();
}

// Splits the layouts of `position`, whose `undetermined` may still hold determined cells and whose `upper` is
// not known yet, by what the free digs in `safe` show, and then by the following free digs. Adds the remaining
// positions to the outcome; false once its bound is at most its floor.
template <std::uint32_t kWords>
bool BeliefSearch::close(const Position& position, CellMask safe, Outcome& outcome) {
  if (position.count == 1) return true;
  const LayoutPlanes& planes = *position.planes;
  if (kWords != 1 && is_sparse(position)) {
    const Scratch::Scope scope(closing_);
    const std::span<CellMask> layouts = list_layouts(position, closing_);
    return close_list(layouts, position.undetermined, safe, outcome);
  }
  const std::uint32_t words = Subset<kWords>::words(planes);
  const std::uint64_t* const subset = position.subset;
  CellMask undetermined = position.undetermined & ~safe;
  for (; safe != 0; safe &= safe - 1) {
    const CellPlanes& cell = planes.cells[lowest_cell(safe)];
    std::uint32_t seen = 0;
    for (std::uint32_t number = 0; seen < position.count; ++number) {
      SAPPER_EXPECT(number < cell.number_count);
      const Scratch::Scope scope(closing_);
      std::uint64_t* const shown = closing_.take(words);
      const std::uint32_t count =
          Subset<kWords>::intersect(subset, cell.numbers + std::size_t{number} * words, words, shown);
      if (count == position.count) break;  // the same number everywhere
      seen += count;
      if (count != 0 &&
          !close<kWords>({nullptr, &planes, shown, undetermined, count, 0}, safe & (safe - 1), outcome))
        return false;
    }
    if (seen != 0) return true;
  }

  std::uint32_t fewest_mines = position.count - 1;
  for (CellMask left = undetermined; left != 0; left &= left - 1) {
    const CellPlanes& cell = planes.cells[lowest_cell(left)];
    const std::uint32_t mines = Subset<kWords>::count_common(subset, cell.mines, words);
    if (mines != 0 && mines != position.count) {
      fewest_mines = std::min(fewest_mines, mines);
    } else {
      undetermined &= ~(left & -left);
      if (mines == 0) safe |= left & -left;
    }
  }
  if (safe != 0)
    return close<kWords>({nullptr, &planes, subset, undetermined, position.count, 0}, safe, outcome);

  return add_child({nullptr, &planes, subset, undetermined, position.count, 0}, fewest_mines, outcome);
}

// Does the same for a list of layouts, which it reorders.
bool BeliefSearch::close_list(std::span<CellMask> layouts, CellMask undetermined, CellMask safe,
                              Outcome& outcome) {
  if (layouts.size() == 1) return true;
  if (layouts.size() >= kDigTwiceFrom) end_if_stopped();
  undetermined &= ~safe;
  for (; safe != 0; safe &= safe - 1) {
    const CellMask around = context_.neighbors_.of[lowest_cell(safe)];
    for (std::size_t begin = 0; begin < layouts.size();) {
      const int number = std::popcount(layouts[begin] & around);
      const auto end =
          std::partition(layouts.begin() + static_cast<std::ptrdiff_t>(begin), layouts.end(),
                         [&](CellMask layout) { return std::popcount(layout & around) == number; });
      const auto count = static_cast<std::size_t>(end - layouts.begin()) - begin;
      if (count == layouts.size()) break;  // the same number everywhere
      if (!close_list(layouts.subspan(begin, count), undetermined, safe & (safe - 1), outcome)) return false;
      begin += count;
      if (begin == layouts.size()) return true;
    }
  }

  MineCounter counter;
  for (const CellMask layout : layouts) counter.add(layout & undetermined);
  const auto count = static_cast<std::uint32_t>(layouts.size());
  const CellMask mines = undetermined & counter.in_all;
  safe = undetermined & ~counter.in_any;
  undetermined &= ~mines & ~safe;
  if (safe != 0) return close_list(layouts, undetermined, safe, outcome);
  return add_child({layouts.data(), nullptr, nullptr, undetermined, count, 0}, counter.fewest(undetermined),
                   outcome);
}

// Adds a position without free digs. fewest_mines: the smallest number of layouts with a mine in some cell.
bool BeliefSearch::add_child(const Position& position, std::uint32_t fewest_mines, Outcome& outcome) {
  outcome.upper -= fewest_mines;
  if (outcome.upper <= outcome.floor) return false;
  const std::uint32_t upper = position.count - fewest_mines;
  if (upper == 1) return true;
  constexpr std::size_t kChildWords = (sizeof(Child) + 7) / 8;
  auto* const child = new (kept_.take(kChildWords)) Child{outcome.open, position, {}, false, false};
  outcome.open = child;
  child->position.upper = upper;
  // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a position without layouts has planes.
  if (position.layouts == nullptr && position.planes->words == 1) {
    child->position.subset = std::copy_n(position.subset, 1, kept_.take(1)) - 1;
    return true;
  }
  CellMask* const layouts = kept_.take(position.count);
  if (position.layouts != nullptr)
    std::copy_n(position.layouts, position.count, layouts);
  else
    write_layouts(position, layouts);
  child->position.layouts = layouts;
  return true;
}

// The outcome of a dig at `cell`; false if its bound is at most `floor`.
template <std::uint32_t kWords>
bool BeliefSearch::dig(const Position& position, sim::Cell cell, Outcome& outcome) {
  const LayoutPlanes& planes = *position.planes;
  const std::uint32_t words = Subset<kWords>::words(planes);
  const CellPlanes& dug = planes.cells[cell];
  for (std::uint32_t number = 0; number < dug.number_count; ++number) {
    const Scratch::Scope scope(closing_);
    std::uint64_t* const shown = closing_.take(words);
    const std::uint32_t count =
        Subset<kWords>::intersect(position.subset, dug.numbers + std::size_t{number} * words, words, shown);
    if (count != 0 &&
        !close<kWords>({nullptr, &planes, shown, position.undetermined & ~mask_of(cell), count, 0}, 0,
                       outcome))
      return false;
  }
  return true;
}

// The digs worth considering whose bound exceeds `floor`, best bound first, then by cell; returns their
// number. `passed_over`: the largest bound of the others. If no dig gives information: returns 0, passed_over = 1.
template <std::uint32_t kWords>
std::uint32_t BeliefSearch::list_digs(const Position& position, std::int64_t floor, Dig* digs,
                                      std::uint32_t& passed_over) {
  const LayoutPlanes& planes = *position.planes;
  const std::uint32_t words = Subset<kWords>::words(planes);
  struct Informative {
    sim::Cell cell;
    std::uint32_t mine_count;
    const std::uint64_t* mines;
  };
  std::array<Informative, kMostCells> informative;
  std::uint32_t informative_count = 0;
  const Scratch::Scope scope(closing_);
  for (CellMask left = position.undetermined; left != 0; left &= left - 1) {
    const std::size_t cell = lowest_cell(left);
    const CellPlanes& dug = planes.cells[cell];
    std::uint32_t shown = 0;
    for (std::uint32_t number = 0; number < dug.number_count && shown < 2; ++number)
      shown +=
          !Subset<kWords>::is_disjoint(position.subset, dug.numbers + std::size_t{number} * words, words);
    if (shown < 2) continue;
    std::uint64_t* const mines = closing_.take(words);
    const std::uint32_t count = Subset<kWords>::intersect(position.subset, dug.mines, words, mines);
    informative[informative_count++] = {static_cast<sim::Cell>(cell), count, mines};
  }
  passed_over = 1;
  std::uint32_t dig_count = 0;
  for (std::uint32_t i = 0; i < informative_count; ++i) {
    const Informative& here = informative[i];
    const std::uint32_t free = position.count - here.mine_count;
    if (free <= floor) {
      passed_over = std::max(passed_over, free);
      continue;
    }
    bool is_dominated = false;
    for (std::uint32_t j = 0; j < informative_count && !is_dominated; ++j) {
      const Informative& other = informative[j];
      if (other.mine_count > here.mine_count || (other.mine_count == here.mine_count && j >= i)) continue;
      is_dominated = Subset<kWords>::is_subset(other.mines, here.mines, words);
    }
    if (is_dominated) continue;
    end_if_stopped();
    Dig& next = digs[dig_count];
    next = {here.cell, free, {free, floor}};
    const Scratch::Mark mark = kept_.mark();
    const bool is_open = dig<kWords>(position, here.cell, next.outcome);
    if (!is_open || position.count >= kDigTwiceFrom) kept_.rewind(mark);
    if (is_open)
      ++dig_count;
    else
      passed_over = std::max(passed_over, static_cast<std::uint32_t>(next.outcome.upper));
  }
  std::sort(digs, digs + dig_count, [](const Dig& a, const Dig& b) {
    return a.outcome.upper != b.outcome.upper ? a.outcome.upper > b.outcome.upper : a.cell < b.cell;
  });
  return dig_count;
}

template <std::uint32_t kWords>
std::uint32_t BeliefSearch::search(const Position& position, std::int64_t floor,
                                   const PositionKey* known_key) {
  const std::uint64_t searched_before = searched_;
  count_position();
  const bool is_kept = position.count >= kTableFrom;
  PositionKey key;
  std::uint32_t upper = position.upper;
  if (is_kept && known_key != nullptr) {
    key = *known_key;
  } else if (is_kept) {
    key = key_of(position);
    if (const auto known = context_.table_.find(key)) {
      if (known->lower == known->upper || known->upper <= floor) return known->upper;
      upper = std::min(upper, known->upper);
    }
  }

  const Scratch::Scope scope(kept_);
  std::array<Dig, kMostCells> digs;
  std::uint32_t passed_over = 1;
  floor = std::max<std::int64_t>(floor, 0);
  const std::uint32_t dig_count =
      list_digs<kWords>(position, std::max<std::int64_t>(floor, 1), digs.data(), passed_over);
  std::int64_t best = 1;  // any way to play wins one layout
  std::int64_t others = passed_over;
  for (std::uint32_t i = 0; i < dig_count && best < upper; ++i) {
    const std::int64_t floor_now = std::max(floor, best);
    if (digs[i].outcome.upper <= floor_now) {
      others = std::max<std::int64_t>(others, digs[i].outcome.upper);
      break;
    }
    Outcome outcome = digs[i].outcome;
    const Scratch::Scope dig_scope(kept_);
    if (position.count >= kDigTwiceFrom) {
      outcome = {digs[i].free, floor_now};
      dig<kWords>(position, digs[i].cell, outcome);
    }
    const std::int64_t sum =
        outcome.upper <= floor_now ? outcome.upper : evaluate(position.count, outcome, floor_now);
    if (sum > floor_now)
      best = sum;
    else
      others = std::max(others, sum);
  }
  const bool is_exact = best > floor;
  const auto result =
      static_cast<std::uint32_t>(is_exact ? best : std::min<std::int64_t>(std::max(best, others), upper));
  if (is_kept)
    context_.table_.store(
        key, {is_exact ? result : 1, result},
        position.count >= context_.parallel_from_ ? ~std::uint64_t{0} : searched_ - searched_before);
  return result;
}

// The layouts that the dig wins, if these exceed `floor`; otherwise a bound on them.
std::int64_t BeliefSearch::evaluate(std::uint32_t count, const Outcome& outcome, std::int64_t floor) {
  const Scratch::Scope scope(kept_);
  std::int64_t sum = outcome.upper;
  std::size_t child_count = 0;
  for (const Child* child = outcome.open; child != nullptr; child = child->next) ++child_count;
  static_assert(sizeof(void*) <= sizeof(std::uint64_t));
  Child** const open = reinterpret_cast<Child**>(kept_.take(child_count));
  std::size_t open_count = 0;
  for (Child* child = outcome.open; child != nullptr; child = child->next) {
    Position& after = child->position;
    if (after.count >= kTableFrom) {
      if (!child->has_key) child->key = key_of(after);
      child->has_key = true;
      if (const auto known = context_.table_.find(child->key)) {
        if (known->upper < after.upper) {
          sum -= after.upper - known->upper;
          after.upper = known->upper;
          if (sum <= floor) return sum;
        }
        child->is_exact = known->lower == known->upper;
        if (child->is_exact) continue;
      }
    }
    open[open_count++] = child;
  }
  std::sort(open, open + open_count,
            [](const Child* a, const Child* b) { return a->position.count > b->position.count; });
  if (open_count > 1 && count >= context_.parallel_from_) {
    search_children(open, open_count, sum, floor);
    return sum;
  }
  for (std::size_t i = 0; i < open_count && sum > floor; ++i) {
    const std::uint32_t bound = open[i]->position.upper;
    const std::uint32_t value = search_child(*open[i], floor - (sum - bound));
    sum -= bound - value;
  }
  return sum;
}

void BeliefSearch::search_children(Child** open, std::size_t count, std::int64_t& sum, std::int64_t floor) {
  std::atomic<std::int64_t> shared_sum = sum;
  for_each_index_in_parallel(count, [&](std::size_t i) {
    const std::int64_t sum_now = shared_sum.load(std::memory_order_relaxed);
    if (sum_now <= floor) return;
    const std::uint32_t bound = open[i]->position.upper;
    const std::uint32_t value = context_.run(
        [&](BeliefSearch& search) { return search.search_child(*open[i], floor - (sum_now - bound)); });
    shared_sum.fetch_sub(bound - value, std::memory_order_relaxed);
  });
  sum = shared_sum.load();
}

PositionKey BeliefSearch::key_of(const Position& position) {
  if (position.layouts != nullptr)
    return context_.keys_.key_of({position.layouts, position.count}, position.undetermined);
  const Scratch::Scope scope(closing_);
  return context_.keys_.key_of(list_layouts(position, closing_), position.undetermined);
}

// The position as a subset of planes.
Position BeliefSearch::with_planes(const Position& position) {
  if (position.layouts == nullptr) return position;
  const LayoutPlanes* const planes =
      planes_of({position.layouts, position.count}, position.undetermined, context_.neighbors_, kept_);
  std::uint64_t* const all = kept_.take(planes->words);
  fill_first(all, planes->words, planes->count);
  return {nullptr, planes, all, position.undetermined, position.count, position.upper};
}

std::uint32_t BeliefSearch::search_child(const Child& child, std::int64_t floor) {
  const Scratch::Scope scope(kept_);
  const Position position = with_planes(child.position);
  const PositionKey* const key = child.has_key ? &child.key : nullptr;
  return with_words(position, [&]<std::uint32_t kWords>() { return search<kWords>(position, floor, key); });
}

std::uint32_t BeliefSearch::value_after(std::span<CellMask> layouts, CellMask cells, CellMask safe,
                                        std::int64_t floor) {
  const Scratch::Scope scope(kept_);
  const auto count = static_cast<std::uint32_t>(layouts.size());
  Outcome outcome{count, floor};
  if (!close_list(layouts, cells, safe, outcome)) return static_cast<std::uint32_t>(outcome.upper);
  return static_cast<std::uint32_t>(evaluate(count, outcome, floor));
}

std::vector<RankedDig> BeliefSearch::ranked_digs(std::span<const CellMask> layouts, CellMask undetermined) {
  const Scratch::Scope scope(kept_);
  const Position position = with_planes(
      {layouts.data(), nullptr, nullptr, undetermined, static_cast<std::uint32_t>(layouts.size()), 0});
  std::array<Dig, kMostCells> digs;
  std::uint32_t passed_over = 0;
  const std::uint32_t count = with_words(position, [&]<std::uint32_t kWords>() {
    return list_digs<kWords>(position, 1, digs.data(), passed_over);
  });
  std::vector<RankedDig> ranked;
  for (std::uint32_t i = 0; i < count; ++i)
    ranked.push_back({digs[i].cell, static_cast<std::uint32_t>(digs[i].outcome.upper)});
  return ranked;
}

}  // namespace sapper::solvers::optimal
