import CoreDataFormat
import DataSchema
import SQLCore
import SwiftDataErrors

/// A store of rows as sessions know it: where its rows are, and what becomes of a transaction on it.
///
/// What it stands on, a file or a server, and how connections to it are made and kept, is its own.
package protocol RowStore: AnyObject, Sendable {
  /// What identifies the store among all.
  var identifier: String { get }
  /// Where the store is, for messages.
  var path: String { get }
  var tables: StoreTables { get }
  /// All tables; whoever asks first waits for them to be worked out.
  var tableMap: TableMap { get }
  /// Why the store can only be read; nil where it may be written to.
  var readOnlyReason: ReadOnlyReason? { get }
  /// Whether nobody can change what the store holds.
  var isUnchanging: Bool { get }
  /// Values that stand in files; nil where all stand in rows.
  var externalFiles: ExternalFiles? { get }
  var spatialIndexes: SpatialIndexes { get }
  /// Those who want to know what statements contexts run on the store.
  var statementObservers: StatementObservers { get }

  /// What the history needs to know; nil for a store that keeps none.
  var historyLayout: HistoryLayout? { get }
  /// How much of the history is kept; nil for all.
  var historyLimit: HistoryLimit? { get }
  /// Whether the tables of the history are known to be whole.
  var hasHistory: Bool { get set }
  /// Whether the table of members' positions is known to exist.
  var hasMemberOrder: Bool { get set }
  /// The transactions of this process, for whoever watches for those of others.
  var ownTransactions: OwnTransactions { get }

  /// Takes keys for new rows, so that they are known before the rows are written.
  ///
  /// - Parameters:
  ///   - count: How many; more than none.
  ///   - entity: An entity of the rows' table.
  ///   - connection: What will write the rows, in a transaction.
  /// - Returns: The keys, which nobody else gets.
  /// - Throws: `SwiftDataError.storeIsCorrupt` where there are none left; what the store throws.
  func takeKeys(
    _ count: Int64, for entity: RecordEntity, on connection: any SQLConnection
  ) throws -> ClosedRange<Int64>

  /// Takes all keys up to one, so that new rows get higher ones.
  ///
  /// - Parameters:
  ///   - key: The last of them; more than none.
  ///   - entity: An entity of the table whose rows have them.
  ///   - connection: What will write the rows, in a transaction.
  /// - Throws: What the store throws.
  func takeKeys(
    upTo key: Int64, for entity: RecordEntity, on connection: any SQLConnection) throws

  /// Makes what writes the history of a transaction.
  ///
  /// - Parameters:
  ///   - session: What writes.
  ///   - author: Who makes the changes.
  ///   - count: How many changes there may be.
  /// - Returns: The writer; nil where the store keeps no history.
  func historyWriter(
    for session: RecordSession, author: String?, expecting count: Int
  ) -> (any HistoryWriter)?

  /// Makes what reads the history.
  ///
  /// - Parameters:
  ///   - session: What reads.
  ///   - schema: The entities of the session.
  ///   - model: The entities whose history is read, whether or not the store goes on with it; nil for
  ///     those whose history it keeps.
  /// - Returns: The reader; nil where the store keeps no history.
  func historyReader(
    for session: RecordSession, _ schema: RecordSchema, of model: ModelDescription?
  ) -> (any HistoryReader)?

  /// Lends out a connection for the sole use of the caller.
  ///
  /// - Parameter observers: Who, beside the store's own observers, is told of its statements.
  /// - Returns: The connection, to be given back by `checkIn(_:)`.
  /// - Throws: `SwiftDataError` when the store cannot be reached.
  func checkOut(observers: StatementObservers?) throws -> any SQLConnection

  /// Takes back a connection that nobody uses any more.
  func checkIn(_ connection: any SQLConnection)

  /// Refuses to write where the store is not what it was when it was opened: within a transaction.
  ///
  /// - Throws: `SwiftDataError.storeSchemaMismatch` where another program has migrated the store;
  ///   `storeHasMoved` where what is open is not the store any more.
  func checkUnchanged(_ connection: any SQLConnection) throws

  /// Runs `body`, which writes, when the writers of this process that came before are done, where only
  /// one can write at a time.
  func withWriterLock<Result>(_ body: () throws -> Result) rethrows -> Result

  /// Runs `body` in a write transaction, and afterwards removes the files that it made superfluous.
  ///
  /// - Parameters:
  ///   - connection: A connection to the store.
  ///   - others: What has to succeed before the transaction is committed.
  ///   - body: Writes; it gets the files to make and to give up, nil where there can be none.
  /// - Throws: What `body` and `others` throw, and `SQLError`; nothing is written then.
  func writing(
    on connection: any SQLConnection, before others: () throws -> Void,
    _ body: (ExternalChanges?) throws -> Void
  ) throws

  /// Whether what failed may succeed when all of its transaction is done again; waits where others have to go on
  /// before.
  ///
  /// - Parameters:
  ///   - error: The failure.
  ///   - attempt: How often the transaction has failed by now.
  ///   - start: When it failed first.
  /// - Returns: Whether it is to be done again.
  func shouldRepeat(
    after error: SQLError, attempt: Int, since start: ContinuousClock.Instant
  ) -> Bool

  /// Takes note that a session has written, for sessions that share a connection.
  func noteChanges()

  /// Whether there is a table beside those of the entities.
  ///
  /// - Parameters:
  ///   - name: The name, which needs no quotes.
  ///   - connection: A connection to the store.
  /// - Returns: Whether there is.
  /// - Throws: What looking throws.
  func hasTable(named name: String, _ connection: any SQLConnection) throws(SQLError) -> Bool

  /// Keeps little of the store in memory for a connection, or as much as usual.
  ///
  /// - Throws: What setting it throws.
  func limitCache(of connection: any SQLConnection, isSmall: Bool) throws(SQLError)

  /// Deletes everything that the store holds.
  ///
  /// - Throws: `SwiftDataError` when the store cannot be written.
  func erase() throws

  /// What a failure of the database means for whoever uses the store.
  func describe(_ error: SQLError) -> SwiftDataError
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
    // Of a table without rows none was taken before.
    _ = try takeKeys(key, for: entity, on: connection)
  }

  /// Lends out a connection whose statements the store's own observers alone are told of.
  package func checkOut() throws -> any SQLConnection { try checkOut(observers: nil) }

  /// Refuses to write to a store that can only be read.
  ///
  /// - Throws: `SwiftDataError.storeIsReadOnly`, which says why.
  package func checkWritable() throws {
    if let readOnlyReason { throw readOnlyReason.error(path: path) }
  }

  /// The error for a row whose key no row can have: numbers below zero are those of rows that were
  /// never saved.
  package func impossibleKey(_ key: Int64, of entity: String? = nil) -> SwiftDataError {
    SwiftDataError.storeIsCorrupt.explained(
      "A row has the primary key \(key).", entity: entity, path: path,
      advice: "Restore the store from a backup.")
  }
}
