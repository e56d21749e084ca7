import PostgresDriver
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
        ["It has \(stored.partitionCount) partitions, and the configuration has no sharding."])
    }
    guard let stored else {
      throw mismatch(["It was made without shards, and the configuration has a sharding."])
    }
    let wanted = sharding.stored
    var differences: [String] = []
    if wanted.partitionCount != stored.partitionCount {
      differences.append(
        "It has \(stored.partitionCount) partitions, and not \(wanted.partitionCount).")
    }
    for name in Set(stored.keys.keys).union(wanted.keys.keys).sorted()
    where stored.keys[name] != wanted.keys[name] {
      func title(_ key: String?) -> String { key.map { "the shard key \($0)" } ?? "no shard key" }
      differences.append(
        "\(name) has \(title(stored.keys[name])) there, and \(title(wanted.keys[name])) here.")
    }
    if wanted.servers != stored.servers {
      differences.append(
        "Its partitions are on \(list(stored.servers)), and not on \(list(wanted.servers)).")
    }
    guard differences.isEmpty else { throw mismatch(differences) }
    try mapUser(sharding)
  }

  private func list(_ servers: [String]) -> String {
    servers.isEmpty ? "its own server" : servers.joined(separator: "; ")
  }

  private func mismatch(_ differences: [String]) -> SwiftDataError {
    SwiftDataError.storeSchemaMismatch.explained(
      "The store is sharded otherwise than the configuration says:"
        + differences.map { "\n- \($0)" }.joined(),
      path: options.place,
      advice: "Open it with the sharding that it was made with, which stays as it is.")
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
