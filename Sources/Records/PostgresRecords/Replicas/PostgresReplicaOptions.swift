import PostgresDriver

/// The replicas that a store reads from, and how far they may lag behind.
package struct PostgresReplicaOptions: Hashable, Sendable {
  /// The settings of the connections to each replica.
  package var settings: [PostgresSettings]
  /// How long ago the server may have committed changes that a replica does not show yet; nil for
  /// no limit.
  package var maximumLag: Duration?
  /// How long a read waits for a replica that is behind before it uses the server itself.
  package var catchUpWait: Duration
  /// The maximum number of connections to each replica.
  package var maximumConnections: Int

  package init(
    _ settings: [PostgresSettings], maximumLag: Duration? = .seconds(10),
    catchUpWait: Duration = .milliseconds(50), maximumConnections: Int = 10
  ) {
    self.settings = settings.map { settings in
      var settings = settings
      // A read must not wait for an unreachable host as long as the operating system would.
      if settings.connectTimeout == nil,
        !settings.says("connect_timeout", or: "PGCONNECT_TIMEOUT")
      {
        settings.connectTimeout = .seconds(2)
      }
      return settings
    }
    (self.maximumLag, self.catchUpWait) = (maximumLag, catchUpWait)
    self.maximumConnections = maximumConnections
  }
}

/// How reads were distributed over a server and its replicas.
package struct PostgresReplicaMetrics: Hashable, Sendable {
  /// Statements that were sent to a replica.
  package var reads = 0
  /// Replica statements that waited until the replica had caught up.
  package var waits = 0
  /// Statements that were sent to the server because no replica was suitable.
  package var fallbacks = 0
  /// How often a replica could not be reached, or failed to run a statement.
  package var failures = 0
}
