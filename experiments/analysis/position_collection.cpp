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

#include "experiments/analysis/analysis_members.hpp"
#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/kinds/minesweeper/external/player_factory.hpp"
#include "experiments/kinds/minesweeper/game/graph_player.hpp"
#include "experiments/kinds/minesweeper/game/player.hpp"
#include "experiments/run/game_range.hpp"
#include "experiments/run/in_order.hpp"
#include "experiments/support/json/writer.hpp"
#include "sim/support/interruptible.hpp"
#include "solvers/minesweeper/analysis/inference.hpp"
#include "solvers/minesweeper/choice/board_family.hpp"
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
void add_certain(bj::object& line, const CellsInJson& cells, std::span<const solvers::CertainCell> certain,
                 bool are_mines) {
  bj::array list, inferences;
  for (const solvers::CertainCell& cell : certain) {
    if (cell.is_mine != are_mines) continue;
    list.push_back(cells.cell(cell.cell));
    inferences.emplace_back(solvers::kInferenceNames[static_cast<std::size_t>(cell.inference)]);
  }
  line[are_mines ? "mine" : "safe"] = std::move(list);
  line[are_mines ? "mine_inference" : "safe_inference"] = std::move(inferences);
}

// Sets best, win_probability, value_cells and values of a position without a safe cell, as far as best play is known.
// Boards: OnGrids or OnGraphs, here and below.
template <class Boards>
void solve_end(const typename Boards::View& view, const typename Boards::GameRules& rules,
               const typename Boards::Posterior& posterior, const CellsInJson& cells, bj::object& line) {
  solvers::EndgameOf<typename Boards::Posterior> end(rules.board());
  if (Boards::do_mines_move(rules) || !end.solve(posterior, kMostEndLayouts)) return;
  const auto values = end.values();
  bj::array best, value_cells, chances;
  for (const auto& value : values) {
    if (value.won == end.won()) best.push_back(cells.cell(value.cell));
    value_cells.push_back(cells.cell(value.cell));
    chances.emplace_back(static_cast<double>(value.won) / end.layout_count());
  }
  line["best"] = std::move(best);
  line["win_probability"] = end.win_probability();
  std::size_t candidates = 0;
  for (Cell cell = 0; cell < rules.board().cell_count(); ++cell)
    candidates += view.is_hidden(cell) && !posterior.is_certain_mine(cell);
  if (values.size() != candidates) return;  // the search was cut short
  line["value_cells"] = std::move(value_cells);
  line["values"] = std::move(chances);
}

bool plays_all_games(const solvers::StrategyEntry& entry, const sim::GameRules&) { return !entry.refusal; }
bool plays_all_games(const solvers::StrategyEntry& entry, const sim::GraphGameRules&) {
  return entry.make_on_graph && !entry.refusal_on_graph;
}

// The dig of the strongest strategy that plays all games.
template <class Boards>
Cell expert_dig(const typename Boards::View& view, const typename Boards::GameRules& rules,
                const sim::GameId& game) {
  const auto strongest = std::ranges::find_if(
      solvers::advisers(), [&](const auto* entry) { return plays_all_games(*entry, rules); });
  const solvers::StrategyChoice choice(**strongest);
  const std::unique_ptr<typename Boards::Strategy> expert = choice.make(rules);
  sim::Stream random(game, sim::StreamPurpose::strategy);
  typename Boards::Digs digs;
  expert->begin(view, random);
  expert->plan({}, digs);
  return digs.front().cell;
}

// Adds what there is to see.
void add_position(bj::object& line, const Board&, const sim::View& view, const sim::GameRules& rules) {
  add_view_facts(line, view);
  line["first_click"] = sim::name_of(rules.first_click);
  line["cells"] = shown_json(view.grid(), [cells = sim::cells_of(view)](Cell cell) { return cells[cell]; });
}
void add_position(bj::object& line, const Board& board, const sim::GraphPosition& view,
                  const sim::GraphGameRules& rules) {
  for (auto& [key, value] : graph_position_json(board, view.shown)) line[key] = std::move(value);
  line["first_click"] = sim::name_of(rules.first_click);
}

CellsInJson cells_of_board(const Board&, const sim::View& view) { return cells_on(view.grid()); }
CellsInJson cells_of_board(const Board& board, const sim::GraphPosition&) {
  return cells_on(board.graph_board->lattice);
}

