// How many games a case will need, judged by those played so far: further games are taken to come out like them, so that
// copies of their tally stand for what is yet to be played. For the time left and for estimates; the stop rule itself
// looks at games that were played.
//
// Cost: the logarithm of the number of copies, in additions of tallies.
#pragma once

#include <cstdint>
#include <memory>

#include "experiments/run/driver.hpp"

namespace sapper::experiments {

// The tally of the same games `times` times over, at least once.
std::unique_ptr<Tally> repeat_tally(const Experiment& experiment, const Tally& tally, std::uint64_t times);

// The look at which the stop rule will end a case of at most `most` games, to within a twentieth; `most` without a stop
// rule, where none of the looks before it would, or where nothing was played. At least the games that the tally has.
std::uint64_t expected_games(const Experiment& experiment, const Tally& tally, std::uint64_t most);

}  // namespace sapper::experiments
