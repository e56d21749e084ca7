import Foundation
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore

@testable import savepostgres

/// A store of parcels on a primary and its replicas.
struct ReplicatedStore {
  let cluster: PostgresCluster
  /// The user of the store.
  var user = "tester"
  let schema = "replicated_\(UUID().uuidString.prefix(8).lowercased())"

  /// A container that reads from replicas if nodes are given.
  func container(
    at address: String? = nil, readingFrom nodes: [Int] = [],
    _ change: (inout PostgresConfiguration) -> Void = { _ in }
  ) throws -> ModelContainer {
    var configuration = PostgresConfiguration(
      address ?? cluster.address(0, user: user), databaseSchema: schema)
    if !nodes.isEmpty {
      configuration.replicas = PostgresReplicas(
        nodes.map { cluster.address($0, user: user) }, maximumLag: nil,
        catchUpWait: .milliseconds(20))
    }
    change(&configuration)
    return try ModelContainer(
      for: Schema(Parcels.types), migrationPlan: nil, configurations: [configuration])
  }

  private func connection(_ node: Int) throws -> PostgresConnection {
    try PostgresConnection(PostgresSettings(cluster.address(node)))
  }

  /// Pauses a replica until it is resumed.
  func pause(_ node: Int) throws {
    let connection = try connection(node)
    try connection.execute("SELECT pg_wal_replay_pause()")
    _ = eventually {
      try connection.rows("SELECT pg_get_wal_replay_pause_state()") == [[.text("paused")]]
    }
  }

  func resume(_ node: Int) throws {
    try connection(node).execute("SELECT pg_wal_replay_resume()")
  }

  /// Creates the store's user, without special rights.
  func makeUser() throws {
    try connection(0).execute(
      "CREATE ROLE \(user) LOGIN; GRANT CREATE ON DATABASE postgres TO \(user)")
  }

  /// Lets a replica follow another server, without copying it again.
  func redirect(_ node: Int, to source: Int) throws {
    let connection = try connection(node)
    try connection.execute(
      """
      ALTER SYSTEM SET primary_conninfo = 'host=127.0.0.1 port=\(cluster.ports[source]) user=tester'
      """)
    try connection.execute("SELECT pg_reload_conf()")
  }

  /// Waits until a replica shows all current contents of a server.
  func waitForReplica(_ node: Int, of source: Int = 0) throws {
    let position = try connection(source).logPosition()
    let replica = try connection(node)
    _ = eventually {
      let text = try replica.rows("SELECT pg_last_wal_replay_lsn()::text").first?.first?.text
      return position.isReached(by: text.flatMap { PostgresLogPosition.offset($0) } ?? 0)
    }
  }
}

extension ModelContainer {
  var metrics: PostgresMetrics? { postgresMetrics.first?.value }

  /// The numbers of the crates that a new context sees.
  func crates() throws -> [Int] {
    try ModelContext(self).fetch(FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.number)]))
      .map(\.number)
  }

  func add(_ number: Int) throws {
    let context = ModelContext(self)
    context.insert(Crate(number: number))
    try context.save()
  }
}

/// Waits until the condition is true, which may take the servers a while.
func eventually(_ holds: () throws -> Bool) -> Bool {
  for _ in 0..<2_400 {
    if (try? holds()) == true { return true }
    usleep(50_000)
  }
  return false
}
