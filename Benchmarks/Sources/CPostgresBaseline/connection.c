#include "connection.h"
#include <errno.h>
#include <poll.h>
#include <stdlib.h>

baseline *baseline_open(const char *address) {
  baseline *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  made->handle = PQconnectdb(address);
  if (PQstatus(made->handle) != CONNECTION_OK) baseline_fail(made, NULL);
  return made;
}

void baseline_close(baseline *connection) {
  if (!connection) return;
  PQfinish(connection->handle);
  free(connection->message);
  free(connection);
}

const char *baseline_message(const baseline *connection) {
  return connection->message ? connection->message : "";
}

int64_t baseline_statement_count(const baseline *connection) { return connection->statements; }

bool baseline_fail(baseline *connection, PGresult *result) {
  const char *message = PQresultErrorMessage(result);
  if (!*message) message = PQerrorMessage(connection->handle);
  free(connection->message);
  connection->message = strdup(*message ? message : "unexpected answer");
  PQclear(result);
  return false;
}

bool baseline_command(baseline *connection, const char *text) {
  PGresult *result = PQexec(connection->handle, text);
  connection->statements += 1;
  ExecStatusType status = PQresultStatus(result);
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) return baseline_fail(connection, result);
  PQclear(result);
  return true;
}

bool baseline_execute(baseline *connection, const char *text) { return baseline_command(connection, text); }

bool baseline_integers(baseline *connection, const char *text, int64_t **values, size_t *count) {
  PGresult *result = PQexecParams(connection->handle, text, 0, NULL, NULL, NULL, NULL, 1);
  connection->statements += 1;
  if (PQresultStatus(result) != PGRES_TUPLES_OK) return baseline_fail(connection, result);
  int rows = PQntuples(result);
  int64_t *read = malloc(((size_t)rows + 1) * sizeof *read);
  if (!read) return baseline_fail(connection, result);
  for (int row = 0; row < rows; row++) read[row] = (int64_t)baseline_word(result, row, 0);
  PQclear(result);
  *values = read;
  *count = (size_t)rows;
  return true;
}

bool baseline_prepare(baseline *connection, const char *name, const char *text) {
  PGresult *result = PQprepare(connection->handle, name, text, 0, NULL);
  if (PQresultStatus(result) != PGRES_COMMAND_OK) return baseline_fail(connection, result);
  PQclear(result);
  return true;
}

PGresult *baseline_run(
    baseline *connection, const char *name, int count, const char *const *values, const int *lengths,
    const int *formats) {
  PGresult *result = PQexecPrepared(connection->handle, name, count, values, lengths, formats, 1);
  connection->statements += 1;
  ExecStatusType status = PQresultStatus(result);
  if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) return result;
  baseline_fail(connection, result);
  return NULL;
}

PGresult *baseline_try(baseline *connection, const char *name, int count, const char *const *values, const int *lengths) {
  static const int binary[4] = {1, 1, 1, 1};
  connection->statements += 1;
  return PQexecPrepared(connection->handle, name, count, values, lengths, binary, 1);
}

// The server answers while further runs are sent: what has arrived is taken now and then, lest both sides wait for the
// other with full buffers.

enum { RUNS_BETWEEN_LOOKS = 256 };

bool baseline_begin_pipeline(baseline *connection) {
  connection->unanswered = connection->unlooked = 0;
  connection->has_answer = connection->is_synchronized = connection->has_failed = false;
  if (PQsetnonblocking(connection->handle, 1) != 0 || PQenterPipelineMode(connection->handle) != 1)
    return baseline_fail(connection, NULL);
  return true;
}

static void take_answer(baseline *connection, PGresult *result) {
  if (!result) {
    if (connection->has_answer) connection->unanswered -= 1;
    connection->has_answer = false;
    return;
  }
  switch (PQresultStatus(result)) {
  case PGRES_PIPELINE_SYNC: connection->is_synchronized = true; break;
  case PGRES_COMMAND_OK:
  case PGRES_TUPLES_OK: connection->has_answer = true; break;
  default:
    connection->has_answer = true;
    if (connection->has_failed) break;
    connection->has_failed = true;
    baseline_fail(connection, result);
    return;
  }
  PQclear(result);
}

/// Takes the answers that are there.
static bool take_answers(baseline *connection) {
  if (PQconsumeInput(connection->handle) != 1) return baseline_fail(connection, NULL);
  while (!connection->is_synchronized && connection->unanswered > 0 && !PQisBusy(connection->handle))
    take_answer(connection, PQgetResult(connection->handle));
  return true;
}

/// Waits until something can be sent or has arrived, and takes that.
static bool wait_for(baseline *connection, short events) {
  struct pollfd socket = {.fd = PQsocket(connection->handle), .events = events};
  while (poll(&socket, 1, -1) < 0)
    if (errno != EINTR) return baseline_fail(connection, NULL);
  return (socket.revents & ~POLLOUT) == 0 || take_answers(connection);
}

/// Sends all that waits to be sent.
static bool flush(baseline *connection) {
  while (true) {
    int state = PQflush(connection->handle);
    if (state == 0) return true;
    if (state < 0) return baseline_fail(connection, NULL);
    if (!wait_for(connection, POLLIN | POLLOUT)) return false;
  }
}

bool baseline_send(
    baseline *connection, const char *name, int count, const char *const *values, const int *lengths,
    const int *formats) {
  if (PQsendQueryPrepared(connection->handle, name, count, values, lengths, formats, 1) != 1)
    return baseline_fail(connection, NULL);
  connection->statements += 1;
  connection->unanswered += 1;
  if (++connection->unlooked < RUNS_BETWEEN_LOOKS) return true;
  connection->unlooked = 0;
  return flush(connection) && take_answers(connection) && !connection->has_failed;
}

bool baseline_end_pipeline(baseline *connection) {
  connection->unanswered += 1;
  if (PQpipelineSync(connection->handle) != 1 || !flush(connection)) return baseline_fail(connection, NULL);
  while (!connection->is_synchronized)
    if (!take_answers(connection) || (!connection->is_synchronized && !wait_for(connection, POLLIN))) return false;
  PQsetnonblocking(connection->handle, 0);
  if (PQexitPipelineMode(connection->handle) != 1) return baseline_fail(connection, NULL);
  return !connection->has_failed;
}
