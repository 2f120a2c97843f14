// Games on graphs: those of grids given as graphs against Player's, game by game; those of lattices and of any graphs
// against a slow player, which knows layouts and nothing else.
#include "experiments/kinds/minesweeper/game/graph_player.hpp"

#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/kinds/minesweeper/boards/lattice_file.hpp"
#include "experiments/kinds/minesweeper/experiment/minesweeper_experiment.hpp"
#include "experiments/kinds/minesweeper/game/player.hpp"
#include "solvers/minesweeper/strategies/no_guess.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/graph_oracle.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using solvers::MoveKind;

// All that play on graphs of any size.
std::vector<std::string> graph_strategies() {
  std::vector<std::string> names;
  for (const solvers::StrategyEntry& entry : solvers::strategies())
    if (entry.make_on_graph != nullptr && entry.name != "optimal") names.emplace_back(entry.name);
  return names;
}
const std::vector<std::string> kStrategies = graph_strategies();
// Those that a player without any method of theirs can follow.
const std::vector<std::string> kPlain{"random", "rules", "csp", "sat", "min_risk"};

solvers::StrategyChoice choice_of(std::string_view strategy) {
  solvers::StrategyChoice choice(*solvers::find_strategy(strategy));
  // Play-outs are kept by hashes of the position, which on graphs are others.
  if (strategy == "expert") choice.settings.set("effort", 0);
  return choice;
}

Config config_of(const Board& board, FirstClick first_click, sim::Reveal reveal,
                 sim::MineMotion motion = sim::MineMotion::fixed) {
  Config config;
  config.boards = {board};
  config.first_clicks = {first_click};
  config.reveals = {reveal};
  config.motions = {motion};
  for (const std::string& strategy : kStrategies) config.strategies.push_back(choice_of(strategy));
  config.cases = expand_cases(config);
  return config;
}

// What has to agree beside the guesses, which do but for rounding. On boards of several tiles, grids compare numbers tile by
// tile, and find what is certain in other steps. How many of a turn's safe cells its own openings leave to dig depends on
// their order; what is shown after the turn does not.
enum class Agreement : std::uint8_t { guesses, turns, digs };

void expect_same(const GameSummary& game, const GameSummary& on_grid, Agreement agreement) {
  EXPECT_EQ(game.number, on_grid.number);
  EXPECT_EQ(game.is_won, on_grid.is_won);
  EXPECT_EQ(game.is_lost_by_guess, on_grid.is_lost_by_guess);
  EXPECT_EQ(game.missed_safe, on_grid.missed_safe);
  for (const MoveKind kind : {MoveKind::first, MoveKind::guess})
    EXPECT_EQ(game.moves[static_cast<std::size_t>(kind)], on_grid.moves[static_cast<std::size_t>(kind)]);
  if (agreement >= Agreement::turns) {
    EXPECT_EQ(game.turns, on_grid.turns);
  }
  if (agreement >= Agreement::digs) {
    EXPECT_EQ(game.moves, on_grid.moves);
    EXPECT_EQ(game.claims, on_grid.claims);
    EXPECT_EQ(game.wrong_claims, on_grid.wrong_claims);
    EXPECT_EQ(game.flags, on_grid.flags);
    EXPECT_EQ(game.wrong_flags, on_grid.wrong_flags);
  }
  ASSERT_EQ(game.guesses.size(), on_grid.guesses.size());
  for (std::size_t i = 0; i < game.guesses.size(); ++i) {
    EXPECT_NEAR(game.guesses[i].p_mine, on_grid.guesses[i].p_mine, 1e-12);
    ASSERT_EQ(game.guesses[i].lowest.has_value(), on_grid.guesses[i].lowest.has_value());
    EXPECT_NEAR(game.guesses[i].lowest.value_or(0), on_grid.guesses[i].lowest.value_or(0), 1e-12);
  }
}

