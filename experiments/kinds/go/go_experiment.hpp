// Go as a kind of experiment: Black's win rate over board sizes and komis.
#pragma once

#include <filesystem>
#include <memory>

#include "experiments/kinds/go/config.hpp"
#include "experiments/kinds/go/tally.hpp"
#include "experiments/kinds/paired/paired_experiment.hpp"

namespace sapper::experiments::go {

class GoExperiment final : public PairedExperiment<Config, CaseTally> {
 public:
  explicit GoExperiment(Config config);

  std::size_t case_count() const override { return config_.boards.size(); }
  CaseProperties properties(std::size_t case_number) const override;
  double game_cost(std::size_t case_number) const override;
  std::uint64_t first_chunk(std::size_t case_number) const override;
  std::unique_ptr<Worker> make_worker(std::optional<RecordFilter> records) const override;

  std::string summary(const TallyOf& tally_of, double wall_per_core_s, std::size_t width) const override;
  std::string replay(std::size_t case_number, std::uint64_t game, const std::string* label) const override;
  std::string outline() const override;

 private:
  Result result(std::size_t case_number, std::size_t player, const CaseTally& tally) const override;

  bool varies_size_, varies_komi_;
};

std::unique_ptr<Experiment> make_experiment(const json::Document& document,
                                            const std::filesystem::path& folder, const Overrides& overrides);

}  // namespace sapper::experiments::go
