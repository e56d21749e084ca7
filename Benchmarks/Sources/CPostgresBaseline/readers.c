#include "bookmarks.h"

static inline baseline_text text(const PGresult *result, int row, int column) {
  return (baseline_text){PQgetvalue(result, row, column), PQgetlength(result, row, column)};
}

/// Gives the rows of a result to a reader, and frees it.
static void give(const baseline_reader *reader, PGresult *result) {
  int rows = PQntuples(result);
  for (int row = 0; row < rows; row++) {
    baseline_bookmark bookmark = {
        .created_at = (int64_t)baseline_word(result, row, 2),
        .status_changed_at = (int64_t)baseline_word(result, row, 6),
        .url = text(result, row, 3),
        .title = text(result, row, 4),
        .status = text(result, row, 5),
        .visits = (int64_t)baseline_word(result, row, 7),
    };
    uint64_t score = baseline_word(result, row, 8);
    memcpy(&bookmark.score, &score, sizeof score);
    if (PQgetlength(result, row, 1) == 16) memcpy(bookmark.id, PQgetvalue(result, row, 1), 16);
    reader->take(reader->context, &bookmark);
  }
  PQclear(result);
  reader->end(reader->context);
}

bool baseline_read_all(baseline *connection, const baseline_reader *reader) {
  if (!baseline_prepare(connection, "all", SELECT_BOOKMARK)) return false;
  reader->begin(reader->context, 0);
  PGresult *result = baseline_run(connection, "all", 0, NULL, NULL, NULL);
  if (!result) return false;
  give(reader, result);
  return true;
}

bool baseline_read_pages(
    baseline *connection, const baseline_query *queries, size_t count, int64_t limit, const baseline_reader *reader) {
  if (!baseline_prepare(connection, "page", SELECT_PAGE)) return false;
  uint64_t start, most = baseline_swap((uint64_t)limit);
  int lengths[3] = {0, 8, 8};
  const char *values[3] = {NULL, (char *)&start, (char *)&most};
  for (size_t index = 0; index < count; index++) {
    reader->begin(reader->context, index);
    values[0] = queries[index].status.bytes;
    lengths[0] = queries[index].status.length;
    start = baseline_swap((uint64_t)queries[index].start);
    PGresult *result = baseline_run(connection, "page", 3, values, lengths, BINARY);
    if (!result) return false;
    give(reader, result);
  }
  return true;
}

bool baseline_read_by_ids(
    baseline *connection, const baseline_bookmark *bookmarks, const int64_t *order, size_t count,
    const baseline_reader *reader) {
  if (!baseline_prepare(connection, "find", SELECT_BY_ID)) return false;
  for (size_t index = 0; index < count; index++) {
    reader->begin(reader->context, index);
    const char *values[1] = {(const char *)bookmarks[order[index]].id};
    PGresult *result = baseline_run(connection, "find", 1, values, (int[]){16}, BINARY);
    if (!result) return false;
    give(reader, result);
  }
  return true;
}

bool baseline_read_counts(
    baseline *connection, const baseline_query *queries, size_t count, const baseline_reader *reader, uint64_t *sum) {
  if (!baseline_prepare(connection, "count", COUNT_BOOKMARKS)) return false;
  for (size_t index = 0; index < count; index++) {
    reader->begin(reader->context, index);
    uint64_t start = baseline_swap((uint64_t)queries[index].start);
    const char *values[2] = {queries[index].status.bytes, (char *)&start};
    int lengths[2] = {queries[index].status.length, 8};
    PGresult *result = baseline_run(connection, "count", 2, values, lengths, BINARY);
    if (!result) return false;
    *sum += baseline_word(result, 0, 0);
    PQclear(result);
    reader->end(reader->context);
  }
  return true;
}
