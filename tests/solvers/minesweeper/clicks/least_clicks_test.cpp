// Least clicks against a search of all sequences of clicks on small boards, which knows nothing of plans or bounds, and
// their sequences against the game; ZiNi against its definition, cell by cell.
#include "solvers/minesweeper/clicks/least_clicks.hpp"

#include <unordered_set>

#include "sim/minesweeper/board_statistics.hpp"
#include "sim/minesweeper/game.hpp"
#include "sim/minesweeper/graph_game.hpp"
#include "sim/minesweeper/graph_layout.hpp"
#include "sim/minesweeper/graph_statistics.hpp"
#include "sim/support/interruptible.hpp"
#include "solvers/minesweeper/clicks/ring_clicks.hpp"
#include "solvers/minesweeper/clicks/zini.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/graph_oracle.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::Grid;
using sim::Layout;
using sim::Reveal;
using sim::Topology;
using solvers::Click;
using solvers::ClickGraph;
using solvers::ClickKind;
using solvers::find_least_ring_clicks;
using solvers::find_zini;
using solvers::LeastClicks;

constexpr solvers::ClickLimit kNoLimit;

LeastClicks find_least_clicks(const ClickGraph& graph, const solvers::ClickLimit& limit) {
  return solvers::find_least_clicks(graph, find_zini(graph), limit);
}

std::vector<Cell> random_mines(const Grid& grid, std::uint32_t count, std::mt19937_64& random) {
  std::vector<Cell> cells(grid.cell_count());
  std::iota(cells.begin(), cells.end(), Cell{0});
  std::shuffle(cells.begin(), cells.end(), random);
  cells.resize(count);
  return cells;
}

// The order in which a chord digs.
std::vector<Cell> ascending_neighbors(const Grid& grid, Cell cell) {
  std::vector<Cell> cells;
  for (const Cell neighbor : grid.neighbors(cell)) cells.push_back(neighbor);
  std::ranges::sort(cells);
  return cells;
}

// The least clicks, by breadth: from each set of states that n clicks reach to those of n + 1. A state is a sign per cell,
// two bits each: hidden, shown or flagged. Flags go on any hidden cell, also on free ones.
class ClickOracle {
 public:
  ClickOracle(const Layout& layout, Reveal reveal) : reveal_(reveal) {
    for (Cell cell = 0; cell < layout.grid().cell_count(); ++cell) {
      is_mine_.push_back(layout.is_mine(cell));
      sees_.push_back(ascending_neighbors(layout.grid(), cell));
      number_.push_back(layout.number(cell));
    }
    opens_ = sees_;
  }
  ClickOracle(const sim::Graph& graph, std::span<const Cell> mines, Reveal reveal)
      : reveal_(reveal), is_mine_(graph.cell_count()) {
    for (const Cell mine : mines) is_mine_[mine] = true;
    for (Cell cell = 0; cell < graph.cell_count(); ++cell) {
      sees_.emplace_back(graph.sees(cell).begin(), graph.sees(cell).end());
      std::ranges::sort(sees_.back());
      opens_.emplace_back(graph.opens(cell).begin(), graph.opens(cell).end());
      number_.push_back(
          static_cast<int>(std::ranges::count_if(sees_.back(), [&](Cell seen) { return is_mine_[seen]; })));
    }
  }

  std::size_t least_clicks() const {
    std::vector<std::uint64_t> reached{0};
    std::unordered_set<std::uint64_t> seen{0};
    for (std::size_t clicks = 0;; ++clicks) {
      std::vector<std::uint64_t> next;
      for (const std::uint64_t state : reached) {
        if (is_won(state)) return clicks;
        for (Cell cell = 0; cell < cell_count(); ++cell)
          for (const std::uint64_t after : states_after(state, cell))
            if (seen.insert(after).second) next.push_back(after);
      }
      reached = std::move(next);
    }
  }

 private:
  enum Sign : std::uint64_t { hidden, shown, flagged };

