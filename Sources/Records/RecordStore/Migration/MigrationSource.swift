import CoreDataFormat
import DataSchema
import Foundation

/// A store before it is opened: its version and its contents can be read.
package protocol SourceStore {
  /// The location of the store, for messages.
  var path: String { get }
  var metadata: StoreMetadata { get }

  /// Reads the model that the store was written with.
  ///
  /// - Throws: What reading it throws.
  func readModel() throws -> StoredModel

  /// Returns what prevents migrating the stored entities to the target entities.
  ///
  /// - Throws: What reading the store throws.
  func obstacles(
    from source: ModelDescription, to target: ModelDescription
  ) throws -> [MigrationObstacle]

  /// Runs `body` and converts the database's errors into errors of the store.
  func reporting<Result>(_ body: () throws -> Result) throws -> Result
}

/// A store that is migrated to the container's entities if necessary, and then opened.
package protocol MigrationSource: SourceStore {
  /// The name of the store's configuration.
  var configurationName: String { get }
  /// The entities that the container stores in it.
  var model: ModelDescription { get }
  var metadata: StoreMetadata { get set }
  /// The reason why it is read-only; nil if it is writable.
  var readOnlyReason: ReadOnlyReason? { get }
  /// Whether the container's entities are a part of the stored ones; then it is not migrated.
  var readsPart: Bool { get }
  /// Whether Apple's frameworks mirror it to CloudKit.
  var isMirrored: Bool { get }

  /// Replaces the entities with ones whose inverses were resolved from the store.
  ///
  /// - Throws: `SwiftDataError` for inconsistent entities.
  mutating func replaceEntities(_ entities: [EntityDescription]) throws

  /// Whether the tables of the stored entities equal those of the container's.
  ///
  /// - Throws: `LayoutError`, and what reading the store throws.
  func hasTables(of stored: ModelDescription) throws -> Bool

  /// Creates the migration session of the store.
  func makeMigrationSession() -> any MigrationSession

  /// Opens the store, after it was migrated if necessary.
  ///
  /// - Throws: `SwiftDataError` that explains why it cannot be used.
  func open() throws -> any RowStore
}

/// The migration session of one store.
package protocol MigrationSession: MigrationTransaction, MigrationTables {
  /// The store before the migration, with the metadata that was read when the transaction began.
  var source: any MigrationSource { get }
}

/// The transaction in which a store is migrated.
package protocol MigrationTransaction: AnyObject {
  var hasCommitted: Bool { get }

  /// Begins the transaction once other writers have released the store, and rereads its metadata.
  ///
  /// - Parameter limit: How long to wait for other writers.
  /// - Throws: `SQLError` if they have not released it in that time; `CancellationError`.
  func begin(waiting limit: Duration) throws

  /// Adopts the inverses that were resolved from the store.
  ///
  /// - Parameter entities: The entities of the store after the migration.
  /// - Throws: `SwiftDataError` for entities that cannot be stored, and `SQLError`.
  func prepare(_ entities: [EntityDescription]) throws

  /// Writes the current model of the store and its version.
  ///
  /// - Throws: `SQLError`.
  func writeMetadata() throws

  /// Commits the transaction.
  ///
  /// - Throws: `SQLError`; `rollBack` then undoes everything.
  func commit() throws

  /// Rolls back the transaction, unless it was committed.
  func rollBack()

  /// Returns the store with a new connection that was not used by the migration.
  ///
  /// - Throws: `SwiftDataError` if the store can no longer be opened.
  func reconnected() throws -> any MigrationSource
}

/// The tables of a store in a migration session, which the stages read and change.
package protocol MigrationTables: AnyObject {
  var connection: any MigrationConnection { get }
  /// The current model of the store.
  var model: ModelDescription { get set }
  /// The underlying error, if the database only knows that a function failed.
  var failure: (any Error)? { get }

  /// Returns the tables of the current model.
  ///
  /// - Throws: `LayoutError`, and `SQLError`.
  func tableMap() throws -> TableMap

  /// Returns the evolution from the current model to another.
  ///
  /// - Throws: `LayoutError`, and `SQLError`.
  func evolution(to target: ModelDescription) throws -> StoreEvolution

  /// Called after tables were changed.
  ///
  /// - Throws: `SQLError`.
  func tablesDidChange() throws

  /// Creates the store for the contexts of a stage.
  ///
  /// - Parameters:
  ///   - model: The entities of the contexts' version.
  ///   - tableMap: The tables of their rows.
  ///   - allowsSave: Whether the contexts may save.
  /// - Returns: The store, and the connection that is lent to it.
  /// - Throws: What reading the tables throws.
  func makeStage(
    _ model: ModelDescription, _ tableMap: TableMap, allowsSave: Bool
  ) throws -> (store: any RowStore, connection: StageConnection)
}
