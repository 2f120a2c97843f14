// The study algorithms as a kind of experiment: each algorithm finds the value of the same tablets. Game k of
// a board is one tablet; where the poison does not move, more games only time the same thing again.
#pragma once

#include <memory>

#include "experiments/engine/experiment.hpp"
#include "experiments/tablet/config.hpp"

namespace sapper::experiments::tablet {

class AlgorithmExperiment final : public Experiment {
 public:
  explicit AlgorithmExperiment(Config config) : config_(std::move(config)) {}

  const CommonConfig& common() const override { return config_; }
  std::size_t case_count() const override { return config_.boards.size(); }
  std::string case_name(std::size_t case_number) const override {
    return name_of(config_.boards[case_number]);
  }
  std::vector<std::string> labels() const override { return config_.player_names(); }
  double game_cost(std::size_t case_number) const override;
  std::uint64_t first_chunk(std::size_t) const override { return 1; }

  std::unique_ptr<Worker> make_worker(std::optional<RecordFilter> records) const override;
  std::unique_ptr<Tally> make_tally() const override;
  double half_width(const Tally&) const override { return 0.5; }  // nothing is estimated

  boost::json::object config() const override { return to_json(config_); }
  boost::json::array results(std::size_t case_number, const Tally& tally) const override;
  boost::json::array comparisons(std::size_t, const Tally&) const override { return {}; }
  boost::json::array timings(std::size_t case_number, const Tally& tally,
                             double wall_per_core_s) const override;
  double core_s(const Tally& tally) const override;

  std::string headline(const Tally& tally) const override;
  std::string summary(const TallyOf& tally_of, double wall_per_core_s, std::size_t width) const override;
  std::string replay(std::size_t case_number, std::uint64_t game, const std::string* label) const override;
  std::string outline() const override;

 private:
  // Where each algorithm stops being practical, as far as the boards show it.
  std::string limits(const TallyOf& tally_of) const;

  Config config_;
};

}  // namespace sapper::experiments::tablet