// The games of a grid's case, and of the graph made from it.
void expect_games_of_the_grid(const Board& board, FirstClick first_click, sim::Reveal reveal,
                              std::uint64_t games, Agreement agreement,
                              sim::MineMotion motion = sim::MineMotion::fixed) {
  const Config config = config_of(board, first_click, reveal, motion);
  const Case& played = config.cases.front();
  Player on_grid(config, played);
  const sim::GameRules& rules = on_grid.game().rules();
  GraphPlayer player(
      {std::make_shared<const sim::Graph>(*rules.grid), rules.mine_count, rules.first_click, reveal, motion},
      config.seed, key_of(board), played.first_cell);
  for (const std::string& name : kStrategies) {
    SCOPED_TRACE(name);
    const auto grid_strategy = choice_of(name).make(rules);
    const auto strategy = choice_of(name).make(player.game().rules());
    for (std::uint64_t game = 0; game < games; ++game) {
      SCOPED_TRACE(game);
      expect_same(player.play(game, *strategy), on_grid.play(game, *grid_strategy), agreement);
      ASSERT_FALSE(testing::Test::HasFailure());
    }
  }
}

TEST(GraphPlayer, PlaysTheGamesOfGrids) {
  const auto games = static_cast<std::uint64_t>(tests::case_count(40));
  for (const sim::TopologyRow& topology : sim::kTopologies)
    for (const sim::FirstClickRuleRow& rule : sim::kFirstClickRules) {
      if (!sim::is_for_graphs(rule.rule)) continue;
      for (const sim::RevealRow& reveal : sim::kReveals)
        for (const FirstClick::Cell first : {FirstClick::Cell::center, FirstClick::Cell::strategy}) {
          SCOPED_TRACE(testing::Message() << topology.name << ", " << rule.name << ", " << reveal.name);
          expect_games_of_the_grid({.rows = 8, .cols = 9, .mines = 12, .topology = topology.topology},
                                   {.rule = rule.rule, .cell = first}, reveal.reveal, games,
                                   reveal.opens ? Agreement::turns : Agreement::digs);
        }
    }
}

TEST(GraphPlayer, PlaysTheGamesOfLargerGrids) {
  const auto games = static_cast<std::uint64_t>(tests::case_count(60));
  for (const sim::TopologyRow& topology : sim::kTopologies)
    expect_games_of_the_grid({.rows = 20, .cols = 40, .mines = 150, .topology = topology.topology}, {},
                             sim::Reveal::flood, games, Agreement::guesses);
  expect_games_of_the_grid({.rows = 3, .cols = 3, .mines = 0}, {.cell = FirstClick::Cell::strategy},
                           sim::Reveal::single, 2, Agreement::digs);
}

// On the torus a turn's safe cells, of which the first one is dug, are in another order.
TEST(GraphPlayer, PlaysTheGamesOfGridsWhoseMinesMove) {
  const auto games = static_cast<std::uint64_t>(tests::case_count(25));
  for (const sim::Topology topology : {sim::Topology::square, sim::Topology::hex})
    for (const auto rule : {sim::FirstClickRule::opening, sim::FirstClickRule::relocate})
      for (const sim::RevealRow& reveal : sim::kReveals)
        expect_games_of_the_grid({.rows = 8, .cols = 9, .mines = 12, .topology = topology},
                                 {.rule = rule, .cell = FirstClick::Cell::strategy}, reveal.reveal, games,
                                 Agreement::digs, sim::MineMotion::moving);
}

// Plays by the list of all layouts with the right number of mines, of which it keeps those that agree with what is shown;
// cells of a graph with at most 32. Which cell it guesses is drawn as the strategies draw.
class SlowPlayer {
 public:
  SlowPlayer(const sim::Graph& graph, sim::Reveal reveal, std::string_view strategy)
      : graph_(graph), reveal_(reveal), strategy_(strategy) {}

  struct Result {
    bool is_won = false;
    std::vector<GuessRisk> guesses;
    std::uint32_t missed_safe = 0;
  };

  Result play(const std::set<sim::Cell>& mines, sim::Cell first, sim::Stream random, double first_risk) {
    mines_ = mines;
    shown_.clear();
    layouts_.clear();
    list_layouts(0, 0, mines.size());
    Result result;
    if (first_risk > 0) result.guesses.push_back({first_risk, first_risk});
    for (sim::Cell cell = first; dig(cell); cell = guess(random, result)) {
      if (strategy_ != "random")
        while (dig_certain()) {
        }
      if (shown_.size() + mines_.size() == graph_.cell_count()) {
        result.is_won = true;
        break;
      }
    }
    return result;
  }

