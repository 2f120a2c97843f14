// Plays uniformly at random among the legal points that are not own eyes; passes when there are none. Like a
// playout (playout.hpp), but under the full rules, superko included.
#pragma once

#include <array>

#include "solvers/go/player.hpp"

namespace sapper::solvers::go {

class RandomPlayer final : public Player {
 public:
  sim::go::Point choose(const sim::go::Game& game, sim::Stream& stream, Passing passing) override;

 private:
  std::array<sim::go::Point, sim::go::kMaxPoints> points_;
};

}  // namespace sapper::solvers::go
