#include "bookmarks.h"
#include <stdlib.h>
#include <time.h>

/// Whether a statement failed since another transaction was in the way (serialization_failure, deadlock_detected).
static bool is_conflict(const PGresult *result) {
  const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  return state && (strcmp(state, "40001") == 0 || strcmp(state, "40P01") == 0);
}

enum outcome { DONE, CONFLICT, FAILED };

static enum outcome finish(baseline *connection, PGresult *result) {
  ExecStatusType status = PQresultStatus(result);
  if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) {
    PQclear(result);
    return DONE;
  }
  if (!is_conflict(result)) {
    baseline_fail(connection, result);
    return FAILED;
  }
  PQclear(result);
  return CONFLICT;
}

/// Runs one transaction.
static enum outcome add_once(baseline *connection, const baseline_bookmark *bookmark) {
  if (!baseline_command(connection, "BEGIN ISOLATION LEVEL SERIALIZABLE")) return FAILED;
  const char *id[1] = {(const char *)bookmark->id};
  PGresult *found = baseline_try(connection, "find", 1, id, (int[]){16});
  if (PQresultStatus(found) != PGRES_TUPLES_OK || PQntuples(found) != 1) return finish(connection, found);
  uint64_t key, visits = baseline_swap(baseline_word(found, 0, 7) + 1);
  memcpy(&key, PQgetvalue(found, 0, 0), sizeof key);
  PQclear(found);
  const char *values[2] = {(char *)&visits, (char *)&key};
  enum outcome outcome = finish(connection, baseline_try(connection, "add", 2, values, (int[]){8, 8}));
  return outcome == DONE ? finish(connection, PQexec(connection->handle, "COMMIT")) : outcome;
}

/// Waits for a random time, which grows with the number of attempts, up to a quarter of a second.
static void pause_after(int attempts, unsigned *seed) {
  int64_t most = INT64_C(1000000) << (attempts < 8 ? attempts : 8);
  struct timespec time = {.tv_nsec = (long)(rand_r(seed) % most)};
  nanosleep(&time, NULL);
}

bool baseline_add(baseline *connection, const baseline_bookmark *bookmark, size_t times) {
  if (!baseline_prepare(connection, "find", SELECT_BY_ID)
      || !baseline_prepare(
          connection, "add", "UPDATE bookmark SET row_version = row_version + 1, visits = $1 WHERE row_id = $2"))
    return false;
  unsigned seed = (unsigned)(uintptr_t)connection;
  while (times--) {
    for (int attempts = 1;; attempts++) {
      enum outcome outcome = add_once(connection, bookmark);
      if (outcome == DONE) break;
      if (outcome == FAILED || !baseline_command(connection, "ROLLBACK")) return false;
      pause_after(attempts, &seed);
    }
  }
  return true;
}
