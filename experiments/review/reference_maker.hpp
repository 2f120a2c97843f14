// Makes the table of reference players (reference_players.hpp) of reviewed games: `sapper review --reference-out FILE`.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "experiments/review/review.hpp"

namespace sapper::experiments {

class ReferenceMaker {
 public:
  // Games of boards that are no level are left out.
  void add(const ReviewedGame& reviewed);
  // sapper-reference-players/1; made_by: the command and the settings by which the games were judged.
  boost::json::object to_json(const std::string& made_by) const;

 private:
  struct Player {
    std::string name;
    std::vector<double> losses;  // charged, of each decision
    std::vector<double> luck;    // of each game
  };
  struct Level {
    std::string name;
    int rows = 0, cols = 0;
    std::uint32_t mines = 0;
    std::string first_click;
    double w_start = 0;  // the sum over the games
    std::vector<Player> players;
  };
  std::vector<Level> levels_;
};

}  // namespace sapper::experiments
