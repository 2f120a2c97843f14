// A board on a lattice or graph for games that Python plays. Python names it as configs do, so that it is read as they are:
// from a config with this board alone, its rules, and a first cell that the player chooses.
#pragma once

#include <pybind11/pybind11.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "experiments/kinds/load_experiment.hpp"
#include "experiments/kinds/minesweeper/boards/board_sides.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/kinds/minesweeper/config/config.hpp"
#include "experiments/kinds/minesweeper/game/dealer.hpp"
#include "experiments/python/game_names.hpp"
#include "experiments/run/experiment.hpp"

namespace sapper::experiments::python {

class OtherBoard {
 public:
  // InputError for anything wrong in the config, whose files are in the folder.
  OtherBoard(std::string config, const std::string& folder)
      : experiment_(parse_experiment(std::move(config), "board", folder)),
        config_(*experiment_->parts().minesweeper),
        board_(config_.board_of(0)) {}

  // The topology of the planes on which all cells see the same; empty if there is none: only then it has games here.
  std::string planes() const {
    return board_.graph_board ? std::string() : std::string(sim::name_of(board_.topology));
  }
  std::uint32_t mines() const { return board_.mines; }
  std::uint32_t cell_count() const { return board_.cell_count(); }
  std::string name() const { return name_of(board_); }
  // Of arrays of its cells.
  std::vector<pybind11::ssize_t> sides() const {
    const std::vector<std::uint32_t> sides = minesweeper::sides_of(board_);
    return {sides.begin(), sides.end()};
  }
  std::size_t most_seen() const {
    const sim::Graph& graph = *board_.graph_board->graph;
    std::size_t most = 0;
    for (sim::Cell cell = 0; cell < graph.cell_count(); ++cell)
      most = std::max(most, graph.sees(cell).size());
    return most;
  }
  // Of the games under a seed.
  minesweeper::DealerOf<solvers::OnGraphs> dealer(std::uint64_t seed,
                                                  const std::string& motion = "fixed") const {
    sim::GraphGameRules rules = config_.graph_rules_of(config_.cases[0]);
    rules.motion = row_named(sim::kMineMotions, motion, "motion").motion;
    return {rules, seed, key_of(board_)};
  }

 private:
  std::shared_ptr<Experiment> experiment_;
  const minesweeper::Config& config_;
  const minesweeper::Board& board_;
};

}  // namespace sapper::experiments::python
