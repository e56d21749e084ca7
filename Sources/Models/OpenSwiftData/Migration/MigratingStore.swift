import CoreDataFormat
import DataSchema
import RecordStore
import SQLCore

/// A store that is being migrated, with its steps.
final class MigratingStore {
  private let migration: any StoreMigration
  /// The entities that the store has to contain at each version.
  private(set) var share: [ModelDescription]
  /// The steps that remain.
  var steps: ArraySlice<MigrationStep> = []

  init(_ store: any MigratableStore, _ share: [ModelDescription]) {
    self.share = share
    migration = store.makeMigration()
  }

  var found: any MigratableStore { migration.found }
  var stages: any StoreMigrationStages { migration }
  var connection: any MigratingConnection { migration.connection }
  var hasCommitted: Bool { migration.hasCommitted }
  /// The entities that the store contains at present.
  var model: ModelDescription {
    get { migration.model }
    set { migration.model = newValue }
  }

  /// Begins the transaction once all writers have released the store, and reads the store's
  /// metadata again.
  ///
  /// - Throws: `SwiftDataError.storeIsLocked` if they have not within the time limit;
  ///   `CancellationError`.
  func begin(waiting limit: Duration) throws { try migration.begin(waiting: limit) }

  /// Sets the steps, now that no other connection can write.
  ///
  /// - Parameters:
  ///   - way: The store's version and steps.
  ///   - target: The index of the version that the container wants.
  /// - Throws: Errors of registering functions, and `SwiftDataError` for models that cannot be
  ///   stored.
  func prepare(_ way: StoreWay, target: Int) throws {
    steps = way.steps[...]
    share = way.models
    try migration.prepare(share[target].entities)
    // The store's own description of its entities is the most reliable.
    model =
      way.stored.model ?? steps.first?.from.map { share[$0] } ?? way.stored.archived ?? found.model
  }

  /// Writes the current entities and their version to the store's metadata.
  func writeMetadata() throws { try migration.writeMetadata() }

  func commit() throws { try migration.commit() }

  /// Rolls everything back, unless it was committed; the store is unchanged.
  func rollBack() { migration.rollBack() }

  /// The store with a new connection, which has seen nothing of the migration.
  func reconnected() throws -> any MigratableStore { try migration.reconnected() }
}
