import OpenSwiftData
import PostgresDriver
import PostgresRecords

/// How the connections and transactions of a store in a PostgreSQL are doing, since it was opened by this program.
///
/// Connections to replicas are not counted.
public struct PostgresMetrics: Hashable, Sendable {
  /// Connections that contexts have: for a result that is being read, or a transaction.
  public let connectionsInUse: Int
  /// Connections that wait for work.
  public let idleConnections: Int
  /// Contexts that wait for a connection.
  public let waiting: Int
  /// The most that have waited at once.
  public let mostWaiting: Int
  /// How often a context had a connection.
  public let acquired: Int
  /// How often none became free in time (``PostgresConfiguration/connectionWait``).
  public let timeouts: Int
  /// Connections that were made.
  public let opened: Int
  /// How often none could be made.
  public let failures: Int
  /// Connections that were given up: broken, too old, or too long without work.
  public let replaced: Int
  /// Saves that were done again since they and others had waited for each other.
  public let deadlocks: Int
  /// Saves that were done again since others had changed the same rows first.
  public let serializationFailures: Int
  /// Saves that were done again since others had taken a unique value, or deleted what a row leads to.
  public let constraintConflicts: Int
  /// Saves that were done again since the connection was lost before all was written.
  public let lostConnections: Int

  /// Statements that replicas were given (``PostgresConfiguration/replicas``).
  public let replicaReads: Int
  /// Those of them that waited until the replica had caught up.
  public let replicaWaits: Int
  /// Statements that no replica was fit for, so that the server itself got them.
  public let replicaFallbacks: Int
  /// How often a replica could not be reached, or failed with a statement.
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

  /// How the container's stores in PostgreSQL are doing, by the names of their configurations.
  public var postgresMetrics: [String: PostgresMetrics] {
    Dictionary(
      postgresStores.map { ($0.configuration, PostgresMetrics($0.store)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Closes the connections of the container's stores in PostgreSQL, for the end of a program.
  ///
  /// What is under way may end; whoever reads or saves afterwards gets an error that says so.
  ///
  /// - Parameter limit: How long to wait for what is under way.
  /// - Returns: Whether all of it has ended in time.
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
