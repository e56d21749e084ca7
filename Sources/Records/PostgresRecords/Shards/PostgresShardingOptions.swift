import CoreDataFormat
import DataSchema
import Foundation
import PostgresDriver
import PostgresFormat
import SwiftDataErrors

/// How a store's tables are divided into partitions.
package struct PostgresShardingOptions: Hashable, Sendable {
  package var partitionCount: Int
  /// The shard keys: attributes whose values select the partition, by entity name.
  package var keys: [String: String]
  /// The servers to which the partitions are assigned in turn; empty if all are on the store's own
  /// server.
  package var servers: [PostgresSettings]
  /// Whether a save may write to several servers, which do not commit atomically.
  package var allowsSavesAcrossServers: Bool

  package init(
    partitionCount: Int, keys: [String: String], servers: [PostgresSettings] = [],
    allowsSavesAcrossServers: Bool = false
  ) {
    (self.partitionCount, self.keys, self.servers) = (partitionCount, keys, servers)
    self.allowsSavesAcrossServers = allowsSavesAcrossServers
  }

  /// The name of the metadata value that describes the sharding.
  static let fact = "sharding"

  /// Reads the sharding from a store's metadata; nil if the store is not sharded.
  init?(_ facts: [String: String]) {
    guard let stored = PostgresShards(text: facts[Self.fact]) else { return nil }
    self.init(
      partitionCount: stored.partitionCount, keys: stored.keys,
      servers: stored.servers.map { PostgresSettings($0) })
  }

  /// The form in which the sharding is stored.
  var stored: PostgresShards {
    PostgresShards(
      partitionCount: partitionCount, keys: keys,
      servers: servers.map { $0.foreignOptions?.description ?? $0.description })
  }
}

extension PostgresShardingOptions {
  /// Checks that models can be divided that way.
  ///
  /// - Throws: `SwiftDataError.unsupportedModel` that lists every problem.
  func check(_ layout: PostgresLayout, _ place: String? = nil) throws {
    let problems = stored.problems(in: layout)
    guard problems.isEmpty else {
      throw SwiftDataError.unsupportedModel.explained(
        "The models cannot be sharded as configured:"
          + problems.map { "\n- \($0)" }.joined(),
        path: place, advice: "Change the models or the configuration's sharding.")
    }
  }

  /// A script that creates the models' tables in a database that distributes tables over servers
  /// itself; it is not run.
  ///
  /// - Throws: `SwiftDataError.unsupportedModel` that says what is wrong with the models.
  package func script(
    for model: ModelDescription, _ cluster: PostgresClusterStatements.Cluster
  ) throws -> String {
    do {
      let layout = try PostgresLayout(model: model, shards: stored)
      try check(layout)
      return try PostgresClusterStatements(layout, stored, cluster).script()
    } catch let error as LayoutError {
      throw SwiftDataError.unsupportedModel.explained(
        "\(error).", entity: error.entity, advice: "Change the models.", underlying: error)
    }
  }
}

extension PostgresShards {
  init?(text: String?) {
    guard let text, let shards = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else {
      return nil
    }
    self = shards
  }

  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

extension PostgresStoreOptions {
  /// The tables of entities in the store.
  ///
  /// - Throws: `SwiftDataError` for entities that contradict themselves.
  func layout(of model: ModelDescription) throws -> PostgresLayout {
    try reporting { try PostgresLayout(model: model, shards: sharding?.stored) }
  }

  /// The error for an attempt to migrate a sharded store.
  var shardedMigration: SwiftDataError {
    SwiftDataError.storeSchemaMismatch.explained(
      "The store contains other versions of the entities than the models, and a sharded store cannot be migrated.",
      path: place,
      advice:
        "Create a store for the new models in another schema of the database (databaseSchema). Then "
        + "copy the models from this store to it with a program.")
  }
}
