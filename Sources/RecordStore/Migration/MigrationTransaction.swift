import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SQLiteDriver

/// One store while it is migrated: a transaction on its file.
package final class MigrationTransaction {
  package private(set) var file: StoreFile
  package let files: MigrationFiles
  /// What the file holds at present.
  package var model: ModelDescription
  package private(set) var hasCommitted = false
  private var isCommitting = false

  package init(_ file: StoreFile) {
    self.file = file
    files = MigrationFiles(file.location, owner: file.metadata.storeUUID)
    model = file.model
  }

  /// Begins the transaction, when all who write have let go of the file, and reads anew what the
  /// file says of itself.
  ///
  /// - Parameter limit: How long to wait for others.
  /// - Throws: `SQLError` of kind `busy` when they have not let go in that time; `CancellationError`.
  package func begin(waiting limit: Duration) throws {
    // Whatever was given, the clock can count that far.
    let deadline = ContinuousClock.now + min(max(limit, .zero), Self.longestWait)
    // Short waits, so that a cancelled task does not wait for long.
    file.connection.setBusyTimeout(milliseconds: 50)
    defer { file.connection.setBusyTimeout(milliseconds: StoreLocation.busyMilliseconds) }
    while let error = busyError() {
      guard ContinuousClock.now < deadline else { throw error }
      try Task.checkCancellation()
    }
    // Any other failure than that of a lock shows again.
    if !file.connection.isInTransaction { try file.connection.run("BEGIN IMMEDIATE") }
    file.metadata = try file.location.readMetadata(file.connection)
  }

  private static let longestWait = Duration.seconds(1_000_000_000)

  /// Tries to begin the transaction; returns what SQLite says where somebody else writes.
  private func busyError() -> SQLError? {
    do {
      try file.connection.run("BEGIN IMMEDIATE")
      return nil
    } catch {
      return error.kind == .busy ? error : nil
    }
  }

  /// Goes on with the inverses that the file has settled, and makes callable what rows are copied with.
  ///
  /// - Parameter entities: The entities that the file is to hold at last.
  /// - Throws: What registering functions throws, and `SwiftDataError` for entities that cannot be stored.
  package func prepare(_ entities: [EntityDescription]) throws {
    try file.settle(entities)
    try files.register(on: file.connection)
  }

  /// Writes down what the store holds now, and of which version.
  ///
  /// - Throws: `SQLError`.
  package func writeMetadata() throws {
    file.metadata.update(for: model)
    let statement = try file.metadata.writeStatement()
    try file.connection.run(statement.text, statement.values)
    try StoredModel.archive(model, on: file.connection)
  }

  /// Commits, and removes the files of large values that no row names any more.
  ///
  /// - Throws: `SQLError`; `rollBack` then undoes everything.
  package func commit() throws {
    try files.prepareToCommit()
    isCommitting = true
    try file.connection.run("COMMIT")
    hasCommitted = true
    files.removeRetired()
  }

  /// Undoes everything, unless it was committed; the file is as it was.
  package func rollBack() {
    guard !hasCommitted else { return }
    // Where this fails the database has rolled back by itself, or does so when it is closed.
    _ = try? file.connection.run("ROLLBACK")
    // A COMMIT that failed may still be found in the log after a crash, and then needs its files.
    if !isCommitting { files.removeMade() }
  }

  /// Goes on with a connection that has seen nothing of the migration.
  ///
  /// - Throws: `SwiftDataError` for a file that can no longer be opened.
  func reconnect() throws { try file.reconnect() }
}
