import Foundation
import PostgresDriver
import SQLCore

/// The server of a store, which may be one of several that take over from each other, and its
/// replicas.
final class PostgresServers: Sendable {
  /// Connections to the server itself.
  let pool: PostgresPool
  /// The replicas; nil if there are none.
  let replicas: ReplicaReads?
  /// The dialect of the statements.
  let dialect: SQLDialect
  /// How long to wait for another server to take over; nil if there is only one.
  let takeoverWait: Duration?

  /// - Parameters:
  ///   - options: The locations of the servers.
  ///   - storeIdentifier: The identifier of the store.
  init(_ options: PostgresStoreOptions, storeIdentifier: String) {
    let pool = options.makePool()
    self.pool = pool
    var dialect = SQLDialect.postgres
    dialect.features.comparesListsAsArrays = options.sharding?.servers.isEmpty == false
    dialect.features.foreignKeysAct = options.tables?.foreignKeysAct == true
    dialect.features.foreignKeysAreImmediate = options.tables?.foreignKeysAreImmediate == true
    self.dialect = dialect
    takeoverWait = options.hasSeveralServers ? options.takeoverWait : nil
    replicas = options.replicas.flatMap { replicas in
      guard !replicas.settings.isEmpty else { return nil }
      return ReplicaReads(
        replicas, of: storeIdentifier, in: options.schema, options.makeReplicaPools(replicas),
        sample: { waiting in
          try pool.withConnection(waiting: waiting) { try $0.logPosition() }
        },
        noteTimeline: {
          guard options.allowsSave else { return }
          try pool.withConnection(waiting: .milliseconds(100)) {
            try $0.noteTimeline(in: options.schema)
          }
        })
    }
  }

  /// Borrows a connection to the server; waits for one of several servers to take over if
  /// necessary.
  ///
  /// - Returns: The connection, to be returned with ``checkIn(_:)``.
  /// - Throws: `SQLError`.
  func checkOut() throws(SQLError) -> PostgresConnection {
    var start: ContinuousClock.Instant?
    while true {
      do {
        return try pool.checkOut()
      } catch {
        let first = start ?? .now
        start = first
        guard mayReturn(after: error, since: first) else {
          guard takeoverWait != nil, error.isLossOfServer else { throw error }
          // The time limit was reached.
          var error = error
          error.kind = .cannotOpen
          throw error
        }
      }
    }
  }

  func checkIn(_ connection: PostgresConnection) { pool.checkIn(connection) }

  /// Whether another server may take over from one that was lost; sleeps briefly if so.
  ///
  /// - Parameters:
  ///   - error: The error that reported the loss.
  ///   - start: The time of the loss.
  /// - Returns: Whether to try again.
  func mayReturn(after error: SQLError, since start: ContinuousClock.Instant) -> Bool {
    guard let takeoverWait, error.isLossOfServer, ContinuousClock.now - start < takeoverWait
    else { return false }
    Thread.sleep(forTimeInterval: Double.random(in: 0.02...0.2))
    return true
  }

  /// Stops lending connections, and waits until all borrowed ones are returned.
  ///
  /// - Returns: Whether all were returned in time.
  func close(waiting limit: Duration) -> Bool {
    let deadline = ContinuousClock.now + limit
    let hasEnded = pool.drain(waiting: limit)
    let haveReplicasEnded = replicas?.close(waiting: max(.zero, deadline - .now)) ?? true
    return hasEnded && haveReplicasEnded
  }
}

extension SQLError {
  /// Whether the error means that the server cannot be reached or is shutting down, not that the
  /// statement failed.
  var isLossOfServer: Bool {
    switch kind {
    case .connectionLost, .shutdown, .notReady, .cannotOpen: true
    default: false
    }
  }
}
