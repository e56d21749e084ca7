#include "CMemoryFigures.h"

#include <stdlib.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

size_t memory_bytes_in_use(void) {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
  malloc_trim(0);
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}
