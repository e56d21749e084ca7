import SQLCore

extension SQLiteStore {
  /// Runs `body` in a write transaction, and afterwards removes the files that it made superfluous.
  ///
  /// Transactions on other stores, `others`, come before it commits. `body` is given the files to
  /// make and to give up, nil where there can be none.
  package func writing(
    on connection: any SQLConnection, before others: () throws -> Void = {},
    _ body: (ExternalChanges?) throws -> Void
  ) throws {
    guard let externalFiles else {
      return try connection.transaction {
        try body(nil)
        try others()
      }
    }
    let files = ExternalChanges(externalFiles, connection)
    // What belongs to a migration waits for its end.
    files.outer = stage?.files
    try files.accompany {
      try connection.transaction {
        try body(files)
        try files.prepareToCommit()
        try others()
        files.willCommit()
      }
    }
  }
}
