import CSQLite
import SQLCore

/// What a file runs by itself when it is used: triggers and views, which anybody may have put there.
package struct SchemaPrograms: Sendable {
  /// Those that do more than keep an index, by their kind and name.
  package let foreign: [String]
  /// Whether a view is among them, so that a statement that only reads may run one.
  package let hasViews: Bool
  /// Whether triggers keep spatial or text indexes; SQLite 3.40 lets none write to them that it does not trust.
  package let keepsIndexes: Bool

  package init(foreign: [String], hasViews: Bool, keepsIndexes: Bool) {
    (self.foreign, self.hasViews) = (foreign, hasViews)
    self.keepsIndexes = keepsIndexes
  }
}

extension SQLiteConnection {
  /// How many steps of SQLite's machine a statement that runs programs of a file may take, beside those that the size
  /// of the file allows; a processor takes seconds for the default.
  @TaskLocal package static var programStepLimit: Int64 = 100_000_000

  /// Uses the file as one that somebody else may have made.
  ///
  /// Its triggers, views and expressions call functions of SQLite's own alone, what they make has limits, and a
  /// statement that runs them without end fails. For a file without them it costs nothing afterwards.
  ///
  /// - Parameter look: Reads what programs the file has; is asked again when SQLite refuses one.
  /// - Throws: `SQLError`: what `look` throws.
  package func distrustSchema(
    _ look: @escaping (SQLiteConnection) throws(SQLError) -> SchemaPrograms
  ) throws(SQLError) {
    let code = openswiftdata_distrust_schema(handle)
    guard code == SQLITE_OK else {
      throw SQLiteResultCode.error(code, database: handle, statement: nil)
    }
    for (limit, value) in Self.limits { sqlite3_limit(handle, limit, value) }
    let guardian = SchemaGuard(self, look)
    self.guardian = guardian
    try guardian.look()
  }

  /// What the library's own largest statements need, and the largest values that SQLite stores.
  private static var limits: [(Int32, Int32)] {
    [
      (SQLITE_LIMIT_LENGTH, 1_000_000_000),
      (SQLITE_LIMIT_SQL_LENGTH, 64 << 20),
      (SQLITE_LIMIT_COLUMN, 2_000),
      (SQLITE_LIMIT_EXPR_DEPTH, 1_000),
      (SQLITE_LIMIT_COMPOUND_SELECT, 500),
      (SQLITE_LIMIT_VDBE_OP, 5_000_000),
      // bm25() takes a weight for each column of a text index.
      (SQLITE_LIMIT_FUNCTION_ARG, 127),
      // VACUUM INTO attaches the copy.
      (SQLITE_LIMIT_ATTACHED, 1),
      (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50_000),
      (SQLITE_LIMIT_VARIABLE_NUMBER, Int32(SQLFeatures.sqlite.parameterLimit)),
      (SQLITE_LIMIT_TRIGGER_DEPTH, 50),
      (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]
  }
}
