// The stop rule of a config: a case ends before all its games are played.
//
// It checks a case after fixed numbers of games, so that threads and chunks do not matter: after min_games, and then
// each time the number of games has grown by a twentieth. It ends the case once the 95 % intervals of all win rates are
// narrow enough, or once a sequential test of two players is decided (stats/sprt.hpp). Experiments provide the
// evidence; all else about the rule is here: how it is read and written, when it looks, what it decides and what ended
// a case.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/stats/sprt.hpp"
#include "experiments/support/json/node.hpp"

namespace sapper::experiments {

struct StopRule {
  double half_width = 0.01;
  bool is_adjusted = false;  // uses the intervals of the adjusted win rates, if available
  std::optional<Sprt> sprt;  // instead of half_width
  std::uint64_t min_games = 1000;

  bool needs_risks() const { return is_adjusted || (sprt && sprt->is_adjusted); }
};

// InputError for any error.
StopRule read_stop(const json::Node& node);
boost::json::object to_json(const StopRule& stop);
// InputError unless a sequential test's strategies are among the experiment's labels.
void check_stop_labels(const std::optional<StopRule>& stop, const std::vector<std::string>& labels,
                       const json::Node& root);

// The number of games after which the stop rule next checks a case with `games` games played.
std::uint64_t next_look(const StopRule& stop, std::uint64_t games);
bool is_look(const StopRule& stop, std::uint64_t games);

// What the rule decides by: what is known of a case after some games.
struct StopEvidence {
  double half_width = 1;  // the largest of the intervals of the win rates; 1 if no rates are estimated
  std::optional<SprtSample> pair;  // of the sequential test's strategies, if there is a test
};
// Whether a case with this evidence may end, at a look or not.
bool is_met(const StopRule& stop, const StopEvidence& evidence);

// What ended a case after this many games of at most `most`: `games`, `half_width` or `sprt`.
std::string_view stopped_by(const std::optional<StopRule>& stop, std::uint64_t games, std::uint64_t most);

}  // namespace sapper::experiments
