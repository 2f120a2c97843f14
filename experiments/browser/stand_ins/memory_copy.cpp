// In place of the C library's memcpy, which copies word by word: a sixth of the time of a posterior was spent there.
#include <wasm_simd128.h>

#include <cstddef>
#include <cstdint>

extern "C" __attribute__((no_builtin("memcpy"))) void* memcpy(void* __restrict to,
                                                              const void* __restrict from, std::size_t size) {
  auto* const target = static_cast<char*>(to);
  const auto* const source = static_cast<const char*>(from);
  // The last part overlaps the one before it.
  if (size >= 16) {
    for (std::size_t at = 0; at + 16 < size; at += 16)
      wasm_v128_store(target + at, wasm_v128_load(source + at));
    wasm_v128_store(target + size - 16, wasm_v128_load(source + size - 16));
  } else if (size >= 8) {
    const v128_t first = wasm_v128_load64_zero(source), last = wasm_v128_load64_zero(source + size - 8);
    wasm_v128_store64_lane(target, first, 0);
    wasm_v128_store64_lane(target + size - 8, last, 0);
  } else if (size >= 4) {
    const v128_t first = wasm_v128_load32_zero(source), last = wasm_v128_load32_zero(source + size - 4);
    wasm_v128_store32_lane(target, first, 0);
    wasm_v128_store32_lane(target + size - 4, last, 0);
  } else {
    for (std::size_t at = 0; at < size; ++at) target[at] = source[at];
  }
  return to;
}
