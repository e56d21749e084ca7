import CSQLite
import SQLCore

/// The code that a file runs when it is used, which anyone may have added: triggers, views, and the
/// expressions of its tables and indexes.
package struct SchemaPrograms: Sendable {
  /// The triggers and views that do more than maintain an index, by kind and name.
  package let foreign: [String]
  /// The tables and indexes that may compute values, by kind and name.
  package let expressions: [String]
  /// Whether these include a view, so that even a statement that only reads may run one.
  package let hasViews: Bool
  /// Whether triggers maintain spatial or text indexes, which SQLite 3.40 denies to untrusted
  /// triggers.
  package let keepsIndexes: Bool

  package init(
    foreign: [String], expressions: [String], hasViews: Bool, keepsIndexes: Bool
  ) {
    (self.foreign, self.expressions) = (foreign, expressions)
    (self.hasViews, self.keepsIndexes) = (hasViews, keepsIndexes)
  }
}

extension SQLiteConnection {
  /// The maximum number of virtual machine steps of a statement that runs code of a file.
  ///
  /// Steps allowed for the size of the file are added. The default takes a processor seconds.
  @TaskLocal package static var programStepLimit: Int64 = 100_000_000

  /// Treats the file as one that may come from an untrusted source.
  ///
  /// See [Defense Against The Dark Arts](https://sqlite.org/security.html) in SQLite's manual.
  /// Its triggers, views, and expressions can only call SQLite's own functions, the values that
  /// they create are limited by the size of the file, and a statement that runs them endlessly
  /// fails. For a file without such code, there is no further cost; otherwise, each statement reads
  /// the size of the file.
  ///
  /// - Parameter look: Reads the code of the file; called again if SQLite refuses a trigger.
  /// - Throws: `SQLError`, including the errors of `look`.
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

  /// Limits that allow the library's largest statements, and the largest values that SQLite stores.
  private static var limits: [(Int32, Int32)] {
    [
      (SQLITE_LIMIT_LENGTH, SchemaGuard.largestValue),
      (SQLITE_LIMIT_SQL_LENGTH, 64 << 20),
      (SQLITE_LIMIT_COLUMN, 2_000),
      (SQLITE_LIMIT_EXPR_DEPTH, 1_000),
      (SQLITE_LIMIT_COMPOUND_SELECT, 500),
      (SQLITE_LIMIT_VDBE_OP, 5_000_000),
      // `bm25()` takes a weight for each column of a text index.
      (SQLITE_LIMIT_FUNCTION_ARG, 127),
      // `VACUUM INTO` attaches the copy.
      (SQLITE_LIMIT_ATTACHED, 1),
      (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50_000),
      (SQLITE_LIMIT_VARIABLE_NUMBER, Int32(SQLFeatures.sqlite.parameterLimit)),
      (SQLITE_LIMIT_TRIGGER_DEPTH, 50),
      (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]
  }
}
