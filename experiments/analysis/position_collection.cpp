#include "experiments/analysis/position_collection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/kinds/minesweeper/external/player_factory.hpp"
#include "experiments/kinds/minesweeper/game/player.hpp"
#include "experiments/run/in_order.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "sim/support/interruptible.hpp"
#include "solvers/minesweeper/analysis/inference.hpp"
#include "solvers/minesweeper/counting/counting.hpp"
#include "solvers/minesweeper/exact/endgame/endgame.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::minesweeper {
namespace {

namespace bj = boost::json;
using sim::Cell;

// Games of one task; the players are made once for all of them.
constexpr std::uint64_t kGamesPerTask = 4;

// The search for best play of an end takes some milliseconds at most.
constexpr std::uint32_t kMostEndLayouts = 200;

// Where a position comes from: the view of a strategy after a number of digs of a game.
struct PositionSource {
  std::size_t case_number = 0;
  std::string_view strategy;  // its label
  std::size_t digs = 0;
  sim::GameId game;
};

// Sets a list of the certain cells of one kind, and one of their inferences.
void add_certain(bj::object& line, sim::BoardSize size, std::span<const solvers::CertainCell> certain,
                 bool are_mines) {
  bj::array cells, inferences;
  for (const solvers::CertainCell& cell : certain) {
    if (cell.is_mine != are_mines) continue;
    cells.push_back(cell_json(size, cell.cell));
    inferences.emplace_back(solvers::kInferenceNames[static_cast<std::size_t>(cell.inference)]);
  }
  line[are_mines ? "mine" : "safe"] = std::move(cells);
  line[are_mines ? "mine_inference" : "safe_inference"] = std::move(inferences);
}

// Sets best, win_probability, value_cells and values of a position without a safe cell, as far as best play is known.
void solve_end(const sim::GameRules& rules, const solvers::Posterior& posterior, bj::object& line) {
  solvers::Endgame end(*rules.grid);
  if (rules.motion == sim::MineMotion::moving || !end.solve(posterior, kMostEndLayouts)) return;
  const sim::BoardSize size = rules.grid->size();
  const std::vector<solvers::Endgame::CellValue> values = end.values();
  bj::array best, cells, chances;
  for (const auto& value : values) {
    if (value.won == end.won()) best.push_back(cell_json(size, value.cell));
    cells.push_back(cell_json(size, value.cell));
    chances.emplace_back(static_cast<double>(value.won) / end.layout_count());
  }
  line["best"] = std::move(best);
  line["win_probability"] = end.win_probability();
  std::size_t candidates = 0;
  for (Cell cell = 0; cell < rules.grid->cell_count(); ++cell)
    candidates += posterior.knowledge().view().is_hidden(cell) && !posterior.is_certain_mine(cell);
  if (values.size() != candidates) return;  // the search was cut short
  line["value_cells"] = std::move(cells);
  line["values"] = std::move(chances);
}

// The dig of the strongest strategy that plays all games.
Cell expert_dig(const sim::View& view, const sim::GameRules& rules, const sim::GameId& game) {
  const auto strongest =
      std::ranges::find_if(solvers::advisers(), [](const auto* entry) { return !entry->refusal; });
  const solvers::StrategyChoice choice(**strongest);
  const std::unique_ptr<solvers::Strategy> expert = choice.make(rules);
  sim::Stream random(game, sim::StreamPurpose::strategy);
  solvers::Digs digs;
  expert->begin(view, random);
  expert->plan({}, digs);
  return digs.front().cell;
}

// A line of the file. The posterior is that of the view.
std::string labelled_position(const sim::View& view, const solvers::Posterior& posterior,
                              const sim::GameRules& rules, const std::string& experiment,
                              const PositionSource& source) {
  const sim::Grid& grid = view.grid();
  const std::vector<solvers::CertainCell> certain = solvers::find_certain_cells(view);
  const std::string id = fmt::format("{}:{}:{}:{}:{}", experiment, source.case_number, source.game.game,
                                     source.strategy, source.digs);
  bj::object line{{"schema", kPositionsSchema}, {"id", id}};
  add_view_facts(line, view);
  line["first_click"] = sim::name_of(rules.first_click);
  line["cells"] = shown_json(grid, [cells = sim::cells_of(view)](Cell cell) { return cells[cell]; });
  line["p_mine"] = board_json(
      grid, [&](Cell cell) { return view.is_shown(cell) ? bj::value() : bj::value(posterior.p_mine(cell)); });
  add_certain(line, grid.size(), certain, false);
  add_certain(line, grid.size(), certain, true);
  for (const char* const key : {"best", "win_probability", "value_cells", "values"}) line[key] = nullptr;
  bj::array safe;
  for (const solvers::CertainCell& cell : certain)
    if (!cell.is_mine) safe.push_back(cell_json(grid.size(), cell.cell));
  if (safe.empty())
    solve_end(rules, posterior, line);
  else
    line["best"] = std::move(safe);
  line["expert"] = cell_json(grid, expert_dig(view, rules, source.game));
  line["source"] = {{"name", experiment},       {"seed", source.game.seed},    {"case", source.case_number},
                    {"game", source.game.game}, {"strategy", source.strategy}, {"digs", source.digs}};
  return json::to_line(line);
}

// Keeps the views after each dig that did not end the game.
struct ViewKeeper : NoObserver {
  std::vector<sim::View>* views;
  explicit ViewKeeper(std::vector<sim::View>& kept) : views(&kept) {}
  void dug(const sim::Game& game, const solvers::Move&, std::uint32_t) const {
    sim::end_if_interrupted();
    if (game.status() == sim::Game::Status::playing) views->push_back(game.view());
  }
};

// The positions of some games, line by line; one thread.
class Collector {
 public:
  Collector(const Config& config, const CollectionOptions& options) : config_(config), options_(options) {}

