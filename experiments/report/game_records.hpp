// Reads records of games (--games-out): who won each, and the exact risks taken.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/run/game_set.hpp"
#include "experiments/support/json/node.hpp"

namespace sapper::experiments {

// A line of the file: the record of a game by one player.
struct GameRecord {
  std::size_t line;  // from 1
  const std::string& text;
  const json::Node& node;
  GamePlace place;
  const std::string& label;
  bool is_won;
};
// Calls visit for each record, plain or compressed. InputError if a line is not a record.
void each_record(const std::filesystem::path& file, const std::function<void(const GameRecord&)>& visit);

struct PlayedGame {
  bool is_won = false;
  bool is_lost_by_guess = false;
  double risk = 0;  // sum of P(mine) over its guesses
};

class GameRecords {
 public:
  // Reads them as each_record does.
  explicit GameRecords(const std::filesystem::path& file);
  // Games 0, 1, ... of a case and label; nullopt unless the file contains the first `games` of them.
  std::optional<std::vector<PlayedGame>> find(std::size_t case_number, const std::string& label,
                                              std::uint64_t games) const;

 private:
  struct Series {
    std::vector<PlayedGame> games;  // in the file's order
    bool is_complete = true;        // these are games 0, 1, 2, ...
  };
  std::map<std::pair<std::size_t, std::string>, Series> series_;  // by case and label
};

}  // namespace sapper::experiments
