// The study erring_player as a kind of experiment: each error rate plays the same games, from the same
// starts.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "experiments/engine/experiment.hpp"
#include "experiments/tablet/config.hpp"

namespace sapper::experiments::tablet {

class ErringExperiment final : public Experiment {
 public:
  explicit ErringExperiment(Config config) : config_(std::move(config)), solvers_(config_.boards.size()) {}

  const CommonConfig& common() const override { return config_; }
  std::size_t case_count() const override { return config_.boards.size(); }
  std::string case_name(std::size_t case_number) const override {
    return name_of(config_.boards[case_number]);
  }
  std::vector<std::string> labels() const override { return config_.player_names(); }
  double game_cost(std::size_t case_number) const override;
  std::uint64_t first_chunk(std::size_t case_number) const override;

  std::unique_ptr<Worker> make_worker(std::optional<RecordFilter> records) const override;
  std::unique_ptr<Tally> make_tally() const override;
  double half_width(const Tally& tally) const override;
  bool may_stop(const Tally& tally) const override;

  boost::json::object config() const override { return to_json(config_); }
  boost::json::array results(std::size_t case_number, const Tally& tally) const override;
  boost::json::array comparisons(std::size_t case_number, const Tally& tally) const override;
  boost::json::array timings(std::size_t case_number, const Tally& tally,
                             double wall_per_core_s) const override;
  double core_s(const Tally& tally) const override;

  std::string headline(const Tally& tally) const override;
  std::string summary(const TallyOf& tally_of, double wall_per_core_s, std::size_t width) const override;
  std::string replay(std::size_t case_number, std::uint64_t game, const std::string* label) const override;
  std::string outline() const override;

  // The values of a board's positions: shared by its users, freed with the last of them.
  std::shared_ptr<solvers::nim::Solver> solver_of(std::size_t case_number) const;

 private:
  Config config_;
  mutable std::mutex mutex_;                                          // of solvers_
  mutable std::vector<std::weak_ptr<solvers::nim::Solver>> solvers_;  // [board]
};

}  // namespace sapper::experiments::tablet
