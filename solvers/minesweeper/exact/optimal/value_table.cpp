#include "solvers/minesweeper/exact/optimal/value_table.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <new>
#include <numeric>
#include <utility>

#include "sim/minesweeper/cell_symmetry.hpp"
#include "sim/random/stream.hpp"
#include "sim/support/contracts.hpp"

namespace sapper::solvers::optimal {
namespace {

using sim::Cell;
using sim::Grid;

constexpr int kBoundBits = 28;
constexpr std::uint64_t kBoundMask = (std::uint64_t{1} << kBoundBits) - 1;

std::uint64_t pack(Bounds bounds, std::uint64_t work) {
  const auto effort = static_cast<std::uint64_t>(std::bit_width(work));  // at most 64
  return effort << (2 * kBoundBits) | std::uint64_t{bounds.upper} << kBoundBits | bounds.lower;
}
Bounds bounds_of(std::uint64_t data) {
  return {static_cast<std::uint32_t>(data & kBoundMask),
          static_cast<std::uint32_t>(data >> kBoundBits & kBoundMask)};
}
std::uint64_t effort_of(std::uint64_t data) { return data >> (2 * kBoundBits); }

// The row step of allowed translations; 0: none.
int row_step_of(const Grid& grid) {
  if (grid.wraps_rows() || grid.wraps_cols()) return 0;  // translations are symmetries of the board
  return grid.has_shifted_rows() ? 2 : 1;
}

}  // namespace

ValueTable::ValueTable(std::size_t bytes)
    : bucket_mask_(std::bit_floor(std::max(bytes / sizeof(Bucket), std::size_t{1})) - 1) {
  void* const memory = ::mmap(nullptr, this->bytes(), PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  buckets_ = static_cast<Bucket*>(memory);
}

ValueTable::~ValueTable() { ::munmap(buckets_, bytes()); }

std::optional<Bounds> ValueTable::find(const PositionKey& key) const {
  for (const Entry& entry : buckets_[key.place & bucket_mask_].entries) {
    const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
    if (data != 0 && (entry.key.load(std::memory_order_relaxed) ^ data) == key.check) return bounds_of(data);
  }
  return std::nullopt;
}

void ValueTable::store(const PositionKey& key, Bounds bounds, std::uint64_t work) {
  Bucket& bucket = buckets_[key.place & bucket_mask_];
  Entry* place = nullptr;
  std::uint64_t min_effort = ~std::uint64_t{0};
  for (Entry& entry : bucket.entries) {
    const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
    if (data != 0 && (entry.key.load(std::memory_order_relaxed) ^ data) == key.check) {
      const Bounds known = bounds_of(data);
      bounds = {std::max(bounds.lower, known.lower), std::min(bounds.upper, known.upper)};
      place = &entry;
      break;
    }
    if (effort_of(data) < min_effort) {
      min_effort = effort_of(data);
      place = &entry;
    }
  }
  const std::uint64_t data = pack(bounds, work);
  place->key.store(key.check ^ data, std::memory_order_relaxed);
  place->data.store(data, std::memory_order_relaxed);
}

PositionKeys::PositionKeys(const Grid& grid)
    : byte_count_((grid.cell_count() + 7) / 8), row_step_(row_step_of(grid)), width_(grid.cols()) {
  SAPPER_EXPECT(grid.cell_count() <= kMostCells);
  const int side = std::max(grid.rows(), grid.cols());
  if (row_step_ == 1 && side <= 8) {
    // As translations are allowed, the shape of the board does not matter: all eight symmetries of a square are.
    width_ = side;
    const Grid square(side, side);
    for (const std::vector<Cell>& image_of : sim::symmetries(square)) {
      std::vector<Cell> bits;
      for (Cell cell = 0; cell < grid.cell_count(); ++cell)
        bits.push_back(image_of[square.at(grid.row_of(cell), grid.col_of(cell))]);
      add_image(bits);
    }
    return;
  }
  for (const std::vector<Cell>& image_of : sim::symmetries(grid)) add_image(image_of);
}

PositionKeys::PositionKeys(const sim::Graph& graph)
    : byte_count_((graph.cell_count() + 7) / 8), row_step_(0), width_(static_cast<int>(graph.cell_count())) {
  SAPPER_EXPECT(graph.cell_count() <= kMostCells);
  std::vector<Cell> bits(graph.cell_count());
  std::iota(bits.begin(), bits.end(), Cell{0});
  add_image(bits);
}

void PositionKeys::add_image(std::span<const Cell> bit_of_cell) {
  BitPermutation image;
  for (std::size_t byte = 0; byte < byte_count_; ++byte)
    for (std::size_t bits = 0; bits < 256; ++bits)
      for (std::size_t bit = 0; bit < 8; ++bit)
        if ((bits >> bit & 1) != 0 && byte * 8 + bit < bit_of_cell.size())
          image.of_byte[byte][bits] |= CellMask{1} << bit_of_cell[byte * 8 + bit];
  images_.push_back(image);
}

int PositionKeys::shift_of(CellMask mapped) const {
  if (row_step_ == 0) return 0;
  const int row = std::countr_zero(mapped) / width_;
  const CellMask row_mask = width_ == 64 ? ~CellMask{0} : (CellMask{1} << width_) - 1;
  CellMask cols = 0;
  for (CellMask left = mapped; left != 0; left = width_ == 64 ? 0 : left >> width_) cols |= left & row_mask;
  return row / row_step_ * row_step_ * width_ + std::countr_zero(cols);
}

PositionKey PositionKeys::key_of(std::span<const CellMask> layouts, CellMask undetermined) const {
  SAPPER_EXPECT(undetermined != 0);
  CellMask least = std::numeric_limits<CellMask>::max();
  std::array<Place, 8 * kMostCells> places;  // the maximum, on a torus
  std::size_t place_count = 0;
  for (const BitPermutation& image : images_) {
    const CellMask mapped = map(image, undetermined);
    const int shift = shift_of(mapped);
    if (mapped >> shift > least) continue;
    if (mapped >> shift < least) place_count = 0;
    least = mapped >> shift;
    places[place_count++] = {&image, shift};
  }

  PositionKey key;
  for (std::size_t i = 0; i < place_count; ++i) {
    PositionKey sum;
    for (const CellMask layout : layouts) {
      const CellMask mines = map(*places[i].image, layout & undetermined) >> places[i].shift;
      const std::uint64_t hash = sim::mix(mines + 0x9E3779B97F4A7C15);
      sum.place += hash;
      sum.check += sim::mix(hash + 0xD1B54A32D192ED03);
    }
    if (i == 0 || std::pair(sum.check, sum.place) < std::pair(key.check, key.place)) key = sum;
  }
  return key;
}

}  // namespace sapper::solvers::optimal
