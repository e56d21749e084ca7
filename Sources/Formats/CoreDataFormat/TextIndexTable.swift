import SQLCore

/// A full-text index: an FTS5 table beside that of an entity, kept up to date by triggers.
///
/// The index is an external-content table, which stores no text of its own but reads the entity's
/// table. SQLite maintains all of it, so the index remains valid no matter which program writes to
/// the file.
package struct TextIndexTable: Hashable, Sendable {
  package let name: String
  /// The table of the entity.
  package let table: String
  /// The text columns, which have the same names in the index.
  package let columns: [String]
  /// The primary key column, which is the `rowid` of the index.
  package let key: String
  /// The FTS5 tokenizer, with its options.
  private let tokenizer: String

  /// - Parameters:
  ///   - entity: The entity whose rows are indexed, with all others of its table.
  ///   - columns: The text columns.
  ///   - tokenizer: The FTS5 tokenizer.
  package init(_ entity: EntityTable, columns: [String], tokenizer: String) {
    // A name that ends with that of the table cannot collide with the names of FTS5's own shadow
    // tables.
    name = "\(SideTable.textIndexPrefix)\(entity.entityNumber)_\(entity.table)"
    table = entity.table
    key = entity.identity.key
    self.columns = columns
    self.tokenizer = tokenizer
  }

  /// Creates an index that a file already has; its tokenizer is defined by the existing table.
  init(name: String, table: String, columns: [String], key: String) {
    (self.name, self.table, self.columns, self.key) = (name, table, columns, key)
    tokenizer = ""
  }

  /// The statements that create the table and its triggers, by their names.
  package var definitions: [(name: String, text: String)] {
    [
      (name, createTable),
      trigger("INSERT", on: "INSERT", addition),
      trigger("DELETE", on: "DELETE", removal),
      trigger("UPDATE", on: "UPDATE OF \((columns + [key]).quotedList)", removal + addition),
    ]
  }

  /// The statement that fills a new index from all rows.
  package var fillStatement: String { "INSERT INTO \(index) (\(index)) VALUES ('rebuild')" }

  private var index: String { name.asSQLName }

  private var createTable: String {
    "CREATE VIRTUAL TABLE \(index) USING fts5(\(columns.quotedList), "
      + "content=\(table.asSQLString), content_rowid=\(key.asSQLString), "
      + "tokenize=\(tokenizer.asSQLString))"
  }

  private var addition: String {
    "INSERT INTO \(index) (rowid, \(columns.quotedList)) VALUES (\(values(of: "NEW"))); "
  }

  /// The deletion must pass the indexed values, because the row no longer has them.
  private var removal: String {
    "INSERT INTO \(index) (\(index), rowid, \(columns.quotedList)) "
      + "VALUES ('delete', \(values(of: "OLD"))); "
  }

  private func values(of row: String) -> String {
    ([key] + columns).map { "\(row).\($0.asSQLName)" }.joined(separator: ", ")
  }

  private func trigger(
    _ suffix: String, on event: String, _ body: String
  ) -> (name: String, text: String) {
    let name = "\(self.name)_\(suffix)"
    let text =
      "CREATE TRIGGER \(name.asSQLName) AFTER \(event) ON \(table.asSQLName) BEGIN \(body)END"
    return (name, text)
  }
}

/// The text indexes of a file, as listed in `sqlite_master`.
package enum TextIndexCatalog {
  /// Lists the type, name, table and text of everything that belongs to text indexes.
  package static let list =
    "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name GLOB "
    + "'\(SideTable.textIndexPrefix)*'"

  /// Returns the statement that drops an entry of the list; triggers have to be dropped before
  /// tables.
  ///
  /// - Returns: The statement; nil for an entry that is dropped with its table.
  package static func drop(type: String, name: String, text: String) -> String? {
    switch type {
    case "trigger": "DROP TRIGGER IF EXISTS \(name.asSQLName)"
    case "table" where text.hasPrefix("CREATE VIRTUAL TABLE"):
      "DROP TABLE IF EXISTS \(name.asSQLName)"
    default: nil
    }
  }
}

extension [String] {
  fileprivate var quotedList: String { map(\.asSQLName).joined(separator: ", ") }
}

extension String {
  fileprivate var asSQLString: String { quoted(by: "'") }
}
