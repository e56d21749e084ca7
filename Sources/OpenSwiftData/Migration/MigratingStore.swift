import CoreDataFormat
import DataSchema
import Foundation
import RecordStore
import SQLCore
import SQLiteDriver

/// One store while it is migrated, with the steps that it takes.
final class MigratingStore {
  private let transaction: MigrationTransaction
  /// What it has to hold at each version.
  private(set) var share: [ModelDescription]
  /// What is still to be done.
  var steps: ArraySlice<MigrationStep> = []

  init(_ file: StoreFile, _ share: [ModelDescription]) {
    self.share = share
    transaction = MigrationTransaction(file)
  }

  var file: StoreFile { transaction.file }
  var files: MigrationFiles { transaction.files }
  var connection: SQLiteConnection { transaction.connection }
  var hasCommitted: Bool { transaction.hasCommitted }
  /// What the file holds at present.
  var model: ModelDescription {
    get { transaction.model }
    set { transaction.model = newValue }
  }

  /// Begins the transaction, when all who write have let go of the file, and reads anew what the
  /// file says of itself.
  ///
  /// - Throws: `SwiftDataError.storeIsLocked` when they have not in that time; `CancellationError`.
  func begin(waiting limit: Duration) throws { try transaction.begin(waiting: limit) }

  /// Sets what is to be done, now that nobody else can write.
  ///
  /// - Parameters:
  ///   - way: The steps.
  ///   - target: The number of the version that the container wants.
  /// - Throws: What registering functions throws, and `SwiftDataError` for models that cannot be stored.
  func prepare(_ way: StoreWay, target: Int) throws {
    steps = way.steps[...]
    share = way.models
    try transaction.prepare(share[target].entities)
    // What is in the file is told best by the file.
    model =
      way.stored.model ?? steps.first?.from.map { share[$0] } ?? way.stored.archived ?? file.model
  }

  /// Writes down what the store holds now, and of which version.
  func writeMetadata() throws { try transaction.writeMetadata() }

  func commit() throws { try transaction.commit() }

  /// Undoes everything, unless it was committed; the file is as it was.
  func rollBack() { transaction.rollBack() }

  /// The file with a connection that has seen nothing of the migration.
  func reconnected() throws -> StoreFile { try transaction.reconnected() }
}
