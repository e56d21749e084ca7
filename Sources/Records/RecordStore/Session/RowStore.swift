import CoreDataFormat
import DataSchema
import SQLCore
import SwiftDataErrors

/// A store of rows, as sessions use it.
///
/// Implementations decide where the rows are stored, in a file or on a server, and how connections
/// are opened and pooled.
package protocol RowStore: RowStoreContents, RowStoreConnections, RowStoreWriting, RowStoreHistory {
  /// Whether the table of member positions is known to exist.
  var hasMemberOrder: Bool { get set }

  /// Deletes all contents of the store.
  ///
  /// - Throws: `SwiftDataError` if the store cannot be written.
  func erase() throws
}

/// The location of a store of rows, its tables and its files.
package protocol RowStoreContents: AnyObject, Sendable {
  /// Uniquely identifies the store.
  var identifier: String { get }
  /// The location of the store, for messages.
  var path: String { get }
  var tables: StoreTables { get }
  /// All tables; computed on first use.
  var tableMap: TableMap { get }
  /// Whether the contents of the store cannot change.
  var isUnchanging: Bool { get }
  /// Values in external files; nil if all values are stored in rows.
  var externalFiles: ExternalFiles? { get }
  var spatialIndexes: SpatialIndexes { get }
}

/// The connections to a store of rows.
package protocol RowStoreConnections: AnyObject, Sendable {
  /// Observers of the statements that contexts execute on the store.
  var statementObservers: StatementObservers { get }

  /// Lends a connection to the caller for exclusive use.
  ///
  /// - Parameter observers: Observers of its statements, in addition to the store's own.
  /// - Returns: The connection; return it with `checkIn(_:)`.
  /// - Throws: `SwiftDataError` if the store cannot be reached.
  func checkOut(observers: StatementObservers?) throws -> any SQLConnection

  /// Takes back a connection that is no longer used.
  func checkIn(_ connection: any SQLConnection)

  /// Checks within a transaction that the store is still the one that was opened.
  ///
  /// - Throws: `SwiftDataError.storeSchemaMismatch` if another program has migrated the store;
  ///   `storeHasMoved` if the open file is no longer the store.
  func checkUnchanged(_ connection: any SQLConnection) throws

  /// Whether a table beside those of the entities exists.
  ///
  /// - Parameters:
  ///   - name: The name, which needs no quotes.
  ///   - connection: A connection to the store.
  /// - Returns: Whether the table exists.
  /// - Throws: What the query throws.
  func hasTable(named name: String, _ connection: any SQLConnection) throws(SQLError) -> Bool

  /// Sets the page cache of a connection to a small or to the default size.
  ///
  /// - Throws: What the statement throws.
  func limitCache(of connection: any SQLConnection, isSmall: Bool) throws(SQLError)

  /// Converts a database error into an error for the user of the store.
  func describe(_ error: SQLError) -> SwiftDataError
}

/// How a write transaction is isolated from others; a store with one writer at a time isolates all
/// of them completely.
package enum StoreIsolation: Sendable {
  /// All reads see one state, and no row is written that another transaction has changed since.
  case repeatableRead
  /// The transaction also fails if another one changed what it has read, or could have found.
  case serializable
}

/// An attempt to write in one transaction.
package struct WriteAttempt: Sendable {
  package var isolation: StoreIsolation
  /// How many attempts conflicted with other transactions before.
  package var conflicts: Int

  package init(_ isolation: StoreIsolation = .repeatableRead, conflicts: Int = 0) {
    (self.isolation, self.conflicts) = (isolation, conflicts)
  }
}

