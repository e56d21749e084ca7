#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The work of the benchmarks, as it is written by hand on libpq: values in binary form, statements prepared once,
// many runs of one statement in pipeline mode, and nothing copied that can be read where libpq has it.

/// A connection; whoever opens it closes it. It is confined to one thread.
typedef struct baseline baseline;

/// A text that somebody else keeps.
typedef struct {
  const char *bytes;
  int32_t length;
} baseline_text;

typedef struct {
  unsigned char id[16];
  /// Microseconds since 2000.
  int64_t created_at;
  int64_t status_changed_at;
  baseline_text url, title, status;
  int64_t visits;
  double score;
} baseline_bookmark;

typedef struct {
  baseline_text status;
  /// Microseconds since 2000.
  int64_t start;
} baseline_query;

/// What was found: a sum over all values, and how many rows they came from or were counted.
typedef struct {
  uint64_t checksum;
  uint64_t rows;
} baseline_answer;

/// Connects; what went wrong, if anything did, is the connection's message.
baseline *baseline_open(const char *address);
void baseline_close(baseline *);

/// What the last call that failed failed for; empty where none did.
const char *baseline_message(const baseline *);

/// How many statements were run since the connection was opened.
int64_t baseline_statement_count(const baseline *);

// All of the following give false where something went wrong.

/// Runs statements without parameters, for preparations.
bool baseline_execute(baseline *, const char *text);

/// Reads a column of integers, as many as there are rows, for preparations; whoever gets them frees them.
bool baseline_integers(baseline *, const char *text, int64_t **values, size_t *count);

bool baseline_insert(baseline *, const baseline_bookmark *bookmarks, size_t count, bool replaces);
bool baseline_fetch_all(baseline *, baseline_answer *);
bool baseline_pages(baseline *, const baseline_query *queries, size_t count, int64_t limit, baseline_answer *);
bool baseline_find_by_ids(
    baseline *, const baseline_bookmark *bookmarks, const int64_t *order, size_t count, baseline_answer *);
bool baseline_find_by_keys(baseline *, const int64_t *keys, size_t count, baseline_answer *);
bool baseline_count(baseline *, const baseline_query *queries, size_t count, baseline_answer *);

/// Writes the visits of the rows that have keys.
bool baseline_update(baseline *, const int64_t *keys, const int64_t *visits, size_t count);
bool baseline_delete(baseline *, const int64_t *keys, size_t count);
bool baseline_delete_where(baseline *, int64_t visits_below, uint64_t *deleted);

#pragma clang assume_nonnull begin

/// Somebody who makes objects of rows.
typedef struct {
  void *context;
  /// Called before a statement is run, with its number.
  void (*begin)(void *context, size_t index);
  /// Called with each row, which is gone afterwards.
  void (*take)(void *context, const baseline_bookmark *row);
  /// Called when all rows of a statement were given.
  void (*end)(void *context);
} baseline_reader;

#pragma clang assume_nonnull end

// The same statements for a reader.

bool baseline_read_all(baseline *, const baseline_reader *);
bool baseline_read_pages(
    baseline *, const baseline_query *queries, size_t count, int64_t limit, const baseline_reader *);
bool baseline_read_by_ids(
    baseline *, const baseline_bookmark *bookmarks, const int64_t *order, size_t count, const baseline_reader *);
bool baseline_read_counts(
    baseline *, const baseline_query *queries, size_t count, const baseline_reader *, uint64_t *sum);

/// Goes through all trips with a statement for the items of each.
bool baseline_walk_lazily(baseline *, baseline_answer *);
/// The same with one statement for all items.
bool baseline_walk_prefetched(baseline *, baseline_answer *);

// Inserts trips, then their items, in one transaction.

bool baseline_begin_trips(baseline *, size_t trips, size_t items);
bool baseline_insert_trip(baseline *, baseline_text name, int64_t start);
/// The trip is the number of a trip that was inserted before.
bool baseline_insert_item(baseline *, size_t trip, baseline_text title, bool is_packed, double weight);
bool baseline_end_trips(baseline *);

/// Adds 1 to the visits of a bookmark several times, each in a serializable transaction that is repeated after a
/// conflict.
bool baseline_add(baseline *, const baseline_bookmark *bookmark, size_t times);

/// Reads all bookmarks without keeping them.
bool baseline_stream(baseline *, baseline_answer *);
