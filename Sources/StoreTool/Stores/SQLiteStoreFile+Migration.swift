import CoreDataFormat
import DataSchema
import RecordStore

extension SQLiteStoreFile {
  func migration(to model: ModelDescription) throws -> StoreMigration {
    guard case .derived = origin else { return try plan(to: model) }
    throw ToolError(
      .failed, "\(place) holds no model, and what its tables tell is not enough to migrate it.",
      advice: "Open it with the models that it was written with.")
  }

  private func plan(to model: ModelDescription) throws -> StoreMigration {
    try reader.location.reporting {
      let connection = reader.connection
      let evolution = try StoreEvolution(from: self.model, to: model, storedOn: connection)
      let obstacles = try (evolution.mapping.obstacles + evolution.obstacles(on: connection))
        .map(\.description)
      var seen: Set<String> = []
      return StoreMigration(
        tables: try evolution.tableChanges(on: connection).map {
          .init(table: $0.table, rows: $0.rows, text: $0.description)
        },
        obstacles: obstacles.filter { seen.insert($0).inserted },
        statements: obstacles.isEmpty ? try evolution.statements(on: connection) : [])
    }
  }
}
