import Foundation
import PostgresData
import PostgresDriver
import PostgresTesting
import SwiftData

/// A database with the tables of another program, and a container of the models generated from it.
struct GeneratedStore {
  let schema: ForeignSchema
  let database: String
  let connection: PostgresConnection
  let container: ModelContainer

  /// - Parameters:
  ///   - schema: The tables.
  ///   - models: The generated models.
  ///   - mapping: The generated mapping.
  ///   - rows: SQL that inserts rows before the container is created.
  /// - Throws: What the server or the container throws.
  init(
    _ schema: ForeignSchema, _ models: any VersionedSchema.Type, _ mapping: PostgresMapping,
    _ rows: String = ""
  ) throws {
    self.schema = schema
    let address = try schema.makeDatabase()
    database = URL(string: address)?.lastPathComponent ?? ""
    connection = try PostgresConnection(PostgresSettings(address))
    try connection.execute("SET search_path TO \(schema.name); \(rows)")
    var configuration = PostgresConfiguration(address)
    configuration.mapping = mapping
    container = try ModelContainer(
      for: Schema(versionedSchema: models), migrationPlan: nil, configurations: [configuration])
  }

  /// The rows of a table as SQLAlchemy's models read them, in the order of one of their values.
  func sqlAlchemy(_ table: String, by value: String) throws -> [ORMRow] {
    try ORMRow.sqlAlchemy(table, schema, database).sorted { ($0[value] ?? "") < ($1[value] ?? "") }
  }

  /// The rows of a table as Django's models read them, in the order of one of their values.
  func django(_ table: String, by value: String) throws -> [ORMRow] {
    try ORMRow.django(table, schema, database).sorted { ($0[value] ?? "") < ($1[value] ?? "") }
  }
}
