import Foundation
import PostgresDriver
import SQLCore

/// The server of a store, which may be one of several that take over from each other, and its replicas.
final class PostgresServers: Sendable {
  /// Connections to the server itself.
  let pool: PostgresPool
  /// Nil where there are none.
  let replicas: ReplicaReads?
  /// What statements are written in.
  let dialect: SQLDialect
  /// How long to wait until one of several servers has taken over; nil where there is but one.
  let takeoverWait: Duration?

  /// - Parameters:
  ///   - options: Where they are.
  ///   - storeIdentifier: What identifies the store.
  init(_ options: PostgresStoreOptions, storeIdentifier: String) {
    let pool = options.makePool()
    self.pool = pool
    var dialect = SQLDialect.postgres
    dialect.features.comparesListsAsArrays = options.sharding?.servers.isEmpty == false
    dialect.features.foreignKeysAct = options.tables?.foreignKeysAct == true
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

  /// Lends out a connection to the server; waits for one of several servers to take over.
  ///
  /// - Returns: The connection, to be given back by ``checkIn(_:)``.
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
          // It was waited for long enough.
          var error = error
          error.kind = .cannotOpen
          throw error
        }
      }
    }
  }

  func checkIn(_ connection: PostgresConnection) { pool.checkIn(connection) }

  /// Whether another server may take over from one that was lost; waits a little for it.
  ///
  /// - Parameters:
  ///   - error: How it was lost.
  ///   - start: When.
  /// - Returns: Whether to try again.
  func mayReturn(after error: SQLError, since start: ContinuousClock.Instant) -> Bool {
    guard let takeoverWait, error.isLossOfServer, ContinuousClock.now - start < takeoverWait
    else { return false }
    Thread.sleep(forTimeInterval: Double.random(in: 0.02...0.2))
    return true
  }

  /// Lends out no more connections, and waits for those that are lent out.
  ///
  /// - Returns: Whether all came back in time.
  func close(waiting limit: Duration) -> Bool {
    let deadline = ContinuousClock.now + limit
    let hasEnded = pool.drain(waiting: limit)
    let haveReplicasEnded = replicas?.close(waiting: max(.zero, deadline - .now)) ?? true
    return hasEnded && haveReplicasEnded
  }
}

extension SQLError {
  /// Whether it says that the server cannot be reached, or ends, rather than what is wrong with a statement.
  var isLossOfServer: Bool {
    switch kind {
    case .connectionLost, .shutdown, .notReady, .cannotOpen: true
    default: false
    }
  }
}
