import CoreDataFormat
import DataSchema
import Foundation
import RecordStore
import SQLCore
import SQLiteDriver

/// One store while it is migrated: a transaction on its file.
final class MigratingStore {
  private(set) var file: StoreFile
  let files: MigrationFiles
  /// What the file holds at present.
  var model: ModelDescription
  /// What it has to hold at each version.
  private(set) var share: [ModelDescription]
  /// What is still to be done.
  var steps: ArraySlice<MigrationStep> = []
  private(set) var hasCommitted = false
  private var isCommitting = false

  init(_ file: StoreFile, _ share: [ModelDescription]) {
    self.file = file
    self.share = share
    files = MigrationFiles(file.location)
    model = file.model
  }

  var connection: SQLiteConnection { file.connection }

  /// Begins the transaction, when all who write have let go of the file, and reads anew what the
  /// file says of itself.
  ///
  /// - Throws: `SwiftDataError.storeIsLocked` when they have not in that time; `CancellationError`.
  func begin(waiting limit: Duration) throws {
    // Whatever was given, the clock can count that far.
    let deadline = ContinuousClock.now + min(max(limit, .zero), Self.longestWait)
    // Short waits, so that a cancelled task does not wait for long.
    connection.setBusyTimeout(milliseconds: 50)
    defer { connection.setBusyTimeout(milliseconds: StoreLocation.busyMilliseconds) }
    while let error = busyError() {
      guard ContinuousClock.now < deadline else { throw error }
      try Task.checkCancellation()
    }
    // Any other failure than that of a lock shows again.
    if !connection.isInTransaction { try connection.run("BEGIN IMMEDIATE") }
    file.metadata = try file.location.readMetadata(connection)
  }

  private static let longestWait = Duration.seconds(1_000_000_000)

  /// Tries to begin the transaction; returns what SQLite says where somebody else writes.
  private func busyError() -> SQLError? {
    do {
      try connection.run("BEGIN IMMEDIATE")
      return nil
    } catch {
      return error.kind == .busy ? error : nil
    }
  }

  /// Sets what is to be done, now that nobody else can write.
  ///
  /// - Parameters:
  ///   - way: The steps.
  ///   - target: The number of the version that the container wants.
  /// - Throws: What registering functions throws, and `SwiftDataError` for models that cannot be stored.
  func prepare(_ way: StoreWay, target: Int) throws {
    steps = way.steps[...]
    share = way.models
    try file.settle(share[target].entities)
    // What is in the file is told best by the file.
    model =
      way.stored.model ?? steps.first?.from.map { share[$0] } ?? way.stored.archived ?? file.model
    try files.register(on: connection)
  }

  /// Writes down what the store holds now, and of which version.
  func writeMetadata() throws {
    file.metadata.update(for: model)
    let statement = try file.metadata.writeStatement()
    try connection.run(statement.text, statement.values)
    try StoredModel.archive(model, on: connection)
  }

  func commit() throws {
    try files.prepareToCommit()
    isCommitting = true
    try connection.run("COMMIT")
    hasCommitted = true
    files.removeRetired()
  }

  /// Undoes everything, unless it was committed; the file is as it was.
  func rollBack() {
    guard !hasCommitted else { return }
    // Where this fails the database has rolled back by itself, or does so when it is closed.
    _ = try? connection.run("ROLLBACK")
    // A COMMIT that failed may still be found in the log after a crash, and then needs its files.
    if !isCommitting { files.removeMade() }
  }

  /// The file with a connection that has seen nothing of the migration.
  func reconnected() throws -> StoreFile {
    try file.reconnect()
    return file
  }
}