// A line of the file. The posterior is that of the view.
template <class Boards>
std::string labelled_position(const Board& board, const typename Boards::View& view,
                              const typename Boards::Posterior& posterior,
                              const typename Boards::GameRules& rules, const std::string& experiment,
                              const PositionSource& source) {
  const CellsInJson cells = cells_of_board(board, view);
  const std::vector<solvers::CertainCell> certain = solvers::find_certain_cells(view);
  const std::string id = fmt::format("{}:{}:{}:{}:{}", experiment, source.case_number, source.game.game,
                                     source.strategy, source.digs);
  bj::object line{{"schema", kPositionsSchema}, {"id", id}};
  add_position(line, board, view, rules);
  line["p_mine"] = cells.risks(posterior.cell_risks().p_mine);
  add_certain(line, cells, certain, false);
  add_certain(line, cells, certain, true);
  for (const char* const key : {"best", "win_probability", "value_cells", "values"}) line[key] = nullptr;
  bj::array safe;
  for (const solvers::CertainCell& cell : certain)
    if (!cell.is_mine) safe.push_back(cells.cell(cell.cell));
  if (safe.empty())
    solve_end<Boards>(view, rules, posterior, cells, line);
  else
    line["best"] = std::move(safe);
  line["expert"] = cells.cell(expert_dig<Boards>(view, rules, source.game));
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
class GraphViewKeeper final : public GraphPlayer::Observer {
 public:
  explicit GraphViewKeeper(std::vector<sim::GraphPosition>& kept) : views_(kept) {}
  void will_dig(const sim::GraphGame&, const solvers::Move&, const solvers::Claim&) override {}
  void dug(const sim::GraphGame& game) override {
    sim::end_if_interrupted();
    if (!game.is_over()) views_.push_back(game.view());
  }

 private:
  std::vector<sim::GraphPosition>& views_;
};

// The positions of some games, line by line; one thread.
class Collector {
 public:
  Collector(const Config& config, const CollectionOptions& options, GameRange games)
      : config_(config), options_(options), games_(games) {}

  // Appends a text for each position, in order.
  void collect(std::vector<std::string>& lines) {
    // [game][case]: played case by case, listed game by game.
    std::vector<std::vector<std::vector<std::string>>> found(games_.size());
    for (auto& cases : found) cases.resize(config_.cases.size());
    for (std::size_t number = 0; number < config_.cases.size(); ++number) {
      const auto of_game = [&](std::uint64_t game) -> std::vector<std::string>& {
        return found[game - games_.first][number];
      };
      if (config_.board_of(number).graph_board)
        collect_on_graph(number, of_game);
      else
        collect_on_grid(number, of_game);
    }
    for (auto& cases : found)
      for (auto& of_case : cases)
        for (std::string& line : of_case) lines.push_back(std::move(line));
  }

 private:
  // of_game(game): the lines of a game of this case.
  template <class OfGame>
  void collect_on_grid(std::size_t number, const OfGame& of_game) {
    Player player(config_, config_.cases[number]);
    std::vector<sim::View> views;
    for (const solvers::StrategyChoice& choice : config_.strategies) {
      PlayerFactory factory(config_, choice);
      const AnyPlayerPointer strategy = factory.make(number, player.game().rules());
      collect_games<solvers::OnGrids>(
          number, choice.label, player.game().rules(), views, of_game,
          [&](std::uint64_t game) { player.play(game, *strategy, ViewKeeper(views)); });
    }
  }

  template <class OfGame>
  void collect_on_graph(std::size_t number, const OfGame& of_game) {
    GraphPlayer player(config_, config_.cases[number]);
    std::vector<sim::GraphPosition> views;
    GraphViewKeeper keeper(views);
    for (const solvers::StrategyChoice& choice : config_.strategies) {
      PlayerFactory factory(config_, choice);
      const AnyGraphPlayerPointer strategy = factory.make(number, player.game().rules());
      collect_games<solvers::OnGraphs>(number, choice.label, player.game().rules(), views, of_game,
                                       [&](std::uint64_t game) { player.play(game, *strategy, &keeper); });
    }
  }

  // play(game) appends its views.
  template <class Boards, class OfGame, class Play>
  void collect_games(std::size_t number, const std::string& label, const typename Boards::GameRules& rules,
                     std::vector<typename Boards::View>& views, const OfGame& of_game, const Play& play) {
    for (std::uint64_t game = games_.first; game < games_.last; ++game) {
      sim::end_if_interrupted();
      views.clear();
      play(game);
      take_wanted<Boards>(number, game, label, rules, views, of_game(game));
    }
  }

  template <class Boards>
  void take_wanted(std::size_t case_number, std::uint64_t game, const std::string& label,
                   const typename Boards::GameRules& rules, const std::vector<typename Boards::View>& views,
                   std::vector<std::string>& lines) {
    const Board& board = config_.board_of(case_number);
    const sim::GameId id{config_.seed, key_of(board), game};
    std::vector<std::size_t> order(views.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    // The first of the kind in a random order is uniform over those of the kind. No other draw of a game with one
    // player uses this stream.
    if (options_.takes_one_per_game) sim::Stream(id, sim::StreamPurpose::opponent).shuffle(std::span(order));
    for (const std::size_t index : order) {
      const auto& view = views[index];
      try {
        typename Boards::Posterior posterior(rules.board());
        if (!posterior.compute(view)) throw std::invalid_argument("no layout is consistent with the view");
        if (!is_wanted(posterior.has_certain_safe())) continue;
        lines.push_back(labelled_position<Boards>(board, view, posterior, rules, config_.name,
                                                  {case_number, label, index + 1, id}));
      } catch (const solvers::ComponentTooWide&) {
        continue;  // without a posterior there are no labels
      }
      if (options_.takes_one_per_game) return;
    }
  }

  bool is_wanted(bool has_certain_safe) const {
    return options_.where == PositionKind::all ||
           has_certain_safe == (options_.where == PositionKind::forced);
  }

  const Config& config_;
  const CollectionOptions& options_;
  GameRange games_;
};

}  // namespace

void collect_positions(const Config& config, const CollectionOptions& options, const std::atomic<bool>& stop,
                       CollectedPositions& collected,
                       const std::function<void(std::span<const std::string> lines)>& take) {
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
        Collector(config, options, {games.first, games.last}).collect(games.lines);
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
