import CoreDataFormat
import DataSchema
import Dispatch
import Foundation
import Locks
import SQLCore
import SQLiteDriver
import SwiftDataErrors

/// One store on SQLite: a file in Core Data's layout, or the same in memory.
///
/// Every context works on a connection of its own, so that readers go on while one writes.
package final class SQLiteStore: RowStore {
  package let name: String
  package let identifier: String
  package let location: StoreLocation
  package let tables: StoreTables
  /// All tables, made for whoever asks first for more than those of a few models.
  package var tableMap: TableMap { knownTableMap.value { tables.map } }
  private let knownTableMap = Lazy<TableMap>()
  /// Why the store can only be read; nil where it may be written to.
  package let readOnlyReason: ReadOnlyReason?
  package let spatialIndexes: SpatialIndexes
  /// Nil for a store whose values all stand in their rows.
  package var externalFiles: ExternalFiles? {
    knownExternalFiles.value {
      guard let files = ExternalFiles(location, tables, owner: identifier),
        !files.columns.isEmpty
      else { return nil }
      return files
    }
  }

  private let knownExternalFiles = Lazy<ExternalFiles?>()
  /// The one connection of a store that a stage of a migration works on; nil for any other store.
  package let stage: StageConnection?
  /// By which a store finds out that another program has migrated it; nil for one of a stage.
  package let schema: StoreSchemaMark?
  package let statementObservers = StatementObservers()
  /// The transactions of this process, for whoever watches for those of others.
  package let ownTransactions = OwnTransactions()

  /// Whether nobody can change what the store holds: it has the rows of the version before.
  package var isUnchanging: Bool { stage != nil && !allowsSave }

  /// Which file it is; nil for one in memory or of a stage.
  private let file: FileSystem.Identity?

  private let memberOrder = Atomic<Bool>(false)

  /// Whether the table of members' positions is known to exist.
  package var hasMemberOrder: Bool {
    get { memberOrder.load(ordering: .relaxed) }
    set { memberOrder.store(newValue, ordering: .relaxed) }
  }

  /// What the history needs to know, made for the first save; nil for a store that keeps none, as in
  /// a stage of a migration.
  package var historyLayout: HistoryLayout? {
    guard let historyModel else { return nil }
    return knownHistoryLayout.value { HistoryLayout(historyModel, tableMap) }
  }

  /// How much of the history is kept; nil for all.
  package let historyLimit: HistoryLimit?

  /// The entities whose changes the history tells; nil for a store that keeps none.
  private let historyModel: ModelDescription?
  private let knownHistoryLayout = Lazy<HistoryLayout>()

  private let history = Atomic<Bool>(false)

  /// Whether the tables of the history are known to be whole.
  package var hasHistory: Bool {
    get { history.load(ordering: .relaxed) }
    set { history.store(newValue, ordering: .relaxed) }
  }

  package var path: String { location.path }

  /// Connections that contexts gave back, for the next ones.
  private let idle: Mutex<IdleConnections>

  /// Gives writers of this process their turns.
  private let turn = DispatchSemaphore(value: 1)
  private let turnTimeout = DispatchTimeInterval.nanoseconds(
    Int(StoreLocation.busyTimeout / .nanoseconds(1)))

  /// How many connections are kept for the next contexts.
  private static let idleLimit = 8

  /// Opens the store whose file was found, and brought up to date where need be.
  ///
  /// - Throws: `SwiftDataError` that says why the store cannot be used.
  package init(_ file: StoreFile) throws {
    try file.checkTables()
    name = file.options.name
    readOnlyReason = file.readOnlyReason
    location = file.location
    identifier = file.metadata.storeUUID
    tables = .schema(file.tables)
    self.file = location.identity
    stage = nil
    // The history tells of entities and columns that a part of the models lacks, too.
    historyModel = file.options.tracksHistory ? file.tables.model : nil
    historyLimit = file.options.historyLimit
    schema = try location.reporting {
      StoreSchemaMark(file.metadata.versionHashes, try StoreSchemaMark.version(file.connection))
    }
    spatialIndexes = try location.reporting { try SpatialIndexes(file.connection, file.model) }
    // What cannot be swept away now costs room only, until the store is opened again.
    if file.allowsSave {
      try? ExternalFiles(location, tables, owner: identifier)?.sweep(file.connection)
    }
    idle = Mutex(IdleConnections([IdleConnection(file.connection)]))
  }

  /// Makes a store that is only read, on the connection that looked at its file.
  ///
  /// - Parameters:
  ///   - reader: The file.
  ///   - found: What it holds, and where.
  /// - Throws: What looking at the schema throws.
  package init(_ reader: StoreReader, _ found: FoundModel) throws {
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

  /// Makes the store that the contexts of one stage of a migration work on.
  ///
  /// - Parameters:
  ///   - file: The file, as it was found.
  ///   - model: The entities that the file holds at this stage.
  ///   - tableMap: Where it holds them.
  ///   - stage: The connection that migrates, lent to the stage.
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
    // What is only read stands in tables without indexes.
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

  /// A further connection to the file, which is not made anew where it has gone.
  private func connect() throws -> SQLiteConnection {
    let connection: SQLiteConnection
    do {
      connection = try location.reporting { try location.reconnect(writable: allowsSave) }
    } catch {
      if location.identity != file { throw hasMoved }
      throw error
    }
    // While one connection has the file open, no other file gets its number.
    guard location.identity == file else { throw hasMoved }
    return connection
  }

  /// Refuses to use a connection whose file is not at its place any more: what is written there, nobody
  /// will find.
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
      "The file of the store was deleted, renamed or replaced since it was opened; nothing was "
        + "written.", path: path,
      advice: "Put the file back, or open the store anew with a container of its own.")
  }

  package func checkIn(_ connection: any SQLConnection) {
    // A stage keeps its own.
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

  /// Runs `body`, which writes, when the writers that came before are done.
  ///
  /// SQLite lets a waiting writer sleep and ask again, so that with many writers one may ask at the
  /// wrong moments until its time is up; here they stand in line. Nobody waits longer than for
  /// SQLite's own lock, which still decides and also knows the writers of other processes.
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
        try writing(on: connection, before: {}) { files in
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

  /// What was synced is forgotten with the rows: nobody has deleted them, so others keep theirs.
  private func syncTables(_ connection: any SQLConnection) throws -> [String] {
    try connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB ?",
      [.text(SideTable.syncPrefix + "*")]
    ).compactMap { row in
      if case .text(let name) = row[0] { name } else { nil }
    }
  }

  /// Deletes the history, which would tell of rows that are no more; keys are not used again.
  private func eraseHistory(_ connection: any SQLConnection) throws {
    let found = try connection.rows(HistoryStatements.countTables)
    guard found == [[.integer(Int64(HistoryStatements.tableCount))]] else { return }
    for text in HistoryStatements.erase { try connection.run(text) }
  }

  package func describe(_ error: SQLError) -> SwiftDataError { location.describe(error) }
}

/// The connections of a store that no context holds.
private struct IdleConnections: ~Copyable {
  private var connections: [IdleConnection]

  init(_ connections: [IdleConnection]) { self.connections = connections }

  mutating func take() -> SQLiteConnection? { connections.popLast()?.connection }

  /// The connection that waits longest keeps what it has of the file in memory; the others do not.
  mutating func put(_ connection: IdleConnection, limit: Int) {
    guard connections.count < limit else { return }
    if !connections.isEmpty { connection.connection.releaseMemory() }
    connections.append(connection)
  }
}

/// Carries a connection from the context that is done with it to the next.
private struct IdleConnection: @unchecked Sendable {
  // `@unchecked`: one at a time holds a connection; it passes on under the store's lock.
  let connection: SQLiteConnection
  init(_ connection: SQLiteConnection) { self.connection = connection }
}
