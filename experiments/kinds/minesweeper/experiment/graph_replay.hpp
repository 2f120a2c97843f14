// A game on a lattice or graph, dig by dig: see replay.hpp. Certain digs have no proofs there.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/kinds/minesweeper/config/config.hpp"
#include "experiments/kinds/minesweeper/experiment/replayed_dig.hpp"
#include "experiments/kinds/minesweeper/game/graph_player.hpp"
#include "experiments/run/case_display.hpp"
#include "experiments/run/record_filter.hpp"

namespace sapper::experiments::minesweeper {

// A game of one player.
class GraphReplay {
 public:
  GraphReplay(const Config& config, std::size_t case_number, std::uint64_t number,
              const solvers::StrategyChoice& choice);

  std::string text() const;
  boost::json::object json() const;
  // The text begins with the player's label.
  std::optional<ShownMistake> mistake(RecordFilter kind, std::size_t after_dig) const;

 private:
  std::string end_text() const;

  const Board& board_;
  std::string label_;
  GraphPlayer player_;
  std::vector<ReplayedDig> digs_;
  bool is_won_ = false;
  std::string end_;
};

// What a game on the board is played by: the members `board`, without its places, `first_click`, `reveal` and `motion` of its
// replay.
boost::json::object graph_rules_json(const Board& board, const sim::GraphGameRules& rules);
// Adds where the cells are drawn, of boards that are: `outlines` of a lattice, corners in order; `places` of a graph.
void add_places(const GraphBoard& board, boost::json::object& object);

}  // namespace sapper::experiments::minesweeper
