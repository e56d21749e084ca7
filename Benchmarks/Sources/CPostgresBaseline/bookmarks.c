#include "bookmarks.h"

/// Reads every column of a row; equals `Bookmark.checksum` of the same bookmark.
static inline void add_bookmark(baseline_answer *answer, const PGresult *result, int row) {
  uint64_t sum = (int64_t)baseline_word(result, row, 0) > 0 ? 0 : 1;
  if (PQgetlength(result, row, 1) == 16) {
    uint64_t id;
    memcpy(&id, PQgetvalue(result, row, 1), sizeof id);
    sum += id;
  }
  sum += baseline_date_bits(result, row, 2);
  for (int column = 3; column <= 5; column++)
    if (PQgetvalue(result, row, column)) sum += (uint64_t)PQgetlength(result, row, column);
  sum += baseline_date_bits(result, row, 6);
  sum += baseline_word(result, row, 7) + baseline_word(result, row, 8);
  answer->checksum += sum;
  answer->rows += 1;
}

static void add_bookmarks(baseline_answer *answer, PGresult *result) {
  int rows = PQntuples(result);
  for (int row = 0; row < rows; row++) add_bookmark(answer, result, row);
  PQclear(result);
}

#define INSERT_BOOKMARK \
  "INSERT INTO bookmark (row_id, row_entity, row_version, id, created_at, url, title, status_raw_value, " \
  "status_changed_at, visits, score) VALUES ($1, 1, 1, $2, $3, $4, $5, $6, $7, $8, $9)"

bool baseline_insert(baseline *connection, const baseline_bookmark *bookmarks, size_t count, bool replaces) {
  const char *statement = replaces ? "upsert" : "insert";
  if (!baseline_command(connection, "BEGIN")) return false;
  if (!baseline_prepare(
          connection, "keys",
          "SELECT setval(s, nextval(s) + $1 - 1) FROM CAST(pg_get_serial_sequence('bookmark', 'row_id') AS regclass) s")
      || !baseline_prepare(
          connection, statement,
          replaces
              ? INSERT_BOOKMARK
                " ON CONFLICT (id) DO UPDATE SET row_version = bookmark.row_version + 1, "
                "created_at = excluded.created_at, url = excluded.url, title = excluded.title, "
                "status_raw_value = excluded.status_raw_value, status_changed_at = excluded.status_changed_at, "
                "visits = excluded.visits, score = excluded.score"
              : INSERT_BOOKMARK))
    return false;
  uint64_t number = baseline_swap(count), created, changed, visits, score;
  const char *counted[1] = {(char *)&number};
  PGresult *keys = baseline_run(connection, "keys", 1, counted, (int[]){8}, BINARY);
  if (!keys) return false;
  uint64_t key = baseline_word(keys, 0, 0) - count;
  PQclear(keys);
  int lengths[9] = {8, 16, 8, 0, 0, 0, 8, 8, 8};
  const char *values[9] = {(char *)&number, NULL, (char *)&created, NULL, NULL, NULL, (char *)&changed,
                           (char *)&visits, (char *)&score};
  if (!baseline_begin_pipeline(connection)) return false;
  for (const baseline_bookmark *bookmark = bookmarks; bookmark < bookmarks + count; bookmark++) {
    number = baseline_swap(++key);
    created = baseline_swap((uint64_t)bookmark->created_at);
    changed = baseline_swap((uint64_t)bookmark->status_changed_at);
    visits = baseline_swap((uint64_t)bookmark->visits);
    score = baseline_swap(baseline_bits(bookmark->score));
    values[1] = (const char *)bookmark->id;
    values[3] = bookmark->url.bytes;
    values[4] = bookmark->title.bytes;
    values[5] = bookmark->status.bytes;
    lengths[3] = bookmark->url.length;
    lengths[4] = bookmark->title.length;
    lengths[5] = bookmark->status.length;
    if (!baseline_send(connection, statement, 9, values, lengths, BINARY)) return false;
  }
  return baseline_end_pipeline(connection) && baseline_command(connection, "COMMIT");
}

bool baseline_fetch_all(baseline *connection, baseline_answer *answer) {
  if (!baseline_prepare(connection, "all", SELECT_BOOKMARK)) return false;
  PGresult *result = baseline_run(connection, "all", 0, NULL, NULL, NULL);
  if (!result) return false;
  add_bookmarks(answer, result);
  return true;
}

bool baseline_pages(
    baseline *connection, const baseline_query *queries, size_t count, int64_t limit, baseline_answer *answer) {
  if (!baseline_prepare(connection, "page", SELECT_PAGE)) return false;
  uint64_t start, most = baseline_swap((uint64_t)limit);
  int lengths[3] = {0, 8, 8};
  const char *values[3] = {NULL, (char *)&start, (char *)&most};
  for (size_t index = 0; index < count; index++) {
    values[0] = queries[index].status.bytes;
    lengths[0] = queries[index].status.length;
    start = baseline_swap((uint64_t)queries[index].start);
    PGresult *result = baseline_run(connection, "page", 3, values, lengths, BINARY);
    if (!result) return false;
    add_bookmarks(answer, result);
  }
  return true;
}

