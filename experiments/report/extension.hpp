// Extends a finished report to another config: more games, a tighter stop rule, other cases, other players. What was
// played stays, what is missing is played, and the result is the report that a run from the start would have written.
//
// Cases are the same if they play the same games (key_of their properties), players if the configs say the same of them.
// The games of a case are kept unless its stop rule could have ended it earlier now, or would have looked at other games.
// Players that are new play the games that are kept in an experiment of their own; who won which games (won_games.hpp)
// then pairs them with the others. Where a report does not say who won, the case is played again by all players.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/run/report.hpp"

namespace sapper::experiments {

class Experiment;

struct Extension {
  Report before;  // without the programs of players that are not kept
  std::shared_ptr<const Experiment> experiment;
  // [player] its index before and among those that are added; a player can be both.
  std::vector<std::optional<std::size_t>> players_before, players_added;
  std::vector<std::optional<std::size_t>> kept;  // [case] its number before, if its games are kept
  // The experiment of the players that the kept games lack; null if they lack none.
  std::shared_ptr<const Experiment> added;
  std::vector<std::uint64_t> games;  // [case] how many of its first games these play
  std::uint64_t kept_games = 0;
  std::size_t played_again = 0;  // cases
  std::string lost;              // what of the report is not kept: `2 cases, 1 strategy`; empty: nothing

  std::uint64_t added_games() const;  // that `added` plays
  // `keeps 1,000 games of 2 cases, played by csp; min_risk plays these games too; 1 case is new`.
  std::string text() const;
};

// make: an experiment from a config. InputError, naming the report, if the experiments have nothing in common or differ in
// something else.
Extension plan_extension(Report before, std::shared_ptr<const Experiment> experiment,
                         const MakeExperiment& make);

// The report of what is kept, unfinished. added: of all games of extension.added, if there is one.
Report extended(Extension extension, const Report* added);

}  // namespace sapper::experiments
