import PostgresDriver

/// Which replicas of a server a store reads from, and how far they may be behind it.
package struct PostgresReplicaOptions: Hashable, Sendable {
  /// Where they are.
  package var settings: [PostgresSettings]
  /// How long ago the server may have committed what a replica does not show yet; nil for any time.
  package var maximumLag: Duration?
  /// How long a read waits for a replica that is behind before it goes to the server itself.
  package var catchUpWait: Duration
  /// How many connections to each there are at most.
  package var maximumConnections: Int

  package init(
    _ settings: [PostgresSettings], maximumLag: Duration? = .seconds(10),
    catchUpWait: Duration = .milliseconds(50), maximumConnections: Int = 10
  ) {
    self.settings = settings.map { settings in
      var settings = settings
      // A read is not to wait for a host that does not answer for as long as the system would.
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

/// How reads were spread over a server and its replicas.
package struct PostgresReplicaMetrics: Hashable, Sendable {
  /// Statements that a replica was given.
  package var reads = 0
  /// Those of them that waited until the replica had caught up.
  package var waits = 0
  /// Statements that no replica could be given, so that the server got them.
  package var fallbacks = 0
  /// How often a replica could not be reached, or failed with a statement.
  package var failures = 0
}
