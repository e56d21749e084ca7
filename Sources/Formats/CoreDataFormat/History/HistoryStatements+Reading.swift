import SQLCore

// Statements that read the history of a store and delete parts of it.

extension HistoryStatements {
  /// Counts the history's tables in a file.
  package static let countTables = """
    SELECT COUNT(*) FROM sqlite_master WHERE name IN \
    (\(HistoryTables.names.map { "'\($0)'" }.joined(separator: ", ")))
    """

  /// The number of tables of a complete history.
  package static let tableCount = HistoryTables.names.count

  /// Lists the history's tables in a file, each with the names of its columns.
  package static let columns = """
    SELECT T.name, C.name FROM sqlite_master T, pragma_table_info(T.name) C \
    WHERE T.type = 'table' AND T.name IN \
    (\(HistoryTables.names.map { "'\($0)'" }.joined(separator: ", ")))
    """

  /// Returns the smallest and the largest number of the present transactions, and the largest
  /// number ever used; NULL if there is none.
  package static let bounds = """
    SELECT (SELECT MIN(Z_PK) FROM ATRANSACTION), (SELECT MAX(Z_PK) FROM ATRANSACTION), \
    (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 16002)
    """

  /// Returns the number of the last transaction that was begun; no row for a file without history.
  package static let lastTransaction: SQLFragment =
    "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 16002"

  /// Deletes transactions with their changes.
  package static func delete(_ transactions: [Int64]) -> [SQLFragment] {
    [
      "DELETE FROM ACHANGE WHERE ZTRANSACTIONID \(.isOne(of: transactions))",
      "DELETE FROM ATRANSACTION WHERE Z_PK \(.isOne(of: transactions))",
    ]
  }
}
