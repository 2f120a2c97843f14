// The stop rule of a config: a case ends before all its games are played.
//
// It checks a case after fixed numbers of games, so that threads and chunks do not matter: after min_games, and then
// each time the number of games has grown by a twentieth. It ends the case once the 95 % intervals of all win rates are
// narrow enough, or once a sequential test of two players is decided (stats/differences.hpp). Experiments provide the
// evidence; all else about the rule is here: how it is read and written, when it looks, what it decides and what ended
// a case.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/stats/differences.hpp"
#include "experiments/support/json/node.hpp"

namespace sapper::experiments {

namespace minesweeper {
class Policy;
}

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

// Experiment configs, `sapper-config/1`: the part common to all kinds of games. What a kind of game adds is read in its
// own folder.

inline constexpr std::string_view kConfigSchema = "sapper-config/1";
inline constexpr std::string_view kNoteKey = "note";
inline constexpr std::uint64_t kMaxGames = 1'000'000'000'000;  // per run of the sweep
inline constexpr std::uint64_t kMaxSweepCells = 1'000'000;
// Each thread holds tallies of some chunks of games, with a counter for each pair of players: for 500 players some 30 MB
// per thread. The report has some 320 bytes for each case and pair.
inline constexpr std::size_t kMaxPlayers = 500;
inline constexpr std::uint64_t kMaxComparisons = 10'000'000;

struct CommonConfig {
  std::string name;  // default: the config file's name without its ending
  std::string note;  // for people: changes no result, and experiments that differ in it alone are the same
  std::uint64_t seed = 1;
  std::uint64_t games = 10'000;  // per run of the sweep
  std::optional<StopRule> stop;  // default: all games are played
  bool allows_commands = false;  // whether the programs that it names may be run
};

// Overrides of the config's values, and what no config can name.
struct ConfigOverrides {
  std::optional<std::uint64_t> seed = {};
  std::optional<std::uint64_t> games = {};
  bool allow_commands = false;                     // --allow-commands
  std::optional<std::uint64_t> judged_games = {};  // --judge
  minesweeper::Policy* policy = nullptr;           // plays for the strategy `policy`; must outlive the games
};

// All errors are InputErrors that name file, line, column and path.
CommonConfig read_common_config(const json::Node& root, const json::Document& document,
                                const ConfigOverrides& overrides);
// The entries of a list of players (strategies, error rates), of which there are 1 to kMaxPlayers.
std::vector<json::Node> player_items(const json::Node& list);
// InputError at `boards` if the players of all cases make more than kMaxComparisons pairs.
void check_comparisons(const json::Node& boards, std::uint64_t cases, std::uint64_t players);
// The message that programs, each `"LABEL": command line`, are not run.
std::string refusal_of_commands(const std::vector<std::string>& commands);
// The keys that read_common_config reads, plus those of a kind of game, which checks the object against all of them.
std::vector<std::string_view> with_common_keys(std::initializer_list<std::string_view> own);
// The beginning of the expanded config: schema, name, kind of game, seed, games; then stop, if any, at its
// end.
boost::json::object common_config_head(const CommonConfig& config, std::string_view kind_of_game);
void add_common_config_tail(const CommonConfig& config, boost::json::object& object);

// Describes how two expanded configs differ. Their notes do not count.

enum class GameCounts : std::uint8_t { compared, ignored };

// `its seed is 2, not 1`: the first key of `theirs` that differs from `ours`, and how many more do; empty if none does.
std::string difference_of(const boost::json::object& theirs, const boost::json::object& ours,
                          GameCounts games);

}  // namespace sapper::experiments
