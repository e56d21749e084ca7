/// Statements that write the history of a store.
///
/// They must run inside the transaction that they record.
package enum HistoryStatements {
  /// Raises the counters by one transaction and by a number of changes, which is the parameter.
  ///
  /// Returns the entity number and highest key of both, and the highest key of the existing
  /// changes. A counter that is behind its table, because another program wrote to it, is corrected
  /// first.
  package static let raiseCounters = """
    UPDATE Z_PRIMARYKEY SET Z_MAX = CASE Z_ENT \
    WHEN 16001 THEN MAX(0, CAST(IFNULL(Z_MAX, 0) AS INTEGER), IFNULL((SELECT MAX(Z_PK) FROM ACHANGE), 0)) + ? \
    ELSE MAX(0, CAST(IFNULL(Z_MAX, 0) AS INTEGER), IFNULL((SELECT MAX(Z_PK) FROM ATRANSACTION), 0)) + 1 END \
    WHERE Z_ENT IN (16001, 16002) \
    RETURNING Z_ENT, Z_MAX, IFNULL((SELECT MAX(Z_PK) FROM ACHANGE), 0)
    """

  /// Sets the highest key of the changes.
  package static let setHighestChange = "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = 16001"

  /// Allocates the key of a new name.
  package static let raiseStringCounter = """
    UPDATE Z_PRIMARYKEY SET Z_MAX = \
    MAX(0, CAST(IFNULL(Z_MAX, 0) AS INTEGER), IFNULL((SELECT MAX(Z_PK) FROM ATRANSACTIONSTRING), 0)) + 1 \
    WHERE Z_ENT = 16003 RETURNING Z_MAX
    """

  package static let insertString =
    "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (?, 16003, ?)"

  private static let stringKey = "(SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?)"

  /// Inserts a transaction.
  ///
  /// The parameters are its key, the names of bundle, process and author, and the time. Returns the
  /// keys of the names, NULL for a name that is not among the strings.
  package static let insertTransaction = """
    INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZBUNDLEIDTS, ZPROCESSIDTS, ZAUTHORTS, ZTIMESTAMP) \
    VALUES (?, 16002, \(stringKey), \(stringKey), \(stringKey), ?) \
    RETURNING ZBUNDLEIDTS, ZPROCESSIDTS, ZAUTHORTS
    """

  /// Sets the names of a transaction after they were added to the strings.
  package static let nameTransaction = """
    UPDATE ATRANSACTION SET ZBUNDLEIDTS = \(stringKey), ZPROCESSIDTS = \(stringKey), \
    ZAUTHORTS = \(stringKey) WHERE Z_PK = ?
    """

  /// Deletes a transaction that changed nothing.
  package static let deleteTransaction = "DELETE FROM ATRANSACTION WHERE Z_PK = ?"

  /// Releases the number of a transaction that changed nothing.
  package static let lowerTransactionCounter =
    "UPDATE Z_PRIMARYKEY SET Z_MAX = ? - 1 WHERE Z_ENT = 16002"

  /// Erases everything except the counters, so that keys of transactions are not reused.
  ///
  /// The counter of the transactions is raised as if the erasure were a transaction, because
  /// existing tokens refer to history that no longer exists.
  package static let erase =
    ["UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1 WHERE Z_ENT = 16002 AND Z_MAX > 0"]
    + HistoryTables.names.map { "DELETE FROM \($0)" }

  /// The kind of a change to a row; its raw value is the number in `ZCHANGETYPE`.
  package enum ChangeType: Int, Sendable { case insert, update, delete }

  /// Statements that record changes of rows while the rows exist.
  ///
  /// The keys of the changes increase with those of the rows, so that both B-trees of the changes
  /// grow at their ends.
  package struct Insertion: Hashable, Sendable {
    /// Records the rows of a range of keys.
    ///
    /// The parameters are the difference between the keys of a change and of its row, the key of
    /// the transaction, the changed columns, and the first and the last key of the range.
    package let ofRange: String
    /// Records the rows of a range of keys, with keys that follow the last existing change; this
    /// costs SQLite a fifth less, and ignores the first parameter.
    package let ofRangeFromEnd: String
    /// Records the rows of a list of keys.
    ///
    /// The parameters are the key of the first change, the key of the transaction, the changed
    /// columns, and the list as a JSON array.
    package let ofList: String

    /// - Parameters:
    ///   - type: The kind of the change.
    ///   - table: The table of the rows, quoted for SQL.
    ///   - entity: The entity of the rows; nil for rows of any entity.
    ///   - sharesTable: Whether the table also has rows of other entities.
    ///   - tombstones: The values that a deletion preserves, as SQL expressions of the row.
    package init(
      _ type: ChangeType, in table: String, entity: Int?, sharesTable: Bool,
      tombstones: [String] = []
    ) {
      let names = tombstones.indices.map { ", ZTOMBSTONE\($0)" }.joined()
      let values = tombstones.map { ", \($0)" }.joined()
      let condition = sharesTable ? entity.map { " AND Z_ENT = \($0)" } ?? "" : ""
      let number = entity.map(String.init) ?? "Z_ENT"
      let insert =
        "INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, "
        + "ZCOLUMNS\(names)) SELECT "
      let rest = ", 16001, \(type.rawValue), \(number), Z_PK, ?2, ?3\(values) FROM "
      let range = "\(rest)\(table) WHERE Z_PK BETWEEN ?4 AND ?5\(condition)"
      ofRange = insert + "Z_PK + ?1" + range
      ofRangeFromEnd = insert + "NULL" + range
      // `CROSS JOIN` keeps the order of the list.
      ofList =
        insert + "L.key + ?1\(rest)json_each(?4) AS L CROSS JOIN \(table) "
        + "ON Z_PK = L.value\(condition)"
    }
  }

  /// Returns an SQL expression for the value of a column that is preserved when its row is deleted.
  ///
  /// A value with external storage follows a marker; one that is stored in a file is added later.
  ///
  /// - Parameter column: The column.
  /// - Returns: An SQL expression.
  package static func tombstone(of column: Column) -> String {
    let name = column.name.asSQLName
    return column.holdsExternalData
      ? "CASE WHEN SUBSTR(\(name), 1, 1) = X'01' THEN SUBSTR(\(name), 2) END" : name
  }

  /// Returns a statement for the changes in a range of keys that delete rows whose value is in a
  /// file, with the references that the rows hold.
  ///
  /// The parameters are the first and the last key of the changes, and the number of the entity.
  ///
  /// - Parameters:
  ///   - column: The column of the value.
  ///   - table: The table of the rows, quoted for SQL.
  /// - Returns: The statement.
  package static func filedValues(_ column: Column, in table: String) -> String {
    let name = "R.\(column.name.asSQLName)"
    return """
      SELECT C.Z_PK, \(name) FROM ACHANGE C JOIN \(table) R ON R.Z_PK = C.ZENTITYPK \
      WHERE C.Z_PK BETWEEN ? AND ? AND C.ZENTITY = ? AND C.ZCHANGETYPE = 2 \
      AND LENGTH(\(name)) = \(ExternalData.referenceSize) AND SUBSTR(\(name), 1, 1) = X'02'
      """
  }

  /// Returns a statement that sets a preserved value of a deletion.
  ///
  /// - Parameter place: The index of the value among the preserved ones.
  /// - Returns: The statement, whose parameters are the value and the key of the change.
  package static func setTombstone(_ place: Int) -> String {
    "UPDATE ACHANGE SET ZTOMBSTONE\(place) = ? WHERE Z_PK = ?"
  }

  /// Returns the oldest transactions, each with its time and its number of changes; the parameter
  /// is the number of transactions.
  package static let oldest = """
    SELECT Z_PK, ZTIMESTAMP, (SELECT COUNT(*) FROM ACHANGE WHERE ZTRANSACTIONID = T.Z_PK) \
    FROM ATRANSACTION T ORDER BY Z_PK LIMIT ?
    """
}
