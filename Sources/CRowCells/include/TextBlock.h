#ifndef TEXTBLOCK_H
#define TEXTBLOCK_H

#include <stddef.h>
#include <stdint.h>

/// Memory for the texts of the rows of a result, which the instances made from them own together.
///
/// Owners are counted in C because they come and go without a reference of the language: whoever
/// fills a block hands out shares of it without counting one by one, and settles the account at the
/// end. Shares may be given back on any thread.
typedef struct openswiftdata_text_block openswiftdata_text_block;

/// Makes a block with room for `capacity` bytes, or returns null where there is no memory.
openswiftdata_text_block *_Nullable openswiftdata_make_text_block(size_t capacity);

/// Where the bytes of a block begin.
uint8_t *_Nonnull openswiftdata_text_bytes(openswiftdata_text_block *_Nonnull block);

/// Ends the filling of a block of which `shares` were handed out; without any it is freed.
void openswiftdata_finish_text_block(openswiftdata_text_block *_Nonnull block, int64_t shares);

/// Gives a share of a block back; the last one frees it.
void openswiftdata_release_text_block(openswiftdata_text_block *_Nonnull block);

#endif
