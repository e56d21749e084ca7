import CoreDataFormat
import DataSchema
import Foundation
import PostgresDriver
import PostgresFormat
import SwiftDataErrors

/// How a store's tables are parted among partitions.
package struct PostgresShardingOptions: Hashable, Sendable {
  package var partitionCount: Int
  /// The attributes by which rows are parted, by the names of the entities.
  package var keys: [String: String]
  /// The servers that have the partitions, in turn; none where the store's own has all.
  package var servers: [PostgresSettings]
  /// Whether a save may write on several of them, which are not committed together.
  package var allowsSavesAcrossServers: Bool

  package init(
    partitionCount: Int, keys: [String: String], servers: [PostgresSettings] = [],
    allowsSavesAcrossServers: Bool = false
  ) {
    (self.partitionCount, self.keys, self.servers) = (partitionCount, keys, servers)
    self.allowsSavesAcrossServers = allowsSavesAcrossServers
  }

  /// The name by which a store says how it is parted.
  static let fact = "sharding"

  /// As a store says of itself that it is parted; nil where it is not.
  init?(_ facts: [String: String]) {
    guard let stored = PostgresShards(text: facts[Self.fact]) else { return nil }
    self.init(
      partitionCount: stored.partitionCount, keys: stored.keys,
      servers: stored.servers.map { PostgresSettings($0) })
  }

  /// The same as a store writes it down.
  var stored: PostgresShards {
    PostgresShards(
      partitionCount: partitionCount, keys: keys,
      servers: servers.map { $0.foreignOptions?.description ?? $0.description })
  }
}

extension PostgresShardingOptions {
  /// Refuses models that cannot be parted like that.
  ///
  /// - Throws: `SwiftDataError.unsupportedModel` that says all that is wrong.
  func check(_ layout: PostgresLayout, _ place: String? = nil) throws {
    let problems = stored.problems(in: layout)
    guard problems.isEmpty else {
      throw SwiftDataError.unsupportedModel.explained(
        "The models cannot be sharded as the configuration says:"
          + problems.map { "\n- \($0)" }.joined(),
        path: place, advice: "Change the models, or the shard keys of the configuration.")
    }
  }

  /// The tables of models as a database has them that spreads tables over servers by itself; not run here.
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
        "\(error).", entity: error.entity, underlying: error)
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
  /// The tables that entities have in the store.
  ///
  /// - Throws: `SwiftDataError` for entities that contradict themselves.
  func layout(of model: ModelDescription) throws -> PostgresLayout {
    try reporting { try PostgresLayout(model: model, shards: sharding?.stored) }
  }

  /// The error for a sharded store that is to be migrated.
  var shardedMigration: SwiftDataError {
    SwiftDataError.storeSchemaMismatch.explained(
      "The store holds other versions of entities than the models are, and a store with shards is not migrated.",
      path: place,
      advice:
        "Make a store for the new models in another schema of the database (databaseSchema) and have a program "
        + "save into it what it reads from this one.")
  }
}
