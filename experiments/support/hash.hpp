// 64-bit FNV-1a: detects accidents and manual edits, not forgery.
// G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, "The FNV Non-Cryptographic Hash Algorithm", 2019.
#pragma once

#include <cstdint>
#include <string_view>

namespace sapper::experiments {

class Hash {
 public:
  void add(std::string_view text) {
    for (const char letter : text) {
      value_ ^= static_cast<unsigned char>(letter);
      value_ *= 0x100000001B3;
    }
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xCBF29CE484222325;
};

}  // namespace sapper::experiments
