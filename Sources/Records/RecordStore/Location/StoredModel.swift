import ArchivedModel
import CoreDataFormat
import DataSchema
import Foundation
import SQLCore

/// The model that a store's file was written with.
///
/// A file is not trusted: a model in it is used only if its version hashes match the file's
/// metadata, and an archived model only if the tables match it, too.
package struct StoredModel: Sendable {
  /// The model that this library wrote into the file.
  ///
  /// Nil in files of other programs, and if another program has migrated the file since.
  package private(set) var own: ModelDescription?
  /// The model that Apple's frameworks archived in the file; nil if `own` is not nil.
  package private(set) var archived: ModelDescription?
  /// Archived details of attributes that stores do not need, by path; see `ArchivedModel`.
  package private(set) var details: [String: ArchivedModel.AttributeDetails] = [:]
  /// Why there is no model; nil if there is one.
  package private(set) var problem: String?

  /// The entities; nil if the file contains only their hashes.
  package var model: ModelDescription? { own ?? archived }

  /// The maximum size of an archive in bytes, both packed and unpacked: a hundred times the largest
  /// known model.
  private static let limit = 32 << 20

  /// Reads the file's model.
  ///
  /// Executes at most five statements; none for a file that this library wrote.
  ///
  /// - Throws: `SQLError` if the database cannot be read.
  package init(_ metadata: StoreMetadata, on connection: any SQLConnection) throws(SQLError) {
    if let schema = metadata.schema, schema.versionHashes == metadata.versionHashes {
      own = schema
      return
    }
    do {
      let archive = try Self.archivedModel(metadata, connection)
      (archived, details) = (archive.model, archive.details)
    } catch let error as StoredModelProblem {
      problem = error.text
    } catch let error as SQLError {
      throw error
    } catch {
      problem = "its archived model cannot be read"
    }
  }

  /// Returns the archived model of the file, which contains the default values; nil if there is no
  /// archive of these entities.
  ///
  /// The model that this library writes into its files contains none.
  ///
  /// - Throws: `SQLError` if the database cannot be read.
  static func archivedDefaults(
    _ metadata: StoreMetadata, on connection: any SQLConnection
  ) throws(SQLError) -> ModelDescription? {
    do {
      return try archivedModel(metadata, connection).model
    } catch let error as SQLError {
      throw error
    } catch {
      return nil
    }
  }

  /// Creates the model of a store of this library that is not a file.
  package init(own: ModelDescription) { self.own = own }

  /// Archives a model in the file, for Apple's frameworks and for programs without the model
  /// classes.
  ///
  /// - Parameters:
  ///   - model: The model of the file.
  ///   - connection: A connection within a transaction.
  /// - Throws: `SQLError` if the file cannot be written.
  package static func archive(
    _ model: ModelDescription, on connection: any SQLConnection
  ) throws(SQLError) {
    // Files of old versions of Core Data lack this table.
    guard try !connection.rows(ModelCache.findTable).isEmpty else { return }
    for write in ModelCache.write(ArchivedModel.modelCache(of: model)) {
      try connection.run(write.text, write.values)
    }
  }

  private static func archivedModel(
    _ metadata: StoreMetadata, _ connection: any SQLConnection
  ) throws -> ArchivedModel {
    guard try !connection.rows(ModelCache.findTable).isEmpty else {
      throw StoredModelProblem("it has no archived model")
    }
    let archive: ArchivedModel
    do {
      archive = try ArchivedModel(modelCache: content(connection), limit: limit)
    } catch let error as ArchivedModelError {
      throw StoredModelProblem("its archived model cannot be read: \(error.reason)")
    }
    guard archive.model.versionHashes == metadata.versionHashes else {
      throw StoredModelProblem("its archived model has another version than its metadata")
    }
    try check(archive.model, connection)
    return archive
  }

  /// Reads the archive from the file.
  private static func content(_ connection: any SQLConnection) throws -> Data {
    let select = ModelCache.select(limit: limit)
    let rows: [[SQLValue]]
    do {
      rows = try connection.rows(select.text, select.values)
    } catch  where error.message.hasPrefix("no such column") {
      throw StoredModelProblem("its archived model is stored in an unknown format")
    }
    guard let row = rows.first, row[0] != .integer(0) else {
      throw StoredModelProblem("it has no archived model")
    }
    guard let content = row[1].blob else {
      throw StoredModelProblem("its archived model is too large to be read")
    }
    return content
  }

  /// Throws if the model's tables do not match those of the file.
  private static func check(_ model: ModelDescription, _ connection: any SQLConnection) throws {
    let tables: SchemaTables
    do {
      tables = try SchemaTables(model: model).stored(on: connection)
      _ = try SchemaStatements(layout: tables.layout)
    } catch let error as LayoutError {
      throw StoredModelProblem("its archived model is inconsistent: \(error)")
    }
    var difference = tables.missingColumns(for: model).first.map { "it lacks \($0.text)" }
    if difference == nil { difference = try tables.tableMap.otherNumber(on: connection) }
    if let difference {
      throw StoredModelProblem("its archived model does not match its tables: \(difference)")
    }
  }
}

private struct StoredModelProblem: Error {
  let text: String

  /// Creates a problem from a part of a sentence, shortened because names from the file may be
  /// long.
  init(_ text: String) { self.text = text.count > 300 ? text.prefix(300) + "…" : text }
}
