import CoreDataFormat
import DataSchema
import SQLCore
import SwiftDataErrors

/// The entities of a store file, from the best available source.
///
/// The source is the model that this library or Apple's frameworks wrote into the file, or else the
/// file's tables.
package struct FileModel: Sendable {
  package private(set) var model: ModelDescription
  package let origin: ModelOrigin
  /// The tables that hold the file's rows.
  package private(set) var tables: StoreTables

  /// Reads the file's model, or derives it from the tables.
  ///
  /// - Throws: `SwiftDataError`: `unknownSchema` if no model can be derived from the tables,
  ///   `unsupportedModel`, and what reading throws.
  package init(_ reader: StoreReader) throws {
    let stored = try reader.readModel()
    if let known = stored.model {
      model = known
      origin = stored.own == nil ? .archived : .own
      let connection = reader.connection
      tables = try reader.location.reporting {
        .schema(try SchemaTables(model: known).stored(on: connection))
      }
      return
    }
    let derived = try Self.derive(reader)
    model = derived.model
    origin = .derived(
      DerivedModelOrigin(
        problem: stored.problem ?? "it has no archived model", guesses: derived.guesses))
    tables = .map(derived.tableMap)
  }

  /// Removes entities and properties without tables and columns in the file, so that the rest can
  /// be read.
  ///
  /// - Returns: What is missing.
  package mutating func leaveOutMissing() -> [MissingColumn] {
    guard case .schema(let schema) = tables else { return [] }
    let missing = schema.missingColumns(for: model)
    guard !missing.isEmpty else { return [] }
    var map = schema.tableMap
    let properties = Dictionary(grouping: missing.filter { $0.property != nil }, by: \.entity)
    // An entity cannot be read without its table, or without a column that every row has.
    let broken = Set(missing.filter { $0.property == nil }.map(\.table))
    let lost = Set(map.entities.filter { broken.contains($0.table) }.map(\.entityName))
    model.entities.removeAll { lost.contains($0.name) }
    for index in model.entities.indices {
      let gone = Set(properties[model.entities[index].name, default: []].compactMap(\.property))
      model.entities[index].properties.removeAll { property in
        if case .relationship(let relationship) = property, lost.contains(relationship.destination)
        {
          return true
        }
        return gone.contains(property.name)
      }
    }
    for index in map.entities.indices {
      let name = map.entities[index].entityName
      if lost.contains(name) { map.entities[index].properties = [:] }
      for gone in properties[name, default: []].compactMap(\.property) {
        map.entities[index].properties[gone] = nil
      }
    }
    tables = .map(map)
    return missing
  }

  /// Uses a given model for a file.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - name: The name of the model, for messages.
  ///   - reader: The file.
  /// - Throws: `SwiftDataError.storeSchemaMismatch` if the file's tables do not match the model.
  package init(_ model: ModelDescription, named name: String, for reader: StoreReader) throws {
    self.model = model
    origin = .given(name)
    let connection = reader.connection
    tables = try reader.location.reporting {
      let tables: SchemaTables
      do {
        tables = try SchemaTables(model: model).stored(on: connection)
      } catch let error as LayoutError {
        throw Self.mismatch(reader, name, "\(error)")
      }
      if let missing = tables.missingColumns(for: model).first {
        throw Self.mismatch(reader, name, "it lacks \(missing.text)")
      }
      if let other = try tables.tableMap.otherNumber(on: connection) {
        throw Self.mismatch(reader, name, other)
      }
      return .schema(tables)
    }
  }

  private static func mismatch(
    _ reader: StoreReader, _ name: String, _ difference: String
  ) -> SwiftDataError {
    SwiftDataError.storeSchemaMismatch.explained(
      "\(reader.location.path) was not written with the model \(name): \(difference).",
      path: reader.location.path, advice: "Give the model that the store was written with.")
  }

  private static func derive(_ reader: StoreReader) throws -> DerivedModel {
    do {
      return try reader.location.reporting {
        try DerivedModel(
          on: reader.connection, versionIdentifiers: reader.metadata.versionIdentifiers)
      }
    } catch let error as DerivationError {
      throw SwiftDataError.unknownSchema.explained(
        "\(reader.location.path) \(error).", path: reader.location.path,
        advice: "Restore it from a backup, or open it with the models that it was written with.")
    }
  }
}
