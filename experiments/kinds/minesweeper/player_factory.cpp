#include "experiments/kinds/minesweeper/player_factory.hpp"

#include <fmt/format.h>

#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

std::string command_text(const solvers::StrategyChoice& choice) {
  return fmt::format("\"{}\": {}", printable(choice.label), command_as_shown(command_line_of(choice)));
}

}  // namespace

PlayerFactory::PlayerFactory(const Config& config, const solvers::StrategyChoice& choice)
    : config_(&config), choice_(choice) {
  if (!choice.entry->is_external) return;
  if (!config.allows_commands) throw InputError(refusal_of_commands({command_text(choice)}));
  program_ = std::make_unique<ExternalProgram>(choice_, config.folder);
}

std::unique_ptr<solvers::Strategy> PlayerFactory::make(std::size_t case_number, const sim::GameRules& rules) {
  if (!program_) return choice_.make(rules);
  return make_external_strategy(*program_, case_number, rules, config_->cases[case_number].first_cell);
}

std::vector<std::string> commands_of(const Config& config) {
  std::vector<std::string> commands;
  for (const solvers::StrategyChoice& choice : config.strategies)
    if (choice.entry->is_external) commands.push_back(command_text(choice));
  return commands;
}

}  // namespace sapper::experiments::minesweeper
