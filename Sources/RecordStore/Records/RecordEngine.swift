import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SwiftDataErrors

/// A store of which one reads and changes rows by the names of entities and properties: no model class
/// is needed.
///
/// One thread at a time uses an engine; several engines, contexts and processes may use the same store.
package final class RecordEngine {
  let session: RecordSession
  /// The entities and how they are related.
  package let schema: RecordSchema
  /// The same as the file or whoever opened it describes them.
  package let model: ModelDescription
  /// Made for the first who asks: it looks at what columns the file's history has.
  private(set) lazy var historyReader = session.store.historyReader(
    for: session, schema, of: model)

  /// Opens a store, and makes it where it does not exist and a model is given.
  ///
  /// - Parameters:
  ///   - options: Where the store is, and whether it may be written.
  ///   - model: Its entities; nil for what the file says of itself.
  /// - Throws: `SwiftDataError.unknownSchema` for a file that says of its schema no more than hashes;
  ///   `storeSchemaMismatch` where the file holds other entities than the model; what opening throws.
  package convenience init(_ options: StoreOptions, model: ModelDescription? = nil) throws {
    let model = try model ?? StoreReader(URL(fileURLWithPath: options.path)).storedModel()
    let file = try StoreFile(options, model: model)
    guard file.metadata.versionHashes == model.versionHashes else {
      let differences = SchemaDifferences(
        hashes: file.metadata.versionHashes,
        stored: try file.location.reporting { try file.readModel().model },
        wanted: model)
      throw SwiftDataError.storeSchemaMismatch.explained(
        "The store holds other versions of entities than the model has:\(differences.list)",
        entity: differences.entities.first, path: file.path,
        advice: "Open it without a model, or migrate it first.")
    }
    try self.init(SQLiteStore(file), model)
  }

  /// Reads a file by the best that it tells of its entities; nothing of it is changed, nor of its log.
  ///
  /// - Parameters:
  ///   - reader: The file, on whose connection the engine reads.
  ///   - found: What it holds, and where.
  /// - Throws: `SwiftDataError` where the file cannot be read.
  package convenience init(_ reader: StoreReader, _ found: FoundModel) throws {
    try self.init(SQLiteStore(reader, found), found.model)
  }

  /// Works on a store that is open.
  ///
  /// - Throws: `SwiftDataError` when its file can no longer be opened.
  package init(_ store: any RowStore, _ model: ModelDescription) throws {
    self.model = model
    schema = try RecordSchema(model, store.tables)
    session = try RecordSession(store, observers: StatementObservers())
  }

  deinit { session.close() }

  /// What identifies the store among all.
  package var identifier: String { session.store.identifier }

  /// The entity of that name.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` that lists those there are.
  package func entity(_ name: String) throws -> RecordEntity {
    if let entity = schema.entity(named: name) { return entity }
    let names = schema.nodes.map(\.name).sorted().joined(separator: ", ")
    throw SwiftDataError.unknownSchema.explained(
      "The store has no entity \(name).", entity: name, path: session.store.path,
      advice: "It has \(names).")
  }

  /// The number of a property.
  ///
  /// - Throws: `SwiftDataError.unsupportedKeyPath` that lists those there are.
  func number(of property: String, _ entity: RecordEntity) throws -> Int {
    if let number = entity.propertyNumber(named: property) { return number }
    let names = entity.properties.map(\.name).sorted().joined(separator: ", ")
    throw SwiftDataError.unsupportedKeyPath.explained(
      "\(entity.name) has no property \(property).", entity: entity.name, property: property,
      advice: "It has \(names).")
  }

  /// The relationship of that name.
  ///
  /// - Throws: `SwiftDataError.unsupportedKeyPath` where the property is none.
  package func relationship(
    _ name: String, of entity: RecordEntity
  ) throws -> RecordRelationship {
    if let relationship = entity.relationship(try number(of: name, entity)) { return relationship }
    throw SwiftDataError.unsupportedKeyPath.explained(
      "\(entity.name).\(name) is no relationship.", entity: entity.name, property: name,
      advice: "Set it as a value.")
  }
}
