// The stop rule of a config: a case ends before all its games are played.
//
// It looks at a case after fixed numbers of games, so that neither threads nor chunks matter: after min_games, and then
// each time the games have grown by a twentieth. It ends the case once the 95 % intervals of all win rates are narrow
// enough, or once a sequential test of two players is decided (sprt.hpp).
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/support/json/node.hpp"

namespace sapper::experiments {

class Experiment;
class Tally;
struct GameRange;

// A sequential test of two players on the same games: a's win rate less b's is d0, or d1 > d0. engine/sprt.hpp
struct Sprt {
  std::string a;  // labels
  std::string b;
  double d0 = 0;
  double d1 = 0;
  double alpha = 0.05;       // P(d1 is accepted) if the difference is d0
  double beta = 0.05;        // P(d0 is accepted) if it is d1
  bool is_adjusted = false;  // by the difference adjusted by the games' exact risks
};

struct StopRule {
  double half_width = 0.01;
  bool is_adjusted = false;  // the intervals are those of the adjusted win rates, where there are such
  std::optional<Sprt> sprt;  // in place of half_width
  std::uint64_t min_games = 1000;

  bool needs_risks() const { return is_adjusted || (sprt && sprt->is_adjusted); }
};

// InputError for whatever is wrong.
StopRule read_stop(const json::Node& node);
boost::json::object to_json(const StopRule& stop);
// InputError unless a sequential test's strategies are among the experiment's labels.
void check_stop_labels(const std::optional<StopRule>& stop, const std::vector<std::string>& labels,
                       const json::Node& root);

// The number of games after which the stop rule next looks at a case of which `games` have been played.
std::uint64_t next_look(const StopRule& stop, std::uint64_t games);
bool is_look(const StopRule& stop, std::uint64_t games);
// Whether the stop rule, if there is one, ends a case after these games, which are all from the first on.
bool is_stopped(const Experiment& experiment, const Tally& tally);
// Whether a case of which this range is to be played needs no more games.
bool is_finished(const Experiment& experiment, const Tally& tally, const GameRange& range);

// What ended a case after so many games of at most `most`: `games`, `half_width` or `sprt`.
std::string_view stopped_by(const std::optional<StopRule>& stop, std::uint64_t games, std::uint64_t most);

}  // namespace sapper::experiments
