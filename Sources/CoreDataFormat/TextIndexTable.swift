import SQLCore

/// A full-text index: a table of FTS5's beside that of an entity, kept up to date by triggers.
///
/// It holds no text of its own but looks into the entity's table. All of it is SQLite's, so that the
/// index stays true whoever writes to the file.
package struct TextIndexTable: Hashable, Sendable {
  package let name: String
  /// The table of the entity.
  package let table: String
  /// The columns with the texts, which have the same names in the index.
  package let columns: [String]
  /// The column of the primary key, which an index calls `rowid`.
  package let key: String
  /// SQLite's name of how texts are taken apart, with its options.
  private let tokenizer: String

  /// - Parameters:
  ///   - entity: The entity whose rows are indexed, with all others of its table.
  ///   - columns: The columns with texts.
  ///   - tokenizer: How SQLite takes them apart.
  package init(_ entity: EntityTable, columns: [String], tokenizer: String) {
    // What ends with the table is not what ends with the names of FTS5's own tables.
    name = "\(SideTable.textIndexPrefix)\(entity.entityNumber)_\(entity.table)"
    table = entity.table
    key = entity.identity.key
    self.columns = columns
    self.tokenizer = tokenizer
  }

  /// An index that a file has; how its texts are taken apart is the table's own.
  init(name: String, table: String, columns: [String], key: String) {
    (self.name, self.table, self.columns, self.key) = (name, table, columns, key)
    tokenizer = ""
  }

  /// The statements that make the table and its triggers, by their names.
  package var definitions: [(name: String, text: String)] {
    [
      (name, createTable),
      trigger("INSERT", on: "INSERT", addition),
      trigger("DELETE", on: "DELETE", removal),
      trigger("UPDATE", on: "UPDATE OF \((columns + [key]).quotedList)", removal + addition),
    ]
  }

  /// Reads all rows into an index that is new.
  package var fillStatement: String { "INSERT INTO \(index) (\(index)) VALUES ('rebuild')" }

  /// Fails where the index is not what the rows say; for SQLite 3.42 or newer.
  package var checkStatement: String {
    "INSERT INTO \(index) (\(index), rank) VALUES ('integrity-check', 1)"
  }

  private var index: String { name.asSQLName }

  private var createTable: String {
    "CREATE VIRTUAL TABLE \(index) USING fts5(\(columns.quotedList), "
      + "content=\(table.asSQLString), content_rowid=\(key.asSQLString), "
      + "tokenize=\(tokenizer.asSQLString))"
  }

  private var addition: String {
    "INSERT INTO \(index) (rowid, \(columns.quotedList)) VALUES (\(values(of: "NEW"))); "
  }

  /// The index has to be told what it holds, since the row says otherwise by then.
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

/// The text indexes of a file, as its own list of what it holds has them.
package enum TextIndexCatalog {
  /// The type, name, table and text of everything that belongs to text indexes.
  package static let list =
    "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name GLOB "
    + "'\(SideTable.textIndexPrefix)*'"

  /// Takes something away that the list has, triggers before tables.
  ///
  /// - Returns: The statement; nil for what goes with its table.
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
