// The games that a run plays: those of its config and shard less those that the files it goes on from hold. A new run, a shard, an
// extension and a resumed run differ in what these are: nothing, a finished report (`--extend`), or the unfinished report
// that is the run's checkpoint.
//
// A finished report may be of another config: with fewer games, a looser stop rule, other cases, other players. What was
// played stays, what is missing is played, and the result is the report that a run from the start would have written.
// Cases are the same if they play the same games (key_of their properties), players if the configs say the same of them.
// The games of a case are kept unless its stop rule could have ended it earlier now, or would have looked at other games.
// Players that are new play the games that are kept in an experiment of their own; who won which games (won_games.hpp)
// then pairs them with the others. Where a report does not say who won, the case is played again by all players.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/run/experiment.hpp"
#include "experiments/run/game_set.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/run/shard.hpp"

namespace sapper::experiments {

// The finished report that a run extends.
struct ExtendedReport {
  Report report;                                    // without the programs of players that are not kept
  std::vector<std::optional<std::size_t>> cases;    // [case] its number there, if its games are kept
  std::vector<std::optional<std::size_t>> players;  // [player] its index there
  std::size_t played_again = 0;                     // cases
  std::string lost;  // what of the report is not kept: `2 cases, 1 strategy`; empty: nothing
};

// Players that play kept games which they lack: those that are new, and the first one where boards are counted for it.
struct AddedPlayers {
  std::shared_ptr<const Experiment> experiment;
  std::vector<std::optional<std::size_t>> players;  // [player] its index there
  GameSet games;
};

struct RunPlan {
  std::shared_ptr<const Experiment> experiment;
  Shard shard;
  std::optional<ExtendedReport> extended = {};
  GameSet kept = {};  // its games, which are not played again
  std::optional<AddedPlayers> added = {};

  // The games that all players have played in the end, but for those that a stop rule spares.
  GameSet games() const { return games_of(*experiment, shard); }
  // The games among them that all players have yet to play.
  GameSet missing() const { return games().minus(kept); }
  // Of an extension: `keeps 1,000 games of 2 cases, played by csp; min_risk plays these games too; 1 case is new`.
  std::string text() const;
};

// make: an experiment from a config. InputError, naming the report, if the experiments have nothing in common or differ in
// something else.
RunPlan plan_extension(Report before, std::shared_ptr<const Experiment> experiment,
                       const MakeExperiment& make);

// The unfinished report from which a run goes on that has no checkpoint: with the games that it keeps. Takes the extended
// report's. added: of all games of the added players, if there are any.
Report first_report(RunPlan& plan, const Report* added);

}  // namespace sapper::experiments
