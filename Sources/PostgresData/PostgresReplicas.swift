import OpenSwiftData
import PostgresDriver
import PostgresRecords

/// The replicas of a PostgreSQL that the contexts of a container read from: servers that follow it by streaming
/// replication and can be read (`hot_standby`).
///
/// ```swift
/// var configuration = PostgresConfiguration("postgres://app@a,b/trips")
/// configuration.replicas = PostgresReplicas(["postgres://app@b/trips", "postgres://app@c/trips"])
/// ```
///
/// A replica is read from where it shows everything that the container's contexts have saved and seen, and what others
/// have saved longer ago than ``maximumLag``. One that is behind is waited for a moment (``catchUpWait``); one that
/// does not answer, fails or stays behind is left alone for a while. Then another one is read from, or the server
/// itself, so that replicas never are why something fails. Saves, what they read, the history, migrations and the
/// opening of a store are always the server's.
///
/// All contexts of a container read from the same replica for as long as that is fit, so that none of them goes back
/// behind what another has seen. Which one it begins with is left to chance.
public struct PostgresReplicas: Hashable, Sendable {
  /// Where they are: addresses as ``PostgresConfiguration/address``, of the same database.
  ///
  /// One that is no replica, or no longer, is left out, so that all servers of a cluster may be named.
  public var addresses: [String]
  /// How long ago others may have saved what a read does not show; nil for any time.
  ///
  /// While there are reads, the server is asked how far it has written, four times within the bound. With `.zero` it is
  /// asked before each read, which then shows all that was saved before. When it does not answer, replicas are read from
  /// until the bound is reached.
  public var maximumLag: Duration?
  /// How long a read waits for a replica that is behind before another one, or the server itself, is read.
  public var catchUpWait: Duration
  /// How many connections to each replica there are at most.
  public var maximumConnections: Int

  /// Describes replicas.
  ///
  /// - Parameters:
  ///   - addresses: Where they are.
  ///   - maximumLag: How long ago others may have saved what a read does not show; ten seconds where nothing is said,
  ///     and nil for any time.
  ///   - catchUpWait: How long a read waits for a replica that is behind; 50 milliseconds where nothing is said.
  ///   - maximumConnections: How many connections to each replica there are at most; ten where nothing is said.
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
