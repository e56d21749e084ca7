import CoreDataFormat
import DataSchema
import RecordStore

extension SQLiteStoreFile {
  func modelWithDefaults() throws -> ModelDescription { try reader.storedModelWithDefaults() }

  func migration(to model: ModelDescription, dropsRows: Bool) throws -> StoreMigration {
    guard case .derived = origin else { return try plan(to: model, dropsRows) }
    throw ToolError(
      .failed, "\(place) holds no model, and what its tables tell is not enough to migrate it.",
      advice: "Open it with the models that it was written with.")
  }

  private func plan(to model: ModelDescription, _ dropsRows: Bool) throws -> StoreMigration {
    try reader.location.reporting {
      let connection = reader.connection
      let migration = try InferredMigration(
        reader.metadata, reader.readModel(), to: model, on: connection)
      let obstacles = try migration.obstacles(
        on: connection, reader.location, dropsRows: dropsRows)
      let evolution = migration.evolution
      return StoreMigration(
        isNeeded: migration.isNeeded,
        tables: try evolution.tableChanges(on: connection).map {
          .init(table: $0.table, rows: $0.rows, text: $0.description)
        }, obstacles: obstacles,
        statements: obstacles.isEmpty ? try evolution.statements(on: connection) : [])
    }
  }
}
