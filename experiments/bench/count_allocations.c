// A library to be preloaded (LD_PRELOAD) by a program of glibc: writes how often the program allocated to the file that
// COUNT_ALLOCATIONS names, when it ends. operator new calls malloc.
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
extern void* __libc_memalign(size_t, size_t);

static atomic_ulong allocations;

void* malloc(size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* memory, size_t size) {
  ++allocations;
  return __libc_realloc(memory, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** memory, size_t alignment, size_t size) {
  *memory = aligned_alloc(alignment, size);
  return *memory != NULL ? 0 : ENOMEM;
}

__attribute__((destructor)) static void write_count(void) {
  const unsigned long count = allocations;
  const char* const name = getenv("COUNT_ALLOCATIONS");
  FILE* const file = name != NULL ? fopen(name, "w") : NULL;
  if (file == NULL) return;
  fprintf(file, "%lu\n", count);
  fclose(file);
}
