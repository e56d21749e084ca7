import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SwiftDataErrors

/// A store that was found, and what it says of itself.
package protocol FoundStore {
  /// The name of the configuration that it is opened for.
  var configurationName: String { get }
  /// Where the store is, for messages.
  var path: String { get }
  /// The entities that the container keeps in it.
  var model: ModelDescription { get }
  var metadata: StoreMetadata { get set }
  /// Why it can only be read; nil where it may be written to.
  var readOnlyReason: ReadOnlyReason? { get }
  /// Whether the container's entities are a part of what it holds, with which it is not migrated.
  var readsPart: Bool { get }
  /// Whether Apple's frameworks mirror it to CloudKit.
  var isMirrored: Bool { get }
}

/// A store that was found, and may hold other versions of entities than it is to hold.
package protocol MigratableStore: FoundStore {
  /// What it tells of the entities that it was written with.
  ///
  /// - Throws: What reading it throws.
  func readModel() throws -> StoredModel

  /// Goes on with entities that have other inverses, which the store has settled.
  ///
  /// - Throws: `SwiftDataError` for entities that contradict themselves.
  mutating func settle(_ entities: [EntityDescription]) throws

  /// What is in the way from the entities that it holds to others.
  ///
  /// - Throws: What reading it throws.
  func obstacles(
    from source: ModelDescription, to target: ModelDescription
  ) throws -> [MigrationObstacle]

  /// Whether its tables for entities that it holds are those of the container's.
  ///
  /// - Throws: `LayoutError`, and what reading it throws.
  func hasTables(of stored: ModelDescription) throws -> Bool

  /// Makes what migrates it.
  func makeMigration() -> any StoreMigration

  /// Runs `body` and gives the database's failures the words of the store.
  func reporting<Result>(_ body: () throws -> Result) throws -> Result

  /// Opens it, now that it holds what it is to hold.
  ///
  /// - Throws: `SwiftDataError` that says why it cannot be used.
  func open() throws -> any RowStore
}

/// One store while it is migrated.
package protocol StoreMigration: StoreMigrationTransaction, StoreMigrationStages {
  /// The store as it was found; once the transaction has begun, with what it says of itself by then.
  var found: any MigratableStore { get }
}

/// The transaction in which a store is migrated.
package protocol StoreMigrationTransaction: AnyObject {
  var hasCommitted: Bool { get }

  /// Begins the transaction, when all who write have let go of the store, and reads anew what it says of
  /// itself.
  ///
  /// - Parameter limit: How long to wait for others.
  /// - Throws: `SQLError` where they have not let go in that time; `CancellationError`.
  func begin(waiting limit: Duration) throws

  /// Goes on with the inverses that the store has settled.
  ///
  /// - Parameter entities: The entities that the store is to hold at last.
  /// - Throws: `SwiftDataError` for entities that cannot be stored, and `SQLError`.
  func prepare(_ entities: [EntityDescription]) throws

  /// Writes down what the store holds now, and of which version.
  ///
  /// - Throws: `SQLError`.
  func writeMetadata() throws

  /// Commits.
  ///
  /// - Throws: `SQLError`; `rollBack` then undoes everything.
  func commit() throws

  /// Undoes everything, unless it was committed.
  func rollBack()

  /// The store with a connection that has seen nothing of the migration.
  ///
  /// - Throws: `SwiftDataError` for a store that can no longer be opened.
  func reconnected() throws -> any MigratableStore
}

/// What the stages of a migration work on.
package protocol StoreMigrationStages: AnyObject {
  var connection: any MigratingConnection { get }
  /// What the store holds at present.
  var model: ModelDescription { get set }
  /// What made the database fail, where it knows only that something did.
  var failure: (any Error)? { get }

  /// Where the rows of what it holds at present stand.
  ///
  /// - Throws: `LayoutError`, and `SQLError`.
  func tableMap() throws -> TableMap

  /// The way from what it holds at present to other entities.
  ///
  /// - Throws: `LayoutError`, and `SQLError`.
  func evolution(to target: ModelDescription) throws -> StoreEvolution

  /// Takes note that tables are others now.
  ///
  /// - Throws: `SQLError`.
  func noteChangedTables() throws

  /// Makes the store that contexts of a stage work on.
  ///
  /// - Parameters:
  ///   - model: The entities of the version that the contexts have.
  ///   - tableMap: Where their rows stand.
  ///   - allowsSave: Whether they may be changed.
  /// - Returns: The store, and the connection that is lent to it.
  /// - Throws: What looking at the tables throws.
  func makeStage(
    _ model: ModelDescription, _ tableMap: TableMap, allowsSave: Bool
  ) throws -> (store: any RowStore, connection: StageConnection)
}

/// A connection on which a store is migrated.
package protocol MigratingConnection: SQLConnection {
  /// Reports each statement from now on to `observers`, and to nobody else.
  func reportStatements(to observers: [StatementObservers])

  /// A text that is to hold one statement, with its values.
  ///
  /// - Throws: `SQLError` for several statements, and for what begins or ends transactions.
  func singleStatement(
    _ text: String, _ values: [SQLValue]
  ) throws(SQLError) -> any PreparedStatement
}
