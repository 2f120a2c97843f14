// The study algorithms as a kind of experiment: each algorithm finds the value of the same tablets. Game k of
// a board is one tablet; if the poison is fixed, further games only repeat the timing.
#pragma once

#include <memory>
#include <optional>

#include "experiments/kinds/paired/paired_experiment.hpp"
#include "experiments/kinds/paired/paired_tally.hpp"
#include "experiments/kinds/tablet/config.hpp"
#include "experiments/kinds/tablet/study_texts.hpp"
#include "experiments/kinds/tablet/tablet_experiment.hpp"
#include "experiments/run/record_filter.hpp"
#include "experiments/run/result.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/run/timing.hpp"
#include "experiments/run/worker.hpp"

namespace sapper::experiments::tablet {

// The counters of one algorithm.
struct alignas(64) AlgorithmCounts {
  std::uint64_t solved = 0;  // within max_states
  std::uint64_t states = 0;  // of the tablets solved
  std::uint64_t disagreements = 0;
  std::uint64_t solved_ns = 0;   // processor time of the tablets solved
  std::uint64_t refused_ns = 0;  // and of those given up

  std::uint64_t play_ns() const { return solved_ns + refused_ns; }
  // An inconsistency in the counts of this many games; empty if there is none.
  std::string contradiction(std::uint64_t games) const {
    if (solved <= games && disagreements <= solved) return {};
    return std::to_string(solved) + " tablets solved of " + std::to_string(games);
  }

  template <class Self, class Visit>
  static void each_counter(Self& self, Visit visit) {
    visit(Counter{"solved", CounterRole::reported}, self.solved);
    visit(Counter{"states"}, self.states);
    visit(Counter{"disagreements", CounterRole::reported}, self.disagreements);
    visit(Counter{"solved_ns", CounterRole::timing}, self.solved_ns);
    visit(Counter{"refused_ns", CounterRole::timing}, self.refused_ns);
  }
};

class AlgorithmExperiment final : public PairedExperiment<Config, PairedTally<AlgorithmCounts>> {
 public:
  using PairedExperiment::PairedExperiment;

  ExperimentParts parts() const override {
    ExperimentParts parts = PairedExperiment::parts();
    parts.sweep.players = "algorithms";
    return parts;
  }
  double game_cost(std::size_t case_number) const override;
  std::uint64_t first_chunk(std::size_t) const override { return 1; }
  std::unique_ptr<Worker> make_worker(std::optional<RecordFilter> records) const override;

  std::string summary(const TallyOf& tally_of, std::optional<double> wall_per_core_s,
                      std::size_t width) const override;
  std::string outline() const override { return outline_of(config_); }

 private:
  boost::json::object result(std::size_t case_number, std::size_t player,
                             const PairedTally<AlgorithmCounts>& tally) const override;
  std::string replay_head(std::size_t case_number, std::uint64_t game) const override {
    return tablet::replay_head(config_, case_number, game);
  }
  std::string replay_player(std::size_t case_number, std::uint64_t game,
                            const std::string& label) const override;
  void add_timing(Timing& timing, const AlgorithmCounts& counts) const override;
  std::string headline_rate(const PairedTally<AlgorithmCounts>& tally, std::size_t player) const override;
  // Says where each algorithm is no longer practical, as far as the boards show it.
  std::string limits(const TallyOf& tally_of) const;
};

}  // namespace sapper::experiments::tablet
