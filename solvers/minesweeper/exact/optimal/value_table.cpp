#include "solvers/minesweeper/exact/optimal/value_table.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <new>

namespace sapper::solvers::optimal {
namespace {

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

}  // namespace sapper::solvers::optimal
