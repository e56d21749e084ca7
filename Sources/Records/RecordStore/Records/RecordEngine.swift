import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SwiftDataErrors

/// Reads and changes the rows of a store by names of entities and properties, without model
/// classes.
///
/// An engine is used by one thread at a time. Several engines, contexts and processes may use the
/// same store.
package final class RecordEngine {
  let session: RecordSession
  /// The entities and their relationships.
  package let schema: RecordSchema
  /// The model in the file, or the one given when the store was opened.
  package let model: ModelDescription
  /// Created on first use, because it reads the columns of the file's history.
  private(set) lazy var historyReader = session.store.historyReader(
    for: session, schema, of: model)

  /// Opens a store; creates it if it does not exist and a model is given.
  ///
  /// - Parameters:
  ///   - options: The location of the store, and whether it is writable.
  ///   - model: The entities; nil for the model in the file.
  /// - Throws: `SwiftDataError.unknownSchema` for a file that contains only hashes of its schema;
  ///   `storeSchemaMismatch` if the file has other entities than the model; what opening throws.
  package convenience init(_ options: StoreOptions, model: ModelDescription? = nil) throws {
    let model = try model ?? StoreReader(URL(fileURLWithPath: options.path)).storedModel()
    let file = try StoreFile(options, model: model)
    guard file.metadata.versionHashes == model.versionHashes else {
      let differences = SchemaDifferences(
        hashes: file.metadata.versionHashes,
        stored: try file.location.reporting { try file.readModel().model },
        wanted: model)
      throw SwiftDataError.storeSchemaMismatch.explained(
        "The store cannot be opened with the model, because their entities differ:\(differences.list)",
        entity: differences.entities.first, path: file.path,
        advice: "Open it without a model, or migrate it first.")
    }
    try self.init(SQLiteStore(file), model)
  }

  /// Reads a file with the best available model; changes neither the file nor its log.
  ///
  /// - Parameters:
  ///   - reader: The file, whose connection the engine uses.
  ///   - found: Its model and tables.
  /// - Throws: `SwiftDataError` if the file cannot be read.
  package convenience init(_ reader: StoreReader, _ found: FileModel) throws {
    try self.init(SQLiteStore(reader, found), found.model)
  }

  /// Creates an engine for an open store.
  ///
  /// - Throws: `SwiftDataError` if its file can no longer be opened.
  package init(_ store: any RowStore, _ model: ModelDescription) throws {
    self.model = model
    schema = try RecordSchema(model, store.tables)
    session = try RecordSession(store, observers: StatementObservers())
  }

  deinit { session.close() }

  /// Uniquely identifies the store.
  package var identifier: String { session.store.identifier }

  /// Returns the entity with a name.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` that lists the store's entities.
  package func entity(_ name: String) throws -> RecordEntity {
    if let entity = schema.entity(named: name) { return entity }
    let names = schema.entities.map(\.name).sorted().joined(separator: ", ")
    throw SwiftDataError.unknownSchema.explained(
      "The store has no entity \(name).", entity: name, path: session.store.path,
      advice: names.isEmpty
        ? "Open a store that has the entity; this one has no entities."
        : "Use one of its entities: \(names).")
  }

  /// Returns the index of a property.
  ///
  /// - Throws: `SwiftDataError.unsupportedKeyPath` that lists the entity's properties.
  func number(of property: String, _ entity: RecordEntity) throws -> Int {
    if let number = entity.propertyNumber(named: property) { return number }
    let names = entity.properties.map(\.name).sorted().joined(separator: ", ")
    throw SwiftDataError.unsupportedKeyPath.explained(
      "\(entity.name) has no property \(property).", entity: entity.name, property: property,
      advice: names.isEmpty
        ? "Use only the keys of its rows; it has no properties."
        : "Use one of its properties: \(names).")
  }

  /// Returns the relationship with a name.
  ///
  /// - Throws: `SwiftDataError.unsupportedKeyPath` if the property is not a relationship.
  package func relationship(
    _ name: String, of entity: RecordEntity
  ) throws -> RecordRelationship {
    if let relationship = entity.relationship(try number(of: name, entity)) { return relationship }
    throw SwiftDataError.unsupportedKeyPath.explained(
      "\(entity.name).\(name) is not a relationship.", entity: entity.name, property: name,
      advice: "Use it as a value, or name a relationship.")
  }
}
