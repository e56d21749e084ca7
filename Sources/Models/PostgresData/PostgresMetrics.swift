import OpenSwiftData
import PostgresDriver
import PostgresRecords

/// Statistics of the connections and transactions of a PostgreSQL store, since this program opened
/// it.
///
/// Connections to replicas are not counted.
public struct PostgresMetrics: Hashable, Sendable {
  /// Connections that contexts are using, to read a result or for a transaction.
  public let connectionsInUse: Int
  /// Open connections that are not in use.
  public let idleConnections: Int
  /// Contexts that are waiting for a connection.
  public let waiting: Int
  /// The highest number of contexts that waited at the same time.
  public let mostWaiting: Int
  /// How often a context acquired a connection.
  public let acquired: Int
  /// How often a wait for a connection timed out (``PostgresConfiguration/connectionWait``).
  public let timeouts: Int
  /// Connections that were opened.
  public let opened: Int
  /// How often a connection could not be opened.
  public let failures: Int
  /// Connections that were discarded because they were broken, too old, or idle for too long.
  public let replaced: Int
  /// Saves that were retried because of a deadlock with another transaction.
  public let deadlocks: Int
  /// Saves that were retried because another transaction had changed the same rows first.
  public let serializationFailures: Int
  /// Saves that were retried because another transaction had used a unique value or deleted a
  /// related row.
  public let constraintConflicts: Int
  /// Saves that were retried because the connection was lost before everything was written.
  public let lostConnections: Int

  /// Statements that were sent to replicas (``PostgresConfiguration/replicas``).
  public let replicaReads: Int
  /// Replica statements that waited until the replica had caught up.
  public let replicaWaits: Int
  /// Statements that were sent to the server because no replica was suitable.
  public let replicaFallbacks: Int
  /// How often a replica could not be reached, or failed to run a statement.
  public let replicaFailures: Int

  init(_ store: PostgresStore) {
    let replicas = store.replicaMetrics
    (replicaReads, replicaWaits) = (replicas.reads, replicas.waits)
    (replicaFallbacks, replicaFailures) = (replicas.fallbacks, replicas.failures)
    let (pool, repeated) = (store.poolMetrics, store.repeatedTransactions)
    (connectionsInUse, idleConnections) = (pool.inUse, pool.idle)
    (waiting, mostWaiting, acquired) = (pool.waiting, pool.mostWaiting, pool.acquired)
    (timeouts, opened, failures, replaced) = (
      pool.timeouts, pool.opened, pool.failures, pool.replaced
    )
    (deadlocks, serializationFailures) = (repeated.deadlocks, repeated.serializationFailures)
    (constraintConflicts, lostConnections) = (repeated.constraints, repeated.lostConnections)
  }
}

extension ModelContainer {
  private var postgresStores: [(configuration: String, store: PostgresStore)] {
    rowStores.compactMap { name, store in (store as? PostgresStore).map { (name, $0) } }
  }

  /// Statistics of the container's PostgreSQL stores, by configuration name.
  public var postgresMetrics: [String: PostgresMetrics] {
    Dictionary(
      postgresStores.map { ($0.configuration, PostgresMetrics($0.store)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Closes the connections of the container's PostgreSQL stores before the program ends.
  ///
  /// Operations in progress may finish. Reads and saves that start afterwards throw an error that
  /// says that the store is closed.
  ///
  /// - Parameter limit: How long to wait for operations in progress.
  /// - Returns: Whether all operations finished in time.
  @discardableResult
  public func closePostgresConnections(waiting limit: Duration = .seconds(30)) -> Bool {
    let stores = postgresStores
    let deadline = ContinuousClock.now + limit
    var hasEnded = true
    for (_, store) in stores {
      let rest = max(.zero, deadline - .now)
      hasEnded = store.closeConnections(waiting: rest) && hasEnded
    }
    return hasEnded
  }
}
