#pragma once
#include "CPostgresBaseline.h"
#include <libpq-fe.h>
#include <string.h>

struct baseline {
  PGconn *handle;
  char *message;
  int64_t statements;
  // What is under way in pipeline mode.
  size_t unanswered;
  size_t unlooked;
  bool has_answer, is_synchronized, has_failed;
  // The keys that the next rows of trips get.
  uint64_t first_trip, next_trip, next_item;
};

/// Takes note of what went wrong, and frees a result; false.
bool baseline_fail(baseline *, PGresult *);

/// Prepares a statement.
bool baseline_prepare(baseline *, const char *name, const char *text);

/// Runs a prepared statement with binary values; null where it fails.
PGresult *baseline_run(
    baseline *, const char *name, int count, const char *const *values, const int *lengths, const int *formats);

/// Runs something that may fail, with its answer; null if there is no memory.
PGresult *baseline_try(baseline *, const char *name, int count, const char *const *values, const int *lengths);

/// Runs something that gives no rows.
bool baseline_command(baseline *, const char *text);

// Runs that are sent one after the other, between the first and the last of these.
bool baseline_begin_pipeline(baseline *);
bool baseline_send(
    baseline *, const char *name, int count, const char *const *values, const int *lengths, const int *formats);
bool baseline_end_pipeline(baseline *);

// Values in the order of bytes that the protocol has.

static inline uint64_t baseline_swap(uint64_t value) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  return __builtin_bswap64(value);
#else
  return value;
#endif
}

static inline uint64_t baseline_bits(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// The eight bytes of a value; 0 where it has others, as NULL does.
static inline uint64_t baseline_word(const PGresult *result, int row, int column) {
  if (PQgetlength(result, row, column) != 8) return 0;
  uint64_t value;
  memcpy(&value, PQgetvalue(result, row, column), sizeof value);
  return baseline_swap(value);
}

/// A time as the seconds since 2001 that the library's dates have.
static inline uint64_t baseline_date_bits(const PGresult *result, int row, int column) {
  int64_t microseconds = (int64_t)baseline_word(result, row, column) - INT64_C(31622400000000);
  return baseline_bits((double)microseconds / 1e6);
}
