// 64-bit FNV-1a: detects accidents and manual edits, not forgery.
// G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, "The FNV Non-Cryptographic Hash Algorithm", 2019.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string_view>

namespace sapper::experiments {

class Hash {
 public:
  void add(std::string_view text) {
    for (const char letter : text) add_byte(static_cast<unsigned char>(letter));
  }
  // Adds the bytes of the word, from the lowest.
  void add(std::uint32_t word) {
    for (int shift = 0; shift < 32; shift += 8) add_byte(word >> shift & 0xFF);
  }
  std::uint64_t value() const { return value_; }

 private:
  void add_byte(std::uint64_t byte) {
    value_ ^= byte;
    value_ *= 0x100000001B3;
  }

  std::uint64_t value_ = 0xCBF29CE484222325;
};

}  // namespace sapper::experiments
