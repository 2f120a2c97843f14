// The settings that the functions which play an experiment are given beside its config.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "experiments/kinds/minesweeper/config/config.hpp"
#include "experiments/run/experiment.hpp"

namespace sapper::experiments::minesweeper {
class Policy;
}

namespace sapper::experiments::python {

struct RunSettings {
  std::string name;         // of the config in messages, and of the experiment if the config has none
  std::string folder;       // of the files that the config names
  std::size_t threads = 0;  // 0: all cores
  bool allow_commands = false;
  std::optional<std::uint64_t> games;  // in place of the config's
  std::optional<std::uint64_t> seed;   // likewise

  std::size_t thread_count() const;
};

std::unique_ptr<Experiment> experiment_of(std::string config, const RunSettings& settings,
                                          minesweeper::Policy* policy = nullptr);

// The config of a Minesweeper experiment whose commands may run. InputError, ending with `why`, for another kind of game.
const minesweeper::Config& minesweeper_config(Experiment& experiment, const RunSettings& settings,
                                              const std::string& why);

}  // namespace sapper::experiments::python
