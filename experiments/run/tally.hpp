// Counts over some games of one case. Workers fill tallies of integers; tallies of successive games add up to the tally of
// all, so that threads, chunks and interruptions do not affect the result.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "experiments/run/counters.hpp"

namespace sapper::experiments {

class Tally {
 public:
  virtual ~Tally() = default;
  virtual std::uint64_t games() const = 0;
  virtual void clear() = 0;
  // Adds a tally of other games of the same case.
  virtual void add(const Tally& other) = 0;
  // The names of all counters, and their values in the same order: for checkpoints, merges and signatures.
  virtual std::vector<CounterName> names() const = 0;
  virtual std::vector<std::uint64_t> counters() const = 0;
  // std::invalid_argument if their number is wrong.
  virtual void set_counters(std::span<const std::uint64_t> counters) = 0;
};

}  // namespace sapper::experiments
