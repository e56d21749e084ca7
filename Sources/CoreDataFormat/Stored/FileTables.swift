import SQLCore

/// The tables of a file and their columns, and what it keeps unique: what the names of a schema are looked up in.
package struct FileTables: Sendable {
  /// What made each table, by its name.
  private var statements: [String: String] = [:]
  /// The columns of each index that keeps values unique.
  private var unique: [(table: String, columns: [String])] = []

  /// Reads what the file says of its tables; executes one statement.
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

  /// Whether the file has a table; the case of its name does not matter.
  func contains(_ table: String) -> Bool { statements[table.foldedName] != nil }

  /// Whether a table is just what a statement makes.
  func isMade(_ table: String, by statement: String) -> Bool {
    statements[table.foldedName] == statement
  }

  /// The columns of a table; nil where the file has no such table.
  func columns(of table: String) -> FileColumns? {
    statements[table.foldedName].map { FileColumns(DeclaredNames(in: $0).names) }
  }

  /// Whether an index keeps the values of columns unique, in whatever order it has them.
  func keepsUnique(_ columns: [String], of table: String) -> Bool {
    let wanted = Set(columns.map(\.foldedName))
    return unique.contains {
      $0.table == table.foldedName && $0.columns.count == wanted.count && Set($0.columns) == wanted
    }
  }

  /// Whether a table keeps the values of columns unique, by whatever it declares.
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
  /// As the file spells them.
  let names: [String]
  private let folded: Set<String>

  init(_ names: [String]) { (self.names, folded) = (names, Set(names.map(\.foldedName))) }

  func contains(_ column: String) -> Bool { folded.contains(column.foldedName) }

  /// The columns that a name with or without a number behind it can be.
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
  /// The name in the case by which SQLite compares names: it tells those of the letters of ASCII alone not apart.
  var foldedName: String {
    guard utf8.contains(where: { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) else {
      return self
    }
    return String(
      decoding: utf8.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 - 32 : $0 },
      as: UTF8.self)
  }
}