  Cell cell_count() const { return static_cast<Cell>(is_mine_.size()); }
  static Sign sign_at(std::uint64_t state, Cell cell) { return static_cast<Sign>(state >> (2 * cell) & 3); }
  static void set_sign(std::uint64_t& state, Cell cell, Sign sign) {
    state = (state & ~(std::uint64_t{3} << (2 * cell))) | (std::uint64_t{sign} << (2 * cell));
  }
  bool is_won(std::uint64_t state) const {
    for (Cell cell = 0; cell < cell_count(); ++cell)
      if (!is_mine_[cell] && sign_at(state, cell) != shown) return false;
    return true;
  }
  // Clicks that lose lead nowhere.
  std::vector<std::uint64_t> states_after(std::uint64_t state, Cell cell) const {
    std::vector<std::uint64_t> states;
    std::uint64_t after = state;
    if (sign_at(state, cell) == hidden) {
      set_sign(after, cell, flagged);
      states.push_back(after);
      after = state;
      if (dig(after, cell)) states.push_back(after);
    } else if (sign_at(state, cell) == flagged) {
      set_sign(after, cell, hidden);
      states.push_back(after);
    } else if (chord(after, cell)) {
      states.push_back(after);
    }
    return states;
  }
  bool dig(std::uint64_t& state, Cell cell) const {
    if (is_mine_[cell]) return false;
    std::vector<Cell> work{cell};
    while (!work.empty()) {
      const Cell opened = work.back();
      work.pop_back();
      if (sign_at(state, opened) == shown) continue;
      set_sign(state, opened, shown);
      if (number_[opened] != 0 || (reveal_ == Reveal::ring && opened != cell)) continue;
      for (const Cell neighbor : opens_[opened]) work.push_back(neighbor);
    }
    return true;
  }
  bool chord(std::uint64_t& state, Cell number) const {
    int flags = 0;
    for (const Cell neighbor : sees_[number]) flags += sign_at(state, neighbor) == flagged ? 1 : 0;
    if (flags != number_[number]) return false;
    for (const Cell neighbor : sees_[number])
      if (sign_at(state, neighbor) == hidden && !dig(state, neighbor)) return false;
    return true;
  }

  Reveal reveal_;
  std::vector<bool> is_mine_;  // [cell]
  std::vector<std::vector<Cell>> sees_, opens_;
  std::vector<int> number_;
};

// Plays the clicks by the game's rules; they win, each has an effect, and each chord has the flags that it needs.
void expect_to_win(const std::shared_ptr<const Grid>& grid, const Layout& layout,
                   std::span<const Click> clicks, Reveal reveal = Reveal::flood) {
  sim::GameRules rules{
      .grid = grid, .mine_count = static_cast<std::uint32_t>(layout.mines().size()), .reveal = reveal};
  sim::Game game(rules);
  game.resume(sim::View(*grid, rules.mine_count), layout);
  std::set<Cell> flags;
  for (const Click& click : clicks) {
    SCOPED_TRACE(click.cell);
    ASSERT_EQ(game.status(), sim::Game::Status::playing);
    if (click.kind == ClickKind::flag) {
      ASSERT_TRUE(flags.insert(click.cell).second);
      ASSERT_FALSE(game.view().is_shown(click.cell));
    } else if (click.kind == ClickKind::dig) {
      ASSERT_FALSE(game.view().is_shown(click.cell));
      game.dig(click.cell);
    } else {
      ASSERT_TRUE(game.view().is_shown(click.cell));
      int around = 0;
      for (const Cell neighbor : grid->neighbors(click.cell)) around += flags.contains(neighbor) ? 1 : 0;
      ASSERT_EQ(around, layout.number(click.cell));
      for (const Cell neighbor : ascending_neighbors(*grid, click.cell))
        if (!flags.contains(neighbor)) game.dig(neighbor);
    }
  }
  EXPECT_TRUE(clicks.empty() || game.status() == sim::Game::Status::won);
}

