// Reviewed games as replays, which pages step through.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "experiments/review/review.hpp"

namespace sapper::experiments {

// The game as a player of a replay (sapper-replay/1), with its rules, and of each judged dig the verdict, the risks before
// it, what it gave away, and the chance to win before it. Digs of several cells have `cells`, openings that flags ended
// `stopped_at`.
boost::json::object player_of_replay(const ReviewedGame& reviewed, const std::string& label);

// The rules of a game: the members `board`, `first_click`, `reveal` and `motion` of its replay.
boost::json::object rules_json(const RecordedGame& game);

// A chance in percent, without the sign: `54.3`.
std::string in_points(double chance);

}  // namespace sapper::experiments
