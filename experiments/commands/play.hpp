// `sapper play [GAME] OPTIONS`: the games that can be played at the terminal, and their options.
//
// A game is its row in play_games(); the first is played where none is named. The command line reads a game's
// options from its row, so that a new game changes nothing there.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sapper::experiments {

struct PlayOption {
  const char* name;   // "--level"
  const char* value;  // what follows it, for the help: "NAME"; empty: nothing, the option is a flag
  const char* help;
};

// What the command line said, as it was written.
struct PlayArguments {
  std::vector<std::string> words;             // after the game's name
  std::map<std::string, std::string> values;  // by option name, those that were given; flags have ""
  std::optional<std::uint64_t> seed;
  unsigned threads = 0;  // 0: all that the machine has

  bool has(const std::string& option) const { return values.contains(option); }
  std::optional<std::string> value(const std::string& option) const {
    const auto found = values.find(option);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  }
};

struct PlayGame {
  std::string_view name;
  std::string_view description;
  const char* words_help;  // what the words after the game's name are; null: there are none
  std::span<const PlayOption> options;
  // Reads standard input, writes standard output; answers the exit status. InputError if the options are
  // wrong.
  int (*play)(const PlayArguments& arguments);
};

std::span<const PlayGame> play_games();

// The game that `sapper play` with these arguments means: `argument` is the one after `play`, if any.
// InputError, naming the games that there are, if it is neither an option nor a game.
const PlayGame& find_play_game(std::string_view argument);

}  // namespace sapper::experiments