  // Appends a text for each position, in order.
  void collect(std::uint64_t first_game, std::uint64_t last_game, std::vector<std::string>& lines) {
    // [game][case]: played case by case, listed game by game.
    std::vector<std::vector<std::vector<std::string>>> found(last_game - first_game);
    for (auto& cases : found) cases.resize(config_.cases.size());
    for (std::size_t number = 0; number < config_.cases.size(); ++number) {
      Player player(config_, config_.cases[number]);
      for (const solvers::StrategyChoice& choice : config_.strategies) {
        PlayerFactory factory(config_, choice);
        const AnyPlayerPointer strategy = factory.make(number, player.game().rules());
        for (std::uint64_t game = first_game; game < last_game; ++game)
          play(number, game, choice.label, player, *strategy, found[game - first_game][number]);
      }
    }
    for (auto& cases : found)
      for (auto& of_case : cases)
        for (std::string& line : of_case) lines.push_back(std::move(line));
  }

 private:
  void play(std::size_t case_number, std::uint64_t game, const std::string& label, Player& player,
            const AnyPlayer& strategy, std::vector<std::string>& lines) {
    sim::end_if_interrupted();
    views_.clear();
    player.play(game, strategy, ViewKeeper(views_));
    const sim::GameId id{config_.seed, key_of(config_.board_of(case_number)), game};
    std::vector<std::size_t> order(views_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    // The first of the kind in a random order is uniform over those of the kind. No other draw of a game with one
    // player uses this stream.
    if (options_.takes_one_per_game) sim::Stream(id, sim::StreamPurpose::opponent).shuffle(std::span(order));
    for (const std::size_t index : order) {
      const sim::View& view = views_[index];
      try {
        solvers::Posterior posterior(view.grid());
        if (!posterior.compute(view)) throw std::invalid_argument("no layout is consistent with the view");
        if (!is_wanted(posterior)) continue;
        lines.push_back(labelled_position(view, posterior, player.game().rules(), config_.name,
                                          {case_number, label, index + 1, id}));
      } catch (const solvers::ComponentTooWide&) {
        continue;  // without a posterior there are no labels
      }
      if (options_.takes_one_per_game) return;
    }
  }

  bool is_wanted(const solvers::Posterior& posterior) const {
    return options_.where == PositionKind::all ||
           posterior.has_certain_safe() == (options_.where == PositionKind::forced);
  }

  const Config& config_;
  const CollectionOptions& options_;
  std::vector<sim::View> views_;
};

}  // namespace

void collect_positions(const Config& config, const CollectionOptions& options, const std::atomic<bool>& stop,
                       CollectedPositions& collected,
                       const std::function<void(std::span<const std::string> lines)>& take) {
  for (const Board& board : config.boards)
    if (board.graph_board)
      throw InputError(
          fmt::format("positions: {}: positions with labels are of squares and hexagons, not of "
                      "lattices and graphs",
                      name_of(board)));
  struct Games {
    std::uint64_t first = 0, last = 0;
    std::vector<std::string> lines;
  };
  std::vector<Games> in_flight(2 * options.threads);
  std::uint64_t next = collected.next_game;
  const std::uint64_t end = options.first_game + config.games;
  std::atomic<bool> is_over = collected.count == options.most;
  in_order_until(
      stop, on_threads(options.threads), in_flight,
      [&](Games& games) {
        if (next >= end || is_over) return false;
        games.first = std::exchange(next, std::min(end, next + kGamesPerTask));
        games.last = next;
        return true;
      },
      [&](Games& games, std::size_t) {
        games.lines.clear();
        Collector(config, options).collect(games.first, games.last, games.lines);
      },
      [&](const Games& games) {
        if (is_over) return;
        const std::size_t wanted = static_cast<std::size_t>(
            std::min<std::uint64_t>(games.lines.size(), options.most - collected.count));
        collected.count += wanted;
        collected.next_game = games.last;
        take(std::span(games.lines).first(wanted));
        is_over = collected.count == options.most;
      });
  collected.is_complete = collected.count == options.most || collected.next_game == end;
}

}  // namespace sapper::experiments::minesweeper
