#include "experiments/tablet/erring_experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "experiments/engine/statistics.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "experiments/support/thread_time.hpp"
#include "experiments/tablet/drawing.hpp"
#include "experiments/tablet/erring_game.hpp"
#include "experiments/tablet/outline.hpp"
#include "solvers/tablet/tablet_values.hpp"

namespace sapper::experiments::tablet {
namespace {

namespace bj = boost::json;
using json::rounded;

enum Counter : std::size_t { kWins, kMoves, kRandomMoves, kBlunders, kLength, kCoreNs, kCounterCount };

const CountTally& counts(const Tally& tally) { return dynamic_cast<const CountTally&>(tally); }

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  return fmt::format("{:.2f} %", 100 * ratio(part, whole));
}

class ErringWorker final : public Worker {
 public:
  ErringWorker(const ErringExperiment& owner, const Config& config)
      : owner_(owner), config_(config), won_(config.player_count()) {}

  bool play(std::size_t board, std::uint64_t first, std::uint64_t last, const std::atomic<bool>& abandon,
            Tally& tally) override {
    auto& counts = dynamic_cast<CountTally&>(tally);
    if (board_ != board) {
      solver_.reset();
      solver_ = owner_.solver_of(board);
      board_ = board;
    }
    for (std::size_t player = 0; player < config_.player_count(); ++player)
      if (!play_player(player, first, last, abandon, counts)) return false;
    for (std::size_t b = 1; b < won_.size(); ++b)
      for (std::size_t a = 0; a < b; ++a)
        for (std::size_t game = 0; game < won_[a].size(); ++game)
          counts.both(a, b) += won_[a][game] && won_[b][game];
    counts.add_games(last - first);
    return true;
  }

 private:
  bool play_player(std::size_t player, std::uint64_t first, std::uint64_t last,
                   const std::atomic<bool>& abandon, CountTally& counts) {
    won_[player].clear();
    const std::uint64_t begin_ns = thread_ns();
    for (std::uint64_t game = first; game < last; ++game) {
      if (abandon.load(std::memory_order_relaxed)) return false;
      const GameCounts played = game_.play(start_of(config_, *board_, game), config_.error_rates[player],
                                           game_id(config_, *board_, game), *solver_);
      won_[player].push_back(played.won);
      counts.of(player, kWins) += played.won;
      counts.of(player, kMoves) += played.moves;
      counts.of(player, kRandomMoves) += played.random_moves;
      counts.of(player, kBlunders) += played.blunders;
      counts.of(player, kLength) += played.length;
    }
    counts.of(player, kCoreNs) += thread_ns() - begin_ns;
    return true;
  }

