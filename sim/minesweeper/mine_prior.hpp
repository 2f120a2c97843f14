// The knowledge of the mines of a position before any number is shown: their count, or the probability of each.
#pragma once

#include <cstdint>
#include <optional>

namespace sapper::sim {

// Either their count, every layout of so many being equally likely, or no count: then each cell is a mine with the same
// probability, independently of the others. At 1/2 every layout weighs the same, whatever its mines: `mines *`.
struct MinePrior {
  static constexpr double kEveryLayoutAlike = 0.5;

  std::optional<std::uint64_t> count;
  double density = kEveryLayoutAlike;  // if there is no count; 0 < density < 1
};

}  // namespace sapper::sim