constexpr std::array kEveryTopology{Topology::square, Topology::torus, Topology::hex};

void compare_with_oracle(Reveal reveal, int boards, int max_cols, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (int i = 0; i < boards; ++i) {
    const int rows = 2 + static_cast<int>(random() % 2),
              cols = 3 + static_cast<int>(random() % static_cast<unsigned>(max_cols - 2));
    const auto grid = std::make_shared<Grid>(rows, cols, kEveryTopology[static_cast<std::size_t>(i) % 3]);
    Layout layout(*grid);
    layout.set_mines(
        random_mines(*grid, static_cast<std::uint32_t>(random() % (grid->cell_count() / 2 + 1)), random));
    SCOPED_TRACE(testing::Message() << "board " << i << ": " << rows << " x " << cols << ' '
                                    << sim::name_of(grid->topology()));
    const ClickGraph graph(layout);
    const LeastClicks least = reveal == Reveal::flood ? find_least_clicks(graph, kNoLimit)
                                                      : find_least_ring_clicks(layout, kNoLimit);
    EXPECT_TRUE(least.is_proven());
    ASSERT_EQ(least.clicks.size(), ClickOracle(layout, reveal).least_clicks());
    expect_to_win(grid, layout, least.clicks, reveal);
    if (reveal == Reveal::ring) continue;
    const std::vector<Click> zini = find_zini(graph);
    EXPECT_GE(zini.size(), least.clicks.size());
    expect_to_win(grid, layout, zini);
  }
}

TEST(LeastClicks, AreThoseOfASearchOfAllSequences) {
  compare_with_oracle(Reveal::flood, case_count(500), 4, 1);
}

TEST(RingClicks, AreThoseOfASearchOfAllSequences) {
  compare_with_oracle(Reveal::ring, case_count(500), 4, 8);
}

// Fields of zeros, where a ring takes others away.
TEST(RingClicks, AreThoseOfASearchOfAllSequencesAmongZeros) {
  for (int cols = 2; cols <= 9; ++cols) {
    const auto strip = std::make_shared<Grid>(1, cols), field = std::make_shared<Grid>(2, cols);
    for (const auto& grid : {strip, field}) {
      Layout layout(*grid);
      if (cols > 6) layout.add_mine(static_cast<Cell>(cols - 1));
      const LeastClicks least = find_least_ring_clicks(layout, kNoLimit);
      EXPECT_TRUE(least.is_proven());
      EXPECT_EQ(least.clicks.size(), ClickOracle(layout, Reveal::ring).least_clicks()) << cols;
      expect_to_win(grid, layout, least.clicks, Reveal::ring);
    }
  }
}

TEST(RingClicks, WinOnEveryTopology) {
  std::mt19937_64 random(9);
  for (int i = 0; i < case_count(9); ++i) {
    const auto grid = std::make_shared<Grid>(9, 9, kEveryTopology[static_cast<std::size_t>(i) % 3]);
    Layout layout(*grid);
    layout.set_mines(random_mines(*grid, 10, random));
    const LeastClicks least = find_least_ring_clicks(layout, {.questions = 300});
    EXPECT_LE(least.at_least, least.clicks.size());
    EXPECT_GE(2 * least.at_least, least.clicks.size());
    expect_to_win(grid, layout, least.clicks, Reveal::ring);
  }
}

TEST(RingClicks, OfBoardsWithoutAChoice) {
  const auto grid = std::make_shared<Grid>(3, 4);
  Layout layout(*grid);
  for (Cell cell = 0; cell < 12; ++cell) layout.add_mine(cell);
  EXPECT_TRUE(find_least_ring_clicks(layout, kNoLimit).clicks.empty());
  layout.remove_mine(5);
  EXPECT_EQ(find_least_ring_clicks(layout, kNoLimit).clicks, (std::vector<Click>{{ClickKind::dig, 5}}));
}

