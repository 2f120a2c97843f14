// Minesweeper as a kind of experiment.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "experiments/kinds/minesweeper/config/config.hpp"
#include "experiments/kinds/minesweeper/external/external_player.hpp"
#include "experiments/kinds/minesweeper/game/tally.hpp"
#include "experiments/kinds/paired/paired_experiment.hpp"
#include "experiments/run/case_display.hpp"
#include "experiments/run/case_size.hpp"
#include "experiments/run/cell_map.hpp"
#include "experiments/run/external_inputs.hpp"
#include "experiments/run/known_faults.hpp"
#include "experiments/run/player_tuning.hpp"
#include "experiments/run/program_file.hpp"
#include "experiments/run/record_filter.hpp"
#include "experiments/run/result.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/run/timing.hpp"
#include "experiments/run/worker.hpp"
#include "experiments/stats/statistics.hpp"

namespace sapper::experiments::minesweeper {

class MinesweeperExperiment final : public PairedExperiment<Config, CaseTally>,
                                    public CaseDisplay,
                                    public ExternalInputs,
                                    public KnownFaults,
                                    public PlayerTuning {
 public:
  using PairedExperiment::PairedExperiment;

  ExperimentParts parts() const override;
  std::vector<std::string> commands() const override { return commands_of(config_); }
  std::string missing_player() const override;
  std::vector<ProgramFile> program_files() const override;
  std::vector<std::filesystem::path> files() const override;
  std::vector<std::filesystem::path> files_beside_report() const override;
  std::string missing_file() const override;
  void leave_out_drawings(boost::json::object& config) const override;
  double game_cost(std::size_t case_number) const override {
    return config_.board_of(case_number).cell_count();
  }
  std::uint64_t first_chunk(std::size_t case_number) const override;
  std::vector<NumberSetting> number_settings() const override;
  std::unique_ptr<Experiment> pair_of_variants(const std::string& player, std::uint64_t seed,
                                               const PlayerVariant& first,
                                               const PlayerVariant& second) const override;
  std::unique_ptr<Worker> make_worker(std::optional<RecordFilter> records) const override;
  std::optional<CaseSize> size_of(std::size_t case_number) const override;
  std::optional<CellMap> cell_map(std::size_t case_number) const override;
  std::optional<double> layout_s(const Tally& tally) const override;
  std::vector<KnownFault> known_faults(std::string_view version) const override;
  std::string outline() const override;

  // methods.cpp
  std::string methods() const override;

  // results.cpp
  boost::json::object case_facts(std::size_t case_number, const Tally& tally) const override;
  boost::json::object case_columns(std::size_t case_number) const override;
  std::string summary(const TallyOf& tally_of, std::optional<double> wall_per_core_s,
                      std::size_t width) const override;

  // replay.cpp
  boost::json::object replay_json(std::size_t case_number, std::uint64_t game,
                                  const std::string* label) const override;
  std::optional<ShownMistake> mistake(std::size_t case_number, std::uint64_t game, const std::string& label,
                                      RecordFilter kind, std::size_t after_dig) const override;

 private:
  // What is wrong in games of versions whose games could depend on the number of threads; empty: nothing.
  std::string games_by_threads(std::string_view version) const;
  boost::json::object result(std::size_t case_number, std::size_t player,
                             const CaseTally& tally) const override;
  Interval win_interval(const StrategyCounts& counts, std::uint64_t games) const override;
  void add_timing(Timing& timing, const StrategyCounts& counts) const override;
  std::string replay_player(std::size_t case_number, std::uint64_t game,
                            const std::string& label) const override;
  std::size_t board_index(std::size_t case_number) const override { return config_.cases[case_number].board; }
};

std::unique_ptr<Experiment> make_experiment(const json::Document& document,
                                            const std::filesystem::path& folder,
                                            const ConfigOverrides& overrides);

}  // namespace sapper::experiments::minesweeper
