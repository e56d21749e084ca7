import CoreDataFormat
import SQLCore

/// The number of rows in the tables of a version, and their size in bytes including indexes.
struct TableContents {
  private var rows: [String: Int64]
  private var sizes: [String: Int64]

  /// Measures the tables of a store: by their pages if SQLite can read these, otherwise by their
  /// share of rows.
  ///
  /// - Parameters:
  ///   - changes: The changes to the tables.
  ///   - known: The sizes in bytes, if the store reports them.
  ///   - connection: A connection to the store.
  init(_ changes: [TableChange], _ known: [String: Int64]?, on connection: any SQLConnection) {
    var rows: [String: Int64] = [:]
    for table in Set(changes.flatMap(\.sources)) {
      let name = connection.dialect.quoted(table)
      let found = (try? connection.rows("SELECT COUNT(*) FROM \(name)")) ?? []
      if case .integer(let count)? = found.first?.first { rows[table] = count }
    }
    self.rows = rows
    if let known {
      sizes = known
    } else if let measured = try? Self.measured(on: connection) {
      sizes = measured
    } else {
      let all = max(1, rows.values.reduce(0, +))
      let total = (try? Self.total(on: connection)) ?? 0
      sizes = rows.mapValues { Int64(Double(total) * Double($0) / Double(all)) }
    }
  }

  /// Sets the number of rows of each change.
  func count(_ changes: inout [TableChange]) {
    for index in changes.indices {
      changes[index].rows = changes[index].sources.reduce(0) { $0 + (rows[$1] ?? 0) }
    }
  }

  /// The size in bytes of the changes' tables before the changes.
  func size(of changes: [TableChange]) -> Int64 {
    changes.flatMap(\.sources).reduce(0) { $0 + (sizes[$1] ?? 0) }
  }

  /// Advances to the tables after the changes.
  mutating func apply(_ changes: [TableChange]) {
    let (rowsBefore, sizesBefore) = (rows, sizes)
    rows = [:]
    sizes = [:]
    for change in changes where change.work != .dropped {
      rows[change.table] = change.sources.reduce(0) { $0 + (rowsBefore[$1] ?? 0) }
      sizes[change.table] = change.sources.reduce(0) { $0 + (sizesBefore[$1] ?? 0) }
    }
  }

  private static func measured(on connection: any SQLConnection) throws -> [String: Int64] {
    let rows = try connection.rows(
      """
      SELECT M.tbl_name, SUM(S.pgsize) FROM dbstat AS S JOIN sqlite_master AS M ON M.name = S.name \
      WHERE S.aggregate = TRUE GROUP BY M.tbl_name
      """)
    var sizes: [String: Int64] = [:]
    for row in rows {
      if let table = row[0].text, case .integer(let size) = row[1] { sizes[table] = size }
    }
    return sizes
  }

  private static func total(on connection: any SQLConnection) throws -> Int64 {
    let values = try ["page_count", "page_size"].compactMap { name -> Int64? in
      guard case .integer(let value)? = try connection.rows("PRAGMA \(name)").first?.first else {
        return nil
      }
      return value
    }
    return values.count == 2 ? values[0] * values[1] : 0
  }
}
