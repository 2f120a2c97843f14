// In place of maps of memory, of which value_table.cpp asks for one without a file: zeroed memory.
#pragma once

#include <cstddef>
#include <cstdlib>

inline constexpr int PROT_READ = 1, PROT_WRITE = 2;
inline constexpr int MAP_PRIVATE = 1, MAP_ANONYMOUS = 2, MAP_NORESERVE = 4;
inline void* const MAP_FAILED = nullptr;

inline void* mmap(void* /*place*/, std::size_t bytes, int /*protection*/, int /*flags*/, int /*file*/,
                  long /*offset*/) {
  return std::calloc(bytes, 1);
}
inline int munmap(void* memory, std::size_t /*bytes*/) {
  std::free(memory);
  return 0;
}
