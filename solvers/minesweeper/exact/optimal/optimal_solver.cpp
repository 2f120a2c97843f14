#include "solvers/minesweeper/exact/optimal/optimal_solver.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "sim/minesweeper/cell_symmetry.hpp"
#include "sim/support/contracts.hpp"

namespace sapper::solvers::optimal {
namespace {

using sim::Cell;

// Smaller positions take less time than synchronizing threads.
constexpr std::uint32_t kParallelFrom = 512;
constexpr std::size_t kMostRememberedDigs = std::size_t{1} << 18;
constexpr std::uint64_t kLeastTableBytes = std::uint64_t{1} << 20;
// WebAssembly has 32-bit addresses, and memory that a phone can spare.
constexpr std::uint64_t kMostTableBytes = std::uint64_t{1} << (sizeof(void*) > 4 ? 50 : 26);

// A board's layouts, their planes and the positions that follow, on the way down to small positions.
std::uint64_t working_bytes(std::uint64_t layouts, std::uint32_t cells) { return layouts * (32 + 2 * cells); }

CellMask cells_of(std::uint32_t cells) { return cells == kMostCells ? ~CellMask{0} : mask_of(cells) - 1; }

CellMask mask_of_all(std::span<const Cell> cells) {
  CellMask mask = 0;
  for (const Cell cell : cells) mask |= mask_of(cell);
  return mask;
}

template <class Rules>
CellMask protected_mask(const Rules& rules, Cell first) {
  std::vector<Cell> kept_free;
  sim::append_protected_cells(rules.board(), rules.first_click, first, kept_free);
  return mask_of_all(kept_free);
}

// The cells that the rules keep free during the whole game: none on graphs.
std::vector<Cell> free_by_rule(const sim::GameRules& rules) {
  return sim::cells_free_by_rule(*rules.grid, rules.first_click);
}
std::vector<Cell> free_by_rule(const sim::GraphGameRules&) { return {}; }

bool is_same(const sim::Grid& a, const sim::Grid& b) { return a == b; }
bool is_same(const sim::Graph& a, const sim::Graph& b) { return &a == &b; }

// Why a board's numbers are too large; empty if they are not.
std::string refusal_of_numbers(const sim::GameRules&) { return ""; }
std::string refusal_of_numbers(const sim::GraphGameRules& rules) {
  if (rules.mine_count <= kLargestNumber) return "";
  for (Cell cell = 0; cell < rules.graph->cell_count(); ++cell)
    if (const std::size_t seen = rules.graph->sees(cell).size(); seen > kLargestNumber)
      return "its cell " + std::to_string(cell) + " (from 0) sees " + std::to_string(seen) +
             " cells; with more than " + std::to_string(kLargestNumber) +
             " mines, boards whose cells see at most " + std::to_string(kLargestNumber) + " can be solved";
  return "";
}

// All ways to lay the mines in these places, appended in ascending order of the masks.
void list_layouts(CellMask places, std::uint32_t mine_count, CellMask laid, std::vector<CellMask>& layouts) {
  if (mine_count == 0) {
    layouts.push_back(laid);
    return;
  }
  for (CellMask left = places; static_cast<std::uint32_t>(std::popcount(left)) >= mine_count;
       left &= left - 1) {
    const CellMask place = left & -left;
    list_layouts(left & ~place, mine_count - 1, laid | place, layouts);
  }
}

std::size_t memory_for_table(std::uint32_t cells, std::uint32_t mine_count, std::uint64_t memory_bytes) {
  const std::uint64_t working = working_bytes(layout_count(cells, mine_count), cells);
  const std::uint64_t left =
      memory_bytes > working + kLeastTableBytes ? memory_bytes - working : kLeastTableBytes;
  return static_cast<std::size_t>(std::min(left, kMostTableBytes));
}

// The solvers in use, and the last one made.
template <class Rules>
class SharedSolvers {
 public:
  using OptimalSolver = OptimalSolverOf<Rules>;

