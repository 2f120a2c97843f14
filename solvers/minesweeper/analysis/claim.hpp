// A statement of a player from outside this program about a dig, before it is made. Whoever judges the dig compares it with the
// exact risk.
#pragma once

#include <optional>

namespace sapper::solvers {

struct Claim {
  bool is_made = false;
  bool is_certain = false;         // it considers the cell certainly safe
  std::optional<double> p_mine{};  // as it believes
};

}  // namespace sapper::solvers
