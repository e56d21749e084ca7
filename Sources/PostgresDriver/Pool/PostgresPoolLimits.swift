/// How many connections a pool has, for how long, and who waits for them.
package struct PostgresPoolLimits: Hashable, Sendable {
  /// How many connections there are at most.
  package var connections = 10
  /// How long to wait for one that is free.
  package var waiting: Duration = .seconds(30)
  /// How old a connection gets before it is replaced; nil for any age.
  package var age: Duration? = .seconds(3600)
  /// How long a connection waits for work before it is closed; nil for as long as it takes.
  package var idleTime: Duration? = .seconds(600)
  /// After how long without work the server is asked whether the connection still stands.
  package var checkAfter: Duration = .seconds(30)
  /// What is run on a connection when it comes back, such as `DISCARD ALL`; nil for nothing.
  package var reset: String?

  package init(connections: Int = 10) { self.connections = max(1, connections) }
}

/// How a pool is doing, and what it has done.
package struct PostgresPoolMetrics: Hashable, Sendable {
  /// Connections that somebody has.
  package var inUse = 0
  /// Connections that wait for work.
  package var idle = 0
  /// Those who wait for a connection.
  package var waiting = 0
  /// The most that have waited at once.
  package var mostWaiting = 0
  /// How often somebody got a connection.
  package var acquired = 0
  /// How often nobody had one to spare in time.
  package var timeouts = 0
  /// Connections made so far.
  package var opened = 0
  /// How often none could be made.
  package var failures = 0
  /// Connections that were found broken, too old or too long without work.
  package var replaced = 0

  /// Connections that there are, those that are being made among them.
  package var open: Int { inUse + idle }
}
