// The nim-sum against values by enumeration of all lines of play.
#include "solvers/nim/nim_sum.hpp"

#include "solvers/nim/solver.hpp"
#include "solvers/nim/successors.hpp"
#include "tests/support/test.hpp"

namespace sapper::solvers::nim {
namespace {

using sim::nim::Heaps;

TEST(NimSum, IsZeroExactlyWhereThePlayerToMoveLoses) {
  for (const int max_taken : {sim::nim::kNoLimit, 1, 2, 3}) {
    const Heaps largest{5, 5, 4};
    SolverOptions options;
    options.max_taken = max_taken;
    const auto solver = make_solver(std::span(&largest, 1), options);
    for (int a = 0; a <= 5; ++a)
      for (int b = 0; b <= 5; ++b)
        for (int c = 0; c <= 4; ++c) {
          const Heaps heaps{a, b, c};
          const bool wins = solver->value(heaps) > 0;
          EXPECT_EQ(nim_sum(heaps, max_taken) != 0, wins) << a << ' ' << b << ' ' << c << ", " << max_taken;
          const auto move = winning_move(heaps, max_taken);
          ASSERT_EQ(move.has_value(), wins);
          if (!move) continue;
          ASSERT_TRUE(sim::nim::is_legal(heaps, *move, max_taken));
          EXPECT_LE(solver->value(sim::nim::after(heaps, *move)), 0) << "the opponent loses";
        }
  }
}

TEST(NimSum, OfLargeHeaps) {
  EXPECT_EQ(nim_sum({1'000'000, 999'999}), 1'000'000 ^ 999'999);
  EXPECT_EQ(nim_sum({21}, 3), 1);
  EXPECT_EQ(nim_sum({}), 0);
}

}  // namespace
}  // namespace sapper::solvers::nim
