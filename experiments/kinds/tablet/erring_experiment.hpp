// The study erring_player as a kind of experiment: each error rate plays the same games, from the same
// starts.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "experiments/kinds/paired/paired_experiment.hpp"
#include "experiments/kinds/paired/paired_tally.hpp"
#include "experiments/kinds/tablet/config.hpp"
#include "experiments/kinds/tablet/study_texts.hpp"
#include "experiments/run/record_filter.hpp"
#include "experiments/run/result.hpp"
#include "experiments/run/worker.hpp"

namespace sapper::experiments::tablet {

// The counters of one error rate.
struct alignas(64) ErringCounts {
  std::uint64_t wins = 0;
  std::uint64_t moves = 0;  // of the erring player
  std::uint64_t random_moves = 0;
  std::uint64_t blunders = 0;  // random moves that gave away a won position
  std::uint64_t length = 0;    // moves of both
  std::uint64_t core_ns = 0;

  std::uint64_t play_ns() const { return core_ns; }
  // An inconsistency in the counts of this many games; empty if there is none.
  std::string contradiction(std::uint64_t /*games*/) const {
    if (random_moves > moves || moves > length || blunders > moves)
      return std::to_string(random_moves) + " random moves and " + std::to_string(blunders) +
             " blunders of " + std::to_string(moves) + " moves";
    return {};
  }

  template <class Self, class Visit>
  static void each_counter(Self& self, Visit visit) {
    visit(Counter{"wins"}, self.wins);
    visit(Counter{"moves"}, self.moves);
    visit(Counter{"moves.random", CounterRole::reported}, self.random_moves);
    visit(Counter{"blunders", CounterRole::reported}, self.blunders);
    visit(Counter{"length"}, self.length);
    visit(Counter{"core_ns", CounterRole::timing}, self.core_ns);
  }
};

class ErringExperiment final : public PairedExperiment<Config, PairedTally<ErringCounts>> {
 public:
  explicit ErringExperiment(Config config)
      : PairedExperiment(std::move(config)), solvers_(config_.boards.size()) {}

  ExperimentParts parts() const override {
    ExperimentParts parts = PairedExperiment::parts();
    parts.sweep.players = "error_rates";
    return parts;
  }
  double game_cost(std::size_t case_number) const override;
  std::uint64_t first_chunk(std::size_t case_number) const override;
  std::unique_ptr<Worker> make_worker(std::optional<RecordFilter> records) const override;

  std::string replay(std::size_t case_number, std::uint64_t game, const std::string* label) const override {
    const auto solver = solver_of(case_number);  // for all players
    return PairedExperiment::replay(case_number, game, label);
  }
  std::string summary(const TallyOf& tally_of, std::optional<double> wall_per_core_s,
                      std::size_t width) const override;
  std::string outline() const override;

  // The values of a board's positions: shared by its users, freed with the last of them.
  std::shared_ptr<solvers::nim::Solver> solver_of(std::size_t case_number) const;

 private:
  boost::json::object result(std::size_t case_number, std::size_t player,
                             const PairedTally<ErringCounts>& tally) const override;
  std::string replay_head(std::size_t case_number, std::uint64_t game) const override;
  std::string replay_player(std::size_t case_number, std::uint64_t game,
                            const std::string& label) const override;

  mutable std::mutex mutex_;                                          // of solvers_
  mutable std::vector<std::weak_ptr<solvers::nim::Solver>> solvers_;  // [board]
};

}  // namespace sapper::experiments::tablet
