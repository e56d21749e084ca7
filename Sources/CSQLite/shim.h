#include <sqlite3.h>

/// Makes a name in double quotes that no table or column has an error in queries and changes, as the
/// standard has it; SQLite otherwise takes it for a text. The function behind it takes arguments that
/// Swift cannot pass.
static inline int openswiftdata_refuse_unknown_names(sqlite3 *database) {
#ifdef SQLITE_DBCONFIG_DQS_DML
  return sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
#else
  return SQLITE_OK;
#endif
}

/// Leaves the write-ahead log as it is when the connection is closed, as whoever only reads does.
static inline int openswiftdata_keep_log(sqlite3 *database) {
#ifdef SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
#else
  return SQLITE_OK;
#endif
}
