// After every move of random games, all that the board updates incrementally is recomputed from the stones
// alone.
#include "sim/go/board.hpp"
#include "sim/go/game.hpp"
#include "sim/go/text.hpp"
#include "sim/random/stream.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/test.hpp"

namespace sapper::sim::go {
namespace {

using Place = std::pair<int, int>;  // row, column
using Stones = std::map<Place, Color>;

Stones stones_of(const Board& board) {
  Stones stones;
  for (int row = 0; row < board.size(); ++row)
    for (int col = 0; col < board.size(); ++col)
      if (const Color color = board.color(board.at(row, col)); color != Color::empty)
        stones[{row, col}] = color;
  return stones;
}

std::vector<Place> neighbors_of(int size, Place place) {
  const auto [row, col] = place;
  std::vector<Place> all;
  if (row > 0) all.emplace_back(row - 1, col);
  if (col > 0) all.emplace_back(row, col - 1);
  if (row + 1 < size) all.emplace_back(row + 1, col);
  if (col + 1 < size) all.emplace_back(row, col + 1);
  return all;
}

struct Group {
  std::set<Place> members;
  std::set<Place> liberties;
  std::uint32_t contacts = 0;
};

Group group_at(const Stones& stones, int size, Place place) {
  const Color color = stones.at(place);
  Group group;
  std::vector<Place> queue{place};
  group.members.insert(place);
  while (!queue.empty()) {
    const Place member = queue.back();
    queue.pop_back();
    for (const Place& neighbor : neighbors_of(size, member)) {
      const auto found = stones.find(neighbor);
      if (found == stones.end()) {
        group.liberties.insert(neighbor);
        ++group.contacts;
      } else if (found->second == color && group.members.insert(neighbor).second) {
        queue.push_back(neighbor);
      }
    }
  }
  return group;
}

// An independent version of the rules: the stones after a move and the number captured; nullopt for suicide.
struct Outcome {
  Stones stones;
  std::uint32_t taken = 0;
};
std::optional<Outcome> outcome_of(Stones stones, int size, Place place, Color color) {
  Outcome outcome;
  stones[place] = color;
  for (const Place& neighbor : neighbors_of(size, place)) {
    const auto found = stones.find(neighbor);
    if (found == stones.end() || found->second == color) continue;
    const Group enemy = group_at(stones, size, neighbor);
    if (!enemy.liberties.empty()) continue;
    for (const Place& member : enemy.members) stones.erase(member);
    outcome.taken += static_cast<std::uint32_t>(enemy.members.size());
  }
  if (group_at(stones, size, place).liberties.empty()) return std::nullopt;
  outcome.stones = std::move(stones);
  return outcome;
}

void expect_board_matches(const Board& board, const Stones& stones) {
  ASSERT_EQ(stones_of(board), stones) << draw(board);
  const int size = board.size();
  std::array<std::uint32_t, 2> count{};
  for (const auto& [place, color] : stones) {
    ++count[index_of(color)];
    const Point point = board.at(place.first, place.second);
    const Group group = group_at(stones, size, place);
    std::set<Place> members;
    board.for_each_in_chain(point, [&](Point member) {
      members.emplace(board.row_of(member), board.col_of(member));
      EXPECT_EQ(board.chain(member), board.chain(point));
    });
    ASSERT_EQ(members, group.members) << draw(board);
    ASSERT_EQ(board.chain_size(point), group.members.size());
    ASSERT_EQ(board.chain_contacts(point), group.contacts) << draw(board);
  }
  EXPECT_EQ(board.stone_count(Color::black), count[0]);
  EXPECT_EQ(board.stone_count(Color::white), count[1]);
  const std::set<Point> empty(board.empty_points().begin(), board.empty_points().end());
  ASSERT_EQ(empty.size(), board.point_count() - stones.size());
  ASSERT_EQ(board.empty_points().size(), empty.size());
  for (const Point point : empty) ASSERT_EQ(board.color(point), Color::empty);
  for (int row = 0; row < size; ++row) {
    for (int col = 0; col < size; ++col) {
      std::array<std::uint32_t, 3> around{};
      const std::vector<Place> neighbors = neighbors_of(size, {row, col});
      for (const Place& neighbor : neighbors)
        ++around[stones.contains(neighbor) ? index_of(stones.at(neighbor)) : index_of(Color::empty)];
      const Point point = board.at(row, col);
      const auto edges = static_cast<std::uint32_t>(4 - neighbors.size());
      ASSERT_EQ(board.edges_at(point), edges);
      for (const Color color : {Color::black, Color::white})
        ASSERT_EQ(board.around(point, color), around[index_of(color)] + edges);
      ASSERT_EQ(board.around(point, Color::empty), around[index_of(Color::empty)]);
    }
  }
}

// Checks every point of the position, then makes one of the legal moves.
class Referee {
 public:
  explicit Referee(int size) : game_({.size = size, .end = GameEnd::passes}) { seen_.insert(Stones{}); }

