import DataSchema
import SQLCore

/// The statements that write the history of a store.
///
/// Whoever runs them is in the transaction that the history tells of.
package enum HistoryStatements {
  /// Raises the counters, by one transaction and by as many changes as the first parameter says.
  ///
  /// Gives entity number and highest key of both, and the highest key that a change has. A counter
  /// that has fallen behind its table, for another program wrote to it, is brought up first.
  package static let raiseCounters = """
    UPDATE Z_PRIMARYKEY SET Z_MAX = CASE Z_ENT \
    WHEN 16001 THEN MAX(0, CAST(IFNULL(Z_MAX, 0) AS INTEGER), IFNULL((SELECT MAX(Z_PK) FROM ACHANGE), 0)) + ? \
    ELSE MAX(0, CAST(IFNULL(Z_MAX, 0) AS INTEGER), IFNULL((SELECT MAX(Z_PK) FROM ATRANSACTION), 0)) + 1 END \
    WHERE Z_ENT IN (16001, 16002) \
    RETURNING Z_ENT, Z_MAX, IFNULL((SELECT MAX(Z_PK) FROM ACHANGE), 0)
    """

  /// Sets the highest key of the changes.
  package static let setHighestChange = "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = 16001"

  /// Takes the key of a new name.
  package static let raiseStringCounter = """
    UPDATE Z_PRIMARYKEY SET Z_MAX = \
    MAX(0, CAST(IFNULL(Z_MAX, 0) AS INTEGER), IFNULL((SELECT MAX(Z_PK) FROM ATRANSACTIONSTRING), 0)) + 1 \
    WHERE Z_ENT = 16003 RETURNING Z_MAX
    """

  package static let insertString =
    "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (?, 16003, ?)"

  private static let stringKey = "(SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?)"

  /// Begins a transaction.
  ///
  /// The parameters are its key, the names of bundle, process and author, and the time. Gives the
  /// keys of the names, NULL for a name that is not among the strings.
  package static let insertTransaction = """
    INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZBUNDLEIDTS, ZPROCESSIDTS, ZAUTHORTS, ZTIMESTAMP) \
    VALUES (?, 16002, \(stringKey), \(stringKey), \(stringKey), ?) \
    RETURNING ZBUNDLEIDTS, ZPROCESSIDTS, ZAUTHORTS
    """

  /// Gives a transaction its names, which are among the strings by now.
  package static let nameTransaction = """
    UPDATE ATRANSACTION SET ZBUNDLEIDTS = \(stringKey), ZPROCESSIDTS = \(stringKey), \
    ZAUTHORTS = \(stringKey) WHERE Z_PK = ?
    """

  /// Takes back a transaction that changed nothing.
  package static let deleteTransaction = "DELETE FROM ATRANSACTION WHERE Z_PK = ?"

  /// Takes back the number of a transaction that changed nothing.
  package static let lowerTransactionCounter =
    "UPDATE Z_PRIMARYKEY SET Z_MAX = ? - 1 WHERE Z_ENT = 16002"

  /// Forgets everything but the counters: keys of transactions are not used again.
  ///
  /// That of the transactions goes up, as if the erasure were one: what tokens are of is no more.
  package static let erase =
    ["UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1 WHERE Z_ENT = 16002 AND Z_MAX > 0"]
    + HistoryTables.names.map { "DELETE FROM \($0)" }

  /// What a change did to its row; the number in `ZCHANGETYPE`.
  package enum ChangeType: Int, Sendable { case insert, update, delete }

  /// The statements that note changes of rows, as far as these exist.
  ///
  /// The keys of the changes go up with those of the rows, so that both of the trees that the
  /// changes stand in grow at their ends.
  package struct Insertion: Hashable, Sendable {
    /// Notes the rows of a range of keys.
    ///
    /// The parameters are what the key of a change is above that of its row, the key of the
    /// transaction, the changed columns, and the first and the last key of the range.
    package let ofRange: String
    /// The same with keys that go on from the last change there is, which costs SQLite a fifth less;
    /// the first parameter says nothing.
    package let ofRangeFromEnd: String
    /// Notes the rows of a list of keys.
    ///
    /// The parameters are the key of the first change, the key of the transaction, the changed
    /// columns, and the list as a JSON array.
    package let ofList: String

    /// - Parameters:
    ///   - type: What is done to the rows.
    ///   - table: The table of the rows, as SQL has it.
    ///   - entity: The entity of the rows; nil for rows of any entity.
    ///   - sharesTable: Whether the table has rows of other entities.
    ///   - tombstones: The values that a deletion leaves behind, as SQL expressions of the row.
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
      // The order of the join is that of the list.
      ofList =
        insert + "L.key + ?1\(rest)json_each(?4) AS L CROSS JOIN \(table) "
        + "ON Z_PK = L.value\(condition)"
    }
  }

  /// What a column leaves behind when its row is deleted.
  ///
  /// A value with external storage stands behind a marker; one that stands in a file is added later.
  ///
  /// - Parameter column: The column.
  /// - Returns: An SQL expression.
  package static func tombstone(of column: Column) -> String {
    let name = column.name.asSQLName
    return column.holdsExternalData
      ? "CASE WHEN SUBSTR(\(name), 1, 1) = X'01' THEN SUBSTR(\(name), 2) END" : name
  }

  /// Gives the changes of a range of keys that are deletions of rows whose value stands in a file, and
  /// what the rows hold in place of it.
  ///
  /// The parameters are the first and the last key of the changes, and the number of the entity.
  ///
  /// - Parameters:
  ///   - column: The column of the value.
  ///   - table: The table of the rows, as SQL has it.
  /// - Returns: The statement.
  package static func filedValues(_ column: Column, in table: String) -> String {
    let name = "R.\(column.name.asSQLName)"
    return """
      SELECT C.Z_PK, \(name) FROM ACHANGE C JOIN \(table) R ON R.Z_PK = C.ZENTITYPK \
      WHERE C.Z_PK BETWEEN ? AND ? AND C.ZENTITY = ? AND C.ZCHANGETYPE = 2 \
      AND LENGTH(\(name)) = \(ExternalData.referenceSize) AND SUBSTR(\(name), 1, 1) = X'02'
      """
  }

  /// Sets what a deletion leaves behind.
  ///
  /// - Parameter place: The place of the value among the preserved ones.
  /// - Returns: The statement, whose parameters are the value and the key of the change.
  package static func setTombstone(_ place: Int) -> String {
    "UPDATE ACHANGE SET ZTOMBSTONE\(place) = ? WHERE Z_PK = ?"
  }

  /// Gives the oldest transactions, each with its time and how many changes it has; the parameter is how
  /// many transactions.
  package static let oldest = """
    SELECT Z_PK, ZTIMESTAMP, (SELECT COUNT(*) FROM ACHANGE WHERE ZTRANSACTIONID = T.Z_PK) \
    FROM ATRANSACTION T ORDER BY Z_PK LIMIT ?
    """
}
