import SQLCore

extension SQLiteStore {
  package func writing(
    on connection: any SQLConnection, _ attempt: WriteAttempt, before others: () throws -> Void,
    _ body: (ExternalChanges?) throws -> Void
  ) throws {
    guard let externalFiles else {
      return try connection.transaction {
        try body(nil)
        try others()
      }
    }
    let files = ExternalChanges(externalFiles, connection)
    // Files of a migration are resolved when it ends.
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
