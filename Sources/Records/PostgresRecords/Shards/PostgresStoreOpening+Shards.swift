import PostgresFormat
import SQLCore
import SwiftDataErrors

extension PostgresStoreOpening {
  /// Checks that the models can be sharded as requested.
  ///
  /// - Throws: `SwiftDataError.unsupportedModel` that lists every problem.
  func checkSharding() throws {
    try options.sharding?.check(layout, options.place)
  }

  /// Checks that the store is sharded as requested.
  ///
  /// - Parameter facts: The contents of the store's metadata table.
  /// - Throws: `SwiftDataError.storeSchemaMismatch` that lists every difference.
  func checkSharding(_ facts: [String: String]) throws {
    let stored = PostgresShards(text: facts[PostgresShardingOptions.fact])
    guard let sharding = options.sharding else {
      guard let stored else { return }
      throw mismatch(
        [
          "Its number of partitions is \(stored.partitionCount), "
            + "but the configuration has no sharding."
        ])
    }
    guard let stored else {
      throw mismatch(["It was created without sharding, but the configuration has a sharding."])
    }
    let wanted = sharding.stored
    var differences: [String] = []
    if wanted.partitionCount != stored.partitionCount {
      differences.append(
        "Its number of partitions is \(stored.partitionCount), not \(wanted.partitionCount).")
    }
    for name in Set(stored.keys.keys).union(wanted.keys.keys).sorted()
    where stored.keys[name] != wanted.keys[name] {
      func title(_ key: String?) -> String { key.map { "the shard key \($0)" } ?? "no shard key" }
      differences.append(
        "\(name) has \(title(stored.keys[name])) in the store, "
          + "but \(title(wanted.keys[name])) in the configuration.")
    }
    if wanted.servers != stored.servers {
      differences.append(
        "Its partitions are on \(list(stored.servers)), not on \(list(wanted.servers)).")
    }
    guard differences.isEmpty else { throw mismatch(differences) }
    try mapUser(sharding)
  }

  private func list(_ servers: [String]) -> String {
    servers.isEmpty ? "its own server" : servers.joined(separator: "; ")
  }

  private func mismatch(_ differences: [String]) -> SwiftDataError {
    SwiftDataError.storeSchemaMismatch.explained(
      "The store's sharding differs from the configuration:"
        + differences.map { "\n- \($0)" }.joined(),
      path: options.place,
      advice: "Open it with the sharding that it was created with, which cannot be changed.")
  }

  /// Creates missing user mappings of the connection's user for the servers with partitions.
  private func mapUser(_ sharding: PostgresShardingOptions) throws {
    guard !sharding.servers.isEmpty, options.allowsSave else { return }
    let known = try connection.rows(
      "SELECT srvname::text FROM pg_user_mappings WHERE usename IN (current_user, 'public')")
    let names = Set(known.compactMap(\.[0].text))
    for server in try PostgresShardMaking.foreignServers(options, sharding)
    where !names.contains(server.name) {
      try PostgresShardMaking.mapUser(to: server, connection)
    }
  }
}
