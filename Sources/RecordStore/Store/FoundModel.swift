import CoreDataFormat
import DataSchema
import SQLCore
import SwiftDataErrors

/// The entities of a file, by the best that it tells: what this library or Apple's frameworks wrote into
/// it, or else what its tables show.
package struct FoundModel: Sendable {
  package private(set) var model: ModelDescription
  package let origin: ModelOrigin
  /// Where the file has the rows.
  package private(set) var tables: StoreTables

  /// - Throws: `SwiftDataError`: `unknownSchema` for tables that tell no model, `unsupportedModel`, and
  ///   what reading throws.
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

  /// Leaves out what the file has no tables and columns for, so that the rest can be read.
  ///
  /// - Returns: What is missing.
  package mutating func leaveOutMissing() -> [MissingColumn] {
    guard case .schema(let schema) = tables else { return [] }
    let missing = schema.missingColumns(for: model)
    guard !missing.isEmpty else { return [] }
    var map = schema.tableMap
    let properties = Dictionary(grouping: missing.filter { $0.property != nil }, by: \.entity)
    // Without its table, or without a column that every row has, nothing of an entity can be read.
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

  /// Takes a model that somebody gives for a file.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - name: What the model is called.
  ///   - reader: The file.
  /// - Throws: `SwiftDataError.storeSchemaMismatch` where the tables are not those that follow from the model.
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
