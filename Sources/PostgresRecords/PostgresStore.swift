import CoreDataFormat
import DataSchema
import Foundation
import Locks
import PostgresDriver
import PostgresFormat
import RecordStore
import SQLCore
import SwiftDataErrors

/// One store in a PostgreSQL: the tables of a schema.
///
/// Every context works on a connection of its own, as many at once as the server has room for. Writers wait
/// for nobody but for those who change the same rows.
package final class PostgresStore: RowStore {
  package let identifier: String
  package let path: String
  package let tables: StoreTables
  package let tableMap: TableMap
  package let readOnlyReason: ReadOnlyReason?
  package let historyLayout: HistoryLayout?
  /// All of the history is kept.
  package var historyLimit: HistoryLimit? { nil }
  package let ownTransactions = OwnTransactions()
  package let statementObservers = StatementObservers()

  // The tables of the store itself are made with it.

  package var hasHistory: Bool {
    get { true }
    set {}
  }
  package var hasMemberOrder: Bool {
    get { true }
    set {}
  }

  let options: PostgresStoreOptions
  private let digest: String
  private let idle = Mutex(IdleConnections())

  /// How many connections are kept for the next contexts.
  private static let idleLimit = 8

  /// The one connection of a store that a stage of a migration works on; nil for any other store.
  private let stage: StageConnection?
  /// Opens a store, and makes it where it is missing.
  ///
  /// - Parameters:
  ///   - options: Where the store is.
  ///   - model: The entities it is to have.
  /// - Throws: `SwiftDataError.storeSchemaMismatch` where it has others; what says why it cannot be used.
  package convenience init(_ options: PostgresStoreOptions, model: ModelDescription) throws {
    let found = try PostgresFoundStore(options, model: model)
    guard found.metadata.versionHashes == model.versionHashes else {
      throw SwiftDataError.storeSchemaMismatch.explained(
        "The store holds other versions of entities than the models are.", path: options.place,
        advice: "Open it with the models that it was made for, or migrate it.")
    }
    try self.init(found)
  }

  /// Opens a store that was found, and brought up to date where need be.
  ///
  /// - Throws: `SwiftDataError` that says why it cannot be used.
  init(_ found: PostgresFoundStore) throws {
    options = found.options
    path = options.place
    let layout = found.layout
    identifier = found.metadata.storeUUID
    digest = PostgresFoundStore.digest(of: found.metadata)
    tableMap = layout.tableMap
    tables = .map(layout.tableMap)
    readOnlyReason = found.readOnlyReason
    historyLayout = options.tracksHistory ? HistoryLayout(found.model, layout.tableMap) : nil
    stage = nil
    try found.finishIndexes()
    checkIn(found.connection)
  }

  /// Makes the store that the contexts of one stage of a migration work on.
  ///
  /// - Parameters:
  ///   - found: The store, as it was found.
  ///   - tableMap: Where it holds the entities of the stage.
  ///   - stage: The connection that migrates, lent to the stage.
  ///   - allowsSave: Whether the stage may write.
  init(
    _ found: PostgresFoundStore, _ tableMap: TableMap, _ stage: StageConnection, allowsSave: Bool
  ) {
    options = found.options
    path = options.place
    identifier = found.metadata.storeUUID
    digest = ""
    self.tableMap = tableMap
    tables = .map(tableMap)
    readOnlyReason = allowsSave ? nil : .formerVersion
    historyLayout = nil
    self.stage = stage
  }

  /// Whether nobody can change what the store holds: it has the rows of the version before.
  package var isUnchanging: Bool { stage != nil && !allowsSave }

  package func checkOut(observers: StatementObservers?) throws -> any SQLConnection {
    if let stage {
      stage.reportStatements(to: [statementObservers] + (observers.map { [$0] } ?? []))
      return stage
    }
    var known: PostgresConnection?
    repeat {
      known = idle.withLock { $0.connections.popLast()?.connection }
    } while known.map { !$0.isOpen } ?? false
    let connection = try known ?? options.connect()
    connection.reportStatements(to: [statementObservers] + (observers.map { [$0] } ?? []))
    return connection
  }

  package func checkIn(_ connection: any SQLConnection) {
    guard let connection = connection as? PostgresConnection, connection.isOpen,
      !connection.isInTransaction
    else { return }
    connection.reportStatements(to: [])
    let returned = IdleConnection(connection: connection)
    idle.withLock { idle in
      if idle.connections.count < Self.idleLimit { idle.connections.append(returned) }
    }
  }

  package func checkUnchanged(_ connection: any SQLConnection) throws {
    // Nobody else changes what a stage works on, and what another program does is its own affair.
    guard stage == nil, options.tables == nil else { return }
    let rows = try connection.rows(PostgresStoreOpening.readDigest)
    guard rows.first?.first == .text(digest) else {
      throw SwiftDataError.storeSchemaMismatch.explained(
        "Another program has migrated the store since it was opened; nothing was written.",
        path: path, advice: "Open it again with the models of its new version.")
    }
  }

  package func withWriterLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    try body()
  }

  package func writing(
    on connection: any SQLConnection, before others: () throws -> Void,
    _ body: (ExternalChanges?) throws -> Void
  ) throws {
    let lent = try (connection as? StageConnection)?.connection() ?? connection
    guard let connection = lent as? PostgresConnection else {
      throw PostgresStoreOpening.foreignConnection(path)
    }
    // All that is read is of one moment; where another transaction has changed since what this one changes,
    // the server refuses it.
    var kind = PostgresTransactionOptions(.repeatableRead)
    // Whoever migrates the store waits for those who write, and these for him.
    if options.tables == nil { kind.sharedTable = PostgresSystemTable.store.rawValue }
    try connection.transaction(kind) {
      // Foreign keys are checked when all is written, where they can be.
      if options.tables != nil { try connection.execute("SET CONSTRAINTS ALL DEFERRED") }
      try body(nil)
      try others()
      try connection.notify(options.channel, "")
    }
  }

  /// How often a transaction is tried at most.
  private static let attemptLimit = 12
  /// How often where a constraint was in the way, which others may have changed its rows for.
  private static let constraintAttemptLimit = 3

  package func shouldRepeat(after error: SQLError, attempt: Int) -> Bool {
    switch error.kind {
    case .serializationFailure, .deadlock:
      guard attempt < Self.attemptLimit else { return false }
    case .foreignKeyViolation, .uniqueViolation:
      guard attempt < Self.constraintAttemptLimit else { return false }
    default: return false
    }
    // Those who were in each other's way do not meet again at the same moment.
    let longest = min(1 << attempt, 100)
    Thread.sleep(forTimeInterval: Double.random(in: 0...Double(longest)) / 1000)
    return true
  }

  package func noteChanges() { stage?.noteChanges() }

  package func hasTable(
    named name: String, _ connection: any SQLConnection
  ) throws(SQLError) -> Bool {
    try !connection.rows("SELECT 1 WHERE to_regclass($1) IS NOT NULL", [.text(name)]).isEmpty
  }

  /// Nothing: what is kept in memory is the server's.
  package func limitCache(of connection: any SQLConnection, isSmall: Bool) throws(SQLError) {}

  package func takeKeys(
    _ count: Int64, for entity: RecordEntity, on connection: any SQLConnection
  ) throws -> ClosedRange<Int64> {
    if let tables = options.tables {
      return try tables.takeKeys(count, for: entity.table, on: connection)
    }
    let rows = try connection.rows(
      PostgresKeys.take, [.text(entity.statements.table), .integer(count)])
    guard case .integer(let last)? = rows.first?.first, last >= count else {
      throw SwiftDataError.storeIsCorrupt.explained(
        "The sequence of the entity's keys gives none.", entity: entity.name, path: path,
        advice: "Restore the store from a backup.")
    }
    return (last - count + 1)...last
  }

  package func erase() throws {
    try checkWritable()
    let connection = try checkOut()
    defer { checkIn(connection) }
    if let tables = options.tables {
      return try options.reporting {
        try connection.transaction {
          try connection.execute("SET CONSTRAINTS ALL DEFERRED")
          for view in tables.views {
            try connection.run("DELETE FROM \(connection.dialect.quoted(view))")
          }
        }
      }
    }
    let own = [PostgresSystemTable.changes, .transactions, .memberOrder].map(\.rawValue)
    let names = tableMap.tables.map(connection.dialect.quoted) + own
    try options.reporting {
      try connection.transaction {
        try checkUnchanged(connection)
        // Keys are not used again.
        try connection.run("TRUNCATE \(names.joined(separator: ", "))")
      }
    }
  }

  package func historyWriter(
    for session: RecordSession, author: String?, expecting count: Int
  ) -> (any HistoryWriter)? {
    historyLayout.map { PostgresHistoryWriter(session, $0, author: author) }
  }

  package func historyReader(
    for session: RecordSession, _ schema: RecordSchema, of model: ModelDescription?
  ) -> (any HistoryReader)? {
    let layout = model.map { HistoryLayout($0, tableMap) } ?? historyLayout
    return layout.map { PostgresHistoryReader(session, schema, $0) }
  }

  package func describe(_ error: SQLError) -> SwiftDataError { options.describe(error) }
}

/// The connections of a store that no context holds.
private struct IdleConnections {
  var connections: [IdleConnection] = []
}

/// Carries a connection from the context that is done with it to the next.
private struct IdleConnection: @unchecked Sendable {
  // `@unchecked`: one at a time holds a connection; it passes on under the store's lock.
  let connection: PostgresConnection
}
