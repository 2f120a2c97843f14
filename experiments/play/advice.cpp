#include "experiments/play/advice.hpp"

#include <array>
#include <memory>
#include <stdexcept>

#include "solvers/minesweeper/posterior/posterior.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::minesweeper {
namespace {

// Strongest first. Those that are not registered or cannot play the game are skipped.
constexpr std::array<std::string_view, 4> kAdvisers{"optimal", "expert", "progress", "min_risk"};

constexpr std::array<std::string_view, solvers::kMoveKindCount> kReasons{
    "the first dig, protected by the rules", "certainly safe by the local rules",
    "safe in every consistent layout", "safe according to the pseudo-inverse", "a guess"};

}  // namespace

Risks find_risks(const sim::View& view) {
  const sim::Grid& grid = view.grid();
  solvers::Posterior posterior(grid);
  if (!posterior.compute(view)) throw std::logic_error("no layout is consistent with what this game shows");
  Risks risks;
  risks.p_mine.assign(grid.cell_count(), 0);
  for (sim::Cell cell = 0; cell < grid.cell_count(); ++cell) {
    if (view.is_shown(cell)) continue;
    risks.p_mine[cell] = posterior.p_mine(cell);
    if (posterior.is_certain_safe(cell)) risks.safe.push_back(cell);
    if (posterior.is_certain_mine(cell)) risks.mine.push_back(cell);
  }
  return risks;
}

Advice advise(const sim::Game& game, std::uint64_t seed) {
  for (const std::string_view name : kAdvisers) {
    const solvers::StrategyEntry* const entry = solvers::find_strategy(name);
    if (entry == nullptr) continue;
    const solvers::StrategyChoice choice(*entry);
    if (choice.refusal(game.rules())) continue;
    const std::unique_ptr<solvers::Strategy> strategy = choice.make(game.rules());
    sim::Stream random({seed, 0, 0}, sim::Purpose::strategy);
    solvers::Digs digs;
    strategy->begin(game.view(), random);
    strategy->plan({}, digs);
    if (digs.empty()) continue;
    const solvers::Move move = digs.front();
    return {move.cell, move.kind, std::string(name)};
  }
  throw std::logic_error("no strategy has a move");
}

std::string_view reason_of(solvers::MoveKind kind) { return kReasons[static_cast<std::size_t>(kind)]; }

}  // namespace sapper::experiments::minesweeper
