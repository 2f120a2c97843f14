#include "experiments/analysis/position_collection.hpp"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "experiments/analysis/labelled_position.hpp"
#include "experiments/kinds/minesweeper/player.hpp"
#include "experiments/kinds/minesweeper/player_factory.hpp"
#include "experiments/run/experiment.hpp"
#include "solvers/minesweeper/counting/counting.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"
#include "solvers/support/parallel.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::Cell;

// Games of one task; the players are made once for all of them.
constexpr std::uint64_t kGamesPerTask = 4;

// Keeps the views after each dig that did not end the game.
struct ViewKeeper : NoObserver {
  std::vector<sim::View>* views;
  explicit ViewKeeper(std::vector<sim::View>& kept) : views(&kept) {}
  void dug(const sim::Game& game, const solvers::Move&, std::uint32_t) {
    if (game.status() == sim::Game::Status::playing) views->push_back(game.view());
  }
};

// The positions of some games, line by line; one thread.
class Collector {
 public:
  Collector(const Config& config, const CollectionOptions& options) : config_(config), options_(options) {}

  // Appends a text for each position, in order.
  void collect(std::uint64_t first_game, std::uint64_t last_game, const std::atomic<bool>& stop,
               std::vector<std::string>& lines) {
    // [game][case]: played case by case, listed game by game.
    std::vector<std::vector<std::vector<std::string>>> found(last_game - first_game);
    for (auto& cases : found) cases.resize(config_.cases.size());
    for (std::size_t number = 0; number < config_.cases.size(); ++number) {
      Player player(config_, config_.cases[number]);
      for (const solvers::StrategyChoice& choice : config_.strategies) {
        PlayerFactory seat(config_, choice);
        const std::unique_ptr<solvers::Strategy> strategy = seat.make(number, player.game().rules());
        for (std::uint64_t game = first_game; game < last_game && !stop; ++game)
          play(number, game, choice.label, player, *strategy, found[game - first_game][number]);
      }
    }
    for (auto& cases : found)
      for (auto& of_case : cases)
        for (std::string& line : of_case) lines.push_back(std::move(line));
  }

 private:
  void play(std::size_t case_number, std::uint64_t game, const std::string& label, Player& player,
            solvers::Strategy& strategy, std::vector<std::string>& lines) {
    views_.clear();
    player.play(game, strategy, ViewKeeper(views_));
    const sim::GameId id{config_.seed, key_of(config_.boards[config_.cases[case_number].board]), game};
    std::vector<std::size_t> order(views_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    // The first of the kind in a random order is uniform over those of the kind. No other draw of a game with one
    // player uses this stream.
    if (options_.takes_one_per_game) sim::Stream(id, sim::Purpose::opponent).shuffle(std::span(order));
    for (const std::size_t index : order) {
      const sim::View& view = views_[index];
      PositionSource source{config_.name, case_number, label, static_cast<std::uint32_t>(index + 1), id};
      try {
        if (!is_wanted(view)) continue;
        lines.push_back(labelled_position(view, player.game().rules(), source));
      } catch (const solvers::ComponentTooWide&) {
        continue;  // without a posterior there are no labels
      }
      if (options_.takes_one_per_game) return;
    }
  }

  bool is_wanted(const sim::View& view) {
    if (options_.where == PositionKind::all) return true;
    solvers::Posterior posterior(view.grid());
    if (!posterior.compute(view)) return false;
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
      if (view.is_hidden(cell) && posterior.is_certain_safe(cell))
        return options_.where == PositionKind::forced;
    return options_.where == PositionKind::guess;
  }

  const Config& config_;
  const CollectionOptions& options_;
  std::vector<sim::View> views_;
};

}  // namespace

std::uint64_t collect_positions(const Config& config, const CollectionOptions& options,
                                const std::atomic<bool>& stop,
                                const std::function<void(std::string_view line)>& take) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, options.threads);
  tbb::task_arena arena(static_cast<int>(options.threads));
  std::uint64_t taken = 0;
  const std::uint64_t last = options.first_game + config.games;
  for (std::uint64_t game = options.first_game; game < last && taken < options.most && !stop;) {
    const std::uint64_t tasks =
        std::min<std::uint64_t>(2 * options.threads, (last - game + kGamesPerTask - 1) / kGamesPerTask);
    std::vector<std::vector<std::string>> lines(tasks);
    arena.execute([&] {
      solvers::for_each_index_in_parallel(tasks, [&](std::size_t task) {
        const std::uint64_t first = game + task * kGamesPerTask;
        Collector(config, options).collect(first, std::min(last, first + kGamesPerTask), stop, lines[task]);
      });
    });
    if (stop) break;
    for (const std::vector<std::string>& of_task : lines)
      for (const std::string& line : of_task)
        if (taken < options.most) {
          take(line);
          ++taken;
        }
    game += tasks * kGamesPerTask;
  }
  return taken;
}

}  // namespace sapper::experiments::minesweeper
