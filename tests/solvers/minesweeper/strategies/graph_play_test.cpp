// What strategies do on lattices and any graphs, turn by turn, against brute force over all layouts: certain cells and
// risks, as on grids (strategy_conformance_test.cpp), and the criteria by which they guess, from their definitions.
#include <set>

#include "sim/minesweeper/graph_game.hpp"
#include "solvers/minesweeper/choice/playout_player.hpp"
#include "solvers/minesweeper/posterior/what_if.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/graph_oracle.hpp"
#include "tests/support/possible_layouts.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::GraphPosition;
using solvers::Move;
using solvers::MoveKind;
using solvers::StrategyChoice;

constexpr double kTolerance = 1e-9;

std::vector<Cell> hidden_cells(const GraphPosition& view) {
  std::vector<Cell> cells;
  for (Cell cell = 0; cell < view.graph->cell_count(); ++cell)
    if (view.is_hidden(cell)) cells.push_back(cell);
  return cells;
}

StrategyChoice choice_of(std::string_view name,
                         std::initializer_list<std::pair<std::string_view, double>> settings = {}) {
  StrategyChoice choice(*solvers::find_strategy(name));
  for (const auto& [setting, value] : settings) choice.settings.set(setting, value);
  return choice;
}

std::vector<Move> moves_of(const solvers::GraphDigs& digs) {
  std::vector<Move> moves;
  for (const Cell cell : digs.safe) moves.push_back({cell, digs.safe_kind, 0});
  moves.insert(moves.end(), digs.moves.begin(), digs.moves.end());
  return moves;
}

// Plays a game and calls watch(view, digs) before the digs of each turn after the first. Returns all cells planned.
template <class Watch>
std::vector<Cell> play(const NamedGraph& named, solvers::GraphStrategy& player, std::uint64_t number,
                       const Watch& watch) {
  sim::GraphGame game(named.rules());
  const sim::GameId id{2026, 19, number};
  sim::Stream random(id, sim::StreamPurpose::strategy);
  game.start(id);
  player.begin(game.view(), random);
  std::vector<Cell> cells;
  solvers::GraphDigs digs;
  for (bool is_first = true; !game.is_over(); is_first = false) {
    digs.clear();
    player.plan(game.shown(), digs);
    game.forget_shown();
    const std::vector<Move> moves = moves_of(digs);
    EXPECT_FALSE(moves.empty());
    if (!is_first) watch(game.view(), moves);
    if (moves.empty() || testing::Test::HasFailure()) break;
    for (const Move& move : moves) {
      cells.push_back(move.cell);
      game.dig(move.cell);
    }
  }
  return cells;
}

void expect_lawful_turn(const GraphPosition& view, solvers::GraphStrategy& player,
                        const std::vector<Move>& digs) {
  const PossibleLayouts layouts(view);
  std::set<Cell> dug;
  for (const Move& dig : digs) {
    EXPECT_TRUE(view.is_hidden(dig.cell)) << "cell " << dig.cell << " is shown";
    EXPECT_TRUE(dug.insert(dig.cell).second) << "cell " << dig.cell << " twice in a turn";
    if (dig.kind == MoveKind::rules || dig.kind == MoveKind::csp) {
      EXPECT_EQ(layouts.p_mine(dig.cell), 0) << "cell " << dig.cell << " may be a mine";
    }
    if (dig.kind != MoveKind::guess) {
      EXPECT_EQ(dig.p_mine, 0);
      continue;
    }
    EXPECT_EQ(digs.size(), 1U) << "a guess is the only dig of its turn";
    if (dig.is_judged) {
      EXPECT_NEAR(dig.p_mine, layouts.p_mine(dig.cell), kTolerance);
    }
  }
  for (const Cell flag : player.fallible_flags()) EXPECT_TRUE(view.is_hidden(flag));
  const solvers::Explanation explanation = player.explain();
  for (const auto& candidate : explanation.candidates)
    EXPECT_NEAR(candidate.p_mine, layouts.p_mine(candidate.cell), kTolerance);
  if (!explanation.candidates.empty()) {
    EXPECT_TRUE(std::ranges::any_of(
        explanation.candidates, [&](const auto& candidate) { return candidate.cell == digs.front().cell; }));
  }
}

