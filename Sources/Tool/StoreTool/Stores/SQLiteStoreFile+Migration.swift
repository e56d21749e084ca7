import CoreDataFormat
import DataSchema
import Foundation
import RecordStore
import SQLCore

extension SQLiteStoreFile {
  func modelWithDefaults() throws -> ModelDescription {
    if case .given = origin { return model }
    return try reader.storedModelWithDefaults()
  }

  func historyDates() throws -> ClosedRange<Date>? {
    let (table, date) = (SystemTable.transaction.rawValue, "ZTIMESTAMP")
    let found = try engine.reading { connection in
      // Histories of old Core Data versions have other columns, or do not exist.
      let columns = try connection.rows(
        "SELECT 1 FROM pragma_table_info(?) WHERE UPPER(name) = ?", [.text(table), .text(date)])
      return columns.isEmpty
        ? [] : try connection.rows("SELECT MIN(\(date)), MAX(\(date)) FROM \(table)")
    }
    guard let row = found.first else { return nil }
    let dates = row.compactMap { value -> Date? in
      switch value {
      case .real(let seconds) where seconds.isFinite:
        Date(timeIntervalSinceReferenceDate: seconds)
      case .integer(let seconds): Date(timeIntervalSinceReferenceDate: Double(seconds))
      default: nil
      }
    }
    return dates.count == 2 && dates[0] <= dates[1] ? dates[0]...dates[1] : nil
  }

  func migration(to model: ModelDescription, dropsRows: Bool) throws -> MigrationPreview {
    guard case .derived = origin else { return try plan(to: model, dropsRows) }
    throw ToolError(
      .failed,
      "“\(place)” does not contain its model, and its tables alone are not enough to migrate it.",
      advice: "Open it in a program with the models that it was written with.")
  }

  private func plan(to model: ModelDescription, _ dropsRows: Bool) throws -> MigrationPreview {
    try reader.location.reporting {
      let connection = reader.connection
      let migration = try InferredMigration(
        reader.metadata, reader.readModel(), to: model, on: connection)
      let obstacles = try migration.obstacles(
        on: connection, reader.location, dropsRows: dropsRows)
      let evolution = migration.evolution
      return MigrationPreview(
        isNeeded: migration.isNeeded,
        tables: try evolution.tableChanges(on: connection).map {
          .init(table: $0.table, rows: $0.rows, text: $0.description)
        }, obstacles: obstacles,
        statements: obstacles.isEmpty ? try evolution.statements(on: connection) : [],
        frame: (["BEGIN IMMEDIATE"], ["COMMIT"]))
    }
  }
}