  std::shared_ptr<OptimalSolver> find_or_make(const Rules& board, std::uint64_t memory) {
    const std::lock_guard lock(mutex_);
    std::erase_if(solvers_, [](const Entry& entry) { return entry.solver.expired(); });
    for (const Entry& entry : solvers_)
      if (std::shared_ptr<OptimalSolver> solver = entry.solver.lock();
          solver != nullptr && entry.memory == memory && has_rules(*solver, board))
        return solver;
    last_ = nullptr;
    last_ = std::make_shared<OptimalSolver>(board, memory, ThreadUse::one);
    solvers_.push_back({memory, last_});
    return last_;
  }

 private:
  struct Entry {
    std::uint64_t memory;
    std::weak_ptr<OptimalSolver> solver;
  };

  static bool has_rules(const OptimalSolver& solver, const Rules& rules) {
    return is_same(solver.rules().board(), rules.board()) && solver.rules().mine_count == rules.mine_count &&
           solver.rules().first_click == rules.first_click;
  }

  std::mutex mutex_;
  std::vector<Entry> solvers_;
  std::shared_ptr<OptimalSolver> last_;
};

}  // namespace

sim::CellClasses first_cell_classes(const sim::GameRules& rules) {
  return sim::classify_cells(*rules.grid, free_by_rule(rules));
}
sim::CellClasses first_cell_classes(const sim::GraphGameRules& rules) {
  std::vector<Cell> all(rules.graph->cell_count());
  std::iota(all.begin(), all.end(), Cell{0});
  return {all, all};
}

template <class Rules>
auto OptimalSolverOf<Rules>::shared(const Rules& rules, std::uint64_t memory_bytes)
    -> std::shared_ptr<OptimalSolverOf> {
  static SharedSolvers<Rules> solvers;
  return solvers.find_or_make(rules, memory_bytes);
}

// A first cell that represents all cells equivalent under the board's symmetries.
template <class Rules>
struct OptimalSolverOf<Rules>::FirstCell {
  std::vector<Cell> cells;    // ascending
  std::uint64_t layouts = 0;  // that the rule allows
  std::uint64_t free = 0;     // of them, without a mine in the cell
};

std::uint64_t layout_count(std::uint32_t places, std::uint32_t mine_count) {
  if (mine_count > places) return 0;
  const std::uint32_t chosen = std::min(mine_count, places - mine_count);
  std::uint64_t count = 1;
  for (std::uint32_t i = 1; i <= chosen; ++i) {
    count = count * (places - chosen + i) / i;  // exact: a binomial coefficient each time
    if (count > kMostLayouts) return kMostLayouts + 1;
  }
  return count;
}

template <class Rules>
std::optional<std::string> OptimalSolverOf<Rules>::refusal(const Rules& rules, std::uint64_t memory_bytes) {
  const std::uint32_t cells = rules.board().cell_count();
  if (cells > kMostCells)
    return "it has " + std::to_string(cells) + " cells; boards of at most " + std::to_string(kMostCells) +
           " can be solved";
  if (std::string reason = refusal_of_numbers(rules); !reason.empty()) return reason;
  const std::uint32_t most = sim::max_mines(rules.board(), rules.first_click);
  if (rules.mine_count > most)
    return std::to_string(rules.mine_count) + " mines do not fit; the rule " +
           std::string(sim::name_of(rules.first_click)) + " allows " + std::to_string(most);
  const std::uint64_t layouts = layout_count(cells, rules.mine_count);
  if (layouts > kMostLayouts)
    return "it has more than " + std::to_string(kMostLayouts) + " layouts, too many to solve";
  const std::uint64_t needed = working_bytes(layouts, cells) + kLeastTableBytes;
  if (needed > memory_bytes)
    return "its " + std::to_string(layouts) + " layouts need " + std::to_string((needed >> 20) + 1) +
           " MB of memory besides the table of positions; " + std::to_string(memory_bytes >> 20) +
           " MB are allowed";
  return std::nullopt;
}

template <class Rules>
OptimalSolverOf<Rules>::OptimalSolverOf(Rules rules, std::uint64_t memory_bytes, ThreadUse threads)
    : rules_(std::move(rules)),
      neighbors_(rules_.board()),
      all_cells_(cells_of(rules_.board().cell_count())),
      keys_(rules_.board()),
      table_(memory_for_table(rules_.board().cell_count(), rules_.mine_count, memory_bytes)),
      context_(neighbors_, keys_, table_,
               threads == ThreadUse::all ? kParallelFrom : std::numeric_limits<std::uint32_t>::max()) {}

// The layouts that the rule allows for this first cell and that it survives.
template <class Rules>
std::vector<CellMask> OptimalSolverOf<Rules>::layouts_of(Cell first) const {
  std::vector<CellMask> layouts;
  list_layouts(all_cells_ & ~protected_mask(rules_, first) & ~mask_of(first), rules_.mine_count, 0, layouts);
  return layouts;
}

template <class Rules>
auto OptimalSolverOf<Rules>::first_cells() const -> std::vector<FirstCell> {
  const std::uint32_t cells = rules_.board().cell_count();
  const sim::CellClasses classes = first_cell_classes(rules_);
  std::vector<FirstCell> firsts(classes.representatives.size());
  for (Cell cell = 0; cell < cells; ++cell) firsts[classes.class_of[cell]].cells.push_back(cell);
  for (FirstCell& first : firsts) {
    const Cell cell = first.cells.front();
    const CellMask kept_free = protected_mask(rules_, cell);
    const auto places = cells - static_cast<std::uint32_t>(std::popcount(kept_free));
    first.layouts = layout_count(places, rules_.mine_count);
    first.free =
        (kept_free & mask_of(cell)) != 0 ? first.layouts : layout_count(places - 1, rules_.mine_count);
  }
  return firsts;
}

// Layouts won after this first dig if these exceed `floor`; otherwise a bound on them, at most `floor`.
template <class Rules>
std::uint32_t OptimalSolverOf<Rules>::value_of(const FirstCell& first, std::int64_t floor) {
  if (first.free == 0) return 0;
  const Cell cell = first.cells.front();
  std::vector<CellMask> layouts = layouts_of(cell);
  return context_.run(
      [&](BeliefSearch& search) { return search.value_after(layouts, all_cells_, mask_of(cell), floor); });
}

template <class Rules>
OptimalValue OptimalSolverOf<Rules>::solve() {
  const std::lock_guard lock(solving_);
  if (solved_) return *solved_;
  std::vector<FirstCell> firsts = first_cells();
  OptimalValue best{0, 1, {}};
  first_cells_ = static_cast<std::uint32_t>(firsts.size());
  first_cell_ = 0;
  for (const FirstCell& first : firsts) {
    ++first_cell_;
    // Exact only if at least as good as the best so far.
    const std::uint64_t equal = (best.won * first.layouts + best.layouts - 1) / best.layouts;
    const std::uint64_t won = value_of(first, static_cast<std::int64_t>(equal) - 1);
    if (won < equal) continue;
    if (best.best_first.empty() || won * best.layouts > best.won * first.layouts)
      best = {won, first.layouts, {}};
    best.best_first.insert(best.best_first.end(), first.cells.begin(), first.cells.end());
  }
  std::sort(best.best_first.begin(), best.best_first.end());
  solved_ = best;
  return best;
}

template <class Rules>
OptimalValue OptimalSolverOf<Rules>::solve(Cell first) {
  for (const FirstCell& same : first_cells())
    if (std::binary_search(same.cells.begin(), same.cells.end(), first)) {
      first_cells_ = first_cell_ = 1;
      return {value_of(same, -1), same.layouts, {first}};
    }
  throw std::invalid_argument("the first cell is not on the board");
}

template <class Rules>
std::vector<CellMask> OptimalSolverOf<Rules>::consistent_layouts(const View& view) {
  std::call_once(listing_, [&] {
    list_layouts(all_cells_ & ~mask_of_all(free_by_rule(rules_)), rules_.mine_count, 0, every_layout_);
  });
  struct Shown {
    CellMask around;
    int number;
  };
  std::vector<Shown> numbers;
  CellMask shown = 0;
  for (Cell cell = 0; cell < rules_.board().cell_count(); ++cell) {
    if (view.is_hidden(cell)) continue;
    shown |= mask_of(cell);
    numbers.push_back({neighbors_.of[cell], view.number(cell)});
  }
  std::vector<CellMask> layouts;
  for (const CellMask layout : every_layout_)
    if ((layout & shown) == 0 && std::all_of(numbers.begin(), numbers.end(), [&](const Shown& known) {
          return std::popcount(layout & known.around) == known.number;
        }))
      layouts.push_back(layout);
  return layouts;
}

template <class Rules>
OptimalDig OptimalSolverOf<Rules>::best_dig(const View& view) {
  const std::vector<std::uint8_t>& shown_cells = sim::cells_of(view);
  const std::string key(shown_cells.begin(), shown_cells.end());
  {
    const std::shared_lock lock(digs_mutex_);
    if (const auto known = digs_.find(key); known != digs_.end()) return known->second;
  }
  const OptimalDig best = search_best_dig(consistent_layouts(view), view);
  const std::unique_lock lock(digs_mutex_);
  if (digs_.size() < kMostRememberedDigs) digs_.emplace(key, best);
  return best;
}

template <class Rules>
double OptimalSolverOf<Rules>::probability_after(const View& view, std::span<const Cell> cells) {
  std::vector<CellMask> layouts = consistent_layouts(view);
  if (layouts.empty()) throw std::logic_error("the shown numbers contradict one another");
  const auto count = static_cast<double>(layouts.size());
  CellMask dug = 0;
  for (const Cell cell : cells) dug |= mask_of(cell);
  CellMask in_any = 0;
  CellMask in_all = ~CellMask{0};
  for (const CellMask layout : layouts) {
    in_any |= layout;
    in_all &= layout;
  }
  std::erase_if(layouts, [&](CellMask layout) { return (layout & dug) != 0; });
  if (layouts.empty()) return 0;
  // Certainly free cells are dug too: that costs nothing.
  for (Cell cell = 0; cell < rules_.board().cell_count(); ++cell)
    if (view.is_hidden(cell) && (in_any & mask_of(cell)) == 0) dug |= mask_of(cell);
  return context_.run([&](BeliefSearch& search) {
    return search.value_after(layouts, in_any & ~in_all, dug, -1);
  }) / count;
}

template <class Rules>
OptimalDig OptimalSolverOf<Rules>::search_best_dig(std::vector<CellMask> layouts, const View& view) {
  if (layouts.empty()) throw std::logic_error("the shown numbers contradict one another");
  CellMask in_any = 0;
  CellMask in_all = ~CellMask{0};
  for (const CellMask layout : layouts) {
    in_any |= layout;
    in_all &= layout;
  }
  const auto count = static_cast<std::uint32_t>(layouts.size());
  const auto mines_in = [&](Cell cell) {
    return static_cast<std::uint32_t>(std::count_if(
        layouts.begin(), layouts.end(), [&](CellMask layout) { return (layout & mask_of(cell)) != 0; }));
  };
  return context_.run([&](BeliefSearch& search) {
    std::vector<CellMask> scratch = layouts;
    const std::uint32_t value = search.value_after(scratch, in_any & ~in_all, 0, 0);
    // A bound equal to the value does not decide about the dig: only its exact value does.
    for (const RankedDig& dig : search.ranked_digs(layouts, in_any & ~in_all)) {
      if (dig.upper < value) break;
      std::vector<CellMask> free;
      for (const CellMask layout : layouts)
        if ((layout & mask_of(dig.cell)) == 0) free.push_back(layout);
      const std::int64_t floor = static_cast<std::int64_t>(value) - 1;
      if (search.value_after(free, in_any & ~in_all, mask_of(dig.cell), floor) == value)
        return OptimalDig{dig.cell, value, count, mines_in(dig.cell)};
    }
    SAPPER_EXPECT(value == 1);  // then all digs that survive in some layout are equally good
    OptimalDig safest{sim::kNoCell, value, count, count};
    for (Cell cell = 0; cell < rules_.board().cell_count(); ++cell)
      if (view.is_hidden(cell) && mines_in(cell) < safest.mines) {
        safest.cell = cell;
        safest.mines = mines_in(cell);
      }
    return safest;
  });
}

template class OptimalSolverOf<sim::GameRules>;
template class OptimalSolverOf<sim::GraphGameRules>;

}  // namespace sapper::solvers::optimal