TEST(GraphPlay, IsLawfulAndDoesNotDependOnGamesBefore) {
  const auto games = static_cast<std::uint64_t>(case_count(20));
  for (const solvers::StrategyEntry& entry : solvers::strategies()) {
    if (entry.make_on_graph == nullptr) continue;
    const StrategyChoice choice(entry);
    for (const NamedGraph& named : small_graphs()) {
      SCOPED_TRACE(testing::Message() << entry.name << " on " << named.name);
      const auto player = choice.make(named.rules());
      for (std::uint64_t number = 0; number < games; ++number) {
        SCOPED_TRACE(number);
        const auto newcomer = choice.make(named.rules());
        const std::vector<Cell> cells =
            play(named, *player, number, [&](const GraphPosition& view, const std::vector<Move>& digs) {
              expect_lawful_turn(view, *player, digs);
              // A strategy may begin in the middle of a game.
              sim::Stream random({1, 2, number}, sim::StreamPurpose::opponent);
              solvers::GraphDigs fresh;
              newcomer->begin(view, random);
              newcomer->plan({}, fresh);
              expect_lawful_turn(view, *newcomer, moves_of(fresh));
            });
        EXPECT_EQ(play(named, *choice.make(named.rules()), number, [](const auto&, const auto&) {}), cells);
        ASSERT_FALSE(testing::Test::HasFailure());
      }
    }
  }
}

// Plays games by a strategy and calls watch(view, layouts, cell) at each guess. Returns the number of guesses.
template <class Watch>
int watch_guesses(const StrategyChoice& choice, const Watch& watch) {
  const auto games = static_cast<std::uint64_t>(case_count(120));
  int guesses = 0;
  for (const NamedGraph& named : small_graphs()) {
    const auto player = choice.make(named.rules());
    for (std::uint64_t number = 0; number < games; ++number) {
      SCOPED_TRACE(testing::Message() << named.name << ", game " << number);
      play(named, *player, number, [&](const GraphPosition& view, const std::vector<Move>& digs) {
        if (digs.front().kind != MoveKind::guess) return;
        ++guesses;
        watch(view, PossibleLayouts(view), digs.front().cell);
      });
      if (testing::Test::HasFailure()) return guesses;
    }
  }
  return guesses;
}

// What surrounds an unknown cell, by the words of informed_rule.hpp.
struct Surroundings {
  int unknown = 0, away = 0, frontier = 0;
  double p_clear = 1;
  bool has_known_mine = false;
};
bool is_on_frontier(const GraphPosition& view, Cell cell) {
  return std::ranges::any_of(view.graph->seen_by(cell), [&](Cell number) { return !view.is_hidden(number); });
}
Surroundings surroundings_of(const GraphPosition& view, const PossibleLayouts& layouts, Cell cell) {
  Surroundings around;
  for (const Cell seen : view.graph->sees(cell)) {
    if (!view.is_hidden(seen)) continue;
    around.has_known_mine |= layouts.p_mine(seen) == 1;
    if (!layouts.is_uncertain(seen)) continue;
    ++around.unknown;
    ++(is_on_frontier(view, seen) ? around.frontier : around.away);
    around.p_clear *= 1 - layouts.p_mine(seen);
  }
  return around;
}

