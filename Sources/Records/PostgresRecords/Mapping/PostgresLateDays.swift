import PostgresDriver
import PostgresFormat
import SQLCore
import SwiftDataErrors

/// Date columns of another program's tables, which can contain days later than any timestamp that
/// the server, and therefore a model, can represent.
///
/// A statement that reads such a day fails as a whole, and the server reports neither the row nor
/// the column.
struct PostgresLateDays: Hashable, Sendable {
  private struct Column: Hashable, Sendable {
    let entity: String
    let property: String
    /// The column's qualified name, for messages.
    let place: String
    /// The query for the key and the day of one such row.
    let query: String
  }

  private let columns: [Column]

  init(_ tables: [PostgresMappedTable], _ facts: [PostgresTableFacts]) {
    let quoted = SQLDialect.postgres.quoted
    columns = zip(tables, facts).flatMap { table, facts in
      table.columns.compactMap { column -> Column? in
        guard let key = table.key, let entity = table.entity, let source = column.source,
          column.type == .timestamp, facts.columns[source]?.type == "date"
        else { return nil }
        return Column(
          entity: entity, property: column.property,
          place: "\(table.schema).\(table.name).\(source)",
          query: """
            SELECT \(quoted(key))::text, \(quoted(source))::text FROM \(table.table) \
            WHERE isfinite(\(quoted(source))) AND \(quoted(source)) > DATE '294276-12-31' LIMIT 1
            """)
      }
    }
  }

  /// The error that names a row with such a day; nil if there is none.
  ///
  /// - Parameters:
  ///   - failure: The error that the server reported.
  ///   - path: The location of the store.
  ///   - connection: Opens a connection; called only if one is needed.
  /// - Returns: The error.
  func error(
    for failure: SQLError, _ path: String, _ connection: () throws -> PostgresConnection
  ) -> SwiftDataError? {
    guard failure.details?.state == "22008", !columns.isEmpty, let connection = try? connection()
    else { return nil }
    defer { connection.end() }
    for column in columns {
      guard let row = try? connection.rows(column.query).first, let key = row.first?.text,
        let day = row.last?.text
      else { continue }
      return SwiftDataError.valueCannotBeRead.explained(
        "The row \(key) cannot be read, because its day \(day) in \(column.place) is after the latest timestamp of PostgreSQL.",
        entity: column.entity, property: column.property, path: path,
        advice: "Change the row to an earlier day, or exclude the property with propertiesToFetch.",
        underlying: failure)
    }
    return nil
  }
}