 private:
  static bool holds(std::uint32_t layout, sim::Cell cell) { return (layout >> cell & 1) != 0; }
  std::uint32_t number_in(std::uint32_t layout, sim::Cell cell) const {
    std::uint32_t number = 0;
    for (const sim::Cell seen : graph_.sees(cell)) number += holds(layout, seen) ? 1 : 0;
    return number;
  }
  void list_layouts(std::uint32_t layout, sim::Cell cell, std::size_t left) {
    if (left == 0) {
      layouts_.push_back(layout);
    } else if (cell < graph_.cell_count()) {
      list_layouts(layout | std::uint32_t{1} << cell, cell + 1, left - 1);
      list_layouts(layout, cell + 1, left);
    }
  }
  std::uint32_t real_layout() const {
    std::uint32_t layout = 0;
    for (const sim::Cell mine : mines_) layout |= std::uint32_t{1} << mine;
    return layout;
  }

  // False if it holds a mine.
  bool dig(sim::Cell cell) {
    if (mines_.contains(cell)) return false;
    std::vector<sim::Cell> to_show{cell};
    while (!to_show.empty()) {
      const sim::Cell showing = to_show.back();
      to_show.pop_back();
      if (!shown_.insert(showing).second) continue;
      const bool opens = reveal_ == sim::Reveal::flood || (reveal_ == sim::Reveal::ring && showing == cell);
      if (opens && number_in(real_layout(), showing) == 0)
        for (const sim::Cell opened : graph_.opens(showing)) to_show.push_back(opened);
    }
    std::erase_if(layouts_, [&](std::uint32_t layout) {
      return std::ranges::any_of(shown_, [&](sim::Cell each) {
        return holds(layout, each) || number_in(layout, each) != number_in(real_layout(), each);
      });
    });
    return true;
  }

  double risk_of(sim::Cell cell) const {
    const auto mines = std::ranges::count_if(layouts_, [&](auto layout) { return holds(layout, cell); });
    return static_cast<double>(mines) / static_cast<double>(layouts_.size());
  }
  std::vector<sim::Cell> hidden_cells() const {
    std::vector<sim::Cell> cells;
    for (sim::Cell cell = 0; cell < graph_.cell_count(); ++cell)
      if (!shown_.contains(cell)) cells.push_back(cell);
    return cells;
  }

  // What the strategy knows of hidden cells: all that is certain, or what follows from single numbers.
  void find_known(std::set<sim::Cell>& safe, std::set<sim::Cell>& mine) const {
    if (strategy_ != "rules") {
      for (const sim::Cell cell : hidden_cells()) {
        if (risk_of(cell) == 0) safe.insert(cell);
        if (risk_of(cell) == 1) mine.insert(cell);
      }
      return;
    }
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (const sim::Cell number : shown_) {
        std::size_t left = number_in(real_layout(), number);
        std::vector<sim::Cell> unknown;
        for (const sim::Cell seen : graph_.sees(number)) {
          if (mine.contains(seen))
            --left;
          else if (!shown_.contains(seen) && !safe.contains(seen))
            unknown.push_back(seen);
        }
        if (left == 0) {
          for (const sim::Cell cell : unknown) has_changed |= safe.insert(cell).second;
        } else if (left == unknown.size()) {
          for (const sim::Cell cell : unknown) has_changed |= mine.insert(cell).second;
        }
      }
    }
  }
  bool dig_certain() {
    std::set<sim::Cell> safe, mine;
    find_known(safe, mine);
    for (const sim::Cell cell : safe) {
      EXPECT_TRUE(dig(cell));
    }
    return !safe.empty();
  }

  sim::Cell guess(sim::Stream& random, Result& result) {
    const std::vector<sim::Cell> hidden = hidden_cells();
    double lowest = 1;
    for (const sim::Cell cell : hidden) lowest = std::min(lowest, risk_of(cell));
    const sim::Cell cell =
        strategy_ == "min_risk" ? draw_of_lowest(hidden, lowest, random) : draw(hidden, random);
    result.missed_safe += lowest == 0 ? 1 : 0;
    result.guesses.push_back({risk_of(cell), lowest});
    return cell;
  }
  sim::Cell draw(const std::vector<sim::Cell>& hidden, sim::Stream& random) const {
    std::set<sim::Cell> safe, mine;
    if (strategy_ != "random") find_known(safe, mine);
    for (;;) {
      const sim::Cell cell = random.below(graph_.cell_count());
      if (std::ranges::count(hidden, cell) != 0 && !mine.contains(cell)) return cell;
    }
  }
  // Those next to numbers come first.
  sim::Cell draw_of_lowest(const std::vector<sim::Cell>& hidden, double lowest, sim::Stream& random) const {
    std::vector<sim::Cell> beside, away;
    for (const sim::Cell cell : hidden) {
      if (risk_of(cell) > lowest + 1e-9) continue;
      const auto seeing = graph_.seen_by(cell);
      const bool is_beside =
          std::ranges::any_of(seeing, [&](sim::Cell number) { return shown_.contains(number); });
      (is_beside ? beside : away).push_back(cell);
    }
    beside.insert(beside.end(), away.begin(), away.end());
    return beside[random.below(static_cast<std::uint32_t>(beside.size()))];
  }

  const sim::Graph& graph_;
  sim::Reveal reveal_;
  std::string_view strategy_;
  std::set<sim::Cell> mines_, shown_;
  std::vector<std::uint32_t> layouts_;
};

