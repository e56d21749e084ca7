import OpenSwiftData
import PostgresDriver
import PostgresRecords

/// The read replicas that the contexts of a container read from: servers that follow the primary by
/// streaming replication and accept queries (`hot_standby`).
///
/// ```swift
/// var configuration = PostgresConfiguration("postgres://app@a,b/trips")
/// configuration.replicas = PostgresReplicas(["postgres://app@b/trips", "postgres://app@c/trips"])
/// ```
///
/// A replica is used for a read if it shows everything that the container's contexts have saved and
/// seen, and everything that others saved longer than ``maximumLag`` ago. A read waits briefly for
/// a replica that is behind (``catchUpWait``). A replica that does not answer, fails or stays
/// behind is not used for a while. The read then uses another replica or the primary, so replicas
/// never cause a failure. Saves and the reads that belong to them, the history, migrations and the
/// opening of a store always use the primary.
///
/// All contexts of a container read from the same replica as long as it is suitable, so that no
/// context sees an older state than another one has seen. The first replica is chosen at random.
public struct PostgresReplicas: Hashable, Sendable {
  /// The addresses of the replicas, in the form of ``PostgresConfiguration/address``; all must lead
  /// to the same database.
  ///
  /// Servers that are not replicas, or no longer, are skipped, so you can list all servers of a
  /// cluster.
  public var addresses: [String]
  /// How long ago a change by another client may have been saved without being visible to a read;
  /// nil for no limit.
  ///
  /// While there are reads, the primary is asked for its write position four times within this
  /// limit. With `.zero` it is asked before each read, which then shows everything that was saved
  /// before. If the primary does not answer, replicas are used until the limit is reached.
  public var maximumLag: Duration?
  /// How long a read waits for a replica that is behind before it uses another one or the primary.
  public var catchUpWait: Duration
  /// The maximum number of connections to each replica.
  public var maximumConnections: Int

  /// Creates a list of replicas.
  ///
  /// - Parameters:
  ///   - addresses: The addresses of the replicas.
  ///   - maximumLag: How long ago a change by another client may have been saved without being
  ///     visible to a read; nil for no limit. Ten seconds by default.
  ///   - catchUpWait: How long a read waits for a replica that is behind; 50 milliseconds by
  ///     default.
  ///   - maximumConnections: The maximum number of connections to each replica; ten by default.
  public init(
    _ addresses: [String], maximumLag: Duration? = .seconds(10),
    catchUpWait: Duration = .milliseconds(50), maximumConnections: Int = 10
  ) {
    (self.addresses, self.maximumLag) = (addresses, maximumLag)
    (self.catchUpWait, self.maximumConnections) = (catchUpWait, maximumConnections)
  }

  var stored: PostgresReplicaOptions {
    PostgresReplicaOptions(
      addresses.map { PostgresSettings($0) }, maximumLag: maximumLag, catchUpWait: catchUpWait,
      maximumConnections: maximumConnections)
  }
}