TEST(LeastClicks, AreThoseOfASearchOfAllSequencesOnLargerBoards) {
  SAPPER_LONG_TEST();
  compare_with_oracle(Reveal::flood, 100, 5, 2);
  compare_with_oracle(Reveal::ring, 30, 5, 2);
}

TEST(LeastClicks, WinOnEveryTopology) {
  std::mt19937_64 random(3);
  for (int i = 0; i < case_count(30); ++i) {
    const auto grid = std::make_shared<Grid>(9, 9, kEveryTopology[static_cast<std::size_t>(i) % 3]);
    Layout layout(*grid);
    layout.set_mines(random_mines(*grid, 10, random));
    const ClickGraph graph(layout);
    EXPECT_EQ(graph.three_bv(), sim::BoardCounter().count(layout).three_bv);
    const LeastClicks least = find_least_clicks(graph, kNoLimit);
    EXPECT_TRUE(least.is_proven());
    EXPECT_LE(least.clicks.size(), graph.three_bv());
    expect_to_win(grid, layout, least.clicks);
    expect_to_win(grid, layout, find_zini(graph));
  }
}

// Plays them by the game's rules on a graph, as above; a chord has the flags that it needs if it digs no mine.
void expect_to_win_on_graph(const std::shared_ptr<const sim::Graph>& graph, const sim::GraphLayout& layout,
                            std::span<const Click> clicks, Reveal reveal) {
  const auto mines = static_cast<std::uint32_t>(layout.mines().size());
  sim::GraphGame game({.graph = graph, .mine_count = mines, .reveal = reveal});
  game.resume(
      {graph, std::vector(graph->cell_count(), sim::GraphPosition::kHidden), {.count = mines}, {}, {}},
      layout);
  std::set<Cell> flags;
  for (const Click& click : clicks) {
    SCOPED_TRACE(click.cell);
    ASSERT_FALSE(game.is_over());
    if (click.kind == ClickKind::flag) {
      EXPECT_TRUE(flags.insert(click.cell).second);
      continue;
    }
    game.forget_shown();
    if (click.kind == ClickKind::dig) {
      EXPECT_TRUE(game.dig(click.cell));
    } else {
      ASSERT_FALSE(game.view().is_hidden(click.cell));
      std::vector<Cell> seen(graph->sees(click.cell).begin(), graph->sees(click.cell).end());
      std::ranges::sort(seen);
      for (const Cell cell : seen)
        if (!flags.contains(cell)) game.dig(cell);
      EXPECT_FALSE(game.shown().empty());
    }
  }
  EXPECT_TRUE(game.is_won() || game.hidden_count() == mines);
}

// With lists of what cells open that are shorter than what they see; mutual ones if is_mutual.
sim::Graph with_fewer_openings(const sim::Graph& graph, bool is_mutual, sim::Stream& random) {
  sim::CellLists sees, opens;
  std::vector<std::set<Cell>> opened(graph.cell_count());
  const auto does_see = [&](Cell cell, Cell seen) {
    return std::ranges::find(graph.sees(cell), seen) != graph.sees(cell).end();
  };
  for (Cell cell = 0; cell < graph.cell_count(); ++cell)
    for (const Cell seen : graph.sees(cell)) {
      if (is_mutual && (seen < cell || !does_see(seen, cell))) continue;
      if (random.below(3) == 0) continue;
      opened[cell].insert(seen);
      if (is_mutual) opened[seen].insert(cell);
    }
  for (Cell cell = 0; cell < graph.cell_count(); ++cell) {
    for (const Cell seen : graph.sees(cell)) sees.add(seen);
    for (const Cell each : opened[cell]) opens.add(each);
    sees.end_list();
    opens.end_list();
  }
  return sim::Graph(std::move(sees), std::move(opens));
}