struct NamedGraph {
  std::string name;
  std::shared_ptr<const sim::Graph> graph;
};

// The largest board of at most 18 cells, no longer than 6 in any direction, that is as square as it can be.
sim::LatticeSize small_size(const sim::Lattice& lattice) {
  sim::LatticeSize best;
  const auto longest = [](const sim::LatticeSize& size) {
    return std::max({size.rows, size.cols, size.layers});
  };
  for (int layers = 1; layers <= (lattice.is_layered ? 3 : 1); ++layers)
    for (int rows = 1; rows <= 6; ++rows)
      for (int cols = 1; cols <= 6; ++cols) {
        const sim::LatticeSize size{rows, cols, layers};
        if (size.cell_count() > 18 || !describe_size_error(lattice, size).empty()) continue;
        if (size.cell_count() > best.cell_count() ||
            (size.cell_count() == best.cell_count() && longest(size) < longest(best)))
          best = size;
      }
  return best;
}

// Small boards of every lattice, with borders and without, a directed graph, and one with numbers up to 15.
std::vector<NamedGraph> small_graphs() {
  std::vector<NamedGraph> graphs;
  for (sim::Lattice lattice : shipped_lattices())
    for (const bool is_joined : {false, true}) {
      lattice.joins_rows = lattice.joins_cols = is_joined;
      lattice.joins_layers = is_joined && lattice.is_layered;
      graphs.push_back({lattice.name + (is_joined ? " joined" : ""),
                        std::make_shared<const sim::Graph>(sim::make_graph(lattice, small_size(lattice)))});
    }
  sim::Stream random({53, 0, 0}, sim::StreamPurpose::strategy);
  graphs.push_back(
      {"directed", std::make_shared<const sim::Graph>(tests::random_graph(17, 0.2, 12, true, random))});
  graphs.push_back(
      {"dense", std::make_shared<const sim::Graph>(tests::random_graph(16, 0.85, 15, false, random))});
  return graphs;
}

TEST(GraphPlayer, PlaysAsASlowPlayerOnAnyBoard) {
  const auto games = static_cast<std::uint64_t>(tests::case_count(8));
  std::size_t guesses = 0;
  for (const NamedGraph& named : small_graphs())
    for (const auto rule : {sim::FirstClickRule::unprotected, sim::FirstClickRule::safe})
      for (const sim::RevealRow& reveal : sim::kReveals) {
        const auto mines = 2 + static_cast<std::uint32_t>(named.name.size() % 2);
        const sim::Cell first = 5;
        GraphPlayer player({named.graph, mines, rule, reveal.reveal}, 6, 7, first);
        for (const std::string& name : kPlain) {
          SCOPED_TRACE(testing::Message() << named.name << ", " << reveal.name << ", " << name);
          SlowPlayer slow(*named.graph, reveal.reveal, name);
          const auto strategy = choice_of(name).make(player.game().rules());
          for (std::uint64_t number = 0; number < games; ++number) {
            SCOPED_TRACE(number);
            const GameSummary& game = player.play(number, *strategy);
            const auto layout = player.game().layout().mines();
            const SlowPlayer::Result expected =
                slow.play({layout.begin(), layout.end()}, first,
                          sim::Stream({6, 7, number}, sim::StreamPurpose::strategy),
                          sim::first_dig_risk(player.game().rules()));
            EXPECT_EQ(game.is_won, expected.is_won);
            EXPECT_EQ(game.missed_safe, expected.missed_safe);
            ASSERT_EQ(game.guesses.size(), expected.guesses.size());
            for (std::size_t i = 0; i < game.guesses.size(); ++i) {
              EXPECT_NEAR(game.guesses[i].p_mine, expected.guesses[i].p_mine, 1e-12);
              EXPECT_NEAR(game.guesses[i].lowest.value_or(-1), *expected.guesses[i].lowest, 1e-12);
            }
            guesses += game.guesses.size();
          }
        }
      }
  EXPECT_GT(guesses, games);
}

