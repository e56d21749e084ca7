import SQLCore

// The statements that read the history of a store, and forget parts of it.

extension HistoryStatements {
  /// Gives the number of the history's tables that a file has.
  package static let countTables = """
    SELECT COUNT(*) FROM sqlite_master WHERE name IN \
    (\(HistoryTables.names.map { "'\($0)'" }.joined(separator: ", ")))
    """

  /// How many tables a history has.
  package static let tableCount = HistoryTables.names.count

  /// Gives the tables of a history that a file has, each with the names of its columns.
  package static let columns = """
    SELECT T.name, C.name FROM sqlite_master T, pragma_table_info(T.name) C \
    WHERE T.type = 'table' AND T.name IN \
    (\(HistoryTables.names.map { "'\($0)'" }.joined(separator: ", ")))
    """

  /// The least and the greatest number of the transactions that are there, and the greatest one that
  /// was ever taken; NULL for none.
  package static let bounds = """
    SELECT (SELECT MIN(Z_PK) FROM ATRANSACTION), (SELECT MAX(Z_PK) FROM ATRANSACTION), \
    (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 16002)
    """

  /// Gives the number of the last transaction that was begun; no row for a file without history.
  package static let lastTransaction: SQLFragment =
    "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 16002"

  /// Deletes some transactions with their changes.
  package static func delete(_ transactions: [Int64]) -> [SQLFragment] {
    [
      "DELETE FROM ACHANGE WHERE ZTRANSACTIONID \(.isOne(of: transactions))",
      "DELETE FROM ATRANSACTION WHERE Z_PK \(.isOne(of: transactions))",
    ]
  }
}