void compare_on_graphs(Reveal reveal, int boards, std::uint64_t seed) {
  int zero_chords = 0, mutual = 0;
  for (int i = 0; i < boards && !testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE(i);
    sim::Stream random({seed, 0, static_cast<std::uint64_t>(i)}, sim::StreamPurpose::layout);
    const std::uint32_t cells = 3 + random.below(6);
    const bool is_directed = random.below(2) == 0;
    auto graph = std::make_shared<const sim::Graph>(
        random_graph(cells, 0.15 + 0.4 * random.uniform(), 7, is_directed, random));
    if (random.below(2) == 0)
      graph = std::make_shared<const sim::Graph>(
          with_fewer_openings(*graph, reveal == Reveal::ring || random.below(2) == 0, random));
    if (reveal == Reveal::ring && !solvers::have_mutual_openings(*graph)) continue;
    ++mutual;
    std::vector<Cell> mines;
    const double density = 0.5 * random.uniform();
    for (Cell cell = 0; cell < cells; ++cell)
      if (random.uniform() < density) mines.push_back(cell);
    sim::GraphLayout layout(*graph);
    layout.set_mines(mines);
    const ClickGraph units(*graph, layout, {1, static_cast<int>(cells)});
    const LeastClicks least = reveal == Reveal::flood ? find_least_clicks(units, kNoLimit)
                                                      : find_least_ring_clicks(*graph, layout, kNoLimit);
    EXPECT_TRUE(least.is_proven());
    ASSERT_EQ(least.clicks.size(), ClickOracle(*graph, mines, reveal).least_clicks());
    expect_to_win_on_graph(graph, layout, least.clicks, reveal);
    if (reveal == Reveal::ring) continue;
    EXPECT_EQ(units.three_bv(), sim::GraphCounter().count(*graph, mines, layout.numbers()).three_bv);
    const std::vector<Click> zini = find_zini(units);
    EXPECT_GE(zini.size(), least.clicks.size());
    expect_to_win_on_graph(graph, layout, zini, reveal);
    zero_chords += static_cast<int>(std::ranges::count_if(least.clicks, [&](const Click& click) {
      return click.kind == ClickKind::chord && layout.numbers()[click.cell] == 0;
    }));
  }
  EXPECT_GT(mutual, boards / 10);
  if (reveal == Reveal::flood) {
    EXPECT_GT(zero_chords, boards / 100);
  }
}

TEST(LeastClicks, OnGraphsAreThoseOfASearchOfAllSequences) {
  compare_on_graphs(Reveal::flood, case_count(600), 21);
}

TEST(RingClicks, OnGraphsAreThoseOfASearchOfAllSequences) {
  compare_on_graphs(Reveal::ring, case_count(600), 22);
}

// More than 64 cells, of all lattices of the planes: units, ZiNi and the search are the same.
TEST(LeastClicks, OfAGridAsAGraphAreThoseOfTheGrid) {
  std::mt19937_64 random(23);
  for (int i = 0; i < case_count(12); ++i) {
    const Grid grid(9, 11, kEveryTopology[static_cast<std::size_t>(i) % 3]);
    const sim::Graph graph(grid);
    const std::vector<Cell> mines = random_mines(grid, 12 + static_cast<std::uint32_t>(random() % 8), random);
    Layout layout(grid);
    layout.set_mines(mines);
    sim::GraphLayout on_graph(graph);
    on_graph.set_mines(mines);
    const ClickGraph units(layout), graph_units(graph, on_graph, grid.size());
    EXPECT_EQ(find_zini(units), find_zini(graph_units));
    const solvers::ClickLimit limit{.questions = 2000};
    const LeastClicks least = find_least_clicks(units, limit), same = find_least_clicks(graph_units, limit);
    EXPECT_EQ(least.at_least, same.at_least);
    EXPECT_EQ(least.clicks, same.clicks);
    const LeastClicks ring = find_least_ring_clicks(layout, {.questions = 100}),
                      same_ring = find_least_ring_clicks(graph, on_graph, {.questions = 100});
    EXPECT_EQ(ring.at_least, same_ring.at_least);
    EXPECT_EQ(ring.clicks, same_ring.clicks);
  }
}

