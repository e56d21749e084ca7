import DataSchema
import Foundation
import ModelGeneration
import PostgresDriver
import PostgresRecords
import RecordStore
import StoreTool

extension PostgresStoreKind: ModelGenerating {
  package func models(of place: String, schema: String?) throws -> GeneratedModels {
    let address = PostgresStoreAddress(place)
    if let schema, let named = address.schema, schema != named {
      throw ToolError(
        .usage, "The address names the schema “\(named)”, but --schema is “\(schema)”.",
        advice: "Remove one of them.")
    }
    var options = Self.options(place, allowsSave: false)
    if let schema { options.schema = schema }
    let connection: PostgresConnection
    do { connection = try options.connect() } catch { throw ToolError(error, isOpening: true) }
    let reader = PostgresSchemaReader(connection, schema: options.schema)
    if try options.reporting({ try reader.isStore() }) {
      // The library's own store contains its models.
      let model = try SelfDescribedPostgresStore(options).engine.model
      return try ModelGenerator.models(
        of: ModelSource(name: options.schema, ModelSource.Version(model: model)))
    }
    return try ModelGenerator.models(of: options.reporting { try reader.read() })
  }
}
