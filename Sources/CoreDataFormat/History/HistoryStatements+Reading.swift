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

  /// Gives the names of the columns of the changes; none for a file without history.
  package static let changeColumns = "SELECT name FROM pragma_table_info('ACHANGE')"

  /// Whether a table with these columns is that of the changes.
  package static func areChanges(_ columns: [String]) -> Bool { columns.contains("ZTRANSACTIONID") }

  /// The columns of what outlives deleted rows, of those that a table has.
  package static func tombstones(_ count: Int, among columns: [String]) -> [String] {
    (0..<count).map { "ZTOMBSTONE\($0)" }.filter(columns.contains)
  }

  /// The changes after a transaction in the order in which they were made, each with its transaction.
  ///
  /// The columns are those that `ReadColumn` numbers, and the tombstones after them.
  package static func changes(after transaction: Int64, tombstones: [String]) -> SQLFragment {
    let list = tombstones.map { ", C.\($0)" }.joined()
    return """
      SELECT T.Z_PK, T.ZTIMESTAMP, A.ZNAME, P.ZNAME, B.ZNAME, C.Z_PK, C.ZCHANGETYPE, C.ZENTITY, C.ZENTITYPK, \
      C.ZCOLUMNS\(raw: list) \
      FROM ATRANSACTION T JOIN ACHANGE C ON C.ZTRANSACTIONID = T.Z_PK \
      LEFT JOIN ATRANSACTIONSTRING A ON A.Z_PK = T.ZAUTHORTS \
      LEFT JOIN ATRANSACTIONSTRING P ON P.Z_PK = T.ZPROCESSIDTS \
      LEFT JOIN ATRANSACTIONSTRING B ON B.Z_PK = T.ZBUNDLEIDTS \
      WHERE T.Z_PK > \(SQLValue.integer(transaction)) ORDER BY T.Z_PK, C.Z_PK
      """
  }

  /// The columns of `changes(after:tombstones:)`, by number.
  package enum ReadColumn {
    package static let transaction = 0
    package static let date = 1
    package static let author = 2
    package static let process = 3
    package static let bundle = 4
    package static let change = 5
    package static let type = 6
    package static let entity = 7
    package static let key = 8
    package static let changed = 9
    package static let firstTombstone = 10
  }

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