  // False when the side to move has no legal move, and passes.
  bool play_one(Stream& choices) {
    const Color color = game_.to_move();
    const int size = game_.board().size();
    std::vector<std::pair<Place, Outcome>> legal;
    for (int row = 0; row < size; ++row) {
      for (int col = 0; col < size; ++col) {
        const Place place{row, col};
        const Verdict verdict = game_.verdict(color, game_.board().at(row, col));
        if (stones_.contains(place)) {
          EXPECT_EQ(verdict, Verdict::occupied);
          continue;
        }
        auto outcome = outcome_of(stones_, size, place, color);
        if (!outcome) {
          EXPECT_EQ(verdict, Verdict::suicide) << draw(game_.board());
        } else if (seen_.contains(outcome->stones)) {
          EXPECT_EQ(verdict, Verdict::superko) << draw(game_.board());
          ++superko_count_;
        } else {
          EXPECT_EQ(verdict, Verdict::legal) << name_of(verdict) << '\n' << draw(game_.board());
          legal.emplace_back(place, std::move(*outcome));
        }
      }
    }
    if (legal.empty()) {
      EXPECT_EQ(game_.play(kPass), Verdict::legal);
      return false;
    }
    const auto& [place, outcome] = legal[choices.below(static_cast<std::uint32_t>(legal.size()))];
    EXPECT_EQ(game_.play(game_.board().at(place.first, place.second)), Verdict::legal);
    taken_[index_of(color)] += outcome.taken;
    stones_ = outcome.stones;
    seen_.insert(stones_);
    expect_board_matches(game_.board(), stones_);
    EXPECT_EQ(game_.board().captures(Color::black), taken_[0]);
    EXPECT_EQ(game_.board().captures(Color::white), taken_[1]);
    return true;
  }

  const Game& game() const { return game_; }
  std::uint32_t superko_count() const { return superko_count_; }

 private:
  Game game_;
  Stones stones_;
  std::set<Stones> seen_;
  std::array<std::uint32_t, 2> taken_{};
  std::uint32_t superko_count_ = 0;
};

struct Plan {
  int size;
  int games;
  int move_cap;
};

class GoChains : public testing::TestWithParam<Plan> {};

TEST_P(GoChains, AreWhatTheStonesSayAfterEveryMove) {
  SAPPER_LONG_TEST_IF(GetParam().size >= 9);
  const auto [size, games, move_cap] = GetParam();
  const auto count = static_cast<std::uint64_t>(tests::case_count(games));
  std::uint32_t captures = 0;
  std::uint32_t superkos = 0;
  for (std::uint64_t number = 0; number < count; ++number) {
    Referee referee(size);
    Stream choices({2026, static_cast<std::uint64_t>(size), number}, StreamPurpose::playout);
    int passes = 0;
    for (int move = 0; move < move_cap && passes < 2; ++move) {
      passes = referee.play_one(choices) ? 0 : passes + 1;
      if (HasFailure())
        FAIL() << "game " << number << ", move " << move << '\n' << draw(referee.game().board());
    }
    captures += referee.game().board().captures(Color::black);
    superkos += referee.superko_count();
  }
  EXPECT_EQ(captures > 0, size > 1);
  if (size > 1 && size < 5) {
    EXPECT_GT(superkos, 0U);
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, GoChains,
                         testing::Values(Plan{1, 10, 10}, Plan{2, 1000, 40}, Plan{3, 500, 60},
                                         Plan{4, 200, 80}, Plan{5, 100, 100}, Plan{7, 20, 150},
                                         Plan{9, 5, 250}, Plan{13, 1, 400}),
                         [](const auto& test) { return "Size" + std::to_string(test.param.size); });

// The number of positions in which every chain has a liberty, by the board's count of contacts, against
// J. Tromp and G. Farnebäck, "Combinatorics of Go" (2007), table 1.

constexpr bool kIsSlowBuild = tests::kDefaultTestPercent < 100;

// Enumerates the points from `index` on. The remaining points are empty: a chain without a liberty now will
// have none later either.
std::uint64_t count_legal(const Board& board, int index) {
  const int size = board.size();
  if (index == size * size) return 1;
  std::uint64_t count = count_legal(board, index + 1);
  const Point point = board.at(index / size, index % size);
  for (const Color color : {Color::black, Color::white}) {
    // A stone that leaves itself or another chain without a liberty.
    if (board.is_suicide(point, color) || board.captured_by(point, color).count > 0) continue;
    Board next(board);
    next.play(point, color);
    count += count_legal(next, index + 1);
  }
  return count;
}

std::uint64_t legal_positions(int size) { return count_legal(Board(size), 0); }

TEST(GoLegalPositions, AreAsManyAsPublished) {
  EXPECT_EQ(legal_positions(1), 1U);
  EXPECT_EQ(legal_positions(2), 57U);
  EXPECT_EQ(legal_positions(3), 12675U);
}

// Takes seconds in optimized builds; SAPPER_LONG_TESTS=1 runs it in others too.
TEST(GoLegalPositions, AreAsManyAsPublishedOn4x4) {
  if (kIsSlowBuild && std::getenv("SAPPER_LONG_TESTS") == nullptr) GTEST_SKIP() << "set SAPPER_LONG_TESTS=1";
  EXPECT_EQ(legal_positions(4), 24318165U);
}

}  // namespace
}  // namespace sapper::sim::go
