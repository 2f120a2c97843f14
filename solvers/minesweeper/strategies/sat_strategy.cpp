#include "solvers/minesweeper/strategies/sat_strategy.hpp"

#include <stdexcept>

#include "solvers/minesweeper/choice/reasoner.hpp"
#include "solvers/minesweeper/deduction/sat_deduction.hpp"

namespace sapper::solvers {
namespace {

constexpr std::uint32_t kMostCells = 1024;

class SatStrategy final : public Strategy {
 public:
  explicit SatStrategy(const sim::Grid& grid) : reasoner_(grid, telemetry()), deduction_(grid) {}

  void begin(const sim::View& view, sim::Stream& random) override {
    reasoner_.begin(view);
    random_ = &random;
  }

  void plan(std::span<const sim::CellBlock> shown, Digs& digs) override {
    if (reasoner_.plan_by_rules(shown, digs)) return;
    telemetry().phases.enter(Phase::solving);
    if (!deduction_.compute(reasoner_.knowledge()))
      throw std::logic_error("the shown numbers and the mine count contradict one another");
    if (!reasoner_.plan_by_certainty(deduction_.safe(), deduction_.mines(), digs))
      reasoner_.guess_uniformly(*random_, digs);
  }

 private:
  Reasoner reasoner_;
  SatDeduction deduction_;
  sim::Stream* random_ = nullptr;
};

}  // namespace

std::unique_ptr<Strategy> make_sat_strategy(const sim::GameRules& rules, const Settings&) {
  return std::make_unique<SatStrategy>(*rules.grid);
}

std::optional<std::string> sat_refusal(const sim::GameRules& rules, const Settings&) {
  const std::uint32_t cells = rules.grid->cell_count();
  if (cells <= kMostCells) return std::nullopt;
  return "it has " + std::to_string(cells) + " cells; at most " + std::to_string(kMostCells) +
         " are practical for a SAT solver (csp plays the same)";
}

}  // namespace sapper::solvers
