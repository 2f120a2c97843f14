// Deduction within one game: knowledge and posterior, kept in sync, and the digs that follow from them. Used by
// strategies that deduce and by play-outs.
//
// The posterior is created on first use. Nothing is allocated after warm-up.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/minesweeper/cell_planes.hpp"
#include "sim/minesweeper/view.hpp"
#include "sim/random/stream.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"
#include "solvers/minesweeper/deduction/local_rules.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::solvers {

class Reasoner {
 public:
  // `telemetry` receives the phases and the frontiers; it must outlive the object.
  Reasoner(const sim::Grid& grid, Telemetry& telemetry) : knowledge_(grid), telemetry_(&telemetry) {}

  // Starts on the view, which must outlive the game.
  void begin(const sim::View& view);
  // Continues from another posterior's knowledge, on a view that shows the same, and borrows its counts. The other
  // posterior must stay in place meanwhile.
  void adopt(const Posterior& other, const sim::View& view);

  // Adds the newly shown cells and applies the local rules; true if there is something to dig.
  [[nodiscard]] bool plan_by_rules(std::span<const sim::CellBlock> shown, Digs& digs);
  // Finds certain cells by the cheapest sufficient means; true if there is something to dig. If not, the full posterior
  // has been computed.
  [[nodiscard]] bool plan_by_posterior(Digs& digs);
  // After plan_by_posterior() without digs: recomputes the posterior if certain mines were learned from it, so that the
  // knowledge has no pending work and all cells of the posterior are uncertain.
  void settle();
  // Adds cells proved certain by other means; true if there is something to dig.
  [[nodiscard]] bool plan_by_certainty(std::span<const sim::Cell> safe, std::span<const sim::Cell> mines,
                                       Digs& digs);

  const LocalRules& knowledge() const { return knowledge_; }
  // These are valid after plan_by_posterior().
  Posterior& posterior() { return *posterior_; }
  const Posterior& posterior() const { return *posterior_; }

 private:
  void start_posterior();
  // Applies the overlap rule; true if there is something to dig.
  [[nodiscard]] bool plan_by_overlaps(Digs& digs);
  // After something was learned: plans the safe cells or, if there are none, those that the rules then find; true if
  // there is something to dig.
  [[nodiscard]] bool plan_by_what_was_learned(Digs& digs);
  // Plans the cells found safe; true if there are any.
  bool take_safe(MoveKind kind, Digs& digs);
  [[nodiscard]] bool learn_certain_cells(std::span<CountedComponent* const> components);
  [[nodiscard]] bool learn_outside(const Posterior& posterior);
  void count_frontier(const Posterior& posterior);

  LocalRules knowledge_;
  std::optional<Posterior> posterior_;
  Telemetry* telemetry_;
  const Posterior* lender_ = nullptr;  // the posterior whose counts are borrowed
  bool is_posterior_started_ = false;  // in this game
  bool has_unsettled_mines_ = false;   // learned from the last posterior
};

// A hash of the cells that were shown since some position, and of their numbers, whatever the order they came in.
//
// A sum over words of the bit planes (grid.hpp) of products with random factors: cells of a word that are shown at
// different times add up to the product of all of them. Two sets of cells have the same sum with a probability of
// about 2^-64 over the factors, which are fixed.

class ShownKey {
 public:
  explicit ShownKey(const sim::Grid& grid) : factors_(grid.word_count()) {
    std::uint64_t state = 0;
    for (Factors& factors : factors_)
      for (std::uint64_t* factor : {&factors.cells, &factors.middle, &factors.eights})
        *factor = sim::mix(++state * kOdd);
  }

  void clear() { sum_ = 0; }
  // Cells that the view now shows and that have not been added yet.
  void add(const sim::CellBlock& shown, const sim::View& view) {
    shown.for_each_row([&](std::uint32_t row) {
      const std::uint32_t word = shown.first_word + row;
      const std::uint64_t cells = shown.bits[row];
      const auto digit = [&](std::size_t index) { return cells & view.numbers().digit(index)[word]; };
      const Factors& factors = factors_[word];
      sum_ += static_cast<Sum>(cells | digit(0) << 32) * factors.cells;
      sum_ += static_cast<Sum>(digit(1) | digit(2) << 32) * factors.middle;
      sum_ += static_cast<Sum>(digit(3)) * factors.eights;
    });
  }
  std::uint64_t value() const {
    return sim::mix(static_cast<std::uint64_t>(sum_) ^
                    std::rotl(static_cast<std::uint64_t>(sum_ >> 64) * kOdd, 32));
  }

 private:
  using Sum = unsigned __int128;
  struct Factors {
    std::uint64_t cells;   // the cells, and the lowest digits of their numbers
    std::uint64_t middle;  // the digits for 2 and 4
    std::uint64_t eights;
  };
  static constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15U;  // 2^64 divided by the golden ratio

  std::vector<Factors> factors_;  // [word]
  Sum sum_ = 0;
};

}  // namespace sapper::solvers
