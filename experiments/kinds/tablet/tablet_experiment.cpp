#include "experiments/kinds/tablet/tablet_experiment.hpp"

#include "experiments/kinds/tablet/algorithm_experiment.hpp"
#include "experiments/kinds/tablet/config.hpp"
#include "experiments/kinds/tablet/erring_experiment.hpp"

namespace sapper::experiments::tablet {

std::unique_ptr<Experiment> make_experiment(const json::Document& document, const std::filesystem::path&,
                                            const ConfigOverrides& overrides) {
  Config config = read_config(document, overrides);
  if (config.study == TabletStudy::algorithms)
    return std::make_unique<AlgorithmExperiment>(std::move(config));
  return std::make_unique<ErringExperiment>(std::move(config));
}

}  // namespace sapper::experiments::tablet
