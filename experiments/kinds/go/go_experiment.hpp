// Go as a kind of experiment: Black's win rate over board sizes and komis. In results `wins` are Black's, and `margin` is
// Black's lead in points, komi included.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "experiments/kinds/go/config.hpp"
#include "experiments/kinds/go/tally.hpp"
#include "experiments/kinds/go/worker.hpp"
#include "experiments/kinds/paired/paired_experiment.hpp"
#include "experiments/run/record_filter.hpp"
#include "experiments/run/result.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/run/worker.hpp"

namespace sapper::experiments::go {

class GoExperiment final : public PairedExperiment<Config, CaseTally> {
 public:
  using PairedExperiment::PairedExperiment;

  double game_cost(std::size_t case_number) const override;
  std::uint64_t first_chunk(std::size_t case_number) const override;
  std::unique_ptr<Worker> make_worker(std::optional<RecordFilter>) const override {
    return std::make_unique<GoWorker>(*this, config_);
  }
  std::string summary(const TallyOf& tally_of, std::optional<double> wall_per_core_s,
                      std::size_t width) const override;
  std::string outline() const override;

 private:
  boost::json::object result(std::size_t case_number, std::size_t player,
                             const CaseTally& tally) const override;
  std::string replay_player(std::size_t case_number, std::uint64_t game,
                            const std::string& label) const override;
};

std::unique_ptr<Experiment> make_experiment(const json::Document& document,
                                            const std::filesystem::path& folder,
                                            const ConfigOverrides& overrides);

}  // namespace sapper::experiments::go