// Against all layouts that agree with what is shown: the risks, what passes for certain, and the numbers after each move of
// the mines.
class MovingMinesWatcher final : public GraphPlayer::Observer {
 public:
  void will_dig(const sim::GraphGame& game, const solvers::Move& move, const solvers::Claim&) override {
    const tests::GraphLayouts layouts = tests::count_graph_layouts(game.view());
    if (move.kind == MoveKind::guess) {
      EXPECT_NEAR(move.p_mine, layouts.p_mine[move.cell], 1e-12);
      ++guesses;
    } else if (move.kind != MoveKind::first) {
      EXPECT_FALSE(layouts.can_be_mine[move.cell]);
    }
    before_ = {game.view().shown.begin(), game.view().shown.end()};
  }
  void dug(const sim::GraphGame& game) override {
    const sim::Graph& graph = *game.rules().graph;
    EXPECT_EQ(game.layout().mines().size(), game.rules().mine_count);
    for (sim::Cell cell = 0; cell < graph.cell_count(); ++cell) {
      if (game.view().is_hidden(cell)) continue;
      EXPECT_FALSE(game.layout().is_mine(cell));
      const auto around = std::ranges::count_if(graph.sees(cell),
                                                [&](sim::Cell seen) { return game.layout().is_mine(seen); });
      EXPECT_EQ(game.view().shown[cell], around);
      changed += before_[cell] != sim::GraphPosition::kHidden && before_[cell] != around;
    }
  }
  std::uint64_t guesses = 0, changed = 0;

 private:
  std::vector<std::uint8_t> before_;
};

TEST(GraphPlayer, KnowsWhatAllLayoutsHaveInCommonWhereMinesMove) {
  MovingMinesWatcher watcher;
  for (const NamedGraph& named : small_graphs()) {
    GraphPlayer player(
        {named.graph, 4, sim::FirstClickRule::safe, sim::Reveal::flood, sim::MineMotion::moving}, 8, 9,
        sim::kNoCell);
    for (const char* const name : {"rules", "min_risk", "progress"}) {
      SCOPED_TRACE(named.name + ", " + name);
      const auto strategy = choice_of(name).make(player.game().rules());
      const GameSummary& game = player.play(0, *strategy, &watcher);
      EXPECT_EQ(std::accumulate(game.moves.begin(), game.moves.end(), 0U), game.turns);
    }
  }
  EXPECT_GT(watcher.guesses, 0U);
  EXPECT_GT(watcher.changed, 0U);
}

Board board_of(std::shared_ptr<const sim::Graph> graph, std::uint32_t mines) {
  Board board;
  board.rows = 1;
  board.cols = static_cast<int>(graph->cell_count());
  board.mines = mines;
  board.graph_board = std::make_shared<const GraphBoard>(GraphBoard{std::move(graph), std::nullopt});
  return board;
}

Config config_without_guesses(Board board, Guessing guessing, sim::FirstClickRule rule, sim::Cell first) {
  board.guessing = guessing;
  return config_of(board, {.rule = rule, .cell = FirstClick::Cell::numbered, .number = first},
                   sim::Reveal::flood);
}

