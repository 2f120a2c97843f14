#include "experiments/python/run_settings.hpp"

#include <utility>

#include "experiments/kinds/load_experiment.hpp"
#include "experiments/run/external_inputs.hpp"
#include "experiments/run/in_order.hpp"
#include "experiments/support/errors.hpp"

namespace sapper::experiments::python {

std::size_t RunSettings::thread_count() const { return threads != 0 ? threads : processor_count(); }

std::unique_ptr<Experiment> experiment_of(std::string config, const RunSettings& settings,
                                          minesweeper::Policy* policy) {
  return parse_experiment(std::move(config), settings.name, settings.folder,
                          {.seed = settings.seed,
                           .games = settings.games,
                           .allow_commands = settings.allow_commands,
                           .policy = policy});
}

const minesweeper::Config& minesweeper_config(Experiment& experiment, const RunSettings& settings,
                                              const std::string& why) {
  const minesweeper::Config* const config = experiment.parts().minesweeper;
  if (config == nullptr) throw InputError(settings.name + " is not a Minesweeper experiment; " + why);
  refuse_commands(experiment, settings.name);
  return *config;
}

}  // namespace sapper::experiments::python
