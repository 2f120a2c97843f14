#include "solvers/nim/solver.hpp"

#include "solvers/nim/heap_index.hpp"
#include "solvers/nim/successors.hpp"
#include "tests/support/test.hpp"

namespace sapper::solvers::nim {
namespace {

using sim::nim::Heaps;

std::unique_ptr<Solver> solver_for(const Heaps& heaps, const SolverOptions& options) {
  return make_solver(std::span(&heaps, 1), options);
}

constexpr Algorithm kAlgorithms[]{Algorithm::plain, Algorithm::memo, Algorithm::normalized};

// Bouton, 1901: lost exactly when the xor of the heaps is 0.
TEST(NimSolver, AgreesWithBoutonOnThreeHeaps) {
  constexpr int kMost = 20;
  for (const Algorithm algorithm : {Algorithm::memo, Algorithm::normalized}) {
    const auto solver = solver_for({kMost, kMost, kMost}, {.algorithm = algorithm});
    for (int a = 0; a <= kMost; ++a)
      for (int b = 0; b <= kMost; ++b)
        for (int c = 0; c <= kMost; ++c)
          ASSERT_EQ(solver->value({a, b, c}) > 0, (a ^ b ^ c) != 0) << a << ' ' << b << ' ' << c;
  }
}

TEST(NimSolver, AlgorithmsAgreeOnEverySmallPosition) {
  const auto memo = solver_for({4, 3, 4}, {.algorithm = Algorithm::memo});
  const auto normalized = solver_for({4, 3, 4}, {.algorithm = Algorithm::normalized});
  const auto plain = solver_for({4, 3, 4}, {.algorithm = Algorithm::plain});
  for (int a = 0; a <= 4; ++a)
    for (int b = 0; b <= 3; ++b)
      for (int c = 0; c <= 4; ++c) {
        const int value = plain->value({a, b, c});
        ASSERT_EQ(memo->value({a, b, c}), value) << a << ' ' << b << ' ' << c;
        ASSERT_EQ(normalized->value({a, b, c}), value) << a << ' ' << b << ' ' << c;
      }
}

TEST(NimSolver, ThreeFourFiveIsWonByTakingTwoOfThree) {
  for (const Algorithm algorithm : kAlgorithms) {
    const auto solver = solver_for({3, 4, 5}, {.algorithm = algorithm});
    EXPECT_GT(solver->value({3, 4, 5}), 0);
    const auto best = best_move({3, 4, 5}, *solver);
    ASSERT_TRUE(best);
    EXPECT_EQ(best->move, (sim::nim::Move{0, 1}));
    EXPECT_EQ(best->next, 1 - solver->value({3, 4, 5}));
  }
}

TEST(NimSolver, BestMoveGivesThePositionItsValue) {
  for (const int max_taken : {1, 2, sim::nim::kNoLimit}) {
    const auto solver = solver_for({4, 5, 3}, {.max_taken = max_taken});
    for (int a = 0; a <= 4; ++a)
      for (int b = 0; b <= 5; ++b)
        for (int c = 0; c <= 3; ++c) {
          const Heaps heaps{a, b, c};
          const auto best = best_move(heaps, *solver);
          ASSERT_EQ(best.has_value(), heaps.total() > 0);
          if (!best) continue;
          ASSERT_TRUE(sim::nim::is_legal(heaps, best->move, max_taken));
          ASSERT_EQ(best->next, solver->value(sim::nim::after(heaps, best->move)));
          ASSERT_EQ(value_before(best->next), solver->value(heaps)) << a << ' ' << b << ' ' << c;
        }
  }
}

// Lost exactly at multiples of k+1. The loser of (k+1) q takes one at a time, the winner the other k: 2q
// moves. The winner of (k+1) q + r takes r first.
TEST(NimSolver, TakeOneToKHasItsKnownValues) {
  for (const Algorithm algorithm : kAlgorithms)
    for (int k = 1; k <= 5; ++k) {
      const int most = algorithm == Algorithm::plain ? 14 : 60;
      for (int things = 0; things <= most; ++things) {
        const auto solver = solver_for({things}, {.algorithm = algorithm, .max_taken = k});
        const int rounds = things / (k + 1);
        const int expected = things % (k + 1) == 0 ? -2 * rounds : 2 * rounds + 1;
        ASSERT_EQ(solver->value({things}), expected) << things << " things, at most " << k;
      }
    }
}

// Sprague and Grundy: with a limit of k on each heap, lost exactly when the xor of the heaps mod k+1 is 0.
TEST(NimSolver, LimitedHeapsAddUpByTheirRemainders) {
  const auto memo = solver_for({9, 8, 9}, {.algorithm = Algorithm::memo, .max_taken = 2});
  const auto normalized = solver_for({9, 8, 9}, {.algorithm = Algorithm::normalized, .max_taken = 2});
  for (int a = 0; a <= 9; ++a)
    for (int b = 0; b <= 8; ++b)
      for (int c = 0; c <= 9; ++c) {
        ASSERT_EQ(memo->value({a, b, c}) > 0, ((a % 3) ^ (b % 3) ^ (c % 3)) != 0)
            << a << ' ' << b << ' ' << c;
        ASSERT_EQ(memo->value({a, b, c}), normalized->value({a, b, c})) << a << ' ' << b << ' ' << c;
      }
}

TEST(NimSolver, ThreadsDoNotShow) {
  for (const Heaps& heaps : {Heaps{40, 40, 40, 40}, Heaps{3, 90, 70, 60}, Heaps{900, 900}}) {
    const auto alone = solver_for(heaps, {.threads = ThreadUse::one});
    const auto together = solver_for(heaps, {.threads = ThreadUse::all});
    ASSERT_GT(alone->states(), 100'000u);  // fewer would be filled by one thread
    ASSERT_EQ(alone->states(), together->states());
    for (int a = 0; a <= heaps[0]; ++a)
      for (int b = 0; b <= heaps[1]; ++b) {
        Heaps position = heaps;
        position[0] = a;
        position[1] = b;
        ASSERT_EQ(alone->value(position), together->value(position));
      }
  }
}

// The states of a plain recursion are the lines of play from a position, the empty one included: one heap of
// x has 2^x.
TEST(NimSolver, CountsStates) {
  const auto plain = solver_for({10}, {.algorithm = Algorithm::plain});
  plain->value({10});
  EXPECT_EQ(plain->states(), 1u << 10);
  EXPECT_EQ(solver_for({10, 10}, {.algorithm = Algorithm::memo})->states(), 121u);
  EXPECT_EQ(solver_for({10, 10}, {.algorithm = Algorithm::normalized})->states(), 66u);
}

TEST(NimSolver, RefusesMoreStatesThanAllowed) {
  for (const Algorithm algorithm : {Algorithm::memo, Algorithm::normalized}) {
    const Heaps heaps{9, 9};
    const std::uint64_t needed = *states_needed(std::span(&heaps, 1), algorithm);
    EXPECT_NO_THROW(solver_for(heaps, {.algorithm = algorithm, .max_states = needed}));
    EXPECT_THROW(solver_for(heaps, {.algorithm = algorithm, .max_states = needed - 1}), TooManyStates);
  }
  EXPECT_NO_THROW(solver_for({5}, {.algorithm = Algorithm::plain, .max_states = 32})->value({5}));
  EXPECT_THROW(solver_for({5}, {.algorithm = Algorithm::plain, .max_states = 31})->value({5}), TooManyStates);
}

// Ten states of 4 bytes and, without a limit on what is taken, one line of 8.
TEST(NimSolver, RefusesMoreMemoryThanAllowed) {
  for (const Algorithm algorithm : {Algorithm::memo, Algorithm::normalized}) {
    EXPECT_NO_THROW(solver_for({9}, {.algorithm = algorithm, .max_bytes = 48}));
    EXPECT_THROW(solver_for({9}, {.algorithm = algorithm, .max_bytes = 47}), TooMuchMemory);
    EXPECT_NO_THROW(solver_for({9}, {.algorithm = algorithm, .max_taken = 3, .max_bytes = 40}));
    EXPECT_THROW(solver_for({9}, {.algorithm = algorithm, .max_taken = 3, .max_bytes = 39}), TooMuchMemory);
  }
}

// Taking one at a time, a heap of n is a single line of n moves: few states, but as deep as the heap.
TEST(NimSolver, PlainLooksAheadOnlyAsFarAsTheStackReaches) {
  const SolverOptions one_at_a_time{.algorithm = Algorithm::plain, .max_taken = 1};
  const auto deepest = solver_for({kDeepestPlain}, one_at_a_time);
  EXPECT_EQ(deepest->value({kDeepestPlain}), -kDeepestPlain);
  EXPECT_EQ(deepest->states(), static_cast<std::uint64_t>(kDeepestPlain) + 1);
  EXPECT_THROW(solver_for({kDeepestPlain + 1}, one_at_a_time), TooDeep);
  EXPECT_THROW(solver_for({kDeepestPlain, 1}, {.algorithm = Algorithm::plain}), TooDeep);
  EXPECT_NO_THROW(solver_for({kDeepestPlain + 1}, {.algorithm = Algorithm::memo, .max_taken = 1}));
}

TEST(Outcome, WinsFastAndLosesSlowly) {
  Successors successors;
  EXPECT_EQ(successors.value(), 0);
  successors.add(5);
  successors.add(7);
  EXPECT_EQ(successors.value(), -8);  // all lost: the longest
  successors.add(-4);
  successors.add(-2);
  EXPECT_EQ(successors.value(), 3);  // the nearest win
  successors.add(0);
  EXPECT_EQ(successors.value(), 1);
  EXPECT_TRUE(is_better_next(-2, -4));
  EXPECT_TRUE(is_better_next(0, 9));
  EXPECT_TRUE(is_better_next(7, 5));
  EXPECT_FALSE(is_better_next(9, -4));
  EXPECT_FALSE(is_better_next(3, 3));
}

const std::vector<std::vector<Heaps>> kCovered{
    {Heaps{}},
    {Heaps{0}},
    {Heaps{7}},
    {Heaps{3, 5}},
    {Heaps{4, 1, 2}},
    {Heaps{3, 3, 3, 3}},
    {Heaps{0, 6, 2, 4}},
    {Heaps{5, 0, 1}, Heaps{0, 3, 3}},
    {Heaps{2, 1, 0, 3, 2}},
};

// All positions reachable from the covered ones, including these.
std::set<std::vector<int>> reachable(const HeapIndex& index, const std::vector<Heaps>& covered) {
  std::set<std::vector<int>> seen;
  std::vector<Heaps> open = covered;
  while (!open.empty()) {
    const Heaps heaps = index.normalized(open.back());
    open.pop_back();
    if (!seen.emplace(heaps.begin(), heaps.end()).second) continue;
    sim::nim::for_each_move(heaps, sim::nim::kNoLimit, [&](const sim::nim::Move& move) {
      open.push_back(sim::nim::after(heaps, move));
    });
  }
  return seen;
}

class HeapIndexOf : public testing::TestWithParam<HeapOrder> {};
INSTANTIATE_TEST_SUITE_P(Orders, HeapIndexOf, testing::Values(HeapOrder::given, HeapOrder::ascending));

TEST_P(HeapIndexOf, NumbersPositionsInTheOrderInWhichItAdvances) {
  for (const std::vector<Heaps>& covered : kCovered) {
    const HeapIndex index(covered, GetParam());
    Heaps heaps = index.bounds();
    std::fill(heaps.begin(), heaps.end(), 0);
    std::size_t number = 0;
    do {
      ASSERT_TRUE(index.covers(heaps));
      ASSERT_EQ(index.normalized(heaps), heaps);
      ASSERT_EQ(index.number_of(heaps), number++);
    } while (index.advance(heaps, heaps.count()));
    EXPECT_EQ(number, index.size());
  }
}

TEST_P(HeapIndexOf, HoldsWhatIsReachedAndOfOnePositionNothingElse) {
  for (const std::vector<Heaps>& covered : kCovered) {
    const HeapIndex index(covered, GetParam());
    const auto positions = reachable(index, covered);
    for (const std::vector<int>& heaps : positions) EXPECT_TRUE(index.covers(Heaps(heaps)));
    if (covered.size() == 1) {
      EXPECT_EQ(index.size(), positions.size());
    }
  }
}

TEST_P(HeapIndexOf, SuccessorsHaveLowerNumbers) {
  for (const std::vector<Heaps>& covered : kCovered) {
    const HeapIndex index(covered, GetParam());
    Heaps heaps = index.bounds();
    std::fill(heaps.begin(), heaps.end(), 0);
    do {
      sim::nim::for_each_move(heaps, sim::nim::kNoLimit, [&](const sim::nim::Move& move) {
        const std::size_t number = index.number_with(heaps, move.heap, move.left);
        ASSERT_LT(number, index.number_of(heaps));
        ASSERT_EQ(number, index.number_of(index.normalized(sim::nim::after(heaps, move))));
      });
    } while (index.advance(heaps, heaps.count()));
  }
}

// The assumption behind the tables: the positions of a line before a position are its successors in that
// heap.
TEST_P(HeapIndexOf, LinesHoldTheSuccessorsInOneHeap) {
  for (const std::vector<Heaps>& covered : kCovered) {
    const HeapIndex index(covered, GetParam());
    std::map<std::size_t, std::set<std::size_t>> line_so_far;
    Heaps heaps = index.bounds();
    std::fill(heaps.begin(), heaps.end(), 0);
    do {
      std::set<std::size_t> lines;
      for (std::size_t heap = 0; heap < heaps.count(); ++heap) {
        const std::size_t line = index.line_of(heaps, heap);
        ASSERT_LT(line, index.line_count());
        ASSERT_EQ(!lines.insert(line).second, index.repeats_line(heaps, heap));
        std::set<std::size_t> successors;
        for (int left = 0; left < heaps[heap]; ++left)
          successors.insert(index.number_with(heaps, heap, left));
        ASSERT_EQ(line_so_far[line], successors);
      }
      for (const std::size_t line : lines) line_so_far[line].insert(index.number_of(heaps));
    } while (index.advance(heaps, heaps.count()));
    EXPECT_LE(line_so_far.size(), index.line_count());
  }
}

TEST(HeapIndexSize, StopsRatherThanOverflow) {
  const int large = sim::nim::kMaxHeap;
  const std::vector<Heaps> covered{Heaps{large, large, large, large, large, large, large, large}};
  EXPECT_EQ(HeapIndex(covered, HeapOrder::given).size(), HeapIndex::kTooMany);
  // 10,008 over 8 is 2.5e27.
  const int side = 10'000;
  const std::vector<Heaps> equal{Heaps{side, side, side, side, side, side, side, side}};
  EXPECT_EQ(HeapIndex(equal, HeapOrder::ascending).size(), HeapIndex::kTooMany);
}

TEST(HeapIndexSize, OfFourEqualHeapsIsABinomialCoefficient) {
  const std::vector<Heaps> covered{Heaps{50, 50, 50, 50}};
  EXPECT_EQ(HeapIndex(covered, HeapOrder::ascending).size(), 54u * 53 * 52 * 51 / 24);
  EXPECT_EQ(HeapIndex(covered, HeapOrder::given).size(), 51u * 51 * 51 * 51);
}

}  // namespace
}  // namespace sapper::solvers::nim