// A player that digs what all layouts have in common, and knows nothing else, wins each such board. Drawn ones are the
// first among the games' layouts that it wins.
TEST(GraphPlayer, DealsBoardsWithoutAGuess) {
  const auto games = static_cast<std::uint64_t>(tests::case_count(3));
  std::uint64_t boards = 0, later = 0, moved = 0;
  for (const NamedGraph& named : small_graphs())
    for (const auto rule : {sim::FirstClickRule::unprotected, sim::FirstClickRule::opening})
      for (const NoGuessKind& kind : kNoGuessKinds) {
        SCOPED_TRACE(testing::Message() << named.name << ", " << kind.name);
        const sim::Cell first = 5;
        SlowPlayer slow(*named.graph, sim::Reveal::flood, "csp");
        const auto is_won_without_guess = [&](std::span<const sim::Cell> layout) {
          const std::set<sim::Cell> mines_of(layout.begin(), layout.end());
          if (mines_of.contains(first)) return false;
          const SlowPlayer::Result result = slow.play(mines_of, first, sim::Stream(), 0);
          return result.is_won && result.guesses.empty();
        };
        // The first such layout of a game; the boards of some graphs need a guess wherever the mines are.
        const auto first_layout = [&](const Config& config, std::uint64_t number, std::uint64_t& attempt) {
          constexpr std::uint64_t kMostTries = 100;
          sim::GraphGame game(config.graph_rules_of(config.cases.front()));
          const sim::GameId id{config.seed, key_of(config.boards.front()), number};
          for (attempt = 0; attempt < kMostTries; ++attempt) {
            game.start(solvers::id_of_try(id, attempt));
            game.lay(first);
            const auto mines = game.layout().mines();
            if (is_won_without_guess(mines)) return std::vector<sim::Cell>(mines.begin(), mines.end());
          }
          return std::vector<sim::Cell>();
        };
        std::uint32_t mines = std::min<std::uint32_t>(3, sim::max_mines(*named.graph, rule, first));
        std::optional<Config> config;
        for (; mines > 0; --mines) {
          config = config_without_guesses(board_of(named.graph, mines), kind.guessing, rule, first);
          bool is_found = true;
          std::uint64_t attempt = 0;
          for (std::uint64_t number = 0; number < games; ++number)
            is_found = is_found && !first_layout(*config, number, attempt).empty();
          if (is_found) break;
        }
        if (mines == 0) continue;
        ++boards;
        GraphPlayer player(*config, config->cases.front());
        const auto csp = choice_of("csp").make(player.game().rules());
        const auto rules = choice_of("rules").make(player.game().rules());
        for (std::uint64_t number = 0; number < games; ++number) {
          const GameSummary& game = player.play(number, *csp);
          EXPECT_TRUE(game.is_won);
          EXPECT_TRUE(game.guesses.empty());
          const std::vector<sim::Cell> layout(player.game().layout().mines().begin(),
                                              player.game().layout().mines().end());
          EXPECT_EQ(layout.size(), mines);
          EXPECT_TRUE(is_won_without_guess(layout));
          player.play(number, *rules);
          EXPECT_TRUE(std::ranges::equal(player.game().layout().mines(), layout)) << "of every strategy";
          std::uint64_t attempt = 0;
          const bool is_drawn = first_layout(*config, number, attempt) == layout;
          later += attempt > 0;
          EXPECT_TRUE(is_drawn || kind.guessing != Guessing::none);
          moved += !is_drawn;
        }
      }
  EXPECT_GT(boards, 4 * small_graphs().size()) << "of six for each graph";
  EXPECT_GT(later, 0U);
  EXPECT_GT(moved, 0U);
}

