import Foundation
import SQLCore

/// The triggers that only maintain an index, recognized by their text, which is the same for this
/// library and Core Data.
package struct IndexTriggers {
  /// The kind of index that a trigger maintains.
  package enum Kind: Hashable, Sendable { case spatial, text }

  /// Lists the type, name, table and text of all triggers, views and virtual tables of a file, and of
  /// the tables and indexes that may compute values.
  ///
  /// An expression that calls a function is in parentheses, within those of the columns.
  package static let list =
    "SELECT type, name, tbl_name, CAST(sql AS TEXT) FROM sqlite_master WHERE CASE type "
    + "WHEN 'table' THEN rootpage = 0 OR sql LIKE '%CHECK%(%' OR sql LIKE '%DEFAULT%(%' "
    + "OR sql LIKE '%(%AS%(%' WHEN 'index' THEN sql LIKE '%(%(%' ELSE TRUE END"

  /// The text of each virtual table, by its name.
  private var tables: [String: String] = [:]

  /// - Parameter objects: The rows of `list`.
  package init(_ objects: [[SQLValue]]) {
    for row in objects where row[0].text == "table" {
      if let name = row[1].text { tables[name] = row[3].text }
    }
  }

  /// Returns the kind of index that an object maintains; nil for an object that may do anything
  /// else.
  ///
  /// - Parameter object: A row of `list`.
  /// - Returns: The kind.
  package func kind(of object: [SQLValue]) -> Kind? {
    guard object[0].text == "trigger", let name = object[1].text, let table = object[2].text,
      let text = object[3].text, let end = name.lastIndex(of: "_")
    else { return nil }
    let index = String(name[..<end])
    guard let statement = tables[index] else { return nil }
    let spatial = SpatialIndex(name: index, table: table, statement: statement)
    if spatial?.createStatements.contains(text) == true { return .spatial }
    let texts = TextIndexTable(name: index, table: table, statement: statement)
    return texts?.definitions.contains { $0 == (name, text) } == true ? .text : nil
  }
}

extension SpatialIndex {
  /// Parses the statement that creates an R-tree; nil for any other statement.
  fileprivate init?(name: String, table: String, statement: String) {
    guard let end = statement.range(of: "INTEGER PRIMARY KEY, ")?.upperBound else { return nil }
    let columns = statement[end...].dropLast().split(separator: ", ").compactMap { declared in
      declared.hasSuffix("FLOAT") ? String(declared.dropLast(" FLOAT".count)).unquoted : nil
    }
    self.init(
      name: name, table: table,
      columns: columns.filter { $0.hasSuffix("_MIN") }.map { String($0.dropLast("_MIN".count)) })
    guard createStatements[0] == statement else { return nil }
  }
}

extension TextIndexTable {
  /// Parses the statement that creates a text index; nil for any other statement.
  fileprivate init?(name: String, table: String, statement: String) {
    guard statement.hasPrefix("CREATE VIRTUAL TABLE \(name.asSQLName) USING fts5("),
      let start = statement.range(of: " USING fts5(")?.upperBound,
      let end = statement.range(of: ", content=")?.lowerBound, start <= end,
      let key = statement.range(of: ", content_rowid='")?.upperBound
    else { return nil }
    self.init(
      name: name, table: table,
      columns: statement[start..<end].split(separator: ", ").map { String($0).unquoted },
      key: String(statement[key...].prefix { $0 != "'" }))
  }
}

extension String {
  /// The name without its quotation marks, if it has any.
  fileprivate var unquoted: String {
    let mark = UInt8(ascii: "\"")
    return utf8.count > 1 && utf8.first == mark && utf8.last == mark ? unquoted("\"") : self
  }
}
