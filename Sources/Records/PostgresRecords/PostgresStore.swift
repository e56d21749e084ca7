import CoreDataFormat
import DataSchema
import Foundation
import Locks
import PostgresDriver
import PostgresFormat
import RecordStore
import SQLCore
import SwiftDataErrors

/// A store in PostgreSQL: the tables of a schema.
///
/// Its contexts share a pool of connections; each uses one only while it works. Writers wait only
/// for transactions that change the same rows.
package final class PostgresStore: RowStore {
  package let identifier: String
  package let path: String
  package let tables: StoreTables
  package let tableMap: TableMap
  package let readOnlyReason: ReadOnlyReason?
  package let historyLayout: HistoryLayout?
  package var historyLimit: HistoryLimit? { options.historyLimit }
  /// How many transactions were written, which determines when the history is pruned.
  let writeCount = Mutex(0)
  package let ownTransactions = OwnTransactions()
  package let statementObservers = StatementObservers()

  // The system tables are created together with the store.

  package var hasHistory: Bool {
    get { true }
    set {}
  }
  package var hasMemberOrder: Bool {
    get { true }
    set {}
  }

  let options: PostgresStoreOptions
  let digest: String
  let servers: PostgresServers
  /// How many sessions were opened.
  private let sessionCount = Mutex(0)
  /// Distinguishes the sessions of this store instance from those of others.
  private let sessionPrefix = String(UInt64.random(in: 0...UInt64.max), radix: 36)
  /// How often transactions were retried, by reason.
  let repetitions = Mutex(PostgresRepetitions())

  /// The number before which all transactions of the history have ended, as a part of statements.
  let firstUnsettledNumber: String

  /// The statement that allocates keys for new rows.
  private let takeKeys: String

  /// Generates the keys of rows in partitioned tables; nil if no table is partitioned.
  let nodeKeys: NodeKeys?

  /// The only connection of a store that a migration stage works on; nil for any other store.
  private let stage: StageConnection?
  /// The connection whose transaction creates the store; nil for any other store.
  private let making: MakingConnection?

  /// Opens a store, and creates it if it does not exist.
  ///
  /// - Parameters:
  ///   - options: The location of the store.
  ///   - model: The entities that it must contain.
  ///   - making: The connection that all sessions use, with the transaction that creates the store;
  ///     nil to use a pool of connections.
  /// - Throws: `SwiftDataError.storeSchemaMismatch` if the store has other entities; an error that
  ///   says why the store cannot be used.
  package convenience init(
    _ options: PostgresStoreOptions, model: ModelDescription, on making: PostgresConnection? = nil
  ) throws {
    let found = try PostgresSource(options, model: model, on: making)
    guard found.metadata.versionHashes == model.versionHashes else {
      throw SwiftDataError.storeSchemaMismatch.explained(
        "The store contains other versions of the entities than the models.", path: options.place,
        advice: "Open it with the models that it was created with, or migrate it.")
    }
    try self.init(found, making)
  }

  /// Opens a store that was found, and migrated if necessary.
  ///
  /// - Throws: `SwiftDataError` that says why the store cannot be used.
  init(_ found: PostgresSource, _ making: PostgresConnection? = nil) throws {
    options = found.options
    servers = PostgresServers(options, storeIdentifier: found.metadata.storeUUID)
    self.making = making.map(MakingConnection.init)
    path = options.place
    identifier = found.metadata.storeUUID
    digest = PostgresSource.digest(of: found.metadata)
    // Tables of another program are accessed through each connection's temporary views.
    let tableMap = found.layout.tableMap.placed(
      in: found.options.tables == nil ? options.schema : PostgresMappedTables.viewSchema)
    self.tableMap = tableMap
    tables = .map(tableMap)
    takeKeys = PostgresKeys.take(in: options.schema)
    readOnlyReason = found.readOnlyReason
    historyLayout = options.tracksHistory ? HistoryLayout(found.model, tableMap) : nil
    stage = nil
    nodeKeys =
      options.sharding == nil || !options.allowsSave ? nil : options.makeNodeKeys(self.making)
    firstUnsettledNumber = try found.settleHistoryNumbers()
    try found.finishIndexes()
    try found.finishCaseChecks()
  }

  /// Creates the store that the contexts of one migration stage work on.
  ///
  /// - Parameters:
  ///   - found: The store, as it was found.
  ///   - tableMap: The tables of the stage's entities.
  ///   - stage: The migrating connection, lent to the stage.
  ///   - allowsSave: Whether the stage may write.
  init(
    _ found: PostgresSource, _ tableMap: TableMap, _ stage: StageConnection, allowsSave: Bool
  ) {
    options = found.options
    servers = PostgresServers(options, storeIdentifier: found.metadata.storeUUID)
    making = nil
    path = options.place
    identifier = found.metadata.storeUUID
    digest = ""
    self.tableMap = tableMap
    tables = .map(tableMap)
    readOnlyReason = allowsSave ? nil : .formerVersion
    (historyLayout, nodeKeys) = (nil, nil)
    takeKeys = PostgresKeys.take(in: options.schema)
    firstUnsettledNumber = PostgresHistoryNumbers.firstUnsettled(in: options.schema)
    self.stage = stage
  }

  /// Whether nobody can change what the store contains: true for a read-only stage, which has the
  /// rows of the previous version.
  package var isUnchanging: Bool { stage != nil && !allowsSave }

  package func checkOut(observers: StatementObservers?) throws -> any SQLConnection {
    if let stage {
      stage.reportStatements(to: [statementObservers] + (observers.map { [$0] } ?? []))
      return stage
    }
    let observers = [statementObservers] + (observers.map { [$0] } ?? [])
    if let making {
      making.connection.reportStatements(to: observers)
      return making.connection
    }
    let number = sessionCount.withLock { count in
      count += 1
      return count
    }
    return PostgresSessionConnection(
      servers, name: "\(sessionPrefix).\(number)", observers: observers)
  }

  package func checkIn(_ connection: any SQLConnection) {
    if let connection = connection as? PostgresSessionConnection { connection.close() }
    making?.connection.reportStatements(to: [])
  }

  package func checkUnchanged(_ connection: any SQLConnection) throws {
    // Nobody else changes the store during a stage, and another program's tables are that program's
    // responsibility.
    guard stage == nil, options.tables == nil else { return }
    let rows = try Self.onServer(connection) {
      try connection.rows(options.readDigest)
    }
    guard rows.first?.first == .text(digest) else {
      throw SwiftDataError.storeSchemaMismatch.explained(
        "Another program has migrated the store since it was opened; nothing was written.",
        path: path, advice: "Open it again with the models of the new version.")
    }
  }

  /// Runs `body` on the server itself, not on a replica.
  static func onServer<Result>(
    _ connection: any SQLConnection, _ body: () throws -> Result
  ) rethrows -> Result {
    guard let connection = connection as? PostgresSessionConnection else { return try body() }
    return try connection.onServer(body)
  }

  package func withWriterLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    try body()
  }

  package func writing(
    on connection: any SQLConnection, _ attempt: WriteAttempt, before others: () throws -> Void,
    _ body: (ExternalChanges?) throws -> Void
  ) throws {
    if attempt.isolation == .serializable, hasShardServers { throw cannotSerialize }
    if let connection = connection as? PostgresSessionConnection {
      let name = connection.name
      return try connection.with { server in
        try writing(on: server, as: name, attempt, before: others, body)
        connection.noteCommit(server.committedPosition)
        forgetHistory(on: server)
      }
    }
    let lent = try (connection as? StageConnection)?.connection() ?? connection
    guard let connection = lent as? PostgresConnection else {
      throw PostgresStoreOpening.foreignConnection(path)
    }
    try writing(on: connection, as: "", attempt, before: others, body)
  }

  /// Statistics of the connection pool.
  package var poolMetrics: PostgresPoolMetrics { servers.pool.metrics }

  /// Stops lending connections, and waits until all borrowed ones are returned.
  ///
  /// - Returns: Whether all were returned in time.
  package func closeConnections(waiting limit: Duration) -> Bool {
    defer { nodeKeys?.giveBack() }
    return servers.close(waiting: limit)
  }

  /// How reads were distributed over the server and its replicas.
  package var replicaMetrics: PostgresReplicaMetrics {
    servers.replicas?.metrics ?? PostgresReplicaMetrics()
  }

  /// How often transactions were retried.
  package var repeatedTransactions: PostgresRepetitions { repetitions.withLock { $0 } }

  package func noteChanges() { stage?.noteChanges() }

  package func hasTable(
    named name: String, _ connection: any SQLConnection
  ) throws(SQLError) -> Bool {
    try !connection.rows("SELECT 1 WHERE to_regclass($1) IS NOT NULL", [.text(name)]).isEmpty
  }

  /// Does nothing: caching is up to the server.
  package func limitCache(of connection: any SQLConnection, isSmall: Bool) throws(SQLError) {}

  package func takeKeys(
    _ count: Int64, for entity: RecordEntity, on connection: any SQLConnection
  ) throws -> ClosedRange<Int64> {
    if let tables = options.tables {
      return try tables.takeKeys(count, for: entity.table, on: connection)
    }
    if entity.table.shardKey != nil { return try takeNodeKeys(count, for: entity) }
    let rows = try connection.rows(
      takeKeys, [.text(entity.statements.table), .integer(count)])
    guard case .integer(let last)? = rows.first?.first, last >= count else {
      throw SwiftDataError.storeIsCorrupt.explained(
        "The sequence of the entity's table did not return valid keys.", entity: entity.name,
        path: path, advice: "Restore the store from a backup.")
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
    let own = [PostgresSystemTable.changes, .transactions, .memberOrder].map(options.name(of:))
    let names = tableMap.tables.map(connection.dialect.quoted) + own
    try options.reporting {
      try connection.transaction {
        try checkUnchanged(connection)
        // Sequences are not reset, so that keys are not reused.
        try connection.run("TRUNCATE \(names.joined(separator: ", "))")
      }
    }
  }

  package func historyWriter(
    for session: RecordSession, author: String?, expecting count: Int
  ) -> (any HistoryWriter)? {
    historyLayout.map { PostgresHistoryWriter(session, $0, author: author, in: options.schema) }
  }

  package func historyReader(
    for session: RecordSession, _ schema: RecordSchema, of model: ModelDescription?
  ) -> (any HistoryReader)? {
    let layout = model.map { HistoryLayout($0, tableMap) } ?? historyLayout
    return layout.map {
      PostgresHistoryReader(
        session, schema, $0, firstUnsettled: firstUnsettledNumber, in: options.schema)
    }
  }

  package func describe(_ error: SQLError) -> SwiftDataError {
    guard error.kind == .checkViolation, let constraint = error.details?.constraint,
      let table = error.details?.table,
      let refused = tableMap.enumeration(
        constrainedBy: constraint, of: SQLDialect.name(table, in: options.schema))
    else { return options.describe(error) }
    return SwiftDataError.modelValidationFailure.explained(
      "The constraint \(constraint) of the table \(table) does not allow a changed model's enumeration case.",
      entity: refused.entity, property: refused.property, path: path,
      advice: """
        List all cases in the enumeration's allCases. Then open the store once with these models \
        and with checksEnumerations = true.
        """, underlying: error)
  }
}

/// The connection whose transaction creates a store.
struct MakingConnection: @unchecked Sendable {
  // `@unchecked`: until the transaction ends, only the thread that creates the store uses it.
  let connection: PostgresConnection
}
