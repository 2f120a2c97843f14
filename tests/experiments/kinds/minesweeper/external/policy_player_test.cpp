// Games that a policy plays in step, against the same games played one by one by a strategy that chooses alike.
#include "experiments/kinds/minesweeper/external/policy_player.hpp"

#include "experiments/kinds/load_experiment.hpp"
#include "experiments/kinds/minesweeper/experiment/minesweeper_experiment.hpp"
#include "experiments/kinds/minesweeper/external/player_factory.hpp"
#include "experiments/kinds/minesweeper/game/graph_player.hpp"
#include "experiments/kinds/minesweeper/game/player.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/support/errors.hpp"
#include "sim/support/interruptible.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using experiments::minesweeper::Case;
using experiments::minesweeper::Config;
using experiments::minesweeper::GameSummary;
using experiments::minesweeper::GraphPlayer;
using experiments::minesweeper::Player;
using experiments::minesweeper::PlayerFactory;
using experiments::minesweeper::PolicyBatch;
using solvers::Digs;
using solvers::Move;

// The hidden cell that comes first from a place on that the shown numbers determine.
sim::Cell choice_of(std::size_t cells, const std::function<int(std::size_t)>& number) {
  std::size_t sum = 0;
  for (std::size_t cell = 0; cell < cells; ++cell)
    if (number(cell) >= 0) sum += 7 + 3 * static_cast<std::size_t>(number(cell));
  for (std::size_t step = 0;; ++step)
    if (number((sum + step) % cells) < 0) return static_cast<sim::Cell>((sum + step) % cells);
}

template <class Boards>
class ChoosingStrategyOn final : public experiments::minesweeper::OutsidePlayerOf<typename Boards::Strategy> {
 public:
  void begin(const typename Boards::View& view, sim::Stream&) override { view_ = &view; }
  void plan(std::span<const typename Boards::Shown>, typename Boards::Digs& digs) override {
    Move move{choice_of(Boards::board_of(*view_).cell_count(), [&](std::size_t index) {
      const auto cell = static_cast<sim::Cell>(index);
      return view_->is_hidden(cell) ? -1 : view_->number(cell);
    })};
    move.is_judged = false;
    digs.moves.push_back(move);
    this->claims_.assign(1, {.is_made = true});
  }

 private:
  const typename Boards::View* view_ = nullptr;
};
using ChoosingStrategy = ChoosingStrategyOn<solvers::OnGrids>;

class ChoosingPolicy final : public experiments::minesweeper::Policy {
 public:
  explicit ChoosingPolicy(std::size_t batch_size) : batch_size_(batch_size) {}
  std::uint64_t choose(PolicyBatch& batch) override {
    EXPECT_GE(batch.size, 1U);
    EXPECT_LE(batch.size, batch_size_);
    largest_ = std::max(largest_, batch.size);
    most_sides_ = std::max(most_sides_, batch.sides.size());
    std::size_t cells = 1;
    for (const std::uint32_t side : batch.sides) cells *= side;
    for (std::size_t row = 0; row < batch.size; ++row) {
      const auto shown = batch.cells.subspan(row * cells, cells);
      for (std::size_t cell = 0; cell < cells; ++cell)
        EXPECT_EQ(batch.hidden[row * cells + cell] != 0, shown[cell] < 0);
      batch.digs[row] = choice_of(cells, [&](std::size_t cell) { return int{shown[cell]}; });
    }
    return 1;
  }
  std::size_t batch_size() const override { return batch_size_; }
  std::size_t largest() const { return largest_; }
  std::size_t most_sides() const { return most_sides_; }

 private:
  std::size_t batch_size_;
  std::size_t largest_ = 0, most_sides_ = 0;
};

Config config_of(const std::string& members, const std::string& strategy = R"("policy")") {
  const auto experiment = experiments::parse_experiment(
      R"({"schema": "sapper-config/1", "seed": 3, "games": 40, "strategies": [)" + strategy + "], " +
          members + "}",
      "c.json", ".");
  return *experiment->parts().minesweeper;
}

