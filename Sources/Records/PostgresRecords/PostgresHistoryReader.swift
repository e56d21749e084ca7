import CoreDataFormat
import Foundation
import PostgresFormat
import RecordStore
import SQLCore

/// Reads the history of a PostgreSQL store.
///
/// Returns only transactions older than the oldest running one. A transaction that ends later than
/// others may have a smaller number, and a consumer that has read past that number would miss it.
final class PostgresHistoryReader: HistoryReader {
  private let session: RecordSession
  private let schema: RecordSchema
  private let layout: HistoryLayout
  /// The number before which all transactions have ended, as a part of statements.
  private let firstUnsettled: String
  /// The schema of the store.
  private let place: String

  private typealias Column = HistoryTransactionTable.Column

  init(
    _ session: RecordSession, _ schema: RecordSchema, _ layout: HistoryLayout,
    firstUnsettled: String, in place: String
  ) {
    (self.session, self.schema, self.layout) = (session, schema, layout)
    (self.firstUnsettled, self.place) = (firstUnsettled, place)
  }

  /// Reads from the server itself, not from a replica: the history is read up to the oldest running
  /// transaction.
  private func onServer<Result>(_ body: () throws -> Result) rethrows -> Result {
    try PostgresStore.onServer(session.connection, body)
  }

  /// The finished transactions, with the column names that predicates use.
  private var transactions: SQLFragment {
    """
    (SELECT number AS "NUMBER", moment AS "MOMENT", author AS "AUTHOR", \
    COALESCE(process, '') AS "PROCESS", COALESCE(bundle, '') AS "BUNDLE", \
    \(SQLValue.text(session.store.identifier))::text AS "STORE" \
    FROM \(raw: PostgresSystemTable.transactions.name(in: place)) \
    WHERE number < \(raw: firstUnsettled)) \
    AS "\(raw: HistoryTransactionTable.name)"
    """
  }

  private func chosen(_ selection: Selection, _ columns: SQLFragment) -> SQLFragment {
    var query: SQLFragment = "SELECT \(columns) FROM \(transactions)"
    if let condition = selection.condition { query.append(" WHERE \(condition)") }
    if let limit = selection.limit {
      query.append(" ORDER BY \(order(selection)) LIMIT \(SQLValue.integer(limit))")
    }
    return query
  }

  private func order(_ selection: Selection) -> SQLFragment {
    selection.order.isEmpty ? .name(Column.number.rawValue) : selection.order
  }

  func forEach(
    _ selection: Selection, _ body: (RecordTransaction) throws -> Bool
  ) throws {
    let own = Column.allCases.map {
      SQLFragment.column($0.rawValue, of: HistoryTransactionTable.name)
    }
    let kept = (0..<layout.tombstoneCount).map { ", c.tombstone_\($0)" }.joined()
    let query: SQLFragment = """
      SELECT \(own.joined(separator: ", ")), c.number, c.type, c.entity, c.key, c.columns\(raw: kept) \
      FROM (\(chosen(selection, "*"))) AS "\(raw: HistoryTransactionTable.name)" \
      LEFT JOIN \(raw: PostgresSystemTable.changes.name(in: place)) c ON c.transaction = \
      "\(raw: HistoryTransactionTable.name)"."NUMBER" ORDER BY \(order(selection)), c.number
      """
    let rows = HistoryRows(session, schema, layout, tombstoneCount: layout.tombstoneCount)
    try onServer {
      try session.read(query) { statement in
        try rows.forEach(
          statement,
          value: { row, place, column in
            row.dataIfPresent(place).map { PostgresTombstone.value($0, column.type) } ?? .null
          }, body)
      }
    }
  }

  func numbers(_ selection: Selection) throws -> [Int64] {
    try onServer {
      try session.read(chosen(selection, .name(Column.number.rawValue))) { statement in
        var numbers: [Int64] = []
        while try statement.step() { numbers.append(statement.row.int64(0)) }
        return numbers
      }
    }
  }

  func tokenRange() throws -> ClosedRange<Int64>? {
    let rows = try onServer {
      try session.reporting {
        try session.connection.rows(
          """
          SELECT (SELECT MIN(number) FROM \(PostgresSystemTable.transactions.name(in: place))), \
          (\(PostgresForgottenHistory.query(in: place))), \
          (\(firstUnsettled)) - 1
          """)
      }
    }
    guard let row = rows.first, case .integer(let last) = row[2] else { return nil }
    var lost = last
    if case .integer(let first) = row[0] { lost = max(first, 1) - 1 }
    // Numbers between two transactions of the store belong to other transactions of the server.
    if case .integer(let forgotten) = row[1], forgotten < lost { lost = forgotten }
    return max(0, min(lost, last))...max(0, last)
  }

  func delete(_ numbers: [Int64]) throws {
    guard !numbers.isEmpty else { return }
    try session.checkWritable()
    try session.reporting {
      try session.connection.transaction {
        try session.checkSchema()
        try session.run(
          """
          DELETE FROM \(raw: PostgresSystemTable.changes.name(in: place)) \
          WHERE transaction \(.isOne(of: numbers))
          """)
        try session.run(
          """
          DELETE FROM \(raw: PostgresSystemTable.transactions.name(in: place)) \
          WHERE number \(.isOne(of: numbers))
          """)
        try session.run(PostgresForgottenHistory.noting(numbers, in: place))
      }
      session.noteOwnChanges()
    }
  }
}
