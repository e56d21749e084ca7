// Counts what a program allocates, by standing in for the C library's allocator.
//
// A program's own definitions of these functions come before those of the C library, for the shared
// libraries that it loads too.

#include "CAllocationCounting.h"

#include <stdatomic.h>
#include <stdlib.h>

static atomic_long count, bytes, peak;

long allocation_count(void) { return atomic_load(&count); }
long allocated_bytes(void) { return atomic_load(&bytes); }
long allocated_bytes_peak(void) { return atomic_load(&peak); }
void allocated_bytes_peak_reset(void) { atomic_store(&peak, atomic_load(&bytes)); }

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
// The sanitizers stand in for the allocator themselves.
#define HAS_SANITIZER
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)

#include <errno.h>
#include <malloc.h>

bool allocation_counting_is_on(void) { return true; }

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

static void *added(void *block) {
  if (!block) return block;
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  long size = malloc_usable_size(block);
  long now = atomic_fetch_add_explicit(&bytes, size, memory_order_relaxed) + size;
  long most = atomic_load_explicit(&peak, memory_order_relaxed);
  while (now > most && !atomic_compare_exchange_weak(&peak, &most, now)) {
  }
  return block;
}

static void removed(long size) {
  atomic_fetch_sub_explicit(&bytes, size, memory_order_relaxed);
}

void *malloc(size_t size) { return added(__libc_malloc(size)); }
void *calloc(size_t items, size_t size) { return added(__libc_calloc(items, size)); }
void *memalign(size_t alignment, size_t size) { return added(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) || alignment & (alignment - 1) || !alignment) return EINVAL;
  void *made = memalign(alignment, size);
  if (!made) return ENOMEM;
  *block = made;
  return 0;
}

void *realloc(void *block, size_t size) {
  long before = malloc_usable_size(block);
  void *moved = __libc_realloc(block, size);
  if (moved || !size) removed(before);
  return added(moved);
}

void free(void *block) {
  if (!block) return;
  removed(malloc_usable_size(block));
  __libc_free(block);
}

#else

bool allocation_counting_is_on(void) { return false; }

#endif
