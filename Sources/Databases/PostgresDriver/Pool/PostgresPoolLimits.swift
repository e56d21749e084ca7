/// The limits of a pool: the number and lifetime of its connections, and how long to wait for one.
package struct PostgresPoolLimits: Hashable, Sendable {
  /// The maximum number of connections.
  package var connections = 10
  /// How long to wait for a free connection.
  package var waiting: Duration = .seconds(30)
  /// The age at which a connection is replaced; nil for no limit.
  package var age: Duration? = .seconds(3600)
  /// How long a connection may be idle before it is closed; nil for no limit.
  package var idleTime: Duration? = .seconds(600)
  /// The idle time after which the server is asked whether the connection still works.
  package var checkAfter: Duration = .seconds(30)
  /// A statement to run on a connection when it is returned, such as `DISCARD ALL`; nil for none.
  package var reset: String?

  package init(connections: Int = 10) { self.connections = max(1, connections) }
}

/// Statistics of a pool.
package struct PostgresPoolMetrics: Hashable, Sendable {
  /// Connections in use.
  package var inUse = 0
  /// Connections not in use.
  package var idle = 0
  /// Requests that are waiting for a connection.
  package var waiting = 0
  /// The highest number of requests that waited at the same time.
  package var mostWaiting = 0
  /// How often a connection was lent.
  package var acquired = 0
  /// How often no connection became free in time.
  package var timeouts = 0
  /// Connections that were opened.
  package var opened = 0
  /// How often a connection could not be opened.
  package var failures = 0
  /// Connections that were discarded because they were broken, too old or idle for too long.
  package var replaced = 0

  /// All connections, including those being opened.
  package var open: Int { inUse + idle }
}