TEST(GraphPlay, ProgressGuessesByTheRankOfItsRule) {
  int away = 0;
  const int guesses = watch_guesses(
      choice_of("progress", {{"endgame_layouts", 0}}),
      [&](const GraphPosition& view, const PossibleLayouts& layouts, Cell guessed) {
        double lowest = 1;
        for (const Cell cell : hidden_cells(view)) lowest = std::min(lowest, layouts.p_mine(cell));
        struct Ranked {
          double rank, tie_break;
          Cell cell;
        };
        std::vector<Ranked> candidates;
        for (const Cell cell : hidden_cells(view)) {
          const double p = layouts.p_mine(cell);
          if (p > lowest + 0.05 + 1e-12) continue;
          const Surroundings around = surroundings_of(view, layouts, cell);
          double rank = p;
          if (is_on_frontier(view, cell)) {
            if (around.unknown > 0) rank = p + 0.004 * around.unknown - 0.05;
          } else if (!around.has_known_mine && around.unknown > 0) {
            rank = p - 0.05 * around.p_clear - 0.003 * around.frontier;
          }
          candidates.push_back({rank, 0.1 * around.away + around.p_clear, cell});
        }
        const Ranked best = *std::ranges::min_element(candidates, [](const Ranked& a, const Ranked& b) {
          if (std::abs(a.rank - b.rank) > kTolerance) return a.rank < b.rank;
          if (std::abs(a.tie_break - b.tie_break) > kTolerance) return a.tie_break < b.tie_break;
          return a.cell < b.cell;
        });
        EXPECT_EQ(guessed, best.cell);
        away += is_on_frontier(view, guessed) ? 0 : 1;
      });
  EXPECT_GT(guesses, away);
  EXPECT_GT(away, case_count(10));
}

TEST(GraphPlay, EndsAreThoseOfBestPlay) {
  for (const StrategyChoice& choice :
       {choice_of("progress", {{"endgame_layouts", 100}}), choice_of("expert", {{"endgame_layouts", 100}}),
        choice_of("pseq", {{"endgame_layouts", 100}}), choice_of("optimal")}) {
    SCOPED_TRACE(choice.label);
    const int guesses =
        watch_guesses(choice, [&](const GraphPosition&, const PossibleLayouts& layouts, Cell guessed) {
          if (layouts.size() > 100) return;
          EXPECT_EQ(layouts.won_by(guessed), layouts.won());
        });
    EXPECT_GT(guesses, case_count(100));
  }
}

// Two-step survival, by the words of look_ahead.hpp.
double survival(const GraphPosition& view, const PossibleLayouts& layouts, Cell dug) {
  const std::vector<Cell> hidden = hidden_cells(view);
  const std::size_t shown = view.graph->cell_count() - hidden.size();
  const bool is_before_opening =
      shown <= view.graph->cell_count() / 16 && std::ranges::count(view.shown, 0) == 0;
  double sum = 0;
  for (const auto& [number, after] : layouts.by_number(dug)) {
    double lowest = 1;
    bool tells = false;
    for (const Cell cell : hidden) {
      if (cell == dug) continue;
      if (after.is_uncertain(cell)) lowest = std::min(lowest, after.p_mine(cell));
      if (after.p_mine(cell) > 0 || layouts.p_mine(cell) == 0) continue;
      for (const Cell seen : view.graph->sees(cell)) tells |= seen != dug && after.is_uncertain(seen);
    }
    const double value =
        tells || lowest == 1 ? 1 : (is_before_opening ? 0.92 : 1) * (1 - lowest);  // 1: nothing is uncertain
    sum += value * static_cast<double>(after.size());
  }
  return sum / static_cast<double>(layouts.size());
}

TEST(GraphPlay, ExpertSurvivesTwoStepsMostOften) {
  const int guesses = watch_guesses(
      choice_of("expert", {{"effort", 0}, {"endgame_layouts", 0}}),
      [&](const GraphPosition& view, const PossibleLayouts& layouts, Cell guessed) {
        double lowest = 1;
        for (const Cell cell : hidden_cells(view)) lowest = std::min(lowest, layouts.p_mine(cell));
        const double chosen = survival(view, layouts, guessed);
        for (const Cell cell : hidden_cells(view))
          if (is_on_frontier(view, cell) && layouts.p_mine(cell) <= lowest + 0.1 - 1e-12) {
            EXPECT_LE(survival(view, layouts, cell), chosen + kTolerance) << cell << " for " << guessed;
          }
      });
  EXPECT_GT(guesses, case_count(100));
}

