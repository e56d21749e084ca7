#include "connection.h"

// What the library selects, column for column.
#define SELECT_TRIP "SELECT row_id, name, start FROM trip"
#define SELECT_ITEM "SELECT row_id, title, is_packed, weight, trip_id FROM item"

static inline void add_trip(baseline_answer *answer, const PGresult *result, int row) {
  uint64_t sum = (int64_t)baseline_word(result, row, 0) > 0 ? 0 : 1;
  if (PQgetvalue(result, row, 1)) sum += (uint64_t)PQgetlength(result, row, 1);
  answer->checksum += sum + baseline_date_bits(result, row, 2);
  answer->rows += 1;
}

static void add_items(baseline_answer *answer, PGresult *result) {
  int rows = PQntuples(result);
  for (int row = 0; row < rows; row++) {
    uint64_t sum = (int64_t)baseline_word(result, row, 0) > 0 ? 0 : 1;
    if (baseline_word(result, row, 4) == 0) sum += 1;
    if (PQgetvalue(result, row, 1)) sum += (uint64_t)PQgetlength(result, row, 1);
    if (PQgetlength(result, row, 2) == 1) sum += *PQgetvalue(result, row, 2) != 0;
    answer->checksum += sum + baseline_word(result, row, 3);
    answer->rows += 1;
  }
  PQclear(result);
}

bool baseline_walk_lazily(baseline *connection, baseline_answer *answer) {
  if (!baseline_prepare(connection, "trips", SELECT_TRIP)
      || !baseline_prepare(connection, "items", SELECT_ITEM " WHERE trip_id = $1"))
    return false;
  PGresult *trips = baseline_run(connection, "trips", 0, NULL, NULL, NULL);
  if (!trips) return false;
  for (int row = 0; row < PQntuples(trips); row++) {
    add_trip(answer, trips, row);
    // The key is passed on as it came.
    const char *values[1] = {PQgetvalue(trips, row, 0)};
    PGresult *items = baseline_run(connection, "items", 1, values, (int[]){8}, (int[]){1});
    if (!items) {
      PQclear(trips);
      return false;
    }
    add_items(answer, items);
  }
  PQclear(trips);
  return true;
}

bool baseline_walk_prefetched(baseline *connection, baseline_answer *answer) {
  if (!baseline_prepare(connection, "trips", SELECT_TRIP)
      || !baseline_prepare(connection, "items", SELECT_ITEM " ORDER BY trip_id, row_id"))
    return false;
  PGresult *trips = baseline_run(connection, "trips", 0, NULL, NULL, NULL);
  if (!trips) return false;
  for (int row = 0; row < PQntuples(trips); row++) add_trip(answer, trips, row);
  PQclear(trips);
  PGresult *items = baseline_run(connection, "items", 0, NULL, NULL, NULL);
  if (!items) return false;
  add_items(answer, items);
  return true;
}

/// Takes a block of keys of a table; 0 if that fails.
static uint64_t take_keys(baseline *connection, const char *statement, size_t count) {
  uint64_t number = baseline_swap(count);
  const char *values[1] = {(char *)&number};
  PGresult *keys = baseline_run(connection, statement, 1, values, (int[]){8}, (int[]){1});
  if (!keys) return 0;
  uint64_t last = baseline_word(keys, 0, 0);
  PQclear(keys);
  return last - count + 1;
}

#define TAKE_KEYS(table) \
  "SELECT setval(s, nextval(s) + $1 - 1) FROM CAST(pg_get_serial_sequence('" table "', 'row_id') AS regclass) s"

bool baseline_begin_trips(baseline *connection, size_t trips, size_t items) {
  if (!baseline_command(connection, "BEGIN")
      || !baseline_prepare(connection, "trip keys", TAKE_KEYS("trip"))
      || !baseline_prepare(connection, "item keys", TAKE_KEYS("item"))
      || !baseline_prepare(
          connection, "trip", "INSERT INTO trip (row_id, row_entity, row_version, name, start) VALUES ($1, 1, 1, $2, $3)")
      || !baseline_prepare(
          connection, "item",
          "INSERT INTO item (row_id, row_entity, row_version, title, is_packed, weight, trip_id) "
          "VALUES ($1, 2, 1, $2, $3, $4, $5)"))
    return false;
  connection->first_trip = connection->next_trip = take_keys(connection, "trip keys", trips);
  connection->next_item = take_keys(connection, "item keys", items);
  return connection->first_trip && connection->next_item && baseline_begin_pipeline(connection);
}

static const int BINARY_TRIP[5] = {1, 1, 1, 1, 1};

bool baseline_insert_trip(baseline *connection, baseline_text name, int64_t start) {
  uint64_t key = baseline_swap(connection->next_trip++), date = baseline_swap((uint64_t)start);
  const char *values[3] = {(char *)&key, name.bytes, (char *)&date};
  return baseline_send(connection, "trip", 3, values, (int[]){8, name.length, 8}, BINARY_TRIP);
}

bool baseline_insert_item(baseline *connection, size_t trip, baseline_text title, bool is_packed, double weight) {
  uint64_t key = baseline_swap(connection->next_item++), owner = baseline_swap(connection->first_trip + trip);
  uint64_t number = baseline_swap(baseline_bits(weight));
  char flag = is_packed;
  const char *values[5] = {(char *)&key, title.bytes, &flag, (char *)&number, (char *)&owner};
  return baseline_send(connection, "item", 5, values, (int[]){8, title.length, 1, 8, 8}, BINARY_TRIP);
}

bool baseline_end_trips(baseline *connection) {
  return baseline_end_pipeline(connection) && baseline_command(connection, "COMMIT");
}