TEST(LeastClicks, AreBoundsWhereTheTimeIsOver) {
  std::mt19937_64 random(4);
  const auto grid = std::make_shared<Grid>(16, 30);
  Layout layout(*grid);
  layout.set_mines(random_mines(*grid, 99, random));
  const ClickGraph graph(layout);
  for (const solvers::ClickLimit limit :
       {solvers::ClickLimit{.time = std::chrono::duration<double>(0)},
        solvers::ClickLimit{.time = std::chrono::duration<double>(0.3)}, solvers::ClickLimit{.questions = 0},
        solvers::ClickLimit{.questions = 300}, solvers::ClickLimit{.questions = 100, .is_hasty = true}}) {
    const LeastClicks least = find_least_clicks(graph, limit);
    EXPECT_LE(least.at_least, least.clicks.size());
    EXPECT_LE(least.clicks.size(), find_zini(graph).size());
    expect_to_win(grid, layout, least.clicks);
  }
}

// Unlike a time, a limit of questions gives the same bounds and clicks again.
TEST(LeastClicks, AreTheSameAgainWhereQuestionsAreLimited) {
  std::mt19937_64 random(7);
  const Grid grid(16, 30);
  Layout layout(grid);
  layout.set_mines(random_mines(grid, 99, random));
  const ClickGraph graph(layout);
  std::uint32_t at_least = 0;
  for (const std::uint64_t questions : {0, 50, 100}) {
    const solvers::ClickLimit limit{.questions = questions, .is_hasty = true};
    const LeastClicks least = find_least_clicks(graph, limit), again = find_least_clicks(graph, limit);
    EXPECT_FALSE(least.is_proven());
    EXPECT_EQ(least.at_least, again.at_least);
    EXPECT_EQ(least.clicks, again.clicks);
    EXPECT_GE(least.at_least, at_least);
    at_least = least.at_least;
  }
  EXPECT_GT(at_least, 50U);
}

TEST(LeastClicks, OfBoardsWithoutAChoice) {
  const auto grid = std::make_shared<Grid>(3, 4);
  Layout layout(*grid);
  EXPECT_EQ(find_least_clicks(ClickGraph(layout), kNoLimit).clicks.size(), 1U) << "one opening";
  for (Cell cell = 0; cell < 12; ++cell) layout.add_mine(cell);
  const LeastClicks none = find_least_clicks(ClickGraph(layout), kNoLimit);
  EXPECT_TRUE(none.is_proven());
  EXPECT_TRUE(none.clicks.empty());
  EXPECT_TRUE(find_zini(ClickGraph(layout)).empty());
  layout.remove_mine(5);
  EXPECT_EQ(find_least_clicks(ClickGraph(layout), kNoLimit).clicks,
            (std::vector<Click>{{ClickKind::dig, 5}}));
}

TEST(LeastClicks, EndWhenInterrupted) {
  std::mt19937_64 random(5);
  const Grid grid(16, 30);
  Layout layout(grid);
  layout.set_mines(random_mines(grid, 99, random));
  std::atomic<bool> flag = true;
  const sim::Interruptible until(flag);
  EXPECT_THROW(find_least_clicks(ClickGraph(layout), kNoLimit), sim::Interrupted);
}

// ZiNi as its definition reads, one cell after another in each of the eight orders.
class ZiniOracle {
 public:
  explicit ZiniOracle(const Layout& layout) : layout_(layout), grid_(layout.grid()) {}

  std::size_t zini() {
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for (int order = 0; order < 8; ++order) least = std::min(least, clicks_in_order(order));
    return least;
  }