// On boards of several blocks of 64 cells.
TEST(GraphPlayer, NeverGuessesOnLargerBoardsWithoutAGuess) {
  sim::Stream random({55, 0, 0}, sim::StreamPurpose::strategy);
  std::vector<NamedGraph> graphs{
      {"directed", std::make_shared<const sim::Graph>(tests::random_graph(200, 0.03, 10, true, random))},
      {"sparse", std::make_shared<const sim::Graph>(tests::random_graph(150, 0.04, 12, false, random))}};
  // Cells two apart see one another on four boards, of which one dig begins one.
  for (const sim::Lattice& lattice : shipped_lattices())
    if (!lattice.is_layered && lattice.name != "apart2")
      graphs.push_back(
          {lattice.name, std::make_shared<const sim::Graph>(sim::make_graph(lattice, {12, 24, 1}))});
  std::uint32_t by_rules_alone = 0, games = 0;
  for (const NamedGraph& named : graphs)
    for (const Guessing guessing : {Guessing::none, Guessing::repaired}) {
      SCOPED_TRACE(testing::Message() << named.name << ", " << row_of(guessing).name);
      const std::uint32_t cells = named.graph->cell_count();
      const Config config = config_without_guesses(board_of(named.graph, cells / 12), guessing,
                                                   sim::FirstClickRule::opening, cells / 2);
      GraphPlayer player(config, config.cases.front());
      const auto csp = choice_of("csp").make(player.game().rules());
      const auto rules = choice_of("rules").make(player.game().rules());
      for (std::uint64_t number = 0; number < 5; ++number) {
        const GameSummary& game = player.play(number, *csp);
        EXPECT_TRUE(game.is_won);
        EXPECT_TRUE(game.guesses.empty());
        by_rules_alone += player.play(number, *rules).guesses.empty();
        ++games;
      }
    }
  EXPECT_LT(by_rules_alone, games);
}

// Mixed with games of a grid, on boards that differ in size.
Config mixed_config() {
  Config config;
  for (const NamedGraph& named : small_graphs()) config.boards.push_back(board_of(named.graph, 3));
  const auto torus = std::make_shared<const sim::Graph>(sim::Grid(9, 9, sim::Topology::torus));
  for (const Guessing guessing : {Guessing::allowed, Guessing::none, Guessing::repaired}) {
    config.boards.push_back(board_of(torus, 12));
    config.boards.back().guessing = guessing;
  }
  config.boards.push_back({.rows = 9, .cols = 9, .mines = 10});
  config.first_clicks = {{.rule = sim::FirstClickRule::safe, .cell = FirstClick::Cell::strategy}};
  for (const std::string& strategy : kStrategies) config.strategies.push_back(choice_of(strategy));
  config.games = 60;
  config.cases = expand_cases(config);
  return config;
}

TEST(GraphGames, DoNotDependOnThreadsOrOnGamesBefore) {
  const MinesweeperExperiment experiment(mixed_config());
  const std::string records = tests::records_of(experiment, 1);
  EXPECT_EQ(tests::records_of(experiment, 4), records);
  const Report alone = tests::play_all(experiment, 1);
  EXPECT_EQ(tests::results_text(experiment, tests::play_all(experiment, 4)),
            tests::results_text(experiment, alone));
  // A new worker's games equal those of one that has played all others.
  const auto reused = experiment.make_worker(std::nullopt);
  const std::atomic<bool> never = false;
  std::string none;
  for (const std::size_t number : {0U, 7U, 3U, 0U, 5U, 7U, 1U, 0U}) {
    SCOPED_TRACE(number);
    const auto tally = experiment.make_tally(), fresh = experiment.make_tally();
    EXPECT_TRUE(reused->play(number, {20, 40}, never, *tally, none));
    EXPECT_TRUE(experiment.make_worker(std::nullopt)->play(number, {20, 40}, never, *fresh, none));
    const std::vector<CounterName> names = tally->names();
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i].is_reproducible) {
        EXPECT_EQ(tally->counters()[i], fresh->counters()[i]) << names[i].name;
      }
  }
}

// The boards are counted once, and every game has a kind of end.
TEST(GraphGames, CountsAddUp) {
  const MinesweeperExperiment experiment(mixed_config());
  const Report played = tests::play_all(experiment);
  for (std::size_t number = 0; number < experiment.case_count(); ++number) {
    SCOPED_TRACE(number);
    const CaseTally& tally = CaseTally::of(tests::tally_of(played, number));
    for (std::size_t i = 0; i < kStrategies.size(); ++i) {
      const StrategyCounts& counts = tally.player(i);
      EXPECT_EQ(counts.contradiction(60), "");
      EXPECT_EQ(counts.wins + counts.guess_losses + counts.wrong_digs, 60U);
      EXPECT_EQ(counts.forfeits, 0U);
      if (kStrategies[i] != "pinv") {
        EXPECT_EQ(counts.wrong_digs, 0U);
      }
      EXPECT_EQ(counts.moves[static_cast<std::size_t>(MoveKind::first)], 60U);
    }
    EXPECT_GE(tally.case_counts().boards.bv3.sum, 60U);
  }
}

}  // namespace
}  // namespace sapper::experiments::minesweeper