TEST(GraphPlay, PseqGuessesByItsCriteria) {
  struct Yield {
    double p_safe = 0, cells = 0, entropy = 0;
  };
  const int guesses = watch_guesses(
      choice_of("pseq"), [](const GraphPosition& view, const PossibleLayouts& layouts, Cell guessed) {
        const std::vector<Cell> hidden = hidden_cells(view);
        double lowest = 1;
        for (const Cell cell : hidden) lowest = std::min(lowest, layouts.p_mine(cell));
        EXPECT_NEAR(layouts.p_mine(guessed), lowest, kTolerance);
        const auto yield_of = [&](Cell dug) {
          Yield yield;
          for (const auto& [number, after] : layouts.by_number(dug)) {
            const double p = static_cast<double>(after.size()) / static_cast<double>(layouts.size());
            const auto safe = std::ranges::count_if(
                hidden, [&, &left = after](Cell cell) { return cell != dug && left.p_mine(cell) == 0; });
            yield.p_safe += safe > 0 ? p : 0;
            yield.cells += p * static_cast<double>(safe);
            yield.entropy -= p / (1 - lowest) * std::log2(p / (1 - lowest));
          }
          return yield;
        };
        const Yield chosen = yield_of(guessed);
        for (const Cell cell : hidden) {
          if (layouts.p_mine(cell) > lowest + kTolerance) continue;
          const Yield other = yield_of(cell);
          constexpr double kTie = 1e-7;
          EXPECT_LE(other.p_safe, chosen.p_safe + kTie);
          if (other.p_safe < chosen.p_safe - kTie) continue;
          EXPECT_LE(other.cells, chosen.cells + kTie);
          if (other.cells < chosen.cells - kTie) continue;
          EXPECT_LE(other.entropy, chosen.entropy + kTie);
        }
      });
  EXPECT_GT(guesses, case_count(100));
}

// If every number leads to a solved end-game, play-outs over all layouts win what best play wins.
TEST(GraphPlay, PlayoutsWinWhatBestPlayWinsWhereTheEndIsNear) {
  int tested = 0;
  watch_guesses(choice_of("min_risk"), [&](const GraphPosition& view, const PossibleLayouts& layouts, Cell) {
    if (layouts.size() > 64) return;
    ++tested;
    solvers::GraphRules rules(view);
    for (const Cell cell : hidden_cells(view))
      if (layouts.p_mine(cell) == 1) rules.learn(cell, true);
    solvers::GraphPosterior posterior(*view.graph);
    ASSERT_TRUE(rules.propagate() && posterior.compute(rules));
    solvers::PlayoutPlayerOf<solvers::OnGraphs> player(*view.graph);
    player.start(posterior);
    sim::GraphLayout layout(*view.graph);
    for (const Cell first : hidden_cells(view)) {
      if (layouts.p_mine(first) == 1) continue;
      double won = 0;
      for (const std::uint32_t bits : layouts.all()) {
        if (PossibleLayouts::holds(bits, first)) continue;
        std::vector<Cell> mines;
        for (Cell cell = 0; cell < view.graph->cell_count(); ++cell)
          if (PossibleLayouts::holds(bits, cell)) mines.push_back(cell);
        layout.set_mines(mines);
        player.take_layout(layout);
        won += player.play(first);
      }
      EXPECT_NEAR(won, static_cast<double>(layouts.won_by(first)), kTolerance) << first;
    }
    player.release();
    for (const Cell cell : hidden_cells(view))
      EXPECT_NEAR(posterior.p_mine(cell), layouts.p_mine(cell), kTolerance);
  });
  EXPECT_GT(tested, case_count(100));
}

