import CoreDataFormat
import DataSchema
import Dispatch
import Foundation
import Locks
import SQLCore
import SQLiteDriver
import SwiftDataErrors

/// A store on SQLite: a file in Core Data's layout, or the same in memory.
///
/// Every context uses its own connection, so that readers continue while one writes.
package final class SQLiteStore: RowStore {
  package let name: String
  package let identifier: String
  package let location: StoreLocation
  package let tables: StoreTables
  /// All tables, computed when more than those of a few models are first needed.
  package var tableMap: TableMap { knownTableMap.value { tables.map } }
  private let knownTableMap = Lazy<TableMap>()
  /// The reason why the store is read-only; nil if it is writable.
  package let readOnlyReason: ReadOnlyReason?
  package let spatialIndexes: SpatialIndexes
  /// Nil if all values are stored in rows.
  package var externalFiles: ExternalFiles? {
    knownExternalFiles.value {
      guard let files = ExternalFiles(location, tables, owner: identifier),
        !files.columns.isEmpty
      else { return nil }
      return files
    }
  }

  private let knownExternalFiles = Lazy<ExternalFiles?>()
  /// The shared connection of a store for a migration stage; nil for any other store.
  package let stage: StageConnection?
  /// Detects that another program has migrated the store; nil for a migration stage.
  package let schema: StoreSchemaMark?
  package let statementObservers = StatementObservers()
  /// The transactions of this process, so that watchers can tell them from those of others.
  package let ownTransactions = OwnTransactions()

  /// Whether the contents cannot change, because they are the rows of the previous version.
  package var isUnchanging: Bool { stage != nil && !allowsSave }

  /// The identity of the file; nil for a store in memory or of a migration stage.
  private let file: FileSystem.Identity?

  private let memberOrder = Atomic<Bool>(false)

  /// Whether the table of member positions is known to exist.
  package var hasMemberOrder: Bool {
    get { memberOrder.load(ordering: .relaxed) }
    set { memberOrder.store(newValue, ordering: .relaxed) }
  }

  /// The layout of the history, computed for the first save; nil for a store without history, as in
  /// a migration stage.
  package var historyLayout: HistoryLayout? {
    guard let historyModel else { return nil }
    return knownHistoryLayout.value { HistoryLayout(historyModel, tableMap) }
  }

  /// How much of the history is kept; nil for all.
  package let historyLimit: HistoryLimit?

  /// The entities whose changes are recorded in the history; nil for a store without history.
  private let historyModel: ModelDescription?
  private let knownHistoryLayout = Lazy<HistoryLayout>()

  private let history = Atomic<Bool>(false)

  /// Whether the history tables are known to be complete.
  package var hasHistory: Bool {
    get { history.load(ordering: .relaxed) }
    set { history.store(newValue, ordering: .relaxed) }
  }

  package var path: String { location.path }

  /// Connections that contexts returned, for reuse.
  private let idle: Mutex<IdleConnections>

  /// Serializes the writers of this process.
  private let turn = DispatchSemaphore(value: 1)
  private let turnTimeout = DispatchTimeInterval.nanoseconds(
    Int(StoreLocation.busyTimeout / .nanoseconds(1)))

  /// The maximum number of idle connections.
  private static let idleLimit = 8

  /// Opens a store whose file was read, and migrated if necessary.
  ///
  /// - Throws: `SwiftDataError` that explains why the store cannot be used.
  package init(_ file: StoreFile) throws {
    try file.checkTables()
    name = file.options.name
    readOnlyReason = file.readOnlyReason
    location = file.location
    identifier = file.metadata.storeUUID
    tables = .schema(file.tables)
    self.file = location.identity
    stage = nil
    // The history also records entities and properties that a partial model lacks.
    historyModel = file.options.tracksHistory ? file.tables.model : nil
    historyLimit = file.options.historyLimit
    schema = try location.reporting {
      StoreSchemaMark(file.metadata.versionHashes, try StoreSchemaMark.version(file.connection))
    }
    spatialIndexes = try location.reporting { try SpatialIndexes(file.connection, file.model) }
    // Files that cannot be removed now only use space until the store is opened again.
    if file.allowsSave {
      try? ExternalFiles(location, tables, owner: identifier)?.sweep(file.connection)
    }
    idle = Mutex(IdleConnections([IdleConnection(file.connection)]))
  }

  /// Creates a read-only store on the connection that read the file.
  ///
  /// - Parameters:
  ///   - reader: The file.
  ///   - found: Its model and tables.
  /// - Throws: What reading the schema throws.
  package init(_ reader: StoreReader, _ found: FileModel) throws {
    name = reader.location.path
    readOnlyReason = .asked
    location = reader.location
    identifier = reader.metadata.storeUUID
    tables = found.tables
    file = location.identity
    stage = nil
    historyModel = found.model
    historyLimit = nil
    schema = try location.reporting {
      StoreSchemaMark(
        reader.metadata.versionHashes, try StoreSchemaMark.version(reader.connection))
    }
    spatialIndexes = SpatialIndexes()
    idle = Mutex(IdleConnections([IdleConnection(reader.connection)]))
  }

  /// Creates the store for the contexts of one migration stage.
  ///
  /// - Parameters:
  ///   - file: The file before the migration.
  ///   - model: The entities of the file at this stage.
  ///   - tableMap: Their tables.
  ///   - stage: The connection of the migration, lent to the stage.
  ///   - allowsSave: Whether the stage may write.
  /// - Throws: What looking for spatial indexes throws.
  package init(
    _ file: StoreFile, _ model: ModelDescription, _ tableMap: TableMap, _ stage: StageConnection,
    allowsSave: Bool
  ) throws {
    name = file.options.name
    readOnlyReason = allowsSave ? nil : .formerVersion
    location = file.location
    identifier = file.metadata.storeUUID
    tables = .map(tableMap)
    self.file = nil
    self.stage = stage
    historyModel = nil
    historyLimit = nil
    schema = nil
    // The read-only tables of a stage have no indexes.
    spatialIndexes = allowsSave ? try SpatialIndexes(stage, model) : SpatialIndexes()
    idle = Mutex(IdleConnections([]))
  }

  package func checkOut(observers: StatementObservers?) throws -> any SQLConnection {
    let observers = [statementObservers] + (observers.map { [$0] } ?? [])
    if let stage {
      stage.reportStatements(to: observers)
      return stage
    }
    let connection = try idle.withLock { $0.take() } ?? connect()
    do {
      try checkPlace(of: connection)
    } catch {
      checkIn(connection)
      throw error
    }
    connection.reportStatements(to: observers)
    return connection
  }

  /// Opens another connection to the file; does not create the file if it was deleted.
  private func connect() throws -> SQLiteConnection {
    let connection: SQLiteConnection
    do {
      connection = try location.reporting { try location.reconnect(writable: allowsSave) }
    } catch {
      if location.identity != file { throw hasMoved }
      throw error
    }
    // While one connection keeps the file open, its inode number is not reused for another file.
    guard location.identity == file else { throw hasMoved }
    return connection
  }

  /// Checks that a connection's file is still in its place; anything written to a moved file would
  /// be lost.
  ///
  /// - Throws: `SwiftDataError.storeHasMoved`.
  package func checkPlace(of connection: any SQLConnection) throws {
    guard stage == nil, let connection = connection as? SQLiteConnection, connection.hasMoved else {
      return
    }
    throw hasMoved
  }

  private var hasMoved: SwiftDataError {
    SwiftDataError.storeHasMoved.explained(
      "The store's file was deleted, renamed or replaced after it was opened; nothing was written.",
      path: path,
      advice: "Put the file back, or open the store again with a new container.")
  }

  package func checkIn(_ connection: any SQLConnection) {
    // The connection of a stage is not pooled.
    guard let connection = connection as? SQLiteConnection else { return }
    connection.reportStatements(to: [])
    let returned = IdleConnection(connection)
    idle.withLock { $0.put(returned, limit: Self.idleLimit) }
  }

  package func checkUnchanged(_ connection: any SQLConnection) throws {
    try checkPlace(of: connection)
    try schema?.check(connection, location)
  }

  package func noteChanges() { stage?.noteChanges() }

  package func hasTable(
    named name: String, _ connection: any SQLConnection
  ) throws(SQLError) -> Bool {
    try !connection.rows("SELECT 1 FROM sqlite_master WHERE name = ?", [.text(name)]).isEmpty
  }

  package func limitCache(of connection: any SQLConnection, isSmall: Bool) throws(SQLError) {
    let kilobytes = isSmall ? Self.smallCacheKilobytes : StoreLocation.cacheKilobytes
    try connection.execute("PRAGMA cache_size = -\(kilobytes)")
  }

  private static let smallCacheKilobytes = 8_192

  /// Runs `body`, which writes, after earlier writers of this process.
  ///
  /// A waiting writer of SQLite sleeps and polls, so with many writers one may poll at the wrong
  /// moments until it times out; here they queue. The queue's timeout is that of SQLite's own lock,
  /// which still decides and also includes writers of other processes.
  package func withWriterLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    let isTurn = turn.wait(timeout: .now() + turnTimeout) == .success
    defer { if isTurn { turn.signal() } }
    return try body()
  }

  package func erase() throws {
    try checkWritable()
    let connection = try checkOut()
    defer { checkIn(connection) }
    let tables = tableMap.tables + (hasMemberOrder ? [MemberOrder.table] : [])
    do {
      try withWriterLock {
        try writing(on: connection, WriteAttempt(), before: {}) { files in
          try checkPlace(of: connection)
          try files?.retireAllRows()
          for table in try tables + syncTables(connection) {
            try connection.run("DELETE FROM \(connection.dialect.quoted(table))")
          }
          try eraseHistory(connection)
        }
      }
    } catch let error as SQLError {
      throw describe(error)
    }
  }

  /// Sync state is deleted with the rows: no user has deleted them, so other devices keep theirs.
  private func syncTables(_ connection: any SQLConnection) throws -> [String] {
    try connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB ?",
      [.text(SideTable.syncPrefix + "*")]
    ).compactMap { row in
      if case .text(let name) = row[0] { name } else { nil }
    }
  }

  /// Deletes the history, which would refer to deleted rows; keys are not reused.
  private func eraseHistory(_ connection: any SQLConnection) throws {
    let found = try connection.rows(HistoryStatements.countTables)
    guard found == [[.integer(Int64(HistoryStatements.tableCount))]] else { return }
    for text in HistoryStatements.erase { try connection.run(text) }
  }

  package func describe(_ error: SQLError) -> SwiftDataError { location.describe(error) }
}

/// The pooled connections of a store.
private struct IdleConnections: ~Copyable {
  private var connections: [IdleConnection]

  init(_ connections: [IdleConnection]) { self.connections = connections }

  mutating func take() -> SQLiteConnection? { connections.popLast()?.connection }

  /// Adds a connection; only the one that has been idle longest keeps its page cache.
  mutating func put(_ connection: IdleConnection, limit: Int) {
    guard connections.count < limit else { return }
    if !connections.isEmpty { connection.connection.releaseMemory() }
    connections.append(connection)
  }
}

/// Passes an idle connection from one context to the next.
private struct IdleConnection: @unchecked Sendable {
  // `@unchecked`: one owner at a time uses the connection; it is passed on under the store's lock.
  let connection: SQLiteConnection
  init(_ connection: SQLiteConnection) { self.connection = connection }
}
