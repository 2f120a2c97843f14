// UCT: a tree of moves grown by random playouts (L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo
// planning", ECML 2006).
//
// Each playout walks down the tree. In a node where every child has been tried it takes the child of highest
// upper bound, mean + c sqrt(ln N / n), for n visits of the child and N of the node; before that, an untried
// one. The walk ends at the end of the game or in a node visited for the first time, from where a random game
// (player.hpp) is played; the winner by the game's scoring gets 1, the loser 0, both 1/2 in a draw. A
// node gets children at its second visit (R. Coulom, 2006): all legal points (superko included) that are not own eyes,
// and the pass. The move played is the child of the root with the most visits.
//
// c is below UCB1's sqrt(2) because in Go the means of the moves are close together. Logarithms are computed with +, -,
// *, / only, so that the choice is the same on every machine.
//
// Cost: on 9 x 9 some 10 us per playout and 16 bytes per node, one for each move of the visited positions; at
// most 2^24, after which the tree stops growing. Allocates nothing after warm-up.
#pragma once

#include <vector>

#include "solvers/go/player.hpp"

namespace sapper::solvers::go {

struct UctOptions {
  std::uint32_t playouts = kDefaultPlayouts;  // per move
  double exploration = 0.5;                   // c
};

class UctPlayer final : public Player {
 public:
  explicit UctPlayer(const UctOptions& options) : options_(options), game_({.size = 1}), board_(1) {}
  sim::go::Point choose(const sim::go::Game& game, sim::Stream& stream, Passing passing) override;

  // The win rate of the last choice; 0.5 for a move without alternatives.
  double expected_score() const { return expected_score_; }

 private:
  struct Node {
    std::uint32_t visits = 0;
    std::uint32_t half_wins = 0;  // for the side that made the move
    std::uint32_t first_child = 0;
    std::uint16_t child_count = 0;
    sim::go::Point move = sim::go::kPass;
  };

  void run_playout(const sim::go::Game& root, sim::Stream& stream);
  void expand(std::uint32_t node, sim::Stream& stream, Passing passing);
  std::uint32_t best_bound(const Node& parent) const;
  std::uint32_t most_visited() const;
  sim::go::Color winner_of_playout(sim::Stream& stream);
  void back_up(sim::go::Color root_mover, sim::go::Color winner);

  UctOptions options_;
  std::vector<Node> nodes_;  // the root first; the children of a node are contiguous
  std::vector<std::uint32_t> path_;
  sim::go::Game game_;    // of the current tree walk
  sim::go::Board board_;  // of the current playout
  double expected_score_ = 0.5;
};

// ln(number) for number >= 1, by the series of artanh; to 1e-15.
double natural_log(std::uint32_t number);

}  // namespace sapper::solvers::go
