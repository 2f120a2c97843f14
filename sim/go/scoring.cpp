#include "sim/go/scoring.hpp"

namespace sapper::sim::go {
namespace {

struct Region {
  std::span<const Point> points;
  std::array<std::uint32_t, 2> contacts{};

  // The only colour that it touches; Color::empty if it touches both or none.
  Color only_neighbor() const {
    if ((contacts[0] > 0) == (contacts[1] > 0)) return Color::empty;
    return contacts[0] > 0 ? Color::black : Color::white;
  }
};

// Calls visit(region) for each empty region until it returns false.
template <class Visit>
void for_each_region(const Board& board, Visit visit) {
  std::array<bool, kMaxSites> is_seen;
  std::fill_n(is_seen.begin(), board.site_count(), false);
  std::array<Point, kMaxPoints> queue;
  for (const Point first : board.empty_points()) {
    if (is_seen[first]) continue;
    Region region;
    std::size_t count = 0;
    queue[count++] = first;
    is_seen[first] = true;
    for (std::size_t i = 0; i < count; ++i) {
      for (const Point neighbor : board.neighbors(queue[i])) {
        const Color color = board.color(neighbor);
        if (color == Color::outside) continue;
        if (color != Color::empty) {
          ++region.contacts[index_of(color)];
        } else if (!is_seen[neighbor]) {
          is_seen[neighbor] = true;
          queue[count++] = neighbor;
        }
      }
    }
    region.points = {queue.data(), count};
    if (!visit(region)) return;
  }
}

int as_halves(std::size_t points) { return static_cast<int>(2 * points); }

}  // namespace

std::string_view name_of(Scoring scoring) { return scoring == Scoring::area ? "area" : "majority"; }

Score score_of(const Board& board, Scoring scoring, int komi_halves) {
  const auto own = [&](Color color) {
    return as_halves(scoring == Scoring::area ? board.stone_count(color) : board.captures(color));
  };
  Score score{own(Color::black), own(Color::white) + komi_halves};
  for_each_region(board, [&](const Region& region) {
    Color owner = region.only_neighbor();
    if (scoring == Scoring::majority && region.contacts[0] != region.contacts[1])
      owner = region.contacts[0] > region.contacts[1] ? Color::black : Color::white;
    if (owner == Color::black) score.black_halves += as_halves(region.points.size());
    if (owner == Color::white) score.white_halves += as_halves(region.points.size());
    return true;
  });
  return score;
}

bool is_settled(const Board& board) {
  // Almost always a single point already touches both.
  for (const Point point : board.empty_points()) {
    const std::uint32_t edges = board.edges_at(point);
    if (board.around(point, Color::black) > edges && board.around(point, Color::white) > edges) return false;
  }
  bool answer = true;
  for_each_region(board, [&](const Region& region) {
    answer = region.contacts[0] == 0 || region.contacts[1] == 0;
    return answer;
  });
  return answer;
}

std::array<Color, kMaxSites> area_owners(const Board& board) {
  std::array<Color, kMaxSites> owners;
  owners.fill(Color::empty);
  for_each_region(board, [&](const Region& region) {
    for (const Point point : region.points) owners[point] = region.only_neighbor();
    return true;
  });
  return owners;
}

}  // namespace sapper::sim::go
