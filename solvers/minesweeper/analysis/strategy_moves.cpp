#include "solvers/minesweeper/analysis/strategy_moves.hpp"

#include <memory>

#include "sim/random/stream.hpp"
#include "solvers/minesweeper/choice/board_family.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::solvers {
namespace {

bool can_move(const StrategyEntry& entry, const sim::View& view) {
  return !(entry.is_slow && entry.is_slow(view));
}
bool can_move(const StrategyEntry& entry, const sim::GraphPosition& position) {
  return entry.make_on_graph && !(entry.is_slow_on_graph && entry.is_slow_on_graph(position));
}

template <class Boards>
std::vector<StrategyMove> moves_on(const typename Boards::GameRules& rules, const typename Boards::View& view,
                                   const typename Boards::Posterior& posterior, std::uint64_t seed) {
  std::vector<StrategyMove> moves;
  for (const StrategyEntry& entry : strategies()) {
    if (!can_move(entry, view)) continue;
    const StrategyChoice choice(entry);
    if (choice.refusal(rules)) continue;
    const std::unique_ptr<typename Boards::Strategy> strategy = choice.make(rules);
    sim::Stream random({seed, 0, 0}, sim::StreamPurpose::strategy);
    typename Boards::Digs digs;
    strategy->begin(view, random);
    strategy->plan({}, digs);
    const Move move = digs.front();
    const Explanation explanation = strategy->explain();
    moves.push_back({std::string(entry.name),
                     move,
                     posterior.p_mine(move.cell),
                     std::string(explanation.why),
                     explanation.win_probability,
                     {explanation.candidates.begin(), explanation.candidates.end()}});
  }
  return moves;
}

}  // namespace

std::vector<StrategyMove> moves_in(const sim::View& view, const Posterior& posterior, std::uint64_t seed) {
  if (view.hidden_count() <= view.mine_count()) return {};
  sim::GameRules rules;
  rules.grid = std::make_shared<const sim::Grid>(view.grid());
  rules.mine_count = view.mine_count();
  return moves_on<OnGrids>(rules, view, posterior, seed);
}

std::vector<StrategyMove> moves_in(const sim::GraphPosition& position, const GraphPosterior& posterior,
                                   std::uint64_t seed) {
  if (position.hidden_count() <= position.mine_count()) return {};
  sim::GraphPosition view = position;
  view.known_mines.clear();
  return moves_on<OnGraphs>({.graph = position.graph, .mine_count = position.mine_count()}, view, posterior,
                            seed);
}

}  // namespace sapper::solvers
