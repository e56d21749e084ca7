import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SwiftDataErrors

/// A store that is being opened, with its metadata.
package protocol FoundStore {
  /// The name of the store's configuration.
  var configurationName: String { get }
  /// The location of the store, for messages.
  var path: String { get }
  /// The entities that the container stores in it.
  var model: ModelDescription { get }
  var metadata: StoreMetadata { get set }
  /// The reason why it is read-only; nil if it is writable.
  var readOnlyReason: ReadOnlyReason? { get }
  /// Whether the container's entities are a part of the stored ones; then it is not migrated.
  var readsPart: Bool { get }
  /// Whether Apple's frameworks mirror it to CloudKit.
  var isMirrored: Bool { get }
}

/// A store that is being opened, and may have to be migrated to the container's entities.
package protocol MigratableStore: FoundStore {
  /// Reads the model that the store was written with.
  ///
  /// - Throws: What reading it throws.
  func readModel() throws -> StoredModel

  /// Replaces the entities with ones whose inverses were resolved from the store.
  ///
  /// - Throws: `SwiftDataError` for inconsistent entities.
  mutating func settle(_ entities: [EntityDescription]) throws

  /// Returns what prevents migrating the stored entities to the target entities.
  ///
  /// - Throws: What reading the store throws.
  func obstacles(
    from source: ModelDescription, to target: ModelDescription
  ) throws -> [MigrationObstacle]

  /// Whether the tables of the stored entities equal those of the container's.
  ///
  /// - Throws: `LayoutError`, and what reading the store throws.
  func hasTables(of stored: ModelDescription) throws -> Bool

  /// Creates the migration session of the store.
  func makeMigration() -> any StoreMigration

  /// Runs `body` and converts the database's errors into errors of the store.
  func reporting<Result>(_ body: () throws -> Result) throws -> Result

  /// Opens the store, after it was migrated if necessary.
  ///
  /// - Throws: `SwiftDataError` that explains why it cannot be used.
  func open() throws -> any RowStore
}

/// The migration session of one store.
package protocol StoreMigration: StoreMigrationTransaction, StoreMigrationStages {
  /// The store before the migration, with the metadata that was read when the transaction began.
  var found: any MigratableStore { get }
}

/// The transaction in which a store is migrated.
package protocol StoreMigrationTransaction: AnyObject {
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
  func reconnected() throws -> any MigratableStore
}

/// The part of a migration session that its stages use.
package protocol StoreMigrationStages: AnyObject {
  var connection: any MigratingConnection { get }
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

  /// Records that tables were changed.
  ///
  /// - Throws: `SQLError`.
  func noteChangedTables() throws

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
