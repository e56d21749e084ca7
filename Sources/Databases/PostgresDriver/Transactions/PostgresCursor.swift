import CPostgres
import SQLCore

/// The rows of a query, which the server sends in portions on request.
///
/// Between two portions the connection can run other statements. A cursor exists only within a
/// transaction.
package final class PostgresCursor: PostgresRow, RowCursor {
  package var row: any RowReader { self }
  private let session: PostgresSession
  private let name: String
  private let portion: Int
  private let format: Int32
  private var isAtEnd = false
  private var isClosed = false

  init(_ session: PostgresSession, _ name: String, portion: Int, isBinary: Bool) {
    self.session = session
    self.name = name
    self.portion = max(1, portion)
    format = isBinary ? 1 : 0
    super.init()
  }

  package var columnCount: Int { resultColumnCount }

  package func step() throws(SQLError) -> Bool {
    while rowIndex + 1 >= rowCount {
      if let unreadable { throw unreadable.error(nil) }
      guard !isAtEnd, !isClosed else {
        rowIndex = rowCount
        return false
      }
      let text = "FETCH FORWARD \(portion) FROM \(name)"
      take(try session.fetch(text, format: format))
      if Int(rowCount) < portion { isAtEnd = true }
    }
    rowIndex += 1
    return true
  }

  package func nextKey() throws(SQLError) -> Int64? { try step() ? int64(0) : nil }

  /// Closes the cursor on the server; the end of the transaction closes it too.
  package func close() throws(SQLError) {
    guard !isClosed else { return }
    isClosed = true
    dropResult()
    guard session.isInTransaction else { return }
    try session.execute("CLOSE \(name)")
  }
}

extension PostgresConnection {
  /// Begins a query whose rows arrive in portions.
  ///
  /// - Parameters:
  ///   - text: A query that returns rows.
  ///   - values: Its parameters.
  ///   - portion: The number of rows to request at a time.
  /// - Returns: The cursor, positioned before the first row.
  /// - Throws: `SQLError`, of kind `misuse` outside of a transaction.
  package func cursor(
    _ text: String, _ values: [SQLValue] = [], portion: Int = 512
  ) throws(SQLError) -> PostgresCursor {
    guard isInTransaction else {
      throw PostgresFailure.misuse("A cursor requires a transaction", text)
    }
    let name = session.nextCursorName()
    try run("DECLARE \(name) NO SCROLL CURSOR FOR \(text)", values)
    let isBinary = try session.hasBinaryColumns(portal: name)
    return PostgresCursor(session, name, portion: portion, isBinary: isBinary)
  }
}

extension PostgresSession {
  func nextCursorName() -> String {
    cursorCount += 1
    return "openswiftdata_\(cursorCount)"
  }

  /// Runs a statement without parameters, and requests its rows in a format.
  func fetch(_ text: String, format: Int32) throws(SQLError) -> OpaquePointer {
    try claim(text)
    guard canceller.begin(evenIfCancelled: false) else { throw PostgresFailure.interrupted(text) }
    if PQsendQueryParams(link.handle, text, 0, nil, nil, nil, nil, format) == 1 {
      _ = link.flush()
    }
    return try takeResult(text)
  }

  /// Whether all columns of an open cursor have types whose binary form is known.
  func hasBinaryColumns(portal: String) throws(SQLError) -> Bool {
    try claim(nil)
    guard canceller.begin(evenIfCancelled: false) else { throw PostgresFailure.interrupted(nil) }
    if PQsendDescribePortal(link.handle, portal) == 1 { _ = link.flush() }
    let result = try takeResult("FETCH")
    defer { PQclear(result) }
    return (0..<PQnfields(result)).allSatisfy {
      PostgresType(rawValue: PQftype(result, $0)).hasKnownBinaryForm
    }
  }

  private func takeResult(_ text: String) throws(SQLError) -> OpaquePointer {
    let first = link.nextResult()
    link.drain()
    let wasRequested = canceller.end()
    didRun()
    let status = first.map { PQresultStatus($0) }
    guard let first, status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK else {
      defer { PQclear(first) }
      throw failure(of: first, text, .reading, wasIdle: false, wasRequested: wasRequested)
    }
    return first
  }
}
