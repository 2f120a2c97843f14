#include "experiments/play/advice.hpp"

#include <array>
#include <memory>
#include <stdexcept>

#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::minesweeper {
namespace {

constexpr std::array<std::string_view, solvers::kMoveKindCount> kReasons{
    "the first dig, protected by the rules", "certainly safe by the local rules",
    "safe in every consistent layout", "safe according to the pseudo-inverse", "a guess"};

}  // namespace

solvers::CellRisks find_risks(const sim::View& view) {
  solvers::Posterior posterior(view.grid());
  if (!posterior.compute(view)) throw std::logic_error("no layout is consistent with what this game shows");
  return posterior.cell_risks();
}

Advice advise(const sim::Game& game, std::uint64_t seed) {
  for (const solvers::StrategyEntry* const entry : solvers::advisers()) {
    const solvers::StrategyChoice choice(*entry);
    if (choice.refusal(game.rules())) continue;
    const std::unique_ptr<solvers::Strategy> strategy = choice.make(game.rules());
    sim::Stream random({seed, 0, 0}, sim::Purpose::strategy);
    solvers::Digs digs;
    strategy->begin(game.view(), random);
    strategy->plan({}, digs);
    if (digs.empty()) continue;
    const solvers::Move move = digs.front();
    return {move.cell, move.kind, std::string(entry->name)};
  }
  throw std::logic_error("no strategy has a move");
}

std::string_view reason_of(solvers::MoveKind kind) { return kReasons[static_cast<std::size_t>(kind)]; }

}  // namespace sapper::experiments::minesweeper
