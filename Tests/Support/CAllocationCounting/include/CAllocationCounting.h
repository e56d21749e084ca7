#pragma once
#include <stdbool.h>

/// Whether the allocations of this process are counted: on glibc, without a sanitizer.
bool allocation_counting_is_on(void);

/// How many blocks of memory this process has asked for so far, on all threads.
long allocation_count(void);

/// Bytes in use, as large as the allocator made their blocks.
long allocated_bytes(void);

/// The most bytes that were in use since the last call of `allocated_bytes_peak_reset`.
long allocated_bytes_peak(void);
void allocated_bytes_peak_reset(void);
