import ArchivedModel
import CoreDataFormat
import DataSchema
import Foundation
import SQLCore

/// What a store's file tells of the entities that it was written with.
///
/// A file is not trusted: what it tells counts only where it has the version hashes that stand in the
/// file's metadata, and an archived model only where the tables are those that follow from it.
package struct StoredModel: Sendable {
  /// What this library wrote into the file; nil in files of other programs, and in those that another
  /// program has migrated since.
  package private(set) var own: ModelDescription?
  /// The model that Apple's frameworks archived in the file; nil where `own` is there.
  package private(set) var archived: ModelDescription?
  /// What the archive says of attributes beyond what stores need, by path; see `ArchivedModel`.
  package private(set) var details: [String: ArchivedModel.AttributeDetails] = [:]
  /// Why neither is there; nil where one is.
  package private(set) var problem: String?

  /// The entities; nil where the file tells no more than their hashes.
  package var model: ModelDescription? { own ?? archived }

  /// How many bytes of an archive are read, before and after it is unpacked: a hundred times what the
  /// largest known model has.
  private static let limit = 32 << 20

  /// Reads what the file tells.
  ///
  /// Executes at most five statements; none for a file that this library wrote.
  ///
  /// - Throws: `SQLError` where the database cannot be read.
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

  /// The default values that the file's archive has, in a model that has nothing to tell beside; nil where
  /// there is no archive of these entities.
  ///
  /// What this library writes into a file of its own has none.
  ///
  /// - Throws: `SQLError` where the database cannot be read.
  package static func archivedDefaults(
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

  /// What a store of this library's tells that is no file.
  package init(own: ModelDescription) { self.own = own }

  /// Writes down what a file holds for Apple's frameworks, and for whoever has not the models.
  ///
  /// - Parameters:
  ///   - model: What the file holds.
  ///   - connection: A connection within a transaction.
  /// - Throws: `SQLError` where the file cannot be written.
  package static func archive(
    _ model: ModelDescription, on connection: any SQLConnection
  ) throws(SQLError) {
    // Files of old versions of Core Data have no such table.
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
      throw StoredModelProblem("its archived model is of another version than its tables")
    }
    try check(archive.model, connection)
    return archive
  }

  /// The archive as it stands in the file.
  private static func content(_ connection: any SQLConnection) throws -> Data {
    let select = ModelCache.select(limit: limit)
    let rows: [[SQLValue]]
    do {
      rows = try connection.rows(select.text, select.values)
    } catch  where error.message.hasPrefix("no such column") {
      throw StoredModelProblem("its archived model stands in another form than is known")
    }
    guard let row = rows.first, row[0] != .integer(0) else {
      throw StoredModelProblem("it has no archived model")
    }
    guard let content = row[1].blob else {
      throw StoredModelProblem("its archived model is larger than any that is known")
    }
    return content
  }

  /// Sees whether the model's tables are those of the file.
  private static func check(_ model: ModelDescription, _ connection: any SQLConnection) throws {
    let tables: SchemaTables
    do {
      tables = try SchemaTables(model: model).stored(on: connection)
      _ = try SchemaStatements(layout: tables.layout)
    } catch let error as LayoutError {
      throw StoredModelProblem("its archived model contradicts itself: \(error)")
    }
    var difference = tables.missingColumns(for: model).first.map { "it lacks \($0.text)" }
    if difference == nil { difference = try tables.tableMap.otherNumber(on: connection) }
    if let difference {
      throw StoredModelProblem("its archived model is not that of its tables: \(difference)")
    }
  }
}

private struct StoredModelProblem: Error {
  let text: String

  /// - Parameter text: A part of a sentence; names from the file may be of any length.
  init(_ text: String) { self.text = text.count > 300 ? text.prefix(300) + "…" : text }
}
