// A set of at most 64 * kWords layouts, as bits.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace sapper::solvers {

template <std::size_t kWords>
struct LayoutSet {
  std::array<std::uint64_t, kWords> words{};

  static LayoutSet first(std::size_t count) {
    LayoutSet set;
    for (std::size_t i = 0; i < kWords && count > 64 * i; ++i)
      set.words[i] = count - 64 * i >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (count - 64 * i)) - 1;
    return set;
  }
  std::uint32_t size() const {
    std::uint32_t sum = 0;
    for (const std::uint64_t word : words) sum += static_cast<std::uint32_t>(std::popcount(word));
    return sum;
  }
  bool is_empty() const {
    std::uint64_t any = 0;
    for (const std::uint64_t word : words) any |= word;
    return any == 0;
  }
  friend LayoutSet operator&(const LayoutSet& a, const LayoutSet& b) {
    LayoutSet result;
    for (std::size_t i = 0; i < kWords; ++i) result.words[i] = a.words[i] & b.words[i];
    return result;
  }
  bool operator==(const LayoutSet&) const = default;

  // Mixes all words; not cryptographic. Two independent multipliers give 128 bits.
  std::uint64_t hash(std::uint64_t multiplier) const {
    std::uint64_t mixed = 0;
    for (const std::uint64_t word : words) {
      mixed = (mixed ^ word) * multiplier;
      mixed ^= mixed >> 29;
    }
    return mixed * 0x9E3779B97F4A7C15U;
  }
};

// The bits of `values` at the positions set in `chosen`, packed at the low end.
inline std::uint64_t extract_bits(std::uint64_t values, std::uint64_t chosen) {
#ifdef __BMI2__
  return __builtin_ia32_pext_di(values, chosen);  // of <immintrin.h>, which has 60,000 lines
#else
  std::uint64_t result = 0;
  for (unsigned at = 0; chosen != 0; chosen &= chosen - 1, ++at)
    result |= (values >> std::countr_zero(chosen) & 1) << at;
  return result;
#endif
}

// The members of `values` that are in `chosen`, numbered by their order in `chosen`, which has at most 64 * kTo
// members.
template <std::size_t kTo, std::size_t kFrom>
LayoutSet<kTo> compact(const LayoutSet<kFrom>& values, const LayoutSet<kFrom>& chosen) {
  LayoutSet<kTo> result;
  std::size_t count = 0;
  for (std::size_t i = 0; i < kFrom; ++i) {
    if (chosen.words[i] == 0) continue;
    const std::uint64_t bits = extract_bits(values.words[i], chosen.words[i]);
    const std::size_t shift = count % 64;
    result.words[count / 64] |= bits << shift;
    if (shift != 0 && count / 64 + 1 < kTo) result.words[count / 64 + 1] |= bits >> (64 - shift);
    count += static_cast<std::size_t>(std::popcount(chosen.words[i]));
    if (count == 64 * kTo) break;
  }
  return result;
}

}  // namespace sapper::solvers
