import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SQLiteDriver

/// The migration session of a store file: a transaction on the file.
package final class FileMigrationSession {
  package private(set) var file: StoreFile
  package let files: MigrationFiles
  /// The current model of the file.
  package var model: ModelDescription
  package private(set) var hasCommitted = false
  private var isCommitting = false

  package init(_ file: StoreFile) {
    self.file = file
    files = MigrationFiles(file.location, owner: file.metadata.storeUUID)
    model = file.model
  }

  /// Begins the transaction once other writers have released the file, and rereads its metadata.
  ///
  /// - Parameter limit: How long to wait for other writers.
  /// - Throws: `SQLError` of kind `busy` if they have not released it in that time;
  ///   `CancellationError`.
  package func begin(waiting limit: Duration) throws {
    // Limits the wait to a time that the clock can represent.
    let deadline = ContinuousClock.now + min(max(limit, .zero), Self.longestWait)
    // Short waits, so that a canceled task ends soon.
    file.connection.setBusyTimeout(milliseconds: 50)
    defer { file.connection.setBusyTimeout(milliseconds: StoreLocation.busyMilliseconds) }
    while let error = busyError() {
      guard ContinuousClock.now < deadline else { throw error }
      try Task.checkCancellation()
    }
    // Failures other than a lock occur again here.
    if !file.connection.isInTransaction { try file.connection.run("BEGIN IMMEDIATE") }
    file.metadata = try file.location.readMetadata(file.connection)
  }

  private static let longestWait = Duration.seconds(1_000_000_000)

  /// Tries to begin the transaction; returns SQLite's error if another connection is writing.
  private func busyError() -> SQLError? {
    do {
      try file.connection.run("BEGIN IMMEDIATE")
      return nil
    } catch {
      return error.kind == .busy ? error : nil
    }
  }

  /// Adopts the inverses that were resolved from the file, and registers the functions for copying
  /// rows.
  ///
  /// - Parameter entities: The entities of the file after the migration.
  /// - Throws: What registering functions throws, and `SwiftDataError` for entities that cannot be
  ///   stored.
  package func prepare(_ entities: [EntityDescription]) throws {
    try file.replaceEntities(entities)
    try files.register(on: file.connection)
  }

  /// Writes the current model of the store and its version.
  ///
  /// - Throws: `SQLError`.
  package func writeMetadata() throws {
    file.metadata.update(for: model)
    let statement = try file.metadata.writeStatement()
    try file.connection.run(statement.text, statement.values)
    try StoredModel.archive(model, on: file.connection)
  }

  /// Commits, and deletes external files that rows no longer refer to.
  ///
  /// - Throws: `SQLError`; `rollBack` then undoes everything.
  package func commit() throws {
    try files.prepareToCommit()
    isCommitting = true
    try file.connection.run("COMMIT")
    hasCommitted = true
    files.removeRetired()
  }

  /// Rolls back the transaction, unless it was committed; the file is then unchanged.
  package func rollBack() {
    guard !hasCommitted else { return }
    // If this fails, the database has rolled back itself, or does so when it is closed.
    _ = try? file.connection.run("ROLLBACK")
    // After a crash, a failed COMMIT may still be found in the log; then it needs its files.
    if !isCommitting { files.removeMade() }
  }

  /// Opens a new connection that was not used by the migration.
  ///
  /// - Throws: `SwiftDataError` if the file can no longer be opened.
  func reconnect() throws { try file.reconnect() }
}
