// A game that a strategy lost, for the page of a report of one board.
#pragma once

#include <boost/json/object.hpp>
#include <optional>

#include "experiments/figures/data_file.hpp"

namespace sapper::experiments::pages {

// The replay (sapper-replay/1) of the first game, of more than one dig if there is such a game, that was lost by the strategy
// with the highest win rate of those that lost, with its last dig as "start". nullopt if the report has several cases,
// games that cannot be replayed here (other kinds of games, external players, policies), or none that was lost among the
// first; and if games or replays, as those of large boards, are too slow for a page to wait for.
std::optional<boost::json::object> lost_game(const figures::DataFile& file);

}  // namespace sapper::experiments::pages
