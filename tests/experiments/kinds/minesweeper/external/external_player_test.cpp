// A program that plays on a grid given as a graph digs as on the grid, cell by cell, with the same claims.
#include "experiments/kinds/minesweeper/external/external_player.hpp"

#include <cstdlib>

#include "experiments/kinds/load_experiment.hpp"
#include "experiments/kinds/minesweeper/external/player_factory.hpp"
#include "experiments/kinds/minesweeper/game/graph_player.hpp"
#include "experiments/kinds/minesweeper/game/player.hpp"
#include "experiments/run/experiment.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::minesweeper {
namespace {

struct Dug {
  sim::Cell cell = sim::kNoCell;
  solvers::MoveKind kind = solvers::MoveKind::guess;
  bool is_claimed = false;
  bool operator==(const Dug&) const = default;
};

struct GridRecorder : NoObserver {
  std::vector<Dug> digs;
  void will_dig(const sim::Game&, const solvers::Move& move, const solvers::Claim& claim) {
    digs.push_back({move.cell, move.kind, claim.is_certain});
  }
};
struct GraphRecorder final : GraphPlayer::Observer {
  std::vector<Dug> digs;
  void will_dig(const sim::GraphGame&, const solvers::Move& move, const solvers::Claim& claim) override {
    digs.push_back({move.cell, move.kind, claim.is_certain});
  }
  void dug(const sim::GraphGame&) override {}
};

std::string graph_text(const sim::Grid& grid) {
  std::string sees;
  for (sim::Cell cell = 0; cell < grid.cell_count(); ++cell) {
    sees += cell == 0 ? "[" : ",[";
    for (const sim::Cell other : grid.neighbors(cell))
      sees += (sees.back() == '[' ? "" : ",") + std::to_string(other);
    sees += "]";
  }
  return R"({"schema": "sapper-graph/1", "sees": [)" + sees + "]}";
}

TEST(ExternalPlayer, DigsOnAGridGivenAsAGraphAsOnTheGrid) {
  if (std::system("python3 -c '' 2>/dev/null") != 0) GTEST_SKIP() << "needs python3";
  const sim::Grid grid(9, 20);  // of several blocks
  for (const char* const player : {"single_point.py", "random_player.py"})
    for (const char* const first : {"", R"(, "cell": "strategy")"}) {
      SCOPED_TRACE(testing::Message() << player << ' ' << first);
      const auto experiment = parse_experiment(
          R"({"schema": "sapper-config/1", "seed": 3, "first_click": {"rule": "safe")" + std::string(first) +
              R"(}, "files": {"g.json": )" + graph_text(grid) +
              R"(}, "strategies": [{"name": "external", "command": ["python3", ")" SAPPER_DATA_DIR
              "/players/" +
              player +
              R"("]}], "boards": [{"rows": 9, "cols": 20, "mines": 28}, {"graph": "g.json", "mines": 28}]})",
          "c.json", ".", {.allow_commands = true});
      const Config& config = *experiment->parts().minesweeper;
      PlayerFactory factory(config, config.strategies.front());
      Player on_grid(config, config.cases[0]);
      GraphPlayer on_graph(config.graph_rules_of(config.cases[1]), config.seed, key_of(config.boards[0]),
                           config.cases[0].first_cell);
      std::vector<std::vector<Dug>> expected;
      {
        const AnyPlayerPointer outside = factory.make(0, on_grid.game().rules());
        for (std::uint64_t game = 0; game < 8; ++game) {
          GridRecorder recorder;
          on_grid.play(game, *outside, recorder);
          expected.push_back(std::move(recorder.digs));
        }
      }
      const AnyGraphPlayerPointer outside = factory.make(1, on_graph.game().rules());
      for (std::uint64_t game = 0; game < 8; ++game) {
        GraphRecorder recorder;
        on_graph.play(game, *outside, &recorder);
        EXPECT_EQ(recorder.digs, expected[game]) << "game " << game;
        EXPECT_GT(recorder.digs.size(), 0U);
      }
    }
}

}  // namespace
}  // namespace sapper::experiments::minesweeper
