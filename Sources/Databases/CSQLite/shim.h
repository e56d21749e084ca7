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

/// Lets triggers, views and computed columns of a file call harmless functions only, and nobody change its schema or the
/// tables behind its indexes but by the statements for that.
static inline int openswiftdata_distrust_schema(sqlite3 *database) {
  int result = SQLITE_OK;
#ifdef SQLITE_DBCONFIG_DEFENSIVE
  result = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  if (result != SQLITE_OK) return result;
#endif
#ifdef SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER
  result = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0, (int *)0);
  if (result != SQLITE_OK) return result;
#endif
#ifdef SQLITE_DBCONFIG_TRUSTED_SCHEMA
  result = sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
#endif
  return result;
}

/// Lets triggers write to tables of all kinds that SQLite comes with, as those of spatial and text indexes do.
static inline int openswiftdata_trust_schema(sqlite3 *database) {
#ifdef SQLITE_DBCONFIG_TRUSTED_SCHEMA
  return sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1, (int *)0);
#else
  return SQLITE_OK;
#endif
}
