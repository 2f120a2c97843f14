// The poisoned tablet as a kind of experiment.
#pragma once

#include <filesystem>
#include <memory>

#include "experiments/kinds/tablet/config.hpp"
#include "experiments/run/experiment.hpp"

namespace sapper::experiments::tablet {

// One of the two studies described in config.hpp.
std::unique_ptr<Experiment> make_experiment(const json::Document& document,
                                            const std::filesystem::path& folder,
                                            const ConfigOverrides& overrides);

}  // namespace sapper::experiments::tablet
