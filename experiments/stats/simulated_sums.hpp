// The distribution of the sum of many independent draws from a small table of values, simulated.
//
// The draws of each value are counted by a binomial variate, one value after another, so that the cost does not depend on
// the number of draws: some 20 nanoseconds per value and sum. Counts of an expectation above 30 are normal variates.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sapper::experiments {

struct ValueShare {
  double share = 0;  // of the draws; the shares of a table add up to 1
  double value = 0;
};

// `count` sums of `draws` draws each, ascending; the same for the same arguments. One draw: quantiles of the table.
std::vector<double> simulated_sums(std::span<const ValueShare> table, std::uint64_t draws, std::size_t count);

}  // namespace sapper::experiments
