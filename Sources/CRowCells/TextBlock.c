#include "TextBlock.h"

#include <stdatomic.h>
#include <stdlib.h>

struct openswiftdata_text_block {
  _Atomic(int64_t) owners;
  uint8_t bytes[];
};

/// More owners than a block can have: what it starts with, so that it stays while it is filled.
#define FILLING (INT64_C(1) << 32)

openswiftdata_text_block *openswiftdata_make_text_block(size_t capacity) {
  openswiftdata_text_block *block = malloc(sizeof(openswiftdata_text_block) + capacity);
  if (block) atomic_init(&block->owners, FILLING);
  return block;
}

uint8_t *openswiftdata_text_bytes(openswiftdata_text_block *block) { return block->bytes; }

static void give_back(openswiftdata_text_block *block, int64_t shares) {
  if (atomic_fetch_sub_explicit(&block->owners, shares, memory_order_acq_rel) == shares) free(block);
}

void openswiftdata_finish_text_block(openswiftdata_text_block *block, int64_t shares) {
  give_back(block, FILLING - shares);
}

void openswiftdata_release_text_block(openswiftdata_text_block *block) { give_back(block, 1); }
