#include "experiments/kinds/minesweeper/game/dealer.hpp"

#include <fmt/format.h>

#include <optional>
#include <stdexcept>

namespace sapper::experiments::minesweeper {

Dealer::Dealer(const Config& config, const Case& played)
    : seed_(config.seed),
      board_key_(key_of(config.boards[played.board])),
      first_cell_(played.first_cell),
      drawn_mines_(std::make_shared<std::vector<sim::Cell>>()),
      rules_(config.rules_of(played)) {
  const Guessing guessing = config.boards[played.board].guessing;
  if (guessing == Guessing::allowed) return;
  if (guessing == Guessing::none)
    no_guess_ = std::make_unique<solvers::NoGuessLayouts>(rules_);
  else
    repaired_ =
        std::make_unique<solvers::RepairedLayouts>(rules_, guessing == Guessing::walked ? kWalkSteps : 0);
  rules_.fixed_mines = drawn_mines_;
}

Dealer::Dealer(const sim::GameRules& rules, std::uint64_t seed)
    : seed_(seed), board_key_(key_of(rules)), first_cell_(sim::kNoCell), rules_(rules) {}

std::uint64_t Dealer::draw_layout(const sim::GameId& id, sim::Cell first, std::uint64_t most_tries) {
  const std::optional<std::uint64_t> tries =
      no_guess_ ? no_guess_->draw(id, first, most_tries) : repaired_->draw(id, first, most_tries);
  if (!tries)
    throw std::runtime_error(fmt::format(
        "each of {} layouts needs a guess; expected a lower mine density or a smaller board", most_tries));
  const auto mines = (no_guess_ ? no_guess_->game().layout() : repaired_->layout()).mines();
  drawn_mines_->assign(mines.begin(), mines.end());
  return *tries;
}

}  // namespace sapper::experiments::minesweeper
