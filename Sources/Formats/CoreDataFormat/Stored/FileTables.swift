import SQLCore

/// The tables, columns and unique indexes of a file, in which the names of a schema are looked up.
package struct FileTables: Sendable {
  /// The statement that created each table, by the table's name.
  private var statements: [String: String] = [:]
  /// The columns of each unique index.
  private var unique: [(table: String, columns: [String])] = []

  /// Reads the tables and unique indexes of a file; executes one statement.
  ///
  /// - Throws: `SQLError`.
  package init(on connection: any SQLConnection) throws(SQLError) {
    let rows = try connection.rows(
      """
      SELECT type, name, tbl_name, sql FROM sqlite_master \
      WHERE type = 'table' AND rootpage > 0 OR sql LIKE 'CREATE UNIQUE INDEX %'
      """)
    for row in rows {
      guard let name = row[1].text, let table = row[2].text, let sql = row[3].text else { continue }
      if row[0].text == "table" {
        statements[name.foldedName] = sql
      } else {
        let declared = DeclaredNames(in: sql)
        if !declared.hasMore {
          unique.append((table.foldedName, declared.names.map(\.foldedName)))
        }
      }
    }
  }

  /// Returns whether the file has a table; names are case-insensitive.
  func contains(_ table: String) -> Bool { statements[table.foldedName] != nil }

  /// Returns whether exactly this statement created a table.
  func isMade(_ table: String, by statement: String) -> Bool {
    statements[table.foldedName] == statement
  }

  /// Returns the columns of a table; nil if the file has no such table.
  func columns(of table: String) -> FileColumns? {
    statements[table.foldedName].map { FileColumns(DeclaredNames(in: $0).names) }
  }

  /// Returns whether an index enforces unique values of columns, in any order of the columns.
  func keepsUnique(_ columns: [String], of table: String) -> Bool {
    let wanted = Set(columns.map(\.foldedName))
    return unique.contains {
      $0.table == table.foldedName && $0.columns.count == wanted.count && Set($0.columns) == wanted
    }
  }

  /// Returns whether any index or declaration of a table enforces unique values of columns.
  static func declaresUnique(
    _ columns: [String], of table: String, on connection: any SQLConnection
  ) throws(SQLError) -> Bool {
    let rows = try connection.rows(
      """
      SELECT I.name, C.name FROM pragma_index_list(?) AS I JOIN pragma_index_info(I.name) AS C \
      WHERE I."unique" AND NOT I.partial
      """, [.text(table)])
    var indexes: [String: Set<String>] = [:]
    for row in rows {
      if let index = row[0].text {
        indexes[index, default: []].insert(row[1].text?.foldedName ?? "")
      }
    }
    return indexes.values.contains(Set(columns.map(\.foldedName)))
  }
}

/// The columns of one table of a file.
struct FileColumns {
  /// The names as they are spelled in the file.
  let names: [String]
  private let folded: Set<String>

  init(_ names: [String]) { (self.names, folded) = (names, Set(names.map(\.foldedName))) }

  func contains(_ column: String) -> Bool { folded.contains(column.foldedName) }

  /// Returns the columns with a name, with or without a number appended.
  func numbered(_ base: String) -> [String] {
    let base = base.foldedName
    return names.filter { name in
      let name = name.foldedName
      return name.hasPrefix(base)
        && name.dropFirst(base.count).allSatisfy { $0.isASCII && $0.isNumber }
    }
  }
}

extension String {
  /// The name in uppercase, as SQLite compares names: it ignores the case of ASCII letters only.
  var foldedName: String {
    guard utf8.contains(where: { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) else {
      return self
    }
    return String(
      decoding: utf8.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 - 32 : $0 },
      as: UTF8.self)
  }
}
