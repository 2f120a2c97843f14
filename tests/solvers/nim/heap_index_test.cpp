#include "solvers/nim/heap_index.hpp"

#include "tests/support/test.hpp"

namespace sapper::solvers::nim {
namespace {

using sim::nim::Heaps;

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
template <class Index>
std::set<std::vector<int>> reachable(const Index& index, const std::vector<Heaps>& covered) {
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

template <class Index>
class HeapIndex : public testing::Test {};
using Indices = testing::Types<OrderedIndex, SortedIndex>;
TYPED_TEST_SUITE(HeapIndex, Indices);

TYPED_TEST(HeapIndex, NumbersPositionsInTheOrderInWhichItAdvances) {
  for (const std::vector<Heaps>& covered : kCovered) {
    const TypeParam index(covered);
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

TYPED_TEST(HeapIndex, HoldsWhatIsReachedAndOfOnePositionNothingElse) {
  for (const std::vector<Heaps>& covered : kCovered) {
    const TypeParam index(covered);
    const auto positions = reachable(index, covered);
    for (const std::vector<int>& heaps : positions) EXPECT_TRUE(index.covers(Heaps(heaps)));
    if (covered.size() == 1) {
      EXPECT_EQ(index.size(), positions.size());
    }
  }
}

TYPED_TEST(HeapIndex, SuccessorsHaveLowerNumbers) {
  for (const std::vector<Heaps>& covered : kCovered) {
    const TypeParam index(covered);
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
TYPED_TEST(HeapIndex, LinesHoldTheSuccessorsInOneHeap) {
  for (const std::vector<Heaps>& covered : kCovered) {
    const TypeParam index(covered);
    std::map<std::size_t, std::set<std::size_t>> line_so_far;
    Heaps heaps = index.bounds();
    std::fill(heaps.begin(), heaps.end(), 0);
    do {
      std::set<std::size_t> lines;
      for (std::size_t heap = 0; heap < heaps.count(); ++heap) {
        const std::size_t line = index.line_of(heaps, heap);
        ASSERT_LT(line, index.line_count());
        ASSERT_EQ(!lines.insert(line).second, TypeParam::repeats_line(heaps, heap));
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
  EXPECT_EQ(OrderedIndex(covered).size(), kTooMany);
  // 10,008 over 8 is 2.5e27.
  const int side = 10'000;
  const std::vector<Heaps> equal{Heaps{side, side, side, side, side, side, side, side}};
  EXPECT_EQ(SortedIndex(equal).size(), kTooMany);
}

TEST(HeapIndexSize, OfFourEqualHeapsIsABinomialCoefficient) {
  const std::vector<Heaps> covered{Heaps{50, 50, 50, 50}};
  EXPECT_EQ(SortedIndex(covered).size(), 54u * 53 * 52 * 51 / 24);
  EXPECT_EQ(OrderedIndex(covered).size(), 51u * 51 * 51 * 51);
}

}  // namespace
}  // namespace sapper::solvers::nim
