#include "experiments/kinds/minesweeper/game/dealer.hpp"

#include <fmt/format.h>

#include <optional>
#include <stdexcept>
#include <type_traits>

namespace sapper::experiments::minesweeper {

namespace {

template <class Boards>
typename Boards::GameRules rules_of(const Config& config, const Case& played) {
  if constexpr (std::is_same_v<Boards, solvers::OnGraphs>)
    return config.graph_rules_of(played);
  else
    return config.rules_of(played);
}

}  // namespace

template <class Boards>
DealerOf<Boards>::DealerOf(const Config& config, const Case& played)
    : seed_(config.seed),
      board_key_(key_of(config.boards[played.board])),
      first_cell_(played.first_cell),
      drawn_mines_(std::make_shared<std::vector<sim::Cell>>()),
      rules_(rules_of<Boards>(config, played)) {
  const Guessing guessing = config.boards[played.board].guessing;
  if (guessing == Guessing::allowed) return;
  if (guessing == Guessing::none)
    no_guess_ = std::make_unique<solvers::NoGuessLayoutsOf<Boards>>(rules_);
  else
    repaired_ = std::make_unique<solvers::RepairedLayoutsOf<Boards>>(
        rules_, guessing == Guessing::walked ? kWalkSteps : 0);
  rules_.fixed_mines = drawn_mines_;
}

template <class Boards>
DealerOf<Boards>::DealerOf(const GameRules& rules, std::uint64_t seed, std::uint64_t board_key,
                           sim::Cell first_cell)
    : seed_(seed), board_key_(board_key), first_cell_(first_cell), rules_(rules) {}

template <class Boards>
std::uint64_t DealerOf<Boards>::draw_layout(const sim::GameId& id, sim::Cell first,
                                            std::uint64_t most_tries) {
  const std::optional<std::uint64_t> tries =
      no_guess_ ? no_guess_->draw(id, first, most_tries) : repaired_->draw(id, first, most_tries);
  if (!tries)
    throw std::runtime_error(fmt::format(
        "each of {} layouts needs a guess; expected a lower mine density or a smaller board", most_tries));
  const auto mines = (no_guess_ ? no_guess_->game().layout() : repaired_->layout()).mines();
  drawn_mines_->assign(mines.begin(), mines.end());
  return *tries;
}

template class DealerOf<solvers::OnGrids>;
template class DealerOf<solvers::OnGraphs>;

}  // namespace sapper::experiments::minesweeper