 private:
  std::vector<Cell> cells_in(int order) const {
    std::vector<Cell> cells;
    const int outer = order & 1 ? grid_.cols() : grid_.rows(),
              inner = order & 1 ? grid_.rows() : grid_.cols();
    for (int i = 0; i < outer; ++i)
      for (int j = 0; j < inner; ++j) {
        int row = order & 1 ? j : i, col = order & 1 ? i : j;
        if (order & 2) row = grid_.rows() - 1 - row;
        if (order & 4) col = grid_.cols() - 1 - col;
        cells.push_back(grid_.at(row, col));
      }
    return cells;
  }
  bool is_zero(Cell cell) const { return !layout_.is_mine(cell) && layout_.number(cell) == 0; }
  bool touches_zero(Cell cell) const {
    for (const Cell neighbor : grid_.neighbors(cell))
      if (is_zero(neighbor)) return true;
    return false;
  }
  std::set<Cell> opening_of(Cell zero) const {
    std::set<Cell> cells{zero};
    std::vector<Cell> work{zero};
    while (!work.empty()) {
      const Cell cell = work.back();
      work.pop_back();
      if (!is_zero(cell)) continue;
      for (const Cell neighbor : grid_.neighbors(cell))
        if (cells.insert(neighbor).second) work.push_back(neighbor);
    }
    return cells;
  }
  void open(Cell cell) {
    if (is_zero(cell))
      shown_.merge(opening_of(cell));
    else
      shown_.insert(cell);
  }
  int premium(Cell number) const {
    int premium = -1;
    std::set<std::set<Cell>> openings;
    for (const Cell neighbor : grid_.neighbors(number)) {
      if (layout_.is_mine(neighbor))
        premium -= flags_.contains(neighbor) ? 0 : 1;
      else if (is_zero(neighbor) && !shown_.contains(neighbor))
        openings.insert(zeros_of(neighbor));
      else if (!is_zero(neighbor) && !shown_.contains(neighbor) && !touches_zero(neighbor))
        ++premium;
    }
    premium += static_cast<int>(openings.size());
    return premium - (!shown_.contains(number) && touches_zero(number) ? 1 : 0);
  }
  std::set<Cell> zeros_of(Cell zero) const {
    std::set<Cell> zeros = opening_of(zero);
    std::erase_if(zeros, [&](Cell cell) { return !is_zero(cell); });
    return zeros;
  }
  std::size_t clicks_in_order(int order) {
    shown_.clear();
    flags_.clear();
    std::size_t clicks = 0;
    const std::vector<Cell> cells = cells_in(order);
    for (;;) {
      int best = -1;
      Cell chord = sim::kNoCell;
      for (const Cell cell : cells)
        if (!layout_.is_mine(cell) && !is_zero(cell) && premium(cell) > best) {
          best = premium(cell);
          chord = cell;
        }
      if (chord == sim::kNoCell) break;
      if (shown_.insert(chord).second) ++clicks;
      for (const Cell neighbor : grid_.neighbors(chord))
        if (layout_.is_mine(neighbor) && flags_.insert(neighbor).second) ++clicks;
      ++clicks;
      for (const Cell neighbor : grid_.neighbors(chord))
        if (!layout_.is_mine(neighbor)) open(neighbor);
    }
    for (const Cell cell : cells)
      if (is_zero(cell) && !shown_.contains(cell)) {
        open(cell);
        ++clicks;
      }
    for (const Cell cell : cells)
      if (!layout_.is_mine(cell) && shown_.insert(cell).second) ++clicks;
    return clicks;
  }

  const Layout& layout_;
  const Grid& grid_;
  std::set<Cell> shown_, flags_;
};

TEST(Zini, IsWhatItsDefinitionSays) {
  std::mt19937_64 random(6);
  for (int i = 0; i < case_count(60); ++i) {
    const Grid grid(6, 7, kEveryTopology[static_cast<std::size_t>(i) % 3]);
    Layout layout(grid);
    layout.set_mines(random_mines(grid, 3 + static_cast<std::uint32_t>(random() % 8), random));
    EXPECT_EQ(find_zini(ClickGraph(layout)).size(), ZiniOracle(layout).zini()) << "board " << i;
  }
}

}  // namespace
}  // namespace sapper::tests