/// The transactions that write to a store of rows.
package protocol RowStoreWriting: AnyObject, Sendable {
  /// The reason why the store is read-only; nil if it is writable.
  var readOnlyReason: ReadOnlyReason? { get }

  /// Allocates keys for new rows, so that they are known before the rows are written.
  ///
  /// - Parameters:
  ///   - count: The number of keys; at least 1.
  ///   - entity: An entity of the rows' table.
  ///   - connection: The connection that will write the rows, within a transaction.
  /// - Returns: The keys, which are never allocated again.
  /// - Throws: `SwiftDataError.storeIsCorrupt` if no keys are left; what the store throws.
  func takeKeys(
    _ count: Int64, for entity: RecordEntity, on connection: any SQLConnection
  ) throws -> ClosedRange<Int64>

  /// Reserves all keys up to a given one, so that new rows get higher ones.
  ///
  /// - Parameters:
  ///   - key: The last key to reserve; at least 1.
  ///   - entity: An entity of the table whose rows have the keys.
  ///   - connection: The connection that will write the rows, within a transaction.
  /// - Throws: What the store throws.
  func takeKeys(
    upTo key: Int64, for entity: RecordEntity, on connection: any SQLConnection) throws

  /// Runs `body`, which writes, after earlier writers of this process, for stores that allow one
  /// writer at a time.
  func withWriterLock<Result>(_ body: () throws -> Result) rethrows -> Result

  /// Runs `body` in a write transaction, then deletes the external files that became unused.
  ///
  /// - Parameters:
  ///   - connection: A connection to the store.
  ///   - attempt: How the transaction is isolated from others, and how often it failed before.
  ///   - others: Work that has to succeed before the transaction is committed.
  ///   - body: Writes; it receives the external files to create and delete, nil if there cannot be
  ///     any.
  /// - Throws: What `body` and `others` throw, and `SQLError`; nothing is written then.
  func writing(
    on connection: any SQLConnection, _ attempt: WriteAttempt, before others: () throws -> Void,
    _ body: (ExternalChanges?) throws -> Void
  ) throws

  /// Decides whether to repeat a failed transaction; waits first if other transactions must finish.
  ///
  /// - Parameters:
  ///   - error: The failure.
  ///   - attempt: The number of failures so far.
  ///   - start: The time of the first failure.
  /// - Returns: Whether to repeat the transaction.
  func shouldRepeat(
    after error: SQLError, attempt: Int, since start: ContinuousClock.Instant
  ) -> Bool

  /// Records that a session has written, for sessions that share a connection.
  func noteChanges()
}

/// The history of a store of rows.
package protocol RowStoreHistory: AnyObject, Sendable {
  /// The layout of the history; nil for a store without history.
  var historyLayout: HistoryLayout? { get }
  /// How much of the history is kept; nil for all.
  var historyLimit: HistoryLimit? { get }
  /// Whether the history tables are known to be complete.
  var hasHistory: Bool { get set }
  /// The transactions of this process, so that watchers can tell them from those of others.
  var ownTransactions: OwnTransactions { get }

  /// Creates the writer for the history of a transaction.
  ///
  /// - Parameters:
  ///   - session: The session that writes.
  ///   - author: The author of the changes.
  ///   - count: The expected maximum number of changes.
  /// - Returns: The writer; nil if the store keeps no history.
  func historyWriter(
    for session: RecordSession, author: String?, expecting count: Int
  ) -> (any HistoryWriter)?

  /// Creates a reader of the history.
  ///
  /// - Parameters:
  ///   - session: The session that reads.
  ///   - schema: The entities of the session.
  ///   - model: The entities whose history is read, even if the store no longer records it; nil for
  ///     those whose history it records.
  /// - Returns: The reader; nil if the store keeps no history.
  func historyReader(
    for session: RecordSession, _ schema: RecordSchema, of model: ModelDescription?
  ) -> (any HistoryReader)?
}

extension RowStore {
  package var allowsSave: Bool { readOnlyReason == nil }
  package var isUnchanging: Bool { false }
  package var externalFiles: ExternalFiles? { nil }
  package var spatialIndexes: SpatialIndexes { SpatialIndexes() }
  package func shouldRepeat(
    after error: SQLError, attempt: Int, since start: ContinuousClock.Instant
  ) -> Bool { false }

  package func takeKeys(
    upTo key: Int64, for entity: RecordEntity, on connection: any SQLConnection
  ) throws {
    // A table without rows has allocated no keys yet.
    _ = try takeKeys(key, for: entity, on: connection)
  }

  /// Lends a connection whose statements only the store's own observers see.
  package func checkOut() throws -> any SQLConnection { try checkOut(observers: nil) }

  /// Throws if the store is read-only.
  ///
  /// - Throws: `SwiftDataError.storeIsReadOnly`, with the reason.
  package func checkWritable() throws {
    if let readOnlyReason { throw readOnlyReason.error(path: path) }
  }

  /// Returns the error for a row with an invalid key.
  ///
  /// Negative keys denote rows that were never saved.
  package func impossibleKey(_ key: Int64, of entity: String? = nil) -> SwiftDataError {
    SwiftDataError.storeIsCorrupt.explained(
      "A row cannot be used: its primary key is \(key), but keys must be positive.",
      entity: entity, path: path,
      advice: "Restore the store from a backup.")
  }
}
