// `sapper run --replay`: one game, move by move.
#pragma once

#include "experiments/commands/run_options.hpp"

namespace sapper::experiments {

class Experiment;

// Shows the game that options.replay names: CASE:GAME, CASE:worst or the record of a game. It goes to standard output as
// text or JSON, or to a file as a page or JSON. Returns the exit status.
int replay_game(const RunOptions& options, const Experiment& experiment);

}  // namespace sapper::experiments
