import SQLCore

/// The transactions of a history as one table, regardless of the version of Core Data that created
/// its tables.
///
/// Predicates on transactions are conditions on its columns.
package struct HistoryTransactionTable {
  /// The columns of a transaction.
  package enum Column: String, CaseIterable, Sendable {
    case number = "NUMBER"
    case date = "MOMENT"
    /// NULL if the transaction has no author.
    case author = "AUTHOR"
    /// Empty if it is unknown.
    case process = "PROCESS"
    /// Empty if it is unknown.
    case bundle = "BUNDLE"
    /// The identifier of the store.
    case store = "STORE"

    /// The index of the column in the rows of `changes`.
    package var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// The columns of a change, which follow those of its transaction.
  package enum ChangeColumn: Int, CaseIterable, Sendable {
    case number, type, entity, key, changed, firstTombstone

    /// The index of the column in the rows of `changes`.
    package var place: Int { Column.allCases.count + rawValue }
  }

  /// The name of the table, for columns that need a qualifier.
  package static let name = "TRANSACTIONS"

  /// A selection of transactions, and their order.
  package struct Selection {
    /// A condition on the table's columns; nil for all transactions.
    package var condition: SQLFragment?
    /// The terms of ORDER BY, the last of which is the number; empty to order by number.
    package var order: SQLFragment
    /// The maximum number of transactions; nil for all.
    package var limit: Int64?

    package init(
      condition: SQLFragment? = nil, order: SQLFragment = SQLFragment(), limit: Int64? = nil
    ) {
      (self.condition, self.order, self.limit) = (condition, order, limit)
    }

    /// Selects the transactions after a number.
    package static func after(_ number: Int64) -> Selection {
      Selection(condition: "\(name: Column.number.rawValue) > \(SQLValue.integer(number))")
    }
  }

  /// The columns of the values preserved from deleted rows.
  package let tombstones: [String]
  private let rows: SQLFragment

  /// Returns nil if the columns are not those of a history.
  ///
  /// - Parameters:
  ///   - columns: The columns of a file's tables, as `HistoryStatements.columns` returns them.
  ///   - tombstones: The number of tombstone columns to read, of those that exist.
  ///   - store: The identifier of the store.
  package init?(_ columns: [[SQLValue]], tombstones: Int, store: String) {
    var tables: [String: Set<String>] = [:]
    for row in columns {
      guard case .text(let table) = row[0], case .text(let column) = row[1] else { continue }
      tables[table, default: []].insert(column)
    }
    guard let transactions = tables["ATRANSACTION"],
      tables["ACHANGE"]?.contains("ZTRANSACTIONID") == true
    else { return nil }
    let hasStrings = tables["ATRANSACTIONSTRING"]?.contains("ZNAME") == true
    func named(_ column: String) -> String {
      var sources: [String] = []
      if hasStrings, transactions.contains(column + "TS") {
        sources.append("(SELECT ZNAME FROM ATRANSACTIONSTRING S WHERE S.Z_PK = T.\(column)TS)")
      }
      // Earlier versions of Core Data store the names in each transaction.
      if transactions.contains(column) { sources.append("T.\(column)") }
      return sources.isEmpty ? "NULL" : "COALESCE(\(sources.joined(separator: ", ")), NULL)"
    }
    let date = transactions.contains("ZTIMESTAMP") ? "T.ZTIMESTAMP" : "0"
    rows = """
      SELECT T.Z_PK AS NUMBER, \(raw: date) AS MOMENT, \(raw: named("ZAUTHOR")) AS AUTHOR, \
      IFNULL(\(raw: named("ZPROCESSID")), '') AS PROCESS, \
      IFNULL(\(raw: named("ZBUNDLEID")), '') AS BUNDLE, \(SQLValue.text(store)) AS STORE \
      FROM ATRANSACTION T
      """
    self.tombstones = (0..<tombstones).map { "ZTOMBSTONE\($0)" }
      .filter { tables["ACHANGE"]?.contains($0) == true }
  }

  /// Returns a query for the selected transactions, each with its changes in the order in which
  /// they were made.
  ///
  /// The query returns a row for each change, and one for a transaction without changes.
  package func changes(_ selection: Selection) -> SQLFragment {
    let order: SQLFragment = selection.order.isEmpty ? "NUMBER" : selection.order
    let own = Column.allCases.map { "\(Self.name).\($0.rawValue)" }.joined(separator: ", ")
    let kept = tombstones.map { ", C.\($0)" }.joined()
    return """
      SELECT \(raw: own), C.Z_PK, C.ZCHANGETYPE, C.ZENTITY, C.ZENTITYPK, C.ZCOLUMNS\(raw: kept) \
      FROM (\(chosen(selection, Column.allCases.map(\.rawValue)))) AS \(raw: Self.name) \
      LEFT JOIN ACHANGE C ON C.ZTRANSACTIONID = \(raw: Self.name).NUMBER ORDER BY \(order), C.Z_PK
      """
  }

  /// Returns a query for the numbers of the selected transactions.
  package func numbers(_ selection: Selection) -> SQLFragment { chosen(selection, ["NUMBER"]) }

  private func chosen(_ selection: Selection, _ columns: [String]) -> SQLFragment {
    var query: SQLFragment =
      "SELECT \(raw: columns.joined(separator: ", ")) FROM (\(rows)) AS \(raw: Self.name)"
    if let condition = selection.condition { query.append(" WHERE \(condition)") }
    if let limit = selection.limit {
      let order: SQLFragment = selection.order.isEmpty ? "NUMBER" : selection.order
      query.append(" ORDER BY \(order) LIMIT \(SQLValue.integer(limit))")
    }
    return query
  }
}