  const ErringExperiment& owner_;
  const Config& config_;
  std::optional<std::size_t> board_;
  std::shared_ptr<solvers::nim::Solver> solver_;
  ErringGame game_;
  std::vector<std::vector<char>> won_;  // [player][game of the chunk]
};

std::string replay_player(const Config& config, std::size_t board, std::uint64_t game, std::size_t player,
                          solvers::nim::Solver& solver) {
  const Start start = start_of(config, board, game);
  std::vector<PlayedMove> script;
  const GameCounts counts =
      ErringGame().play(start, config.error_rates[player], game_id(config, board, game), solver, &script);
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

std::shared_ptr<solvers::nim::Solver> ErringExperiment::solver_of(std::size_t board) const {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<solvers::nim::Solver> solver = solvers_[board].lock();
  if (!solver) {
    solver = solvers::tablet::make_solver(starts_of(config_, board), {.max_states = config_.max_states});
    solvers_[board] = solver;
  }
  return solver;
}

double ErringExperiment::game_cost(std::size_t board) const {
  const auto [cols, rows] = config_.boards[board];
  return static_cast<double>(cols + rows) * static_cast<double>(cols + rows);
}

std::uint64_t ErringExperiment::first_chunk(std::size_t board) const {
  constexpr double kPositions = 200'000;
  return static_cast<std::uint64_t>(std::clamp(kPositions / game_cost(board), 1.0, 1000.0));
}

std::unique_ptr<Worker> ErringExperiment::make_worker() const {
  return std::make_unique<ErringWorker>(*this, config_);
}

std::unique_ptr<Tally> ErringExperiment::make_tally() const {
  return std::make_unique<CountTally>(config_.player_count(), kCounterCount);
}

double ErringExperiment::half_width(const Tally& tally) const {
  double widest = 0;
  for (std::size_t player = 0; player < config_.player_count(); ++player)
    widest = std::max(widest, wilson_95(counts(tally).of(player, kWins), tally.games()).half_width());
  return widest;
}

bj::array ErringExperiment::results(std::size_t board, const Tally& tally) const {
  const CountTally& all = counts(tally);
  bj::array results;
  for (std::size_t player = 0; player < config_.player_count(); ++player) {
    const auto count = [&](Counter counter) { return all.of(player, counter); };
    const Interval interval = wilson_95(count(kWins), tally.games());
    results.push_back(bj::object{
        {"board", to_json(config_.boards[board])},
        {"poison", to_json(config_.poison)},
        {"first", name_of(config_.first)},
        {"strategy", config_.player_name(player)},
        {"error_rate", config_.error_rates[player]},
        {"games", tally.games()},
        {"wins", count(kWins)},
        {"win_rate", rounded(ratio(count(kWins), tally.games()))},
        {"ci95", {rounded(interval.low), rounded(interval.high)}},
        {"moves", {{"best", count(kMoves) - count(kRandomMoves)}, {"random", count(kRandomMoves)}}},
        {"blunders", count(kBlunders)},
        {"length", {{"mean", rounded(ratio(count(kLength), tally.games()))}}}});
  }
  return results;
}

bj::array ErringExperiment::comparisons(std::size_t board, const Tally& tally) const {
  const CountTally& all = counts(tally);
  bj::array comparisons;
  for (std::size_t a = 0; a < config_.player_count(); ++a) {
    for (std::size_t b = a + 1; b < config_.player_count(); ++b) {
      const std::uint64_t both = all.both(a, b);
      const std::uint64_t only_a = all.of(a, kWins) - both;
      const std::uint64_t only_b = all.of(b, kWins) - both;
      comparisons.push_back(bj::object{{"board", board},
                                       {"a", config_.player_name(a)},
                                       {"b", config_.player_name(b)},
                                       {"both", both},
                                       {"only_a", only_a},
                                       {"only_b", only_b},
                                       {"neither", tally.games() - both - only_a - only_b},
                                       {"p_value", rounded(mcnemar_p_value(only_a, only_b))}});
    }
  }
  return comparisons;
}

bj::array ErringExperiment::timings(std::size_t, const Tally& tally, double wall_per_core_s) const {
  bj::array timings;
  for (std::size_t player = 0; player < config_.player_count(); ++player)
    timings.push_back(timing_of(tally.games(), counts(tally).of(player, kCoreNs), wall_per_core_s));
  return timings;
}

double ErringExperiment::core_s(const Tally& tally) const {
  return static_cast<double>(counts(tally).total(kCoreNs)) * 1e-9;
}

std::string ErringExperiment::headline(const Tally& tally) const {
  std::string text;
  for (std::size_t player = 0; player < config_.player_count(); ++player)
    text += fmt::format("{}{} {}", player == 0 ? "" : "  ", config_.player_name(player),
                        percent(counts(tally).of(player, kWins), tally.games()));
  return text;
}

std::string ErringExperiment::summary(const TallyOf& tally_of, double wall_per_core_s) const {
  std::vector<std::vector<std::string>> rows{
      {"tablet", "player", "games", "win rate", "blunders/game", "moves/game", "games/s"}};
  for (std::size_t board = 0; board < board_count(); ++board) {
    const CountTally& all = counts(tally_of(board));
    for (std::size_t player = 0; player < config_.player_count(); ++player) {
      const auto count = [&](Counter counter) { return all.of(player, counter); };
      const double wall_s = static_cast<double>(count(kCoreNs)) * 1e-9 * wall_per_core_s;
      rows.push_back(
          {player == 0 ? board_name(board) : "", config_.player_name(player), with_commas(all.games()),
           fmt::format("{} ± {:.2f}", percent(count(kWins), all.games()),
                       100 * wilson_95(count(kWins), all.games()).half_width()),
           fmt::format("{:.2f}", ratio(count(kBlunders), all.games())),
           fmt::format("{:.1f}", ratio(count(kLength), all.games())), per_second(all.games(), wall_s)});
    }
  }
  return table_of(rows) + "\n± 95 % interval\n";
}

std::string ErringExperiment::replay(std::size_t board, std::uint64_t game,
                                     const std::string* strategy) const {
  const auto solver = solver_of(board);
  std::string text = replay_head(config_, board, game);
  if (strategy) return text + replay_player(config_, board, game, config_.find_player(*strategy), *solver);
  for (std::size_t player = 0; player < config_.player_count(); ++player)
    text += replay_player(config_, board, game, player, *solver);
  return text;
}

std::string ErringExperiment::outline() const {
  return outline_of(config_) + fmt::format("  who begins: {}\n", name_of(config_.first));
}

}  // namespace sapper::experiments::tablet
