import CoreDataFormat
import DataSchema
import RecordStore
import SQLCore

/// One store while it is migrated, with the steps that it takes.
final class MigratingStore {
  private let migration: any StoreMigration
  /// What it has to hold at each version.
  private(set) var share: [ModelDescription]
  /// What is still to be done.
  var steps: ArraySlice<MigrationStep> = []

  init(_ store: any MigratableStore, _ share: [ModelDescription]) {
    self.share = share
    migration = store.makeMigration()
  }

  var found: any MigratableStore { migration.found }
  var stages: any StoreMigrationStages { migration }
  var connection: any MigratingConnection { migration.connection }
  var hasCommitted: Bool { migration.hasCommitted }
  /// What the store holds at present.
  var model: ModelDescription {
    get { migration.model }
    set { migration.model = newValue }
  }

  /// Begins the transaction, when all who write have let go of the store, and reads anew what it says of
  /// itself.
  ///
  /// - Throws: `SwiftDataError.storeIsLocked` when they have not in that time; `CancellationError`.
  func begin(waiting limit: Duration) throws { try migration.begin(waiting: limit) }

  /// Sets what is to be done, now that nobody else can write.
  ///
  /// - Parameters:
  ///   - way: The steps.
  ///   - target: The number of the version that the container wants.
  /// - Throws: What registering functions throws, and `SwiftDataError` for models that cannot be stored.
  func prepare(_ way: StoreWay, target: Int) throws {
    steps = way.steps[...]
    share = way.models
    try migration.prepare(share[target].entities)
    // What is in the store is told best by the store.
    model =
      way.stored.model ?? steps.first?.from.map { share[$0] } ?? way.stored.archived ?? found.model
  }

  /// Writes down what the store holds now, and of which version.
  func writeMetadata() throws { try migration.writeMetadata() }

  func commit() throws { try migration.commit() }

  /// Undoes everything, unless it was committed; the store is as it was.
  func rollBack() { migration.rollBack() }

  /// The store with a connection that has seen nothing of the migration.
  func reconnected() throws -> any MigratableStore { try migration.reconnected() }
}
