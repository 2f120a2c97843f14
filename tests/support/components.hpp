// The components that the counters count.
#pragma once

#include "solvers/minesweeper/counting/frontier.hpp"
#include "solvers/minesweeper/counting/frontier_builder.hpp"
#include "solvers/minesweeper/deduction/local_rules.hpp"

namespace sapper::tests {

// The components of a view, after the local rules.
template <class Visit>
void for_each_component(const sim::View& view, Visit visit) {
  solvers::LocalRules knowledge(view.grid());
  solvers::Frontier frontier;
  knowledge.reset(view);
  if (!knowledge.propagate()) return;
  solvers::FrontierBuilder(view.grid()).build(knowledge, frontier);
  for (std::uint32_t index = 0; index < frontier.component_count(); ++index) visit(frontier.component(index));
}

}  // namespace sapper::tests
