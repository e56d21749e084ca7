#if !__has_include(<libpq-fe.h>)
#error "libpq's headers are missing: apt-get install libpq-dev, or brew install libpq; then: swift package purge-cache"
#endif

#include <libpq-fe.h>

/// Has the rows of the statement that was just sent arrive in results of so many, or of one each
/// where libpq is older than 17. Returns 1 where the connection takes it.
static inline int openswiftdata_stream_rows(PGconn *connection, int count) {
#ifdef LIBPQ_HAS_CHUNK_MODE
  return PQsetChunkedRowsMode(connection, count);
#else
  (void)count;
  return PQsetSingleRowMode(connection);
#endif
}

/// The fields of a failure or notice, which are characters in libpq's header and so nothing to Swift.
enum {
  OPENSWIFTDATA_SEVERITY = PG_DIAG_SEVERITY_NONLOCALIZED,
  OPENSWIFTDATA_SQLSTATE = PG_DIAG_SQLSTATE,
  OPENSWIFTDATA_MESSAGE = PG_DIAG_MESSAGE_PRIMARY,
  OPENSWIFTDATA_DETAIL = PG_DIAG_MESSAGE_DETAIL,
  OPENSWIFTDATA_HINT = PG_DIAG_MESSAGE_HINT,
  OPENSWIFTDATA_POSITION = PG_DIAG_STATEMENT_POSITION,
  OPENSWIFTDATA_TABLE_NAME = PG_DIAG_TABLE_NAME,
  OPENSWIFTDATA_COLUMN_NAME = PG_DIAG_COLUMN_NAME,
  OPENSWIFTDATA_CONSTRAINT_NAME = PG_DIAG_CONSTRAINT_NAME,
};
