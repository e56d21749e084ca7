import Foundation
import SQLCore

/// The table in which Apple's frameworks keep the model that a store was created with.
package enum ModelCache {
  /// Returns a row if a file has the table.
  package static let findTable =
    "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '\(SystemTable.modelCache.rawValue)'"

  /// Returns statements that replace the contents of the table with an archive.
  ///
  /// - Parameter archive: The archive; nil to leave the table empty.
  /// - Returns: The statements, for a file that has the table.
  package static func write(_ archive: Data?) -> [SQLStatement] {
    let table = SystemTable.modelCache.rawValue
    let removal = SQLStatement("DELETE FROM \(table)")
    guard let archive else { return [removal] }
    return [removal, SQLStatement("INSERT INTO \(table) (Z_CONTENT) VALUES (?)", [.blob(archive)])]
  }

  /// Returns a statement for the archive's size, and for the archive itself if it has at most
  /// `limit` bytes.
  package static func select(limit: Int) -> SQLStatement {
    SQLStatement(
      """
      SELECT LENGTH(Z_CONTENT), CASE WHEN LENGTH(Z_CONTENT) <= ? THEN Z_CONTENT END \
      FROM \(SystemTable.modelCache.rawValue) WHERE TYPEOF(Z_CONTENT) = 'blob' LIMIT 1
      """, [.integer(Int64(limit))])
  }
}
