import Foundation
import SQLCore

/// The table in which Apple's frameworks keep the model that a store was made with.
package enum ModelCache {
  /// The statement that gives a row where a file has the table.
  package static let findTable =
    "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '\(SystemTable.modelCache.rawValue)'"

  /// The statements that put an archive into the table, in place of what is there.
  ///
  /// - Parameter archive: The archive; nil to leave the table empty.
  /// - Returns: The statements, for a file that has the table.
  package static func write(_ archive: Data?) -> [SQLStatement] {
    let table = SystemTable.modelCache.rawValue
    let removal = SQLStatement("DELETE FROM \(table)")
    guard let archive else { return [removal] }
    return [removal, SQLStatement("INSERT INTO \(table) (Z_CONTENT) VALUES (?)", [.blob(archive)])]
  }

  /// The statement that gives the archive's size, and the archive unless it has more bytes than `limit`.
  package static func select(limit: Int) -> SQLStatement {
    SQLStatement(
      """
      SELECT LENGTH(Z_CONTENT), CASE WHEN LENGTH(Z_CONTENT) <= ? THEN Z_CONTENT END \
      FROM \(SystemTable.modelCache.rawValue) WHERE TYPEOF(Z_CONTENT) = 'blob' LIMIT 1
      """, [.integer(Int64(limit))])
  }
}
