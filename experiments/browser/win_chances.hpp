// The chance to win after a dig of each candidate: exact where few layouts are left, elsewhere estimated by play-outs on more
// and more sampled layouts. Candidates are the digs of strategies that look at risks, then the cells beside numbers by
// rising risk; where a cell is certainly safe, the first such cell alone.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/minesweeper/position.hpp"
#include "sim/random/stream.hpp"
#include "solvers/minesweeper/analysis/analysis.hpp"
#include "solvers/minesweeper/choice/dig_playouts.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::experiments::minesweeper {

class WinChances {
 public:
  explicit WinChances(sim::Position position);

  // Plays each candidate out on so many more layouts.
  void play(int layouts);
  boost::json::object json() const;

 private:
  struct Guess {
    sim::Cell cell;
    double p_mine;
    double exact_win;
  };

  // Whether every candidate has its exact value; sets layouts_ to the number of layouts left.
  bool find_exact_values(const solvers::Analysis& analysis);
  std::vector<sim::Cell> candidates_of(const solvers::Analysis& analysis) const;

  sim::Position position_;
  solvers::Posterior posterior_;
  solvers::DigPlayouts digs_;
  std::vector<Guess> guesses_;  // the digs of digs_, unless they are exact
  bool is_exact_ = false;
  std::size_t possible_ = 0;  // hidden cells that are not certainly mines
  sim::Stream random_{sim::GameId{}, sim::StreamPurpose::playout};
  std::uint64_t layouts_ = 0;
};

}  // namespace sapper::experiments::minesweeper
