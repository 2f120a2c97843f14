// The state of an elimination as one number: what each open constraint still needs, and the mines laid so far.
//
// From the low bits: the mines, then slots of four bits. A need is at most 7, so each slot's top bit is free to catch
// borrows: the guard. Machine words are the keys of nearly all components; WideKey, of as many words as it takes, has the
// arithmetic and the order of such a number. Where constraints have more than eight cells, its slots have eight bits, for
// needs of up to 127. A slot lies within one word.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace sapper::solvers {

template <std::size_t kWords, unsigned kBitsOfSlot = 4>
class WideKey {
 public:
  static constexpr unsigned kSlotBits = kBitsOfSlot;

  constexpr WideKey() = default;
  constexpr explicit WideKey(std::uint64_t low) { words_[0] = low; }
  explicit operator std::uint32_t() const { return static_cast<std::uint32_t>(words_[0]); }

  // A value within one word, at this bit.
  static constexpr WideKey at(unsigned bit, std::uint64_t value) {
    WideKey key;
    key.words_[bit / 64] = value << bit % 64;
    return key;
  }

  constexpr WideKey& operator+=(const WideKey& other) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < kWords; ++i) {
      const std::uint64_t sum = words_[i] + other.words_[i];
      const std::uint64_t overflow = sum < words_[i] ? 1 : 0;
      words_[i] = sum + carry;
      carry = overflow + (words_[i] < sum ? 1 : 0);
    }
    return *this;
  }
  constexpr WideKey& operator-=(const WideKey& other) {
    *this += ~other;
    return *this += WideKey(1);
  }
  constexpr WideKey& operator|=(const WideKey& other) {
    for (std::size_t i = 0; i < kWords; ++i) words_[i] |= other.words_[i];
    return *this;
  }
  constexpr WideKey& operator&=(const WideKey& other) {
    for (std::size_t i = 0; i < kWords; ++i) words_[i] &= other.words_[i];
    return *this;
  }
  constexpr WideKey operator~() const {
    WideKey inverse;
    for (std::size_t i = 0; i < kWords; ++i) inverse.words_[i] = ~words_[i];
    return inverse;
  }
  friend constexpr WideKey operator+(WideKey a, const WideKey& b) { return a += b; }
  friend constexpr WideKey operator-(WideKey a, const WideKey& b) { return a -= b; }
  friend constexpr WideKey operator|(WideKey a, const WideKey& b) { return a |= b; }
  friend constexpr WideKey operator&(WideKey a, const WideKey& b) { return a &= b; }

  bool operator==(const WideKey& other) const { return words_ == other.words_; }
  bool operator<(const WideKey& other) const {
    for (std::size_t i = kWords; i-- > 0;)
      if (words_[i] != other.words_[i]) return words_[i] < other.words_[i];
    return false;
  }

 private:
  std::array<std::uint64_t, kWords> words_{};
};

// Where a key has its mines and its slots.
template <class Key>
struct KeyLayout {
  static constexpr unsigned slot_bits() {
    if constexpr (requires { Key::kSlotBits; })
      return Key::kSlotBits;
    else
      return 4;
  }
  static constexpr unsigned kSlotBits = slot_bits();
  static constexpr unsigned kMineBits = 16 + kSlotBits;
  static constexpr unsigned kSlots = (8 * sizeof(Key) - kMineBits) / kSlotBits;
  static constexpr unsigned kLargestNeed = (1U << (kSlotBits - 1)) - 1;
  static constexpr Key kMines = Key((1U << kMineBits) - 1);

  static constexpr Key guards() {
    Key all(0);
    for (unsigned slot = 0; slot < kSlots; ++slot) all |= in_slot(slot, kLargestNeed + 1);
    return all;
  }
  static constexpr Key in_slot(unsigned slot, unsigned value) {
    const unsigned bit = kMineBits + slot * kSlotBits;
    if constexpr (requires { Key::at(bit, value); }) {
      return Key::at(bit, value);
    } else {
      // The slot is below kSlots.
      return Key{value} << bit;  // NOLINT(clang-analyzer-core.UndefinedBinaryOperatorResult)
    }
  }
};

// A set of slots.
template <unsigned kSlots>
class SlotSet {
 public:
  static constexpr SlotSet all() {
    SlotSet set;
    for (unsigned slot = 0; slot < kSlots; ++slot) set.insert_if(true, slot);
    return set;
  }
  bool is_empty() const {
    for (const std::uint64_t word : words_)
      if (word != 0) return false;
    return true;
  }
  // Removes the lowest one; there is one.
  unsigned take() {
    std::size_t word = 0;
    while (kWords > 1 && words_[word] == 0) ++word;
    const auto bit = static_cast<unsigned>(std::countr_zero(words_[word]));
    words_[word] &= words_[word] - 1;
    return static_cast<unsigned>(word) * 64 + bit;
  }
  constexpr void insert_if(bool is_wanted, unsigned slot) {
    words_[slot / 64] |= std::uint64_t{is_wanted} << slot % 64;
  }
  SlotSet& operator|=(const SlotSet& other) {
    for (std::size_t word = 0; word < kWords; ++word) words_[word] |= other.words_[word];
    return *this;
  }

 private:
  static constexpr std::size_t kWords = (kSlots + 63) / 64;
  std::array<std::uint64_t, kWords> words_{};
};

}  // namespace sapper::solvers