constexpr const char* kConfigs[] = {
    R"("boards": [{"rows": 5, "mines": [0, 3, 6]}, {"rows": 3, "cols": 7, "mines": 4}],
       "first_click": [{"rule": "safe"}, {"rule": "unprotected", "cell": "strategy"}, {"rule": "unprotected"}])",
    R"("boards": [{"rows": 5, "mines": 5}], "topology": ["torus", "hex"], "reveal": ["flood", "ring", "single"],
       "motion": ["fixed", "moving"])",
    R"("boards": [{"rows": 5, "mines": 4, "layout": "no_guess"}, {"rows": 6, "mines": 7, "layout": "no_guess_repaired"}],
       "first_click": [{"rule": "opening"}, {"rule": "safe", "cell": "strategy"}])",
};

bool same(const GameSummary& a, const GameSummary& b) {
  return a.is_won == b.is_won && a.turns == b.turns && a.moves == b.moves && a.guesses == b.guesses &&
         a.missed_safe == b.missed_safe && a.is_lost_by_guess == b.is_lost_by_guess &&
         a.is_forfeited == b.is_forfeited;
}

TEST(PolicyPlayer, PlaysInStepWhatAStrategyPlaysOneByOne) {
  for (const char* members : kConfigs)
    for (const std::size_t batch_size : {1, 3, 64}) {
      Config config = config_of(members);
      ChoosingPolicy policy(batch_size);
      config.policy = &policy;
      PlayerFactory factory(config, config.strategies.front());
      int won = 0;
      for (std::size_t number = 0; number < config.cases.size(); ++number) {
        SCOPED_TRACE(testing::Message() << members << ", case " << number << ", batches of " << batch_size);
        Player player(config, config.cases[number]);
        Player other(config, config.cases[number]);
        ChoosingStrategy strategy;
        const auto replaying = factory.make(number, player.game().rules());
        factory.expect({10, 30});
        for (const std::uint64_t game : {10, 11, 29, 5, 12}) {  // 5 was not expected, and 12 no longer is
          const GameSummary& summary = player.play(game, *replaying);
          EXPECT_TRUE(same(summary, other.play(game, strategy))) << "game " << game;
          won += summary.is_won;
        }
      }
      EXPECT_GT(won, 0);
      EXPECT_EQ(policy.largest(), std::min<std::size_t>(batch_size, 20));
      EXPECT_GT(factory.external_ns(), 0U);
    }
}

// Digs one cell throughout.
class StubbornPolicy final : public experiments::minesweeper::Policy {
 public:
  explicit StubbornPolicy(std::int64_t cell) : cell_(cell) {}
  std::uint64_t choose(PolicyBatch& batch) override {
    std::fill(batch.digs.begin(), batch.digs.end(), cell_);
    return 0;
  }
  std::size_t batch_size() const override { return 8; }

 private:
  std::int64_t cell_;
};

TEST(PolicyPlayer, WrongDigsStopTheRunOrLoseTheGame) {
  const std::string members =
      R"("boards": [{"rows": 4, "mines": 6}], "first_click": {"rule": "safe", "cell": [0, 0]})";
  for (const std::int64_t cell :
       {std::int64_t{0}, std::int64_t{-1}, std::int64_t{16}, std::int64_t{1} << 62}) {
    StubbornPolicy policy(cell);
    Config config = config_of(members);
    config.policy = &policy;
    Player player(config, config.cases.front());
    PlayerFactory factory(config, config.strategies.front());
    const auto strategy = factory.make(0, player.game().rules());
    factory.expect({0, 20});
    try {
      (void)player.play(3, *strategy);
      FAIL();
    } catch (const std::runtime_error& error) {
      EXPECT_THAT(error.what(), HasSubstr("turn 1: the policy chose " + std::to_string(cell)));
    }
    Config lenient = config_of(members, R"({"name": "policy", "on_failure": "lose"})");
    lenient.policy = &policy;
    Player loser(lenient, lenient.cases.front());
    PlayerFactory other(lenient, lenient.strategies.front());
    const auto resigning = other.make(0, loser.game().rules());
    EXPECT_TRUE(loser.play(3, *resigning).is_forfeited);
  }
}

