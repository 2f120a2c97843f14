// Random streams: the correct generator, unbiased bounded draws, independence of the streams of different games.
#include "sim/random/stream.hpp"

#include <Random123/philox.h>

#include "tests/support/statistics.hpp"
#include "tests/support/test.hpp"

namespace sapper::sim {
namespace {

using tests::kFalseAlarmRate;

constexpr GameId kId{2026, 0x123456789abcdef0, 42};

// The known-answer vectors of the Random123 distribution (tests/kat_vectors, philox4x64 10).
TEST(Stream, GeneratorGivesTheKnownAnswers) {
  using Words = std::array<std::uint64_t, 4>;
  constexpr std::uint64_t kOnes = ~std::uint64_t{0};
  struct KnownAnswer {
    Words counter;
    std::array<std::uint64_t, 2> key;
    Words answer;
  };
  const KnownAnswer known[] = {
      {{0, 0, 0, 0},
       {0, 0},
       {0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b, 0x7e68b68aec7ba23b}},
      {{kOnes, kOnes, kOnes, kOnes},
       {kOnes, kOnes},
       {0x87b092c3013fe90b, 0x438c3c67be8d0224, 0x9cc7d7c69cd777b6, 0xa09caebf594f0ba0}},
      {{0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89},
       {0x452821e638d01377, 0xbe5466cf34e90c6c},
       {0xa528f45403e61d95, 0x38c72dbd566e9788, 0xa5a1610e72fd18b5, 0x57bd43b5e52b7fe6}},
  };
  for (const KnownAnswer& item : known) {
    const r123::Philox4x64::ctr_type counter{
        {item.counter[0], item.counter[1], item.counter[2], item.counter[3]}};
    const auto block = r123::Philox4x64{}(counter, {{item.key[0], item.key[1]}});
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(block[i], item.answer[i]);
  }
  Stream zero;
  for (const std::uint64_t word : known[0].answer) EXPECT_EQ(zero.next64(), word);
}

// Computed by an independent implementation of the paper: key (seed, board), counter (block, game, purpose,
// 0). Published results depend on these values, which never change.
TEST(Stream, ValuesAreThoseOfAnIndependentImplementation) {
  Stream stream(kId, StreamPurpose::strategy);
  for (const std::uint64_t word :
       {0x64685c359b9e8b96U, 0x0887783e22f3c4e4U, 0xe4d06d99163669c2U, 0x17bbb57c2dc16313U,
        0xd73316d15b490024U, 0x6307ad75ddb4b01aU, 0x70c5ce97f23be718U, 0x41f288aa5ae458ffU})
    EXPECT_EQ(stream.next64(), word);

  Stream halves(kId, StreamPurpose::strategy);
  EXPECT_EQ(halves.next32(), 0x9b9e8b96U);
  EXPECT_EQ(halves.next32(), 0x64685c35U);

  Stream bounded(kId, StreamPurpose::strategy);
  for (const std::uint32_t value : {291U, 188U, 65U, 15U, 41U, 429U, 85U, 44U, 171U, 403U})
    EXPECT_EQ(bounded.below(480), value);
  // A quarter of the words is rejected under this bound.
  for (const std::uint32_t value : {2789704723U, 1246085655U, 1419008753U, 1143685823U, 829810303U,
                                    1901596584U, 199388635U, 1412984172U, 2637752745U, 1307886215U})
    EXPECT_EQ(bounded.below(3U << 30), value);
}

TEST(Stream, BoundedDrawsAreUnbiased) {
  for (const std::uint32_t bound : {2U, 3U, 7U, 10U, 480U}) {
    Stream stream({1, bound, 0}, StreamPurpose::layout);
    std::vector<std::uint64_t> counts(bound);
    for (int i = 0; i < 200000; ++i) ++counts[stream.below(bound)];
    EXPECT_GT(tests::uniformity_p_value(counts), kFalseAlarmRate) << bound;
  }
  Stream stream({1, 1, 0}, StreamPurpose::layout);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(stream.below(1), 0U);
}

// Without rejection every third value of 0..3*2^30-1 would be twice as frequent as the others.
TEST(Stream, LargeBoundsAreUnbiased) {
  Stream stream({1, 2, 3}, StreamPurpose::layout);
  std::vector<std::uint64_t> counts(3);
  for (int i = 0; i < 100000; ++i) {
    const std::uint32_t value = stream.below(3U << 30);
    ASSERT_LT(value, 3U << 30);
    ++counts[value % 3];
  }
  EXPECT_GT(tests::uniformity_p_value(counts), kFalseAlarmRate);
}

TEST(Stream, UniformLiesInItsIntervalEvenly) {
  Stream stream({4, 5, 6}, StreamPurpose::strategy);
  std::vector<std::uint64_t> counts(100);
  for (int i = 0; i < 100000; ++i) {
    const double value = stream.uniform();
    ASSERT_GE(value, 0.0);
    ASSERT_LT(value, 1.0);
    ++counts[static_cast<std::size_t>(100 * value)];
  }
  EXPECT_GT(tests::uniformity_p_value(counts), kFalseAlarmRate);
}

TEST(Stream, ShufflesGiveEveryOrderEquallyOften) {
  Stream stream({7, 8, 9}, StreamPurpose::strategy);
  std::map<std::array<int, 4>, std::uint64_t> seen;
  for (int i = 0; i < 24000; ++i) {
    std::array<int, 4> values{0, 1, 2, 3};
    stream.shuffle(std::span<int>(values));
    ++seen[values];
  }
  ASSERT_EQ(seen.size(), 24U);
  std::vector<std::uint64_t> counts;
  for (const auto& [order, count] : seen) counts.push_back(count);
  EXPECT_GT(tests::uniformity_p_value(counts), kFalseAlarmRate);
}

// The frequency of each pair of values below 8 drawn from two streams in parallel.
double pairing_p_value(Stream first, Stream second) {
  std::vector<std::uint64_t> counts(64);
  for (int i = 0; i < 64000; ++i) {
    const std::uint32_t high = first.below(8);
    ++counts[8 * high + second.below(8)];
  }
  return tests::uniformity_p_value(counts);
}

TEST(Stream, StreamsOfDifferentKeysAreIndependent) {
  const Stream base(kId, StreamPurpose::layout);
  const GameId other_seed{kId.seed + 1, kId.board_key, kId.game};
  const GameId other_board{kId.seed, kId.board_key + 1, kId.game};
  const GameId other_game{kId.seed, kId.board_key, kId.game + 1};
  const GameId swapped{kId.board_key, kId.seed, kId.game};
  EXPECT_GT(pairing_p_value(base, Stream(other_seed, StreamPurpose::layout)), kFalseAlarmRate);
  EXPECT_GT(pairing_p_value(base, Stream(other_board, StreamPurpose::layout)), kFalseAlarmRate);
  EXPECT_GT(pairing_p_value(base, Stream(other_game, StreamPurpose::layout)), kFalseAlarmRate);
  EXPECT_GT(pairing_p_value(base, Stream(swapped, StreamPurpose::layout)), kFalseAlarmRate);
  EXPECT_GT(pairing_p_value(base, Stream(kId, StreamPurpose::relaying)), kFalseAlarmRate);
  EXPECT_LT(pairing_p_value(base, base), kFalseAlarmRate) << "the test sees a stream paired with itself";
}

// The first draws of consecutive games, which decide where mines lie, are as good as draws of one stream.
TEST(Stream, FirstDrawsOfConsecutiveGamesAreIndependent) {
  std::vector<std::uint64_t> counts(16 * 16);
  std::uint32_t last = 0;
  for (std::uint64_t game = 0; game <= 100000; ++game) {
    const std::uint32_t value = Stream({2026, 99, game}, StreamPurpose::layout).below(16);
    if (game > 0) ++counts[16 * last + value];
    last = value;
  }
  EXPECT_GT(tests::uniformity_p_value(counts), kFalseAlarmRate);
}

}  // namespace
}  // namespace sapper::sim
