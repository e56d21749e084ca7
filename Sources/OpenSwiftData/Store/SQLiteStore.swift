import CoreDataFormat
import DataSchema
import Dispatch
import Foundation
import Locks
import SQLCore
import SQLiteDriver

/// One store on SQLite: a file in Core Data's layout, or the same in memory.
///
/// Every context works on a connection of its own, so that readers go on while one writes.
final class SQLiteStore: Sendable {
  let name: String
  let identifier: String
  let location: StoreLocation
  let tableMap: TableMap
  let allowsSave: Bool
  let spatialIndexes: SpatialIndexes
  /// Nil for a store whose values all stand in their rows.
  let externalFiles: ExternalFiles?
  /// Those who want to know what statements contexts run on the store.
  let statementObservers = StatementObservers()

  private let memberOrder = Atomic<Bool>(false)

  /// Whether the table of members' positions is known to exist.
  var hasMemberOrder: Bool {
    get { memberOrder.load(ordering: .relaxed) }
    set { memberOrder.store(newValue, ordering: .relaxed) }
  }

  var path: String { location.path }

  /// Connections that contexts gave back, for the next ones.
  private let idle: Mutex<IdleConnections>

  /// Gives writers of this process their turns.
  private let turn = DispatchSemaphore(value: 1)
  private let turnTimeout = DispatchTimeInterval.nanoseconds(
    Int(StoreLocation.busyTimeout / .nanoseconds(1)))

  /// How many connections are kept for the next contexts.
  private static let idleLimit = 8

  /// Opens the store, and makes it where it does not exist.
  ///
  /// - Throws: `SwiftDataError`: `storeCannotBeOpened`, `storeIsNotADatabase`, `storeIsCorrupt`,
  ///   `storeIsNewer`, `storeIsLocked`, `storeIsFull`, `storeIsReadOnly`, `storeSchemaMismatch`.
  init(_ configuration: ModelConfiguration, model: ModelDescription) throws {
    name = configuration.name
    allowsSave = configuration.allowsSave
    location = StoreLocation(configuration)
    let layout = try CoreDataLayout(model: model)
    tableMap = layout.tableMap
    externalFiles = ExternalFiles(location, tableMap)
    do {
      try location.prepare(writable: allowsSave)
      let connection = try location.connect(writable: allowsSave)
      let opening = StoreOpening(connection, location, layout, allowsCreation: allowsSave)
      identifier = try opening.open()
      let isSpatial = model.entities.contains { $0.indexes.contains { $0.kind == .rtree } }
      spatialIndexes = isSpatial ? try SpatialIndexes(connection) : SpatialIndexes()
      // What cannot be swept away now costs room only, until the store is opened again.
      if allowsSave { try? externalFiles?.sweep(connection) }
      idle = Mutex(IdleConnections([IdleConnection(connection)]))
    } catch let error as SQLError {
      throw location.describe(error)
    }
  }

  /// Lends out a connection for the sole use of the caller.
  ///
  /// - Parameter observers: Who, beside the store's own observers, is told of its statements.
  /// - Returns: The connection, to be given back by `checkIn(_:)`.
  /// - Throws: `SwiftDataError` when the store cannot be opened.
  func checkOut(observers: StatementObservers? = nil) throws -> SQLiteConnection {
    let connection = try idle.withLock { $0.take() } ?? connect()
    connection.reportStatements(to: [statementObservers] + (observers.map { [$0] } ?? []))
    return connection
  }

  private func connect() throws -> SQLiteConnection {
    do {
      return try location.connect(writable: allowsSave)
    } catch let error as SQLError {
      throw location.describe(error)
    }
  }

  /// Takes back a connection that nobody uses any more.
  func checkIn(_ connection: SQLiteConnection) {
    connection.reportStatements(to: [])
    let returned = IdleConnection(connection)
    idle.withLock { $0.put(returned, limit: Self.idleLimit) }
  }

  /// Runs `body`, which writes, when the writers that came before are done.
  ///
  /// SQLite lets a waiting writer sleep and ask again, so that with many writers one may ask at the
  /// wrong moments until its time is up; here they stand in line. Nobody waits longer than for
  /// SQLite's own lock, which still decides and also knows the writers of other processes.
  func takingTurn<Result>(_ body: () throws -> Result) rethrows -> Result {
    let isTurn = turn.wait(timeout: .now() + turnTimeout) == .success
    defer { if isTurn { turn.signal() } }
    return try body()
  }

  /// Deletes everything that the store holds.
  ///
  /// - Throws: `SwiftDataError` when the store cannot be written.
  func erase() throws {
    let connection = try checkOut()
    defer { checkIn(connection) }
    let tables = tableMap.tables + (hasMemberOrder ? [MemberOrder.table] : [])
    do {
      try takingTurn {
        try writing(on: connection) { files in
          try files?.retireAllRows()
          for table in tables { try connection.run("DELETE FROM \(EntityStatements.name(table))") }
        }
      }
    } catch let error as SQLError {
      throw describe(error)
    }
  }

  func describe(_ error: SQLError) -> SwiftDataError { location.describe(error) }
}

/// The connections of a store that no context holds.
private struct IdleConnections: ~Copyable {
  private var connections: [IdleConnection]

  init(_ connections: [IdleConnection]) { self.connections = connections }

  mutating func take() -> SQLiteConnection? { connections.popLast()?.connection }

  mutating func put(_ connection: IdleConnection, limit: Int) {
    if connections.count < limit { connections.append(connection) }
  }
}

/// Carries a connection from the context that is done with it to the next.
private struct IdleConnection: @unchecked Sendable {
  // `@unchecked`: one at a time holds a connection; it passes on under the store's lock.
  let connection: SQLiteConnection
  init(_ connection: SQLiteConnection) { self.connection = connection }
}
