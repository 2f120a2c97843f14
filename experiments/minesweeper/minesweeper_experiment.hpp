// Minesweeper as a kind of experiment.
#pragma once

#include <filesystem>
#include <memory>

#include "experiments/engine/experiment.hpp"
#include "experiments/minesweeper/config.hpp"
#include "experiments/minesweeper/seat.hpp"

namespace sapper::experiments::minesweeper {

class MinesweeperExperiment final : public Experiment {
 public:
  explicit MinesweeperExperiment(Config config) : config_(std::move(config)) {}
  const Config& plan() const { return config_; }

  const CommonConfig& common() const override { return config_; }
  std::size_t case_count() const override { return config_.cases.size(); }
  std::string case_name(std::size_t case_number) const override {
    return name_of(config_, config_.cases[case_number]);
  }
  std::vector<std::string> labels() const override { return config_.labels(); }
  std::vector<std::string> commands() const override { return commands_of(config_); }
  double game_cost(std::size_t case_number) const override;
  std::uint64_t first_chunk(std::size_t case_number) const override;

  bool has_records() const override { return true; }
  std::unique_ptr<Worker> make_worker(std::optional<RecordFilter> records) const override;
  std::unique_ptr<Tally> make_tally() const override;
  double half_width(const Tally& tally) const override;
  bool may_stop(const Tally& tally) const override;

  boost::json::object config() const override { return to_json(config_); }
  boost::json::array results(std::size_t case_number, const Tally& tally) const override;
  boost::json::array comparisons(std::size_t case_number, const Tally& tally) const override;
  boost::json::object case_facts(std::size_t case_number, const Tally& tally) const override;
  boost::json::array timings(std::size_t case_number, const Tally& tally,
                             double wall_per_core_s) const override;
  double core_s(const Tally& tally) const override;

  std::string headline(const Tally& tally) const override;
  std::string summary(const TallyOf& tally_of, double wall_per_core_s, std::size_t width) const override;
  std::string replay(std::size_t case_number, std::uint64_t game, const std::string* label) const override;
  boost::json::object replay_json(std::size_t case_number, std::uint64_t game,
                                  const std::string* label) const override;
  std::string outline() const override;

 private:
  Config config_;
};

std::unique_ptr<Experiment> make_experiment(const json::Document& document,
                                            const std::filesystem::path& folder, const Overrides& overrides);

}  // namespace sapper::experiments::minesweeper
