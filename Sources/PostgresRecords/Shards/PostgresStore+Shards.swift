import CoreDataFormat
import PostgresDriver
import PostgresFormat
import RecordStore
import SQLCore
import SwiftDataErrors

// What becomes of keys and transactions where rows are parted among partitions.

extension PostgresStore {
  /// Whether there are partitions on other servers.
  var hasShardServers: Bool { options.sharding?.servers.isEmpty == false }

  /// Refuses a transaction that has written on several servers, unless that was allowed.
  ///
  /// Foreign keys are checked with it on all of them, before any of them commits.
  func checkServersWritten(_ connection: PostgresConnection) throws {
    guard let sharding = options.sharding, !sharding.servers.isEmpty else { return }
    let rows = try connection.rows(
      PostgresPartitionStatements.askWritten(sharding.servers.count, in: options.schema))
    let written = rows.filter { $0[1] == .bool(true) }.compactMap { row -> Int? in
      if case .integer(let place) = row[0] { Int(place) } else { nil }
    }
    guard written.count > 1, !sharding.allowsSavesAcrossServers else { return }
    throw SwiftDataError.modelValidationFailure.explained(
      "The save changes models on \(written.count) servers, in places "
        + "\(written.sorted().map(String.init).joined(separator: ", ")), which do not commit together; "
        + "nothing was saved.", path: path,
      advice:
        "Save models of one shard key at a time, or set allowsSavesAcrossServers and put up with saves that are "
        + "there in part after a server has failed.")
  }

  func takeNodeKeys(_ count: Int64, for entity: RecordEntity) throws -> ClosedRange<Int64> {
    guard let nodeKeys else {
      throw SwiftDataError.storeIsReadOnly.explained(
        "Nobody makes keys for a store that is read alone.", entity: entity.name, path: path)
    }
    guard count <= NodeKeys.longestRun else {
      throw SwiftDataError.modelValidationFailure.explained(
        "\(count) models of \(entity.name) are to be inserted with one save.", entity: entity.name,
        path: path, advice: "Save \(NodeKeys.longestRun) at most; nothing was saved.")
    }
    return try options.reporting { try nodeKeys.take(count) }
  }

  package func takeKeys(
    upTo key: Int64, for entity: RecordEntity, on connection: any SQLConnection
  ) throws {
    guard entity.table.shardKey != nil else {
      // Of a table without rows none was taken before.
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
  /// What makes keys of rows of tables that are parted.
  ///
  /// - Parameter making: The connection with the transaction that makes the store, outside of which nobody sees it;
  ///   nil for any other store.
  /// - Returns: What makes them.
  func makeNodeKeys(_ making: MakingConnection?) -> NodeKeys {
    NodeKeys(in: schema) { body in
      if let making { return try body(making.connection) }
      // A connection of its own: what a save does is undone when the save fails, and those of the pool may all be
      // with saves that wait for keys.
      let connection = try connect()
      defer { connection.end() }
      try body(connection)
    }
  }
}
