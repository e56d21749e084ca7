import CoreDataFormat
import PostgresDriver
import PostgresFormat
import RecordStore
import SQLCore
import SwiftDataErrors

// Keys and transactions of stores whose rows are divided among partitions.

extension PostgresStore {
  /// Whether there are partitions on other servers.
  var hasShardServers: Bool { options.sharding?.servers.isEmpty == false }

  /// Throws if a transaction has written to several servers, unless that is allowed.
  ///
  /// The query also checks foreign keys on all of the servers, before any of them commits.
  func checkServersWritten(_ connection: PostgresConnection) throws {
    guard let sharding = options.sharding, !sharding.servers.isEmpty else { return }
    let rows = try connection.rows(
      PostgresPartitionStatements.askWritten(sharding.servers.count, in: options.schema))
    let written = rows.filter { $0[1] == .bool(true) }.compactMap { row -> Int? in
      if case .integer(let place) = row[0] { Int(place) } else { nil }
    }
    guard written.count > 1, !sharding.allowsSavesAcrossServers else { return }
    throw SwiftDataError.modelValidationFailure.explained(
      "The save changes models on \(written.count) servers (indexes "
        + "\(written.sorted().map(String.init).joined(separator: ", "))), which do not commit "
        + "together. Nothing was saved.", path: path,
      advice:
        "Save models of one shard key at a time, or set allowsSavesAcrossServers to accept that a save "
        + "may be applied in part if a server fails.")
  }

  /// The error for a serializable transaction on several servers.
  var cannotSerialize: SwiftDataError {
    SwiftDataError.unsupportedTransaction.explained(
      "A serializable transaction needs a single server: the servers of the store's shards each "
        + "see a state of their own, and none knows what was read on another.", path: path,
      advice:
        "Use .repeatableRead and lock the rows that the decision depends on, or keep the models in a "
        + "store on one server.")
  }

  func takeNodeKeys(_ count: Int64, for entity: RecordEntity) throws -> ClosedRange<Int64> {
    guard let nodeKeys else {
      throw SwiftDataError.storeIsReadOnly.explained(
        "Models cannot be inserted, because the store was opened read-only.", entity: entity.name,
        path: path, advice: "Open it with allowsSave: true.")
    }
    guard count <= NodeKeys.longestRun else {
      throw SwiftDataError.modelValidationFailure.explained(
        "One save cannot insert \(count) models of \(entity.name); nothing was saved.",
        entity: entity.name, path: path,
        advice: "Insert at most \(NodeKeys.longestRun) models with one save.")
    }
    return try options.reporting { try nodeKeys.take(count) }
  }

  package func takeKeys(
    upTo key: Int64, for entity: RecordEntity, on connection: any SQLConnection
  ) throws {
    guard entity.table.shardKey != nil else {
      // No keys were allocated before for a table without rows.
      _ = try takeKeys(key, for: entity, on: connection)
      return
    }
    _ = try options.reporting {
      try connection.run(
        NodeLease.raise(in: options.schema), [.integer(NodeKeys.second(of: key) + 1)])
    }
  }
}

extension PostgresStoreOptions {
  /// Creates the key generator for rows of partitioned tables.
  ///
  /// - Parameter making: The connection with the transaction that creates the store, which is
  ///   invisible outside of it; nil for any other store.
  /// - Returns: The key generator.
  func makeNodeKeys(_ making: MakingConnection?) -> NodeKeys {
    NodeKeys(in: schema) { body in
      if let making { return try body(making.connection) }
      // A separate connection: a failed save would roll the lease back, and all connections of the
      // pool may be used by saves that wait for keys.
      let connection = try connect()
      defer { connection.end() }
      try body(connection)
    }
  }
}
