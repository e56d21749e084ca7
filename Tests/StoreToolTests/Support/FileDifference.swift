import Foundation
import SQLCore
import SQLiteDriver

/// The differences between two states of a store's file, by SQLite's values.
struct FileDifference {
  /// A value with its storage class, which SQL comparisons ignore.
  struct Cell: Hashable {
    let storage: String
    /// Texts are stored as their bytes.
    let value: SQLValue
  }

  typealias Row = [String: Cell]

  /// A changed row; one side is nil if the row was inserted or deleted.
  struct Change {
    let table: String
    /// Nil in tables without row identifiers.
    let key: Int64?
    var old: Row?
    var new: Row?

    /// The columns whose values differ.
    var columns: Set<String> {
      guard let old, let new else { return [] }
      return Set(new.keys.filter { old[$0] != new[$0] })
    }
  }

  private(set) var changes: [Change] = []
  /// The entries of `sqlite_master` that only one state has.
  private(set) var statements: [String] = []

  /// Compares a copy of a file with the file as it is now.
  init(from copy: String, to path: String) throws {
    let connection = try SQLiteConnection(path: copy, mode: .readWrite)
    try connection.run("ATTACH ? AS NOW", [.text(path)])
    for (one, other) in [("MAIN", "NOW"), ("NOW", "MAIN")] {
      statements += try connection.rows(
        """
        SELECT name || ': ' || IFNULL(sql, '') FROM (SELECT type, name, tbl_name, sql \
        FROM \(one).sqlite_master EXCEPT SELECT type, name, tbl_name, sql FROM \(other).sqlite_master)
        """
      ).compactMap { $0[0].text }
    }
    // The tables of an R-tree store only derived values.
    let tables = try connection.rows(
      """
      SELECT M.name FROM MAIN.sqlite_master M JOIN NOW.sqlite_master N ON M.name = N.name \
      WHERE M.type = 'table' AND NOT M.sql LIKE 'CREATE VIRTUAL%' AND NOT EXISTS \
      (SELECT 1 FROM MAIN.sqlite_master V WHERE V.sql LIKE 'CREATE VIRTUAL%' \
      AND M.name LIKE V.name || '\\_%' ESCAPE '\\')
      """)
    for table in tables.compactMap({ $0[0].text }) { try compare(table, connection) }
  }

  private mutating func compare(_ table: String, _ connection: SQLiteConnection) throws {
    let columns = try connection.rows("SELECT name FROM pragma_table_info(?)", [.text(table)])
      .compactMap { $0[0].text }
    let quoted = columns.map(connection.dialect.quoted)
    let list = quoted.map {
      "TYPEOF(\($0)), CASE TYPEOF(\($0)) WHEN 'text' THEN CAST(\($0) AS BLOB) ELSE \($0) END"
    }.joined(separator: ", ")
    let name = connection.dialect.quoted(table)
    func rows(_ one: String, _ other: String) throws -> [Row] {
      try connection.rows(
        "SELECT \(list) FROM \(one).\(name) EXCEPT SELECT \(list) FROM \(other).\(name)"
      ).map { values in
        Dictionary(
          uniqueKeysWithValues: columns.indices.map {
            (columns[$0], Cell(storage: values[2 * $0].text ?? "", value: values[2 * $0 + 1]))
          })
      }
    }
    let number =
      ["Z_PK", "Z_VERSION"].first(where: columns.contains)
      ?? (table == "Z_PRIMARYKEY" ? "Z_ENT" : nil)
    func key(_ row: Row) -> Int64? {
      guard let number, case .integer(let key)? = row[number]?.value else { return nil }
      return key
    }
    var places: [Int64: Int] = [:]
    for row in try rows("MAIN", "NOW") {
      if let key = key(row) { places[key] = changes.count }
      changes.append(Change(table: table, key: key(row), old: row))
    }
    for row in try rows("NOW", "MAIN") {
      if let key = key(row), let place = places[key] {
        changes[place].new = row
      } else {
        changes.append(Change(table: table, key: key(row), new: row))
      }
    }
  }

  /// The changes of a table.
  func changes(of table: String) -> [Change] { changes.filter { $0.table == table } }
}

extension FileDifference.Cell {
  // If inlined, it crashes the optimizing compiler of Swift 6.3.1.
  var integer: Int64? {
    @inline(never) get { if case .integer(let integer) = value { integer } else { nil } }
  }
  var isNull: Bool { value == .null }
}
