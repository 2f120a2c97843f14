// A transposition table of fixed size with what the search knows about positions, shared by threads without locks.
//
// An entry holds 64 bits of a position's key, two bounds on its value and the cost of finding them; another 64 bits of
// the key select the bucket. Threads may write the same entry at the same time: the key is stored XORed with the
// bounds, so that a torn entry matches no key (Hyatt and Mann 2002, "A lock-less transposition table implementation for
// parallel search"). When a bucket is full, the cheapest entry is replaced.
//
// Two positions are confused if 64 + log2(buckets) bits of their keys agree: with probability below 10^-8 over 10^10
// lookups.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace sapper::solvers::optimal {

struct PositionKey {
  std::uint64_t place = 0;
  std::uint64_t check = 0;
};

// Layouts won by best play: at least `lower`, at most `upper`.
struct Bounds {
  std::uint32_t lower = 0;
  std::uint32_t upper = 0;
};

class ValueTable {
 public:
  static constexpr std::uint32_t kMostLayouts = (1U << 28) - 1;  // a bound's largest value

  // At least one bucket, otherwise at most `bytes` of memory; pages are touched only as the table fills.
  explicit ValueTable(std::size_t bytes);
  ~ValueTable();
  ValueTable(const ValueTable&) = delete;
  ValueTable& operator=(const ValueTable&) = delete;

  std::optional<Bounds> find(const PositionKey& key) const;
  // work: positions searched to find the bounds.
  void store(const PositionKey& key, Bounds bounds, std::uint64_t work);
  std::size_t bytes() const { return (bucket_mask_ + 1) * sizeof(Bucket); }

 private:
  struct Entry {
    std::atomic<std::uint64_t> key;   // check ^ data
    std::atomic<std::uint64_t> data;  // bounds and the logarithm of the work; 0: empty
  };
  struct alignas(64) Bucket {
    std::array<Entry, 4> entries;
  };

  Bucket* buckets_;  // zeroed
  std::size_t bucket_mask_;
};

}  // namespace sapper::solvers::optimal
