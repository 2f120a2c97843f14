// Experiment configs, `sapper-config/1`: the part common to all kinds of games. What a kind of game adds is read in its
// own folder.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/config/stop_rule.hpp"
#include "experiments/support/json/node.hpp"

namespace sapper::experiments {

namespace minesweeper {
class Policy;
}

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

}  // namespace sapper::experiments