// Every number of every cell in positions of random graphs, against all layouts.
TEST(GraphWhatIf, AgreesWithAllLayouts) {
  const int cases = case_count(400);
  int shown = 0;
  int large = 0;  // numbers that no grid has
  for (std::uint64_t number = 0; number < static_cast<std::uint64_t>(cases); ++number) {
    sim::Stream random({72, 0, number}, sim::StreamPurpose::strategy);
    const bool is_dense = number % 3 == 0;
    const auto graph = std::make_shared<const sim::Graph>(
        random_graph(13, is_dense ? 0.9 : 0.25, 12, number % 2 == 0, random));
    GraphPosition position = random_position_on(graph, random);
    if (number % 6 == 0) {  // mines in most cells, one of the others is shown
      const std::uint32_t mines = 9 + random.below(3);
      std::ranges::fill(position.shown, GraphPosition::kHidden);
      position.shown[0] = static_cast<std::uint8_t>(
          std::ranges::count_if(graph->sees(0), [&](Cell seen) { return seen <= mines; }));
      position.prior.count = mines;
    }
    if (!position.prior.count) position.prior.count = 1 + random.below(6);
    const PossibleLayouts before(position);
    if (before.size() == 0) continue;
    SCOPED_TRACE(number);
    solvers::GraphRules rules(position);
    solvers::GraphPosterior posterior(*graph);
    ASSERT_TRUE(rules.propagate());
    ASSERT_TRUE(posterior.compute(rules));
    solvers::WhatIfOf<solvers::GraphPosterior> what_if(*graph);
    ASSERT_TRUE(what_if.start(posterior));
    for (Cell dug = 0; dug < graph->cell_count(); ++dug) {
      if (!rules.is_unknown(dug) || before.p_mine(dug) == 1) continue;
      what_if.dig(dug);
      ASSERT_EQ(what_if.number_count(), static_cast<int>(graph->sees(dug).size()) + 1);
      for (int shows = 0; shows < what_if.number_count(); ++shows) {
        const PossibleLayouts after = before.showing(dug, shows);
        ASSERT_NEAR(what_if.probability(shows),
                    static_cast<double>(after.size()) / static_cast<double>(before.size()), kTolerance);
        ASSERT_EQ(what_if.probability(shows) > 0, after.size() > 0);
        if (after.size() == 0) continue;
        what_if.show(shows);
        ++shown;
        large += shows > sim::kMaxNeighbors ? 1 : 0;
        double lowest = 1;
        std::uint32_t safe = 0;
        bool tells = false;
        for (Cell cell = 0; cell < graph->cell_count(); ++cell) {
          if (cell == dug || !rules.is_unknown(cell)) continue;
          ASSERT_NEAR(what_if.risk_of(cell).p_mine, after.p_mine(cell), kTolerance);
          ASSERT_EQ(what_if.risk_of(cell).can_be_mine, after.p_mine(cell) > 0);
          ASSERT_EQ(what_if.risk_of(cell).can_be_free, after.p_mine(cell) < 1);
          if (after.is_uncertain(cell)) lowest = std::min(lowest, after.p_mine(cell));
          if (after.p_mine(cell) > 0) continue;
          ++safe;
          for (const Cell seen : graph->sees(cell))
            tells |= seen != dug && rules.is_unknown(seen) && after.is_uncertain(seen);
        }
        ASSERT_NEAR(what_if.lowest_risk(), lowest == 1 ? 0 : lowest, kTolerance);
        ASSERT_EQ(what_if.safe_cell_count(), safe);
        ASSERT_EQ(what_if.has_informative_safe_cell(), tells);
      }
    }
  }
  EXPECT_GT(shown, 5 * cases);
  EXPECT_GT(large, cases);
}

}  // namespace
}  // namespace sapper::tests
