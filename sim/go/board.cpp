#include "sim/go/board.hpp"

namespace sapper::sim::go {

Board::Board(int size)
    : size_(size), stride_(size + 1), site_count_(static_cast<std::uint32_t>((size + 2) * (size + 1) + 1)) {
  SAPPER_EXPECT(size >= 1 && size <= kMaxSize);
  clear();
}

// Copies only the part in use: for 9 x 9 a sixth of the largest board.
Board& Board::operator=(const Board& other) {
  if (this == &other) return *this;
  size_ = other.size_;
  stride_ = other.stride_;
  site_count_ = other.site_count_;
  empty_count_ = other.empty_count_;
  stones_ = other.stones_;
  captures_ = other.captures_;
  ko_ = other.ko_;
  ko_color_ = other.ko_color_;
  std::copy_n(other.empty_.begin(), other.empty_count_, empty_.begin());
  std::copy_n(other.sites_.begin(), other.site_count_, sites_.begin());
  return *this;
}

void Board::clear() {
  empty_count_ = 0;
  stones_ = {};
  captures_ = {};
  forget_ko();
  Site outside{};
  outside.color = Color::outside;
  std::fill_n(sites_.begin(), site_count_, outside);
  for (int row = 0; row < size_; ++row)
    for (int col = 0; col < size_; ++col) sites_[at(row, col)].color = Color::empty;
  for (int row = 0; row < size_; ++row) {
    for (int col = 0; col < size_; ++col) {
      const Point point = at(row, col);
      sites_[point].place = static_cast<std::uint16_t>(empty_count_);
      empty_[empty_count_++] = point;
      unsigned around = 0;
      for (const Point neighbor : neighbors(point))
        around += color(neighbor) == Color::empty ? one_of(Color::empty)
                                                  : one_of(Color::black) + one_of(Color::white);
      sites_[point].around = static_cast<std::uint16_t>(around);
    }
  }
}

bool Board::is_own_eye(Point point, Color color) const {
  if (around(point, color) != 4) return false;
  const Color enemy = opposite(color);
  const int diagonals[] = {point - stride_ - 1, point - stride_ + 1, point + stride_ - 1,
                           point + stride_ + 1};
  int enemies = 0;
  for (const int diagonal : diagonals) enemies += sites_[static_cast<Point>(diagonal)].color == enemy;
  return enemies == 0 || (enemies == 1 && edges_at(point) == 0);
}

// The number of the chain's contacts with this point.
std::uint32_t Board::contacts_at(Point point, Point chain) const {
  std::uint32_t count = 0;
  for (const Point neighbor : neighbors(point)) count += sites_[neighbor].chain == chain;
  return count;
}

ChainList Board::captured_by(Point point, Color color) const {
  const Color enemy = opposite(color);
  ChainList list;
  for (const Point neighbor : neighbors(point)) {
    if (sites_[neighbor].color != enemy) continue;
    const Point chain = sites_[neighbor].chain;
    if (std::find(list.begin(), list.end(), chain) != list.end()) continue;
    if (sites_[chain].contacts == contacts_at(point, chain)) list.items[list.count++] = chain;
  }
  return list;
}

bool Board::is_suicide(Point point, Color color) const {
  if (around(point, Color::empty) > 0) return false;
  for (const Point neighbor : neighbors(point)) {
    const Site& site = sites_[neighbor];
    if (site.color == Color::outside) continue;
    const bool has_other_liberty = sites_[site.chain].contacts > contacts_at(point, site.chain);
    // It is no suicide next to a friendly chain with another liberty, or an enemy chain without one.
    if (has_other_liberty == (site.color == color)) return false;
  }
  return true;
}

void Board::place(Point point, Color color) {
  SAPPER_EXPECT(sites_[point].color == Color::empty);
  SAPPER_EXPECT(color == Color::black || color == Color::white);
  Site& site = sites_[point];
  const Point moved = empty_[--empty_count_];
  empty_[site.place] = moved;
  sites_[moved].place = site.place;
  ++stones_[index_of(color)];

  site.color = color;
  site.chain = point;
  site.next = point;
  site.chain_stones = 1;
  site.contacts = static_cast<std::uint16_t>(around(point, Color::empty));
  const unsigned change = static_cast<unsigned>(one_of(color)) - one_of(Color::empty);
  for (const Point neighbor : neighbors(point)) {
    Site& other = sites_[neighbor];
    other.around = static_cast<std::uint16_t>(other.around + change);
    --sites_[other.chain].contacts;
  }
}

// The smaller chain takes the larger one's representative.
void Board::join(Point point, Point neighbor) {
  Point kept = sites_[point].chain;
  Point renamed = sites_[neighbor].chain;
  if (sites_[kept].chain_stones < sites_[renamed].chain_stones) std::swap(kept, renamed);
  Site& into = sites_[kept];
  const Site& from = sites_[renamed];
  into.contacts = static_cast<std::uint16_t>(into.contacts + from.contacts);
  into.chain_stones = static_cast<std::uint16_t>(into.chain_stones + from.chain_stones);
  Point member = renamed;
  do {
    sites_[member].chain = kept;
    member = sites_[member].next;
  } while (member != renamed);
  std::swap(sites_[kept].next, sites_[renamed].next);
}

std::uint32_t Board::remove_chain(Point chain) {
  const Color color = sites_[chain].color;
  const unsigned change = static_cast<unsigned>(one_of(Color::empty)) - one_of(color);
  const std::uint32_t count = sites_[chain].chain_stones;
  Point member = chain;
  do {
    Site& site = sites_[member];
    site.color = Color::empty;
    site.chain = kNoPoint;
    site.place = static_cast<std::uint16_t>(empty_count_);
    empty_[empty_count_++] = member;
    for (const Point neighbor : neighbors(member)) {
      Site& other = sites_[neighbor];
      other.around = static_cast<std::uint16_t>(other.around + change);
      ++sites_[other.chain].contacts;
    }
    member = site.next;
  } while (member != chain);
  stones_[index_of(color)] -= count;
  captures_[index_of(opposite(color))] += count;
  return count;
}

void Board::play(Point point, Color color) {
  SAPPER_EXPECT(!is_suicide(point, color));
  const Color enemy = opposite(color);
  const bool is_alone = around(point, enemy) == 4;  // surrounded by enemies and edges: only captures free it
  place(point, color);
  std::uint32_t taken = 0;
  Point last_taken = kNoPoint;
  for (const Point neighbor : neighbors(point)) {
    const Site& other = sites_[neighbor];
    if (other.color == color) {
      if (other.chain != sites_[point].chain) join(point, neighbor);
    } else if (other.color == enemy && sites_[other.chain].contacts == 0) {
      taken += remove_chain(other.chain);
      last_taken = neighbor;
    }
  }
  ko_ = is_alone && taken == 1 ? last_taken : kNoPoint;
  ko_color_ = enemy;
}

}  // namespace sapper::sim::go
