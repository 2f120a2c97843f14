// A Go board: stones in chains, liberties, captures. It places stones; turns, superko and scores are in
// game.hpp.
//
// Rules: J. Tromp and B. Taylor, "The game of Go" (tromp.github.io/go.html), except that suicide is illegal, as in most
// written rules:
// - Stones of one colour joined along lines are one chain. The empty points next to it are its liberties.
// - Placing a stone captures the enemy chains that it leaves without a liberty; they count for the player who placed
//   it.
// - A stone whose chain would have no liberty after that may not be placed (suicide).
// - Simple ko, which playouts use in place of superko: a single stone that has just captured one stone, and whose only
//   liberty is the point of that stone, may not be recaptured at once.
//
// Each chain counts its contacts (pairs of one of its stones and an empty neighbour, the "pseudo-liberties" of
// L. Lew, "Modeling Go Game as a Large Decomposable Decision Process", 2011, chapter 3): the count is 0 exactly when
// the chain has no liberty, and is updated by additions alone. Placing a stone visits four neighbours and costs,
// amortised, O(log chain) for joining chains and O(1) for each captured stone. Nothing is allocated.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "sim/support/contracts.hpp"

namespace sapper::sim::go {

enum class Color : std::uint8_t { black, white, empty, outside };
constexpr Color opposite(Color color) { return color == Color::black ? Color::white : Color::black; }
constexpr std::size_t index_of(Color color) { return static_cast<std::size_t>(color); }

// A point's index in an array with a border around the board: row after row, each preceded by a border point.
// Valid for one board size only.
using Point = std::uint16_t;
inline constexpr Point kNoPoint = 0;
inline constexpr Point kPass = 0xFFFF;  // not a point: the move that passes

inline constexpr int kMaxSize = 25;  // letters A to Z without I
inline constexpr std::size_t kMaxPoints = kMaxSize * kMaxSize;
inline constexpr std::size_t kMaxSites = (kMaxSize + 2) * (kMaxSize + 1) + 1;

// A list of up to four chains, each by its representative.
struct ChainList {
  std::array<Point, 4> items{};
  std::size_t count = 0;
  const Point* begin() const { return items.data(); }
  const Point* end() const { return items.data() + count; }
};

class Board {
 public:
  explicit Board(int size);  // 1..kMaxSize
  Board(const Board& other) { *this = other; }
  Board& operator=(const Board& other);

  void clear();

  int size() const { return size_; }
  std::size_t point_count() const {
    return static_cast<std::size_t>(size_) * static_cast<std::size_t>(size_);
  }
  // An upper bound on all points.
  std::size_t site_count() const { return site_count_; }
  // Rows and columns count from 0; row 0 is line 1, the lowest; column 0 is A.
  Point at(int row, int col) const { return static_cast<Point>((row + 1) * stride_ + col + 1); }
  int row_of(Point point) const { return point / stride_ - 1; }
  int col_of(Point point) const { return point % stride_ - 1; }
  std::array<Point, 4> neighbors(Point p) const {
    return {static_cast<Point>(p - stride_), static_cast<Point>(p - 1), static_cast<Point>(p + 1),
            static_cast<Point>(p + stride_)};
  }

  Color color(Point point) const { return sites_[point].color; }
  // The empty points, in no particular order.
  std::span<const Point> empty_points() const { return {empty_.data(), empty_count_}; }
  std::uint32_t stone_count(Color color) const { return stones_[index_of(color)]; }
  // Enemy stones taken by this side so far.
  std::uint32_t captures(Color by) const { return captures_[index_of(by)]; }
  // The point where a simple ko forbids the next move of the side that lost a stone there, or kNoPoint.
  Point ko() const { return ko_; }
  void forget_ko() { ko_ = kNoPoint; }

  // Chains, by any of their stones.
  Point chain(Point stone) const { return sites_[stone].chain; }  // its representative
  std::uint32_t chain_size(Point stone) const { return sites_[chain(stone)].chain_stones; }
  // 0 exactly when the chain has no liberty.
  std::uint32_t chain_contacts(Point stone) const { return sites_[chain(stone)].contacts; }
  template <class Visit>
  void for_each_in_chain(Point stone, Visit visit) const {
    Point member = stone;
    do {
      const Point next = sites_[member].next;
      visit(member);
      member = next;
    } while (member != stone);
  }

  // How many neighbours of the point are of the colour. An edge counts as both colours, not as empty.
  std::uint32_t around(Point point, Color color) const {
    return sites_[point].around >> (kBitsPerColor * static_cast<unsigned>(color)) & kColorMask;
  }
  std::uint32_t edges_at(Point point) const {
    return around(point, Color::black) + around(point, Color::white) + around(point, Color::empty) - 4;
  }
  // Whether all neighbours of an empty point are the side's stones and the enemy has too few of the diagonal points to
  // make it a false eye: at most one, or none at the edge (R. Coulom, "Efficient selectivity and backup operators in
  // Monte-Carlo tree search", 2006, section 2).
  bool is_own_eye(Point point, Color color) const;

  // Precondition of these: the point is empty.
  ChainList captured_by(Point point, Color color) const;  // the chains that the stone would take
  bool is_suicide(Point point, Color color) const;
  // Neither suicide nor a simple ko.
  bool is_playable(Point point, Color color) const {
    if (around(point, Color::empty) > 0) return true;
    return !(point == ko_ && color == ko_color_) && !is_suicide(point, color);
  }

  // Places a stone on an empty point, where it must not be suicide, and removes the stones that it captures.
  void play(Point point, Color color);

  // Moves an empty point to another place in empty_points().
  void swap_empty(std::size_t a, std::size_t b) {
    std::swap(empty_[a], empty_[b]);
    sites_[empty_[a]].place = static_cast<std::uint16_t>(a);
    sites_[empty_[b]].place = static_cast<std::uint16_t>(b);
  }

 private:
  static constexpr unsigned kBitsPerColor = 4;
  static constexpr unsigned kColorMask = 0xF;
  static constexpr std::uint16_t one_of(Color color) {
    return static_cast<std::uint16_t>(1U << (kBitsPerColor * static_cast<unsigned>(color)));
  }

  // The data of a point in 16 bytes, four points per cache line. `contacts` and `chain_stones` are the chain's
  // and valid at its representative. Empty and outside points have the chain kNoPoint, whose counters are
  // never read, so that the counters of neighbours are updated branch-free.
  struct alignas(16) Site {
    Color color;
    std::uint16_t around;  // neighbours by colour, four bits each
    Point chain;
    Point next;           // the chain's stones as a ring
    std::uint16_t place;  // in empty_
    std::uint16_t contacts;
    std::uint16_t chain_stones;
  };

  std::uint32_t contacts_at(Point point, Point chain) const;
  void place(Point point, Color color);
  void join(Point point, Point neighbor);
  std::uint32_t remove_chain(Point chain);

  int size_ = 0;
  int stride_ = 0;
  std::uint32_t site_count_ = 0;
  std::uint32_t empty_count_ = 0;
  std::array<std::uint32_t, 2> stones_{};
  std::array<std::uint32_t, 2> captures_{};
  Point ko_ = kNoPoint;
  Color ko_color_ = Color::empty;  // the side that may not play there
  std::array<Point, kMaxPoints> empty_;
  std::array<Site, kMaxSites> sites_;
};

}  // namespace sapper::sim::go
