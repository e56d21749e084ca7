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
