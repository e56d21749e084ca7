#pragma once
#include <stddef.h>

/// The bytes that were allocated and not given back, when the allocator has returned what it keeps for
/// later; 0 where the C library does not say.
size_t memory_bytes_in_use(void);
