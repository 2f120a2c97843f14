#include "experiments/bench/referee/roots.hpp"

#include <sstream>
#include <stdexcept>

namespace sapper::experiments::bench {
namespace {

void set(solvers::Settings& settings, const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  const std::string name = assignment.substr(0, equals);
  for (std::size_t i = 0; i < settings.parameters().size(); ++i) {
    const solvers::Parameter& parameter = settings.parameters()[i];
    if (parameter.name != name) continue;
    const double value =
        equals == std::string::npos ? parameter.most + 1 : std::stod(assignment.substr(equals + 1));
    if (value < parameter.least || value > parameter.most)
      throw std::invalid_argument(name + ": a value from " + value_text(parameter, parameter.least) + " to " +
                                  value_text(parameter, parameter.most));
    settings.set(i, value);
    return;
  }
  throw std::invalid_argument("no setting " + name);
}

}  // namespace

Opponent make_opponent(const std::string& text, const sim::GameRules& rules) {
  const std::size_t colon = text.find(':');
  const solvers::StrategyEntry* entry = solvers::find_strategy(text.substr(0, colon));
  if (entry == nullptr) throw std::invalid_argument("no strategy " + text.substr(0, colon));
  solvers::StrategyChoice choice(*entry);
  if (colon != std::string::npos) {
    std::istringstream assignments(text.substr(colon + 1));
    for (std::string one; std::getline(assignments, one, ',');) set(choice.settings, one);
  }
  if (const auto refusal = choice.refusal(rules); refusal && !entry->is_external)
    throw std::invalid_argument(text + ": these games: " + *refusal);
  return {text, choice.make(rules)};
}

}  // namespace sapper::experiments::bench
