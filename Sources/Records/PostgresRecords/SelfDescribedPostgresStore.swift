import DataSchema
import Foundation
import PostgresDriver
import RecordStore
import SwiftDataErrors

/// A store that is opened with the model that its own metadata describes.
package struct SelfDescribedPostgresStore {
  package let engine: RecordEngine
  /// The contents of the store's metadata table, by name.
  package let facts: [String: String]
  /// The version of the server, such as 150018.
  package let serverVersion: Int

  /// - Parameter options: The location of the store, and whether it may be changed.
  /// - Throws: `SwiftDataError` if there is no store, or it cannot be read.
  package init(_ options: PostgresStoreOptions) throws {
    let connection = try options.connect()
    serverVersion = connection.serverVersion
    guard let facts = try options.reporting({ try PostgresStoreOpening.find(options, connection) })
    else {
      throw SwiftDataError.storeCannotBeOpened.explained(
        "There is no store in the schema \(options.schema).", path: options.place,
        advice: "Specify the schema with ?schema=NAME after the database name.")
    }
    self.facts = facts
    var options = options
    if options.sharding == nil { options.sharding = PostgresShardingOptions(facts) }
    let text = Data((facts["model"] ?? "").utf8)
    guard let model = try? JSONDecoder().decode(ModelDescription.self, from: text) else {
      throw SwiftDataError.storeIsCorrupt.explained(
        "The store's description of its entities cannot be read.", path: options.place,
        advice: "Restore the store from a backup.")
    }
    engine = try RecordEngine(PostgresStore(options, model: model), model)
  }
}

extension PostgresStore {
  /// Creates and fills a store in one transaction: the store appears only when it is complete.
  ///
  /// - Parameters:
  ///   - options: The location of the new store.
  ///   - model: Its entities.
  ///   - fill: Writes the rows.
  /// - Throws: `SwiftDataError` if a store exists already or cannot be created; errors of `fill`.
  package static func make(
    _ options: PostgresStoreOptions, holding model: ModelDescription,
    _ fill: (RecordFiller) throws -> Void
  ) throws {
    let connection = try options.connect()
    try options.reporting {
      try connection.transaction(PostgresTransactionOptions()) {
        guard try PostgresStoreOpening.find(options, connection) == nil else {
          throw SwiftDataError.storeCannotBeOpened.explained(
            "The schema \(options.schema) already contains a store.", path: options.place,
            advice: "Specify another schema with ?schema=NAME, or drop this one.")
        }
        let engine = try RecordEngine(
          PostgresStore(options, model: model, on: connection), model)
        try fill(RecordFiller(engine, nil))
        try connection.notify(options.channel, "")
      }
    }
  }
}
