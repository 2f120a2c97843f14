#include "experiments/kinds/tablet/erring_experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "experiments/kinds/paired/paired_worker.hpp"
#include "experiments/kinds/paired/result_parts.hpp"
#include "experiments/kinds/tablet/drawing.hpp"
#include "experiments/kinds/tablet/erring_game.hpp"
#include "experiments/kinds/tablet/outline.hpp"
#include "experiments/report/results_table.hpp"
#include "experiments/stats/rate_text.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "solvers/tablet/tablet_values.hpp"

namespace sapper::experiments::tablet {
namespace {

namespace bj = boost::json;

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
    const GameCounts played = game_.play(start_of(config_, case_number(), game), config_.error_rates[player],
                                         game_id(config_, case_number(), game), *solver_);
    counts.wins += played.won;
    counts.moves += played.moves;
    counts.random_moves += played.random_moves;
    counts.blunders += played.blunders;
    counts.length += played.length;
    return played.won;
  }

  const ErringExperiment& owner_;
  const Config& config_;
  std::shared_ptr<solvers::nim::Solver> solver_;
  ErringGame game_;
};

std::string replay_player(const Config& config, std::size_t case_number, std::uint64_t game,
                          std::size_t player, solvers::nim::Solver& solver) {
  const Start start = start_of(config, case_number, game);
  std::vector<PlayedMove> script;
  const GameCounts counts = ErringGame().play(start, config.error_rates[player],
                                              game_id(config, case_number, game), solver, &script);
  std::string text = fmt::format("{}\n", config.player_name(player));
  for (const PlayedMove& move : script) {
    const sim::tablet::Tablet tablet = sim::tablet::tablet_of(move.before);
    text += fmt::format("  {:<7}  {:>9}, value {:>5}  {}{}\n", move.by_erring ? "erring" : "perfect",
                        size_of(tablet), move.value, name_of(sim::tablet::as_cut(tablet, move.move)),
                        !move.is_random                   ? ""
                        : move.value > 0 && move.next > 0 ? " (at random: gives the win away)"
                                                          : " (at random)");
  }
  return text + fmt::format("{} after {} moves\n\n", counts.won ? "won" : "lost", counts.length);
}

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

Result ErringExperiment::result(std::size_t case_number, std::size_t player, const CaseTally& tally) const {
  const ErringCounts& counts = tally.player(player);
  Result result;
  result.label = labels_[player];
  result.json = {{"case", case_number},
                 {"board", to_json(config_.boards[case_number])},
                 {"poison", to_json(config_.poison)},
                 {"first", name_of(config_.first)},
                 {"strategy", labels_[player]},
                 {"label", labels_[player]},
                 {"error_rate", config_.error_rates[player]}};
  add_win_rate(result, config_, counts.wins, tally.games());
  set_path(result.json, "moves.best", counts.moves - counts.random_moves);
  set_path(result.json, "length.mean", rounded_ratio(counts.length, tally.games()));
  add_reported(result.json, counts);
  return result;
}

std::string ErringExperiment::summary(const TallyOf& tally_of, double wall_per_core_s,
                                      std::size_t width) const {
  ResultsTable table({"tablet", "player", "games", "win rate", "blunders/game", "moves/game", "games/s"});
  for (std::size_t number = 0; number < case_count(); ++number) {
    const CaseTally& all = CaseTally::of(tally_of(number));
    if (all.games() == 0) continue;  // interrupted run, or another shard
    table.begin_group(case_name(number));
    for (std::size_t player = 0; player < config_.player_count(); ++player) {
      const ErringCounts& counts = all.player(player);
      const double wall_s = static_cast<double>(counts.core_ns) * 1e-9 * wall_per_core_s;
      table.add_row(
          config_.player_name(player),
          {with_commas(all.games()), rate_text(counts.wins, all.games()),
           fmt::format("{:.2f}", ratio(counts.blunders, all.games())),
           fmt::format("{:.1f}", ratio(counts.length, all.games())), per_second(all.games(), wall_s)});
    }
  }
  return table.text(width) + fmt::format("\n{}\n", rate_note());
}

std::string ErringExperiment::replay(std::size_t case_number, std::uint64_t game,
                                     const std::string* label) const {
  const auto solver = solver_of(case_number);
  std::string text = replay_head(config_, case_number, game);
  if (label) return text + replay_player(config_, case_number, game, find_label(*this, *label), *solver);
  for (std::size_t player = 0; player < config_.player_count(); ++player)
    text += replay_player(config_, case_number, game, player, *solver);
  return text;
}

std::string ErringExperiment::outline() const {
  return outline_of(config_) + fmt::format("  who begins: {}\n", name_of(config_.first));
}

}  // namespace sapper::experiments::tablet
