#ifndef CROWCELLS_H
#define CROWCELLS_H

#include <stdint.h>

/// What a column holds; the numbers are SQLite's.
enum {
  OPENSWIFTDATA_INTEGER = 1,
  OPENSWIFTDATA_REAL = 2,
  OPENSWIFTDATA_TEXT = 3,
  OPENSWIFTDATA_BLOB = 4,
  OPENSWIFTDATA_NULL = 5,
};

/// Values of types that SQLite lacks, for databases that have them.
enum {
  /// 1 or 0, as an integer.
  OPENSWIFTDATA_BOOL = 11,
  /// The seconds since the start of 2001, UTC, as a floating-point number.
  OPENSWIFTDATA_DATE = 12,
  /// 16 bytes.
  OPENSWIFTDATA_UUID = 13,
  /// A `Decimal`, as it stands in memory; only what is to be written.
  OPENSWIFTDATA_DECIMAL = 14,
};

/// What a cell may hold beside that which is to be written.
enum {
  /// The key of a row, negative for one that is to be inserted; 0 for none.
  OPENSWIFTDATA_KEY = 6,
  /// The place of a text or blob in a list, which is too large to be copied.
  OPENSWIFTDATA_LARGE_TEXT = 7,
  OPENSWIFTDATA_LARGE_BLOB = 8,
  /// The place in the same list of a value that may stand in a file of its own.
  OPENSWIFTDATA_FILE = 9,
  /// The value that stands in such a file so far.
  OPENSWIFTDATA_SAME_FILE = 10,
};

/// One column of a row, read from the database once so that whoever wants it finds it in memory.
///
/// It is declared in C because C's types have a layout that every module of a package may rely on,
/// down to the code that is generated for a model.
typedef struct {
  /// One of the numbers above.
  int32_t kind;
  /// How many bytes a text or blob has.
  int32_t count;
  union {
    int64_t integer;
    double real;
    /// A text or blob belongs to the statement, and is there until its next step.
    const uint8_t *_Nullable bytes;
  };
} openswiftdata_cell;

#endif
