import SQLCore

/// The tables of a file with their columns.
struct StoredTables {
  struct Column: Hashable {
    var name: String
    /// The declared type, in capitals.
    var type: String
  }

  /// The tables by their names in capitals.
  private var tables: [String: (name: String, columns: [Column])] = [:]
  /// The names of all indexes, in capitals.
  private let indexes: Set<String>

  /// A limit above the number of columns of any file worth reading.
  private static let limit = 200_000

  init(on connection: any SQLConnection) throws {
    let rows = try connection.rows(
      """
      SELECT T.name, C.name, UPPER(C.type) FROM sqlite_master AS T \
      JOIN pragma_table_info(T.name) AS C WHERE T.type = 'table' LIMIT \(Self.limit)
      """)
    for row in rows {
      guard let table = row[0].text, let column = row[1].text else { continue }
      tables[table.uppercased(), default: (table, [])].columns
        .append(Column(name: column, type: row[2].text ?? ""))
    }
    let names = try connection.rows("SELECT UPPER(name) FROM sqlite_master WHERE type = 'index'")
    indexes = Set(names.compactMap { $0[0].text })
  }

  /// Returns the table with a name, ignoring case; nil if there is none.
  func table(_ name: String) -> (name: String, columns: [Column])? { tables[name.uppercased()] }

  /// The names of all tables as they are spelled in the file.
  var names: [String] { tables.values.map(\.name).sorted() }

  /// Returns whether a column has the index that Core Data creates for foreign keys.
  func hasKeyIndex(_ column: String, of table: String) -> Bool {
    indexes.contains("\(table)_\(column)_INDEX".uppercased())
  }
}
