#include "experiments/kinds/tablet/erring_experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "experiments/kinds/paired/paired_tally.hpp"
#include "experiments/kinds/paired/paired_worker.hpp"
#include "experiments/kinds/paired/result_parts.hpp"
#include "experiments/kinds/tablet/erring_game.hpp"
#include "experiments/kinds/tablet/game_start.hpp"
#include "experiments/kinds/tablet/study_texts.hpp"
#include "experiments/kinds/tablet/tablet_experiment.hpp"
#include "experiments/kinds/tablet/tablet_text.hpp"
#include "experiments/report/results_table.hpp"
#include "experiments/stats/rate_text.hpp"
#include "experiments/support/text.hpp"
#include "solvers/nim/solver.hpp"
#include "solvers/nim/successors.hpp"
#include "solvers/tablet/tablet_values.hpp"

namespace sapper::experiments::tablet {

namespace {

using CaseTally = PairedTally<ErringCounts>;

class ErringWorker final : public GameByGameWorker<CaseTally> {
 public:
  ErringWorker(const ErringExperiment& owner, const Config& config)
      : GameByGameWorker(owner), owner_(owner), config_(config) {}

 private:
  void start_case(std::size_t case_number) override {
    solver_.reset();
    solver_ = owner_.solver_of(case_number);
  }
  std::optional<bool> play_game(std::size_t player, std::uint64_t game, const std::atomic<bool>& /*abandon*/,
                                ErringCounts& counts) override {
    return game_.play(start_of(config_, case_number(), game), config_.error_rates[player],
                      game_id(config_, case_number(), game), *solver_, counts);
  }

  const ErringExperiment& owner_;
  const Config& config_;
  std::shared_ptr<solvers::nim::Solver> solver_;
  ErringGame game_;
};

}  // namespace

std::shared_ptr<solvers::nim::Solver> ErringExperiment::solver_of(std::size_t case_number) const {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<solvers::nim::Solver> solver = solvers_[case_number].lock();
  if (!solver) {
    solver =
        solvers::tablet::make_solver(starts_of(config_, case_number), {.max_states = config_.max_states});
    solvers_[case_number] = solver;
  }
  return solver;
}

double ErringExperiment::game_cost(std::size_t case_number) const {
  const auto [cols, rows] = config_.boards[case_number];
  return static_cast<double>(cols + rows) * static_cast<double>(cols + rows);
}

std::uint64_t ErringExperiment::first_chunk(std::size_t case_number) const {
  constexpr double kPositions = 200'000;
  return static_cast<std::uint64_t>(std::clamp(kPositions / game_cost(case_number), 1.0, 1000.0));
}

std::unique_ptr<Worker> ErringExperiment::make_worker(std::optional<RecordFilter>) const {
  return std::make_unique<ErringWorker>(*this, config_);
}

boost::json::object ErringExperiment::result(std::size_t case_number, std::size_t player,
                                             const CaseTally& tally) const {
  const ErringCounts& counts = tally.player(player);
  boost::json::object result{{"case", case_number},
                             {"board", to_json(config_.boards[case_number])},
                             {"poison", to_json(config_.poison)},
                             {"first", name_of(config_.first)},
                             {"strategy", labels_[player]},
                             {"label", labels_[player]},
                             {"error_rate", config_.error_rates[player]}};
  add_win_rate(result, config_, counts.wins, tally.games());
  set_path(result, "moves.best", counts.moves - counts.random_moves);
  set_path(result, "length.mean", rounded_ratio(counts.length, tally.games()));
  add_reported(result, counts);
  return result;
}

std::string ErringExperiment::summary(const TallyOf& tally_of, std::optional<double> wall_per_core_s,
                                      std::size_t width) const {
  const SpeedColumns speeds(wall_per_core_s);
  ResultsTable table(speeds.heads({"tablet", "player", "games", "win rate", "blunders/game", "moves/game"}));
  add_rows(
      tally_of,
      [&](const CaseTally& tally, std::size_t player) -> std::vector<std::string> {
        const ErringCounts& counts = tally.player(player);
        return speeds.row({with_commas(tally.games()), rate_text(counts.wins, tally.games()),
                           fmt::format("{:.2f}", ratio(counts.blunders, tally.games())),
                           fmt::format("{:.1f}", ratio(counts.length, tally.games()))},
                          tally.games(), counts.core_ns, counts.core_ns);
      },
      table);
  return table.text(width) + fmt::format("\n{}\n", rate_note());
}

std::string ErringExperiment::replay_head(std::size_t case_number, std::uint64_t game) const {
  return tablet::replay_head(config_, case_number, game) +
         fmt::format("the {} player begins\n",
                     start_of(config_, case_number, game).erring_begins ? "erring" : "perfect");
}

std::string ErringExperiment::replay_player(std::size_t case_number, std::uint64_t game,
                                            const std::string& label) const {
  const double error_rate = config_.error_rates[find_label(*this, label)];
  ErringCounts counts;
  std::vector<PlayedMove> script;
  const bool is_won =
      ErringGame().play(start_of(config_, case_number, game), error_rate, game_id(config_, case_number, game),
                        *solver_of(case_number), counts, &script);
  std::string text = label + '\n';
  for (const PlayedMove& move : script) {
    const sim::tablet::Tablet tablet = sim::tablet::tablet_of(move.before);
    text += fmt::format("  {:<7}  {:>9}, value {:>5}  {}{}\n", move.by_erring ? "erring" : "perfect",
                        tablet::size_of(tablet), move.value, name_of(sim::tablet::as_cut(tablet, move.move)),
                        !move.is_random                   ? ""
                        : move.value > 0 && move.next > 0 ? " (at random: gives the win away)"
                                                          : " (at random)");
  }
  return text + fmt::format("{} after {} moves\n\n", is_won ? "won" : "lost", counts.length);
}

std::string ErringExperiment::outline() const {
  return outline_of(config_) + fmt::format("  who begins: {}\n", name_of(config_.first));
}

}  // namespace sapper::experiments::tablet
