#include "experiments/run/game_failed.hpp"

#include <fmt/format.h>

#include "experiments/run/experiment.hpp"

namespace sapper::experiments {

GameFailed::GameFailed(const Experiment& experiment, std::size_t case_number, std::uint64_t game,
                       std::string_view what)
    : GameFailed(fmt::format("case {} ({}), game {}: {}", case_number, experiment.case_name(case_number),
                             game, what),
                 fmt::format(" (replay it with --replay {}:{})", case_number, game), game) {}

}  // namespace sapper::experiments
