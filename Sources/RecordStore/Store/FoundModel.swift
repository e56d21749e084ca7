import CoreDataFormat
import DataSchema
import SQLCore
import SwiftDataErrors

/// The entities of a file, by the best that it tells: what this library or Apple's frameworks wrote into
/// it, or else what its tables show.
package struct FoundModel: Sendable {
  package let model: ModelDescription
  package let origin: ModelOrigin
  /// Where the file has the rows.
  package let tables: StoreTables

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