// The board's sides are those of the batch; numbers may be larger than 8.
TEST(PolicyPlayer, PlaysInStepOnLatticesAndGraphs) {
  std::string sees;
  for (int cell = 0; cell < 20; ++cell)
    sees += (cell == 0 ? "[" : ",[") + std::to_string((cell + 1) % 20) + "," +
            std::to_string((cell + 3) % 20) + "]";
  Config config = config_of(
      R"("topology": "triangle", "boards": [{"rows": 5, "mines": 4}, {"rows": 2, "mines": 0},
         {"rows": 3, "layers": 4, "mines": 16, "topology": "cube26"}, {"graph": "ring.json", "mines": 3}],
       "files": {"ring.json": {"schema": "sapper-graph/1", "sees": [)" +
      sees +
      R"(]}}, "first_click": [{"rule": "safe"}, {"rule": "unprotected", "cell": "strategy"}], "reveal": ["flood", "ring"])");
  ChoosingPolicy policy(7);
  config.policy = &policy;
  PlayerFactory factory(config, config.strategies.front());
  int won = 0;
  for (std::size_t number = 0; number < config.cases.size(); ++number) {
    SCOPED_TRACE(number);
    const Case& played = config.cases[number];
    const auto make_player = [&] {
      return GraphPlayer(config.graph_rules_of(played), config.seed, key_of(config.board_of(number)),
                         played.first_cell);
    };
    GraphPlayer player = make_player(), other = make_player();
    ChoosingStrategyOn<solvers::OnGraphs> strategy;
    const auto replaying = factory.make(number, player.game().rules());
    factory.expect({10, 30});
    for (const std::uint64_t game : {10, 11, 29, 5, 12}) {
      const GameSummary& summary = player.play(game, *replaying);
      EXPECT_TRUE(same(summary, other.play(game, strategy))) << "game " << game;
      won += summary.is_won;
    }
  }
  EXPECT_GT(won, 0);
  EXPECT_EQ(policy.largest(), 7U);
  EXPECT_EQ(policy.most_sides(), 3U);
}

TEST(PolicyPlayer, NamesWrongCellsOfGraphs) {
  Config config = config_of(
      R"("boards": [{"rows": 2, "layers": 2, "mines": 3, "topology": "cube6"}], "first_click": {"rule": "safe", "cell": [1, 0, 1]})");
  const auto message = [&](std::int64_t cell) {
    StubbornPolicy policy(cell);
    config.policy = &policy;
    GraphPlayer player(config.graph_rules_of(config.cases[0]), 1, 2, config.cases[0].first_cell);
    PlayerFactory factory(config, config.strategies.front());
    const auto strategy = factory.make(0, player.game().rules());
    factory.expect({0, 4});
    return message_of<std::runtime_error>([&] { (void)player.play(3, *strategy); });
  };
  EXPECT_EQ(message(5),
            "turn 1: the policy chose 5 (layer,row,col 1,0,1), which is shown; expected a hidden cell");
  EXPECT_EQ(message(8), "turn 1: the policy chose 8; expected a hidden cell, the number of one of 8");
}

TEST(PolicyPlayer, IsRefusedWithoutAPolicyAndEndsWhenItIsTold) {
  Config config = config_of(kConfigs[0], R"({"name": "policy", "label": "net"})");
  try {
    const PlayerFactory factory(config, config.strategies.front());
    FAIL();
  } catch (const experiments::InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("\"net\" is a function of Python"));
  }
  ChoosingPolicy policy(4);
  config.policy = &policy;
  PlayerFactory factory(config, config.strategies.front());
  constexpr std::size_t kCase = 4;  // the policy chooses each dig
  ASSERT_EQ(config.cases[kCase].first_cell, sim::kNoCell);
  const auto strategy = factory.make(kCase, config.rules_of(config.cases[kCase]));
  std::atomic<bool> stop = false;
  const sim::Interruptible until(stop);
  factory.expect({0, 5});
  stop = true;
  EXPECT_THROW(factory.expect({5, 10}), sim::Interrupted);
}

}  // namespace
}  // namespace sapper::tests