bool baseline_find_by_ids(
    baseline *connection, const baseline_bookmark *bookmarks, const int64_t *order, size_t count,
    baseline_answer *answer) {
  if (!baseline_prepare(connection, "find", SELECT_BY_ID)) return false;
  for (size_t index = 0; index < count; index++) {
    const char *values[1] = {(const char *)bookmarks[order[index]].id};
    PGresult *result = baseline_run(connection, "find", 1, values, (int[]){16}, BINARY);
    if (!result) return false;
    add_bookmarks(answer, result);
  }
  return true;
}

bool baseline_find_by_keys(baseline *connection, const int64_t *keys, size_t count, baseline_answer *answer) {
  if (!baseline_prepare(connection, "get", SELECT_BOOKMARK " WHERE row_id = $1")) return false;
  for (size_t index = 0; index < count; index++) {
    uint64_t key = baseline_swap((uint64_t)keys[index]);
    const char *values[1] = {(char *)&key};
    PGresult *result = baseline_run(connection, "get", 1, values, (int[]){8}, BINARY);
    if (!result) return false;
    add_bookmarks(answer, result);
  }
  return true;
}

bool baseline_count(baseline *connection, const baseline_query *queries, size_t count, baseline_answer *answer) {
  if (!baseline_prepare(connection, "count", COUNT_BOOKMARKS)) return false;
  for (size_t index = 0; index < count; index++) {
    uint64_t start = baseline_swap((uint64_t)queries[index].start);
    const char *values[2] = {queries[index].status.bytes, (char *)&start};
    int lengths[2] = {queries[index].status.length, 8};
    PGresult *result = baseline_run(connection, "count", 2, values, lengths, BINARY);
    if (!result) return false;
    answer->checksum += baseline_word(result, 0, 0);
    PQclear(result);
  }
  answer->rows = answer->checksum;
  return true;
}

bool baseline_update(baseline *connection, const int64_t *keys, const int64_t *visits, size_t count) {
  if (!baseline_command(connection, "BEGIN")
      || !baseline_prepare(
          connection, "update", "UPDATE bookmark SET row_version = row_version + 1, visits = $1 WHERE row_id = $2")
      || !baseline_begin_pipeline(connection))
    return false;
  for (size_t index = 0; index < count; index++) {
    uint64_t numbers[2] = {baseline_swap((uint64_t)visits[index]), baseline_swap((uint64_t)keys[index])};
    const char *values[2] = {(char *)&numbers[0], (char *)&numbers[1]};
    if (!baseline_send(connection, "update", 2, values, (int[]){8, 8}, BINARY)) return false;
  }
  return baseline_end_pipeline(connection) && baseline_command(connection, "COMMIT");
}

bool baseline_delete(baseline *connection, const int64_t *keys, size_t count) {
  if (!baseline_command(connection, "BEGIN")
      || !baseline_prepare(connection, "delete", "DELETE FROM bookmark WHERE row_id = $1")
      || !baseline_begin_pipeline(connection))
    return false;
  for (size_t index = 0; index < count; index++) {
    uint64_t key = baseline_swap((uint64_t)keys[index]);
    const char *values[1] = {(char *)&key};
    if (!baseline_send(connection, "delete", 1, values, (int[]){8}, BINARY)) return false;
  }
  return baseline_end_pipeline(connection) && baseline_command(connection, "COMMIT");
}

bool baseline_delete_where(baseline *connection, int64_t visits_below, uint64_t *deleted) {
  uint64_t limit = baseline_swap((uint64_t)visits_below);
  const char *values[1] = {(char *)&limit};
  if (!baseline_command(connection, "BEGIN")
      || !baseline_prepare(connection, "delete", "DELETE FROM bookmark WHERE visits < $1"))
    return false;
  PGresult *result = baseline_run(connection, "delete", 1, values, (int[]){8}, BINARY);
  if (!result) return false;
  *deleted = 0;
  for (const char *digit = PQcmdTuples(result); *digit; digit++) *deleted = *deleted * 10 + (uint64_t)(*digit - '0');
  PQclear(result);
  return baseline_command(connection, "COMMIT");
}

bool baseline_stream(baseline *connection, baseline_answer *answer) {
  if (!baseline_prepare(connection, "stream", SELECT_BOOKMARK)) return false;
  connection->statements += 1;
  if (PQsendQueryPrepared(connection->handle, "stream", 0, NULL, NULL, NULL, 1) != 1
      || PQsetSingleRowMode(connection->handle) != 1)
    return baseline_fail(connection, NULL);
  bool is_complete = false;
  for (PGresult *result; (result = PQgetResult(connection->handle));) {
    switch (PQresultStatus(result)) {
    case PGRES_SINGLE_TUPLE: add_bookmarks(answer, result); break;
    case PGRES_TUPLES_OK:
      is_complete = true;
      PQclear(result);
      break;
    default: return baseline_fail(connection, result);
    }
  }
  return is_complete || baseline_fail(connection, NULL);
}
