// The positions that the benchmarks solve: published ones, and large boards opened by play.
#pragma once

#include <benchmark/benchmark.h>
#include <time.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/position.hpp"
#include "solvers/minesweeper/counting/frontier.hpp"
#include "solvers/minesweeper/deduction/local_rules.hpp"

namespace sapper::experiments::bench {

// The rules of a square-celled board under the first-click rule opening.
sim::GameRules rules_of(int rows, int cols, std::uint32_t mines);

// Those of data/reference/positions.jsonl on 16 x 30 with 99 mines; all of hard_positions.jsonl. Read once.
const std::vector<sim::Position>& expert_positions();
const std::vector<sim::Position>& hard_positions();

// A square board at 20 % mines that is dug by the local rules and, where these are stuck, at a random safe
// cell, until its frontier has at least this many cells. Created once per size; always the same.
const sim::Position& played_position(std::uint32_t frontier_cells);

// Stages of a 100 x 100 board at 26 % mines, dug in the same way: its components grow large and wide.
const std::vector<sim::Position>& dense_positions();

// A position after the local rules, with its frontier. It must outlive this.
class SolvedFrontier {
 public:
  explicit SolvedFrontier(const sim::Position& position);
  const solvers::LocalRules& knowledge() const { return knowledge_; }
  const solvers::Frontier& frontier() const { return frontier_; }

 private:
  solvers::LocalRules knowledge_;
  solvers::Frontier frontier_;
};
std::vector<std::unique_ptr<SolvedFrontier>> frontiers_of(const std::vector<sim::Position>& positions);

}  // namespace sapper::experiments::bench
