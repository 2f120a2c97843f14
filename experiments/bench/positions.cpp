#include "experiments/bench/positions.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "experiments/analysis/position_reader.hpp"
#include "experiments/support/data_folder.hpp"
#include "experiments/support/environment.hpp"
#include "solvers/minesweeper/counting/frontier_builder.hpp"

namespace sapper::experiments::bench {

namespace {

std::vector<sim::Position> read_positions(const std::string& file_name) {
  minesweeper::PositionReader reader(sim::read_input(data_folder() / "reference" / file_name));
  std::vector<sim::Position> positions;
  while (const auto text = reader.next())
    positions.push_back(sim::make_position(*text, sim::FlagMeaning::mark));
  return positions;
}

bool is_expert(const sim::Position& position) {
  return position.grid->rows() == 16 && position.grid->cols() == 30 && position.view.mine_count() == 99;
}

// Digs what the local rules find safe, until they find nothing more.
void dig_by_rules(sim::Game& game, solvers::LocalRules& knowledge) {
  for (;;) {
    knowledge.show(game.shown());
    game.forget_shown();
    if (!knowledge.propagate()) throw std::logic_error("a shown number contradicts the others");
    if (knowledge.safe().empty()) return;
    game.dig(knowledge.safe());
    knowledge.forget_safe();
  }
}

// A square board that is dug by the local rules and, when these are stuck, at random safe cells.
class PlayedBoard {
 public:
  PlayedBoard(int side, double density, const sim::GameId& id)
      : game_(rules_of(side, side, static_cast<std::uint32_t>(density * (side * side)))),
        random_(id, sim::StreamPurpose::playout),
        knowledge_(*grid()) {
    game_.start(id);
    knowledge_.reset(game_.view());
    game_.dig(grid()->at(side / 2, side / 2));
    dig_by_rules(game_, knowledge_);
  }

  const solvers::LocalRules& knowledge() const { return knowledge_; }
  sim::Position position() const { return {grid(), game_.view(), {}}; }
  // Whether more than a tenth of the board is still hidden.
  bool is_early() const {
    return game_.view().hidden_count() - game_.rules().mine_count > grid()->cell_count() / 10;
  }

  void dig_at_random() {
    sim::Cell cell = random_.below(grid()->cell_count());
    while (game_.layout().is_mine(cell) || game_.view().is_shown(cell))
      cell = random_.below(grid()->cell_count());
    game_.dig(cell);
    dig_by_rules(game_, knowledge_);
  }

 private:
  const std::shared_ptr<const sim::Grid>& grid() const { return game_.rules().grid; }

  sim::Game game_;
  sim::Stream random_;
  solvers::LocalRules knowledge_;
};

// nullopt if the frontier of that game stays smaller.
std::optional<sim::Position> play_until(std::uint32_t frontier_cells, std::uint64_t game_number) {
  constexpr double kDensity = 0.20;
  constexpr double kCellsPerFrontierCell = 50;  // typically one cell in 40 is on the frontier
  const int side = static_cast<int>(std::sqrt(kCellsPerFrontierCell * frontier_cells)) + 10;
  PlayedBoard board(side, kDensity, {2026, frontier_cells, game_number});
  solvers::FrontierBuilder builder(board.knowledge().grid());
  solvers::Frontier frontier;
  const std::uint32_t digs_a_look = frontier_cells / 100 + 1;
  while (board.is_early()) {  // later the frontier only shrinks
    builder.build(board.knowledge(), frontier);
    if (frontier.cells().size() >= frontier_cells) return board.position();
    for (std::uint32_t i = 0; i < digs_a_look && board.is_early(); ++i) board.dig_at_random();
  }
  return std::nullopt;
}

// The measured build, recorded in the benchmarks' output, since the library knows only its own build.
[[maybe_unused]] const bool kIsNoted = [] {
  const boost::json::object where = environment(start_now());
  for (const char* key : {"sapper", "commit", "compiler", "build", "cpu"})
    benchmark::AddCustomContext(
        key == std::string_view("sapper") ? "sapper_version" : std::string("sapper_") + key,
        std::string(where.at(key).as_string()));
  return true;
}();

}  // namespace

sim::GameRules rules_of(int rows, int cols, std::uint32_t mines) {
  sim::GameRules rules;
  rules.grid = std::make_shared<const sim::Grid>(rows, cols);
  rules.mine_count = mines;
  rules.first_click = sim::FirstClickRule::opening;
  return rules;
}

const std::vector<sim::Position>& expert_positions() {
  static const std::vector<sim::Position> positions = [] {
    std::vector<sim::Position> all = read_positions("positions.jsonl");
    std::erase_if(all, [](const sim::Position& position) { return !is_expert(position); });
    return all;
  }();
  return positions;
}

const std::vector<sim::Position>& hard_positions() {
  static const std::vector<sim::Position> positions = read_positions("hard_positions.jsonl");
  return positions;
}

const sim::Position& played_position(std::uint32_t frontier_cells) {
  static std::map<std::uint32_t, sim::Position> positions;
  const auto found = positions.find(frontier_cells);
  if (found != positions.end()) return found->second;
  for (std::uint64_t game_number = 0;; ++game_number)
    if (const auto position = play_until(frontier_cells, game_number))
      return positions.emplace(frontier_cells, *position).first->second;
}

const std::vector<sim::Position>& dense_positions() {
  static const std::vector<sim::Position> positions = [] {
    constexpr int kSide = 100;
    constexpr double kDensity = 0.26;
    constexpr int kDigsBetween = 50;
    std::vector<sim::Position> stages;
    PlayedBoard board(kSide, kDensity, {2026, 0, 0});
    while (board.is_early()) {
      for (int i = 0; i < kDigsBetween && board.is_early(); ++i) board.dig_at_random();
      stages.push_back(board.position());
    }
    return stages;
  }();
  return positions;
}

SolvedFrontier::SolvedFrontier(const sim::Position& position) : knowledge_(*position.grid) {
  knowledge_.reset(position.view);
  if (!knowledge_.propagate()) throw std::logic_error("the position is impossible");
  solvers::FrontierBuilder(*position.grid).build(knowledge_, frontier_);
}

std::vector<std::unique_ptr<SolvedFrontier>> frontiers_of(const std::vector<sim::Position>& positions) {
  std::vector<std::unique_ptr<SolvedFrontier>> frontiers;
  frontiers.reserve(positions.size());
  for (const sim::Position& position : positions)
    frontiers.push_back(std::make_unique<SolvedFrontier>(position));
  return frontiers;
}

}  // namespace sapper::experiments::bench
