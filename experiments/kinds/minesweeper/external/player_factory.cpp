#include "experiments/kinds/minesweeper/external/player_factory.hpp"

#include "experiments/kinds/minesweeper/config/players.hpp"
#include "experiments/kinds/minesweeper/external/external_player.hpp"
#include "experiments/kinds/minesweeper/external/policy_player.hpp"
#include "solvers/minesweeper/choice/board_family.hpp"

namespace sapper::experiments::minesweeper {

PlayerFactory::PlayerFactory(const Config& config, const solvers::StrategyChoice& choice) : choice_(choice) {
  if (is_program(*choice.entry)) external_ = std::make_shared<ExternalPlayer>(config, choice);
  if (is_policy(*choice.entry)) policy_ = std::make_shared<PolicyPlayer>(config, choice);
}

AnyPlayerPointer PlayerFactory::make(std::size_t case_number, const sim::GameRules& rules) {
  if (policy_) return policy_->start_case<solvers::OnGrids>(case_number);
  if (external_) return external_->start_case<solvers::OnGrids>(case_number);
  return choice_.make(rules);
}

AnyGraphPlayerPointer PlayerFactory::make(std::size_t case_number, const sim::GraphGameRules& rules) {
  if (policy_) return policy_->start_case<solvers::OnGraphs>(case_number);
  if (external_) return external_->start_case<solvers::OnGraphs>(case_number);
  return choice_.make(rules);
}

void PlayerFactory::expect(GameRange games) {
  if (policy_) policy_->play_ahead(games);
}

std::uint64_t PlayerFactory::external_ns() const {
  if (policy_) return policy_->policy_ns();
  return external_ ? external_->processor_ns() : 0;
}

}  // namespace sapper::experiments::minesweeper
