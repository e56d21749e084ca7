import CoreDataFormat
import DataSchema
import Foundation
import PostgresDriver
import PostgresFormat
import RecordStore
import SQLCore

/// A PostgreSQL store before it is opened; it may contain other versions of the entities than
/// required.
package struct PostgresSource: MigrationSource {
  private(set) var options: PostgresStoreOptions
  package private(set) var model: ModelDescription
  private(set) var layout: PostgresLayout
  package var metadata: StoreMetadata
  /// Whether indexes that a migration deferred still have to be created.
  private(set) var lacksIndexes: Bool
  /// The connection that finds, migrates and opens the store.
  private(set) var connection: PostgresConnection

  /// Finds a store, and creates it if it does not exist.
  ///
  /// - Parameters:
  ///   - options: The location of the store.
  ///   - model: The entities that it must contain.
  ///   - given: The connection to use; nil for a new one.
  ///   - version: The schema version to record in a new store; nil for the schema's own.
  /// - Throws: `SwiftDataError` that says why the store cannot be used.
  package init(
    _ options: PostgresStoreOptions, model: ModelDescription,
    on given: PostgresConnection? = nil, newVersion version: () throws -> String? = { nil }
  ) throws {
    (self.options, self.model) = (options, model)
    var layout = try options.layout(of: model)
    self.layout = layout
    let connection = try given ?? options.connect()
    self.connection = connection
    if let mapping = options.mapping {
      let tables = try options.reporting {
        try PostgresMappedTables(options, mapping, layout, connection)
      }
      (self.options.tables, self.options.tracksHistory) = (tables, false)
      metadata = StoreMetadata(model: model, storeUUID: UUID())
      metadata.storeUUID = tables.identifier
      lacksIndexes = false
      layout.tableMap = tables.tableMap
      self.layout = layout
      try options.reporting { try connection.execute(tables.script) }
      return
    }
    let facts = try options.reporting {
      try PostgresStoreOpening(options, layout, connection).run(newVersion: version)
    }
    (metadata, lacksIndexes) = (facts.metadata, facts.lacksIndexes)
  }

  package var configurationName: String { options.name }
  package var path: String { options.place }
  package var readOnlyReason: ReadOnlyReason? { options.allowsSave ? nil : .asked }
  /// True for mapped tables, which are migrated by the program that created them.
  package var readsPart: Bool { options.tables != nil }
  package var isMirrored: Bool { false }

  package func readModel() throws -> StoredModel {
    StoredModel(own: metadata.schema ?? ModelDescription(entities: []))
  }

  package mutating func replaceEntities(_ entities: [EntityDescription]) throws {
    guard entities != model.entities else { return }
    model.entities = entities
    layout = try options.layout(of: model)
  }

  package func hasTables(of stored: ModelDescription) throws -> Bool {
    try options.layout(of: stored).tableMap == layout.tableMap
  }

  package func makeMigrationSession() -> any MigrationSession { PostgresMigrationSession(self) }

  package func reporting<Result>(_ body: () throws -> Result) throws -> Result {
    try options.reporting(body)
  }

  package func open() throws -> any RowStore { try PostgresStore(self) }

  static func digest(of metadata: StoreMetadata) -> String {
    PostgresStoreOpening.digest(of: metadata)
  }

  /// Reads the store's metadata again.
  mutating func reread() throws {
    let facts = try PostgresStoreOpening(options, layout, connection).read()
    (metadata, lacksIndexes) = (facts.metadata, facts.lacksIndexes)
  }

  /// Continues after a migration, which changed the tables.
  mutating func reconnect() throws {
    if connection.isOpen, !connection.isInTransaction {
      try reporting { try connection.forgetStatements() }
    } else {
      connection = try options.connect()
    }
    try reporting { try reread() }
  }
}
